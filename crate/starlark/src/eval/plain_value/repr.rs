//! [`PlainValue`]s as text.

use super::PlainValue;
use crate::byte_text;
use crate::go::float;
use crate::go::quote::quote;
use crate::yaml::tree::Value;

impl PlainValue {
    /// `repr(x)`.
    pub fn repr(&self) -> String {
        let mut out = String::new();
        write_value(&mut out, self);
        out
    }

    /// `str(x)`: a string as it is, anything else by its `repr`.
    pub fn str(&self) -> String {
        match self {
            PlainValue::Str(text) => byte_text::displayed(text).into_owned(),
            other => other.repr(),
        }
    }
}

fn write_value(out: &mut String, value: &PlainValue) {
    match value {
        PlainValue::None => out.push_str("None"),
        PlainValue::Bool(true) => out.push_str("True"),
        PlainValue::Bool(false) => out.push_str("False"),
        PlainValue::Int(int) => out.push_str(&int.to_string()),
        PlainValue::BigInt(digits) => out.push_str(digits),
        PlainValue::Float(float) => out.push_str(&float::six_digits(*float)),
        PlainValue::Str(text) => out.push_str(&quote(text)),
        PlainValue::List(items) => write_items(out, "[", items, "]"),
        PlainValue::Set(items) => write_items(out, "set([", items, "])"),
        PlainValue::Tuple(items) => write_items(out, "(", items, if items.len() == 1 { ",)" } else { ")" }),
        PlainValue::Dict(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write_value(out, key);
                out.push_str(": ");
                write_value(out, value);
            }
            out.push('}');
        }
        PlainValue::Struct(_) => out.push_str("struct(...)"),
        PlainValue::Fragment(value) => out.push_str(match value {
            Value::Array(_) => "yamlfragment(*yamlmeta.Array)",
            Value::DocumentSet(_) => "yamlfragment(*yamlmeta.DocumentSet)",
            _ => "yamlfragment(*yamlmeta.Map)",
        }),
        PlainValue::DataFunction(function) => out.push_str(&format!("<built-in function {}>", function.name())),
        PlainValue::Function(callable) | PlainValue::Object(callable) => out.push_str(&callable.repr),
    }
}

fn write_items(out: &mut String, open: &str, items: &[PlainValue], close: &str) {
    out.push_str(open);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write_value(out, item);
    }
    out.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::PlainValue;

    #[test]
    fn collections_show_their_items() {
        let pair = PlainValue::Dict(vec![(PlainValue::Str("a".into()), PlainValue::Tuple(vec![PlainValue::Int(1)]))]);
        assert_eq!(
            PlainValue::List(vec![pair, PlainValue::None, PlainValue::Bool(true)]).repr(),
            "[{\"a\": (1,)}, None, True]"
        );
    }
}
