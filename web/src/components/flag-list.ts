// The list of completions below the field of the command bar: arrow keys select, Enter or Tab accepts, Escape closes. Loaded when the field gets the
// focus.
import { nothing } from "lit";
import type { Project } from "../core/project";
import type { Engine } from "../engine/engine";
import type { FlagDescription } from "../engine/types";
import { html } from "../ui/html";
import { type FlagOption, type FlagOptions, type FlagValues, flagOptions, withoutFlagAt } from "./flag-completion";

export interface FlagListHost {
  project: () => Project;
  engine: Engine;
  /**
   * The paths of the data values that are known, with their values; `refresh` is called when there are others. `rest` is the command line without the
   * flag that is being typed.
   */
  dataValues: (rest: string) => FlagValues["dataValues"];
  changed: () => void;
  drawn: () => Promise<unknown>;
}

const NONE: FlagOptions = { from: 0, to: 0, options: [] };

export class FlagList {
  #host: FlagListHost;
  #flags: FlagDescription[] | undefined;
  /** The field, while completions are wanted: there may be none yet. */
  #input: HTMLInputElement | undefined;
  #found = NONE;
  #active = -1;

  constructor(host: FlagListHost) {
    this.#host = host;
  }

  get open(): boolean {
    return this.#found.options.length > 0;
  }

  /** The id of the selected option. */
  get active(): string | undefined {
    return this.open && this.#active >= 0 ? `flag-option-${this.#active}` : undefined;
  }

  /** Shows what fits at the cursor. */
  async show(input: HTMLInputElement): Promise<void> {
    this.#flags ??= await this.#host.engine.ask<FlagDescription[]>({ kind: "flags" });
    // The focus may have moved meanwhile.
    if (!this.#flags || !input.matches(":focus")) return;
    this.#input = input;
    this.#found = this.#fitting(input, this.#flags);
    this.#active = -1;
    this.#host.changed();
  }

  #fitting(input: HTMLInputElement, flags: readonly FlagDescription[]): FlagOptions {
    const files = this.#host.project().files.map(({ path }) => path);
    const caret = input.selectionStart ?? input.value.length;
    const dataValues = this.#host.dataValues(withoutFlagAt(input.value, caret, flags));
    const found = flagOptions(input.value, caret, flags, { files, dataValues });
    const typed = input.value.slice(found.from, found.to);
    const [only] = found.options;
    // There is nothing to choose if the only option is already there.
    return found.options.length === 1 && only?.text.trimEnd() === typed ? NONE : found;
  }

  /** Data values may be known that were not when the list was shown. The selected option stays selected. */
  refresh(): void {
    if (!this.#input || !this.#flags) return;
    const selected = this.#found.options[this.#active]?.text;
    this.#found = this.#fitting(this.#input, this.#flags);
    this.#active = this.#found.options.findIndex(({ text }) => text === selected);
    this.#host.changed();
  }

  close(): void {
    this.#input = undefined;
    if (!this.open) return;
    this.#found = NONE;
    this.#host.changed();
  }

  key(event: KeyboardEvent): void {
    const input = event.currentTarget as HTMLInputElement;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!this.open) void this.show(input);
      else if (this.#active < 0 && step < 0) this.#select(input, -1);
      else this.#select(input, this.#active + step);
    } else if (!this.open) {
      // Also those that are still to come.
      if (event.key === "Escape") this.close();
    } else if (event.key === "Escape") {
      event.preventDefault();
      // The other parts below the bar stay open.
      event.stopPropagation();
      this.close();
    } else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.#active >= 0) {
      event.preventDefault();
      this.#accept(input, this.#found.options[this.#active]);
    }
  }

  #select(input: HTMLInputElement, at: number): void {
    const { length } = this.#found.options;
    this.#active = (at + length) % length;
    this.#host.changed();
    void this.#host.drawn().then(() => {
      const list = input.closest(".command-line")?.querySelector("#flag-options");
      list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    });
  }

  #accept(input: HTMLInputElement, option: FlagOption | undefined): void {
    if (!option) return;
    const { from, to } = this.#found;
    const rest = input.value.slice(to);
    const text = rest.startsWith(" ") ? option.text.trimEnd() : option.text;
    const line = input.value.slice(0, from) + text + rest;
    this.#input = undefined;
    this.#found = NONE;
    this.#host.project().setCommandLine(line);
    const caret = from + option.text.length;
    void this.#host.drawn().then(() => {
      input.focus();
      input.setSelectionRange(caret, caret);
      // The value of the flag comes next.
      if (/[ =]$/.test(option.text)) void this.show(input);
    });
  }

  render() {
    if (!this.open) return nothing;
    const accept = (event: Event, option: FlagOption) => {
      const bar = (event.currentTarget as HTMLElement).closest(".command-line");
      const input = bar?.querySelector<HTMLInputElement>(".flags");
      if (input) this.#accept(input, option);
    };
    return html`
      <ul id="flag-options" class="menu flag-options" role="listbox" aria-label="Completions" @pointerdown=${(event: Event) => event.preventDefault()}>
        ${this.#found.options.map(
          (option, at) =>
            html`<li id="flag-option-${at}" class="menu-item line" role="option" aria-selected=${at === this.#active ? "true" : "false"} @click=${(event: Event) => accept(event, option)}><code>${option.text.trimEnd()}</code> <span>${option.description}</span></li>`,
        )}
      </ul>
    `;
  }
}
