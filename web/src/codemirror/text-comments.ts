// Ctrl / in a text template makes lines comments of ytt, `(@# … -@)`, and takes that back. The dash leaves out the line's end; not before a line that
// is empty or indented, as ytt leaves out these spaces as well.
import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";

const COMMENT = /^(\s*\(@# ?)(.*?)( ?-?@\))$/;
const MARK = /\(@|@\)/;

export const isTextTemplate = (path: string): boolean => /\.txt$/.test(path);

/** The lines of all selections that are not empty. */
function linesOf({ doc, selection }: EditorState): Line[] {
  const numbers = new Set<number>();
  for (const { from, to } of selection.ranges)
    for (let number = doc.lineAt(from).number; number <= doc.lineAt(to).number; number++) numbers.add(number);
  return [...numbers].map((number) => doc.line(number)).filter(({ text }) => text.trim() !== "");
}

function comment({ doc }: EditorState, { from, to, number }: Line): ChangeSpec[] {
  const next = number < doc.lines ? doc.line(number + 1).text : "";
  return [
    { from, insert: "(@# " },
    { from: to, insert: /^\S/.test(next) ? " -@)" : " @)" },
  ];
}

function uncomment({ from, to, text }: Line): ChangeSpec[] {
  const [, start = "", , end = ""] = COMMENT.exec(text) ?? [];
  return [
    { from, to: from + start.length },
    { from: to - end.length, to },
  ];
}

/** `refuse` says why nothing is done. */
export function toggleTextComments(refuse: (text: string) => void): StateCommand {
  return ({ state, dispatch }) => {
    const lines = linesOf(state);
    if (lines.length === 0 || state.readOnly) return true;
    const open = lines.filter(({ text }) => !COMMENT.test(text));
    if (open.some(({ text }) => MARK.test(text)))
      refuse("A line with (@ … @) cannot be a comment: in ytt, comments of text templates contain no code.");
    else {
      const changes = open.length > 0 ? open.map((line) => comment(state, line)) : lines.map(uncomment);
      dispatch(state.update({ changes: changes.flat(), userEvent: open.length > 0 ? "input" : "delete" }));
    }
    return true;
  };
}
