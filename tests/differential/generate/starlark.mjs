// Random Starlark: expressions by wanted type, and statements in ytt's block form (closed by `end`).
// A scope knows the names that may be used: { int: [...], string: [...], …, functions: [{ name, arity }], modules: Set }.

import { tomlExpression } from "./toml.mjs";

const STRINGS = [
  '""',
  '"a"',
  '"abc"',
  '"Hello World"',
  "'single'",
  '"é"',
  '"日本語"',
  '"a,b,,c"',
  '"  pad "',
  '"%s"',
  '"{}"',
  '"line\\nbreak"',
  '"tab\\t"',
  'r"raw\\n"',
  '"x=1"',
  '"ABC def"',
  '"123"',
  '"-7"',
  '"1.5"',
  '"0x1F"',
  '"true"',
  '"q\\"q"',
  '"\\\\"',
  '"aXbXc"',
  '"ß"',
  '"😀"',
  '"""triple"""',
  '"\\x41"',
  '"\\101"',
  '"a b  c"',
];
const INTS = [
  "0",
  "1",
  "2",
  "3",
  "-1",
  "7",
  "10",
  "100",
  "255",
  "0x1F",
  "0o17",
  "-5",
  "2147483648",
  "9223372036854775807",
  "65",
];
const FLOATS = [
  "0.0",
  "1.0",
  "1.5",
  "-2.5",
  "1e3",
  "0.1",
  "3.14159265",
  "1e100",
  ".5",
  "123456789.0",
  "1e-7",
  'float("inf")',
  'float("nan")',
];

export const MODULES = [
  "assert",
  "base64",
  "ip",
  "json",
  "math",
  "md5",
  "regexp",
  "sha256",
  "struct",
  "toml",
  "url",
  "version",
  "yaml",
];

export function newScope() {
  return {
    int: [],
    float: [],
    string: [],
    bool: [],
    list: [],
    dict: [],
    struct: [],
    any: [],
    functions: [],
    modules: new Set(),
    counter: 0,
  };
}

/** A copy to which names may be added without the outer block seeing them. */
export function innerScope(scope) {
  const copy = { ...scope, modules: scope.modules };
  for (const name of ["int", "float", "string", "bool", "list", "dict", "struct", "any", "functions"])
    copy[name] = [...scope[name]];
  return copy;
}

export function freshName(r, scope) {
  scope.counter++;
  return `${r.pick(["v", "val", "n", "_p", "tmp", "é", "assert_", "type_"])}${scope.counter}`;
}

/** Marks a module as needed, so that the file loads it. */
function use(scope, module) {
  scope.modules.add(module);
  return module;
}

const TYPES = ["int", "float", "string", "bool", "list", "dict", "any"];

/** An expression, nearly always of the type. `depth` bounds its nesting. */
export function expression(r, scope, type = r.pick(TYPES), depth = 2) {
  if (r.odd(0.03)) type = r.pick([...TYPES, "none", "tuple", "struct", "set"]);
  const known = scope[type];
  if (known?.length && r.chance(0.35)) return r.pick(known);
  if (depth <= 0) return literal(r, scope, type);
  const make = {
    int,
    float: floating,
    string,
    bool: boolean,
    list,
    dict,
    any,
    tuple,
    struct,
    none: () => "None",
    set: () => "None",
  }[type];
  return make(r, scope, depth - 1);
}

function literal(r, scope, type) {
  switch (type) {
    case "int":
      return r.pick(INTS);
    case "float":
      return r.pick(FLOATS);
    case "string":
      return r.pick(STRINGS);
    case "bool":
      return r.pick(["True", "False"]);
    case "list":
      return r.pick([
        "[]",
        "[1, 2, 3]",
        '["a", "b"]',
        "[3, 1, 2]",
        '[1, "a", None]',
        "[[1], [2]]",
        '["b", "a", "b"]',
        "[1.5, 2]",
      ]);
    case "dict":
      return r.pick([
        "{}",
        '{"a": 1}',
        '{"b": 2, "a": 1}',
        '{"k": [1, 2]}',
        '{"x": {"y": "z"}}',
        '{1: "one"}',
        '{"n": None}',
      ]);
    case "tuple":
      return r.pick(["()", "(1,)", '(1, "a")', "(1, 2, 3)"]);
    default:
      return r.chance(0.2) ? "None" : literal(r, scope, r.pick(TYPES.slice(0, 6)));
  }
}

function int(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  return r.weighted([
    [3, () => literal(r, scope, "int")],
    [4, () => `${operand(r, e("int"))} ${r.pick(["+", "-", "*", "&", "|", "^"])} ${operand(r, e("int"))}`],
    [
      1,
      () =>
        `${operand(r, e("int"))} ${r.pick(["//", "%", "<<", ">>"])} ${r.odd(0.3) ? operand(r, e("int")) : r.between(1, 9)}`,
    ],
    [2, () => `len(${e(r.pick(["list", "string", "dict"]))})`],
    [
      1,
      () =>
        `int(${!r.odd(0.4) ? e("float") : `${e("string")}${r.chance(0.3) ? `, ${r.pick(["10", "16", "0", "2", "base=8"])}` : ""}`})`,
    ],
    [1, () => `${r.pick(["min", "max"])}(${e("int")}, ${e("int")}${r.chance(0.2) ? ", key=lambda x: -x" : ""})`],
    [1, () => `${r.pick(["-", "~", "+"])}${operand(r, e("int"))}`],
    [1, () => `${e("int")} if ${e("bool")} else ${e("int")}`],
    [
      1.5,
      () =>
        `${postfix(e("string"))}.${r.pick(["find", "rfind", "count", r.odd(0.3) ? "index" : "find", r.odd(0.3) ? "rindex" : "rfind"])}(${e("string")}${r.chance(0.2) ? `, ${r.between(-3, 3)}` : ""}${r.chance(0.1) ? `, ${r.between(-3, 3)}` : ""})`,
    ],
    [0.5, () => `[1, 2, "a"].index(${r.odd(0.5) ? e("any") : 2})`],
    [0.5, () => `ord(${r.mostly(['"a"', '"é"'], ['"ab"', '""'])})`],
    [0.5, () => `hash(${e("string")})`],
    [0.2 * r.wildness, () => `abs(${e("int")})`],
    [1, () => `${r.odd(0.5) ? postfix(e("list")) : "[5, 6]"}[${r.mostly([0, 1, -1, -2], [2, -3])}]`],
    [1, () => `${use(scope, "math")}.${r.pick(["ceil", "floor", "fabs"])}(${e("float")})`],
  ]);
}

function floating(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  return r.weighted([
    [3, () => literal(r, scope, "float")],
    [
      3,
      () =>
        `${operand(r, e(r.pick(["float", "int"])))} ${r.pick(["+", "-", "*", "/", "//", "%"])} ${operand(r, e("float"))}`,
    ],
    [1, () => `float(${e(r.pick(["int", "string", "bool"]))})`],
    [1, () => `${operand(r, e("int"))} / ${operand(r, e("int"))}`],
    [
      2,
      () =>
        `${use(scope, "math")}.${r.pick(["sqrt", "exp", "log", "sin", "cos", "pow", "mod", "hypot", "atan2", "degrees", "radians", "gamma", "copysign", "round", "remainder", "pi", "e", "tan", "acosh"])}${r.weighted(
          [
            [4, () => `(${e("float")})`],
            [2, () => `(${e("float")}, ${e("int")})`],
            [1, ""],
          ],
        )}`,
    ],
  ]);
}

function string(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  const s = () => postfix(e("string"));
  return r.weighted([
    [4, () => literal(r, scope, "string")],
    [2, () => `${operand(r, e("string"))} + ${operand(r, e("string"))}`],
    [0.7, () => `${operand(r, e("string"))} * ${r.pick(["0", "2", "3", "-1", e("int").length < 3 ? e("bool") : "1"])}`],
    [2, () => `${r.pick(["str", "repr", "type"])}(${e("any")})`],
    [3, () => format(r, e)],
    [
      2,
      () =>
        `${s()}.${r.pick(["upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip", "elems", "isalpha", "splitlines"])}()`,
    ],
    [1, () => `${s()}.${r.pick(["strip", "lstrip", "rstrip", "removeprefix", "removesuffix"])}(${e("string")})`],
    [1, () => `${s()}.replace(${e("string")}, ${e("string")}${r.chance(0.3) ? `, ${r.between(-1, 2)}` : ""})`],
    [
      1.5,
      () =>
        `${s()}.join(${r.weighted([
          [3, () => `[str(x) for x in ${e("list")}]`],
          [1, () => e("list")],
        ])})`,
    ],
    [1.5, () => `${s()}[${slice(r)}]`],
    [0.5, () => `chr(${r.mostly(["65", "233", "128512"], ["-1", "1114112"])})`],
    [1, () => `${e("string")} if ${e("bool")} else ${e("string")}`],
    [3, () => encoded(r, scope, e)],
    [0.5, () => `${s()}.${r.pick(["partition", "rpartition"])}(${e("string")})[${r.between(-1, 2)}]`],
  ]);
}

function slice(r) {
  const end = () => (r.chance(0.3) ? "" : String(r.between(-4, 4)));
  return r.weighted([
    [2 * r.wildness, () => String(r.between(-3, 3))],
    [4, () => `${end()}:${end()}`],
    [1, () => `${end()}:${end()}:${r.pick(["1", "2", "-1", "-2", r.odd(0.5) ? "0" : "3"])}`],
  ]);
}

/** Formatting with % and with format(). */
function format(r, e) {
  return r.weighted([
    [3, () => `"${r.pick(["%s", "%r", "<%s>", "%s%%"])}" % ${operand(r, e("any"))}`],
    [
      2,
      () =>
        `"${r.pick(["%d", "%x", "%X", "%o", "%e", "%f", "%g", "%c", "%i"])}" % ${operand(r, e(r.pick(["int", "float"])))}`,
    ],
    [2, () => `"%s-${r.pick(["%s", "%d", "%r"])}" % (${e("any")}, ${e("any")})`],
    [1, () => `"%(a)s %(b)${r.pick("sdr")}" % {"a": ${e("any")}, "b": ${e("int")}}`],
    [2, () => `"{} ${r.pick(["{}", "{!r}", "{!s}"])}".format(${e("any")}, ${e("any")})`],
    [1, () => `"{1}{0}".format(${e("any")}, ${e("any")})`],
    [1, () => `"{a}${r.pick(["", "{{}}", "{b}"])}".format(a=${e("any")})`],
    [
      0.4 * r.wildness,
      () =>
        `${r.pick(['"{"', '"}"', '"%"', '"%z"', '"{:d}"', '"{a.b}"', '"%s %s"', '"{0} {}"'])}${r.chance(0.5) ? ` % ${operand(r, e("any"))}` : `.format(${e("any")})`}`,
    ],
  ]);
}

/** Results of ytt's modules for strings and values. */
function encoded(r, scope, e) {
  return r.weighted([
    [
      2,
      () =>
        `${use(scope, "json")}.encode(${e("any")}${r.pick(["", "", ", indent=2", ", escape_html=True", ...(r.odd(0.3) ? [", escape_html=1", ", indent=9", ', indent="x"', ", sort=True"] : [])])})`,
    ],
    [2, () => `${use(scope, "yaml")}.encode(${e("any")})`],
    [1, () => `${use(scope, "toml")}.encode(${e("dict")}${r.pick(["", ", indent=2"])})`],
    [1, () => `${use(scope, "base64")}.encode(${e("string")})`],
    [1, () => `${use(scope, "base64")}.decode(${r.mostly(['"aGk="', '""'], ['"!"', '"aGk"'])})`],
    [1, () => `${use(scope, "md5")}.sum(${e("string")})`],
    [1, () => `${use(scope, "sha256")}.sum(${e("string")})`],
    [
      2,
      () =>
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a group, as the replacement names it.
        `${use(scope, "regexp")}.replace(${r.mostly(['"a"', '"[a-c]+"', '"(b)(.)"', '"^"', '"\\\\d"', '"(?i)X"', '"\\\\w*"', '"é"'], ['"("', '"*"', '"[z-a]"', '"(?=a)"'])}, ${e("string")}, ${r.pick(['"-"', '"<$1>"', '"${2}_$1"', '""', "lambda m: m.upper()", r.odd(0.3) ? "lambda m: 1" : '"x"', '"$"', '"$0$0"'])})`,
    ],
    [
      1,
      () =>
        `${use(scope, "url")}.${r.pick(["path_segment_encode", "path_segment_decode", "query_param_value_encode", "query_param_value_decode"])}(${r.weighted(
          [
            [3, () => e("string")],
            [0.5 * r.wildness, '"a%20b+c%zz"'],
            [1, '"a%20b+c"'],
            [1, '"a/b?c=d&é"'],
          ],
        )})`,
    ],
    [1, () => `${use(scope, "url")}.query_params_encode({"a": [${e("string")}], "b": ["x y", "&"]})`],
    [
      1,
      () =>
        `${use(scope, "url")}.parse(${r.mostly(['"https://u:p@e.org:80/p%20q?x=1#f"', '"/a b"', '"mailto:x"', '"http://[::1]:80/x"', '"http://a:b:80/"'], ['"::"', '"http://[::1"', '"http://[x]/"', '"http://h:p"', e("string")], 0.3)}).${r.mostly(["string()", "hostname()"], ["user.name", "user.password", "path", "nope"], 0.3)}`,
    ],
    [1, () => `${use(scope, "version")}.require_at_least(${r.mostly(['"0.40.0"'], ['"9.0.0"', '"x"', "1"])})`],
    [
      1,
      () =>
        `${use(scope, "ip")}.parse_addr(${r.mostly(['"10.0.0.1"', '"::1"', '"fe80::00:1"', '"::ffff:1.2.3.4"'], ['"300.1.1.1"', '"fe80::1%eth0"', '"1.2.3"', '"01.2.3.4"', e("string")])}).${r.mostly(["string()", "is_ipv4()", "is_ipv6()"], ["nope"])}`,
    ],
    [
      1,
      () =>
        `${use(scope, "ip")}.parse_cidr(${r.mostly(['"10.1.2.3/8"', '"::1/64"', '"fe80::1/10"'], ['"10.0.0.1"', '"10.0.0.1/40"'])})[${r.pick(["0", "1"])}].string()`,
    ],
  ]);
}

function boolean(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  return r.weighted([
    [2, () => r.pick(["True", "False"])],
    [
      3,
      () =>
        `${operand(r, e("int"))} ${r.pick(["==", "!=", "<", "<=", ">", ">="])} ${operand(r, e(r.pick(["int", "float"])))}`,
    ],
    [1, () => `${operand(r, e("any"))} ${r.mostly(["==", "!="], ["<"])} ${operand(r, e("any"))}`],
    [1, () => `${operand(r, e("string"))} ${r.pick(["==", "<", ">", "in", "not in"])} ${operand(r, e("string"))}`],
    [
      1,
      () => `${operand(r, e("any"))} ${r.pick(["in", "not in"])} ${operand(r, e(r.pick(["list", "dict", "string"])))}`,
    ],
    [2, () => `${operand(r, e("bool"))} ${r.pick(["and", "or"])} ${operand(r, e("bool"))}`],
    [1, () => `not ${operand(r, e("any"))}`],
    [1, () => `bool(${e("any")})`],
    [1, () => `${r.pick(["any", "all"])}(${e("list")})`],
    [
      1,
      () =>
        `${postfix(e("string"))}.${r.pick(["startswith", "endswith"])}(${r.chance(0.8) ? e("string") : '("a", "b")'})`,
    ],
    [
      1,
      () =>
        `${postfix(e("string"))}.${r.pick(["isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "istitle"])}()`,
    ],
    [
      1,
      () =>
        `${use(scope, "regexp")}.match(${r.mostly(['"a"', '"^[A-Z]"', '"é$"', '"(?P<x>b)"', '"\\\\s"'], ['"*"', '"("'])}, ${e("string")})`,
    ],
    [0.2, () => matcherCall(r, scope, e)],
    [0.5, () => `hasattr(${e("any")}, ${r.pick(['"a"', '"upper"', '"keys"'])})`],
  ]);
}

/** A matcher, called as overlays call it. */
function matcherCall(r, scope, e) {
  use(scope, "overlay");
  const matcher = () =>
    r.pick([
      "overlay.all",
      "overlay.index(0)",
      'overlay.map_key("name")',
      `overlay.subset(${e("any")})`,
      "lambda i, l, r: l == r",
    ]);
  const one = r.weighted([
    [6, matcher],
    [1, () => `overlay.and_op(${matcher()}, ${matcher()})`],
    [1, () => `overlay.or_op(${matcher()}, ${matcher()})`],
    [1, () => `overlay.not_op(${matcher()})`],
  ]);
  const value = () =>
    r.pick(['{"name": 1}', '{"name": 2, "x": 1}', "[1]", e("any"), ...scope.functions.map(({ name }) => `${name}()`)]);
  return `(${one})(${r.mostly(["0", "1"], ['"k"', ""])}, ${value()}, ${value()})`;
}

function list(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  return r.weighted([
    [3, () => literal(r, scope, "list")],
    [3, () => `[${r.times(r.below(4), () => e("any")).join(", ")}]`],
    [3, () => comprehension(r, scope, depth, "[", "]")],
    [
      2,
      () =>
        `sorted(${r.odd(0.2) ? e("list") : '["b", "a", "é"]'}${r.pick(["", "", ", reverse=True", ", key=lambda x: str(x)", ...(r.odd(0.5) ? [", key=len", ", lambda x: x"] : [])])})`,
    ],
    [1, () => `${r.pick(["list", "reversed", "enumerate", "tuple"])}(${e("list")})`],
    [1, () => `list(range(${r.pick(["3", "0", "1, 4", "5, 0, -2", "-2"])}))`],
    [1, () => `zip(${e("list")}, ${e("list")})`],
    [1, () => `list(${r.pick(["enumerate", "zip"])}(${e("list")}${r.pick(["", ", 1"])}))`],
    [1, () => `${operand(r, e("list"))} + ${operand(r, e("list"))}`],
    [0.5, () => `${operand(r, e("list"))} * ${r.pick(["0", "2", "-1"])}`],
    [1, () => `${postfix(e("list"))}[${slice(r)}]`],
    [
      2,
      () =>
        `${postfix(e("string"))}.${r.pick(["split", "rsplit"])}(${r.weighted([
          [2, ""],
          [2, () => e("string")],
          [1, () => `${e("string")}, ${r.between(-1, 2)}`],
          [1, '","'],
        ])})`,
    ],
    [1, () => `${postfix(e("string"))}.splitlines(${r.pick(["", "True", "False"])})`],
    [1, () => `list(${postfix(e("string"))}.${r.pick(["elems", "codepoints", "elem_ords", "codepoint_ords"])}())`],
    [2, () => `${r.chance(0.3) ? "list(" : "sorted("}${postfix(e("dict"))}.${r.pick(["keys", "values", "items"])}())`],
    [0.6, () => `dir(${e("any")})`],
    [0.5, () => `list(${e("dict")})`],
    [0.2 * r.wildness, () => `list(${e("list")}, ${e("list")})`],
  ]);
}

function comprehension(r, scope, depth, open, close) {
  const inner = innerScope(scope);
  const pairs = r.chance(0.25);
  const names = pairs ? ["k_", "w_"] : ["x"];
  inner.any.push(...names);
  const source = pairs
    ? `${postfix(expression(r, scope, "dict", depth - 1))}.items()`
    : expression(r, scope, r.pick(["list", "list", "dict"]), depth - 1);
  const condition = r.chance(0.35) ? ` if ${expression(r, inner, "bool", depth - 1)}` : "";
  const second = r.chance(0.1) ? " for y in [1, 2]" : "";
  const body = r.chance(0.4) ? names[0] : expression(r, inner, "any", depth - 1);
  const head = open === "{" ? `${r.pick([names[0], `str(${names[0]})`])}: ${body}` : body;
  return `${open}${head} for ${names.join(", ")} in ${source}${second}${condition}${close}`;
}

function dict(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  return r.weighted([
    [3, () => literal(r, scope, "dict")],
    [
      3,
      () =>
        `{${r
          .times(
            r.below(4),
            () =>
              `${r.weighted([
                [8, () => r.pick(['"a"', '"b"', '"c d"', '"é"'])],
                [1, () => e("string")],
                [0.5, () => e("int")],
              ])}: ${e("any")}`,
          )
          .join(", ")}}`,
    ],
    [2, () => comprehension(r, scope, depth, "{", "}")],
    [
      2,
      () =>
        `dict(${r.weighted([
          [3, () => `a=${e("any")}, b=${e("any")}`],
          [1, () => e("dict")],
          [1, () => `[("k", ${e("any")})]`],
          [1, () => `${e("dict")}, z=${e("any")}`],
          [0.5 * r.wildness, () => e("list")],
        ])})`,
    ],
    [
      1.5,
      () =>
        `${use(scope, "json")}.decode(${r.weighted([
          [2, `'{"b": 1, "a": [1.5, null, "\\\\u00e9"]}'`],
          [1, `'{"a": 1e3, "big": 12345678901}'`],
          [
            r.wildness,
            () => r.pick(["'{'", "'[1, 2,]'", "'nul'", "'{\"a\": 1} x'", "'{\"a\" 1}'", "'\"\\\\x\"'", e("string")]),
          ],
        ])})`,
    ],
    [
      1.5,
      () =>
        `${use(scope, "yaml")}.decode(${r.weighted([
          [2, '"a: 1\\nb: [x, 2.5]"'],
          [1, '"- 1\\n- {c: ~}"'],
          [1, '"a: &x 1\\nb: *x"'],
          [1, '""'],
          [1, '"t: 2020-01-01"'],
          [r.wildness, () => r.pick(['"a: b: c"', '"a:\\n- b\\n c"', e("string")])],
        ])})`,
    ],
    [
      1,
      () =>
        `${use(scope, "toml")}.decode(${r.pick(['"a = 1\\n[t]\\nb = \\"x\\""', '"d = 2020-01-01"', '"a = [1, 2]"', '"f = 1.5"'])})`,
    ],
    [1, () => `${use(scope, "struct")}.decode(${struct(r, scope, depth - 1)})`],
  ]);
}

function tuple(r, scope, depth) {
  return `(${r.times(r.between(0, 3), () => `${expression(r, scope, "any", depth)},`).join(" ")})`;
}

function struct(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  use(scope, "struct");
  return r.weighted([
    [3, () => `struct.make(a=${e("any")}, ${r.pick(["b", "name"])}=${e("any")})`],
    [2, () => `struct.encode(${e("dict")})`],
    [
      scope.functions.length ? 0.3 : 0,
      () =>
        `struct.${r.pick(["encode", "encode", "decode"])}(${r.pick(["", '{"f": '].flatMap((open) => [`${open}${r.pick(scope.functions).name}()${open && "}"}`]))})`,
    ],
    [1, () => `struct.make_and_bind(${e("struct")}, f=lambda self: self)`],
    [1, "struct.make()"],
  ]);
}

function any(r, scope, depth) {
  const e = (type) => expression(r, scope, type, depth);
  const callable = scope.functions.length ? 3 : 0;
  return r.weighted([
    [10, () => e(r.pick(["int", "float", "string", "bool", "list", "dict"]))],
    [0.8, () => tomlExpression(r, use(scope, "toml"), () => e("any"))],
    [0.6, () => e("tuple")],
    [0.6, () => e("struct")],
    [
      1,
      () =>
        `${postfix(e("dict"))}${r.mostly(['.get("a")', '.get("zz", 5)', '.pop("a", 1)'], ['["a"]', "[1]", '.pop("a")', '.setdefault("a", 2)'], 0.3)}`,
    ],
    [0.8, () => `${use(scope, "struct")}.make(a=${e("any")}).${r.mostly(["a"], ["name", "nope", "A"])}`],
    [
      0.7,
      () =>
        `getattr(${e("struct")}, ${r.pick(['"a"', '"nope"'])}${r.pick([", None", ", 1", r.odd(0.3) ? "" : ", 2"])})`,
    ],
    [0.6, () => `(lambda ${r.pick(["q", "q, w=2", "*q", "q=1"])}: q)(${e("any")})`],
    [
      0.2 * r.wildness,
      () =>
        `${use(scope, "assert")}.${r.pick(["equals", "min_len", "max_len", "min", "max", "not_null", "one_of", "one_not_null"])}(${e("any")}${r.chance(0.7) ? `, ${e("any")}` : ""})`,
    ],
    [0.5, () => `${use(scope, "assert")}.try_to(lambda: ${e("any")})${r.pick(["[0]", "[1]", ""])}`],
    [0.2 * r.wildness, () => `${use(scope, "assert")}.fail(${e("string")})`],
    [0.2 * r.wildness, () => `fail(${e("any")})`],
    [callable, () => call(r, scope, e)],
    [0.3 * r.wildness, () => `${r.pick(["undefined_name", "lenn([])", "None.x", "int", "len", "1()", "math_.pi"])}`],
    [0.4, () => `${e("any")} if ${e("bool")} else ${e("any")}`],
    [0.3, () => `print(${e("any")}${r.pick(["", ', "b"', ', sep="-"', ', "c", sep=""'])})`],
  ]);
}

/** A call, with the arguments in any form, now and then not fitting. */
export function call(r, scope, e = (type) => expression(r, scope, type, 1)) {
  const { name, parameters } = r.pick(scope.functions);
  const args = [];
  let named = false;
  for (const parameter of parameters) {
    if (parameter.startsWith("*")) continue;
    const [word, fallback] = parameter.split("=");
    if (fallback !== undefined && r.chance(0.5)) continue;
    if (r.odd(0.06)) continue;
    if (r.chance(0.2)) named = true;
    args.push(named ? `${word}=${e("any")}` : e("any"));
  }
  if (r.odd(0.05)) args.push(r.pick(["extra=1", "*[1, 2]", "**{'k': 1}", "9"]));
  if (parameters.some((word) => word.startsWith("**")) && r.chance(0.5)) args.push("other=1");
  return `${name}(${args.join(", ")})`;
}

/** Operands of a binary operator. */
function operand(r, text) {
  return /^[\w.]+$|^["'][^"'\\]*["']$/.test(text) || r.chance(0.1) ? text : `(${text})`;
}

/** Expressions before `.name`, `[…]`. */
function postfix(text) {
  return /^[A-Za-z_]\w*$|^"[^"\\]*"$|^\[[^[\]]*\]$|^\{[^{}]*\}$/.test(text) ? text : `(${text})`;
}

const PARAMETERS = ["p", "q", "r_=1", 's="x"', "*args", "**kwargs"];

export function parameters(r) {
  return r.some(PARAMETERS, 0.35);
}

export function addParameters(scope, list) {
  for (const parameter of list) {
    if (parameter.startsWith("**")) scope.dict.push(parameter.slice(2));
    else if (parameter.startsWith("*")) scope.list.push(parameter.slice(1));
    else scope.any.push(parameter.split("=")[0]);
  }
}

/** Lines of code; names they bind are added to the scope. `inFunction` and `inLoop` allow further statements. */
export function statements(r, scope, { depth = 2, count = r.between(1, 3), inFunction = false, inLoop = false } = {}) {
  const lines = [];
  for (let at = 0; at < count; at++) lines.push(...statement(r, scope, { depth, inFunction, inLoop }));
  return lines;
}

function statement(r, scope, place) {
  const { depth, inFunction, inLoop } = place;
  const block = (inner, more = {}) =>
    statements(r, inner, { ...place, ...more, depth: depth - 1 }).map((line) => `  ${line}`);
  const e = (type) => expression(r, scope, type);
  const nested = depth > 0 ? 1 : 0;
  return r.weighted([
    [6, () => assignment(r, scope)],
    [1, () => [e("any")]],
    [0.5, () => [`print(${e("any")})`]],
    [inFunction ? 1.5 : 0.02 * r.wildness, () => [r.pick([`return ${e("any")}`, "return"])]],
    [inLoop ? 1 : 0.02 * r.wildness, () => [`if ${e("bool")}:`, `  ${r.pick(["break", "continue"])}`, "end"]],
    [nested * 2, () => conditional(r, scope, block)],
    [nested * 2, () => loop(r, scope, block)],
    [nested * 0.5, () => whileLoop(r, scope, block)],
    [nested * 1.5, () => definition(r, scope, block)],
    [0.6, () => update(r, scope)],
  ]);
}

function assignment(r, scope) {
  const type = r.pick(["int", "string", "list", "dict", "any", "bool", "float", "struct"]);
  if (r.chance(0.08)) {
    const [a, b] = [freshName(r, scope), freshName(r, scope)];
    const line = `${r.pick([`${a}, ${b}`, `(${a}, ${b})`, `[${a}, ${b}]`])} = ${r.weighted([
      [3, () => `${expression(r, scope, "any")}, ${expression(r, scope, "any")}`],
      [1, () => expression(r, scope, "list")],
      [1, () => '("a", "b")'],
    ])}`;
    scope.any.push(a, b);
    return [line];
  }
  const name = freshName(r, scope);
  const line = `${name} = ${expression(r, scope, type, r.between(1, 3))}`;
  scope[type].push(name);
  return [line];
}

/** Changes the value of a name. */
function update(r, scope) {
  const e = (type) => expression(r, scope, type, 1);
  const [name] = [r.pick([...scope.int, ...scope.string, ...scope.list, r.odd(0.1) ? "nothing" : "x0"])];
  const lines = [
    () => `${name} ${r.pick(["+=", "-=", "*=", "//=", "%=", "|="])} ${e(r.pick(["int", "string", "list"]))}`,
    () =>
      scope.list.length
        ? `${r.pick(scope.list)}.${r.weighted([
            [3, () => `append(${e("any")})`],
            [1, () => `extend(${e("list")})`],
            [1, () => `insert(${r.between(-2, 2)}, ${e("any")})`],
            [1, () => `pop(${r.pick(["", "0", "9"])})`],
            [1, () => `remove(${e("any")})`],
            [0.5, "clear()"],
          ])}`
        : "x0 = 0",
    () =>
      scope.dict.length
        ? `${r.pick(scope.dict)}${r.weighted([
            [3, () => `["n"] = ${e("any")}`],
            [1, () => `.update(${e("dict")})`],
            [1, () => '.pop("a", None)'],
            [0.5, ".clear()"],
            [0.5, ".popitem()"],
            [0.5, ".nope()"],
          ])}`
        : "x0 = 1",
    () => (scope.list.length ? `${r.pick(scope.list)}[${r.between(-1, 1)}] = ${e("any")}` : "x0 = 2"),
  ];
  return [r.pick(lines)()];
}

function conditional(r, scope, block) {
  const lines = [`if ${expression(r, scope, "bool")}:`, ...block(innerScope(scope))];
  if (r.chance(0.3)) lines.push(`elif ${expression(r, scope, "bool")}:`, ...block(innerScope(scope)));
  if (r.chance(0.4)) lines.push("else:", ...block(innerScope(scope)));
  return [...lines, r.pick(["end", "end", "end", "end  # done"])];
}

function loop(r, scope, block) {
  const inner = innerScope(scope);
  if (r.chance(0.3)) {
    inner.any.push("key", "each");
    return [
      `for key, each in ${postfix(expression(r, scope, "dict"))}.items():`,
      ...block(inner, { inLoop: true }),
      "end",
    ];
  }
  inner.any.push("item");
  const source = r.weighted([
    [3, () => expression(r, scope, "list")],
    [1, "range(3)"],
    [0.5, () => expression(r, scope, "dict")],
    [0.3, "1, 2"],
    [0.2, () => expression(r, scope, "any")],
  ]);
  return [`for item in ${source}:`, ...block(inner, { inLoop: true }), "end"];
}

function whileLoop(r, scope, block) {
  const name = freshName(r, scope);
  const inner = innerScope(scope);
  inner.int.push(name);
  return [
    `${name} = 0`,
    `while ${name} < ${r.between(1, 4)}:`,
    `  ${name} += 1`,
    ...block(inner, { inLoop: true }),
    "end",
  ];
}

function definition(r, scope, block) {
  const name = `f${++scope.counter}`;
  const list = parameters(r);
  const inner = innerScope(scope);
  addParameters(inner, list);
  const lines = [`def ${name}(${list.join(", ")}):`, ...block(inner, { inFunction: true, inLoop: false })];
  if (r.chance(0.7)) lines.push(`  return ${expression(r, inner, "any")}`);
  scope.functions.push({ name, parameters: list });
  return [...lines, "end"];
}

/** The `load` lines for the modules that a scope's code used. */
export function loads(scope) {
  return [...scope.modules].map((module) => `load("@ytt:${module}", "${module}")`);
}
