// Folds YAML by indentation. The folds of Lezer's YAML depend on where its incremental parser paused, so a busy machine showed other fold signs.
import { foldService } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** The indentation of a line, or -1 for an empty one. Items of a list may have the indentation of its key, and count as deeper. */
const depthOf = (text: string): number => text.search(/\S/) + (/^\s*-(\s|$)/.test(text) ? 0.5 : 0);

const isComment = (text: string): boolean => /^\s*#/.test(text);

/** Lines that are searched for the end of a fold: this is done for each visible line. */
const MOST_FOLDED = 2000;

/** More deeply indented lines belong to a line; the code of a template may be indented less. */
function deeper({ doc }: EditorState, from: number): { from: number; to: number } | null {
  const line = doc.lineAt(from);
  const own = depthOf(line.text);
  if (own < 0 || isComment(line.text)) return null;
  let end = line.number;
  for (let at = end + 1; at <= Math.min(doc.lines, line.number + MOST_FOLDED); at++) {
    const { text } = doc.line(at);
    const depth = depthOf(text);
    if (depth > own) end = at;
    else if (depth >= 0 && !isComment(text)) break;
  }
  return end > line.number ? { from: line.to, to: doc.line(end).to } : null;
}

export const yamlFolds = foldService.of((state, from) => deeper(state, from));
