//! Writes YAML values as Starlark literals, for `@schema/default`, and as YAML on the lines of a key.

use std::cell::Ref;

use super::super::words::starlark_text;
use crate::yaml::printer;
use crate::yaml::tree::{MapItem, Value};

/// A value as a Starlark literal.
pub(super) fn starlark(value: &Value) -> String {
    match value {
        Value::Null | Value::DocumentSet(_) => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::UInt(number) => number.to_string(),
        Value::Float(number) if number.is_finite() => format!("{number:?}"),
        Value::Float(number) => format!("float(\"{number}\")"),
        Value::Str(text) => starlark_text(text),
        Value::Bytes(bytes) => {
            let escapes: String = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
            format!("\"{escapes}\"")
        }
        Value::Array(array) => {
            let items: Vec<String> = array.borrow().iter().map(|item| starlark(&item.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(map) => {
            let entry = |item: Ref<'_, MapItem>| format!("{}: {}", starlark(&item.key), starlark(&item.value));
            format!("{{{}}}", map.borrow().iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A key as YAML, with its colon.
pub(super) fn yaml_key(key: &Value) -> String {
    let item = MapItem { key: key.clone(), ..MapItem::new("", Value::Null) };
    let text = printer::print_value(&Value::map(vec![item]));
    text.strip_suffix(" null\n").unwrap_or(&text).to_owned()
}

/// The text after the colon of a key, or after a dash: on the same line, or on further lines that are indented by two.
pub(super) fn yaml_value(value: &Value) -> String {
    // Printed without a fraction, it would be an integer.
    if let Value::Float(number) = value
        && number.fract() == 0.0
        && !printer::float(*number).contains(['e', '.'])
    {
        return format!(" {number:?}");
    }
    let text = printer::print_value(&Value::map(vec![MapItem::new("k", value.clone())]));
    text.strip_prefix("k:").and_then(|text| text.strip_suffix('\n')).unwrap_or_default().to_owned()
}
