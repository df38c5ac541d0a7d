// The declarations of crate/wasm/src/declarations.d.ts fit the engine's results: answers to golden cases and questions are written as literals
// of the declared types, which the compiler checks for types, for null and for fields that are not declared.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { examples, ownCases, root } from "../golden-cases.mjs";
import { readCase, requestOf } from "./case-file.mjs";
import { ask, render } from "./engine.mjs";

/** Items after these have the same type. */
const MOST_ITEMS = 6;

/** No word that is a type has more characters. */
const MOST_CHARACTERS = 16;

function literal(value) {
  if (value instanceof Uint8Array) return "new Uint8Array()";
  if (Array.isArray(value)) return `[${value.slice(0, MOST_ITEMS).map((item) => literal(item))}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item)}`)}}`;
  if (typeof value === "string") return JSON.stringify(value.slice(0, MOST_CHARACTERS));
  return value === undefined ? "undefined" : JSON.stringify(value);
}

/** Checks literals, each with the name of an export that returned it; returns the compiler's messages. */
function checked(answers) {
  const folder = mkdtempSync(join(root, "target", "declarations-"));
  try {
    const lines = answers.map(([name, text], at) => `export const a${at}: Returned<"${name}"> = ${text};`);
    writeFileSync(
      join(folder, "answers.ts"),
      `import type * as engine from ${JSON.stringify(join(root, "web/pkg/ytterby.js"))};
type Returned<Name extends keyof typeof engine> = (typeof engine)[Name] extends (...given: never[]) => infer R ? R : never;
${lines.join("\n")}
`,
    );
    const compilerOptions = {
      target: "es2023",
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
      strict: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["answers.ts"] }));
    const tsc = join(root, "web/node_modules/.bin/tsc");
    const { status, stdout, error } = spawnSync(tsc, ["-p", folder, "--pretty", "false"], { encoding: "utf8" });
    assert.equal(error, undefined);
    assert.ok(status === 0 || stdout, `tsc ended with ${status}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("answers have the declared types", async () => {
  const answers = [];
  const seen = new Set();
  const add = (name, answer) => {
    const text = literal(answer);
    if (seen.has(`${name} ${text}`)) return;
    seen.add(`${name} ${text}`);
    answers.push([name, text]);
  };
  for (const path of ownCases()) {
    const request = requestOf(readCase(`${root}tests/${path}`));
    if (request.limits !== undefined) continue;
    add("render", await render(request));
    const file = request.files.find(({ content }) => typeof content === "string" && content.includes("data.values."));
    if (!file) continue;
    const offset = file.content.indexOf("data.values.") + "data.values.".length;
    for (const name of ["complete", "hover", "definition", "renameTarget", "refactorings"])
      add(name, await ask(name, request, file.path, offset));
    add("rename", await ask("rename", request, file.path, offset, "other"));
    add("renameFile", await ask("renameFile", request, "helpers.star", file.path));
    add("used", await ask("used", request, file.path, file.content.slice(0, offset).split("\n").length));
    add("lint", await ask("lint", request));
    add("phases", await ask("phases", request));
    add("valuesInCode", await ask("valuesInCode", request, [file.path]));
    add("costs", await ask("costs", request));
    for (const format of ["openapi-v3", "json-schema", "markdown"])
      add("exportSchema", await ask("exportSchema", request, format));
    add(
      "diffSchemas",
      await ask("diffSchemas", request, [{ path: "s.yml", content: "#@data/values-schema\n---\na: 1\n" }]),
    );
    add("format", await ask("format", file.content));
    add("importSchema", await ask("importSchema", file.content));
  }
  for (const path of examples()) add("readBundle", await ask("readBundle", readFileSync(path, "utf8")));
  add("readBundle", await ask("readBundle", "ytterby: 1\nfiels: {}\n"));
  add("flagDescriptions", await ask("flagDescriptions"));
  add("importSchema", await ask("importSchema", '{"type": "object", "not": {}, "properties": {"a": {"$ref": "#/b"}}}'));
  assert.ok(answers.length > 2000, `${answers.length} answers`);
  const about = ["complete", "hover", "definition", "renameTarget", "rename", "used", "lint"];
  for (const name of ["render", ...about, "phases", "valuesInCode", "costs"])
    assert.ok(answers.filter(([of]) => of === name).length > 1, name);
  const messages = checked(answers).trim();
  assert.equal(messages.split("\n").slice(0, 10).join("\n"), "");
  console.log(`${answers.length} answers of ${new Set(answers.map(([name]) => name)).size} functions`);
});

test("the check finds fields that are wrong, missing or not declared", async () => {
  const good = await render({ files: [{ path: "a.yml", content: "a: 1\n" }] });
  const { stdout: _, ...less } = good;
  const wrong = [{ ...good, values: undefined }, { ...good, exitStatus: "0" }, { ...good, more: 1 }, less];
  const messages = checked([...wrong, good].map((answer) => ["render", literal(answer)]));
  // Line 3 of the file has the first answer.
  const lines = [...messages.matchAll(/answers\.ts\((\d+),/g)].map(([, line]) => Number(line));
  assert.deepEqual(lines, [3, 4, 5, 6], messages);
});
