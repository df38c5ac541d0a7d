// The shape of data values: a random tree, from which a schema, documents with values, flags and uses of `data.values` are written,
// so that these fit each other (mostly).

const NAMES = [
  "name",
  "port",
  "db",
  "host",
  "replicas",
  "enabled",
  "labels",
  "tags",
  "limits",
  "kebab-key",
  "é",
  "conf",
  "on_call",
];

/** @returns {{ kind: "map"|"array"|"string"|"int"|"float"|"bool"|"null"|"any", entries?: [string, object][], item?: object }} */
export function shape(r, depth = 2) {
  const kind = r.weighted([
    [4, "string"],
    [4, "int"],
    [1, "float"],
    [2, "bool"],
    [0.3, "null"],
    [0.5, "any"],
    [depth > 0 ? 4 : 0, "map"],
    [depth > 0 ? 3 : 0, "array"],
  ]);
  if (kind === "map") return mapShape(r, depth - 1);
  if (kind === "array") return { kind, item: shape(r, depth - 1) };
  return { kind };
}

export function mapShape(r, depth = 2) {
  const names = r.shuffled(NAMES).slice(0, r.between(1, depth > 1 ? 5 : 3));
  return { kind: "map", entries: names.map((name) => [name, shape(r, depth)]) };
}

/** A scalar of the kind, as YAML; now and then of another kind. */
export function scalarOf(r, kind) {
  if (r.odd(0.06)) kind = r.pick(["string", "int", "float", "bool", "null"]);
  switch (kind) {
    case "string":
      return r.pick([
        '""',
        "text",
        '"quoted"',
        "a b",
        "é",
        "localhost",
        "'1'",
        '"true"',
        "x",
        "longer text here",
        '"two\\nlines"',
      ]);
    case "int":
      return r.pick(["0", "1", "2", "10", "8080", "-1", "65536", "0x1F"]);
    case "float":
      return r.pick(["1.5", "0.0", "-2.25", "1e3", "3", "1.0"]);
    case "bool":
      return r.pick(["true", "false"]);
    case "null":
      return r.pick(["null", "~", ""]);
    default:
      return r.pick(["1", "x", "null", "[]", "{}", "[1, a]", "{a: 1, b: [2]}"]);
  }
}

/** Every path in the shape, as `[names, shape]`; `*` is an array's item. */
export function paths({ entries = [], item }, before = []) {
  const below = [...entries, ...(item ? [["*", item]] : [])];
  return below.flatMap(([name, inner]) => [[[...before, name], inner], ...paths(inner, [...before, name])]);
}

/** An expression that reads a path of `data.values`, or something that is nearly one. */
export function access(r, path) {
  let text = "data.values";
  for (const name of path) {
    if (name === "*") text += "[0]";
    else text += /^\w+$/.test(name) && r.chance(0.8) ? `.${name}` : `["${name}"]`;
  }
  return r.odd(0.03) ? `${text}${r.pick([".nope", "[9]", '["q"]', "()"])}` : text;
}

/** Adds expressions for the shape to a scope. */
export function addAccess(r, scope, root) {
  const types = {
    map: "struct",
    array: "list",
    string: "string",
    int: "int",
    float: "float",
    bool: "bool",
    null: "any",
    any: "any",
  };
  for (const [path, { kind }] of paths(root)) if (r.chance(0.7)) scope[types[kind]].push(access(r, path));
  scope.struct.push("data.values");
}
