import { expect, test } from "vitest";
import { after, stepped, unfitSteps } from "./step-edits";
import { applied, firstChange, isMade, lineOf, solved } from "./steps";
import { type StepEdit, type Work, workOf } from "./work";

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

test("steps that cannot be applied are listed, unless their texts are there", () => {
  const lesson = (edits: StepEdit[][]) => ({ ...start, steps: edits.map((edits) => ({ text: "", edits, done: [] })) });
  expect(unfitSteps(lesson(steps.map(({ edits }) => edits)))).toEqual([]);
  expect(unfitSteps(lesson([[{ file: "values.yml", replace: "a: 0\n", with: "a: 1\n" }]]))).toEqual([]);
  const edit = { file: "values.yml", replace: "b: 1", with: "e" };
  expect(unfitSteps(lesson([[edit], [{ ...edit, file: "a.yml" }]]))).toEqual([
    'Step 1 cannot be applied: "b: 1" is not exactly once in values.yml.',
    'Step 2 cannot be applied: "b: 1" is not exactly once in a.yml.',
  ]);
});

test("the edits of a step count as made when later steps have changed what they wrote", () => {
  const work = (content: string, commandLine = "") => workOf({ files: [{ path: "values.yml", content }], commandLine });
  const before = work("a: 1\n");
  const replaces: StepEdit[] = [{ file: "values.yml", replace: "a: 1", with: "a: 2" }];
  expect(isMade(before, before, replaces)).toBe(false);
  expect(isMade(work("a: 2\n"), before, replaces)).toBe(true);
  expect(isMade(work("a: 3\n"), before, replaces)).toBe(true);
  expect(isMade(workOf({ files: [] }), before, replaces)).toBe(false);
  // The text that it replaces is part of the text that it writes.
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

const lesson = workOf({
  files: [
    { path: "values.yml", content: "name: shop\nreplicas: 3\n" },
    { path: "app.yml", content: "kind: App\n" },
  ],
  commandLine: "-v a=1 --debug",
});
const adds: StepEdit[] = [{ file: "values.yml", replace: "replicas: 3\n", with: "replicas: 3\nport: 9000\n" }];
const reader = (values: string, commandLine = lesson.commandLine) =>
  workOf({
    files: [
      { path: "values.yml", content: values },
      { path: "app.yml", content: "kind: Own\n" },
    ],
    commandLine,
  });
const values = (work: Work | undefined) => work?.files[0]?.content;

test("a step is applied to what the reader has written", () => {
  expect(values(applied(lesson, lesson, adds))).toBe("name: shop\nreplicas: 3\nport: 9000\n");
  expect(values(applied(reader("name: shop\nreplicas: 3\nport: 80\n"), lesson, adds))).toBe(
    "name: shop\nreplicas: 3\nport: 9000\n",
  );
  expect(values(applied(reader("port: 80\r\nname: shop\r\nreplicas: 4\r\n"), lesson, adds))).toBe(
    "port: 9000\r\nname: shop\r\nreplicas: 4\r\n",
  );
  expect(
    applied(reader("#@ if x:\nreplicas: 3\nport: 80\n#@ end\n#@ x = 1\n"), lesson, [
      { file: "values.yml", content: "#@ if y:\n#@ end\n" },
    ]),
  ).toBeUndefined();
  // A file that the reader has removed or renamed.
  expect(applied(workOf({}), lesson, adds)).toBeUndefined();
});

test("a new file is not written over the reader's", () => {
  const sets: StepEdit[] = [{ file: "new.yml", content: "a: 1\n" }];
  expect(applied(lesson, lesson, sets)?.files.at(-1)).toEqual({ path: "new.yml", content: "a: 1\n" });
  const own = { ...lesson, files: [...lesson.files, { path: "new.yml", content: "- b\n" }] };
  expect(applied(own, lesson, sets)).toBeUndefined();
});

test("flags that the reader has added stay", () => {
  const line = (now: string, next: string) => applied(reader("", now), lesson, [{ commandLine: next }])?.commandLine;
  expect(line(lesson.commandLine, "--debug")).toBe("--debug");
  expect(line("-v a=1 --debug --strict", "-v a=1 -v b=2 --debug")).toBe("-v a=1 -v b=2 --debug --strict");
  expect(line("-v a=2 --debug", "-v a=3 --debug")).toBeUndefined();
});

test("a solution has the lesson's files in place of the reader's", () => {
  const now = { ...reader("x: 1\n", "-v a=5"), done: [0] };
  const files = (work: Work) => work.files.map(({ content }) => content);
  const solution = "name: shop\nreplicas: 3\nport: 9000\n";
  expect(files(solved(now, lesson, adds, "changed"))).toEqual([solution, "kind: Own\n"]);
  expect(solved(now, lesson, adds, "changed").commandLine).toBe("-v a=5");
  expect(files(solved(now, lesson, adds, "all"))).toEqual([solution, "kind: App\n"]);
  expect(solved(now, lesson, adds, "all")).toMatchObject({ commandLine: "-v a=1 --debug", done: [0] });
});

test("a step is about the line that it changes, also when it is done", () => {
  expect(lineOf(lesson, lesson, adds, "values.yml")).toEqual({ line: 3 });
  expect(lineOf(reader("#! Mine.\nport: 80\nname: shop\nreplicas: 3\n"), lesson, adds, "values.yml")).toEqual({
    line: 2,
  });
  expect(lineOf(reader("port: 9000\nname: shop\nreplicas: 3\n"), lesson, adds, "values.yml")).toEqual({ line: 1 });
  expect(lineOf(lesson, lesson, adds, "app.yml")).toBeUndefined();
});

test("a step that adds lines is about the end of the line before them", () => {
  const work = (content: string) => workOf({ files: [{ path: "app.yml", content }] });
  const before = work("a: 1\n---\nb: 1\n");
  const line = (edit: { replace: string; with: string }) =>
    lineOf(before, before, [{ file: "app.yml", ...edit }], "app.yml");
  expect(line({ replace: "a: 1\n", with: "a: 1\nc: 1\n" })).toEqual({ line: 1, atEnd: true });
  expect(line({ replace: "---\nb", with: "---\n#! b\nb" })).toEqual({ line: 2, atEnd: true });
  // In another file, the reader has already done it in another way.
  const edits = [
    { file: "schema.yml", replace: "a: 0\n", with: "a: 2\n" },
    { file: "app.yml", replace: "a: 1\n", with: "a: 1\nc: 1\n" },
  ];
  const [lesson, reader] = ["a: 0\n", "#! Mine.\n"].map((content) =>
    workOf({ files: [{ path: "schema.yml", content }, ...before.files] }),
  ) as [Work, Work];
  const own = { ...reader, files: [...reader.files.slice(0, 1), { path: "app.yml", content: "a: 1\n---\nb: 7\n" }] };
  expect(lineOf(own, lesson, edits, "app.yml")).toEqual({ line: 1, atEnd: true });
  // Nothing is before it, or another line changes.
  expect(line({ replace: "a: 1\n", with: "c: 1\na: 1\n" })).toEqual({ line: 1 });
  expect(line({ replace: "---\nb", with: "---\nc: 1\nd" })).toEqual({ line: 3 });
});
