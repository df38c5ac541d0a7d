// Renames a data value: a field at the word, which shows while the user types how many positions will change, and which ones have to be checked.
// Enter changes all files, the flags and the variables in one step, which the status bar can undo.

import { nothing, render } from "lit";
import { card, closeCards, showCard } from "../../codemirror/cards";
import { NO_ANSWER, unchanged } from "../../codemirror/engine-questions";
import type { Bench } from "../../components/bench";
import { placeLink } from "../../components/places";
import { plural } from "../../core/plural";
import { commandLineOf } from "../../core/shell-words";
import { variableOf } from "../../core/variable-text";
import type { Question, RenameTarget, Renaming, Request } from "../../engine/types";
import { html } from "../../ui/html";
import type { Editor } from "./editor";

/** The workbench, with the editor as a whole. */
export interface RenameBench extends Bench {
  readonly editor: Editor;
  request(): Request;
}

const TYPING_DELAY_MS = 80;

export class Rename {
  readonly #bench: RenameBench;

  constructor(bench: RenameBench) {
    this.#bench = bench;
  }

  /** Asks for a new name for the data value at a position of the open file, or at the cursor. */
  start(position?: number): boolean {
    const { view } = this.#bench.editor;
    void this.#start(position ?? view.state.selection.main.head);
    return true;
  }

  async #start(offset: number): Promise<void> {
    const { engine, editor, notices } = this.#bench;
    const { view, file } = editor;
    const same = unchanged(view);
    const target = await engine.ask<RenameTarget | null>({
      kind: "renameTarget",
      request: this.#bench.request(),
      file,
      offset,
    });
    if (!same()) return;
    if (!target)
      return notices.report(
        target === null ? "F2 renames data values only. Use Ctrl F to find and replace other words." : NO_ANSWER,
      );
    const { start, end } = target.span;
    const field = new Field(this.#bench, target, file);
    showCard(view, {
      pos: start.offset,
      end: end.offset,
      above: true,
      create: () => ({ dom: field.dom, mount: () => field.focus() }),
    });
  }
}

/** The field for a data value, while it is open. */
class Field {
  readonly dom: HTMLElement;
  readonly #bench: RenameBench;
  #target: RenameTarget;
  #file: string;
  #name: string;
  /** What the engine has answered for a name. */
  #renaming: Renaming | undefined;
  #of = "";
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(bench: RenameBench, target: RenameTarget, file: string) {
    this.#bench = bench;
    this.#target = target;
    this.#file = file;
    this.#name = target.name;
    this.dom = card(html``, bench.editor.view, "cm-insight cm-rename");
    this.#draw();
    // Any other name has the same positions.
    void this.#ask(`${target.name}Renamed`).then((renaming) => {
      if (this.#name !== target.name) return;
      this.#renaming = renaming;
      this.#draw();
    });
  }

  focus(): void {
    const input = this.dom.querySelector("input");
    input?.focus();
    input?.select();
  }

  #ask(newName: string): Promise<Renaming | undefined> {
    const offset = this.#target.span.start.offset;
    const question: Question = { kind: "rename", request: this.#bench.request(), file: this.#file, offset, newName };
    return this.#bench.engine.ask<Renaming>(question);
  }

  #typed(event: Event): void {
    this.#name = (event.target as HTMLInputElement).value.trim();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#look(), TYPING_DELAY_MS);
  }

  /** Asks what the name would change; only the latest answer is used. */
  async #look(): Promise<void> {
    const name = this.#name;
    const renaming = await this.#ask(name);
    if (name !== this.#name || !renaming) return;
    this.#renaming = renaming;
    this.#of = name;
    this.#draw();
  }

  async #apply(event: Event): Promise<void> {
    event.preventDefault();
    clearTimeout(this.#pause);
    const { name } = this.#target;
    if (this.#name === name) return this.#leave();
    // Asks once more, as the flags may have changed meanwhile.
    await this.#look();
    const renaming = this.#of === this.#name ? this.#renaming : undefined;
    if (!renaming || renaming.refused || !this.dom.isConnected) return;
    this.#leave();
    this.#change(renaming);
  }

  #leave(): void {
    const { view } = this.#bench.editor;
    closeCards(view);
    view.focus();
  }

  /** Applies all changes, with one undo. */
  #change({ edits, args, env, notFollowed }: Renaming): void {
    const { project, editor, notices } = this.#bench;
    const before = project.save();
    const undo = editor.change(edits, "input.rename");
    if (args) project.setCommandLine(commandLineOf(args));
    if (env) project.setEnv(env.map(variableOf));
    const left = notFollowed.length > 0 ? ` ${plural(notFollowed.length, "place")} may need a look.` : "";
    notices.report(`Renamed ${this.#target.path} to ${this.#name}: ${extent({ edits, args, env })}.${left}`, () => {
      undo();
      if (args) project.setCommandLine(before.commandLine);
      if (env) project.setEnv(before.env);
    });
  }

  #draw(): void {
    const renaming = this.#renaming;
    const refused = renaming?.refused;
    render(
      html`
        <form @submit=${(event: Event) => void this.#apply(event)}>
          <label for="rename-value">Rename <code>${this.#target.path}</code> to</label>
          <div class="rename-row">
            <input id="rename-value" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" .value=${this.#name}
              aria-invalid=${refused ? "true" : "false"} aria-describedby="rename-extent" @input=${(event: Event) => this.#typed(event)} />
            <button type="submit" class="primary">Rename</button>
          </div>
          <p id="rename-extent" role="status" class=${refused ? "objection" : ""}>${refused ? `${refused}.` : renaming ? `Changes ${extent(renaming)}.` : "Finding its uses…"}</p>
        </form>
        ${
          renaming && renaming.notFollowed.length > 0
            ? html`
              <p id="rename-missed">These may also refer to it (unchanged):</p>
              <ul class="related-list" aria-labelledby="rename-missed">
                ${renaming.notFollowed.map(({ file, span, why }) => html`<li>${placeLink({ file, span }, why, this.#bench.navigation)} ${why}</li>`)}
              </ul>
            `
            : nothing
        }
      `,
      this.dom,
    );
  }
}

/** The extent of the changes: `7 occurrences in 3 files, and the flags`. */
function extent({ edits, args, env }: Pick<Renaming, "edits" | "args" | "env">): string {
  const files = new Set(edits.map(({ file }) => file)).size;
  const others = [...(args ? ["the flags"] : []), ...(env ? ["environment variables"] : [])];
  const inFiles = `${plural(edits.length, "occurrence")} in ${plural(files, "file")}`;
  return [...(edits.length > 0 || others.length === 0 ? [inFiles] : []), ...others].join(", and ");
}
