// The exports of a schema, compared with a validator that is not ours (Ajv, 2020-12): `node --test tests/schema-export/`.
//   - The export of every schema of the golden cases is a valid JSON Schema, and its OpenAPI is that of ytt.
//   - For PAIRS random pairs of a schema and a values file, Ajv with the export and the engine with the schema accept and reject the same.
//   - An import of an export accepts and rejects the same as the exported schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../amount.mjs";
import { root } from "../golden-cases.mjs";
import { findCases, readCase, requestOf } from "../wasm/case-file.mjs";
import { ask as askWasm } from "../wasm/engine.mjs";
import { agreeOnBytes, ajv, ask, exported, importedAgain, taken, validator } from "./engine.mjs";
import { json, schemaOf, schemaText, valuesOf, yaml } from "./generate.mjs";

const PAIRS = amount("PAIRS", { usual: 1000, all: 5000 });

test("the golden cases' schemas give valid JSON Schema, OpenAPI as ytt prints it, Markdown", async () => {
  const wrong = [];
  const counts = { cases: 0, schemas: 0 };
  for (const folder of ["schema", "schema-proposal", "seeds", "validations", "data-values", "inspect"]) {
    for (const path of findCases(`${root}tests/cases/${folder}`)) {
      const found = readCase(`${root}tests/cases/${folder}/${path}`);
      if (found.inputs.some(({ content }) => typeof content !== "string")) continue;
      const request = requestOf(found);
      counts.cases++;
      const answers = {};
      for (const format of ["json-schema", "openapi-v3", "markdown"]) {
        answers[format] = await ask({ exportSchema: { request, format } });
        const inWasm = await askWasm("exportSchema", request, format);
        if (JSON.stringify(inWasm) !== JSON.stringify(answers[format]))
          wrong.push(`${path}: ${format} differs in wasm`);
      }
      const { text } = answers["json-schema"];
      if (text === null) continue;
      counts.schemas++;
      try {
        const schema = JSON.parse(text);
        if (!ajv.validateSchema(schema)) wrong.push(`${path}: ${ajv.errorsText()}`);
        validator(schema);
      } catch (error) {
        wrong.push(`${path}: ${error.message}`);
      }
      const args = typeof request.args === "string" ? request.args : request.args.join(" ");
      if (
        args.includes("--data-values-schema-inspect") &&
        found.expected.stdout !== undefined &&
        args.includes("openapi-v3") &&
        answers["openapi-v3"].text !== found.expected.stdout
      )
        wrong.push(`${path}: OpenAPI is not what ytt prints`);
      if (!answers.markdown.text?.startsWith("# ")) wrong.push(`${path}: no Markdown`);
    }
  }
  console.log(`${counts.schemas} schemas of ${counts.cases} cases`);
  assert.deepEqual(wrong, []);
  assert.ok(counts.schemas > 150);
});

/** Why Ajv and the engine may differ on a file, if it is for one of the reasons that lie in JSON Schema itself. */
async function reason(seed, schema, check, values, { report, accepts }, notStated) {
  if (values === null) return "an empty file is no null";
  if (!accepts && /found: float\n.*expected: integer/.test(report)) return "JSON has one kind of number";
  if (!accepts && notStated.length > 0) return "the rule is not stated";
  if (await agreeOnBytes(schema, check, values)) return "bytes are not characters";
  return `unexplained (${seed})`;
}

test(`${PAIRS} pairs of schema and values are taken and refused alike`, async () => {
  const tally = {};
  const again = {};
  for (let seed = 1; seed <= PAIRS; seed++) {
    const made = schemaOf(seed);
    const schema = schemaText(made);
    const { text, notStated, report } = await exported(schema);
    assert.ok(text, `${seed}: ${report}\n${schema}`);
    const check = validator(JSON.parse(text));
    const values = valuesOf(made, seed);
    const answer = await taken(schema, values);
    const accepts = check(json(values));
    const kind =
      answer.accepts === accepts
        ? accepts
          ? "both take it"
          : "both refuse it"
        : await reason(seed, schema, check, values, answer, notStated);
    tally[kind] = (tally[kind] ?? 0) + 1;
    if (process.env.SHOW && kind.startsWith("unexplained"))
      console.log(`${schema}\n${yaml(values)}\n${answer.report}\n${text}\n${JSON.stringify(check.errors)}`);

    // And back: the import of the export.
    const { same, imported, back, notCarriedOver } = await importedAgain(seed, text, values, { accepts, answer });
    again[same] = (again[same] ?? 0) + 1;
    if (process.env.SHOW && (same === "listed" || same.startsWith("unexplained")))
      console.log(
        `${same} ${seed}: ${imported}\n${yaml(values)}\n${back.report}\n${text}\n${JSON.stringify(notCarriedOver)}\najv ${accepts}`,
      );
  }
  console.log("Ajv and the engine:", tally);
  console.log("imported again:", again);
  assert.deepEqual(
    [tally, again].flatMap(Object.keys).filter((kind) => kind.startsWith("unexplained")),
    [],
  );
  assert.ok(tally["both take it"] > PAIRS / 5 && tally["both refuse it"] > PAIRS / 5, "both kinds of files");
});
