// The message in the status bar about the last action, with an undo if there is one. It is removed by the next one, and by any change of the work,
// because an undo restores the previous state as a whole. If an undo restores only one thing, the notice stays while the user types.
import { signal } from "@preact/signals-core";

/** An action, such as deleting a file. */
export interface Notice {
  text: string;
  /** Something failed. */
  refused?: boolean;
  /** It stays while the user types. */
  lasting?: boolean;
  undo?: () => unknown;
}

export class Notices {
  readonly #current = signal<Notice | undefined>(undefined);

  get current(): Notice | undefined {
    return this.#current.value;
  }

  report(text: string, undo?: () => unknown): void {
    this.show(undo ? { text, undo } : { text });
  }

  show(notice: Notice): void {
    this.#current.value = notice;
  }

  clear(): void {
    this.#current.value = undefined;
  }

  /** The user has typed. */
  typed(): void {
    if (!this.current?.lasting) this.clear();
  }

  async undo(): Promise<void> {
    // Undoing changes the work, which removes the notice; one about the undo itself stays.
    const undo = this.current?.undo;
    this.clear();
    if (!undo) return;
    await undo();
    if (!this.current) this.report("Undone.");
  }
}
