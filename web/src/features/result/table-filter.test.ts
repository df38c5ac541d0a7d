import { expect, test } from "vitest";
import { shownBy, wordsOf } from "./table-filter";

interface Node {
  text: string;
  children: Node[];
}

const node = (text: string, ...children: Node[]): Node => ({ text, children });

test("rows with all words are shown, and those above them", () => {
  const level = node("log.level how much is logged");
  const log = node("log", level, node("log.format"));
  const { matches, shown } = shownBy(wordsOf(" Much  log "), ({ text }: Node) => text);
  expect([log, level, node("port")].map((one) => [matches(one), shown(one)])).toEqual([
    [false, true],
    [true, true],
    [false, false],
  ]);
  expect(shownBy(wordsOf(" "), ({ text }: Node) => text).shown(log)).toBe(true);
});
