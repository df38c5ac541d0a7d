/** How long a run took: `Rendered in 8.5 ms`. */
export const renderedIn = (milliseconds: number): string =>
  `Rendered in ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
