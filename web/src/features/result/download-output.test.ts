import { expect, test } from "vitest";
import { LineMap } from "../../engine/answer";
import { STDOUT } from "../../engine/outputs";
import { downloaded } from "./download-output";

const paths = (...files: [path: string, content: string][]) =>
  downloaded(files.map(([path, content]) => ({ path, content, map: new LineMap() }))).map(({ path }) => path);

test("output files keep their paths, and standard output gets a name", () => {
  expect(paths(["a.yml", "a: 1\n"], ["config/b.yml", "b: 1\n"])).toEqual(["a.yml", "config/b.yml"]);
  expect(paths([STDOUT, '{"a": 1}\n'])).toEqual(["output.json"]);
  expect(paths([STDOUT, "a: 1\n"], ["output.yml", "b: 1\n"])).toEqual(["output.yml", "output-2.yml"]);
});

test("no path leads out of the folder", () => {
  expect(paths(["../../a.yml", ""], ["/etc/b.yml", ""], ["..\\c.yml", ""], ["..", ""])).toEqual([
    "a.yml",
    "etc/b.yml",
    "c.yml",
    "output",
  ]);
});
