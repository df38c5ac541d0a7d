import { expect, test } from "vitest";
import type { Diagnostic } from "../../engine/types";
import { withEnvironment } from "./other-environments";

function printed(file: string, args: string[]): Diagnostic {
  const passing = [...args, "--file-mark", `${file}:exclude=true`, "--data-values-file", file];
  return {
    severity: "warning",
    code: "printed-values",
    headline: `${file} is printed`,
    message: "",
    path: null,
    primary: { file, span: null },
    argument: null,
    related: [],
    found: null,
    expected: null,
    hints: [],
    fixes: [
      { title: "Add #@data/values", edits: [], args: null },
      { title: "Pass it with --data-values-file", edits: [], args: passing },
    ],
    frames: [],
    afterViolations: false,
  };
}

const titles = (file: string, args: string[]) => withEnvironment(printed(file, args)).fixes.map(({ title }) => title);

test("beside a passed file of the folder, the file is excluded or compared first", () => {
  const args = ["--strict", "--data-values-file", "envs/dev.yml"];
  expect(withEnvironment(printed("envs/prod.yml", args)).fixes).toEqual([
    {
      title: "Exclude it: another environment",
      edits: [],
      args: [...args, "--file-mark", "envs/prod.yml:exclude=true"],
    },
    { title: "Compare dev | prod", edits: [], args: null, compares: ["envs/dev.yml", "envs/prod.yml"] },
    {
      title: "Pass it, too: it overrides envs/dev.yml",
      edits: [],
      args: [...args, "--file-mark", "envs/prod.yml:exclude=true", "--data-values-file", "envs/prod.yml"],
    },
  ]);
  expect(titles("prod.yml", ["--data-values-file=dev.yml"])).toContain("Compare dev | prod");
});

test.each([[[]], [["--data-values-file", "other/dev.yml"]], [["--data-value", "--data-values-file"]]])(
  "with %j the remedies are the engine's",
  (args) => expect(titles("envs/prod.yml", args)).toEqual(["Add #@data/values", "Pass it with --data-values-file"]),
);
