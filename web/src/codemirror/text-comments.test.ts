import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { toggleTextComments } from "./text-comments";

/** A text after Ctrl / for all its lines but the last one, pressed this often, and the refused comments. */
function toggled(text: string, times = 1): { text: string; refused: string[] } {
  const refused: string[] = [];
  let state = EditorState.create({ doc: text, selection: { anchor: 0, head: text.lastIndexOf("\n") } });
  for (let time = 0; time < times; time++)
    toggleTextComments((text) => refused.push(text))({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
  return { text: state.doc.toString(), refused };
}

test.each([
  ["Hello\nb", "(@# Hello -@)\nb"],
  ["  Hello\n\nBob\nb", "(@#   Hello @)\n\n(@# Bob -@)\nb"],
  ["Hello\n  b", "(@# Hello @)\n  b"],
  ["Hello\n", "(@# Hello @)\n"],
])("%j becomes a comment, and again what it was", (text, comment) => {
  expect(toggled(text)).toEqual({ text: comment, refused: [] });
  expect(toggled(text, 2)).toEqual({ text, refused: [] });
});

test("comments of the user are taken away", () => {
  expect(toggled("(@#Hello@)\n(@# a - b -@)\nb").text).toBe("Hello\na - b\nb");
});

test("a line with code stays as it is", () => {
  const text = "Hello\nDear (@= name @)\nb";
  const { text: after, refused } = toggled(text);
  expect(after).toBe(text);
  expect(refused).toEqual([expect.stringContaining("cannot be a comment")]);
});
