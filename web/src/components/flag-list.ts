// The list of completions below the field of the command bar: arrow keys select, Enter or Tab accepts, Escape closes. Loaded when the field gets the
// focus.
import { nothing } from "lit";
import type { Project } from "../core/project";
import type { Engine } from "../engine/engine";
import type { FlagDescription } from "../engine/types";
import { html } from "../ui/html";
import { type FlagOption, type FlagOptions, type FlagValues, flagOptions } from "./flag-completion";

export interface FlagListHost {
  project: () => Project;
  engine: Engine;
  /** The paths of the data values of the latest response, with their values. */
  dataValues: () => FlagValues["dataValues"];
  changed: () => void;
  drawn: () => Promise<unknown>;
}

const NONE: FlagOptions = { from: 0, to: 0, options: [] };

export class FlagList {
  #host: FlagListHost;
  #flags: FlagDescription[] | undefined;
  /** Those of the latest run that had some: while a flag is typed, runs fail. */
  #dataValues: FlagValues["dataValues"] = [];
  #found = NONE;
  #active = -1;

  constructor(host: FlagListHost) {
    this.#host = host;
    this.noteValues();
  }

  noteValues(): void {
    const now = this.#host.dataValues();
    if (now.length > 0) this.#dataValues = now;
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
    const files = this.#host.project().files.map(({ path }) => path);
    this.noteValues();
    const values = { files, dataValues: this.#dataValues };
    const found = flagOptions(input.value, input.selectionStart ?? input.value.length, this.#flags, values);
    const typed = input.value.slice(found.from, found.to);
    const [only] = found.options;
    // There is nothing to choose if the only option is already there.
    this.#found = found.options.length === 1 && only?.text.trimEnd() === typed ? NONE : found;
    this.#active = -1;
    this.#host.changed();
  }

  close(): void {
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
    } else if (!this.open) return;
    else if (event.key === "Escape") {
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
