// Parts of the page that the first drawing does without. They are loaded when there is nothing better to do, or when somebody asks for them before.

/** Does it in a moment without work, once what there is to be seen is painted. */
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

  /** Once they are there. */
  get parts(): Parts | undefined {
    return this.#parts;
  }

  /** Rejects if they cannot be loaded; asked again, it tries again. */
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
