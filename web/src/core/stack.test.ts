import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import { Project } from "./project";
import { type Arrangement, Stack } from "./stack";
import { workOf } from "./work";

const VALUES = "#@data/values\n---\na: 1\n";
const SCHEMA = "#@data/values-schema\n---\na: 1\n";

function stackOf(files: Record<string, string>, open = 0) {
  const project = new Project();
  const arrangement = signal<Arrangement>("stack");
  const stack = new Stack(project, () => arrangement.value);
  project.load(workOf({ files: Object.entries(files).map(([path, content]) => ({ path, content })), open }));
  const id = (path: string) => project.byPath(path)?.id ?? "";
  return { project, arrangement, stack, id };
}

/** Files with panes, and headings in brackets. */
const shown = (stack: Stack) =>
  stack.columns.map((entries) => entries.map(({ file, open }) => (open ? file.path : `[${file.path}]`)));

const many = (count: number, content = "a: 1\n") =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.yml`, content]));

test("up to four files have panes, in their order", () => {
  const { stack } = stackOf({ "t.yml": "a: 1", "s.yml": SCHEMA, "v.yml": VALUES, "u.yml": "b: 1" });
  expect(shown(stack)).toEqual([["t.yml", "s.yml", "v.yml", "u.yml"]]);
  expect(stack.needsList).toBe(false);
});

test("in two columns, schema and values come first", () => {
  const { stack, arrangement } = stackOf({ "t.yml": "a: 1", "s.yml": SCHEMA, "v.yml": VALUES });
  arrangement.value = "columns";
  expect(shown(stack)).toEqual([["s.yml", "v.yml"], ["t.yml"]]);
});

test("a pane stays in its column while its text is edited", () => {
  const { stack, arrangement, project, id } = stackOf({ "t.yml": "a: 1", "v.yml": VALUES });
  arrangement.value = "columns";
  expect(shown(stack)).toEqual([["v.yml"], ["t.yml"]]);
  project.write(id("t.yml"), SCHEMA);
  expect(shown(stack)).toEqual([["v.yml"], ["t.yml"]]);
});

test("of many files, the open one is in view with a schema, data values and a template", () => {
  const { stack } = stackOf({ ...many(9), "s.yml": SCHEMA, "v.yml": VALUES }, 7);
  expect(shown(stack)).toEqual([["f0.yml", "f7.yml", "s.yml", "v.yml"]]);
  expect(stack.needsList).toBe(true);
});

test("a fifth file takes the place of the one that was not shown for the longest time, unless that is pinned", () => {
  const { stack, project, id } = stackOf(many(9));
  for (const path of ["f1.yml", "f2.yml", "f3.yml", "f4.yml"]) project.select(id(path));
  expect(shown(stack)).toEqual([["[f0.yml]", "f1.yml", "f2.yml", "f3.yml", "f4.yml"]]);
  stack.pin(id("f1.yml"), true);
  project.select(id("f5.yml"));
  expect(shown(stack)).toEqual([["[f0.yml]", "f1.yml", "[f2.yml]", "f3.yml", "f4.yml", "f5.yml"]]);
});

test("schema and data values stay in view while templates are opened, until they are closed", () => {
  const { stack, project, id } = stackOf({ ...many(9), "s.yml": SCHEMA, "v.yml": VALUES });
  for (const path of ["f1.yml", "f2.yml", "f3.yml"]) project.select(id(path));
  expect(stack.open.map(({ path }) => path)).toEqual(["f2.yml", "f3.yml", "s.yml", "v.yml"]);
  stack.close(id("v.yml"));
  expect(stack.open.map(({ path }) => path)).toEqual(["f1.yml", "f2.yml", "f3.yml", "s.yml"]);
});

test("a file that is shown without being opened leaves the open file as it is", () => {
  const { stack, project, id } = stackOf(many(9));
  stack.show(id("f8.yml"));
  expect(project.current?.path).toBe("f0.yml");
  expect(stack.open.map(({ path }) => path)).toEqual(["f0.yml", "f8.yml"]);
});

test("a maximized file is alone, and there is a list of the others", () => {
  const { stack, project, id } = stackOf({ "t.yml": "a: 1", "s.yml": SCHEMA });
  stack.toggleMaximized();
  expect(shown(stack)).toEqual([["t.yml"]]);
  expect(stack.needsList).toBe(true);
  project.select(id("s.yml"));
  expect(shown(stack)).toEqual([["s.yml"]]);
});

test("another playground begins with its own files", () => {
  const { stack, project } = stackOf(many(9));
  project.load(workOf({ files: [{ path: "x.yml", content: "a: 1" }] }));
  expect(shown(stack)).toEqual([["x.yml"]]);
});
