//! Formats values like Go's `fmt`, as in ytt's messages.
//!
//! The verb `%s` adds the Go type to all values but strings. Integers of YAML files are `int`, computed ones are `int64`.

use super::tree::{Item, MapItem, Value};
use crate::byte_text;
use crate::go::float;

/// The key of an item, with `%s`.
pub fn item_key(item: &MapItem) -> String {
    key(&item.key, item.meta.has_computed_key())
}

/// The path of an item in reports, as in `kiln.shelves[0]`: that of its collection, and its key or its index.
pub fn path_of(collection: &str, item: &dyn Item, index: usize) -> String {
    match item.key() {
        Some(key) => joined(collection, &self::key(key, item.meta().has_computed_key())),
        None => format!("{collection}[{index}]"),
    }
}

/// A path with a further name, as in `kiln.shelves`.
pub fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A key with `%s`.
pub fn key(key: &Value, is_computed: bool) -> String {
    with_type(key, if is_computed { "int64" } else { "int" })
}

/// A key of a file, with `%s`.
pub fn file_key(key: &Value) -> String {
    with_type(key, "int")
}

/// A computed scalar, with `%s`.
pub fn computed_scalar(value: &Value) -> String {
    with_type(value, "int64")
}

fn with_type(value: &Value, int: &str) -> String {
    let kind = match value {
        Value::Null => return "%!s(<nil>)".to_owned(),
        Value::Bool(_) => "bool",
        Value::Int(_) => int,
        Value::UInt(_) => "uint64",
        Value::Float(_) => "float64",
        _ => return plain(value),
    };
    format!("%!s({kind}={})", plain(value))
}

/// A scalar with `%v`. For a collection, of which Go prints addresses, the type in parentheses.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::UInt(value) => value.to_string(),
        Value::Float(value) => float::general(*value),
        Value::Str(text) => text.to_string(),
        Value::Bytes(bytes) => byte_text::lossy_bytes(bytes),
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => format!("({})", value.type_name()),
    }
}
