import { expect, test } from "vitest";
import { examples } from "../../testing/works";
import { coloured } from "./ytt-language";

/** The kinds of tokens by the classes that CodeMirror generates, from a text with known tokens. */
const KINDS = new Map(
  Object.entries({
    marker: "#@",
    keyword: "not",
    function: "f",
    argument: "a",
    number: "1",
    comment: "# why",
    key: "key",
    string: '"text"',
    annotation: "#@note",
    variable: "v",
    punctuation: ":",
    type: "!tag",
  }).map(([kind, word]) => {
    const sample = '#@ x = not f(a=1) + v # why\n#@note\nkey: !tag "text"\n';
    return [coloured("a.yml", sample).find(({ text }) => text === word)?.classes, kind];
  }),
);

/** The highlighted words of a text, with their kinds. */
const words = (path: string, text: string): string[] =>
  coloured(path, text).flatMap(({ text, classes }) => (classes ? [`${text} ${KINDS.get(classes)}`] : []));

test("the kinds of words have different colours", () => {
  expect(KINDS.size).toBe(12);
  expect(KINDS.has(undefined)).toBe(false);
});

test("in YAML, code after #@ and annotations are coloured as Starlark", () => {
  expect(words("a.yml", '#@ if not f(a=1): # why\nkey: "text" #@ load("x")\n#@ end\n')).toEqual([
    "#@ marker",
    "if keyword",
    "not keyword",
    "f function",
    "a argument",
    "= punctuation",
    "1 number",
    "# why comment",
    "key key",
    ": punctuation",
    '"text" string',
    "#@ marker",
    "load keyword",
    '"x" string',
    "#@ marker",
    "end keyword",
  ]);
  expect(words("a.yml", '#@schema/desc "d", x=1\nb: 2\n#! note\n').slice(0, 5)).toEqual([
    "#@schema/desc annotation",
    '"d" string',
    "x argument",
    "= punctuation",
    "1 number",
  ]);
});

test("a string of several lines goes on in the next piece of code, and a member is no keyword", () => {
  expect(words("a.yml", '#@ s = """a\n#@ if"""\nc: #@ y.if(z).for\n')).toEqual([
    "#@ marker",
    "s variable",
    "= punctuation",
    '"""a string',
    '#@ if""" string',
    "c key",
    ": punctuation",
    "#@ marker",
    "y variable",
    "if function",
    "z variable",
    "for variable",
  ]);
});

test("in .star files everything is Starlark", () => {
  expect(words("a.star", 'def f(a):\n  return """x\nif""" + a.b # c\nend\n')).toEqual([
    "def keyword",
    "f function",
    "a variable",
    "return keyword",
    '"""x string',
    'if""" string',
    "+ punctuation",
    "a variable",
    "b variable",
    "# c comment",
    "end keyword",
  ]);
});

test("in text templates only (@ … @) is coloured", () => {
  expect(words("a.txt", 'if (@ if x: @)yes(@ end -@) "q" (@= str(1) @)')).toEqual([
    "(@ marker",
    "if keyword",
    "x variable",
    "@) marker",
    "(@ marker",
    "end keyword",
    "-@) marker",
    "(@= marker",
    "str function",
    "1 number",
    "@) marker",
  ]);
});

test("no character of an example is lost or added", () => {
  let files = 0;
  for (const { id, work } of examples)
    for (const { path, content } of work.files) {
      if (typeof content !== "string") continue;
      files++;
      const pieces = coloured(path, content);
      expect(pieces.map(({ text }) => text).join(""), `${id} ${path}`).toBe(content.replaceAll("\r\n", "\n"));
    }
  expect(files).toBeGreaterThan(150);
});
