// What was just done, as the status bar tells it, with a way back where there is one. A notice stays until the next one, or until the work is
// changed: an undo brings back what was there before, so nothing may have happened since.

/** Something that was done, such as a file deleted. */
export interface Notice {
  text: string;
  /** Something could not be done. */
  refused?: boolean;
  undo?: () => void;
}

export class Notices {
  current: Notice | undefined;
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  tell(text: string, undo?: () => void): void {
    this.show(undo ? { text, undo } : { text });
  }

  show(notice: Notice): void {
    this.current = notice;
    this.#changed();
  }

  clear(): void {
    this.current = undefined;
  }

  undo(): void {
    // What is undone changes the work, which takes the notice away; one that tells of the undoing is to stay.
    const undo = this.current?.undo;
    this.clear();
    undo?.();
    this.#changed();
  }
}
