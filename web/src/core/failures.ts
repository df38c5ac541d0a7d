// Failures that the page handles without showing them: what could not be preloaded, stored or removed. They are collected here to be inspected:
// `document.querySelector("ytterby-page").failures` in the browser's console.

export interface Failure {
  /** What failed. */
  action: string;
  error: unknown;
  /** Milliseconds since 1970. */
  when: number;
}

/** Of more failures, the oldest are dropped. */
const MOST = 100;

const failures: Failure[] = [];

/** The latest failures, oldest first. */
export const handledFailures = (): readonly Failure[] => failures;

/** For `catch`: records the error and returns `undefined`. */
export const noted =
  (action: string) =>
  (error: unknown): undefined => {
    failures.push({ action, error, when: Date.now() });
    if (failures.length > MOST) failures.shift();
  };
