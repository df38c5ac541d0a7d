import { expect, test } from "vitest";
import { pieces } from "./report";

test("files with line numbers are found in a report, and nothing else is changed", () => {
  const text = "ytt: Error:\n  from: a.yml:4 and dir/a.yml:12, b (1).yml:3\n  xa.yml:1 a.yml: a.yml:x other.yml:5\n";
  const found = pieces(text, ["a.yml", "dir/a.yml", "b (1).yml"]);
  expect(found.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("")).toBe(text);
  expect(found.filter((piece) => typeof piece !== "string")).toEqual([
    { text: "a.yml:4", file: "a.yml", line: 4 },
    { text: "dir/a.yml:12", file: "dir/a.yml", line: 12 },
    { text: "b (1).yml:3", file: "b (1).yml", line: 3 },
  ]);
});

test("without files a report is one piece", () => {
  expect(pieces("a.yml:1", [])).toEqual(["a.yml:1"]);
});
