// Random schemas for a shape: every annotation, every named rule, custom rules, `when=`; and documents with data values for it.

import { mapShape, scalarOf, shape } from "./shape.mjs";
import { expression, newScope } from "./starlark.mjs";

/** A schema document for the shape, with its loads. */
export function schemaFile(r, root) {
  const start = ["#@data/values-schema"];
  if (r.chance(0.06)) start.push(...annotations(r, root, ""));
  const body = ["---", ...entries(r, root, "")];
  if (r.chance(0.06))
    body.push(
      "#@data/values-schema",
      ...(!r.odd(0.5) ? ["#@overlay/match-child-defaults missing_ok=True"] : []),
      "---",
      ...entries(r, mapShape(r, 1), ""),
    );
  const lines = [...start, ...body];
  return `${lines.some((line) => line.includes("assert.")) && !r.odd(0.1) ? '#@ load("@ytt:assert", "assert")\n' : ""}${lines.join("\n")}\n`;
}

function entries(r, { entries: list }, indent) {
  return list.flatMap(([name, inner]) => [
    ...annotations(r, inner, indent),
    ...member(r, `${indent}${name}:`, inner, indent),
  ]);
}

/** `head` with a default value after it. */
function member(r, head, inner, indent) {
  if (inner.kind === "map") return [head, ...entries(r, inner, `${indent}  `)];
  if (inner.kind === "array") {
    if (r.chance(0.05)) return [`${head} ${r.pick(["[]", "[1, 2]"])}`];
    return [head, ...annotations(r, inner.item, indent, true), ...item(r, inner.item, indent)];
  }
  const note = r.chance(0.05) ? r.mostly([" #! note", " #@ 1 + 1"], [' #@ "computed"', " #@ None", " #@ [1]"]) : "";
  return [note.startsWith(" #@") ? `${head}${note}` : `${head} ${scalarOf(r, inner.kind)}${note}`];
}

function item(r, inner, indent) {
  const [first, ...rest] = member(r, "-", inner, indent);
  if (inner.kind !== "map") return [indent + first, ...rest];
  const lines = inner.entries.flatMap(([name, below]) => member(r, `${indent}  ${name}:`, below, `${indent}  `));
  return [`${indent}- ${lines[0].trimStart()}`, ...lines.slice(1)];
}

const TEXTS = ['"A text"', '""', '"Two\\nlines"', '"é: x"', '"# x"'];
const NO_TEXTS = ["1", "None", '"a", "b"', "", "[]"];

/** Annotations for a value of the schema. */
function annotations(r, inner, indent, ofItem = false) {
  const lines = [];
  const add = (probability, make) => r.chance(probability) && lines.push(`${indent}#@schema/${make()}`);
  add(0.08, () => `title ${r.mostly(TEXTS, NO_TEXTS)}`);
  add(0.1, () => `desc ${r.mostly(TEXTS, NO_TEXTS)}`);
  add(0.05, () => `examples ${examples(r, inner)}`);
  add(0.05, () => `deprecated ${r.mostly(TEXTS, NO_TEXTS)}`);
  add(ofItem ? 0.02 * r.wildness : 0.1, () => "nullable");
  add(
    inner.kind === "any" ? 0.9 : 0.03,
    () => `type ${r.mostly(["any=True", "any=True", "any=False"], ["any=1", "", "all=True", "any=True, x=1"])}`,
  );
  add(ofItem ? 0.02 * r.wildness : 0.08, () => `default ${defaultFor(r, inner)}`);
  add(0.25, () => `validation ${rules(r, inner.kind)}`);
  add(0.01 * r.wildness, () => r.pick(["nope", "validation", "default", "type", "nullable 1", "examples"]));
  return lines;
}

/** A value of the shape, written in Starlark. */
export function starlarkValue(r, inner, depth = 3) {
  if (r.odd(0.05)) return expression(r, newScope(), "any", 0);
  switch (inner.kind) {
    case "map":
      return `{${[...r.some(inner.entries, 0.8).map(([name, below]) => `"${name}": ${starlarkValue(r, below, depth - 1)}`), ...(r.odd(0.05) ? ['"extra": 1'] : [])].join(", ")}}`;
    case "array":
      return `[${r.times(r.below(3), () => starlarkValue(r, inner.item, depth - 1)).join(", ")}]`;
    case "string":
      return r.pick(['"text"', '""', '"é"', '"long text here"']);
    case "int":
      return r.pick(["0", "1", "8080", "-1"]);
    case "float":
      return r.pick(["1.5", "2.0", "3", "0.1"]);
    case "bool":
      return r.pick(["True", "False"]);
    default:
      return r.pick(["None", "1", '"x"']);
  }
}

function defaultFor(r, inner) {
  return r.weighted([
    [12, () => starlarkValue(r, inner)],
    [r.wildness, () => r.pick(["", "1, 2", "None", "nope"])],
  ]);
}

function examples(r, inner) {
  const one = () =>
    r.weighted([
      [8, () => `(${r.pick(TEXTS.slice(0, 3))}, ${starlarkValue(r, inner)})`],
      [r.wildness, () => r.pick(['("a",)', "1", '("a", 1, 2)', '["a", 1]', "(1, 1)"])],
    ]);
  return r.times(r.between(1, 2), one).join(", ");
}

/** The arguments of a validation: named rules, own rules, a condition. */
export function rules(r, kind) {
  const args = [];
  if (r.chance(0.35)) args.push(...r.times(r.pick([1, 1, 2]), () => customRule(r)));
  const named = r.times(
    r.weighted([
      [args.length ? 2 : 0, 0],
      [6, 1],
      [2, 2],
      [1, 3],
    ]),
    () => namedRule(r, kind),
  );
  // The same keyword twice is an error.
  args.push(
    ...named.filter(
      (word, at) => r.odd(0.2) || !named.slice(0, at).some((other) => other.split("=")[0] === word.split("=")[0]),
    ),
  );
  if (r.chance(0.15))
    args.push(
      `when=${r.mostly(["lambda v: bool(v)", "lambda v: v != None", "lambda v: True", "lambda v: False", "lambda v, ctx: bool(ctx.root)", "lambda v, ctx: bool(ctx.parent)"], ['lambda v, ctx: ctx.root["name"] == "x"', "lambda v: 1", "lambda: True", "1", "lambda v: v.nope", "lambda a, b, c: True", "None", "lambda v: v"], 0.3)}`,
    );
  return args.join(", ");
}

function namedRule(r, kind) {
  const limit = () => r.pick(["0", "1", "2", "3", "5", "100", "-1"]);
  const text = ["min_len", "max_len", "min_len", "max_len", "one_of", "not_null"];
  const number = ["min", "max", "min", "max", "one_of", "not_null"];
  const fitting = {
    string: text,
    array: ["min_len", "max_len", "not_null"],
    map: ["min_len", "max_len", "one_not_null", "not_null"],
    int: number,
    float: number,
  }[kind] ?? [...text, ...number];
  const name = !r.odd(0.1)
    ? r.pick(fitting)
    : r.pick(["min_len", "max_len", "min", "max", "one_of", "one_not_null", "not_null", "min_length", "when"]);
  if (name === "one_of")
    return `one_of=${r.mostly(['["text", "x", 1]', "[1, 2, 8080]", '["a"]', "(1, 2)", '[None, "é"]', "[1.5]", "[True]"], ["[]", '"text"', "{1: 2}", "1"])}`;
  if (name === "not_null") return `not_null=${r.mostly(["True"], ["False", "1", "None"])}`;
  if (name === "one_not_null")
    return `one_not_null=${r.mostly(["True", '["name", "port"]', '["name", "db", "host"]'], ["False", "[]", '["nope"]', '"name"', "1"])}`;
  return `${name}=${!r.odd(0.08) ? limit() : r.pick(["1.5", '"a"', "None", "[]", "True", "-2.5", '"b", "c"', "len"])}`;
}

function customRule(r) {
  const check = r.mostly(
    [
      "lambda v: bool(v)",
      "lambda v: True",
      "lambda v: True",
      "lambda v: False",
      'lambda v: fail("no")',
      "lambda v: None",
      'lambda v: v != "" or fail("é\\ntwo")',
      "assert.not_null()",
      'assert.one_of([1, "x"])',
    ],
    [
      "lambda v: len(v) > 2",
      'lambda v: v > 1 or fail("too small")',
      'lambda v: (False, "reason")',
      'lambda v: (True, "ok")',
      "lambda v: 1 // 0",
      "lambda v: v.nope",
      "lambda v, w: True",
      "lambda: True",
      'lambda v: v.startswith("t")',
      "lambda v: assert_ok(v)",
      "1",
      'lambda v: v["name"]',
      'lambda v: "x" in v',
      'lambda v: v != "" or fail("é\\ntwo")',
      "lambda v: 0",
      'lambda v: "text"',
      "len",
      "assert.min(2)",
      'assert.one_of([1, "x"])',
      "assert.max_len(3)",
      "assert.not_null()",
    ],
  );
  return r.weighted([
    [12, () => `(${r.pick(['"be good"', '"a: b"', '""', '"multi\\nline"'])}, ${check})`],
    [
      r.wildness,
      () =>
        r.pick([
          '("only",)',
          "lambda v: True",
          '("x", 1)',
          "(1, lambda v: True)",
          '["x", lambda v: v]',
          '("a", lambda v: True, 2)',
        ]),
    ],
  ]);
}

/** Documents with data values for the shape, as a file. */
export function valuesFile(r, root) {
  const document = () => {
    const head = ["#@data/values"];
    if (r.chance(0.12))
      head.push(
        r.pick([
          "#@overlay/match-child-defaults missing_ok=True",
          r.odd(0.5) ? '#@library/ref "@lib"' : "#! note",
          "#@overlay/match by=overlay.all",
          '#@assert/validate ("doc", lambda v: True)',
        ]),
      );
    return [...r.shuffled(head), "---", ...valueEntries(r, root, "")];
  };
  const lines = r
    .times(
      r.weighted([
        [6, 1],
        [1, 2],
      ]),
      document,
    )
    .flat();
  return `${lines.some((line) => line.includes("overlay.")) ? '#@ load("@ytt:overlay", "overlay")\n' : ""}${lines.join("\n")}\n`;
}

/** The same without annotations, as `--data-values-file` takes it. */
export function plainValuesFile(r, root) {
  const lines = valueEntries(r, root, "", false);
  return `${r.chance(0.3) ? "---\n" : ""}${lines.join("\n")}\n`;
}

function valueEntries(r, { entries: list }, indent, annotated = true) {
  const lines = [];
  for (const [name, inner] of r.some(list, 0.6)) {
    if (annotated && r.chance(0.1))
      lines.push(
        indent +
          r.mostly(
            [
              "#@overlay/match missing_ok=True",
              "#@overlay/replace",
              "#@overlay/replace via=lambda a, b: b",
              `#@overlay/replace via=lambda a, b: ${starlarkValue(r, inner)}`,
              `#@overlay/replace via=lambda a, b: ${r.pick(['{"name": 13}', "[1]", '[{"a": []}]', "(1,)", "a", "[a]", "{}"])}`,
              "#@overlay/replace via=lambda a, b: a, or_add=True",
              "#@overlay/match-child-defaults missing_ok=True",
              "#@assert/validate not_null=True",
              '#@assert/validate ("ok", lambda v: v != 1)',
              "#@overlay/merge",
            ],
            [
              "#@assert/validate min=2",
              "#@overlay/remove",
              "#@schema/nullable",
              "#@overlay/append",
              "#@overlay/assert",
            ],
          ),
      );
    lines.push(...valueMember(r, `${indent}${name}:`, inner, indent, annotated));
  }
  if (r.odd(0.07))
    lines.push(
      ...(annotated && r.chance(0.8) ? [`${indent}#@overlay/match missing_ok=True`] : []),
      `${indent}${r.pick(["extra", "nme", "portt"])}: ${scalarOf(r, "any")}`,
    );
  return lines;
}

function valueMember(r, head, inner, indent, annotated) {
  if (r.odd(0.05)) inner = shape(r, 1);
  if (inner.kind === "map") {
    const lines = valueEntries(r, inner, `${indent}  `, annotated);
    return lines.some((line) => !line.trimStart().startsWith("#")) ? [head, ...lines] : [`${head} {}`];
  }
  if (inner.kind === "array") {
    const items = r
      .times(r.below(3), () => {
        const [first, ...rest] = valueMember(r, `${indent}-`, inner.item, `${indent}`, annotated);
        return [first, ...rest];
      })
      .flat();
    return items.length ? [head, ...items] : [`${head} []`];
  }
  if (annotated && r.chance(0.08)) return [`${head} #@ ${starlarkValue(r, inner)}`];
  return [`${head} ${scalarOf(r, inner.kind)}`];
}
