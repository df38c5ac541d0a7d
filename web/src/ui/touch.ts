/** Whether the page is used with fingers: the focus of a text opens the keyboard of the screen. */
export const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;
