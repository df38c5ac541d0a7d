// Parts of the page that the first render does not need. They are loaded when the page is idle, or earlier on demand.

/** Calls `act` when the page is idle, after the next paint. */
export function afterPaint(act: () => void): void {
  const idle = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(act, { timeout: 2000 }) : act());
  requestAnimationFrame(() => setTimeout(idle, 100));
}

export class LazyParts<Parts> {
  #parts: Parts | undefined;
  #load: () => Promise<Parts>;
  #ready: () => void;
  #loading: Promise<Parts> | undefined;

  constructor(load: () => Promise<Parts>, ready: () => void) {
    this.#load = load;
    this.#ready = ready;
  }

  /** Once they are loaded. */
  get parts(): Parts | undefined {
    return this.#parts;
  }

  /** Rejects if they cannot be loaded; the next call tries again. */
  get(): Promise<Parts> {
    this.#loading ??= this.#load().then(
      (parts) => {
        this.#parts = parts;
        this.#ready();
        return parts;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
