// Parts of the page that the first render does not need. They are loaded when the page is idle, or earlier on demand.
import { signal } from "@preact/signals-core";
import { drawn } from "./part";

/** Calls `act` when the page is idle, after the next paint. */
export function afterPaint(act: () => void): void {
  const idle = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(act, { timeout: 2000 }) : act());
  requestAnimationFrame(() => setTimeout(idle, 100));
}

export class LazyParts<Parts> {
  readonly #parts = signal<Parts | undefined>(undefined);
  readonly #load: () => Promise<Parts>;
  readonly #failed: (error: unknown) => void;
  #loading: Promise<Parts> | undefined;

  /** `failed` is called if `use` fails. */
  constructor(load: () => Promise<Parts>, failed: (error: unknown) => void) {
    this.#load = load;
    this.#failed = failed;
  }

  /** Once they are loaded. */
  get parts(): Parts | undefined {
    return this.#parts.value;
  }

  /** Rejects if they cannot be loaded; the next call tries again. */
  get(): Promise<Parts> {
    this.#loading ??= this.#load().then(
      (parts) => {
        this.#parts.value = parts;
        return parts;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Calls `act` now if the parts are loaded, else when they are loaded and rendered. */
  use = async (act: (parts: Parts) => unknown): Promise<void> => {
    try {
      if (this.#parts.value === undefined) {
        await this.get();
        await drawn();
      }
      if (this.#parts.value !== undefined) await act(this.#parts.value);
    } catch (error) {
      this.#failed(error);
    }
  };
}
