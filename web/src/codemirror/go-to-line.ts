// Ctrl G: a panel for the number of a line, or of a line and a column.
import { type EditorView, getDialog, keymap, showDialog } from "@codemirror/view";
import { render } from "lit";
import { html } from "../ui/html";
import { goTo } from "./jump-mark";

const NAME = "cm-go-to-line";
/** `12` or `12:5`, counted from 1. */
const PLACE = /^\s*(\d+)\s*(?:[:,]\s*(\d+)?\s*)?$/;

function formFor({ state }: EditorView, refused: string | undefined): HTMLFormElement {
  const form = document.createElement("form");
  form.className = "cm-find-row";
  const { doc, selection } = state;
  const isRefused = refused !== undefined;
  const places = `1 to ${doc.lines}, or line:column`;
  render(
    html`
      <label>Go to line <input type="text" name="line" class="cm-line-field" inputmode="numeric" autocomplete="off" value=${refused ?? doc.lineAt(selection.main.head).number} aria-invalid=${isRefused ? "true" : "false"} aria-describedby="cm-line-hint" /></label>
      <button type="submit" class="cm-find-button">Go</button>
      <span id="cm-line-hint" class=${isRefused ? "cm-find-objection" : "cm-find-count"}>${isRefused ? `Type a line from ${places}` : places}</span>
    `,
    form,
  );
  return form;
}

/** `refused` is the text that was typed before, which is no place. */
async function ask(view: EditorView, refused?: string): Promise<void> {
  const content = () => formFor(view, refused);
  const form = await showDialog(view, { content, class: NAME, focus: "input" }).result;
  // CodeMirror does so only outside of shadow roots.
  view.focus();
  if (!form) return;
  const typed = String(new FormData(form).get("line"));
  const [, line, column = "1"] = PLACE.exec(typed) ?? [];
  if (line === undefined) return ask(view, typed);
  const { doc } = view.state;
  const { from, length } = doc.line(Math.max(1, Math.min(Number(line), doc.lines)));
  const at = from + Math.max(0, Math.min(Number(column) - 1, length));
  goTo(view, { from: at, to: at }, true);
}

function open(view: EditorView): boolean {
  const dialog = getDialog(view, NAME);
  if (dialog) dialog.dom.querySelector("input")?.select();
  else void ask(view);
  return true;
}

export const lineDialog = keymap.of([
  { key: "Ctrl-g", run: open, preventDefault: true },
  { key: "Mod-Alt-g", run: open, preventDefault: true },
]);
