// Line ends. The editor knows one kind, a line feed; files and the engine have their own. Texts are given to the editor and taken from it
// here, and places that the engine counts in a file are made places in the editor's text.
import type { WorkFile } from "./work";

/** A text as the editor has it. */
export const editorText = (content: string | Uint8Array): string =>
  typeof content === "string" ? content.replace(/\r\n?/g, "\n") : "";

/** What the editor's text is as a file that came with `came`: as it came, while nobody has changed it, else with the line ends it had. */
export function fileText(text: string, came: string): string {
  if (!came.includes("\r") || editorText(came) === text) return came.includes("\r") ? came : text;
  const crlf = came.split("\r\n").length - 1;
  return crlf > came.split("\n").length - 1 - crlf ? text.replaceAll("\n", "\r\n") : text;
}

/** The editor's offset of a file's. */
function toEditor(content: string, offset: number): number {
  return offset - (content.slice(0, offset).match(/\r\n/g)?.length ?? 0);
}

/** The file's offset of an editor's. */
export function toFile(files: readonly WorkFile[], path: string, offset: number): number {
  const content = files.find((file) => file.path === path)?.content;
  if (typeof content !== "string" || !content.includes("\r\n")) return offset;
  let at = 0;
  for (let left = offset; left > 0; left--) at += content.startsWith("\r\n", at) ? 2 : 1;
  return at;
}

/** Moves every place in an answer to where it is in the editor's text. `file` is the one that places without a file are in. */
export function placesInEditor<T>(answer: T, files: readonly WorkFile[], file = ""): T {
  const moved = new Map(
    files.flatMap(({ path, content }) =>
      typeof content === "string" && content.includes("\r\n") ? [[path, content] as const] : [],
    ),
  );
  if (moved.size > 0) move(answer, file, moved);
  return answer;
}

function move(value: unknown, within: string, moved: ReadonlyMap<string, string>): void {
  if (typeof value !== "object" || value === null) return;
  const part = value as Record<string, unknown>;
  const file = typeof part.file === "string" ? part.file : within;
  const content = moved.get(file);
  for (const [key, inner] of Object.entries(part)) {
    // `offset` in spans; `from` and `to` of completions.
    const counts = key === "offset" || ((key === "from" || key === "to") && typeof inner === "number");
    if (counts && content !== undefined) part[key] = toEditor(content, inner as number);
    else move(inner, file, moved);
  }
}
