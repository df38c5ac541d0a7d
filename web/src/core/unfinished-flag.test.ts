import { expect, test } from "vitest";
import { isUnfinished } from "./unfinished-flag";

const atEnd = (line: string) => isUnfinished(line, line.length);

test("a data value without its value is unfinished", () => {
  const names = [
    "--data-value re",
    "-v a.b",
    "--strict --data-value-yaml re",
    "--data-value=re",
    "--data-value @lib:re",
    "--data-value-file 'a b'",
  ];
  expect(names.filter((line) => !atEnd(line))).toEqual([]);
  const others = ["", "re", "--data-value", "--data-values-file re", "--strict re", "-v 'a"];
  const values = ["-v re:", "-v re:1", "--data-value re=", "--data-value re=1", "--data-value=re=1", "--data-value="];
  expect([...others, ...values].filter(atEnd)).toEqual([]);
});

test("only the word at the caret is unfinished", () => {
  expect(isUnfinished("--data-value re --strict", 15)).toBe(true);
  expect(isUnfinished("--data-value re --strict", 20)).toBe(false);
  expect(atEnd("--data-value re ")).toBe(false);
});
