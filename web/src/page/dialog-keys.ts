// Ctrl S shares and Ctrl K opens the examples, wherever the focus is: the browser's own actions for these keys are useless here.
import type { Page } from "./page";

export function listenForDialogKeys({ root, share, examples }: Pick<Page, "root" | "share" | "examples">): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    const open = key === "s" ? share : key === "k" ? examples : undefined;
    if (!open) return;
    event.preventDefault();
    if (!root.querySelector("dialog[open]")) open();
  });
}
