//! The natives called directly, without the dialect in front.

use starlark::environment::{GlobalsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;

use super::text;
use crate::eval::errors::plain;
use crate::eval::host::Host;
use crate::eval::session::DIALECT;

/// `repr` of the expression, or `ERR` and the message.
fn eval(code: &str) -> String {
    let globals = GlobalsBuilder::new().with(super::universe).build();
    let host = Host::default();
    Module::with_temp_heap(|module| {
        let mut evaluator = Evaluator::new(&module);
        evaluator.extra = Some(&host);
        let ast = match AstModule::parse("t", code.to_owned(), &DIALECT) {
            Ok(ast) => ast,
            Err(error) => return format!("PARSE {error}"),
        };
        match evaluator.eval_module(ast, &globals) {
            Ok(value) => text::repr(value, &evaluator).unwrap_or_else(|error| plain(&error)),
            Err(error) => format!("ERR {}", plain(&error)),
        }
    })
}

#[test]
fn functions_answer_as_ytt_does() {
    for (code, expected) in [
        ("str(123456789.0)", r#""1.23457e+08""#),
        ("[1.0, 0.1 + 0.2, 1e21, -0.0, 100000.0, 1000000.0]", "[1, 0.3, 1e+21, -0, 100000, 1e+06]"),
        (r#"repr("é\x00\u00a0")"#, r#""\"é\\x00\\u00a0\"""#),
        ("len", "<built-in function len>"),
        (r#"__attr("a", "upper")"#, "<built-in method upper of string value>"),
        ("type(len)", r#""builtin_function_or_method""#),
        ("len(5)", "ERR len: value of type int has no len"),
        ("len(1, 2)", "ERR len: got 2 arguments, want 1"),
        (r#"int("012", 0)"#, "ERR int: invalid literal with base 0: 012"),
        (r#"int("-0x1F", 0)"#, "-31"),
        (r#"float("1_0")"#, "10"),
        (r#"float("abc")"#, r#"ERR float: strconv.ParseFloat: parsing "abc": invalid syntax"#),
        ("set([3, 1, 3])", "set([3, 1])"),
        ("set([[]])", "ERR set: unhashable type: list"),
        ("sorted([1, \"a\"])", "ERR string < int not implemented"),
        ("sorted([3, 1, 2], reverse=True)", "[3, 2, 1]"),
        ("min([])", "ERR min: argument is an empty sequence"),
        ("fail(msg=1)", r#"ERR fail: unexpected keyword argument "msg""#),
        ("dict([(1, 2)], a=3)", r#"{1: 2, "a": 3}"#),
        ("dict([1])", "ERR dict: dictionary update sequence element #0 is not iterable (int)"),
        ("hash(\"abc\")", "96354"),
    ] {
        assert_eq!(eval(code), expected, "{code}");
    }
}

#[test]
fn operators_answer_as_ytt_does() {
    for (code, expected) in [
        (r#"__mod("%d%%", {"a": 1})"#, "ERR %d format requires integer: cannot convert dict to int"),
        (r#"__mod("%(a)s", {"a": 1})"#, r#""1""#),
        (r#"__mod("%c%c", (65, "é"))"#, r#""Aé""#),
        ("__mod(-7.5, 2)", "-1.5"),
        ("__mod(5, 0)", "ERR integer modulo by zero"),
        ("__shl(1, 31)", "2147483648"),
        ("__shl(16, 28)", "4294967296"),
        ("__shl(1, -1)", "ERR negative shift count: -1"),
        ("__mul([1], 1000000000)", "ERR repeat: the result would be longer than 10000000 (limit of Ytterby)"),
        (r#"__index("héllo", 0)"#, r#""h""#),
        ("__index([1, 2], 5)", "ERR list index 5 out of range [-2:1]"),
        ("__index({\"a\": 1}, \"b\")", "ERR key \"b\" not in dict"),
        (r#"__slice("日本", 0, 3, None)"#, r#""日""#),
        ("__slice([1, 2, 3, 4], None, None, -2)", "[4, 2]"),
        ("__slice((1, 2, 3, 4), 1, -1, None)", "(2, 3)"),
        (r#"__attr("abc", "uper")"#, "ERR string has no .uper field or method (did you mean .upper?)"),
        (r#"__attr([1, 2], "pop")(-2)"#, "1"),
        (r#"__attr("a,b,c", "rsplit")(",", 1)"#, r#"["a,b", "c"]"#),
        (
            r#"__attr("{} {0}", "format")(1)"#,
            "ERR format: cannot switch from automatic field numbering to manual field specification",
        ),
        (r#"[x for x in __attr("héy", "codepoints")()]"#, r#"["h", "é", "y"]"#),
        ("__bitor({}, {})", "ERR unknown binary op: dict | dict"),
    ] {
        assert_eq!(eval(code), expected, "{code}");
    }
}

/// Every function, method and operator with edge values of every type: no panic, and nothing unbounded.
#[test]
fn no_arguments_make_natives_panic() {
    let values = [
        "None",
        "True",
        "0",
        "-1",
        "2147483647",
        "-2147483648",
        "__shl(1, 70)",
        "1.5",
        "1e308",
        "float(\"nan\")",
        "float(\"-inf\")",
        "\"\"",
        "\"héé\"",
        "\"%d{}\"",
        "[]",
        "[1, \"a\"]",
        "()",
        "(1, (2, []))",
        "{}",
        "{\"a\": [1]}",
        "set([1])",
        "range(3)",
        "range(5, -5, -3)",
        "len",
        "__attr(\"x\", \"elems\")()",
        "lambda x: x",
    ];
    let mut calls = Vec::new();
    let functions = super::functions::FUNCTIONS.iter().chain(super::operators::OTHERS).map(|(name, _)| *name);
    for name in functions.chain(super::operators::PAIRS.iter().map(|(name, _)| *name)) {
        for x in values {
            calls.push(format!("{name}({x})"));
            for y in values {
                calls.push(format!("{name}({x}, {y})"));
            }
        }
    }
    for (this, methods) in [
        ("\"a é b\"", super::strings::METHODS),
        ("[1, \"b\", 2]", super::collections::LIST),
        ("{\"a\": 1}", super::collections::DICT),
        ("set([1])", super::collections::SET),
    ] {
        for (name, _) in methods {
            for x in values {
                calls.push(format!("__attr({this}, \"{name}\")({x})"));
                for y in values {
                    calls.push(format!("__attr({this}, \"{name}\")({x}, {y})"));
                }
            }
        }
    }
    // One module for all of them, each called where its failure is caught.
    let globals = GlobalsBuilder::new().with(super::universe).build();
    for call in calls {
        // Copies of long ranges are bounded by the host, but take long.
        if call.contains("range(2147483647") {
            continue;
        }
        Module::with_temp_heap(|module| {
            let mut evaluator = Evaluator::new(&module);
            if let Ok(ast) = AstModule::parse("t", call, &DIALECT)
                && let Ok(value) = evaluator.eval_module(ast, &globals)
            {
                drop(text::repr(value, &evaluator));
            }
        });
    }
}
