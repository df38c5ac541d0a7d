// The expanded part of the command bar: one at a time, as they are at the same position.
import type { Below } from "../components/command-line";

export class Unfolded {
  readonly #parts = new Set<Below>();
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get parts(): ReadonlySet<Below> {
    return this.#parts;
  }

  toggle(part: Below): void {
    const open = this.#parts.has(part);
    this.#parts.clear();
    if (!open) this.#parts.add(part);
    this.#changed();
  }

  close(): void {
    if (this.#parts.size === 0) return;
    this.#parts.clear();
    this.#changed();
  }
}
