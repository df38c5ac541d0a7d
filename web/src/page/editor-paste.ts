// A paste into the editor may be more than text: a saved playground, files or a command, which the page then offers to open.
import { exact, type ProjectFile } from "../core/project";
import { isPlainValues, isPlainYaml } from "../formats/plain-values";
import type { Page } from "./page";

/** Other texts need no part of the page to be loaded. */
const SPECIAL = /ytterby:|```|~~~|<<|^(?:#|\/\/|--|==).*\.\w+|\bytt\s/m;

/** Whether the file has nothing but the text, which is plain values. The only file may have any name. */
function isWholeFileOfValues(file: ProjectFile, text: string, isOnly: boolean): boolean {
  const isWhole = file.content.trim() === text.replaceAll("\r\n", "\n").trim();
  return isWhole && (isOnly ? isPlainYaml : isPlainValues)(exact(file));
}

export function watchPastes({ root, workbench, lazy }: Pick<Page, "root" | "workbench" | "lazy">): void {
  const { editor, project } = workbench;
  const look = ({ target, clipboardData }: ClipboardEvent): void => {
    const { current } = project;
    const text = clipboardData?.getData("text/plain");
    if (!text || !current || !editor.view.contentDOM.contains(target as Node)) return;
    const paste = { text, path: current.path, before: current.content };
    // The editor inserts it first.
    setTimeout(() => {
      const isValues = isWholeFileOfValues(current, text, project.files.length === 1);
      if (SPECIAL.test(text) || isValues) lazy.use(({ pasting }) => pasting.consider(paste, isValues));
    });
  };
  root.addEventListener("paste", (event) => look(event as ClipboardEvent), { capture: true });
}
