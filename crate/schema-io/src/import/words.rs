//! Writes JSON values as YAML scalars, and as Starlark literals for annotations.

use serde_json::{Number, Value as Json};

use super::node::{Kind, Node, is_whole};
use crate::yaml::scalars;

/// A string as a YAML scalar, quoted unless it is certainly a string to YAML 1.1, YAML 1.2 and readers.
pub(super) fn yaml_text(text: &str) -> String {
    let is_word = text.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.' | '/'))
        && text.starts_with(|char: char| char.is_ascii_alphabetic());
    let is_boolean = matches!(text.to_ascii_lowercase().as_str(), "y" | "n" | "yes" | "no" | "on" | "off");
    if is_word && !is_boolean && scalars::is_text(text) {
        return text.to_owned();
    }
    // A JSON string is a YAML scalar, except for characters that YAML allows only as escapes.
    let mut quoted = String::new();
    for char in Json::from(text).to_string().chars() {
        match char {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(char)));
            }
            char => quoted.push(char),
        }
    }
    quoted
}

/// A string as a Starlark literal on one line of a comment. Characters that YAML treats as line breaks are escaped as UTF-8 bytes,
/// since ytt's Starlark has no `\u`.
pub(super) fn starlark_text(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            char if char.is_control()
                || matches!(char, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}') =>
            {
                let mut bytes = [0; 4];
                quoted.extend(char.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\x{byte:02x}")));
            }
            char => quoted.push(char),
        }
    }
    quoted + "\""
}

/// A value as a Starlark literal of a node's type: a whole number may have to be a float.
pub(super) fn starlark_of(value: &Json, node: &Node) -> String {
    match (value, &node.kind) {
        (Json::Number(number), Kind::Float) => float(number),
        (Json::Number(number), Kind::Integer) if is_whole(number) => integer(number),
        (Json::Array(values), Kind::Array(item)) => list(values.iter().map(|value| starlark_of(value, item))),
        (Json::Object(entries), Kind::Map(fields)) => {
            let entries = entries.iter().map(|(name, value)| {
                let field = fields.iter().find(|(field, _)| field == name);
                let value = field.map_or_else(|| starlark(value), |(_, field)| starlark_of(value, field));
                format!("{}: {value}", starlark_text(name))
            });
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        _ => starlark(value),
    }
}

pub(super) fn starlark(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::Number(number) if number.is_f64() => float(number),
        Json::Number(number) => number.to_string(),
        Json::String(text) => starlark_text(text),
        Json::Array(values) => list(values.iter().map(starlark)),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(name, value)| format!("{}: {}", starlark_text(name), starlark(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

pub(super) fn integer(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => format!("{float:.0}"),
        _ => number.to_string(),
    }
}

/// A number with a fraction or an exponent, so that it is parsed as a float.
pub(super) fn float(number: &Number) -> String {
    format!("{:?}", number.as_f64().unwrap_or(0.0))
}
