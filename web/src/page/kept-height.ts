// The height of a pane that is as high as its content: it grows with the content at once, and shrinks only after a while, so that the pane above it does
// not move back and forth while the user types.

const KEPT_MS = 2_000;
const PROPERTY = "--kept-height";

export class KeptHeight {
  readonly #fitted: () => boolean;
  #element: HTMLElement | undefined;
  #width = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `fitted`: whether the pane is as high as its content. */
  constructor(fitted: () => boolean) {
    this.#fitted = fitted;
  }

  watch(element: HTMLElement): void {
    this.#element = element;
    new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // Text that wraps differently has another height.
      if (width !== this.#width) this.forget();
      this.#width = width;
      this.#keep();
    }).observe(element);
  }

  /** The content may be lower than before. The pane stays as high as it is while a run goes on, which has no content. */
  rendered(isRunning: boolean): void {
    clearTimeout(this.#timer);
    if (isRunning || !this.#element) return;
    this.#timer = setTimeout(() => {
      this.forget();
      this.#keep();
    }, KEPT_MS);
  }

  /** The next content is of another work. */
  forget(): void {
    this.#element?.style.removeProperty(PROPERTY);
  }

  #keep(): void {
    if (this.#fitted()) this.#element?.style.setProperty(PROPERTY, `${this.#element.offsetHeight}px`);
    else this.forget();
  }
}
