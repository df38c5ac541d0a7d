//! Nodes without positions, of which exported documents consist.

use crate::diagnostics::positions::Position;
use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Value};

pub(crate) fn item(key: &str, value: Value) -> MapItem {
    MapItem { key: Value::str(key), value, meta: Default::default() }
}

pub(crate) fn text(key: &str, value: &str) -> MapItem {
    item(key, Value::str(value))
}

pub(crate) fn map(items: Vec<MapItem>) -> Value {
    Value::Map(Box::new(Map { items, position: Position::unknown() }))
}

pub(crate) fn array(values: Vec<Value>) -> Value {
    let items = values.into_iter().map(|value| ArrayItem { value, meta: Default::default() }).collect();
    Value::Array(Box::new(Array { items, position: Position::unknown() }))
}
