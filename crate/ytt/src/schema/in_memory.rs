//! Positions of computed data values, such as those of `with_data_values({…})`. They are in no file, so reports show
//! the text of the value instead of a line, and the position contains this text.

use crate::positions::Position;
use crate::starlark::quote;
use crate::yaml::go_format;
use crate::yaml::tree::Value;

/// Sets the positions of all items that have none. Fragments have positions.
pub(crate) fn set_positions(value: &Value) {
    match value {
        Value::Map(map) => {
            for item in &map.borrow().items {
                let mut item = item.borrow_mut();
                if is_missing(&item.meta.position) {
                    let text = format!("{}: {}", go_format::plain(&item.key), go_syntax(&item.value));
                    item.meta.position = Position::in_memory(text);
                }
                set_positions(&item.value);
            }
        }
        Value::Array(array) => {
            for item in &array.borrow().items {
                let mut item = item.borrow_mut();
                if is_missing(&item.meta.position) {
                    item.meta.position = Position::in_memory(format!("- {}", go_syntax(&item.value)));
                }
                set_positions(&item.value);
            }
        }
        _ => {}
    }
}

/// As [`set_positions`], and sets the positions of collections. Returns the position of the whole value, which is that of its
/// first item, because there is no node that contains it.
pub(crate) fn set_root_position(value: &Value) -> Position {
    set_positions(value);
    let first = match value {
        Value::Map(map) => map.borrow().items.first().map(|item| item.borrow().meta.position.clone()),
        Value::Array(array) => array.borrow().items.first().map(|item| item.borrow().meta.position.clone()),
        _ => None,
    };
    let whole = first.unwrap_or_else(|| Position::in_memory(go_syntax(value)));
    match value {
        Value::Map(map) => map.borrow_mut().position = whole.clone(),
        Value::Array(array) => array.borrow_mut().position = whole.clone(),
        _ => {}
    }
    set_collection_positions(value, &whole);
    whole
}

/// `parent` is the position of the item whose value it is.
fn set_collection_positions(value: &Value, parent: &Position) {
    match value {
        Value::Map(map) => {
            if is_missing(&map.borrow().position) {
                map.borrow_mut().position = parent.clone();
            }
            map.borrow().iter().for_each(|item| set_collection_positions(&item.value, &item.meta.position));
        }
        Value::Array(array) => {
            if is_missing(&array.borrow().position) {
                array.borrow_mut().position = parent.clone();
            }
            array.borrow().iter().for_each(|item| set_collection_positions(&item.value, &item.meta.position));
        }
        _ => {}
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
        Value::Map(map) if map.borrow().items.is_empty() => empty("Map", "MapItem"),
        Value::Array(array) if array.borrow().items.is_empty() => empty("Array", "ArrayItem"),
        _ => go_format::plain(value),
    }
}

fn empty(kind: &str, item: &str) -> String {
    format!(
        "&yamlmeta.{kind}{{Comments:[]*yamlmeta.Comment(nil), Items:[]*yamlmeta.{item}(nil), \
         Position:(*filepos.Position)(nil), meta:map[string]interface {{}}(nil), annotations:interface {{}}(nil)}}"
    )
}
