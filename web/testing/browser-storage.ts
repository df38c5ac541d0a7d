// Replacements for parts of a browser that Node does not have: localStorage, sessionStorage and locks.
import { vi } from "vitest";

/** Entries are own properties, so that `Object.keys(localStorage)` works. */
class FakeStorage {
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

/** Exclusive locks by name. */
export class FakeLocks {
  #queues = new Map<string, (() => void)[]>();

  async request(name: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>): Promise<void> {
    const queue = this.#queues.get(name);
    if (queue) {
      await new Promise<void>((resolve, reject) => {
        queue.push(resolve);
        signal.addEventListener("abort", () => {
          queue.splice(queue.indexOf(resolve), 1);
          reject(new DOMException("given up", "AbortError"));
        });
      });
    } else this.#queues.set(name, []);
    await held();
    const next = this.#queues.get(name)?.shift();
    if (next) next();
    else this.#queues.delete(name);
  }

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: [...this.#queues.keys()].map((name) => ({ name })) };
  }
}

export function stubLocks(locks: FakeLocks | undefined): void {
  vi.stubGlobal("navigator", { locks });
}
