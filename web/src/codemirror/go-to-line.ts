// Ctrl G: a panel for the number of a line, or of a line and a column.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, getPanel, keymap, type Panel, showPanel } from "@codemirror/view";
import { render } from "lit";
import { html } from "../ui/html";
import { icon, X } from "../ui/icons";
import { goTo } from "./jump-mark";

const show = StateEffect.define<boolean>();

const isShown = StateField.define<boolean>({
  create: () => false,
  update: (shown, { effects }) => effects.reduce((now, effect) => (effect.is(show) ? effect.value : now), shown),
  provide: (field) => showPanel.from(field, (shown) => (shown ? linePanel : null)),
});

/** `12` or `12:5`, counted from 1; `undefined` for other texts. */
export function parsePlace(text: string): { line: number; column: number } | undefined {
  const [, line, column = "1"] = /^\s*(\d+)\s*(?:[:,]\s*(\d+)?\s*)?$/.exec(text) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

function linePanel(view: EditorView): Panel {
  const dom = document.createElement("div");
  dom.className = "cm-go-to-line";
  const field = () => dom.querySelector("input");
  const close = () => {
    view.dispatch({ effects: show.of(false) });
    view.focus();
  };
  const draw = (objection: string) => {
    const { doc, selection } = view.state;
    const { lines } = doc;
    render(
      html`
        <form class="cm-find-row" @submit=${submit} @keydown=${key}>
          <label>Go to line <input type="text" main-field="true" class="cm-line-field" inputmode="numeric" autocomplete="off" value=${doc.lineAt(selection.main.head).number} aria-invalid=${objection ? "true" : "false"} aria-describedby="cm-line-hint" @input=${() => draw("")} /></label>
          <button type="submit" class="cm-find-button">Go</button>
          <span id="cm-line-hint" class=${objection ? "cm-find-objection" : "cm-find-count"} role="status">${objection || `1 to ${lines}, or line:column`}</span>
          <button type="button" class="cm-find-close" aria-label="Close" title="Close (Escape)" @click=${close}>${icon(X)}</button>
        </form>
      `,
      dom,
    );
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const place = parsePlace(field()?.value ?? "");
    const { doc } = view.state;
    if (!place) {
      draw(`Type a line from 1 to ${doc.lines}, or line:column`);
      field()?.select();
      return;
    }
    const { from, length } = doc.line(Math.max(1, Math.min(place.line, doc.lines)));
    const at = from + Math.max(0, Math.min(place.column - 1, length));
    view.dispatch({ effects: show.of(false) });
    goTo(view, { from: at, to: at }, true);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  draw("");
  return { dom, mount: () => field()?.select() };
}

function open(view: EditorView): boolean {
  const panel = getPanel(view, linePanel);
  if (panel) panel.dom.querySelector("input")?.select();
  else view.dispatch({ effects: show.of(true) });
  return true;
}

export const lineDialog: Extension = [
  isShown,
  keymap.of([
    { key: "Ctrl-g", run: open, preventDefault: true },
    { key: "Mod-Alt-g", run: open, preventDefault: true },
  ]),
];
