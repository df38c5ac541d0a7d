// What was just done, as the status bar tells it, with a way back where there is one. A notice stays until the next one, or until the work is
// changed: an undo brings back everything as it was before, so nothing may have happened since. Where an undo brings back one thing and leaves
// the rest, the notice stays while somebody types.

/** Something that was done, such as a file deleted. */
export interface Notice {
  text: string;
  /** Something could not be done. */
  refused?: boolean;
  /** Typing does not take it away. */
  lasting?: boolean;
  undo?: () => void;
}

export class Notices {
  #current: Notice | undefined;
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): Notice | undefined {
    return this.#current;
  }

  tell(text: string, undo?: () => void): void {
    this.show(undo ? { text, undo } : { text });
  }

  show(notice: Notice): void {
    this.#current = notice;
    this.#changed();
  }

  clear(): void {
    this.#current = undefined;
  }

  /** Somebody types. */
  typed(): void {
    if (!this.#current?.lasting) this.clear();
  }

  undo(): void {
    // What is undone changes the work, which takes the notice away; one that tells of the undoing is to stay.
    const undo = this.#current?.undo;
    this.clear();
    undo?.();
    this.#changed();
  }
}
