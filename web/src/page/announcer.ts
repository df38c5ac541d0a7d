// The text of the page's live region. It changes a moment after the state has settled, so that screen readers do not announce every key press.

const DELAY_MS = 600;

export class Announcer {
  #text = "";
  #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get text(): string {
    return this.#text;
  }

  announce(text: () => string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#text = text();
      this.#changed();
    }, DELAY_MS);
  }
}
