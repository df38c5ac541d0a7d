// The fixes of the cursor's line, and the refactorings of its value, as a menu at the cursor: arrow keys select, Enter applies, Escape closes.

import { closeCards } from "../../codemirror/cards";
import { unchanged } from "../../codemirror/engine-questions";
import type { Bench } from "../../components/bench";
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
  report: (text: string) => void;
}

export class FixMenu {
  #host: FixMenuHost;
  #fixes: Fix[] = [];
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
    this.#fixes = [...this.#ofLine(), ...(refactorings ?? [])];
    if (this.#fixes.length === 0) return this.#host.report("No quick fix here.");
    closeCards(view);
    // Enter applies the first.
    await this.#menu.open(this.#caret, 0);
  }

  render() {
    return this.#menu.list("Fixes", () =>
      this.#fixes.map((fix) => this.#menu.item(html`${icon(Wrench)} ${fix.title}`, () => this.#host.fix(fix))),
    );
  }
}
