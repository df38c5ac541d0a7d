// Starlark files that load each other, with functions that call each other until one of them fails, or not.
import { expression, newScope } from "./starlark.mjs";

const FAILURES = [
  'fail("no")',
  "return 1 // 0",
  "return [][3]",
  'return {}["k"]',
  'return None + "x"',
  "return v.nope",
  "return len(1)",
  'return int("x")',
  'assert.fail("stop")',
  "return [1 // 0 for _ in [1]]",
  "return sorted([1, 'a'])",
  'return "%d" % "x"',
  "return struct.encode({1: 2})",
  'return json.decode("{")',
  'return yaml.decode("a: b: c")',
  "return (lambda: v.nope)()",
];
const SYNTAX = [
  "x = ",
  "def f(",
  "if True:\n  x = 1",
  "return 1",
  "end",
  "x = nope",
  'load("missing.star", "x")',
  "x = 1 1",
  "é = @",
];
const MODULES = ["assert", "json", "struct", "yaml"];

const FOLDERS = ["", "", "lib/", "é/"];

export function frames(r) {
  const depth = r.between(1, 4);
  const folder = r.pick(FOLDERS);
  const names = r.times(
    depth,
    (at) => `${at === 0 ? folder : r.pick([folder, ""])}s${at}.${at > 0 && r.chance(0.2) ? "lib.yml" : "star"}`,
  );
  const files = names.map((path, at) => ({ path, content: one(r, path, names, at) }));
  const top = names[0];
  const use = r.weighted([
    [4, "f0(1)"],
    [1, "[f0(x) for x in [1, 2]]"],
    [1, "(lambda v: f0(v))(1)"],
    [1, "f0()"],
    [1, "assert.try_to(lambda: f0(1))[1]"],
    [1, "overlay.apply(f0, {})"],
    [0.5, "sorted([2, 1], key=f0)"],
  ]);
  const loads = ["assert", "overlay", "struct"].map((name) => `load("@ytt:${name}", "${name}")`);
  const load = `load("${r.mostly([top, `/${top}`], ["s9.star", top.replace("star", "yml")])}", ${r.mostly(['"f0"', 'f0="f0"'], ['"nope"', '"_hidden"'])})`;
  const main = r.weighted([
    [5, { path: "config.yml", content: `${[load, ...loads].map((line) => `#@ ${line}\n`).join("")}a: #@ ${use}\n` }],
    [
      1,
      {
        path: "notes.txt",
        content: `${[load, ...loads].map((line) => `(@ ${line} @)\n`).join("")}(@= str(${use}) @)\n`,
      },
    ],
    [
      1,
      {
        path: "schema.yml",
        content: `#@ ${load}\n#@data/values-schema\n---\n#@schema/validation ("rule", ${r.pick(["f0", "lambda v: f0(v)"])})\na: 1\n`,
      },
    ],
    [
      1,
      {
        path: "overlay.yml",
        content: `#@ ${load}\n#@ ${loads[1]}\n---\na: 1\n#@overlay/match by=${r.pick(["f0", "lambda i, l, r: f0(i)"])}\n---\na: 2\n`,
      },
    ],
  ]);
  return { files: r.chance(0.2) ? [...files, main] : [main, ...files] };
}

/** A file with the function of its number, which calls that of the next file. */
function one(r, path, names, at) {
  const last = at === names.length - 1;
  const scope = newScope();
  scope.any.push("v");
  const failing = r.chance(0.75);
  const body = last
    ? [failing ? r.pick(FAILURES) : `return ${expression(r, scope, "any", 1)}`]
    : [
        r.chance(0.4) ? `x = ${expression(r, scope, "any", 1)}` : "x = v",
        `return f${at + 1}(${r.mostly(["x", "v"], ["", "x, x"])})`,
      ];
  const lines = [
    ...[...new Set([...MODULES, ...scope.modules])].map((name) => `load("@ytt:${name}", "${name}")`),
    // Files that load each other: ytt does not end.
    ...(last && r.odd(0.02) ? [`load("/${names[0]}", "f0")`] : []),
    ...(last ? [] : [`load("/${names[at + 1]}", "f${at + 1}")`]),
    ...(r.odd(0.15) ? [r.pick(SYNTAX)] : []),
    ...(r.odd(0.1) ? [`y = ${r.pick(["1 // 0", "[][0]", "None.x"])}`] : []),
    ...(r.chance(0.2) ? ["# é comment"] : []),
    `def f${at}(v${r.chance(0.2) ? "=0" : ""}):`,
    ...body.map((line) => `  ${line}`),
    "end",
  ];
  return path.endsWith(".star")
    ? `${lines.join("\n")}\n`
    : `${lines
        .flatMap((line) => line.split("\n"))
        .map((line) => `#@ ${line}`)
        .join("\n")}\n`;
}
