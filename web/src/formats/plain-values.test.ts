import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ask } from "../../testing/engine";
import { importedWork } from "../content/starters";
import { hasTemplate, isImportable, isNamedValues, isPlainValues } from "./plain-values";

const FOLDER = new URL("../../../tests/values-files/", import.meta.url);
/** Its keys `1` and `"1"` cannot both be strings, and code cannot read others. */
const UNREADABLE = "keys.yaml";
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yaml") && name !== UNREADABLE)
  .map((name) => ({ path: name, content: readFileSync(new URL(name, FOLDER), "utf8") }));

const file = (path: string, content: string) => ({ path, content });
const many = Array.from({ length: 30 }, (_, at) => `key${at}: ${at}\n`).join("");

test("values are recognised by the name of the file, or by many keys", () => {
  for (const [path, content] of [
    ["values.yaml", "a: 1\n"],
    ["chart/values-prod.yml", "---\n# comment\na:\n  b: 1\n"],
    ["my.values.yaml", '"a b": 1\n'],
    ["config.yml", many],
    ["config.yml", `top:\n${many.replaceAll(/^/gm, "  ").trimEnd()}\n`],
  ] as const)
    expect(isPlainValues(file(path, content)), `${path}: ${content}`).toBe(true);
});

test("other files are not values", () => {
  for (const [path, content] of [
    ["config.yml", "a: 1\n"],
    ["values.yaml", ""],
    ["values.yaml", "# nothing\n"],
    ["values.yaml", "#@data/values\n---\na: 1\n"],
    ["values.yaml", "a: #@ 1\n"],
    ["values.yaml", "- a\n- b: 1\n"],
    ["values.yaml", "a: 1\n---\nb: 1\n"],
    ["values.txt", "a: 1\n"],
    ["values.json", '{"a": 1}\n'],
    ["deployment.yaml", `apiVersion: apps/v1\nkind: Deployment\n${many}`],
    ["_ytt_lib/app/values.yaml", "a: 1\n"],
  ] as const)
    expect(isPlainValues(file(path, content)), `${path}: ${content}`).toBe(false);
  expect(isPlainValues({ path: "values.yaml", content: new Uint8Array([1]) })).toBe(false);
});

test("a template is what can print: neither schema, data values, plain values nor a README", () => {
  const schema = file("schema.yml", "#@data/values-schema\n---\na: 1\n");
  const values = file("v.yml", "#@data/values\n---\na: 1\n");
  expect(hasTemplate([schema, values, file("values.yaml", "a: 1\n"), file("README.md", "x"), file("b.yml", "")])).toBe(
    false,
  );
  expect(hasTemplate([schema, file("config.yml", "a: 1\n")])).toBe(true);
  expect(hasTemplate([file("deployment.yaml", "kind: Deployment\n")])).toBe(true);
});

test("plain YAML and JSON can be imported", () => {
  expect(isImportable(file("schema.json", "{}"))).toBe(true);
  expect(isImportable(file("a.yml", "a: 1\n"))).toBe(true);
  expect(isImportable(file("a.yml", "a: #@ 1\n"))).toBe(false);
  expect(isImportable(file("a.star", "a = 1\n"))).toBe(false);
  expect(isNamedValues("envs/values.prod.yaml")).toBe(true);
});

interface Rendered {
  exitStatus: number;
  diagnostics: unknown[];
  stdout: string;
}

for (const { path, content } of FILES) {
  test(`${path} becomes a schema, data values and a template without a problem`, async () => {
    const result = (await ask("importSchema", content, "values")) as {
      schema: string | null;
      dataValues: string | null;
    };
    // A file with several documents is refused.
    if (result.schema === null) return expect(isPlainValues({ path: "values.yaml", content })).toBe(false);
    const { files } = importedWork(result.schema, result.dataValues ?? undefined);
    const response = (await ask("render", { files })) as Rendered;
    expect(response.diagnostics).toEqual([]);
    expect(response.exitStatus).toBe(0);
  });
}
