// Whether the environment is expanded below the command bar.
import { signal } from "@preact/signals-core";

export class Unfolded {
  readonly #open = signal(false);

  get open(): boolean {
    return this.#open.value;
  }

  toggle(): void {
    this.#open.value = !this.open;
  }

  close(): void {
    this.#open.value = false;
  }
}
