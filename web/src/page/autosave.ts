// Saves shortly after a change, and repeatedly while changes go on: a crash loses at most this interval.

const DELAY_MS = 50;
/** Large works take longer to serialize, and are saved less often. */
const CHARACTERS_PER_MS = 8_000;
const LONGEST_DELAY_MS = 1_000;

export class Autosave {
  #save: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** `length`: of all texts, in characters. */
  changed(length: number): void {
    this.#timer ??= setTimeout(() => this.now(), Math.min(DELAY_MS + length / CHARACTERS_PER_MS, LONGEST_DELAY_MS));
  }

  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#save();
  }
}
