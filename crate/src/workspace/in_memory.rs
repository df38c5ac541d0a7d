//! Data values that code hands to a library (`with_data_values({…})`) stand in no file. Reports
//! show the values themselves instead, so their positions carry that text.

use crate::diagnostics::positions::Position;
use crate::eval::builtins::text;
use crate::validations::key_text;
use crate::validations::text::float_shortest;
use crate::yaml::tree::{Meta, Value};

/// Gives every item that stands nowhere a position that shows it. Fragments keep their places.
pub(crate) fn place(value: &mut Value) {
    match value {
        Value::Map(map) => {
            for item in &mut map.items {
                if is_nowhere(&item.meta) {
                    let text = format!("{}: {}", key_text(&item.key), shown(&item.value));
                    item.meta.position = Position::in_memory(text);
                }
                place(&mut item.value);
            }
        }
        Value::Array(array) => {
            for item in &mut array.items {
                if is_nowhere(&item.meta) {
                    item.meta.position = Position::in_memory(format!("- {}", shown(&item.value)));
                }
                place(&mut item.value);
            }
        }
        _ => {}
    }
}

fn is_nowhere(meta: &Meta) -> bool {
    !meta.position.is_known() && meta.position.source().is_none()
}

/// A scalar as Go's `%#v` writes it. Of collections ytt shows an address in its memory; here it is their kind.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::UInt(value) => format!("{value:#x}"),
        Value::Float(value) => float_shortest(*value),
        Value::Str(string) => text::quote(string),
        Value::Bytes(bytes) => text::quote(&String::from_utf8_lossy(bytes)),
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => format!("({})", value.type_name()),
    }
}
