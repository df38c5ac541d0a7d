// Random uses of `@ytt:toml`: text that is decoded, right or wrong in every part of the format, and values that are encoded.

const KEYS = ["a", "b", "c", "a.b", '"q k"', "'lit'", "a-1", '""', "é"];
const WRONG_KEYS = ["a b", "", "=", "a.", ".a", '"x', "[k]", "a..b"];
const VALUES = [
  "1",
  "-17",
  "+5",
  "0xDEADbeef",
  "0o17",
  "0b11",
  "1_000",
  "1.5",
  "6.02e23",
  "1e3",
  "inf",
  "-inf",
  "+nan",
  "nan",
  "true",
  "false",
  '"text"',
  "'C:\\dir'",
  '"""\nlines\n"""',
  "'''\nraw\n'''",
  '"""a\\\n   b"""',
  '"\\u00e9 \\t"',
  "2020-01-01",
  "2020-01-01T10:00:00Z",
  "2020-01-01 10:00:00.5+01:00",
  "2020-01-01T10:00:00",
  "10:00:00",
  "[1, 2]",
  "[ [1], ['a'] ]",
  "[]",
  "{}",
  "{x = 1, y.z = 2}",
  "[{x = 1}, {y = 2}]",
  "[\n1,\n2, # c\n]",
  '"\ufffd"',
  '"\ufeff"',
];
const WRONG_VALUES = [
  "0xG",
  "1__0",
  "01",
  "1.",
  ".5",
  "tru",
  '"\\q"',
  '"open',
  "2020-13-01",
  "2020-01-01T1:00:00",
  "2020-1-1",
  "1:00:00",
  "25:00:00",
  "[1,, 2]",
  "[1",
  "{x = 1",
  "{x = 1,}",
  "{x}",
  "",
  "1 2",
  "nope",
  "0x",
  "99999999999999999999",
  "'''open",
];

function tomlText(r) {
  const used = new Set();
  const line = () =>
    r.weighted([
      [
        6,
        () => {
          const name = r.mostly(KEYS, WRONG_KEYS, 0.15);
          if (used.has(name) && !r.odd(0.3)) return "# comment";
          used.add(name);
          return `${name} = ${r.mostly(VALUES, WRONG_VALUES, 0.3)}${r.chance(0.1) ? " # note" : ""}`;
        },
      ],
      [
        2,
        () => {
          used.clear();
          return r.mostly(
            ["[t]", "[t.u]", "[[arr]]", "[ s ]", '["q.k"]'],
            ["[a]", "[a.b]", "[t", "[]", "[[arr]", "[arr]"],
            0.3,
          );
        },
      ],
      [1, "# comment"],
      [0.5, ""],
      [
        0.3 * r.wildness,
        () => r.pick(["a", "a =", "= 1", "a.b.c = 1", "a = 1 b = 2", "\ta\t=\t1", "a\n= 1", "a =\n1"]),
      ],
    ]);
  const head = r.chance(0.04) ? "\ufeff" : "";
  return (
    head + r.times(r.between(1, 5), line).join(r.mostly(["\n", "\n", "\r\n"], ["\r"])) + (r.chance(0.8) ? "\n" : "")
  );
}

/** Text as a Starlark literal. */
const literal = (text) => JSON.stringify(text).replace(/\ufeff/g, "\\ufeff");

/** An expression of any type with `module`, which is toml's name. */
export function tomlExpression(r, module, value) {
  return r.weighted([
    [6, () => `${module}.decode(${literal(tomlText(r))})`],
    [2, () => `${module}.encode(${module}.decode(${literal(tomlText(r))}))`],
    [
      4,
      () =>
        `${module}.encode(${r.weighted([
          [3, () => `{"a": ${value()}, "b": ${value()}}`],
          [2, () => value()],
          [1, () => `{"t": {"a": ${value()}}, "l": [{"x": ${value()}}, {"x": 1}]}`],
          [
            2,
            () =>
              r.pick([
                '{"f": float("inf"), "g": [float("-inf"), float("+inf")]}',
                '{"f": float("nan"), "g": -float("nan")}',
                'float("inf")',
                '"x"',
                "[1, 2]",
                '[{"a": 1}]',
                '[1, "a"]',
                "None",
                "{1: 2}",
                '{"a": None}',
                '{"a": [None]}',
                '{"a": [[1], [2.5]]}',
                '{"é k": "\\u0000\\t\\"", "": ""}',
                "True",
                "1.0",
                '{"a": 1e21, "b": 1e-7, "c": 100.0}',
                "[[]]",
                "[{}, 1]",
              ]),
          ],
        ])}${r.chance(0.15) ? `, indent=${r.mostly(["2", "0", "8"], ["9", "-1", '"x"'])}` : ""})`,
    ],
  ]);
}
