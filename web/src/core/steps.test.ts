import { expect, test } from "vitest";
import { after, stepped } from "./steps";
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
