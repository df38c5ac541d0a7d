// A computed value that stays the same object while its content is the same, so that its dependants are not repeated.
import { computed, type ReadonlySignal } from "@preact/signals-core";

/** The value must be plain data. */
export function steady<T>(compute: () => T): ReadonlySignal<T> {
  let last: { value: T; text: string } | undefined;
  return computed(() => {
    const value = compute();
    const text = JSON.stringify(value);
    if (text !== last?.text) last = { value, text };
    return last.value;
  });
}
