/** A short time: `8.5 ms`. */
export const inMilliseconds = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** How long a run took: `Rendered in 8.5 ms`, or `Failed in 8.5 ms` without output. */
export const renderedIn = (time: number, hasOutput: boolean): string =>
  `${hasOutput ? "Rendered" : "Failed"} in ${inMilliseconds(time)}`;
