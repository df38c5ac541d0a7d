// Line endings. The editor uses line feeds only; files keep their own. Converts contents of files to editor texts and back, and offsets in files,
// which the engine reports, to offsets in editor texts.
import { firstAt } from "./first-at";
import type { WorkFile } from "./work";

/** A file's content as the editor shows it. */
export const editorText = (content: string | Uint8Array): string =>
  typeof content === "string" ? content.replace(/\r\n?/g, "\n") : "";

/**
 * The editor's text as the content of a file that was opened with `original`: unchanged if the text was not edited, else with the line endings that most
 * of its lines had.
 */
export function fileText(text: string, original: string): string {
  if (!original.includes("\r") || editorText(original) === text) return original.includes("\r") ? original : text;
  const crlf = original.split("\r\n").length - 1;
  return crlf > original.split("\n").length - 1 - crlf ? text.replaceAll("\n", "\r\n") : text;
}

/** Offsets of CRLFs. */
function longEnds(content: string): number[] {
  const ends: number[] = [];
  for (let at = content.indexOf("\r\n"); at >= 0; at = content.indexOf("\r\n", at + 2)) ends.push(at);
  return ends;
}

/** Converts an offset in a file to one in the editor: each CRLF before it is one character shorter. */
const toEditor = (ends: readonly number[], offset: number): number =>
  offset - firstAt(ends.length, (at) => (ends[at] ?? 0) + 2 <= offset);

/** Returns a function that converts all offsets in an answer about these files to offsets in the editor's texts. */
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
