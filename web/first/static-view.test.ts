import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { yttHighlighting } from "../src/codemirror/ytt-language";
import { EditorView } from "./static-view";

test("all lines that can be folded are marked, also where the editor would parse later", () => {
  const sections = 500;
  const doc = "section:\n  - name: first\n".repeat(sections);
  const view = new EditorView();
  view.setState(EditorState.create({ doc, extensions: yttHighlighting("a.yml") }));
  const { markup } = view.dom as unknown as { markup: string };
  expect(markup.split("cm-foldable").length - 1).toBe(sections);
});
