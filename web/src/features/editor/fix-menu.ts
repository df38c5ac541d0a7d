// The fixes of the cursor's line, and the refactorings of its value, as a menu at the cursor: arrow keys select, Enter applies, Escape closes. In the
// command line, those of the argument at the cursor.

import { nothing } from "lit";
import { closeCards, showNote } from "../../codemirror/cards";
import { unchanged } from "../../codemirror/engine-questions";
import type { Bench } from "../../components/bench";
import { argumentAt } from "../../core/shell-words";
import type { Diagnostic, Fix, Place, Request } from "../../engine/types";
import { html } from "../../ui/html";
import { icon, Wrench } from "../../ui/icons";
import { type Anchor, Menu } from "../../ui/menu";
import type { Editor } from "./editor";

export interface FixMenuHost {
  root: ShadowRoot;
  editor: Editor;
  engine: Pick<Bench["engine"], "ask">;
  request: () => Request;
  /** All shown diagnostics: problems and lints. */
  diagnostics: () => readonly Diagnostic[];
  /** Resolves when they are those of the current text. */
  settled: () => Promise<void>;
  fix: (fix: Fix) => void;
  /** The same, where the focus stays in the command line. */
  fixFlags: (fix: Fix) => void;
  commandLine: () => string;
  /** Asks for a name for the data value at a position of the open file. */
  rename: (position: number) => void;
  report: (text: string) => void;
}

export class FixMenu {
  #host: FixMenuHost;
  #fixes: Fix[] = [];
  #apply: (fix: Fix) => void = () => {};
  #menu: Menu;

  constructor(host: FixMenuHost) {
    this.#host = host;
    this.#menu = new Menu({ id: "fixes", root: host.root });
  }

  get #caret(): Anchor {
    const { view } = this.#host.editor;
    return view.coordsAtPos(view.state.selection.main.head) ?? view.dom.getBoundingClientRect();
  }

  /** Fixes of problems in the line, and fixes that change it. */
  #ofLine(): Fix[] {
    const { file, line } = this.#host.editor;
    const isHere = ({ file: other, span }: Place) =>
      other === file && !!span && span.start.line <= line && line <= span.end.line;
    const here = this.#host.diagnostics().flatMap(({ primary, related, fixes }) => {
      const all = (primary && isHere(primary)) || related.some(isHere);
      return all ? fixes : fixes.filter(({ edits }) => edits.some(isHere));
    });
    const seen = new Set<string>();
    return here.filter((fix) => {
      const key = JSON.stringify(fix);
      return !seen.has(key) && seen.add(key);
    });
  }

  open(): boolean {
    void this.#open();
    return true;
  }

  /** Once the problems of the current text are known, unless the user moves on meanwhile. */
  async #open(): Promise<void> {
    const { editor, engine, request, settled } = this.#host;
    const { view, file } = editor;
    const same = unchanged(view);
    await settled();
    const offset = view.state.selection.main.head;
    const refactorings = await engine.ask<Fix[]>({ kind: "refactorings", request: request(), file, offset });
    if (!same()) return;
    this.#apply = (fix) => this.#fixHere(fix);
    this.#fixes = [...this.#ofLine(), ...(refactorings ?? [])];
    if (this.#fixes.length === 0) return showNote(view, "No quick fix here.");
    closeCards(view);
    // Enter applies the first.
    await this.#menu.open(this.#caret, 0);
  }

  /** A new data value has a name that was found for it: the user may type another one. */
  #fixHere(fix: Fix): void {
    const { editor, fix: apply, rename } = this.#host;
    const name = nameMadeBy(fix, editor.file);
    apply(fix);
    if (name === undefined || name > editor.view.state.doc.length) return;
    editor.view.dispatch({ selection: { anchor: name } });
    rename(name);
  }

  /** Below the field of the command line. */
  async openForFlags(input: HTMLInputElement): Promise<void> {
    const { settled, diagnostics, commandLine, fixFlags, report } = this.#host;
    await settled();
    if (!input.matches(":focus")) return;
    this.#apply = fixFlags;
    this.#fixes = fixesOfFlags(diagnostics(), commandLine(), input.selectionStart ?? 0);
    if (this.#fixes.length === 0) return report("No quick fix here.");
    await this.#menu.open(input.getBoundingClientRect(), 0);
  }

  /** A landmark, as the menu is beside the parts of the page. */
  render() {
    if (!this.#menu.isOpen) return nothing;
    return html`<section aria-label="Quick fixes">${this.#menu.list("Fixes", () =>
      this.#fixes.map((fix) => this.#menu.item(html`${icon(Wrench)} ${fix.title}`, () => this.#apply(fix))),
    )}</section>`;
  }
}

/** The fixes of the argument at the cursor; of all flags, if it has none. */
export function fixesOfFlags(diagnostics: readonly Diagnostic[], line: string, caret: number): Fix[] {
  const ofFlags = diagnostics.filter(({ argument, code }) => argument !== null || code === "flag");
  const here = ofFlags.filter(({ argument }) => {
    const word = argument === null ? undefined : argumentAt(line, argument);
    return word && word.from <= caret && caret <= word.to;
  });
  const own = here.flatMap(({ fixes }) => fixes);
  return own.length > 0 ? own : ofFlags.flatMap(({ fixes }) => fixes);
}

/** The end of the name of a data value that a fix makes, in the resulting text of a file; undefined if it makes none. */
export function nameMadeBy({ title, edits }: Fix, path: string): number | undefined {
  if (!title.startsWith("Make it the data value")) return undefined;
  let shift = 0;
  for (const { span, text } of edits
    .filter(({ file }) => file === path)
    .toSorted((one, other) => one.span.start.offset - other.span.start.offset)) {
    const { index = 0, 0: code } = /data\.values[.[][^\s)]*[\w-]/.exec(text) ?? {};
    if (code) return span.start.offset + shift + index + code.length;
    shift += text.length - (span.end.offset - span.start.offset);
  }
  return undefined;
}
