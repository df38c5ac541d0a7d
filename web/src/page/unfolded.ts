// The expanded part of the command bar: one at a time, as they are at the same position.
import { signal } from "@preact/signals-core";
import type { Below } from "../components/command-line";

export class Unfolded {
  readonly #part = signal<Below | undefined>(undefined);

  get part(): Below | undefined {
    return this.#part.value;
  }

  toggle(part: Below): void {
    this.#part.value = part === this.part ? undefined : part;
  }

  close(): void {
    this.#part.value = undefined;
  }
}
