import { load } from "js-yaml";
import { expect, test } from "vitest";
import { contentOf, unindented, valuesFile, withFile } from "./content";

const part = (text: string, name: string | null = null, expected = false) => ({ name, text, expected });

test("the indent of the page's markup is removed", () => {
  expect(unindented("\n    a:\n      b: 1\n\n    c: 2\n  ")).toBe("a:\n  b: 1\n\nc: 2\n");
  expect(unindented("a: 1")).toBe("a: 1");
});

test("files from one text, from several elements, and a text without a name", () => {
  expect(contentOf([part("-- a.yml --\na: 1\n-- b/c.yml --\nb: 2\n")]).files).toEqual([
    { path: "a.yml", content: "a: 1\n" },
    { path: "b/c.yml", content: "b: 2\n" },
  ]);
  expect(contentOf([part("a: 1\n", "a.yml"), part("b: 1\n")]).files).toEqual([
    { path: "a.yml", content: "a: 1\n" },
    { path: "config.yml", content: "b: 1\n" },
  ]);
  expect(contentOf([])).toEqual({ files: [], expected: "" });
});

test("expected output is no file", () => {
  const files = [{ path: "a.yml", content: "a: #@ 1\n" }];
  expect(contentOf([part("-- a.yml --\na: #@ 1\n-- expected output --\na: 1\n")])).toEqual({
    files,
    expected: "a: 1\n",
  });
  expect(contentOf([part("a: #@ 1\n", "a.yml"), part("a: 1\n", null, true)])).toEqual({ files, expected: "a: 1\n" });
});

test("data values as YAML, which reads as the same values", () => {
  const values = { kiln: { peak: 1400, "a b": [1, { x: null }], empty: {} }, no: "no", name: 'say "hi"\n', on: true };
  const { path, content } = valuesFile(values);
  expect(path).toBe("values.yml");
  expect(content).toContain(
    '#@data/values\n---\nkiln:\n  peak: 1400\n  "a b": [1,{"x":null}]\n  empty: {}\n"no": "no"\n',
  );
  expect(load(content)).toEqual(values);
  expect(load(valuesFile({}).content)).toEqual({});
  expect(load(valuesFile({ a: undefined, b: 1 }).content)).toEqual({ b: 1 });
});

test("a file takes the place of one with its path", () => {
  const files = [
    { path: "a", content: "1" },
    { path: "b", content: "2" },
  ];
  expect(withFile(files, { path: "a", content: "3" }).map(({ content }) => content)).toEqual(["3", "2"]);
  expect(withFile(files, { path: "c", content: "3" }).map(({ path }) => path)).toEqual(["a", "b", "c"]);
});
