// The JSON Schema of schemas that use the extension `schema-proposal`, compared with Ajv: `node --test tests/schema-export/`.
//   - For PAIRS random pairs of a schema and a values file, Ajv with the export and the engine with the schema accept and reject the same, or
//     the reason is in JSON Schema itself, or the export lists the rule as not stated.
//   - An import of such an export is a schema, and lists the parts that are not carried over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../amount.mjs";
import { agreeOnBytes, ajv, exported, importedAgain, taken, validator } from "./engine.mjs";
import { json, yaml } from "./generate.mjs";
import { FORMATS, schemaOf, schemaText, valuesOf } from "./proposal.mjs";

const PAIRS = amount("PAIRS", { usual: 1000, all: 5000 });
const FLAGS = "--enable-extension schema-proposal";

// Ajv knows no formats by itself. The formats of these texts are known; a word may name a host.
for (const [name, [right]] of Object.entries(FORMATS))
  ajv.addFormat(name, (text) => right.includes(text) || (name === "hostname" && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)));

/** Why Ajv accepts a file that the engine rejects, if a broken rule is not stated. */
function unstated(report, notStated, text) {
  const rules = notStated.map(({ keyword }) => keyword);
  const broken = [...report.matchAll(/^ +- must be: (.*) \(by: [^)]*\)$/gm)].map(([, rule]) => rule);
  if (broken.length > 0 && broken.every((rule) => rules.includes(rule))) return "a rule is not stated";
  const counts = [...report.matchAll(/another number of keys[\s\S]*?expected: (.*) \(by/g)].map(([, words]) => words);
  if (counts.length > 0 && counts.every((words) => rules.includes(words))) return "a number of keys is not stated";
  const isAsked = rules.some((rule) => rule.startsWith("a key that"));
  if (isAsked && (/One or more data values were invalid/.test(report) || text.includes('"anyOf"')))
    return "which keys is not stated";
  return undefined;
}

async function reason(schema, check, values, { report, accepts }, notStated, text) {
  if (values === null) return "an empty file is no null";
  if (!accepts && /found: float\n.*expected: (?!.*float).*integer/.test(report)) return "JSON has one kind of number";
  if (!accepts) {
    const why = unstated(report, notStated, text);
    if (why) return why;
  }
  if (await agreeOnBytes(schema, check, values, FLAGS)) return "bytes are not characters";
  return undefined;
}

test(`${PAIRS} pairs of a schema that uses the proposal and values are taken and refused alike`, async () => {
  const tally = {};
  const again = {};
  const count = (all, kind) => (all[kind] = (all[kind] ?? 0) + 1);
  const from = amount("SEED", { usual: 1 });
  for (let seed = from; seed < from + PAIRS; seed++) {
    const made = schemaOf(seed);
    const schema = schemaText(made);
    const { text, notStated, report } = await exported(schema, { flags: FLAGS });
    if (text === null) {
      // A default may lack keys that only the item that accepts them knows.
      const isRefused = /@schema\/default is wrong type/.test(report);
      count(tally, isRefused ? "no schema" : `unexplained (${seed})`);
      if (process.env.SHOW && !isRefused) console.log(seed, schema, report);
      continue;
    }
    const said = JSON.parse(text);
    if (!ajv.validateSchema(said)) {
      count(tally, `unexplained (${seed}, ${ajv.errorsText()})`);
      continue;
    }
    let check;
    try {
      check = validator(said);
    } catch (error) {
      count(tally, `unexplained (${seed}, ${error.message})`);
      continue;
    }
    const values = valuesOf(made, seed);
    const answer = await taken(schema, values, FLAGS);
    const accepts = check(json(values));
    const kind =
      answer.accepts === accepts
        ? `both ${accepts ? "take" : "refuse"} it`
        : ((await reason(schema, check, values, answer, notStated, text)) ?? `unexplained (${seed})`);
    count(tally, kind);
    if (process.env.SHOW && kind.startsWith("unexplained"))
      console.log(
        `${kind}\n${schema}\n${yaml(values)}\n${answer.report}\n${text}\n${JSON.stringify(notStated)}\n${JSON.stringify(check.errors)}`,
      );

    const { same, imported, back } = await importedAgain(seed, text, values, { accepts, answer });
    count(again, same);
    if (process.env.SHOW && same.startsWith("unexplained"))
      console.log(`${same} again\n${schema}\n${imported}\n${yaml(values)}\n${back.report}\n${text}\najv ${accepts}`);
  }
  console.log("Ajv and the engine:", tally);
  console.log("imported again:", again);
  assert.deepEqual(
    [tally, again].flatMap(Object.keys).filter((kind) => kind.startsWith("unexplained")),
    [],
  );
  assert.ok(tally["both take it"] > PAIRS / 5 && tally["both refuse it"] > PAIRS / 5, "both kinds of files");
  assert.ok((tally["no schema"] ?? 0) < PAIRS / 20, "schemas");
});
