// Random schemas and values files for them, the same for the same number. A schema has every type, nullable and required values, defaults
// and all rules that JSON Schema can state; a values file mostly fits it, and often is wrong in one place.

/** A small random generator (mulberry32): numbers in order for a seed. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (part) => next() < part,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

/** A float, which YAML tells from an integer and JSON does not. */
export class Float {
  constructor(value) {
    this.value = value;
  }
}

export const WORDS = ["", "a", "gas", "wood", "kiln", "électrique", "火", "a b", "true", "12"];
export const literal = (value) =>
  value === null
    ? "None"
    : value === true
      ? "True"
      : value === false
        ? "False"
        : value instanceof Float
          ? yaml(value)
          : JSON.stringify(value);

/** A value as YAML in one line. */
export function yaml(value) {
  if (value instanceof Float) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (Array.isArray(value)) return `[${value.map(yaml).join(", ")}]`;
  if (value !== null && typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, item]) => `${yaml(key)}: ${yaml(item)}`)
      .join(", ")}}`;
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => (end === "\u2028" ? "\\L" : "\\P"));
}

/** The value as JSON has it. */
export function json(value) {
  if (value instanceof Float) return value.value;
  if (Array.isArray(value)) return value.map(json);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, json(item)]));
  return value;
}

const KINDS = ["string", "string", "integer", "integer", "float", "boolean", "any", "array", "map"];

export function scalarOf(kind, r) {
  if (kind === "string") return r.pick(WORDS);
  if (kind === "integer") return r.int(-3, 12);
  if (kind === "float") return new Float(r.int(-6, 24) / 2);
  if (kind === "boolean") return r.chance(0.5);
  return null;
}

function node(r, depth) {
  const kind = r.pick(depth > 2 ? KINDS.slice(0, 7) : KINDS);
  const made = { kind, nullable: kind !== "any" && r.chance(0.25), value: scalarOf(kind, r), rules: [] };
  if (kind === "map") made.fields = fields(r, depth + 1);
  if (kind === "array") {
    made.item = node(r, depth + 1);
    delete made.item.default;
  }
  if (kind === "any" && r.chance(0.5)) made.default = anything(r, 1);
  if (made.nullable && ["string", "integer", "float", "boolean"].includes(kind) && r.chance(0.3))
    made.default = scalarOf(kind, r);
  if (kind === "array" && r.chance(0.3)) made.default = [valueFor(made.item, r, 0)];
  made.rules = rules(made, r);
  return made;
}

function rules({ kind, nullable, fields }, r) {
  const all = [];
  const add = (part, rule) => r.chance(part) && all.push(rule());
  if (kind === "string" || kind === "array") {
    add(0.3, () => `min_len=${r.int(0, 3)}`);
    add(0.2, () => `max_len=${r.int(1, 6)}`);
  }
  if (kind === "integer" || kind === "float") {
    add(0.3, () => `min=${r.chance(0.3) ? `${r.int(-2, 3)}.5` : r.int(-2, 3)}`);
    add(0.3, () => `max=${r.int(4, 9)}`);
  }
  if (kind === "string") add(0.15, () => `one_of=${literal([r.pick(WORDS), r.pick(WORDS), "gas"])}`);
  if (kind === "integer") add(0.15, () => `one_of=[${r.int(0, 5)}, ${r.int(0, 5)}, 7.0]`);
  if (kind === "any") {
    add(0.15, () => `min=${r.int(0, 3)}`);
    add(0.15, () => `min_len=${r.int(0, 2)}`);
    add(0.15, () => `one_of=["gas", 1, True]`);
    add(0.2, () => "not_null=True");
  }
  if (nullable) add(0.3, () => "not_null=True");
  if (kind === "map") {
    add(0.1, () => `min_len=${r.int(0, 2)}`);
    const keys = Object.keys(fields);
    add(0.25, () => (r.chance(0.5) ? "one_not_null=True" : `one_not_null=${literal(keys.slice(0, 2))}`));
  }
  // Something that is wrong for the type, now and then.
  if (!all.some((rule) => rule.startsWith("min="))) add(0.01, () => 'min="a"');
  return all;
}

function fields(r, depth) {
  const made = {};
  for (let count = r.int(1, depth === 0 ? 5 : 3); count > 0; count--)
    made[r.pick(["kiln", "heat", "name", "fuel", "x-y", "shelf", "no"]) + r.int(0, 2)] = node(r, depth);
  return made;
}

export function anything(r, depth) {
  const kind = r.int(0, depth > 1 ? 4 : 6);
  if (kind === 5) return [anything(r, depth + 1)];
  if (kind === 6) return { [r.pick(["a", "b"])]: anything(r, depth + 1) };
  return [null, r.chance(0.5), r.int(-1, 6), new Float(r.int(0, 9) / 2), r.pick(WORDS)][kind];
}

export function schemaOf(seed) {
  return { kind: "map", fields: fields(random(seed), 0), rules: [], nullable: false };
}

/** The schema as a ytt file. */
export function schemaText(schema) {
  const lines = ["#@data/values-schema", "---"];
  const annotate = ({ kind, nullable, rules, ...made }, indent) => {
    if (made.keys) lines.push(`${indent}#@schema/key ${made.keys}`);
    if (kind === "any") lines.push(`${indent}#@schema/type any=True`);
    if (nullable) lines.push(`${indent}#@schema/nullable`);
    if ("default" in made) lines.push(`${indent}#@schema/default ${starlark(made.default)}`);
    if (rules.length) lines.push(`${indent}#@schema/validation ${rules.join(", ")}`);
  };
  const held = (holder, made, indent) => {
    if (made.kind === "map") {
      lines.push(`${indent}${holder}`);
      map(made.fields, `${indent}  `);
    } else if (made.kind === "array") {
      lines.push(`${indent}${holder}`);
      annotate(made.item, `${indent}  `);
      held("-", made.item, `${indent}  `);
    } else lines.push(`${indent}${holder} ${made.kind === "any" ? "null" : yaml(made.value)}`);
  };
  const map = (fields, indent) => {
    for (const [key, made] of Object.entries(fields)) {
      annotate(made, indent);
      held(`${JSON.stringify(key)}:`, made, indent);
    }
  };
  map(schema.fields, "");
  return `${lines.join("\n")}\n`;
}

export function starlark(value) {
  if (Array.isArray(value)) return `[${value.map(starlark).join(", ")}]`;
  if (value !== null && typeof value === "object" && !(value instanceof Float))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${starlark(item)}`)
      .join(", ")}}`;
  return literal(value);
}

/** A value for a node; `wrong` is how likely it is something else. */
function valueFor(made, r, wrong) {
  if (r.chance(wrong)) return anything(r, 0);
  if (made.nullable && r.chance(0.2)) return null;
  if (made.kind === "any") return anything(r, 0);
  if (made.kind === "map") {
    const value = {};
    for (const [key, field] of Object.entries(made.fields)) if (r.chance(0.75)) value[key] = valueFor(field, r, wrong);
    if (r.chance(wrong)) value.unknown = 1;
    return value;
  }
  if (made.kind === "array") return Array.from({ length: r.int(0, 3) }, () => valueFor(made.item, r, wrong));
  if (made.kind === "float" && r.chance(0.3)) return r.int(-2, 9);
  if (made.kind === "integer" && r.chance(wrong)) return new Float(r.int(0, 9));
  return scalarOf(made.kind, r);
}

export const valuesOf = (schema, seed) =>
  valueFor({ ...schema, nullable: false }, random(seed * 7919 + 13), random(seed).chance(0.5) ? 0 : 0.06);
