import { expect, test } from "vitest";
import { read, written } from "./built-answer";

test("a response is the same after it was written to a file", () => {
  const head = {
    ...{ exitStatus: 0, outputKind: "yaml", stdout: null, files: ["a.yml"], inputs: [], prints: [], report: "" },
    ...{ diagnostics: [], checks: [], values: null, libraries: [], schema: false },
  };
  const lines = { files: ["b.yml"], origins: Uint32Array.of(1, 3, 1, 4), more: Uint32Array.of(2, 0, 1, 7) };
  const text = written({ head: JSON.stringify(head), contents: ["a: 1\nb: 2\n"], lines: [lines] });
  const [file] = read(text, { files: [{ path: "b.yml", content: "" }] }).files;
  expect(file?.content).toBe("a: 1\nb: 2\n");
  expect(file?.map.at(2)).toEqual({ file: "b.yml", line: 4, touchedBy: [{ file: "b.yml", line: 7 }], replaced: [] });
});
