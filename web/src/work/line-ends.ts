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

/** The editor's offset of a file's. */
function toEditor(content: string, offset: number): number {
  return offset - (content.slice(0, offset).match(/\r\n/g)?.length ?? 0);
}

/** Moves every place in an answer to where it is in the editor's text. */
export function placesInEditor<T>(answer: T, files: readonly WorkFile[]): T {
  const moved = new Map(
    files.flatMap(({ path, content }) =>
      typeof content === "string" && content.includes("\r\n") ? [[path, content] as const] : [],
    ),
  );
  if (moved.size > 0) move(answer, "", moved);
  return answer;
}

function move(value: unknown, within: string, moved: ReadonlyMap<string, string>): void {
  if (typeof value !== "object" || value === null) return;
  const part = value as Record<string, unknown>;
  const file = typeof part.file === "string" ? part.file : within;
  const content = moved.get(file);
  for (const [key, inner] of Object.entries(part)) {
    if (key === "offset" && content !== undefined) part[key] = toEditor(content, inner as number);
    else move(inner, file, moved);
  }
}
