import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { yttHighlighting } from "../../src/codemirror/ytt-language";
import { EditorView } from "./static-view";

function foldable(doc: string): number {
  const view = new EditorView();
  view.setState(EditorState.create({ doc, extensions: yttHighlighting("a.yml") }));
  const { outerHTML } = view.dom;
  return outerHTML.split("cm-foldable").length - 1;
}

test("the lines that can be folded do not depend on where the parser of the editor pauses", () => {
  const sections = 500;
  for (const length of [0, 1, 2, 3, 12, 25])
    expect(foldable(`${"#".repeat(length)}\n${"section:\n  - name: first\n".repeat(sections)}`)).toBe(sections);
});

test("code that is indented less does not end a fold", () => {
  expect(foldable("list:\n#@ for i in range(2):\n- name: a\n  port: 1\n#@ end\nlast: 1\n")).toBe(2);
});
