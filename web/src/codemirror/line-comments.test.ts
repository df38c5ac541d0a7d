import { toggleLineComment } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { lineComments } from "./line-comments";
import { yttHighlighting } from "./ytt-language";

/** A text after Ctrl / for all its lines, pressed this often. */
function toggled(path: string, text: string, times = 1): string {
  let state = EditorState.create({
    doc: text,
    selection: { anchor: 0, head: text.length },
    extensions: [lineComments(path), yttHighlighting(path, text.length)],
  });
  for (let time = 0; time < times; time++)
    toggleLineComment({ state, dispatch: (transaction) => (state = transaction.state) });
  return state.doc.toString();
}

test.each([
  ["a.yml", "a: 1", "#! a: 1"],
  ["a.yaml", "a:\n  b: 1\n\n  c: 2", "#! a:\n#!   b: 1\n\n#!   c: 2"],
  ["a.yml", "  b: #@ data.values.b", "  #! b: #@ data.values.b"],
  ["a.yml", "#@ if True:\na: 1\n#@ end", "#! #@ if True:\n#! a: 1\n#! #@ end"],
  ["a.yml", "    #@overlay/match missing_ok=True\n  - 1", "  #!   #@overlay/match missing_ok=True\n  #! - 1"],
  ["a.yml", "#! one\na: 1", "#! #! one\n#! a: 1"],
  ["a.star", "def f():\n  return 1\nend", "# def f():\n#   return 1\n# end"],
])("in %s, %j becomes a comment, and again what it was", (path, text, comment) => {
  expect(toggled(path, text)).toBe(comment);
  expect(toggled(path, text, 2)).toBe(text);
});

test("comments of plain YAML are taken away", () => {
  expect(toggled("values.yml", "# replicas: 2\n# port: 80")).toBe("replicas: 2\nport: 80");
  expect(toggled("values.yml", "#! replicas: 2")).toBe("replicas: 2");
});

test("files without comments stay as they are", () => {
  expect(toggled("a.json", "{}")).toBe("{}");
});
