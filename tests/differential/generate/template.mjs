// Random templates: YAML with code in its comments (control flow, functions with YAML bodies, values, annotations), and text templates.
import {
  addParameters,
  call as callOf,
  expression,
  freshName,
  innerScope,
  loads,
  newScope,
  parameters,
  statements,
} from "./starlark.mjs";
import { flow, key, scalar, simpleScalar } from "./yaml.mjs";

/** A YAML template. `scope` may bring names in (data values, functions of other files) and `load` the lines that load them. */
export function yamlTemplate(r, scope = newScope(), load = []) {
  const lines = [];
  const file = { r, scope, lines };
  const header = r.chance(0.3) ? code(file, "", statements(r, scope, { depth: 2 })) : [];
  const functions = r.chance(0.4) ? r.times(r.between(1, 2), () => yamlFunction(file)).flat() : [];
  const documents = r
    .times(
      r.weighted([
        [6, 1],
        [2, 2],
        [1, 3],
      ]),
      () => document(file),
    )
    .flat();
  const head = [...load, ...loads(scope)].map((line) => `#@ ${line}`);
  return `${[...head, ...header, ...functions, ...documents].join("\n")}\n`;
}

/** Code lines as comments of a template, in one of the ways to write them. */
function code({ r }, indent, lines) {
  const kept = lines.flatMap((line) => line.split("\n"));
  if (r.chance(0.05))
    return [`${indent}${r.pick(["#@"])}  ${kept[0]}`, ...kept.slice(1).map((line) => `${indent}#@ ${line}`)];
  return kept.map((line) => `${indent}#@ ${line}`);
}

/** `#@ def f():` with a body of YAML, sometimes with code that returns. */
function yamlFunction(file) {
  const { r, scope } = file;
  const name = r.chance(0.05) ? `_g${++scope.counter}` : `g${++scope.counter}`;
  const list = parameters(r);
  const inner = { ...file, scope: innerScope(scope) };
  addParameters(inner.scope, list);
  const before = r.chance(0.2)
    ? code(inner, "", statements(r, inner.scope, { depth: 1, count: 1, inFunction: true }))
    : [];
  const body = r.weighted([
    [6, () => mapping(inner, "", 1)],
    [2, () => sequence(inner, "", 1)],
    [0.5, () => [...document(inner), ...document(inner)]],
    [1, () => code(inner, "", [`return ${expression(r, inner.scope)}`])],
    [0.5, () => [scalar(r)]],
  ]);
  scope.functions.push({ name, parameters: list });
  return [
    `#@ def ${name}(${list.join(", ")}):`,
    ...before,
    ...body,
    r.pick(["#@ end", "#@ end", "#@end", "#@ end #! done"]),
  ];
}

function document(file) {
  const { r } = file;
  const inner = { ...file, scope: innerScope(file.scope) };
  const body = () =>
    r.weighted([
      [7, () => mapping(inner, "", 2)],
      [2, () => sequence(inner, "", 2)],
      [0.5, () => [scalar(r)]],
      [0.3, []],
    ]);
  return r.weighted([
    [8, () => ["---", ...body()]],
    [1, () => [`--- ${value(inner)}`]],
    [0.7, () => [`#@ if ${expression(r, inner.scope, "bool")}:`, "---", ...body(), "#@ end"]],
    [
      0.7,
      () => {
        const loop = forLoop(inner);
        return [loop.open, "---", ...mapping(loop.file, "", 1), "#@ end"];
      },
    ],
    [0.4, () => [annotation(r, ""), "---", ...body()]],
  ]);
}

const ANNOTATIONS = [
  "#@yaml/text-templated-strings",
  "#@yaml/map-key-overrides",
  "#@overlay/match missing_ok=True",
  "#@overlay/remove",
  "#@unknown/annotation",
  "#@schema/nullable",
  "#@template/nope",
  "#@assert/validate min=1",
  '#@assert/validate ("be good", lambda v: True)',
  "#@data/values",
  "#@ # only a comment",
  "#@overlay/match-child-defaults missing_ok=True",
];
const HARMLESS = ["#@yaml/text-templated-strings", "#@ # only a comment", "#@yaml/map-key-overrides", "#! note"];

function annotation(r, indent) {
  return indent + r.mostly(HARMLESS, ANNOTATIONS, 0.4);
}

function mapping(file, indent, depth) {
  const count = file.r.between(1, 4);
  return file.r.times(count, () => mapEntry(file, indent, depth)).flat();
}

function mapEntry(file, indent, depth) {
  const { r, scope } = file;
  return r.weighted([
    [12, () => pair(file, indent, depth)],
    [1.2, () => ifBlock(file, indent, (inner) => mapping(inner, indent, depth - 1))],
    [
      1.2,
      () => {
        const loop = forLoop(file);
        return [indent + loop.open, ...mapping(loop.file, indent, depth - 1), `${indent}#@ end`];
      },
    ],
    [0.8, () => code(file, indent, assignmentLines(file))],
    [
      0.6,
      () =>
        [
          `${indent}(@= ${r.pick(["str(1)", "str(True)", "str([1])", "str(len([1]))", "str(1.5)"])} @)k${++scope.counter}: ${scalar(r)}`,
        ].flatMap((line) => (!r.odd(0.3) ? [`${indent}#@yaml/text-templated-strings`, line] : [line])),
    ],
    [0.4, () => [annotation(r, indent), ...pair(file, indent, depth)]],
    [0.4, () => [`${indent}_: #@ ${call(file, "template", "template.replace")}`]],
    [0.3, () => [`${indent}#! comment`]],
    [
      0.3,
      () =>
        ["#@yaml/map-key-overrides", ...pair(file, indent, 0), ...pair(file, indent, 0)].map((line, at) =>
          at ? line : indent + line,
        ),
    ],
  ]);
}

function assignmentLines({ r, scope }) {
  return statements(r, scope, { depth: 1, count: 1 });
}

/** `template.replace(…)` of an expression that returns YAML. */
function call(file, module, name) {
  const { r, scope } = file;
  scope.modules.add(module);
  return `${name}(${r.odd(0.3) && scope.functions.length ? `${r.pick(scope.functions).name}()` : expression(r, scope, "dict")})`;
}

function ifBlock(file, indent, body) {
  const { r, scope } = file;
  const condition = () => expression(r, scope, "bool");
  const inner = () => ({ ...file, scope: innerScope(scope) });
  const form = r.pick(["if ", "if ", "if/end "]);
  if (form === "if/end ") return [`${indent}#@ if/end ${condition()}:`, ...body(inner())];
  const lines = [`${indent}#@ if ${condition()}:`, ...body(inner())];
  if (r.chance(0.3)) lines.push(`${indent}#@ elif ${condition()}:`, ...body(inner()));
  if (r.chance(0.4)) lines.push(`${indent}#@ else:`, ...body(inner()));
  return [...lines, `${indent}#@ end`];
}

function forLoop(file) {
  const { r, scope } = file;
  const inner = { ...file, scope: innerScope(scope) };
  if (r.chance(0.3)) {
    inner.scope.any.push("key", "each");
    return { open: `#@ for key, each in (${expression(r, scope, "dict")}).items():`, file: inner };
  }
  inner.scope.any.push("item");
  return {
    open: `#@ for item in ${r.weighted([
      [3, () => expression(r, scope, "list")],
      [2, "range(2)"],
      [1, '["a", "b"]'],
      [0.3, () => expression(r, scope, "any")],
    ])}:`,
    file: inner,
  };
}

function pair(file, indent, depth) {
  const { r, scope } = file;
  const name = r.chance(0.95)
    ? r.pick(["a", "b", "c", "name", "port", "items", "nested", "on", "x-y"]) + (r.odd(0.1) ? "" : ++scope.counter)
    : key(r);
  if (depth > 0 && r.chance(0.3))
    return [`${indent}${name}:${r.odd(0.03) ? ` ${value(file)}` : ""}`, ...mapping(file, `${indent}  `, depth - 1)];
  if (depth > 0 && r.chance(0.25))
    return [`${indent}${name}:`, ...sequence(file, indent + r.pick(["", "  "]), depth - 1)];
  return [`${indent}${name}: ${value(file)}`];
}

function sequence(file, indent, depth) {
  const { r } = file;
  const item = () =>
    r.weighted([
      [6, () => [`${indent}- ${value(file)}`]],
      [
        depth > 0 ? 2 : 0,
        () => {
          const [first, ...rest] = mapping(file, `${indent}  `, depth - 1);
          return first.trimStart().startsWith("#")
            ? [`${indent}-`, first, ...rest]
            : [`${indent}- ${first.trimStart()}`, ...rest];
        },
      ],
      [1, () => ifBlock(file, indent, (inner) => [`${indent}- ${value(inner)}`])],
      [
        1,
        () => {
          const loop = forLoop(file);
          return [indent + loop.open, `${indent}- ${value(loop.file)}`, `${indent}#@ end`];
        },
      ],
      [0.3, () => [`${indent}- #@ ${call(file, "template", "template.replace")}`]],
      [0.2, () => [annotation(r, indent), `${indent}- ${value(file)}`]],
    ]);
  return r.times(r.between(1, 3), item).flat();
}

/** The value after a key or dash: code mostly, or YAML. */
function value({ r, scope }) {
  return r.weighted([
    [8, () => `#@ ${expression(r, scope)}`],
    [scope.functions.length ? 3 : 0, () => `#@ ${callOf(r, scope)}`],
    [3, () => simpleScalar(r)],
    [1, () => scalar(r)],
    [0.4, () => flow(r)],
    [0.3 * r.wildness, () => `text (@= ${expression(r, scope, "string")} @)`],
    [0.1 * r.wildness, () => `${simpleScalar(r)} #@ ${expression(r, scope, "any", 1)}`],
    [0.1 * r.wildness, () => `#@${expression(r, scope, "int", 1)}`],
  ]);
}

/** A `.star` file; the functions it exports are added to `exported`. */
export function starlarkFile(r, exported) {
  const scope = newScope();
  const lines = statements(r, scope, { depth: 2, count: r.between(1, 4) });
  exported.functions.push(
    ...scope.functions.filter(({ name }) => lines.some((line) => line.startsWith(`def ${name}(`))),
  );
  exported.names = [...exported.functions.map(({ name }) => name)];
  return `${[...loads(scope), ...lines].join("\n")}\n`;
}

/** A `.lib.yml` file: functions with YAML bodies. */
export function libraryFile(r, exported) {
  const scope = newScope();
  const file = { r, scope, lines: [] };
  const body = r.times(r.between(1, 3), () => yamlFunction(file)).flat();
  exported.functions.push(...scope.functions);
  return `${[...loads(scope).map((line) => `#@ ${line}`), ...body].join("\n")}\n`;
}

export function textTemplate(r, scope = newScope(), load = []) {
  const pieces = textPieces(r, scope, 2);
  const head = [...load, ...loads(scope)].map((line) => `(@ ${line} -@)\n`);
  return `${head.join("")}${pieces}${r.chance(0.8) ? "\n" : ""}`;
}

const PLAIN_TEXT = [
  "plain text",
  "\n",
  " ",
  "a: b\n",
  "#@ not code\n",
  "é\n",
  "  indented\n",
  "\t",
  "---\n",
  "\n\n",
  "(",
  "@",
  '((@= "1" @))',
];

function textPieces(r, scope, depth) {
  const open = () => r.pick(["(@ ", "(@ ", "(@- ", "(@"]);
  const close = () => r.pick([" @)", " @)", " -@)", "@)"]);
  const tag = (text) => `${open()}${text}${close()}`;
  const piece = () =>
    r.weighted([
      [4, () => r.pick(PLAIN_TEXT)],
      [
        4,
        () =>
          `${r.pick(["(@=", "(@= ", "(@-= "])}${expression(
            r,
            scope,
            r.weighted([
              [5, "string"],
              [0.3 * r.wildness, "any"],
            ]),
          )}${close()}`,
      ],
      [
        1,
        () => {
          const name = freshName(r, scope);
          const line = tag(`${name} = ${expression(r, scope, "string")}`);
          scope.string.push(name);
          return line;
        },
      ],
      [
        depth > 0 ? 1 : 0,
        () =>
          `${tag(`if ${expression(r, scope, "bool")}:`)}${textPieces(r, innerScope(scope), depth - 1)}${r.chance(0.4) ? `${tag("else:")}${textPieces(r, innerScope(scope), depth - 1)}` : ""}${tag("end")}`,
      ],
      [
        depth > 0 ? 1 : 0,
        () => {
          const inner = innerScope(scope);
          inner.any.push("item");
          return `${tag(`for item in ${expression(r, scope, "list")}:`)}${textPieces(r, inner, depth - 1)}${tag("end")}`;
        },
      ],
      [
        depth > 0 ? 0.6 : 0,
        () => {
          const name = `t${++scope.counter}`;
          const list = parameters(r);
          const inner = innerScope(scope);
          addParameters(inner, list);
          const text = `${tag(`def ${name}(${list.join(", ")}):`)}${textPieces(r, inner, depth - 1)}${tag("end")}`;
          scope.functions.push({ name, parameters: list });
          return text;
        },
      ],
      [0.2 * r.wildness, () => r.pick(["(@", "(@# note @)", "(@! note @)", "(@ x = 1\ny = 2 @)", "(@ #a comment @)"])],
    ]);
  return r.times(r.between(1, 4), piece).join("");
}
