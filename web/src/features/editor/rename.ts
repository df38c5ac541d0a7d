// Renames a data value, a variable or a function: a field at the word, which shows while the user types how many positions will change, and which ones have to be checked.
// Enter changes all files, the flags and the variables in one step, which the status bar can undo. Files that only other runs read, and the variants
// to compare with, are listed: each can be left out.

import { nothing, render } from "lit";
import { card, closeCards, showCard } from "../../codemirror/cards";
import { NO_ANSWER, unchanged } from "../../codemirror/engine-questions";
import type { Bench } from "../../components/bench";
import { placeLink } from "../../components/places";
import { plural } from "../../core/plural";
import { commandLineOf } from "../../core/shell-words";
import { variableOf } from "../../core/variable-text";
import { environment } from "../../core/work";
import type { Edit, RenameTarget, Renaming, Request } from "../../engine/types";
import { html } from "../../ui/html";
import type { Editor } from "./editor";

/** The workbench, with the editor as a whole. */
export interface RenameBench extends Bench {
  readonly editor: Editor;
  request(): Request;
}

const TYPING_DELAY_MS = 80;

/** Flags and variables of a variant that name the data value. */
interface VariantChange {
  /** The index of the variant. */
  at: number;
  name: string;
  args: string[] | null;
  env: string[] | null;
}

/** The changes by a name, in this run and beside it. */
interface Renamed extends Renaming {
  variants: VariantChange[];
}

/** Answers to a question about the run, and about those of the variants. */
function together(own: Renaming, variants: readonly (VariantChange & { renaming: Renaming | undefined })[]): Renamed {
  const known = new Set([...own.edits, ...own.elsewhere].map(({ file }) => file));
  const elsewhere = [...own.elsewhere];
  const changes: VariantChange[] = [];
  for (const { at, name, renaming } of variants) {
    if (!renaming || renaming.refused) continue;
    const { args, env } = renaming;
    if (args || env) changes.push({ at, name, args, env });
    const added = [...renaming.edits, ...renaming.elsewhere].filter(({ file }) => !known.has(file));
    elsewhere.push(...added);
    for (const { file } of added) known.add(file);
  }
  return { ...own, elsewhere, variants: changes };
}

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
        target === null
          ? "F2 renames data values, variables and functions. Use Ctrl F to find and replace other words."
          : NO_ANSWER,
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
  /** The engine's answer for a name. */
  #renaming: Renamed | undefined;
  #of = "";
  /** Files and variants beside this run that the user has left out. */
  readonly #left = new Set<string>();
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

  async #ask(newName: string): Promise<Renamed | undefined> {
    const { engine, project } = this.#bench;
    const request = this.#bench.request();
    const offset = this.#target.span.start.offset;
    const ask = (request: Request) =>
      engine.ask<Renaming>({ kind: "rename", request, file: this.#file, offset, newName });
    const own = await ask(request);
    if (!own || own.refused) return own && { ...own, variants: [] };
    const variants = project.variants.map(async ({ name, commandLine, env }, at) => {
      const renaming = await ask({ ...request, args: commandLine, env: environment(env) });
      return { at, name: name || `Variant ${at + 1}`, args: null, env: null, renaming };
    });
    return together(own, await Promise.all(variants));
  }

  #typed(event: Event): void {
    this.#name = (event.target as HTMLInputElement).value.trim();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#look(), TYPING_DELAY_MS);
  }

  /** Asks for the changes by the name; only the latest answer is used. */
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
  #change(renaming: Renamed): void {
    const { project, editor, notices } = this.#bench;
    const { args, env, notFollowed, edits, variants } = this.#chosen(renaming);
    const settings = () => ({ commandLine: project.commandLine, env: project.env, variants: project.variants });
    const before = settings();
    const renameInSettings = () => {
      if (args) project.setCommandLine(commandLineOf(args));
      if (env) project.setEnv(env.map(variableOf));
      if (variants.length > 0) {
        project.setVariants(
          project.variants.map((variant, index) => {
            const change = variants.find(({ at }) => at === index);
            if (!change) return variant;
            const commandLine = change.args ? commandLineOf(change.args) : variant.commandLine;
            return { ...variant, commandLine, env: change.env ? change.env.map(variableOf) : variant.env };
          }),
        );
      }
      return settings();
    };
    let after = renameInSettings();
    const undo = editor.change(edits, "input.rename", {
      // Not those that the user has changed since.
      undo: () => {
        if (project.commandLine === after.commandLine) project.setCommandLine(before.commandLine);
        if (project.env === after.env) project.setEnv(before.env);
        if (project.variants === after.variants) project.setVariants(before.variants);
      },
      redo: () => {
        after = renameInSettings();
      },
    });
    const left = notFollowed.length > 0 ? ` ${plural(notFollowed.length, "place")} may need a look.` : "";
    notices.report(
      `Renamed ${this.#target.path} to ${this.#name}: ${extent({ edits, args, env, variants })}.${left}`,
      undo,
    );
  }

  /** The changes without those that the user has left out. */
  #chosen(renaming: Renamed): Renamed {
    const { edits, elsewhere, variants } = renaming;
    const chosen = elsewhere.filter(({ file }) => !this.#left.has(fileKey(file)));
    return {
      ...renaming,
      edits: [...edits, ...chosen],
      variants: variants.filter(({ at }) => !this.#left.has(variantKey(at))),
    };
  }

  /** Files and variants that are not part of this run, to be left out or not. */
  #beside({ elsewhere, variants }: Renamed) {
    if (elsewhere.length === 0 && variants.length === 0) return nothing;
    const choice = (key: string, text: unknown) => {
      const toggle = (event: Event) => {
        if ((event.target as HTMLInputElement).checked) this.#left.delete(key);
        else this.#left.add(key);
        this.#draw();
      };
      return html`<li><label><input type="checkbox" .checked=${!this.#left.has(key)} @change=${toggle} /> <span>${text}</span></label></li>`;
    };
    const files = [...new Set(elsewhere.map(({ file }) => file))];
    return html`
      <ul class="rename-beside" aria-label="Not part of this run">
        ${files.map((file) => choice(fileKey(file), html`also in <code>${file}</code>, not part of this run`))}
        ${variants.map(({ at, name, args }) => choice(variantKey(at), html`also in the ${args ? "flags" : "variables"} of the variant ${name}`))}
      </ul>
    `;
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
          <p id="rename-extent" role="status" class=${refused ? "objection" : ""}>${refused ? `${refused}.` : renaming ? `Changes ${extent(this.#chosen(renaming))}.` : "Finding its uses…"}</p>
          ${renaming && !refused ? this.#beside(renaming) : nothing}
        </form>
        ${
          renaming && renaming.notFollowed.length > 0
            ? html`
              <p id="rename-missed">These may also refer to it (unchanged):</p>
              <ul class="related-list plain-list" aria-labelledby="rename-missed">
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

const fileKey = (path: string): string => `file ${path}`;
const variantKey = (at: number): string => `variant ${at}`;

/** The changes that an extent counts. */
interface Changes extends Pick<Renamed, "args" | "env" | "variants"> {
  edits: readonly Edit[];
}

/** The extent of the changes: `7 occurrences in 3 files, and the flags`. */
function extent({ edits, args, env, variants }: Changes): string {
  const files = new Set(edits.map(({ file }) => file)).size;
  const others = [
    ...(args ? ["the flags"] : []),
    ...(env ? ["environment variables"] : []),
    ...(variants.length > 0 ? [plural(variants.length, "variant")] : []),
  ];
  const inFiles = `${plural(edits.length, "occurrence")} in ${plural(files, "file")}`;
  return [...(edits.length > 0 || others.length === 0 ? [inFiles] : []), ...others].join(", and ");
}
