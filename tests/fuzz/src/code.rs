//! ytt's Starlark out of choices: expressions, and statements as lines.

use crate::chance::Chance;

/// Names that code binds and reads.
const NAMES: &[&str] = &["x", "y", "f", "g", "left", "val", "i", "_p", "data", "overlay", "nope"];

const ATOMS: &[&str] = &[
    "1", "None", "True", "\"s\"", "[]", "{}", "()", "0", "-1", "1.5", "'é😀'", "9223372036854775807",
    "-9223372036854775808", "18446744073709551616", "0x7f", "0o17", "1e308", "1e-400", "2147483648", "4294967296",
    "float('nan')", "float('inf')", "\"\\n\\t\\\"\"", "r'\\d+'", "\"\"\"a\nb\"\"\"", "data.values", "data.values.a",
    "data.values.b.c", "struct.make(a=1)", "{'a': 1, 2: [3]}", "[1, 'b', None]", "(1, 2)", "range(5)", "1 << 20",
    "b'x'",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "not in", "|", "&", "^", "<<",
    ">>",
];

const METHODS: &[&str] = &[
    "upper()", "split(',')", "get('a')", "items()", "keys()", "values()", "append(1)", "join(['a', 'b'])",
    "format(1, a=2)", "strip()", "replace('s', 'tt')", "index('s')", "pop()", "insert(0, 1)", "extend([1])",
    "update({'a': 2})", "startswith('s')", "splitlines()", "partition('s')", "elems()", "codepoints()", "title()",
    "count('s')", "find('s', -1)", "rsplit(None, 1)", "setdefault('a', [])", "clear()", "remove(1)", "isdigit()",
    "elem_ords()", "capitalize()", "lstrip('s')", "popitem()", "union([1])", "a", "b.c", "name", "removeprefix('s')",
];

const FUNCTIONS: &[&str] = &[
    "len", "str", "int", "float", "bool", "list", "tuple", "dict", "set", "sorted", "reversed", "enumerate", "zip",
    "min", "max", "any", "all", "type", "repr", "hash", "range", "dir", "hasattr", "getattr", "print", "fail", "chr",
    "ord", "abs", "json.encode", "json.decode", "yaml.encode", "yaml.decode", "base64.encode", "base64.decode",
    "md5.sum", "sha256.sum", "regexp.match", "regexp.replace", "url.path_segment_encode",
    "url.query_param_value_encode", "url.query_params_encode", "url.parse", "struct.encode", "struct.decode",
    "struct.make", "struct.bind", "template.replace", "overlay.apply", "overlay.index", "overlay.subset",
    "overlay.map_key", "overlay.and_op", "overlay.or_op", "overlay.not_op", "toml.encode", "toml.decode",
    "ip.parse_addr", "ip.parse_cidr", "version.require_at_least", "assert.equals", "assert.fail", "assert.try_to",
    "assert.max_len", "assert.not_null", "assert.one_of", "assert.one_not_null", "yaml.decode", "library.get",
    "library.eval", "data.read", "data.list", "math.sqrt", "math.pow", "math.floor",
];

/// Arguments that functions of the modules distinguish.
const ARGUMENTS: &[&str] = &[
    "'a: 1'",
    "'{\"a\": [1, null]}'",
    "'YTo=\\n'",
    "'^(a+)(?P<n>b)?$', 'aab'",
    "'a', 'b', 'aab'",
    "'10.0.0.1/8'",
    "'fe80::1'",
    "'http://u:p@h:80/p?q=1#f'",
    "'[t]\\nx = 1'",
    "'0.55.3'",
    "'x', 1",
    "-1, 3",
    "1, -5, -2",
    "'%s %d' % ('a', 1)",
    "'a.txt'",
    "'lib'",
    "'/values.yml'",
    "lambda: fail('no')",
    "lambda a, b: a + b",
    "'%x' % 255",
    "'{0.a}'.format(x)",
    "[3, 1, 2], key=lambda v: -v, reverse=True",
    "'🔥', 'utf8'",
    "'a', x",
    "{'b': 1, 'a': 2}, indent=2",
];

/// An expression on one line.
pub(crate) fn expression(c: &mut Chance<'_>) -> String {
    if !c.burn() {
        return "x".to_owned();
    }
    match c.below(22) {
        0..4 => c.pick(ATOMS).replace('\n', "\\n"),
        4..6 => c.pick(NAMES).to_owned(),
        6..9 => format!("{} {} {}", expression(c), c.pick(OPERATORS), expression(c)),
        9 => format!("{}{}", c.pick(&["-", "not ", "+", "~"]), expression(c)),
        10 => format!("({})", expression(c)),
        11 => format!("{}.{}", expression(c), c.pick(METHODS)),
        12 => format!("{}({})", c.pick(FUNCTIONS), c.pick(ARGUMENTS)),
        13 => format!("{}({})", c.pick(FUNCTIONS), arguments(c)),
        14 => format!("{}({})", c.pick(NAMES), arguments(c)),
        15 => {
            let index = match c.below(3) {
                0 => expression(c),
                1 => format!("{}:{}", c.pick(&["", "1", "-2"]), c.pick(&["", "3", "-1", "99"])),
                _ => format!("{}:{}:{}", c.pick(&["", "0", "5"]), c.pick(&["", "-1"]), c.pick(&["-1", "2", "0"])),
            };
            format!("{}[{index}]", expression(c))
        }
        16 => format!("[{}, {}]", expression(c), expression(c)),
        17 => format!("{{{}: {}}}", expression(c), expression(c)),
        18 => format!("[{} for {} in {}{}]", expression(c), target(c), expression(c), condition(c)),
        19 => format!("{{k: {} for k in {}}}", expression(c), expression(c)),
        20 => format!("{} if {} else {}", expression(c), expression(c), expression(c)),
        _ => format!("lambda {}: {}", c.pick(&["", "x", "left, right", "*a", "**k", "x=1", "*, x"]), expression(c)),
    }
}

fn arguments(c: &mut Chance<'_>) -> String {
    match c.below(5) {
        0 => expression(c),
        1 => String::new(),
        2 => format!("{}, {}", expression(c), expression(c)),
        3 => format!("{}={}", c.pick(&["x", "a", "key", "default", "indent"]), expression(c)),
        _ => format!("{}{}", c.pick(&["*", "**"]), expression(c)),
    }
}

fn target(c: &mut Chance<'_>) -> &'static str {
    c.pick(&["x", "y", "x, y", "(x, y)", "[x]", "x[0]", "x.a"])
}

fn condition(c: &mut Chance<'_>) -> String {
    if c.once_in(3) { format!(" if {}", expression(c)) } else { String::new() }
}

/// A line that opens a block; `end` closes it.
pub(crate) fn opening(c: &mut Chance<'_>) -> String {
    match c.below(7) {
        0..2 => format!("if {}:", expression(c)),
        2..4 => format!("for {} in {}:", target(c), expression(c)),
        4 => format!("def {}({}):", c.pick(&["f", "g", "x"]), parameters(c)),
        5 => format!("while {}:", expression(c)),
        _ => c
            .pick(&["if True:", "for x in range(3):", "def f(left, right):", "if/end True:", "def f(x, y=1, *a, **k):"])
            .to_owned(),
    }
}

fn parameters(c: &mut Chance<'_>) -> &'static str {
    c.pick(&["", "x", "x, y=1", "*args", "**kwargs", "x, *, y", "left, right", "x, x", "y=1, x"])
}

/// A statement on one line.
pub(crate) fn statement(c: &mut Chance<'_>) -> String {
    match c.below(10) {
        0..3 => format!("{} = {}", target(c), expression(c)),
        3 => format!("{} {}= {}", target(c), c.pick(&["+", "-", "*", "%", "|", "//"]), expression(c)),
        4 => expression(c),
        5 => c.pick(&["pass", "break", "continue", "return", "return x", "end", "else:", "elif x:"]).to_owned(),
        6 => format!("return {}", expression(c)),
        7 => load(c),
        8 => format!("print({})", expression(c)),
        _ => format!("{}.{}", c.pick(NAMES), c.pick(METHODS)),
    }
}

/// A `load`.
pub(crate) fn load(c: &mut Chance<'_>) -> String {
    const MODULES: &[&str] = &[
        "data", "overlay", "template", "json", "yaml", "base64", "md5", "sha256", "regexp", "url", "struct", "assert",
        "library", "version", "ip", "toml", "math",
    ];
    match c.below(6) {
        0..4 => {
            let module = c.pick(MODULES);
            format!("load(\"@ytt:{module}\", \"{module}\")")
        }
        4 => format!(
            "load(\"{}\", \"f\")",
            c.pick(&["funcs.star", "funcs.lib.yml", "/funcs.star", "nope.star", "@lib:a.star"])
        ),
        _ => format!("load(\"funcs.star\", g=\"f\", \"x\", \"{}\")", c.pick(&["_p", "y", "g"])),
    }
}

/// Statements and blocks, a line each, without marks in front.
pub(crate) fn program(c: &mut Chance<'_>, depth: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..=c.below(4) {
        let indent = "  ".repeat(depth);
        if depth < 3 && c.once_in(3) && c.burn() {
            lines.push(format!("{indent}{}", opening(c)));
            lines.extend(program(c, depth + 1));
            if c.once_in(4) {
                lines.push(format!("{indent}{}", c.pick(&["else:", "elif x:"])));
                lines.extend(program(c, depth + 1));
            }
            if !c.once_in(16) {
                lines.push(format!("{indent}end"));
            }
        } else {
            lines.push(format!("{indent}{}", statement(c)));
        }
    }
    lines
}
