// Failures that the page handles without showing them: what could not be preloaded, stored or removed. They are collected here to be inspected:
// `document.querySelector("ytterby-page").failures` in the browser's console, and the same of `ytt-playground` for embeds.

export interface Failure {
  /** The failed action. */
  action: string;
  error: unknown;
  /** Milliseconds since 1970. */
  when: number;
}

/** If there are more failures, the oldest are dropped. */
const MOST = 100;

const failures: Failure[] = [];
const listeners = new Set<(failure: Failure) => void>();

/** The latest failures, oldest first. */
export const handledFailures = (): readonly Failure[] => failures;

/** Calls the listener for those so far and for each further one, until the returned function is called. */
export function watchFailures(listener: (failure: Failure) => void): () => void {
  for (const failure of failures) listener(failure);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For `catch`: records the error and returns `undefined`. */
export const noted =
  (action: string) =>
  (error: unknown): undefined => {
    const failure = { action, error, when: Date.now() };
    failures.push(failure);
    if (failures.length > MOST) failures.shift();
    for (const listener of listeners) listener(failure);
  };
