//! The front end as a whole: programs in, text the crate reads or ytt's errors out.

use super::*;
use starlark::syntax::{AstModule, Dialect, DialectTypes};

fn dialect() -> Dialect {
    Dialect {
        enable_def: true,
        enable_lambda: true,
        enable_load: true,
        enable_keyword_only_arguments: true,
        enable_positional_only_arguments: false,
        enable_types: DialectTypes::Disable,
        enable_load_reexport: false,
        enable_top_level_stmt: true,
        enable_f_strings: false,
        ..Dialect::Standard
    }
}

fn compile_text(text: &str) -> Result<Compiled, Vec<Problem>> {
    let lines: Vec<&str> = text.split('\n').collect();
    compile(&lines, &Options::default())
}

/// The emitted text, after checking that the crate reads it.
fn emitted(text: &str) -> String {
    let compiled = compile_text(text).unwrap_or_else(|p| panic!("{text}: {p:?}"));
    if let Err(e) = AstModule::parse("t", compiled.text.clone(), &dialect()) {
        panic!("{text}\n---\n{}\n{e}", compiled.text);
    }
    compiled.text
}

#[test]
fn first() {
    assert_eq!(emitted("x = 1 % 2"), "x = __mod(1, 2)\n");
}

#[test]
fn shapes() {
    for (program, text) in [
        ("def f(a, b=2, *c, d, **e):\nreturn a\nend", "def f(a, b=2, *c, d, **e):\n return a\n"),
        ("if a1:\nelif 2:\nx=1\nelse:\ny=2\nend\na1=1", ""),
        ("for x in 1, 2:\nprint(x)\nend", "for x in (1, 2):\n print(x)\n"),
        ("while True:\nbreak\nend", "for __y__w1 in __forever:\n if not (True):\n  break\n break\n"),
        ("print(*[1], sep=2)", "print(sep=2, *__args([1]))\n"),
        ("dict(a=1, **{}, )", ""),
    ] {
        match compile_text(program) {
            Ok(_) if !text.is_empty() => assert_eq!(emitted(program), text),
            other => println!("{program}: {other:?}"),
        }
    }
}
