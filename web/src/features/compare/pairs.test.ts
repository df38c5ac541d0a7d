import { expect, test } from "vitest";
import { type Candidate, haveSameValues, pairs } from "./pairs";

const SCHEMA: Candidate = { path: "schema.yml", content: "#@data/values-schema\n---\nreplicas: 1\n", kind: "schema" };
const TEMPLATE: Candidate = { path: "app.yml", content: "replicas: #@ data.values.replicas\n", kind: "template" };
const plain = (path: string, kind?: Candidate["kind"]): Candidate => ({ path, content: "replicas: 2\n", kind });
const values = (path: string): Candidate => ({
  path,
  content: "#@data/values\n---\nreplicas: 2\n",
  kind: "dataValues",
});

const ENVS = [
  { ...TEMPLATE, path: "config/app.yml" },
  plain("envs/base.yml"),
  plain("envs/dev.yml"),
  plain("envs/prod.yml"),
  { path: "envs/README.md", content: "x" },
];

const shown = (line: string, files: readonly Candidate[] = ENVS) =>
  pairs(line, files).map((pair) => [pair.map(({ name }) => name).join(" | "), pair[1].commandLine]);

test("the other files of the folder of a values file are offered", () => {
  expect(shown("-f config --data-values-file envs/base.yml --data-values-file envs/dev.yml --strict")).toEqual([
    ["dev | prod", "-f config --data-values-file envs/base.yml --data-values-file envs/prod.yml --strict"],
  ]);
  expect(shown("-f config --data-values-file=envs/dev.yml --data-values-inspect")).toEqual([
    ["dev | base", "-f config --data-values-file=envs/base.yml --data-values-inspect"],
    ["dev | prod", "-f config --data-values-file=envs/prod.yml --data-values-inspect"],
  ]);
});

test("a printed file beside a passed one is printed by neither run, and other files are not offered", () => {
  const files = [SCHEMA, TEMPLATE, plain("dev.yml", "unused"), plain("prod.yml", "template"), values("old.yml")];
  const line = "--file-mark dev.yml:exclude=true --data-values-file dev.yml";
  expect(pairs(line, files)).toEqual([
    [
      { name: "dev", path: "dev.yml", commandLine: line, without: ["prod.yml"] },
      {
        name: "prod",
        path: "prod.yml",
        commandLine: `${line.replace("--data-values-file dev", "--data-values-file prod")} --file-mark prod.yml:exclude=true`,
        without: [],
      },
    ],
  ]);
  expect(shown("-f schema.yml -f app.yml -f prod.yml --data-values-file dev.yml", files)).toEqual([
    ["dev | prod", "-f schema.yml -f app.yml --data-values-file prod.yml"],
  ]);
});

test("plain files of a folder are offered before one is passed", () => {
  const files = [SCHEMA, TEMPLATE, plain("dev.yml", "template"), plain("prod.yml", "template")];
  const one = (name: string, other: string) => ({
    name,
    path: `${name}.yml`,
    commandLine: `--strict --file-mark ${name}.yml:exclude=true --data-values-file ${name}.yml`,
    without: [`${other}.yml`],
  });
  expect(pairs("--strict", files)).toEqual([[one("dev", "prod"), one("prod", "dev")]]);
  // Files of a folder that is no input.
  expect(shown("-f config")).toEqual([["dev | prod", "-f config --data-values-file envs/prod.yml"]]);
  // An input of a folder cannot be left out by its path.
  expect(shown("-f .", files)).toEqual([]);
});

test("files with data values are compared without each other, and what is common stays", () => {
  const files = [SCHEMA, TEMPLATE, values("values.yml"), values("dev.yml"), values("prod.yml"), values("test.yml")];
  const [first, second] = pairs("", files);
  expect(first).toEqual([
    { name: "dev", path: "dev.yml", commandLine: "", without: ["prod.yml", "test.yml"] },
    { name: "prod", path: "prod.yml", commandLine: "", without: ["dev.yml", "test.yml"] },
  ]);
  expect(second?.map(({ name }) => name)).toEqual(["dev", "test"]);
  expect(shown("", files.slice(0, 4))).toEqual([["values | dev", ""]]);
});

test.each<[string, readonly Candidate[]]>([
  ["--data-values-file envs/none.yml", ENVS],
  ["", [SCHEMA, TEMPLATE, plain("dev.yml", "template")]],
  ["", [plain("dev.yml", "template"), plain("prod.yml", "template")]],
  ["", [SCHEMA, plain("dev.yml", "template"), { path: "prod.yml", content: "other: 1\n", kind: "template" }]],
  ["", [SCHEMA, plain("a/dev.yml", "template"), plain("b/dev.yml", "template")]],
])("nothing is offered for %j", (line, files) => expect(shown(line, files)).toEqual([]));

test("variants have the same values if they pass the same files or, without any, leave out the same files", () => {
  const variant = (commandLine: string, ...without: string[]) => ({ commandLine, without });
  const dev = variant("--data-values-file dev.yml", "prod.yml");
  expect(haveSameValues(dev, variant("--strict --data-values-file=dev.yml"))).toBe(true);
  expect(haveSameValues(dev, variant("--data-values-file prod.yml", "prod.yml"))).toBe(false);
  expect(haveSameValues(variant("", "dev.yml"), variant("--strict", "dev.yml"))).toBe(true);
  expect(haveSameValues(variant("", "dev.yml"), variant("", "prod.yml"))).toBe(false);
});
