// A paste into the editor may be more than text: a saved playground, files or a command, which the page then offers to open.
import type { Page } from "./page";

/** Other texts need no part of the page to be loaded. */
const SPECIAL = /ytterby:|```|~~~|<<|^(?:#|\/\/|--|==).*\.\w+|\bytt\s/m;

export function watchPastes({ root, workbench, lazy }: Pick<Page, "root" | "workbench" | "lazy">): void {
  const { editor, project } = workbench;
  const look = ({ target, clipboardData }: ClipboardEvent): void => {
    const { current } = project;
    const text = clipboardData?.getData("text/plain");
    if (!text || !SPECIAL.test(text) || !current || !editor.view.contentDOM.contains(target as Node)) return;
    const paste = { text, path: current.path, before: current.content };
    // The editor inserts it first.
    setTimeout(() => void lazy.use(({ pasting }) => pasting.consider(paste)));
  };
  root.addEventListener("paste", (event) => look(event as ClipboardEvent), { capture: true });
}
