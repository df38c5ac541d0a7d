//! How Starlark writes a value: `repr(x)`, and `str(x)` as format strings use it.

use std::fmt::Write;

use crate::eval::argument::Argument;
use crate::yaml::tree::Value;

/// `repr(x)`, as ytt's Starlark writes it.
pub(crate) fn repr(value: &Argument) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

/// `str(x)`: a string as it is, anything else by its `repr`.
pub(crate) fn str(value: &Argument) -> String {
    match value {
        Argument::Str(text) => text.to_string(),
        other => repr(other),
    }
}

fn write_value(out: &mut String, value: &Argument) {
    match value {
        Argument::None => out.push_str("None"),
        Argument::Bool(true) => out.push_str("True"),
        Argument::Bool(false) => out.push_str("False"),
        Argument::Int(int) => out.push_str(&int.to_string()),
        Argument::BigInt(digits) => out.push_str(digits),
        Argument::Float(float) => out.push_str(&float_text(*float)),
        Argument::Str(text) => write_quoted(out, text),
        Argument::List(items) => write_items(out, "[", items, "]"),
        Argument::Set(items) => write_items(out, "set([", items, "])"),
        Argument::Tuple(items) => write_items(out, "(", items, if items.len() == 1 { ",)" } else { ")" }),
        Argument::Dict(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write_value(out, key);
                out.push_str(": ");
                write_value(out, value);
            }
            out.push('}');
        }
        Argument::Struct(_) => out.push_str("struct(...)"),
        Argument::Fragment(value) => out.push_str(match &**value {
            Value::Array(_) => "yamlfragment(*yamlmeta.Array)",
            Value::DocumentSet(_) => "yamlfragment(*yamlmeta.DocumentSet)",
            _ => "yamlfragment(*yamlmeta.Map)",
        }),
        Argument::Matcher(matcher) => out.push_str(&format!("<built-in function {}>", matcher.name())),
        Argument::Function(callable) | Argument::Object(callable) => out.push_str(&callable.repr),
    }
}

fn write_items(out: &mut String, open: &str, items: &[Argument], close: &str) {
    out.push_str(open);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write_value(out, item);
    }
    out.push_str(close);
}

/// A string in double quotes; what cannot be printed is escaped as Go does.
fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            c if (c as u32) < 0x20 || c == '\x7f' => write_escape(out, "\\x", c, 2),
            c if c.is_ascii() || is_printable(c) => out.push(c),
            c if (c as u32) < 0x10000 => write_escape(out, "\\u", c, 4),
            c => write_escape(out, "\\U", c, 8),
        }
    }
    out.push('"');
}

fn write_escape(out: &mut String, prefix: &str, c: char, width: usize) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{prefix}{:0width$x}", c as u32);
}

/// Rust escapes the same characters in debug text, but for marks at the start: so not at the start.
fn is_printable(c: char) -> bool {
    let probe = String::from_iter(['a', c]);
    probe.escape_debug().count() == 2
}

/// A float with six significant digits, as `%g` of C and Go writes it.
pub(crate) fn float_text(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{float:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        let decimals = (5 - exponent).max(0) as usize;
        return without_trailing_zeros(&format!("{float:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_trailing_zeros(mantissa), exponent.abs())
}

/// A float with as many digits as it needs, in the exponent form from 1e21 on: Go's `%v`.
pub(crate) fn float_shortest(float: f64) -> String {
    if !float.is_finite() {
        return float_text(float);
    }
    let scientific = format!("{float:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..21).contains(&exponent) {
        return float.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

fn without_trailing_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_six_digits() {
        let texts: Vec<String> =
            [1.0, 0.1 + 0.2, 123456789.0, 100000.0, 1000000.0, 1e-5, 0.0001, 2.5e20, -0.0].map(float_text).into();
        assert_eq!(texts, ["1", "0.3", "1.23457e+08", "100000", "1e+06", "1e-05", "0.0001", "2.5e+20", "-0"]);
    }

    #[test]
    fn strings_are_quoted_as_go_quotes() {
        assert_eq!(repr(&Argument::Str("a\"é\n\u{1}\u{a0}e\u{301}".into())), "\"a\\\"é\\n\\x01\\u00a0e\u{301}\"");
    }

    #[test]
    fn collections_show_their_items() {
        let pair = Argument::Dict(vec![(Argument::Str("a".into()), Argument::Tuple(vec![Argument::Int(1)]))]);
        assert_eq!(
            repr(&Argument::List(vec![pair, Argument::None, Argument::Bool(true)])),
            "[{\"a\": (1,)}, None, True]"
        );
    }
}
