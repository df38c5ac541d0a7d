import { expect, test } from "vitest";
import type { ValueInCode } from "../../engine/types";
import { lineTexts } from "./value-text";

type Kind = ValueInCode["kind"];
const seen = (text: string, times = 1) => ({ text, size: null, times });
const value = (line: number, kind: Kind, texts: [string, number?][], more: Partial<ValueInCode> = {}): ValueInCode => ({
  line,
  kind,
  name: null,
  values: texts.map(([text, times]) => seen(text, times)),
  last: null,
  others: 0,
  ...more,
});

test.each<[string, ValueInCode, string]>([
  ["a value", value(1, "value", [["shop"]]), "shop"],
  ["a value that came up several times", value(1, "value", [["shop", 3]]), "shop"],
  ["values of a loop", value(1, "item", [["a"], ["b"], ["c"], ["d"]], { others: 6 }), "a, b, c, … 7 more"],
  ["four values", value(1, "item", [["a"], ["b"], ["c"], ["d"]]), "a, b, c, d"],
  [
    "repeated values",
    value(1, "value", [["a", 2], ["b"], ["c"], ["d", 3], ["e"]], { others: 6 }),
    "a 2×, b, c, … 10 more",
  ],
  ["three values", value(1, "value", [["a"], ["b"], ["c"]]), "a, b, c"],
  ["a condition", value(1, "condition", [["True", 2]]), "True"],
  [
    "a condition of a loop",
    value(1, "condition", [
      ["True", 2],
      ["False", 1],
      ["True", 1],
    ]),
    "True 3×, False 1×",
  ],
  ["the only argument", value(1, "argument", [["a", 2]], { name: "app", last: seen("a") }), "app = a"],
  ["the last argument", value(1, "argument", [["a"], ["b"]], { name: "app", last: seen("b") }), "app = b (last of 2)"],
  ["a long text", value(1, "value", [["x".repeat(60)]]), `${"x".repeat(48)}…`],
])("%s", (_, one, text) => {
  expect(lineTexts([one])).toEqual([{ line: 1, text }]);
});

test("a long collection is counted", () => {
  const values = [{ text: `{${'"key": 1, '.repeat(20)}`, size: { count: 4, unit: "keys" as const }, times: 1 }];
  expect(lineTexts([value(2, "value", [], { values })])).toEqual([{ line: 2, text: "4 keys" }]);
});

test("collections of a loop are counted", () => {
  const map = (name: string) => ({ text: `{"name": "${name}"}`, size: { count: 1, unit: "keys" as const }, times: 1 });
  expect(lineTexts([value(1, "item", [], { values: [map("a"), map("b")], others: 3 })])).toEqual([
    { line: 1, text: "5 items" },
  ]);
});

test("values of a line are beside each other", () => {
  const argument = (name: string) => value(3, "argument", [["1"]], { name, last: seen("1") });
  expect(lineTexts([argument("a"), argument("b"), value(4, "value", [["2"]])])).toEqual([
    { line: 3, text: "a = 1   b = 1" },
    { line: 4, text: "2" },
  ]);
});
