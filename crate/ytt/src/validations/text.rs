//! Starlark's `repr(x)` and `str(x)` of values outside of an evaluation.

use crate::byte_text;
use crate::go_float;
use crate::starlark::{Argument, quote};
use crate::yaml::tree::Value;

/// `repr(x)` in ytt's Starlark.
pub(crate) fn repr(value: &Argument) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

/// `str(x)`: a string as it is, anything else by its `repr`.
pub(crate) fn str(value: &Argument) -> String {
    match value {
        Argument::Str(text) => byte_text::shown(text).into_owned(),
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
        Argument::Float(float) => out.push_str(&go_float::six_digits(*float)),
        Argument::Str(text) => out.push_str(&quote(text)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_show_their_items() {
        let pair = Argument::Dict(vec![(Argument::Str("a".into()), Argument::Tuple(vec![Argument::Int(1)]))]);
        assert_eq!(
            repr(&Argument::List(vec![pair, Argument::None, Argument::Bool(true)])),
            "[{\"a\": (1,)}, None, True]"
        );
    }
}
