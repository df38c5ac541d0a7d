import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { typeOver } from "./type-over-selection";

test.each([
  ['"', "a: x: y", 3, 7, 'a: "x: y"', "x: y"],
  ["(", "a: x", 4, 3, "a: (x)", "x"],
  ["b", "a: x", 3, 4, "a: b", ""],
  ["]", "a: x", 3, 4, "a: ]", ""],
  ["[", "- 1\n- 2", 2, 7, "- [", ""],
])("%s over a selection in %j from %i to %i", (typed, doc, anchor, head, text, selected) => {
  const before = EditorState.create({ doc, selection: { anchor, head } });
  const { state } = before.update(typeOver(before, typed));
  const { from, to } = state.selection.main;
  expect([state.doc.toString(), state.sliceDoc(from, to)]).toEqual([text, selected]);
});
