import { expect, test } from "vitest";
import { after, firstChange, isMade, stepped } from "./steps";
import { type StepEdit, workOf } from "./work";

const start = workOf({ files: [{ path: "values.yml", content: "a: 1\r\nb: 1\r\nb: 1\r\n" }] });
const steps: { edits: StepEdit[] }[] = [
  {
    edits: [
      { file: "values.yml", replace: "a: 1\nb", with: "a: 2\nc" },
      { file: "new.yml", content: "x" },
      { commandLine: "-v a=1" },
    ],
  },
  {
    edits: [
      { file: "new.yml", replace: "x", with: "null" },
      { file: "values.yml", content: "a" },
    ],
  },
];

// The cases of crate/api/src/bundle/tests.rs.
test("steps are applied one after the other", () => {
  const first = after(start, steps.slice(0, 1));
  expect(first.files).toEqual([
    { path: "values.yml", content: "a: 2\r\nc: 1\r\nb: 1\r\n" },
    { path: "new.yml", content: "x" },
  ]);
  expect(first.commandLine).toBe("-v a=1");
  expect(after(start, steps).files).toEqual([
    { path: "values.yml", content: "a" },
    { path: "new.yml", content: "null" },
  ]);
});

test("edits that cannot be applied are returned, and the others are applied", () => {
  const refused: StepEdit[] = [
    { file: "a.yml", replace: "a", with: "b" },
    { file: "values.yml", replace: "d: 1", with: "e" },
    { file: "values.yml", replace: "b: 1", with: "e" },
  ];
  const found = stepped(start, [...refused, { file: "values.yml", replace: "a: 1", with: "a: 2" }]);
  expect(found.refused).toEqual(refused);
  expect(found.work.files).toEqual([{ path: "values.yml", content: "a: 2\r\nb: 1\r\nb: 1\r\n" }]);
});

test("the edits of a step count as made when later steps have changed what they wrote", () => {
  const work = (content: string, commandLine = "") => workOf({ files: [{ path: "values.yml", content }], commandLine });
  const before = work("a: 1\n");
  const replaces: StepEdit[] = [{ file: "values.yml", replace: "a: 1", with: "a: 2" }];
  expect(isMade(before, before, replaces)).toBe(false);
  expect(isMade(work("a: 2\n"), before, replaces)).toBe(true);
  expect(isMade(work("a: 3\n"), before, replaces)).toBe(true);
  expect(isMade(workOf({ files: [] }), before, replaces)).toBe(false);
  // What it replaces is part of what it writes.
  const adds: StepEdit[] = [{ file: "values.yml", replace: "a: 1\n", with: "a: 1\nb: 1\n" }];
  expect(isMade(before, before, adds)).toBe(false);
  expect(isMade(work("a: 1\r\nb: 1\r\nc: 1\r\n"), before, adds)).toBe(true);
  const sets: StepEdit[] = [{ file: "new.yml", content: "x" }];
  expect(isMade(before, before, sets)).toBe(false);
  expect(isMade(stepped(before, sets).work, before, sets)).toBe(true);
  expect(isMade(before, before, [{ commandLine: "-v a=1" }])).toBe(false);
  expect(isMade(work("a: 1\n", "-v a=2"), before, [{ commandLine: "-v a=1" }])).toBe(true);
});

test("the first change is in the first file that differs", () => {
  const work = (...files: [path: string, content: string][]) =>
    workOf({ files: files.map(([path, content]) => ({ path, content })) });
  const before = work(["a.yml", "a: 1\nb: 2\nc: 3\n"], ["b.yml", "x\n"]);
  expect(firstChange(before, before)).toBeUndefined();
  expect(firstChange(before, work(["a.yml", "a: 1\nb: 2\nc: 4\n"], ["b.yml", "y\n"]))).toEqual({
    file: "a.yml",
    line: 3,
  });
  expect(firstChange(before, work(["a.yml", "a: 1\nb: 2"]))).toEqual({ file: "a.yml", line: 2 });
  expect(firstChange(before, work(["a.yml", "a: 1\nb: 2\nc: 3\n"], ["new.yml", "n: 1\n"]))).toEqual({
    file: "new.yml",
    line: 1,
  });
});
