// The text of the page's live region. It changes a moment after the state has settled, so that screen readers do not announce every key press.
import { signal } from "@preact/signals-core";

const DELAY_MS = 600;

export class Announcer {
  readonly #text = signal("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  get text(): string {
    return this.#text.value;
  }

  announce(text: () => string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#text.value = text();
    }, DELAY_MS);
  }
}
