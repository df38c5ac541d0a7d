// Failures that the page handles without showing them: what could not be loaded ahead, stored or removed. They are collected here, so that they can be
// inspected: `document.querySelector("ytterby-page").failures` in the browser's console.

export interface Failure {
  /** What was tried. */
  action: string;
  error: unknown;
  /** Milliseconds since 1970. */
  when: number;
}

/** Of more, the oldest are dropped. */
const MOST = 100;

const failures: Failure[] = [];

/** The newest failures, oldest first. */
export const handledFailures = (): readonly Failure[] => failures;

/** For `catch`: takes note of the error, and goes on without a value. */
export const noted =
  (action: string) =>
  (error: unknown): undefined => {
    failures.push({ action, error, when: Date.now() });
    if (failures.length > MOST) failures.shift();
  };
