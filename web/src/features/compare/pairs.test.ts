import { expect, test } from "vitest";
import { pairs } from "./pairs";

const PATHS = ["config/app.yml", "envs/base.yml", "envs/dev.yml", "envs/prod.yml", "envs/README.md"];

const shown = (line: string) => pairs(line, PATHS).map(([a, b]) => [`${a.name} | ${b.name}`, b.commandLine]);

test("the other files of the folder of a values file are offered", () => {
  expect(shown("-f config --data-values-file envs/base.yml --data-values-file envs/dev.yml --strict")).toEqual([
    ["dev | prod", "-f config --data-values-file envs/base.yml --data-values-file envs/prod.yml --strict"],
  ]);
  expect(shown("-f config --data-values-file=envs/dev.yml --data-values-inspect")).toEqual([
    ["dev | base", "-f config --data-values-file=envs/base.yml --data-values-inspect"],
    ["dev | prod", "-f config --data-values-file=envs/prod.yml --data-values-inspect"],
  ]);
});

test.each(["", "-f config", "--data-values-file", "--data-values-file envs/none.yml", "-f envs/dev.yml"])(
  "nothing is offered for %j",
  (line) => expect(shown(line)).toEqual([]),
);
