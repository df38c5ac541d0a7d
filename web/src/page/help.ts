// The keyboard help, in a `dialog` element.
import { html } from "../ui/html";
import { BookOpen, icon, X } from "../ui/icons";

const KEYS: [string, string][] = [
  ["Ctrl K", "look for an example; ↓ goes from the search to what was found, Enter opens it"],
  ["Ctrl S", "share: a link, a file or text"],
  ["Escape, then Tab", "leave the editor (Tab alone indents)"],
  ["F8, Shift F8", "go to the next problem in this file, to the one before; from a file without any, to another"],
  ["Ctrl .", "fix what is wrong in the line, in the editor"],
  ["F2", "rename the data value at the caret, wherever it is used"],
  ["Shift Alt F", "format the file as ytt fmt does"],
  ["Ctrl Shift M", "go to the list of problems, from the editor"],
  ["Ctrl Space", "list what can be typed here"],
  ["F1", "show what is known of the word at the caret; with a card open: go into it"],
  ["F12, Ctrl click", "go to where the word is defined"],
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
      <h2 id="help-title">Keys</h2>
      <button type="submit" class="icon-button" aria-label="Close" title="Close">${icon(X)}</button>
    </form>
    <button type="button" class="quiet" @click=${(event: Event) => {
      (event.currentTarget as HTMLElement).closest("dialog")?.close();
      explain();
    }}>${icon(BookOpen)} What can be wrong: all explanations</button>
    <dl>${KEYS.map(([keys, what]) => html`<div><dt>${keys}</dt><dd>${what}</dd></div>`)}</dl>
    <p>Everything runs in this page: your files go to no server. On a Mac, Ctrl is ⌘.</p>
    <p><a href="./licenses.txt" target="_blank">What this page is made with, and the licences</a></p>
  </dialog>
`;
