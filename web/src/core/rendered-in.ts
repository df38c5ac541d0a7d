/** A short time: `8.5 ms`. */
export const inMilliseconds = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** How long a run took: `Rendered in 8.5 ms`. */
export const renderedIn = (time: number): string => `Rendered in ${inMilliseconds(time)}`;
