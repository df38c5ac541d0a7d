// The list of completions below the field of the command bar: arrow keys select, Enter or Tab accepts, Escape closes, Ctrl Space opens it. Loaded when the field gets the
// focus.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Project } from "../core/project";
import type { Engine } from "../engine/engine";
import type { FlagDescription } from "../engine/types";
import { html } from "../ui/html";
import { drawn } from "../ui/part";
import { spread } from "../ui/spread";
import { type FlagOption, type FlagOptions, type FlagValues, flagOptions } from "./flag-completion";

/** The distance of a character in a field from the left of the command line. */
function leftOf(input: HTMLInputElement, at: number): number {
  const context = document.createElement("canvas").getContext("2d");
  const bar = input.closest(".command-line");
  if (!context || !bar) return 0;
  context.font = getComputedStyle(input).font;
  const { width } = context.measureText(input.value.slice(0, at));
  return input.getBoundingClientRect().left - bar.getBoundingClientRect().left - input.scrollLeft + width;
}

const NONE: FlagOptions = { from: 0, to: 0, options: [] };

export class FlagList {
  readonly #project: Project;
  readonly #engine: Engine;
  readonly #dataValues: () => FlagValues["dataValues"];
  readonly #typed: () => void;
  readonly #found = signal(NONE);
  readonly #selected = signal(-1);
  /** The distance from the left of the command line to the word that is completed, in px. */
  readonly #left = signal(0);
  /** Asked for once: an answer that comes later than another would undo the selection. */
  #asked: Promise<FlagDescription[] | undefined> | undefined;
  #flags: FlagDescription[] | undefined;
  /** The field, while completions are wanted: there may be none yet. */
  #input: HTMLInputElement | undefined;

  /**
   * `dataValues` returns the paths of the data values that are known, with their values; `refresh` has to be called when there are others. `typed` is
   * called when a completion is accepted.
   */
  constructor(project: Project, engine: Engine, dataValues: () => FlagValues["dataValues"], typed: () => void) {
    this.#project = project;
    this.#engine = engine;
    this.#dataValues = dataValues;
    this.#typed = typed;
  }

  get open(): boolean {
    return this.#found.value.options.length > 0;
  }

  /** The id of the selected option. */
  get active(): string | undefined {
    return this.open && this.#selected.value >= 0 ? `flag-option-${this.#selected.value}` : undefined;
  }

  /** Shows the options at the cursor. */
  async show(input: HTMLInputElement): Promise<void> {
    this.#asked ??= this.#engine.ask<FlagDescription[]>({ kind: "flags" });
    this.#flags = await this.#asked;
    if (!this.#flags) this.#asked = undefined;
    // The focus may have moved meanwhile.
    if (!this.#flags || !input.matches(":focus")) return;
    this.#input = input;
    this.#found.value = this.#fitting(input, this.#flags);
    this.#selected.value = -1;
    this.#left.value = leftOf(input, this.#found.value.from);
  }

  #fitting(input: HTMLInputElement, flags: readonly FlagDescription[]): FlagOptions {
    const files = this.#project.files.map(({ path }) => path);
    const caret = input.selectionStart ?? input.value.length;
    const found = flagOptions(input.value, caret, flags, { files, dataValues: this.#dataValues() });
    const typed = input.value.slice(found.from, found.to);
    const [only] = found.options;
    // There is nothing to choose if the only option is already there.
    return found.options.length === 1 && only?.text.trimEnd() === typed ? NONE : found;
  }

  /** Data values may be known that were not when the list was shown. The selected option stays selected. */
  refresh(): void {
    if (!this.#input || !this.#flags) return;
    const selected = this.#found.value.options[this.#selected.value]?.text;
    this.#found.value = this.#fitting(this.#input, this.#flags);
    this.#selected.value = this.#found.value.options.findIndex(({ text }) => text === selected);
  }

  close(): void {
    this.#input = undefined;
    if (!this.open) return;
    this.#found.value = NONE;
  }

  key(event: KeyboardEvent): void {
    const input = event.currentTarget as HTMLInputElement;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      void this.show(input);
    } else if (step !== undefined) {
      event.preventDefault();
      if (!this.open) void this.show(input);
      else if (this.#selected.value < 0 && step < 0) this.#select(input, -1);
      else this.#select(input, this.#selected.value + step);
    } else if (!this.open) {
      // Also those that are still to come.
      if (event.key === "Escape") this.close();
    } else if (event.key === "Escape") {
      event.preventDefault();
      // The other parts below the bar stay open.
      event.stopPropagation();
      this.close();
    } else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      const { from, to, options } = this.#found.value;
      // As in a shell, Tab completes a word; if there is none, it leaves the field.
      const first = event.key === "Tab" && from < to ? 0 : -1;
      const option = options[this.#selected.value >= 0 ? this.#selected.value : first];
      if (!option) return;
      event.preventDefault();
      this.#accept(input, option);
    }
  }

  #select(input: HTMLInputElement, at: number): void {
    const { length } = this.#found.value.options;
    this.#selected.value = (at + length) % length;
    void drawn().then(() => {
      const list = input.closest(".command-line")?.querySelector("#flag-options");
      list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    });
  }

  #accept(input: HTMLInputElement, option: FlagOption | undefined): void {
    if (!option) return;
    const { from, to } = this.#found.value;
    const rest = input.value.slice(to);
    const text = rest.startsWith(" ") ? option.text.trimEnd() : option.text;
    const line = input.value.slice(0, from) + text + rest;
    this.#input = undefined;
    this.#found.value = NONE;
    this.#project.setCommandLine(line);
    this.#typed();
    const caret = from + option.text.length;
    void drawn().then(() => {
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
      <div class="flag-place" data-spread=${spread({ style: { "--word": `${this.#left.value}px` } })}><ul id="flag-options" class="menu flag-options" role="listbox" aria-label="Completions" @pointerdown=${(event: Event) => event.preventDefault()}>
        ${this.#found.value.options.map(
          (option, at) =>
            html`<li id="flag-option-${at}" class="menu-item" role="option" aria-selected=${at === this.#selected.value ? "true" : "false"} @click=${(event: Event) => accept(event, option)}><code>${option.text.trimEnd()}</code> <span>${option.description}</span></li>`,
        )}
      </ul></div>
    `;
  }
}
