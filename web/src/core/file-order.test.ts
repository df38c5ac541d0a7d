import { expect, test } from "vitest";
import { placeIn } from "./file-order";

/** The list with a new file. */
const placed = (paths: string[], path: string) => paths.toSpliced(placeIn(paths, path) ?? paths.length, 0, path);

test("a file is placed in its folder, by name", () => {
  expect(placed(["config/a.yml", "config/c.yml", "z.yml"], "config/b.yml")).toEqual([
    "config/a.yml",
    "config/b.yml",
    "config/c.yml",
    "z.yml",
  ]);
  expect(placed(["config/a.yml", "z.yml"], "config/b.yml")).toEqual(["config/a.yml", "config/b.yml", "z.yml"]);
  // A folder comes before a file that its name begins.
  expect(placed(["a/app/x.yml", "a/b.yml"], "a/app.yml")).toEqual(["a/app/x.yml", "a/app.yml", "a/b.yml"]);
});

test("a new folder is placed in the folder around it", () => {
  expect(placed(["config/a.yml", "config/deep/b.yml", "z.yml"], "config/early/c.yml")).toEqual([
    "config/a.yml",
    "config/deep/b.yml",
    "config/early/c.yml",
    "z.yml",
  ]);
});

test("files that the user has arranged keep their order", () => {
  expect(placed(["config/z.yml", "config/a.yml", "b.yml"], "config/m.yml")).toEqual([
    "config/z.yml",
    "config/a.yml",
    "config/m.yml",
    "b.yml",
  ]);
});

test("a file in no known folder comes last", () => {
  expect(placed(["config/z.yml", "b.yml"], "a.yml")).toEqual(["config/z.yml", "b.yml", "a.yml"]);
  expect(placed(["config/z.yml", "b.yml"], "confi/a.yml")).toEqual(["config/z.yml", "b.yml", "confi/a.yml"]);
});
