// Line ends. The editor knows one kind, a line feed; files have their own. Texts are given to the editor and taken from it here, and places that
// the engine counts in a file that it has run are made places in the editor's text.
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

/** Where the line ends of two characters are. */
function longEnds(content: string): number[] {
  const ends: number[] = [];
  for (let at = content.indexOf("\r\n"); at >= 0; at = content.indexOf("\r\n", at + 2)) ends.push(at);
  return ends;
}

/** The editor's offset of a file's: each long line end that is wholly before it is one character shorter. */
function toEditor(ends: readonly number[], offset: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) + 2 <= offset) low = middle + 1;
    else high = middle;
  }
  return offset - low;
}

/** What moves every place in an answer about these files to where it is in the editor's text. */
export function placing(files: readonly WorkFile[]): <T>(answer: T) => T {
  const moved = new Map(
    files.flatMap(({ path, content }) =>
      typeof content === "string" && content.includes("\r\n") ? [[path, longEnds(content)] as const] : [],
    ),
  );
  return (answer) => {
    if (moved.size > 0) move(answer, "", moved);
    return answer;
  };
}

function move(value: unknown, within: string, moved: ReadonlyMap<string, readonly number[]>): void {
  if (typeof value !== "object" || value === null) return;
  const part = value as Record<string, unknown>;
  const file = typeof part.file === "string" ? part.file : within;
  const ends = moved.get(file);
  for (const [key, inner] of Object.entries(part)) {
    if (key === "offset" && ends !== undefined) part[key] = toEditor(ends, inner as number);
    else move(inner, file, moved);
  }
}
