import { expect, test } from "vitest";
import { withoutRoot } from "./local-files";

const paths = (...all: string[]) => withoutRoot(all.map((path) => ({ path, content: "" }))).map(({ path }) => path);

test("the folder that contains all files is removed from their paths", () => {
  expect(paths("pool/a.yml", "pool/deep/b.yml")).toEqual(["a.yml", "deep/b.yml"]);
  // Only one: flags may name the folders inside.
  expect(paths("pool/config/a.yml", "pool/config/b.yml")).toEqual(["config/a.yml", "config/b.yml"]);
});

test("without such a folder the paths stay as they are", () => {
  for (const files of [[], ["a.yml"], ["pool/a.yml", "b.yml"], ["pool/a.yml", "pools/a.yml"]])
    expect(paths(...files)).toEqual(files);
});
