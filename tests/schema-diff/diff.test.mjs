// Breaking changes in a comparison of two schemas, compared with runs: `node --test tests/schema-diff/`.
//   - Of random pairs of schemas, the second being the first with some changes: if data values are accepted by the old one
//     and rejected by the new one, some change is breaking.
//   - A schema and itself have no changes.
//   - The same holds for maps with items that accept several keys, and take keys from each other, with the extension
//     `schema-proposal`.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { amount } from "../amount.mjs";
import { startNative } from "../differential/commands.mjs";
import { random, schemaOf, schemaText, valuesOf, yaml } from "../schema-export/generate.mjs";

const native = startNative();
const PAIRS = amount("PAIRS", { usual: 150, all: 1000 });
/** Values files of each pair. */
const FILES = 6;

after(() => native.end());

const files = (schema) => [{ path: "schema.yml", content: schema }];
const diff = (old, schema, extensions = []) =>
  native.ask({ diffSchemas: { request: { files: files(schema), extensions }, old: files(old) } });

/** Whether the engine takes data values, as a plain file or as a document that is laid over the defaults. */
async function taken(schema, values, isPlain, extensions = []) {
  const head = isPlain ? "" : "#@data/values\n---\n";
  const { exitStatus } = await native.ask({
    extensions,
    files: [...files(schema), { path: "values.yml", content: `${head}${yaml(values)}\n` }],
    args: `-f schema.yml ${isPlain ? "--data-values-file" : "-f"} values.yml --data-values-inspect`,
  });
  return exitStatus === 0;
}

/** If one of the values is accepted by the old schema and rejected by the new one, some change is breaking. Counts the results. */
async function nothingBreaksUntold(seed, schemas, changes, all, tally, extensions = []) {
  const isBreaking = changes.some(({ breaking }) => breaking);
  let isSeen = false;
  for (const [file, values] of all.entries()) {
    const isPlain = file % 2 === 0;
    if (values === null || !(await taken(schemas[0], values, isPlain, extensions))) continue;
    tally.taken++;
    if (await taken(schemas[1], values, isPlain, extensions)) continue;
    tally.refused++;
    isSeen = true;
    const told = JSON.stringify(changes, null, 1);
    assert.ok(isBreaking, `${seed}\n${schemas.join("-->\n")}values: ${yaml(values)}\n${told}`);
  }
  tally.breaking += isBreaking ? 1 : 0;
  tally.seen += isSeen ? 1 : 0;
}

/** A node with some changes; new nodes come from `others`. */
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
    // The items of the default need not be valid any more.
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

const PROPOSAL = ["schema-proposal"];
const KEYS = ["aa", "ab", "ba", "bb", "c"];
/** The keys that an item may accept, as an annotation and as a function. */
const KINDS_OF_KEYS = [
  [`"any"`, () => true],
  [`"a."`, (key) => key.startsWith("a")],
  [`"b.*"`, (key) => key.startsWith("b")],
  [`".b"`, (key) => key.endsWith("b") && key.length === 2],
  [`["aa", "ba"]`, (key) => key === "aa" || key === "ba"],
  [`lambda k: k.startswith("a")`, (key) => key.startsWith("a")],
  [`lambda k: len(k) == 2`, (key) => key.length === 2],
];
const COUNTS = [`"0+"`, `"0+"`, `"0+"`, `"1+"`, "1", "[0, 1]", "[0, 2]", "lambda n: n < 3"];

/** An item for keys of a kind, or for a key of its own; mostly one that is like others, so that keys can pass to it. */
function keyedItem(r, others) {
  const [allowed, takes] = r.pick(KINDS_OF_KEYS);
  const made = r.chance(0.7) ? r.pick(others.slice(0, 2)) : r.pick(others);
  const { keys: _, takes: __, ...node } = made;
  if (r.chance(0.5)) {
    const name = r.pick(KEYS);
    const isOptional = r.chance(0.3);
    return [name, { ...node, ...(isOptional && { keys: "missing_ok=True" }), takes: (key) => key === name }];
  }
  return [`_${r.int(0, 99)}`, { ...node, keys: `allowed=${allowed}, expects=${r.pick(COUNTS)}`, takes }];
}

/** The items with some moved, gone, new or changed. */
function changedKeys(fields, r, others) {
  const entries = Object.entries(fields).filter(() => !r.chance(0.1));
  if (r.chance(0.6) && entries.length) {
    const [moved] = entries.splice(r.int(0, entries.length - 1), 1);
    entries.splice(r.int(0, entries.length), 0, moved);
  }
  if (r.chance(0.5)) entries.splice(r.int(0, entries.length), 0, keyedItem(r, others));
  const copy = entries.map(([key, made]) => [
    key,
    r.chance(0.1) ? { ...changed(made, r, others), keys: made.keys, takes: made.takes } : made,
  ]);
  return Object.fromEntries(copy);
}

/** A value for each of some keys, mostly one that is right for the item that it is of. */
function keyedValues(fields, seed, others) {
  const r = random(seed);
  const values = {};
  for (const key of KEYS.filter(() => r.chance(0.45))) {
    const owner = Object.values(fields).find(({ takes }) => takes(key));
    if (!owner && r.chance(0.9)) continue;
    Object.assign(values, valuesOf({ kind: "map", fields: { [key]: owner ?? r.pick(others) } }, seed + key.length));
  }
  return values;
}

test(`${PAIRS} pairs of schemas with keys of a kind: nothing breaks untold`, async () => {
  const tally = { wrong: 0, pairs: 0, taken: 0, refused: 0, breaking: 0, seen: 0 };
  for (let seed = 1; seed <= PAIRS; seed++) {
    const r = random(seed * 17 + 3);
    const others = Object.values(schemaOf(seed + 200_000).fields);
    const made = Object.fromEntries(Array.from({ length: r.int(1, 4) }, () => keyedItem(r, others)));
    const both = [made, changedKeys(made, r, others)];
    const schemas = both.map((fields) => schemaText({ fields: { m: { kind: "map", rules: [], fields } } }));
    const same = await diff(schemas[0], schemas[0], PROPOSAL);
    if (same.report === "") assert.deepEqual(same.changes, [], `${seed}\n${schemas[0]}`);
    const { changes, report } = await diff(...schemas, PROPOSAL);
    // A default may fit no item that takes its key.
    if (report !== "") {
      tally.wrong++;
      continue;
    }
    tally.pairs++;
    const values = Array.from({ length: FILES * 2 }, (_, file) => ({
      m: keyedValues(both[file % 3 === 2 ? 1 : 0], seed + file * 1_000_000, others),
    }));
    await nothingBreaksUntold(seed, schemas, changes, values, tally, PROPOSAL);
  }
  console.log(tally);
  assert.ok(tally.refused > PAIRS / 4);
});

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
    const values = Array.from({ length: FILES }, (_, file) => valuesOf(made, seed + file * 1_000_000));
    await nothingBreaksUntold(seed, schemas, changes, values, tally);
  }
  console.log(tally);
  assert.ok(tally.refused > PAIRS / 4);
});
