// What the page gets of an answer of the wasm.
import type { Answer } from "../../pkg/ytterby.js";
import type { Head, Parts } from "./answer";

/** Instead of a number of nodes. */
export const allNodes = 0xffffffff;

/** What the page gets at once, and the head in it. Typed arrays are transferred, not copied. */
export function partsOf(answer: Answer, most: number): { parts: Parts; head: Head } {
  const text = answer.head(most);
  const head = JSON.parse(text) as Head;
  const lines = head.files.map((_, at) => {
    const lines = answer.lines(at);
    const numbers = { files: lines.files(), origins: lines.origins(), more: lines.more() };
    lines.free();
    return numbers;
  });
  return { head, parts: { head: text, contents: head.files.map((_, at) => answer.content(at)), lines } };
}
