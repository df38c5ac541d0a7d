//! Functions, methods and operators, as expressions of programs.

use crate::eval::test_run::run;

/// `repr` of the expression, or `ERR` and the message.
fn eval(code: &str) -> String {
    run("", code, 0).0
}

#[test]
fn functions_answer_as_ytt_does() {
    for (code, expected) in [
        ("str(123456789.0)", r#""1.23457e+08""#),
        ("[1.0, 0.1 + 0.2, 1e21, -0.0, 100000.0, 1000000.0]", "[1, 0.3, 1e+21, -0, 100000, 1e+06]"),
        (r#"repr("é\x00\u00a0")"#, r#""\"é\\x00\\\\u00a0\"""#),
        ("len", "<built-in function len>"),
        (r#""a".upper"#, "<built-in method upper of string value>"),
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
        (r#""%d%%" % {"a": 1}"#, "ERR %d format requires integer: cannot convert dict to int"),
        (r#""%(a)s" % {"a": 1}"#, r#""1""#),
        (r#""%c%c" % (65, "é")"#, r#""Aé""#),
        ("-7.5 % 2", "-1.5"),
        ("5 % 0", "ERR integer modulo by zero"),
        ("1 << 31", "2147483648"),
        ("16 << 28", "4294967296"),
        ("1 << -1", "ERR negative shift count: -1"),
        ("[1] * 1000000000", "ERR repeat: the result would be longer than 10000000 (limit of Ytterby)"),
        (r#""héllo"[0]"#, r#""h""#),
        ("[1, 2][5]", "ERR list index 5 out of range [-2:1]"),
        ("{\"a\": 1}[\"b\"]", "ERR key \"b\" not in dict"),
        (r#""日本"[0:3]"#, r#""日""#),
        ("[1, 2, 3, 4][::-2]", "[4, 2]"),
        ("(1, 2, 3, 4)[1:-1]", "(2, 3)"),
        (r#""abc".uper"#, "ERR string has no .uper field or method (did you mean .upper?)"),
        (r#"[1, 2].pop(-2)"#, "1"),
        (r#""a,b,c".rsplit(",", 1)"#, r#"["a,b", "c"]"#),
        (
            r#""{} {0}".format(1)"#,
            "ERR format: cannot switch from automatic field numbering to manual field specification",
        ),
        (r#"[x for x in "héy".codepoints()]"#, r#"["h", "é", "y"]"#),
        ("{} | {}", "ERR unknown binary op: dict | dict"),
    ] {
        assert_eq!(eval(code), expected, "{code}");
    }
}

/// Every function, method and operator with edge values of every type: no panic, and nothing unbounded.
#[test]
fn no_arguments_make_natives_panic() {
    let values = [
        "None", "True", "0", "-1", "2147483647", "-2147483648", "1 << 70", "1.5", "1e308", "float(\"nan\")",
        "float(\"-inf\")", "\"\"", "\"héé\"", "\"%d{}\"", "[]", "[1, \"a\"]", "()", "(1, (2, []))", "{}",
        "{\"a\": [1]}", "set([1])", "range(3)", "range(5, -5, -3)", "len", "\"x\".elems()", "lambda x: x",
    ];
    let mut calls = Vec::new();
    for (name, _) in super::functions::FUNCTIONS {
        for x in values {
            calls.push(format!("{name}({x})"));
            calls.extend(values.map(|y| format!("{name}({x}, {y})")));
        }
    }
    let operators = "+ - * / // % & | ^ << >> == != < <= > >= in";
    for x in values {
        calls.extend(["not ", "-", "+", "~"].map(|operator| format!("{operator}({x})")));
        for y in values {
            calls.extend(operators.split(' ').map(|operator| format!("({x}) {operator} ({y})")));
            calls.extend([format!("({x})[{y}]"), format!("({x})[{y}:]"), format!("({x})[::{y}]")]);
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
                calls.push(format!("{this}.{name}({x})"));
                calls.extend(values.map(|y| format!("{this}.{name}({x}, {y})")));
            }
        }
    }
    // Copies of long ranges are bounded, but take long.
    for call in calls.iter().filter(|call| !call.contains("range(2147483647")) {
        let outcome = eval(call);
        assert!(!outcome.is_empty(), "{call}");
    }
}
