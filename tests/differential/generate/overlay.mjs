// Random overlays: a document to change, and documents that change it, written from the same tree so that matches find something.
import { simpleScalar } from "./yaml.mjs";

const KINDS = ["Deployment", "Service", "Secret"];

/** A document as a tree: maps are lists of pairs, arrays lists of values, scalars their text. */
function target(r) {
  const doc = [
    ["kind", r.pick(KINDS)],
    [
      "metadata",
      [
        ["name", r.pick(["web", "db", "x"])],
        [
          "labels",
          [
            ["app", "a"],
            ["tier", "b"],
          ],
        ],
      ],
    ],
  ];
  if (r.chance(0.8))
    doc.push([
      "spec",
      {
        list: r.times(r.between(1, 3), (at) => [
          ["name", ["first", "second", "third"][at]],
          ["port", String(80 + at)],
          ...(r.chance(0.3) ? [["env", { list: ["A", "B"] }]] : []),
        ]),
      },
    ]);
  if (r.chance(0.4)) doc.push(["tags", { list: ["one", "two", "two"] }]);
  if (r.chance(0.3)) doc.push(["data", simpleScalar(r)]);
  return doc;
}

/** The lines of a tree. */
export function write(node, indent) {
  if (Array.isArray(node)) return node.flatMap(([name, value]) => member(`${indent}${name}:`, value, indent));
  return node.list.flatMap((value) => {
    const lines = Array.isArray(value) ? write(value, `${indent}  `) : [`${indent}  ${value}`];
    return [`${indent}- ${lines[0].trimStart()}`, ...lines.slice(1)];
  });
}

function member(head, value, indent) {
  if (typeof value === "string") return [`${head} ${value}`];
  return [head, ...write(value, Array.isArray(value) ? `${indent}  ` : indent)];
}

const EXPECTS = ["1", '"0+"', '"1+"', "[0, 1]", "lambda n: n > 0", "lambda n: True", '["0+", 1]', "[1, 2, 3]"];
const WRONG_EXPECTS = [
  "0",
  "2",
  '"2+"',
  "lambda n: n",
  '"x"',
  "-1",
  "None",
  "True",
  "1.0",
  "[]",
  "lambda: True",
  '["0", 1]',
  "[lambda n: True]",
];
const VIA = [
  "lambda a, b: b",
  "lambda a, b: a",
  "lambda a, b: str(a) + str(b)",
  "lambda a, b: None",
  'lambda left, right: {"l": left, "r": right}',
  "lambda a, b: [a, b]",
  "keep",
];
const WRONG_VIA = ["lambda a: a", "lambda a, b: 1 // 0", "1", "len"];
const ASSERT_VIA = ["lambda a, b: True", "lambda a, b: None", 'lambda a, b: (True, "")'];
const WRONG_ASSERT = [
  "lambda a, b: a == b",
  'lambda a, b: (False, "why")',
  "lambda a, b: False",
  'lambda a, b: fail("no")',
  "lambda a, b: 1",
  "1",
];

function match(r, by) {
  const kwargs = [];
  if (by) kwargs.push(`by=${by}`);
  if (r.chance(0.15))
    kwargs.push(`${r.mostly(["expects", "expects", "when"], ["expect"])}=${r.mostly(EXPECTS, WRONG_EXPECTS)}`);
  if (r.odd(0.1) || (kwargs.length === (by ? 1 : 0) && r.chance(0.4)))
    kwargs.push(`missing_ok=${r.mostly(["True", "True", "False"], ["1", "None"])}`);
  if (r.odd(0.02)) kwargs.push(r.pick(["expect=1", "any=True", '"name"']));
  return `#@overlay/match ${kwargs.join(", ")}`.trimEnd();
}

function operation(r) {
  return r.weighted([
    [3, "#@overlay/merge"],
    [3, "#@overlay/remove"],
    [
      3,
      () =>
        `#@overlay/replace${r.weighted([
          [3, ""],
          [3, () => ` via=${r.mostly(VIA, WRONG_VIA)}`],
          [1, " or_add=True"],
          [0.3 * r.wildness, " or_add=1"],
          [0.5, () => ` via=${r.mostly(VIA, WRONG_VIA)}, or_add=True`],
          [0.3 * r.wildness, " x=1"],
        ])}`,
    ],
    [
      2,
      () =>
        `#@overlay/insert ${r.mostly(["before=True", "after=True", "before=True, after=True"], ["", "before=1", "after=False"])}`,
    ],
    [2, () => `#@overlay/append${r.mostly([""], [" 1"])}`],
    [
      1,
      () =>
        `#@overlay/assert${r.weighted([
          [0.5, ""],
          [3, () => ` via=${r.mostly(ASSERT_VIA, WRONG_ASSERT, 0.5)}`],
          [0.3 * r.wildness, " x=1"],
        ])}`,
    ],
    [
      0.3 * r.wildness,
      () =>
        r.pick([
          "#@overlay/nope",
          "#@overlay/match-child-defaults expects=1",
          "#@schema/nullable",
          "#@overlay/replace\n#@overlay/remove",
        ]),
    ],
  ]);
}

const childDefaults = (r) =>
  `#@overlay/match-child-defaults ${r.mostly(["missing_ok=True", "missing_ok=True", 'expects="0+"', "missing_ok=False"], ["expects=1", "", "missing_ok=1", 'by="name"', "missing_ok=True, expects=1"])}`;

/** Annotations for a node; `by` returns a matcher or nothing. */
function annotate(r, indent, by, required) {
  const lines = [];
  const matcher = !r.odd(0.06)
    ? by()
    : r.pick(["overlay.all", "1", "nope", "lambda i, l, r: True", "overlay.index(0)"]);
  if (required ? !r.odd(0.1) : r.chance(0.2)) lines.push(match(r, required || r.odd(0.5) ? matcher : undefined));
  if (r.chance(0.25)) lines.push(...operation(r).split("\n"));
  if (r.chance(0.08)) lines.push(childDefaults(r));
  return r.shuffled(lines).map((line) => indent + line);
}

function documentMatcher(r, kind) {
  const simple = () =>
    r.weighted([
      [6, "overlay.all"],
      [4, () => `overlay.subset({"kind": "${kind ?? r.pick(KINDS)}"})`],
      [1, 'overlay.subset({"metadata": {"name": "web"}})'],
      [1, () => `overlay.index(${r.mostly(["0"], ["1", "-1", "5"])})`],
      [1, 'lambda i, left, right: left["kind"] == right["kind"]'],
      [
        r.wildness,
        () =>
          r.pick([
            'lambda i, left, right: left["nope"]',
            "lambda i, left, right: i",
            '"kind"',
            'overlay.map_key("kind")',
            "overlay.subset(1)",
            'overlay.subset(kind="x")',
          ]),
      ],
    ]);
  return r.weighted([
    [6, simple],
    [0.6, () => `overlay.and_op(${simple()}, ${simple()})`],
    [0.6, () => `overlay.or_op(${simple()}, ${simple()})`],
    [0.6, () => `overlay.not_op(${simple()})`],
    [0.2 * r.wildness, "overlay.and_op()"],
    [0.2 * r.wildness, "overlay.not_op(1)"],
  ]);
}

function itemMatcher(r, value) {
  const keyed = Array.isArray(value);
  return r.weighted([
    [keyed ? 6 : 1, '"name"'],
    [2, "overlay.all"],
    [2, () => `overlay.index(${r.mostly(["0"], ["1", "-1", "7"])})`],
    [2, () => (keyed ? 'overlay.subset({"name": "first"})' : 'overlay.subset("two")')],
    [1, 'overlay.map_key("name")'],
    [1, "lambda i, left, right: left == right"],
    [0.5, "lambda i, left, right: i == 1"],
    [0.5 * r.wildness, '"port"'],
    [0.3 * r.wildness, "lambda l, r: True"],
  ]);
}

/** Some of the tree, changed and annotated. */
export function change(r, node, indent) {
  if (!Array.isArray(node)) {
    const items = r.some(node.list, 0.5);
    return (items.length ? items : [node.list[0]]).flatMap((value) => {
      const lines = Array.isArray(value)
        ? change(r, value, `${indent}  `)
        : [`${indent}  ${r.chance(0.6) ? value : simpleScalar(r)}`];
      const head = annotate(r, indent, () => itemMatcher(r, value), true);
      return lines[0].trimStart().startsWith("#")
        ? [...head, `${indent}-`, ...lines]
        : [...head, `${indent}- ${lines[0].trimStart()}`, ...lines.slice(1)];
    });
  }
  const pairs = r.some(node, 0.5);
  const lines = (pairs.length ? pairs : [node[0]]).flatMap(([name, value]) => {
    const head = annotate(
      r,
      indent,
      () =>
        r.pick([
          "overlay.all",
          'lambda k, left, right: k.startswith("n")',
          `lambda k, left, right: k == "${name}"`,
          'overlay.subset("web")',
          '"name"',
          "overlay.index(0)",
        ]),
      false,
    );
    const inner =
      typeof value === "string" || r.odd(0.08)
        ? [`${indent}${name}: ${r.chance(0.5) && typeof value === "string" ? value : simpleScalar(r)}`]
        : [`${indent}${name}:`, ...change(r, value, Array.isArray(value) ? `${indent}  ` : indent)];
    return [...head, ...inner];
  });
  if (r.chance(0.25))
    lines.push(
      ...(!r.odd(0.4) ? [`${indent}#@overlay/match missing_ok=True`] : []),
      `${indent}added: ${r.chance(0.5) ? simpleScalar(r) : `\n${indent}  deep: 1`}`.replace(/ \n/, "\n"),
    );
  return lines;
}

export function targets(r) {
  const documents = r.times(
    r.weighted([
      [3, 1],
      [3, 2],
      [1, 3],
    ]),
    () => target(r),
  );
  return { documents, text: documents.map((document) => `---\n${write(document, "").join("\n")}\n`).join("") };
}

const HEAD = '#@ load("@ytt:overlay", "overlay")\n#@ def keep(a, b):\n#@   return a\n#@ end\n';

/** A file of overlays over the documents. */
export function overlayFile(r, documents) {
  const one = () => {
    const document = r.pick(documents);
    const head = annotate(r, "", () => documentMatcher(r, document[0][1]), true);
    return `${head.map((line) => `${line}\n`).join("")}---\n${r.odd(0.04) ? `${simpleScalar(r)}\n` : `${change(r, document, "").join("\n")}\n`}`;
  };
  return `${HEAD}${r
    .times(
      r.weighted([
        [4, 1],
        [1, 2],
      ]),
      one,
    )
    .join("")}`;
}

/** A template that applies overlays by `overlay.apply`. */
export function applyFile(r) {
  const { documents } = targets(r);
  const document = documents[0];
  const indent = "  ";
  const whole = r.chance(0.5);
  const left = ["#@ def left():", ...(whole ? ["---"] : []), ...write(document, ""), "#@ end"];
  const right = (name) => [
    `#@ def ${name}():`,
    ...(whole ? annotate(r, "", () => documentMatcher(r, document[0][1]), true) : []),
    ...(whole !== r.odd(0.2) ? ["---"] : []),
    ...change(r, document, ""),
    "#@ end",
  ];
  const args = r.weighted([
    [5, "left(), right()"],
    [2, "left(), right(), more()"],
    [r.wildness, () => r.pick(['{"kind": "x"}, right()', "left()", "", 'left(), {"kind": 1}'])],
  ]);
  return `${HEAD}${[...left, ...right("right"), ...(args.includes("more") ? right("more") : [])].join("\n")}\n---\n${r.pick([`result: #@ overlay.apply(${args})`, `--- #@ overlay.apply(${args})`.replace("--- ", "r: "), `list:\n${indent}- #@ overlay.apply(${args})`])}\n`;
}
