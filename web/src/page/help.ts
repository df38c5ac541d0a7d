// The keyboard help, in a `dialog` element.
import { html } from "../ui/html";
import { BookOpen, icon, X } from "../ui/icons";

const KEYS: [string, string][] = [
  ["F6, Shift F6", "go to the next or previous pane"],
  ["Ctrl 1 … Ctrl 5", "go to the flags, the files, the editor, the result, the problems"],
  ["Ctrl K", "search the examples; ↓ moves to the results, Enter opens one"],
  ["Ctrl S", "share: a link, a file or text"],
  ["Escape, then Tab", "leave the editor (Tab alone indents)"],
  ["F8, Shift F8", "go to the next or previous problem; if this file has none, to another file"],
  ["Ctrl .", "open the quick fixes of the line, in the editor"],
  ["F2", "rename the data value at the cursor everywhere"],
  ["Shift Alt F", "format the file as ytt fmt does"],
  ["Ctrl Shift M", "go to the list of problems, from the editor"],
  ["Ctrl Space", "open the completions"],
  ["F1", "show the documentation of the word at the cursor; again: move into it"],
  ["F12, Ctrl click", "go to the definition"],
  ["Alt Z", "wrap long lines or scroll them, in the editor or the output"],
  ["Ctrl F", "find and replace in this file"],
  ["Ctrl Enter", "run again"],
  ["↑ ↓", "go from file to file, in the list of files"],
  ["Alt ↑  Alt ↓", "move the file up or down, in the list of files"],
  ["F2", "rename the file, in the list of files"],
  ["Delete", "delete the file, in the list of files"],
  ["Enter", "go to the template line of an output line, in the output"],
  ["Alt Enter, Alt click", "go to the output of a line, in the editor"],
  ["← → ↑ ↓", "resize panes, on the line between them"],
];

export function openHelp(root: ShadowRoot): void {
  root.querySelector<HTMLDialogElement>("dialog.help")?.showModal();
}

export const helpDialog = (explain: () => void) => html`
  <dialog class="help" aria-labelledby="help-title" @click=${(event: Event) => event.target === event.currentTarget && (event.target as HTMLDialogElement).close()}>
    <form method="dialog">
      <h2 id="help-title">Keyboard shortcuts</h2>
      <button type="submit" class="icon-button" aria-label="Close" title="Close">${icon(X)}</button>
    </form>
    <button type="button" class="quiet" @click=${(event: Event) => {
      (event.currentTarget as HTMLElement).closest("dialog")?.close();
      explain();
    }}>${icon(BookOpen)} Error reference</button>
    <dl>${KEYS.map(([keys, what]) => html`<div><dt>${keys}</dt><dd>${what}</dd></div>`)}</dl>
    <p>Everything runs in your browser: your files are never uploaded. On a Mac, press ⌘ instead of Ctrl.</p>
    <p><a href="./licenses.txt" target="_blank">Open-source licences</a></p>
  </dialog>
`;
