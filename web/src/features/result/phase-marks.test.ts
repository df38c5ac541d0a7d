import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { LineMap } from "../../engine/answer";
import { changedLines, changesBetween, originsAtStep } from "./phase-marks";

/** Lines 1 and 3 of the final output come from a template, line 2 from an overlay. */
const final = {
  text: "name: kiln\ncone: 6\nfuel: gas\n",
  map: new LineMap({
    files: ["kiln.yml", "base.yml"],
    origins: new Uint32Array([1, 1, 2, 5, 1, 3]),
    more: new Uint32Array([3, 0, 2, 7]),
  }),
};
const overlay = { file: "heat.yml", line: 4 };
const originsOf = (text: string, before: string, hasOverlay = true) => {
  const map = originsAtStep({ text, before, final, overlay: hasOverlay ? overlay : undefined });
  return text
    .trimEnd()
    .split("\n")
    .map((_, at) => map.at(at + 1))
    .map((origin) => origin && `${origin.file}:${origin.line}`);
};

test("a line that stays has its origin of the final output, a line that the step changes that of its overlay", () => {
  expect(originsOf("name: kiln\nheat: 900\nfuel: gas\n", "name: kiln\nfuel: gas\n")).toEqual([
    "kiln.yml:1",
    "heat.yml:4",
    "kiln.yml:3",
  ]);
  const map = originsAtStep({ text: "fuel: gas\n", before: "", final, overlay });
  expect(map.at(1)?.touchedBy).toEqual([{ file: "base.yml", line: 7 }]);
});

test("a line that only a later step changes has no known origin", () => {
  expect(originsOf("name: kiln\nheat: 1\n", "name: kiln\nheat: 1\n")).toEqual(["kiln.yml:1", undefined]);
  expect(originsOf("heat: 1\n", "heat: 2\n", false)).toEqual([undefined]);
});

test("a position stays in its line where lines are added and removed above and below it", () => {
  const [old, text] = ["name: kiln\nfuel: gas\ncone: 6\n", "heat: 900\nname: kiln\nfuel: gas\ndoor: shut\n"];
  const changes = ChangeSet.of(changesBetween(old, text) ?? [], old.length);
  expect(changes.apply(Text.of(old.split("\n"))).toString()).toBe(text);
  expect(changes.mapPos(old.indexOf("gas"))).toBe(text.indexOf("gas"));
  expect(changesBetween(old, "x".repeat(400_001))).toBeUndefined();
});

test("added and removed lines of all changed files are counted, once for each step", () => {
  const step = {
    changed: ["a.yml", "b.yml"],
    before: new Map([
      ["a.yml", "a: 1\nb: 2\n"],
      ["b.yml", "c: 3\n"],
    ]),
    after: new Map([
      ["a.yml", "b: 2\n"],
      ["b.yml", "c: 4\nd: 5\n"],
    ]),
  };
  expect(changedLines(step)).toEqual({ added: 2, removed: 2 });
  expect(changedLines({ ...step, before: new Map([["a.yml", "x\n".repeat(300_000)]]) })).toBeNull();
});
