//! Keys of maps for hash tables. They are equal if the values are and, for maps in keys, the lines of their items. Comments and
//! annotations are ignored.

use std::cell::Ref;
use std::sync::Arc;

use super::tree::{MapItem, Value};

/// A hashable key of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MapKey {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of a YAML text.
    Int(i64),
    /// A computed integer, which has another type in ytt.
    ComputedInt(i64),
    /// An integer over `i64::MAX`.
    UInt(u64),
    /// The bits of a float.
    Float(u64),
    /// A string.
    Str(Arc<str>),
    /// A string that is not UTF-8.
    Bytes(Arc<[u8]>),
    /// Line, key and value of each item; ytt compares the lines as well.
    Map(Vec<(u32, MapKey, MapKey)>),
    /// The items of an array.
    Array(Vec<MapKey>),
}

impl MapKey {
    /// The key of an item; None as for [`MapKey::of`].
    pub fn of_item(item: &MapItem) -> Option<MapKey> {
        match &item.key {
            Value::Int(int) if item.meta.has_computed_key() => Some(MapKey::ComputedInt(*int)),
            key => MapKey::of(key),
        }
    }

    /// The key for a value, as in a YAML file. `None` for NaN, which does not equal itself.
    pub fn of(key: &Value) -> Option<MapKey> {
        Some(match key {
            Value::Null => MapKey::Null,
            Value::Bool(bool) => MapKey::Bool(*bool),
            Value::Int(int) => MapKey::Int(*int),
            Value::UInt(int) => MapKey::UInt(*int),
            Value::Float(float) if float.is_nan() => return None,
            // 0 and -0 are equal.
            Value::Float(float) => MapKey::Float((float + 0.0).to_bits()),
            Value::Str(text) => MapKey::Str(text.clone()),
            Value::Bytes(bytes) => MapKey::Bytes(bytes.clone()),
            Value::Map(map) => {
                let of_item = |item: Ref<'_, MapItem>| {
                    let line = if item.meta.position.is_known() { item.meta.position.line() } else { 0 };
                    Some((line, MapKey::of(&item.key)?, MapKey::of(&item.value)?))
                };
                MapKey::Map(map.borrow().iter().map(of_item).collect::<Option<_>>()?)
            }
            Value::Array(array) => {
                MapKey::Array(array.borrow().iter().map(|item| MapKey::of(&item.value)).collect::<Option<_>>()?)
            }
            Value::DocumentSet(set) => {
                MapKey::Array(set.borrow().iter().map(|document| MapKey::of(&document.value)).collect::<Option<_>>()?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_if_their_values_are() {
        let values = [
            Value::Null,
            Value::Bool(true),
            Value::Int(0),
            Value::Int(1),
            Value::UInt(u64::MAX),
            Value::Float(0.0),
            Value::Float(-0.0),
            Value::Float(1.0),
            Value::Float(f64::INFINITY),
            Value::str("1"),
            Value::str("true"),
            Value::Bytes(Arc::from(&b"1"[..])),
        ];
        for a in &values {
            for b in &values {
                assert_eq!(MapKey::of(a) == MapKey::of(b), a == b, "{a:?} and {b:?}");
            }
        }
        assert_eq!(MapKey::of(&Value::Float(f64::NAN)), None);
    }
}
