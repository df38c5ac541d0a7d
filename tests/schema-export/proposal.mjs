// Random schemas that use the extension `schema-proposal`, and values files for them, the same for the same number: types by name,
// rules of `@schema/validate`, keys by pattern beside named ones in any order, numbers of keys, removed data values.
import { anything, Float, random, scalarOf, starlark, WORDS, yaml } from "./generate.mjs";

/** Texts that have a format beyond doubt, and texts that have not. */
export const FORMATS = {
  date: [["2024-02-29"], ["2024-02-30", "gas"]],
  "date-time": [["2024-02-29T18:30:00+01:00"], ["2024-02-29"]],
  email: [["ada@example.org"], ["ada"]],
  hostname: [["db-1.example.org"], ["-a", "a b"]],
  ipv4: [["192.0.2.10"], ["192.0.2"]],
  ipv6: [["2001:db8::10"], ["192.0.2.10"]],
  time: [["18:30:00Z"], ["25:00:00Z"]],
  uri: [["https://example.org/pots"], ["/pots"]],
  // JSON Schema has none of these.
  duration: [["1h30m"], ["gas"]],
  ip: [["192.0.2.10"], ["gas"]],
  percent: [["10%"], ["10"]],
  port: [["8443"], ["65536"]],
};

/** Patterns in Go's syntax, with texts that match; the syntax of some is not that of JavaScript. */
const PATTERNS = [
  ["[a-z]+", ["kiln", "gas"]],
  ["[a-z]+[0-9]", ["heat1", "a2"]],
  ["x-.*", ["x-y", "x-a\u2028b"]],
  ["[]a-]+", ["a-]", "-"]],
  ["\\w+\\s\\S*", ["a b", "heat 1"]],
  ["(?P<first>[[:lower:]]+)\\-\\x{79}", ["x-y", "a-y"]],
  ["a\\.b/[[:alnum:]]{1,2}", ["a.b/c", "a.b/d1"]],
  ["\\p{Han}|é", ["火", "é"]],
  ["gas|wood|{,2}", ["gas", "{,2}"]],
  ["[^\\n]\\.?", ["a", "b."]],
  ["(?i)GAS.*", ["gas", "Gas 1"]],
  ["(?s).+", ["a", "a b"]],
];

const KEYS = ["kiln", "heat1", "name", "x-y", "a2", "a.b/c", "火", "heat 1", "gas", "a"];
const NAMES = { bool: "boolean", float: "float", int: "integer", null: "null", string: "string" };
const SCALARS = ["string", "integer", "float", "boolean"];

/** A value by example: `kind` is the type of the example, `types` those that `one_of=` names. */
function node(r, depth) {
  const kinds = ["string", "string", "string", "integer", "float", "boolean", "null", "any", "array", "map", "map"];
  let kind = r.pick(depth > 2 ? kinds.slice(0, 8) : kinds);
  // Null alone is a type in definitions only.
  if (kind === "null" && !r.isDefinition) kind = "string";
  const made = { kind, nullable: r.chance(0.15), value: scalarOf(kind, r), rules: [] };
  if (kind === "string" && r.chance(0.3)) made.value = "";
  if (kind === "map") made.items = items(r, depth + 1);
  if (kind === "array") made.item = itemOf(node(r, depth + 1));
  if (kind === "any" && r.chance(0.5)) made.value = anything(r, 1);
  if (kind !== "any" && r.chance(0.3)) typed(made, r);
  else if (kind !== "null" && r.chance(0.15)) made.default = kind === "any" ? anything(r, 1) : fitting(made, r);
  made.rules = r.chance(0.12 * r.strictness) ? older(made, r) : rules(made, r);
  if (r.chance(0.03)) made.removed = true;
  if (r.chance(0.03)) made.deprecated = true;
  return made;
}

/** An array's item has no default of its own. */
function itemOf({ default: own, ...made }) {
  return own !== undefined && made.types ? { ...made, orInferred: true } : made;
}

/** The names of some types; the default is one of them. */
function typed(made, r) {
  const names = Object.keys(NAMES);
  made.types = [...new Set(Array.from({ length: r.int(1, 3) }, () => r.pick(names)))];
  const isCollection = made.kind === "map" || made.kind === "array";
  made.orInferred = r.chance(isCollection ? 0.9 : 0.6);
  const isNamed = made.types.some((name) => NAMES[name] === made.kind || (name === "float" && made.kind === "integer"));
  if (isCollection && r.chance(0.5)) made.default = scalarOf(NAMES[made.types[0]], r);
  else if (!made.nullable && (r.chance(0.3) || !(made.orInferred || isNamed))) made.default = fitting(made, r);
}

/** The possible values, by kind. */
function kindsOf(made) {
  const kinds = made.types ? made.types.map((name) => NAMES[name]) : [];
  if (!made.types || made.orInferred) kinds.push(made.kind);
  if (made.nullable) kinds.push("null");
  return kinds;
}

/** A value of the type. */
const fitting = (made, r) => valueFor(made, r, 0, true);

function rules(made, r) {
  const kinds = kindsOf(made);
  const all = [];
  const add = (part, rule) => r.chance(part * r.strictness) && all.push(rule());
  const withMessage = (name, limit) => `${name}=${r.chance(0.15) ? `(${limit}, "as ${name} says")` : limit}`;
  const isSome = (...some) => kinds.some((kind) => some.includes(kind));
  if (isSome("string", "array", "map") || made.kind === "any") {
    add(0.15, () => withMessage("min_len", r.int(0, 2)));
    add(0.1, () => withMessage("max_len", r.int(2, 6)));
  }
  if (isSome("integer", "float")) {
    add(0.15, () => withMessage("min", r.chance(0.3) ? `${r.int(-2, 3)}.5` : r.int(-2, 3)));
    add(0.15, () => withMessage("max", r.int(4, 9)));
  }
  if (isSome("string")) {
    add(0.12, () => withMessage("regexp", starlark(r.pick(PATTERNS)[0])));
    add(0.06, () => `starts_with=${starlark(r.pick(["a", "x-", "2024", "(", "[a"]))}`);
    add(0.06, () => `ends_with=${starlark(r.pick(["n", "-y", "b", "$", "a]"]))}`);
    add(0.08, () => `format="${r.pick(Object.keys(FORMATS))}"`);
  }
  if (isSome("array")) add(0.3, () => "unique=True");
  if (isSome(...SCALARS)) add(0.06, () => `enum=${starlark([r.pick(WORDS), "gas", r.int(0, 4), true])}`);
  if (made.kind === "any") add(0.1, () => `enum=${starlark(["gas", 1, null])}`);
  if (isSome("null") || made.kind === "any") add(0.2, () => "not_null=True");
  add(0.03, () => r.pick(["lambda v: v != 3", "lambda v: (len(v) < 4, 'short')"]));
  // Something that is wrong for the type, now and then.
  if (all.length === 0) add(0.02, () => r.pick(["min=1", "min_len=1", "unique=True", 'regexp="a"', 'format="date"']));
  // Functions go first.
  return all.length === 0
    ? []
    : [`validate ${all.sort((a, b) => b.startsWith("lambda") - a.startsWith("lambda")).join(", ")}`];
}

/** ytt's own annotation, which says more of maps. */
function older(made, r) {
  const all = [];
  if (made.items) {
    const keys = made.items.map(({ key }) => key);
    all.push(r.chance(0.4) ? "one_not_null=True" : `one_not_null=${starlark(keys.slice(0, 2))}`);
  } else all.push("min_len=1");
  return [`validation ${all.join(", ")}${r.chance(0.2) ? ", when=lambda v: True" : ""}`];
}

/** The items of a map in their order. */
function items(r, depth) {
  const made = [];
  const names = new Set();
  const named = (keys) => {
    const key = r.pick(KEYS);
    if (names.has(key)) return;
    names.add(key);
    made.push({ key, keys, made: node(r, depth) });
  };
  for (let count = r.int(depth === 0 ? 1 : 0, 3); count > 0; count--) named(r.chance(0.25) ? namedKeys(r) : undefined);
  if (r.chance(depth === 0 ? 0.4 : 0.6)) {
    const kinds = r.pick([1, 1, 1, 2, 3]);
    for (let count = 0; count < kinds; count++)
      made.push({ key: `kind${count}`, keys: kindKeys(r), made: node(r, depth) });
    // After it, or between: a later name does not get the keys that a pattern accepts.
    if (r.chance(0.4)) named(r.chance(0.25) ? namedKeys(r) : undefined);
    // Often the same as the item that accepts it: else its default is seldom of the type.
    const last = made.at(-1);
    if (last.key in { kind0: 1, kind1: 1, kind2: 1 } === false && r.chance(0.7)) last.made = { ...made.at(-2).made };
  }
  if (made.length === 0) named(undefined);
  return made;
}

/** The number of keys of an item with a named key. */
const namedKeys = (r) => ({
  text: r.pick([
    "missing_ok=True",
    "missing_ok=True",
    "missing_ok=True",
    "missing_ok=False",
    "expects=1",
    "expects=0",
    'expects="0+"',
    'expects="1+"',
    "expects=[0, 1]",
    "expects=lambda n: n < 2",
  ]),
});

/** Keys of a kind: a test of one, keys that are such, and how the annotation says it. */
function kindKeys(r) {
  const [pattern, texts] = r.pick(PATTERNS);
  const listed = [r.pick(KEYS), r.pick(KEYS), "only"];
  const kind = r.pick([
    { any: true, text: "any-key", keys: KEYS },
    { any: true, text: 'key allowed="any"', keys: KEYS },
    { text: `key allowed=${starlark(pattern)}`, keys: texts },
    { text: `key allowed=${starlark(pattern)}`, keys: texts },
    { text: `key allowed=${starlark(listed)}`, keys: listed },
    { text: "key allowed=lambda k: len(k) < 4", keys: ["gas", "x-y", "a"] },
    { text: "key allowed=lambda k, declared: k.startswith('k')", keys: ["kiln"] },
  ]);
  if (kind.text === "any-key") return kind;
  const expects = r.pick([
    "missing_ok=True",
    'expects="0+"',
    "",
    "expects=2",
    'expects="1+"',
    "expects=[0, 1]",
    "expects=[0, 2]",
  ]);
  return { ...kind, text: [kind.text, expects].filter(Boolean).join(", ") };
}

export const schemaOf = (seed) => {
  const r = random(seed);
  // A schema under ytt's own name may use the annotations, too.
  const opening = r.chance(0.15) ? "data/values-schema" : r.pick(["schema/definition", "schema"]);
  r.isDefinition = opening !== "data/values-schema";
  // Many rules are seldom all satisfied.
  r.strictness = r.pick([0.2, 0.5, 1]);
  return { kind: "map", items: items(r, 0), rules: [], nullable: false, opening };
};

/** The schema as a file. */
export function schemaText(schema) {
  const lines = [`#@${schema.opening}`, "---"];
  const annotate = (made, keys, indent) => {
    const say = (text) => lines.push(`${indent}#@schema/${text}`);
    if (keys) say(keys.text.includes("key") ? keys.text : `key ${keys.text}`);
    if (made.types) {
      const names = made.types.length === 1 ? made.types[0] : made.types;
      say(`type one_of=${starlark(names)}${made.orInferred ? ", or_inferred=True" : ""}`);
    } else if (made.kind === "any") say("type any=True");
    if (made.nullable) say("nullable");
    if ("default" in made) say(`default ${starlark(made.default)}`);
    if (made.removed) say('removed "Use the other."');
    if (made.deprecated) say('deprecated "Use the other."');
    for (const rule of made.rules) say(rule);
  };
  const held = (holder, made, indent) => {
    if (made.kind === "map") {
      lines.push(`${indent}${holder}`);
      map(made.items, `${indent}  `);
    } else if (made.kind === "array") {
      lines.push(`${indent}${holder}`);
      annotate(made.item, undefined, `${indent}  `);
      held("-", made.item, `${indent}  `);
    } else lines.push(`${indent}${holder} ${yaml(made.value)}`);
  };
  const map = (items, indent) => {
    for (const { key, keys, made } of items) {
      annotate(made, keys, indent);
      held(`${yaml(key)}:`, made, indent);
    }
  };
  map(schema.items, "");
  return `${lines.join("\n")}\n`;
}

/** A value for a node, mostly one that keeps its rules; `wrong` is how likely it is something else. `plain`: keys as the schema has them. */
function valueFor(made, r, wrong, plain = false) {
  if (r.chance(wrong)) return anything(r, 0);
  const kinds = kindsOf(made);
  const kind = kinds.length === 1 ? kinds[0] : r.pick(kinds);
  if (kind === "any" || (kind === "null" && !made.types && !made.nullable)) return plain ? null : anything(r, 0);
  if (kind === "map") return mapFor(made, r, wrong, plain);
  if (kind === "array") return Array.from({ length: r.int(0, 3) }, () => valueFor(made.item, r, wrong, plain));
  if (kind === "float" && r.chance(0.3)) return r.int(-2, 9);
  if (kind === "integer" && r.chance(wrong)) return new Float(r.int(0, 9));
  if (kind === "string") return textFor(made, r, plain);
  return scalarOf(kind, r);
}

function textFor(made, r, plain) {
  const said = made.rules.join(" ");
  const format = Object.keys(FORMATS).find((name) => said.includes(`"${name}"`));
  if (format && r.chance(0.8)) return r.pick(FORMATS[format][r.chance(0.75) ? 0 : 1]);
  const pattern = PATTERNS.find(([text]) => said.includes(starlark(text)));
  if (pattern && r.chance(0.7)) return r.pick(pattern[1]);
  if (/(starts|ends)_with/.test(said) && r.chance(0.8))
    return r.pick(["an", "x-y", "(b", "[an", "2024n", "a$", "[aa]"]);
  return r.pick(plain || r.chance(0.1) ? WORDS : WORDS.slice(1));
}

/** This many of a list, or all. */
function some(list, count, r) {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(r.int(0, left.length - 1), 1)[0]);
}

function mapFor(made, r, wrong, plain) {
  const value = {};
  for (const { key, keys, made: held } of made.items) {
    const isKind = keys && "keys" in keys;
    if (!isKind) {
      const isUnwanted = held.removed || keys?.text === "expects=0";
      if (r.chance(isUnwanted ? 0.05 : 0.85)) value[key] = valueFor(held, r, wrong, plain);
    } else if (!plain) {
      const counts = keys.text.includes("2") ? [2] : keys.text.includes("expects") ? [0, 1, 2] : [0, 1, 2, 3];
      for (const key of some(r.chance(wrong) ? KEYS : keys.keys, r.pick(counts), r))
        value[key] = valueFor(held, r, wrong, plain);
    }
  }
  if (r.chance(wrong)) value[r.pick(KEYS)] = anything(r, 1);
  return value;
}

export const valuesOf = (schema, seed) =>
  valueFor(schema, random(seed * 7919 + 13), random(seed).chance(0.6) ? 0 : 0.05);
