import { expect, test } from "vitest";
import { cpuTime } from "../../../testing/cpu-time";
import { treeRows } from "./tree";

const shown = (paths: string[], collapsed: string[] = [], open = -1) =>
  treeRows(paths, new Set(collapsed), open).map(
    (row) => `${"  ".repeat(row.depth)}${row.name}${row.kind === "folder" ? "/" : ""}`,
  );

test("files of a folder are below it, and folders without other contents are joined", () => {
  expect(shown(["a.yml", "config/app/b.yml", "config/app/c.yml", "config/values/deep/d.yml", "z.yml"])).toEqual([
    "a.yml",
    "config/",
    "  app/",
    "    b.yml",
    "    c.yml",
    "  values/deep/",
    "    d.yml",
    "z.yml",
  ]);
  expect(shown(["config/a.yml", "config/deep/b.yml"])).toEqual(["config/", "  a.yml", "  deep/", "    b.yml"]);
});

test("the order is that of the files: a folder is repeated if others come between", () => {
  const paths = ["config/a.yml", "b.yml", "config/c.yml"];
  expect(shown(paths)).toEqual(["config/", "  a.yml", "b.yml", "config/", "  c.yml"]);
  const folders = treeRows(paths, new Set()).flatMap((row) => (row.kind === "folder" ? [row] : []));
  expect(folders.map(({ id, files }) => [id, files])).toEqual([
    ["config/", [0]],
    ["config/2/", [2]],
  ]);
});

test("rows below a collapsed folder are left out, but for the open file", () => {
  const paths = ["config/a.yml", "config/deep/b.yml", "c.yml"];
  expect(shown(paths, ["config/"])).toEqual(["config/", "c.yml"]);
  expect(shown(paths, ["config/"], 1)).toEqual(["config/", "  deep/b.yml", "c.yml"]);
  expect(shown(paths, ["config/deep/"])).toEqual(["config/", "  a.yml", "  deep/", "c.yml"]);
});

test("5,000 files take little time", () => {
  const paths = Array.from({ length: 5_000 }, (_, at) => `f${at % 50}/deep/${at}.yml`).sort();
  const start = cpuTime();
  expect(treeRows(paths, new Set())).toHaveLength(5_050);
  expect(cpuTime() - start).toBeLessThan(500);
});
