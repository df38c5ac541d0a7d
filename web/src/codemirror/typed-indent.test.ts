import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { typedIndent } from "./typed-indent";
import { yttHighlighting } from "./ytt-language";

/** The new column of the last line, with the cursor at its end. */
function columnAfter(...lines: string[]): number | undefined {
  const doc = lines.join("\n");
  const state = EditorState.create({
    doc: `${doc}\nlast: 1\n`,
    selection: { anchor: doc.length },
    extensions: yttHighlighting("a.yml"),
  });
  ensureSyntaxTree(state, state.doc.length);
  return typedIndent(state);
}

test.each([
  ["the keys of an item", 2, ["a:", "  - name: a", "    port: 80", "    - "]],
  ["an item with one key", 0, ["- name: a", "  - "]],
  ["wide dashes", 2, ["  -   name: a", "      - "]],
  ["a nested list", 2, ["- - name: a", "    - "]],
  [
    "a deeper value, code and comments",
    2,
    ["  - name: a", "    of:", "      b: 1", "    #! no", "    #@ end", "", "    - "],
  ],
])("`- ` behind %s begins the next item", (_, column, lines) => {
  expect(columnAfter(...lines)).toBe(column);
});

test.each([
  ["below a key without a value", ["  - name: a", "    ports:", "    - "]],
  ["below the key of an item", ["  - ports: #! all", "    - "]],
  ["in a list at its column", ["  - ports:", "    - 80", "    - "]],
  ["at another column", ["  - name: a", "   - "]],
  ["below a text", ["  - name: |", "    - "]],
  ["in a text", ["a: |", "  - name: a", "    port: 80", "    - "]],
  ["in a quoted text", ['a: "', "  - name: a", "    port: 80", "    - ", '  "']],
  ["in brackets", ["a: [", "  - name: a", "    port: 80", "    - ", "]"]],
  ["behind keys of a map", ["a:", "  name: a", "  - "]],
  ["behind a scalar", ["- a", "  - "]],
  ["of another document", ["- a: 1", "---", "  - "]],
  ["with text behind it", ["  - name: a", "    - b"]],
])("`- ` stays %s", (_, lines) => {
  expect(columnAfter(...lines)).toBeUndefined();
});

test.each([
  [0, ["#@ if x:", "a: 1", "  #@ end"]],
  [2, ["#@ def f():", "a:", "  #@ for x in y:", "  - 1", "#@ end"]],
  [0, ["#@ def f():", "  #@ if/end x:", "  #@ if x:", "  a: 1", "  #@ end", "  #@ end"]],
  [undefined, ["#@ if x:", "a: 1", "#@ end"]],
  [undefined, ["#@ def f(", "#@   x):", "  #@ end"]],
  [undefined, ["#@ if x:", "a: |", "  #@ end"]],
  [undefined, ["a: 1", "  #@ end"]],
])("`#@ end` moves to column %j", (column, lines) => {
  expect(columnAfter(...lines)).toBe(column);
});
