/** CPU time of this process in milliseconds: other processes on a busy machine do not count. */
export const cpuTime = (): number => process.cpuUsage().user / 1000;

/** Reading hostile input must take less than this. */
export const LIMIT_MS = 4_000;
