//! The front end as a whole: programs in, text the starlark crate reads and runs, or ytt's errors out.
//!
//! To run the text without the evaluator, a prelude replaces the runtime with the starlark crate's own operators.

use starlark::environment::{Globals, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;

use super::*;
use crate::eval::session::DIALECT;

const PRELUDE: &str = "\
def __mod(a, b): return a % b
def __shl(a, b): return a << b
def __shr(a, b): return a >> b
def __in(a, b): return a in b
def __notin(a, b): return a not in b
def __mul(a, b): return a * b
def __sub(a, b): return a - b
def __bitor(a, b): return a | b
def __bitand(a, b): return a & b
def __add(a, b): return a + b
def __grow(a, b): return b
def __eq(a, b): return a == b
def __ne(a, b): return a != b
def __lt(a, b): return a < b
def __le(a, b): return a <= b
def __gt(a, b): return a > b
def __ge(a, b): return a >= b
def __index(x, i): return x[i]
def __entry(d, k, v):
  if k in d: 1 // 0
  d[k] = v
def __slice(x, a, b, c): return x[a:b:c]
def __attr(x, n): return getattr(x, n)
def __setindex(v, x, i): x[i] = v
def __args(x): return x
def __unpack(x): return x
def __iterable(x): return x
def __kw(x, extra={}):
  d = dict(extra)
  d.update(x or {})
  return d
__forever = range(100000)
";

fn compile_text(text: &str) -> Result<Compiled, Vec<Problem>> {
    let lines: Vec<&str> = text.split('\n').collect();
    compile(&lines, &Options::default())
}

/// The compiled program, after checking that the starlark crate reads it.
fn compiled(text: &str) -> Compiled {
    let compiled = compile_text(text).unwrap_or_else(|p| panic!("{text}: {p:?}"));
    if let Err(e) = AstModule::parse("t", compiled.text.clone(), &DIALECT) {
        panic!("{text}\n---\n{}\n{e}", compiled.text);
    }
    compiled
}

fn emitted(text: &str) -> String {
    compiled(text).text
}

/// The repr of the variable `x` after running, or the lines of the error from the innermost out.
fn run(text: &str) -> Result<String, Vec<u32>> {
    let program = compiled(text);
    let whole = format!("{PRELUDE}{}", program.text);
    let ast = AstModule::parse("t", whole, &DIALECT).unwrap();
    let start = u32::try_from(PRELUDE.len()).unwrap();
    Module::with_temp_heap(|module| {
        let mut evaluator = Evaluator::new(&module);
        match evaluator.eval_module(ast, &Globals::standard()) {
            Ok(_) => Ok(module.get("x").map_or(String::new(), |x| x.to_repr())),
            Err(e) => {
                let stack = e.call_stack();
                let calls = stack.frames.iter().rev().filter_map(|f| f.location.as_ref());
                let mut spans: Vec<_> = e.span().into_iter().chain(calls).map(|s| s.span).collect();
                spans.retain(|s| s.begin().get() >= start);
                spans.dedup();
                let range = |s: &starlark::codemap::Span| s.begin().get() - start..s.end().get() - start;
                Err(spans.iter().map(|s| program.map.line_of(range(s))).collect())
            }
        }
    })
}

/// Programs and what is expected of them, from a file of `%%`-separated `program => lines`.
fn table(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    text.split("\n%%\n").skip(1).map(|entry| {
        let (program, expected) = entry.split_once("\n=>").unwrap();
        (program, expected.lines().filter(|l| !l.is_empty()).collect())
    })
}

#[test]
fn failures_are_reported_at_the_lines_of_ytt() {
    for (program, expected) in table(include_str!("frames.txt")) {
        let expected: Vec<u32> = expected.iter().flat_map(|l| l.split(' ')).map(|n| n.parse().unwrap()).collect();
        assert_eq!(run(program), Err(expected), "{program}");
    }
}

#[test]
fn emitted_text() {
    for (program, text) in [
        ("def f(a, b=2, *c, d, **e):\nreturn a\nend", "def f(a, b=2, *c, d, **e):\n return a\n"),
        ("for y in 1, 2:\nprint(y)\nend", "for y in (1, 2):\n print(y)\n"),
        ("while True:\nbreak\nend", "for __y__w1 in __forever:\n if not (True):\n  break\n break\n"),
        ("print(*[1], sep=2)", "print(sep=2, *__args([1]))\n"),
        ("dict(assert=1, **{})", "dict(**__kw({}, {\"assert\": 1}))\n"),
        ("def f(assert): return assert\nf(assert=1)", "def f(__y_assert):\n return __y_assert\nf(__y_assert=1)\n"),
        ("y = len([])\nlen = 3\nz = len", "y = len([])\n__y__glen = 3\nz = __y__glen\n"),
        ("é = 1", "__y__ue9_ = 1\n"),
        ("y = (1 - 2) * [3]", "y = __mul(1 - 2, [3])\n"),
        ("def f(a, b): return (a - b) * 2.0", "def f(a, b):\n __y__o1 = None\n return __sub(a, b) * 2.0\n"),
        ("y = -(1 + 2) + (3 if 4 else 5)", "y = __add(-(1 + 2), 3 if 4 else 5)\n"),
        ("y = [1]\ny += y\ny += 1", "y = [1]\ny += __grow(y, y)\ny += 1\n"),
        ("y = [] == []\ny = [] == 1", "y = __eq([], [])\ny = [] == 1\n"),
        ("y = (1 < 2) == True", "y = (1 < 2) == True\n"),
        ("y = not (1 in [])\nz = 1 not in []", "y = not __in(1, [])\nz = __notin(1, [])\n"),
        ("y = [1][0][\"a\"]", "y = __index([1], 0)[\"a\"]\n"),
        ("y = [1][:2]", "y = __slice([1], None, 2, None)\n"),
        ("y = \"\".join([]).foo", "y = __attr(\"\", \"join\")([]).foo\n"),
        ("y = 0o17 + 0b11 + 0xFF + 1. + 1e21", "y = 15 + 3 + 0xFF + 1.0 + 1e21\n"),
        ("y = '\\x00\\t\"é'", "y = \"\\x00\\t\\\"é\"\n"),
        ("\"doc\"", ""),
        ("if 1:\nelse:\n\"a\"\nend", "if 1:\n pass\nelse:\n pass\n"),
        (
            "load(\"a.star\", \"b\", c=\"d\")",
            "__y__m1 = __load(\"a.star\")\nc = __loaded(__y__m1, \"d\")\nb = __loaded(__y__m1, \"b\")\n",
        ),
        (
            "b = 1\nload(\"a.star\", \"b\")\nc = b",
            "b = 1\n__y__m1 = __load(\"a.star\")\n__y__lb = __loaded(__y__m1, \"b\")\nc = __y__lb\n",
        ),
    ] {
        match compile_text(program) {
            Err(problems) => assert_eq!(text, "", "{program}: {problems:?}"),
            Ok(_) => assert_eq!(emitted(program), text),
        }
    }
}

#[test]
fn meaning_is_kept() {
    for (program, value) in [
        ("x = 0\nwhile x < 5:\nx += 1\nif x == 3: continue\nend", "5"),
        ("n = []\ndef f():\nn.append(1)\nreturn n\nend\nn.append(5)\nf()[0] += 2\nx = n", "[7, 1]"),
        ("x = [[1]]\ny = x[0]\nx[0] += [2]\ny.append(3)", "[[1, 2, 3]]"),
        ("x = {\"a\": 7}\nx[\"a\"] %= 4\nx[\"a\"] *= 5\nx[\"a\"] -= 1", "{\"a\": 14}"),
        ("x = 20\nx -= 2\nx //= 4\nx <<= 1\nx |= 1\nx &= 12\nx ^= 1", "9"),
        ("a, (b, [c]) = 1, (2, [3])\nx = [c, b, a]", "[3, 2, 1]"),
        ("def f(*a, **k): return (a, k)\nx = f(1, *[2], b=3, **{\"c\": 4})", "((1, 2), {\"b\": 3, \"c\": 4})"),
        ("x = []\nfor i in 1, 2:\nfor j in [3]: x.append((i, j))\nend", "[(1, 3), (2, 3)]"),
        ("len_ = len([1])\nlen = 5\ndef f(): return len\nx = [len_, f()]", "[1, 5]"),
        ("x = [y * 10 + z for y in [1, 2] if y for z in [y, 3] if lambda: z]", "[11, 13, 22, 23]"),
        ("x = 1 if [] else 2 if () else (lambda a, b=3: a + b)(1)", "4"),
        ("x = 2 - 1 - 1 - 1\nx = [x, 10 // 3 * 3 % 2, - -2, not not 1]", "[-1, 1, 2, True]"),
        ("x = \"\"\"a\n   b\"\"\"", "\"a\\nb\""),
        ("if 0: x = 1\nif 1:\nif 0:\nx = 2\nelif 1:\nx = 3\nelse:\nx = 4\nend\nend", "3"),
    ] {
        assert_eq!(run(program).as_deref(), Ok(value), "{program}\n{}", emitted(program));
    }
}

#[test]
fn long_chains_work_and_longer_ones_are_refused() {
    for op in ["+", "-", "or", "and", "^", "//"] {
        let chain = vec!["1"; 300].join(&format!(" {op} "));
        let text = format!("x = {chain}");
        let expected = match op {
            "+" => "300",
            "-" => "-298",
            "^" => "0",
            _ => "1",
        };
        assert_eq!(run(&text).as_deref(), Ok(expected), "{op}");
    }
    let variables = format!("y = 1\ndef f(): return {}\nx = f()", vec!["y"; 300].join(" - "));
    assert_eq!(run(&variables).as_deref(), Ok("-298"));
    for op in ["+", "and", "or"] {
        compiled(&format!("x = {}", vec!["1"; 5000].join(&format!(" {op} "))));
    }
}

#[test]
fn long_chains_of_elif() {
    let arms: String = (0..1000).map(|i| format!("elif y == {i}:\nx = {i}\n")).collect();
    for (y, expected) in [(0, "0"), (39, "39"), (40, "40"), (999, "999"), (1000, "other"), (-1, "none")] {
        let text = format!("y = {y}\nif y == -1:\nx = 'none'\n{arms}else:\nx = 'other'\nend");
        assert_eq!(run(&text).as_deref().map(|x| x.trim_matches('"')), Ok(expected), "{y}");
    }
}

#[test]
fn what_the_limit_on_nesting_allows_the_crate_can_read() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")"), ("-", ""), ("[1 for x in ", "]")] {
        let text = format!("def f(x): return x\nx = {}1{}", open.repeat(490), close.repeat(490));
        compiled(&text);
    }
}

const TEMPLATE: Options<'static> = Options {
    syntax: syntax::Options {
        template: Some(TemplateNames { prefix: "__ytt_tpl3_" }),
        max_nesting: 500,
        is_escaped: false,
        budget: None,
    },
    number: 7,
    shared: None,
    loadable: false,
};

fn template_text(program: &str) -> String {
    let lines: Vec<&str> = program.split('\n').collect();
    let compiled = compile(&lines, &TEMPLATE).unwrap_or_else(|p| panic!("{program}: {p:?}"));
    AstModule::parse("t", compiled.text.clone(), &DIALECT).unwrap();
    compiled.text
}

#[test]
fn template_functions_open_and_close_contexts() {
    let program = "\
__ytt_tpl3_set_ctx_type(\"yaml\")
__ytt_tpl3_start_ctx(\"yaml\")
def early(a):
if a:
return 1
end
__ytt_tpl3_start_node(4)
__ytt_tpl3_set_node(4, (a))
if a: return
return 2
end
def plain(): return 3
__ytt_tpl3_start_node_annotation(5, \"overlay/match\", __ytt_tpl3_collect_node_annotation(by=\"name\"))
__ytt_tpl3_end_ctx()";
    assert_eq!(
        template_text(program),
        "\
__ytt_start_ctx(7, \"yaml\")
def early(a):
 __ytt_start_ctx(7, \"yaml\")
 if a:
  return 1
 __ytt_start_node(7, 4)
 __ytt_set_node(7, 4, a)
 if a:
  return __ytt_end_ctx(7)
 return __ytt_end_ctx(7, 2)
 return __ytt_end_ctx(7)
def plain():
 return 3
__ytt_start_node_annotation(7, 5, \"overlay/match\", __ytt_collect_node_annotation(7, by=\"name\"))
__ytt_end_ctx(7)
"
    );
}

#[test]
fn instructions_are_names_in_template_programs_only() {
    let problems = compile_text("__ytt_tpl3_start_node(4)").unwrap_err();
    assert_eq!(problems[0].message, "undefined: __ytt_tpl3_start_node");
    assert!(compile(&["__ytt_tpl9_start_node(4)"], &TEMPLATE).is_err());
    assert_eq!(emitted("__ytt_start_node = 1"), "__y_____ytt__start__node = 1\n");
}

#[test]
fn exports_leave_out_private_and_loaded_names() {
    let program = "load(\"a\", \"b\")\n_c = 1\ndef d(): return 1\nassert = 2\nlen = 3\nfor e in []: f = e";
    let names: Vec<_> = compiled(program).exports.into_iter().map(|e| (e.name, e.emitted)).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        names,
        [pair("d", "d"), pair("assert", "__y_assert"), pair("len", "__y__glen"), pair("e", "e"), pair("f", "f")]
    );
}

#[test]
fn functions_are_listed_with_their_signatures() {
    let program = compiled("def f(a, b=1, *, c, **d):\n\n return lambda e: [e]\nend");
    let signature = |f: &Function| {
        let params: Vec<_> = f.params.iter().map(|p| (p.name.as_str(), p.kind)).collect();
        (f.name.clone(), f.line, f.entry_line, format!("{params:?}"))
    };
    let found: Vec<_> = program.functions.iter().map(signature).collect();
    assert_eq!(found[0], ("lambda".into(), 3, Some(3), "[(\"e\", Required)]".into()));
    assert_eq!(found[1].0, "f");
    assert_eq!((found[1].1, found[1].2), (1, Some(3)));
    assert_eq!(found[1].3, "[(\"a\", Required), (\"b\", Optional), (\"\", Args), (\"c\", Required), (\"d\", Kwargs)]");
    assert_eq!(program.functions[0].emitted, "__y__f1");
}

#[test]
fn operators_are_found_again() {
    let program = compiled("def f(a): return a\ny = 1\nx = [y % 2, y <= 3, -y, not y, y not in [], f(y)]");
    let operator = |text: &str| {
        let start = program.text.find(text).unwrap();
        let range = source::offset(start)..source::offset(start + text.len());
        program.map.operator(range)
    };
    assert_eq!(operator("__mod(y, 2)"), Some("%"));
    assert_eq!(operator("__le(y, 3)"), Some("<="));
    assert_eq!(operator("-y"), Some("-"));
    assert_eq!(operator("not y"), Some("not"));
    assert_eq!(operator("__notin(y, [])"), Some("not in"));
    assert_eq!(operator("f(y)"), None);
}

#[test]
fn functions_of_one_name_are_told_apart() {
    let text = emitted("def f(): return 1\ndef f(): return 2\nx = f()");
    assert!(
        text.contains("def f():") && text.contains("def __y__f1_f():") && text.contains("f = __y__f1_f\n"),
        "{text}"
    );
    assert_eq!(run("def f(): return 1\ndef f(): return 2\nx = f()"), Ok("2".to_owned()));
}

/// Random tokens never panic, and what compiles the starlark crate can read.
#[test]
fn token_soup() {
    const TOKENS: &[&str] = &[
        "x",
        "f",
        "y",
        "end",
        "1",
        "2.5",
        "\"s\"",
        "'",
        "\"\"\"",
        "if",
        "else",
        "elif",
        "for",
        "in",
        "not",
        "and",
        "or",
        "lambda",
        "def",
        "return",
        "while",
        "break",
        "load",
        "pass",
        "class",
        "assert",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        ";",
        ".",
        "=",
        "==",
        "<",
        "+=",
        "%=",
        "*",
        "**",
        "-",
        "|",
        "<<",
        "//",
        "\n",
        "\n",
        "\n",
        "end\n",
        "else:\n",
        "if x:\n",
        "def f(x):\n",
        "for x in y:\n",
        "x = 1\n",
        "f(x)\n",
        "\\",
        "\\\n",
        "#",
        "é",
        "\t",
        "\r",
        "\0",
        "😀",
        "@",
        "0x",
        "1e",
        "x[1:2]",
        "x.y",
        "f(*x, y=1)",
        "[x for x in f]",
        "x if y else f",
    ];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let mut compiled_count = 0;
    for _ in 0..20_000 {
        let mut program = String::from("x = [1]\nf = x\ny = x\n");
        for _ in 0..next(9) {
            program.push_str(TOKENS[next(TOKENS.len())]);
            if next(3) > 0 {
                program.push(' ');
            }
        }
        if let Ok(found) = compile_text(&program) {
            compiled_count += 1;
            if let Err(e) = AstModule::parse("t", found.text.clone(), &DIALECT) {
                panic!("{program}\n---\n{}\n{e}", found.text);
            }
        }
    }
    assert!(compiled_count > 1000, "{compiled_count}");
}

#[test]
fn methods_are_sorted() {
    assert!(runtime::METHODS.is_sorted());
}

#[test]
fn ints_and_lists_of_loops_keep_their_operators() {
    let text = emitted(
        "def f(n):\n\
           flags = [True] * n\n\
           for i in range(n):\n\
             flags[i] = i + 1 < i * 2\n\
             flags.append(\"v{}\".format(i))\n\
             n = n + i\n\
           end\n\
           return flags[n]\n\
         end",
    );
    for kept in ["flags[i] = i + 1 < i * 2", "flags.append(\"v{}\".format(i))", "n = __add(n, i)", "return flags[n]"] {
        assert!(text.contains(kept), "{text}");
    }
}
