// What a comparison of two schemas calls breaking, held against runs: `node --test tests/schema-diff/`.
//   - Of random pairs of schemas, the second being the first with some changes: where data values are taken by the old one
//     and refused by the new one, some change is breaking.
//   - A schema and itself have no changes.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startNative } from "../differential/commands.mjs";
import { random, schemaOf, schemaText, valuesOf, yaml } from "../schema-export/generate.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const native = startNative(
  [process.env.YTTERBY, `${root}target/debug/ytterby`, `${root}target/release/ytterby`]
    .filter(Boolean)
    .find(existsSync) ?? "target/debug/ytterby",
);
const PAIRS = Number(process.env.PAIRS ?? 150);
/** Values files of each pair. */
const FILES = 6;

after(() => native.end());

const files = (schema) => [{ path: "schema.yml", content: schema }];
const diff = (old, schema) => native.ask({ diffSchemas: { request: { files: files(schema) }, old: files(old) } });

/** Whether the engine takes data values, as a plain file or as a document that is laid over the defaults. */
async function taken(schema, values, isPlain) {
  const head = isPlain ? "" : "#@data/values\n---\n";
  const { exitStatus } = await native.ask({
    files: [...files(schema), { path: "values.yml", content: `${head}${yaml(values)}\n` }],
    args: `-f schema.yml ${isPlain ? "--data-values-file" : "-f"} values.yml --data-values-inspect`,
  });
  return exitStatus === 0;
}

/** A node with some changes; what is new comes from `others`. */
function changed(made, r, others) {
  if (r.chance(0.1)) return r.pick(others);
  const copy = { ...made };
  if (r.chance(0.1)) copy.rules = made.rules.slice(1);
  if (made.kind !== "any" && r.chance(0.08)) copy.nullable = !made.nullable;
  if (made.kind === "integer" && r.chance(0.1)) copy.value = made.value + 1;
  if (!copy.nullable && copy.kind !== "array" && copy.kind !== "any") delete copy.default;
  if (made.fields) copy.fields = changedFields(made.fields, r, others);
  if (made.item) {
    copy.item = changed(made.item, r, others);
    delete copy.item.default;
    // What was an item need be none any more.
    delete copy.default;
  }
  return copy;
}

function changedFields(fields, r, others) {
  const kept = Object.entries(fields).filter(() => !r.chance(0.07));
  const copy = Object.fromEntries(
    kept.map(([key, made]) => [r.chance(0.05) ? `${key}s` : key, changed(made, r, others)]),
  );
  if (r.chance(0.1)) copy[`new${r.int(0, 9)}`] = r.pick(others);
  return Object.keys(copy).length ? copy : fields;
}

test(`${PAIRS} pairs of schemas: nothing breaks untold`, async () => {
  const tally = { taken: 0, refused: 0, breaking: 0, seen: 0 };
  for (let seed = 1; seed <= PAIRS; seed++) {
    const made = schemaOf(seed);
    const r = random(seed * 31 + 7);
    const others = Object.values(schemaOf(seed + 100_000).fields);
    const schemas = [made, { ...made, fields: changedFields(made.fields, r, others) }].map(schemaText);
    const same = await diff(schemas[0], schemas[0]);
    assert.deepEqual(same, { changes: [], report: "" }, `${seed}\n${schemas[0]}`);
    const { changes, report } = await diff(...schemas);
    assert.equal(report, "", `${seed}\n${schemas[1]}`);
    const isBreaking = changes.some(({ breaking }) => breaking);
    let isSeen = false;
    for (let file = 0; file < FILES; file++) {
      const values = valuesOf(made, seed + file * 1_000_000);
      const isPlain = file % 2 === 0;
      if (values === null || !(await taken(schemas[0], values, isPlain))) continue;
      tally.taken++;
      if (await taken(schemas[1], values, isPlain)) continue;
      tally.refused++;
      isSeen = true;
      const told = JSON.stringify(changes, null, 1);
      assert.ok(isBreaking, `${seed}\n${schemas.join("-->\n")}values: ${yaml(values)}\n${told}`);
    }
    tally.breaking += isBreaking ? 1 : 0;
    tally.seen += isSeen ? 1 : 0;
  }
  console.log(tally);
  assert.ok(tally.refused > PAIRS / 4);
});
