// Both that are held against each other: the engine (one native process for all questions), and Ajv for JSON Schema 2020-12.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after } from "node:test";
import { startNative } from "../differential/commands.mjs";
import { root } from "../golden-cases.mjs";
import { Float, json, yaml } from "./generate.mjs";

const { default: Ajv } = createRequire(`${root}web/package.json`)("ajv/dist/2020");
const native = startNative();

after(() => native.end());

// Ajv's own strictness goes beyond the standard; an unknown keyword is an annotation.
export const ajv = new Ajv({ strict: false, validateSchema: false });

/** Ajv's check of a schema. */
export const validator = (schema) => {
  const check = ajv.compile(schema);
  ajv.removeSchema(schema);
  return check;
};

export const ask = (question) => native.ask(question);

/** The engine's export of a schema; `flags` are words of the command line. */
export const exported = (content, { format = "json-schema", flags = "" } = {}) =>
  ask({ exportSchema: { format, request: { files: [{ path: "schema.yml", content }], args: flags } } });

/** Whether the engine accepts a values file, and its report. */
export async function taken(schema, values, flags = "") {
  const files = [
    { path: "schema.yml", content: schema },
    { path: "values.yml", content: `${yaml(values)}\n` },
  ];
  const args = `-f schema.yml --data-values-file values.yml --data-values-inspect ${flags}`;
  const { exitStatus, report } = await ask({ files, args });
  return { accepts: exitStatus === 0, report };
}

/** Whether Ajv and the engine agree on a file once no letter in it has more bytes than one. */
export async function agreeOnBytes(schema, check, values, flags) {
  const ascii = asBytes(values);
  if (JSON.stringify(ascii) === JSON.stringify(values)) return false;
  return (await taken(schema, ascii, flags)).accepts === check(json(ascii));
}

/** Letters beyond ASCII replaced by as many others as they have bytes. */
function asBytes(value) {
  if (typeof value === "string")
    return value.replace(/[^\p{ASCII}]/gu, (letter) => "x".repeat(Buffer.byteLength(letter)));
  if (Array.isArray(value)) return value.map(asBytes);
  if (value === null || typeof value !== "object" || value instanceof Float) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asBytes(item)]));
}

/** The import of an export, its result for the values, and whether it agrees with Ajv, which `accepts` them or not, or with the engine's answer. */
export async function importedAgain(seed, text, values, { accepts, answer }) {
  const { schema: imported, notCarriedOver, error } = await ask({ importSchema: text });
  assert.ok(imported, `${seed}: ${error}`);
  const back = await taken(imported, values);
  const same =
    back.accepts === accepts
      ? "as the JSON Schema"
      : back.accepts === answer.accepts
        ? "as the engine"
        : notCarriedOver.length > 0
          ? "listed"
          : `unexplained (${seed})`;
  return { same, imported, back, notCarriedOver };
}
