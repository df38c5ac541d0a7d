//! Positions of computed data values, such as those of `with_data_values({…})`. They are in no file, so reports show
//! the text of the value instead of a line, and the position contains this text.

use crate::positions::Position;
use crate::starlark::quote;
use crate::yaml::go_format;
use crate::yaml::tree::Value;

/// Sets the positions of all items that have none. Fragments have positions.
pub(crate) fn set_positions(value: &Value) {
    for item in value.items() {
        let mut item = item.borrow_mut();
        if is_missing(&item.meta().position) {
            let text = match item.key() {
                Some(key) => format!("{}: {}", go_format::plain(key), go_syntax(item.value())),
                None => format!("- {}", go_syntax(item.value())),
            };
            item.meta_mut().position = Position::in_memory(text);
        }
        set_positions(item.value());
    }
}

/// Like [`set_positions`], and sets the positions of collections. Returns the position of the whole value, which is that of its
/// first item, because there is no node that contains it.
pub(crate) fn set_root_position(value: &Value) -> Position {
    set_positions(value);
    let first = value.items().next().map(|item| item.borrow().meta().position.clone());
    let whole = first.unwrap_or_else(|| Position::in_memory(go_syntax(value)));
    value.set_position(whole.clone());
    set_collection_positions(value, &whole);
    whole
}

/// `parent` is the position of the item that has it as its value.
fn set_collection_positions(value: &Value, parent: &Position) {
    if is_missing(&value.position()) {
        value.set_position(parent.clone());
    }
    for item in value.items() {
        let item = item.borrow();
        set_collection_positions(item.value(), &item.meta().position);
    }
}

fn is_missing(position: &Position) -> bool {
    !position.is_known() && position.source().is_none()
}

/// A value in Go's format `%#v`. For items, ytt shows memory addresses, which are replaced by the type of the
/// collection.
fn go_syntax(value: &Value) -> String {
    match value {
        Value::UInt(value) => format!("{value:#x}"),
        Value::Str(string) => quote(string),
        Value::Bytes(bytes) => quote(&String::from_utf8_lossy(bytes)),
        Value::Map(_) if value.is_empty_collection() => empty("Map", "MapItem"),
        Value::Array(_) if value.is_empty_collection() => empty("Array", "ArrayItem"),
        _ => go_format::plain(value),
    }
}

fn empty(kind: &str, item: &str) -> String {
    format!(
        "&yamlmeta.{kind}{{Comments:[]*yamlmeta.Comment(nil), Items:[]*yamlmeta.{item}(nil), \
         Position:(*filepos.Position)(nil), meta:map[string]interface {{}}(nil), annotations:interface {{}}(nil)}}"
    )
}
