// Recognises pasted text: a saved playground, several files, or a command line of ytt.

import { isBundle } from "./bundle";
import { commandIn, type PastedCommand } from "./pasted-command";
import { filesInDocuments, filesInMarkdown, filesInScript, type PastedFiles } from "./pasted-files";

export type Pasted = { kind: "bundle" } | ({ kind: "files" } & PastedFiles) | ({ kind: "command" } & PastedCommand);

/** Longer texts are not searched. */
const LONGEST = 2_000_000;
const MOST_NAMED = 4;

/** `undefined` for other text. */
export function recognised(source: string): Pasted | undefined {
  if (source.length > LONGEST) return undefined;
  const text = source.replaceAll("\r\n", "\n").replace(/^\ufeff/, "");
  if (isBundle(text)) return { kind: "bundle" };
  const command = commandIn(text);
  if (command) return { kind: "command", ...command };
  // In this order: a script or documents may contain Markdown, and the blocks of Markdown scripts.
  for (const read of /^[ \t]*(?:`{3}|~{3})/m.test(text)
    ? [filesInMarkdown, filesInScript, filesInDocuments]
    : [filesInScript, filesInDocuments]) {
    const found = read(text);
    if (found.files.length > 0) return { kind: "files", ...found };
  }
  return undefined;
}

/** `a, b and 3 more`. */
function named(names: readonly string[]): string {
  const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const last = names.length > MOST_NAMED ? `${names.length - shown.length} more` : shown.at(-1);
  const others = names.length > MOST_NAMED ? shown : shown.slice(0, -1);
  return others.length > 0 ? `${others.join(", ")} and ${last}` : (last ?? "");
}

/** The recognised kind of a text, in a sentence. */
export function descriptionOf(pasted: Pasted): string {
  switch (pasted.kind) {
    case "bundle":
      return "This looks like a saved playground (a bundle).";
    case "command":
      return `This looks like a ytt command: ytt ${pasted.commandLine}`;
    case "files": {
      const { files, command } = pasted;
      const what = files.length === 1 ? "a file" : `${files.length} files`;
      return `This looks like ${what}: ${named(files.map(({ path }) => path))}${command ? ", and a ytt command" : ""}.`;
    }
  }
}
