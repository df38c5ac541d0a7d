// A text that is replaced by another: the changes, and the new place of the cursor.

import type { Text } from "@codemirror/state";
import { commonEnds } from "../core/common-ends";

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

/** The change from one text to another, without their common parts at both ends. */
export function difference(old: string, text: string): { from: number; to: number; insert: string } {
  const { start, end } = commonEnds(old, text);
  return { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
}
