// A text that is replaced by another: what changes, and where the cursor goes.
import type { Text } from "@codemirror/state";

/** Maps a position to another text: to the same character of the nearest line with the same content. */
export function near(doc: Text, position: number, text: string): number {
  const line = doc.lineAt(position);
  const lines = text.split("\n");
  const says = line.text.trim();
  const same = lines.flatMap((other, at) => (other.trim() === says ? [at] : []));
  const distance = (at: number) => Math.abs(at + 1 - line.number);
  const best = same.sort((a, b) => distance(a) - distance(b))[0] ?? Math.min(line.number, lines.length) - 1;
  const found = lines[best] ?? "";
  const indent = (of: string) => of.length - of.trimStart().length;
  const column = Math.max(0, position - line.from - indent(line.text)) + indent(found);
  return lines.slice(0, best).reduce((sum, { length }) => sum + length + 1, 0) + Math.min(column, found.length);
}

/** The change from one text to another, without what they have in common at both ends. */
export function difference(old: string, text: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < Math.min(old.length, text.length) && old.charCodeAt(from) === text.charCodeAt(from)) from++;
  let end = 0;
  const most = Math.min(old.length, text.length) - from;
  while (end < most && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}
