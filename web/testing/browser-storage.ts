// Replacements for parts of a browser that Node does not have: localStorage, sessionStorage and locks.
import { vi } from "vitest";

/** Entries are own properties, so that `Object.keys(localStorage)` works. */
export class FakeStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

/** A storage that throws, like a browser that allows none. */
export const refusing = new Proxy(new FakeStorage(), {
  get() {
    throw new DOMException("not allowed", "SecurityError");
  },
  ownKeys() {
    throw new DOMException("not allowed", "SecurityError");
  },
});

export function stubStorage(storage: FakeStorage = new FakeStorage()): FakeStorage {
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  return storage;
}

/** Exclusive locks by name, with the tab that holds each. */
export class FakeLocks {
  readonly #held = new Map<string, unknown>();

  /** The `navigator.locks` of a tab. */
  of(tab: unknown) {
    return {
      request: async (name: string, { ifAvailable, signal }: LockOptions, held: (lock: unknown) => unknown) => {
        while (this.#held.has(name)) {
          if (ifAvailable) return held(null);
          signal?.throwIfAborted();
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        this.#held.set(name, tab);
        return held({});
      },
      query: async () => ({ held: [...this.#held.keys()].map((name) => ({ name })) }),
    };
  }

  /** Releases the locks of a tab. */
  close(tab: unknown): void {
    for (const [name, holder] of this.#held) if (holder === tab) this.#held.delete(name);
  }
}
