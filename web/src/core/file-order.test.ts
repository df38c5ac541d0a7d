import { expect, test } from "vitest";
import { movedIndex, placeIn, unsorted, unsortedInputs } from "./file-order";

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
  // As in ytt, where a dot comes before a slash.
  expect(placed(["a/app/x.yml", "a/b.yml"], "a/app.yml")).toEqual(["a/app.yml", "a/app/x.yml", "a/b.yml"]);
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

test("the first files that are not in the order of their paths", () => {
  expect(unsorted(["a b.yml", "a.yml", "a/b.yml"])).toBeUndefined();
  expect(unsorted(["a.yml", "c.yml", "b.yml", "a.yml"])).toEqual(["c.yml", "b.yml"]);
});

test("finds inputs whose order has an effect", () => {
  const values = (path: string) => ({ path, kind: "dataValues" });
  expect(unsortedInputs([values("b.yml"), { path: "a.yml", kind: "template" }], "")).toBeUndefined();
  const unsorted = [values("b.yml"), { path: "c.yml", kind: "template" }, values("a.yml")];
  expect(unsortedInputs(unsorted, "--strict")).toEqual(["b.yml", "a.yml"]);
  expect(unsortedInputs(unsorted, "--data-values-file a.yml")).toBeUndefined();
  expect(unsortedInputs(unsorted, "--data-values-file=b.yml")).toBeUndefined();
});

test("a file in no known folder comes last", () => {
  expect(placed(["config/z.yml", "b.yml"], "a.yml")).toEqual(["config/z.yml", "b.yml", "a.yml"]);
  expect(placed(["config/z.yml", "b.yml"], "confi/a.yml")).toEqual(["config/z.yml", "b.yml", "confi/a.yml"]);
});

/** The list after a file was moved. */
function moved(paths: string[], path: string, to: number): string[] {
  const from = paths.indexOf(path);
  const at = movedIndex(paths, from, to);
  return at === undefined ? paths : paths.toSpliced(from, 1).toSpliced(at, 0, path);
}

test("a moved file passes folders as a whole", () => {
  const paths = ["a.yml", "config/b.yml", "config/c.yml", "z.yml"];
  const after = ["config/b.yml", "config/c.yml", "a.yml", "z.yml"];
  expect(moved(paths, "a.yml", 1)).toEqual(after);
  expect(moved(after, "a.yml", 1)).toEqual(paths);
  expect(moved(paths, "z.yml", 2)).toEqual(["a.yml", "z.yml", "config/b.yml", "config/c.yml"]);
});

test("a moved file stays among the files of its folder", () => {
  const paths = ["a.yml", "config/app/b.yml", "config/app/c.yml", "config/d.yml", "z.yml"];
  expect(moved(paths, "config/app/c.yml", 1)).toEqual([
    "a.yml",
    "config/app/c.yml",
    "config/app/b.yml",
    "config/d.yml",
    "z.yml",
  ]);
  expect(moved(paths, "config/app/c.yml", 3)).toEqual(paths);
  expect(moved(paths, "config/d.yml", 2)).toEqual([
    "a.yml",
    "config/d.yml",
    "config/app/b.yml",
    "config/app/c.yml",
    "z.yml",
  ]);
  expect(moved(paths, "config/d.yml", 0)).toEqual(paths);
});

test("a file that is alone in its folder goes anywhere, and parts of a folder can be joined", () => {
  expect(moved(["a/b.yml", "c.yml", "d.yml"], "a/b.yml", 1)).toEqual(["c.yml", "a/b.yml", "d.yml"]);
  expect(moved(["a/b.yml", "c.yml", "a/d.yml"], "a/d.yml", 1)).toEqual(["a/b.yml", "a/d.yml", "c.yml"]);
  expect(moved(["a/b.yml", "c.yml", "a/d.yml"], "c.yml", 0)).toEqual(["c.yml", "a/b.yml", "a/d.yml"]);
});
