import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { nextProblem } from "./next-problem";

const TEXT = "a: 20\nb:\n- x: 30\n";

/** A file with a problem of `20`, one of the list with one of its item in it, and the position of a rule. */
function withProblems(cursor: number): EditorState {
  const state = EditorState.create({ doc: TEXT, selection: { anchor: cursor } });
  const problem = (text: string, severity: "error" | "info" = "error") => {
    const from = TEXT.indexOf(text);
    return { from, to: from + text.length, severity, message: text };
  };
  return state.update(setDiagnostics(state, [problem("- x: 30"), problem("30"), problem("20"), problem("b:", "info")]))
    .state;
}

test("goes from problem to problem, not to the end of one, to each that is within another, and around", () => {
  const starts = [3, TEXT.indexOf("-"), TEXT.indexOf("30")];
  const visited = (step: 1 | -1) => {
    let at = 0;
    return Array.from({ length: 4 }, () => {
      at = nextProblem(withProblems(at), step) ?? -1;
      return at;
    });
  };
  expect(visited(1)).toEqual([...starts, 3]);
  expect(visited(-1)).toEqual([...starts].reverse().concat(TEXT.indexOf("30")));
});

test("a file without problems has none", () => {
  expect(nextProblem(EditorState.create({ doc: TEXT }), 1)).toBeUndefined();
});
