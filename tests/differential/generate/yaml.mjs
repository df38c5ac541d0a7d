// Random YAML without templating: scalars in every style, comments, anchors, flow and block collections, odd keys, documents.

const NAMES = ["a", "b", "c", "name", "port", "db", "host", "items", "labels", "x1", "on_call", "kebab-key"];
const ODD_KEYS = [
  "1",
  "true",
  "null",
  "~",
  "1.5",
  '""',
  "'a b'",
  '"q\\tq"',
  "a b",
  "é",
  "0x1F",
  "no",
  "2020-01-01",
  "? x",
  "a.b",
  "a/b",
  "-x",
  "=",
  "'#no'",
  ".inf",
  "!!str 5",
  "01",
  '"b\\n"',
  '? {a: "b\\nc"}',
  "? [x, y]",
];

const PLAIN = [
  "text",
  "two words",
  "a:b",
  "a#b",
  "x, y",
  "C:\\dir",
  "https://e.org/?q=1",
  "é",
  "日本",
  "😀",
  "it's",
  'say "hi"',
  "-dash",
  "?q",
  "=",
  "..",
  "a - b",
  "a [b]",
  "x & y",
  "a*b",
  "$x",
  "^",
];
const WRONG = [
  "@at",
  "%p",
  "[",
  "}",
  "don't: x",
  "`tick`",
  "&",
  "*",
  '"open',
  "'",
  "{a",
  "a: b",
  "!!binary ?",
  "!<",
  '"\\q"',
  "- a",
  "? k",
  "|x",
  "!!bool 5",
  "!!float x",
  "!!timestamp x",
  "%TAG",
];
const NUMBERS = [
  "0",
  "1",
  "-1",
  "+7",
  "42",
  "007",
  "0o17",
  "0x1F",
  "0b101",
  "1_000",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775808",
  "18446744073709551615",
  "1.5",
  "-0.0",
  "1e3",
  "1E+20",
  "1.0",
  "100000000000000000000.0",
  "0.1",
  "1e-7",
  ".5",
  "5.",
  "1e400",
  ".inf",
  "-.inf",
  ".NaN",
  "123456789.123",
  "6.02e23",
  "190:20:30",
  "1__0",
  "0.000001",
  "12e03",
  "1e21",
  "3.0e0",
];
const WORDS = [
  "true",
  "false",
  "True",
  "FALSE",
  "yes",
  "no",
  "on",
  "off",
  "y",
  "n",
  "null",
  "Null",
  "~",
  "",
  "NULL",
  "tRue",
];
const DATES = ["2020-01-01", "2001-12-14t21:59:43.10-05:00", "2020-01-01 10:00:00", "12:30:45", "2020-13-01"];
const QUOTED = [
  '""',
  "''",
  '"a\\nb"',
  "'it''s'",
  '"\\u00e9\\x41\\0"',
  '"tab\\t"',
  "'multi\n            line'",
  '"folded\n            line"',
  '"# no comment"',
  '"true"',
  "'1'",
  '"\\e[0m"',
  '" lead"',
  '"trail "',
  '"a: b"',
  "'- x'",
  '"\\\\"',
  '"x\\\n            y"',
  '"null"',
  '"\u{1F600}"',
  '"1.0"',
  '"\\"q\\""',
  '"0x10"',
  '"2020-01-01"',
  '"~"',
  '"a\\r\\nb"',
  '"!x"',
  '"&x"',
  '"---"',
  '"1e3"',
  '"0o7"',
  '"1_0"',
  '"+1"',
  '".5"',
  '"="',
  '"<<"',
  '"y"',
  '"No"',
];
const TAGGED = [
  "!!str 1",
  "!!int '3'",
  "!!float 2",
  "!!bool 'true'",
  "!!null ''",
  "!mine x",
  "!!str",
  "!!binary aGk=",
  "!!str true",
  "!!timestamp 2020-01-01",
  "! 5",
  "!!seq []",
  "!!map {}",
  "!!set {a}",
  "!<tag:yaml.org,2002:str> 8",
];
const COMMENTS = ["#! note", "#!", "#! note: with #@ inside", "#!  two"];

export function key(r) {
  return r.chance(0.88) ? r.pick(NAMES) : r.pick(ODD_KEYS);
}

/** The text of a scalar on one line or in quotes. */
export function scalar(r) {
  if (r.odd(0.02)) return r.pick(WRONG);
  return r.weighted([
    [6, () => r.pick(PLAIN)],
    [6, () => r.pick(NUMBERS)],
    [3, () => r.pick(WORDS)],
    [1, () => r.pick(DATES)],
    [5, () => r.pick(QUOTED)],
    [1, () => r.pick(TAGGED)],
  ]);
}

/** A value that ytt and YAML take without surprises. */
export function simpleScalar(r) {
  return r.pick(["1", "2", "0", "true", "false", "text", '"quoted"', "null", "1.5", "''", "-3", "[]", "{}"]);
}

/** A block scalar, from its header on, with lines indented by `indent`. */
function blockScalar(r, indent) {
  const header = r.mostly(["|", ">", "|-", ">-", "|+", ">+", "|2", "| #! c"], [">1-", "|9", "|0"]);
  const lines = r.times(r.between(1, 4), () =>
    r.pick(["line", "  more", "", "# not a comment", "a: b", "trail  ", "\ttab", "- x", "'q'"]),
  );
  return [header, ...lines.map((line) => (line ? indent + line : ""))].join("\n");
}

export function flow(r, depth = 2) {
  if (depth === 0 || r.chance(0.5))
    return r.pick(["1", "a", '"b, c"', "true", "null", "''", "1.5", "é", alias(r), `${anchor(r)} x`, "a b", "~"]);
  const count = r.below(4);
  const separator = r.pick([", ", ",", " , ", ",\n            "]);
  if (r.chance(0.5)) return `[${r.times(count, () => flow(r, depth - 1)).join(separator)}${r.chance(0.1) ? "," : ""}]`;
  const pair = () =>
    r.weighted([
      [8, () => `${r.pick(NAMES)}: ${flow(r, depth - 1)}`],
      [1, () => `"${r.pick(NAMES)}":${flow(r, depth - 1)}`],
      [1, () => r.pick(NAMES)],
    ]);
  return `{${r.times(count, pair).join(separator)}}`;
}

/** An anchor; the document's later parts may name it. */
function anchor(r) {
  const name = r.pick(["anchor", "n", "n-1"]);
  r.anchors?.push(name);
  return `&${name}`;
}

function alias(r) {
  return r.anchors?.length && !r.odd(0.03) ? `*${r.pick(r.anchors)}` : r.odd(0.05) ? "*anchor" : "none";
}

/** The value after `key:` or `-`, with its leading blank or line break. */
function value(r, indent, depth) {
  const named = r.chance(0.08) ? ` ${anchor(r)}` : "";
  const comment = r.chance(0.08) ? ` ${r.pick(COMMENTS)}` : "";
  const nested = (make) => `${named}${comment}\n${make()}`;
  return r.weighted([
    [10, () => `${named} ${scalar(r)}${comment}`],
    [1, () => `${named} ${blockScalar(r, `${indent}  `)}`],
    [2, () => `${named} ${flow(r)}${comment}`],
    [1, () => ` ${alias(r)}`],
    [depth > 0 ? 5 : 0, () => nested(() => mapping(r, `${indent}  `, depth - 1))],
    [depth > 0 ? 4 : 0, () => nested(() => sequence(r, indent + r.pick(["", "  ", "    "]), depth - 1))],
  ]);
}

function mapping(r, indent, depth) {
  const lines = [];
  const count = r.between(1, 4);
  const keys = new Set();
  for (let at = 0; at < count; at++) {
    if (r.chance(0.06)) lines.push(`${r.chance(0.7) ? indent : ""}${r.pick(COMMENTS)}`);
    if (r.chance(0.04)) lines.push("");
    if (r.chance(0.04))
      lines.push(
        `${indent}<<: ${r.mostly(["{a: 1}", "{a: 1, zz: {b: 2}}", "[{c: 3}, {b: 2}]"], [alias(r), "1", "[1]", `[${alias(r)}]`])}`,
      );
    else {
      const name = key(r);
      // The same key twice is an error.
      if (keys.has(name) && !r.odd(0.2)) continue;
      keys.add(name);
      lines.push(`${indent}${name}:${value(r, indent, depth)}`);
    }
  }
  return lines.length ? lines.join("\n") : `${indent}only: 1`;
}

function sequence(r, indent, depth) {
  const item = () => {
    if (depth > 0 && r.chance(0.25)) return `${indent}- ${mapping(r, `${indent}  `, depth - 1).trimStart()}`;
    if (depth > 0 && r.chance(0.1)) return `${indent}- ${sequence(r, `${indent}  `, depth - 1).trimStart()}`;
    return `${indent}-${value(r, indent, depth)}`;
  };
  return r.times(r.between(1, 4), item).join("\n");
}

export function node(r, indent = "", depth = 3) {
  return r.weighted([
    [6, () => mapping(r, indent, depth)],
    [2, () => sequence(r, indent, depth)],
    [1, () => indent + scalar(r)],
  ]);
}

/** Several documents, started in every way there is. */
export function documents(r) {
  const parts = r.times(
    r.weighted([
      [6, 1],
      [3, 2],
      [1, 3],
    ]),
    (at) => {
      // Anchors are those of the document.
      r.anchors = [];
      const start =
        at > 0 || r.chance(0.6)
          ? `${r.weighted([
              [8, "---\n"],
              [1, "--- #! first\n"],
              [1, "---   \n"],
              [0.3, "--- text\n"],
              [0.3, "...\n---\n"],
            ])}`
          : "";
      return `${start}${r.chance(0.08) ? "" : `${node(r)}\n`}`;
    },
  );
  const head = r.chance(0.05)
    ? r.pick(["#! head\n", "\n\n", r.odd(0.3) ? "%YAML 1.1\n" : "", "\ufeff", "#! a\n#! b\n\n"])
    : "";
  return `${head}${parts.join("")}${r.chance(0.05) ? r.pick(["...\n", "#! tail\n", "\n", "---\n"]) : ""}`;
}
