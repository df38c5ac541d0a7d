// What the page gets of an answer of the wasm.
import type { Answer } from "../../pkg/ytterby.js";
import type { Parts } from "./answer";

/** Instead of a number of nodes. */
export const allNodes = 0xffffffff;

/** What the page gets at once. Typed arrays are transferred, not copied. */
export function partsOf(answer: Answer, most: number): Parts {
  const head = answer.head(most);
  const { files } = JSON.parse(head) as { files: string[] };
  const lines = files.map((_, at) => {
    const lines = answer.lines(at);
    const numbers = { files: lines.files(), origins: lines.origins(), more: lines.more() };
    lines.free();
    return numbers;
  });
  return { head, contents: files.map((_, at) => answer.content(at)), lines };
}
