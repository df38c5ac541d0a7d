// The fixes of the cursor's line as a menu at the cursor: arrow keys select, Enter applies, Escape closes.
import { nothing } from "lit";
import { closeCards } from "../../codemirror/cards";
import { unchanged } from "../../codemirror/engine-questions";
import type { Diagnostic, Fix, Place } from "../../engine/types";
import { html } from "../../ui/html";
import { icon, Wrench } from "../../ui/icons";
import type { Menu } from "../../ui/menu";
import { spread } from "../../ui/spread";
import type { Widgets } from "../../ui/widgets";
import type { Editor } from "./editor";

export interface FixMenuHost {
  editor: () => Editor;
  /** All shown diagnostics: problems and lints. */
  diagnostics: () => readonly Diagnostic[];
  /** Resolves when they are those of the current text. */
  settled: () => Promise<void>;
  changed: () => void;
  drawn: () => Promise<unknown>;
  fix: (fix: Fix) => void;
  report: (text: string) => void;
}

export class FixMenu {
  #host: FixMenuHost;
  #fixes: Fix[] = [];
  #menu: Menu;

  constructor(widgets: Widgets, host: FixMenuHost) {
    this.#host = host;
    this.#menu = widgets.menu({
      id: "fixes",
      select: (at) => {
        const fix = this.#fixes[Number(at)];
        if (fix) host.fix(fix);
      },
      at: () => this.#caret(),
      closed: () => host.editor().view.focus(),
    });
  }

  #caret() {
    const { view } = this.#host.editor();
    const { left, top, bottom } = view.coordsAtPos(view.state.selection.main.head) ?? view.dom.getBoundingClientRect();
    return { x: left, y: top, width: 1, height: bottom - top };
  }

  /** Fixes of problems in the line, and fixes that change it. */
  #ofLine(): Fix[] {
    const { file, line } = this.#host.editor();
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
    const { editor, settled } = this.#host;
    const same = unchanged(editor().view);
    await settled();
    if (!same()) return;
    this.#fixes = this.#ofLine();
    if (this.#fixes.length === 0) return this.#host.report("No quick fix here.");
    closeCards(editor().view);
    this.#host.changed();
    await this.#menu.load();
    await this.#host.drawn();
    await this.#menu.open();
    // Once it is open, Enter applies the first.
    requestAnimationFrame(() => this.#menu.parts?.setHighlightedValue("0"));
  }

  render() {
    const menu = this.#menu.parts;
    if (!menu) return nothing;
    return html`
      <div class="positioner" ${spread(menu.getPositionerProps())}>
        <div class="menu fix-menu" ${spread({ ...menu.getContentProps(), "aria-label": "Fixes", "aria-labelledby": undefined })}>
          ${this.#fixes.map(
            ({ title }, at) =>
              html`<div class="menu-item line" ${spread(menu.getItemProps({ value: String(at) }))}>${icon(Wrench)} ${title}</div>`,
          )}
        </div>
      </div>
    `;
  }
}
