// Ctrl S shares, Ctrl K opens the examples and Ctrl Shift F searches all files, wherever the focus is: the browser's own actions for these keys are
// useless here.
import type { Dialogs } from "./dialogs";

export function listenForDialogKeys(root: ShadowRoot, { share, examples, findInFiles }: Dialogs): void {
  const dialogs: Record<string, () => void> = { s: share, k: examples, "shift f": () => findInFiles() };
  addEventListener("keydown", (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || !(ctrlKey || metaKey) || altKey) return;
    const open = dialogs[`${shiftKey ? "shift " : ""}${key.toLowerCase()}`];
    if (!open) return;
    event.preventDefault();
    if (!root.querySelector("dialog[open]")) open();
  });
}
