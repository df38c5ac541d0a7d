//! JSON data from YAML, JSON or JavaScript.
//!
//! [`Plain`] is used instead of `serde_json::Value`. Its numbers become objects in JavaScript with the features that other crates
//! enable.

use std::fmt;

use crate::limits::depth;
use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Replaces values that are nested too deeply.
const TOO_DEEP: &str = "… (nested too deeply)";

/// A value of JSON. Keys are strings; the numbers `5`, `5.0` and `0x5` are equal.
///
/// Integers that are not exact doubles are strings of their digits, infinities and NaN the strings `.inf`, `-.inf` and `.nan`, so
/// that values are the same in JavaScript.
#[derive(Clone, Debug, Default)]
pub enum Plain {
    /// Null.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer between -2^53 and 2^53.
    Integer(i64),
    /// Another number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Plain>),
    /// An object, with unique keys in order.
    Map(Vec<(String, Plain)>),
}

/// All smaller integers are exact doubles.
const EXACT: i128 = 1 << 53;

impl Plain {
    fn integer(value: i128) -> Plain {
        // The nearest double.
        let double = value as f64;
        match i64::try_from(value) {
            Ok(small) if value.abs() < EXACT => Plain::Integer(small),
            _ if double as i128 == value => Plain::Float(double),
            _ => Plain::Text(value.to_string()),
        }
    }

    fn float(value: f64) -> Plain {
        if value.is_nan() {
            Plain::Text(".nan".to_owned())
        } else if value.is_infinite() {
            Plain::Text(if value > 0.0 { ".inf" } else { "-.inf" }.to_owned())
        } else if value.fract() == 0.0 && value.abs() < EXACT as f64 {
            Plain::Integer(value as i64)
        } else {
            Plain::Float(value)
        }
    }

    fn number(digits: &str) -> Option<Plain> {
        let integer = digits.parse().map(Plain::integer).ok();
        integer.or_else(|| digits.parse().map(Plain::float).ok())
    }

    /// The value of a key of a map.
    pub(crate) fn key(&self, name: &str) -> Option<&Plain> {
        match self {
            Plain::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

impl From<&str> for Plain {
    fn from(text: &str) -> Plain {
        Plain::Text(text.to_owned())
    }
}

/// Maps are equal in any order.
impl PartialEq for Plain {
    fn eq(&self, other: &Plain) -> bool {
        match (self, other) {
            (Plain::Null, Plain::Null) => true,
            (Plain::Bool(one), Plain::Bool(other)) => one == other,
            (Plain::Integer(one), Plain::Integer(other)) => one == other,
            (Plain::Float(one), Plain::Float(other)) => one == other,
            (Plain::Text(one), Plain::Text(other)) => one == other,
            (Plain::List(one), Plain::List(other)) => one == other,
            (Plain::Map(one), Plain::Map(all)) => {
                // A fast path for maps in the same order.
                let found = |(index, (key, value)): (usize, &(String, Plain))| match all.get(index) {
                    Some((same, other_value)) if same == key => value == other_value,
                    _ => other.key(key).is_some_and(|other_value| value == other_value),
                };
                one.len() == all.len() && one.iter().enumerate().all(found)
            }
            _ => false,
        }
    }
}

/// Formats as JSON, which is also YAML if all characters are printable.
impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plain::Null => f.write_str("null"),
            Plain::Bool(value) => write!(f, "{value}"),
            Plain::Integer(value) => write!(f, "{value}"),
            Plain::Float(value) => write!(f, "{value:?}"),
            Plain::Text(text) => f.write_str(&quoted(text)),
            Plain::List(items) => {
                f.write_str("[")?;
                for (number, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if number == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Plain::Map(entries) => {
                f.write_str("{")?;
                for (number, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{}: {value}", if number == 0 { "" } else { ", " }, quoted(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Plain::Null => serializer.serialize_unit(),
            Plain::Bool(value) => serializer.serialize_bool(*value),
            Plain::Integer(value) => serializer.serialize_i64(*value),
            Plain::Float(value) => serializer.serialize_f64(*value),
            Plain::Text(text) => serializer.serialize_str(text),
            Plain::List(items) => serializer.collect_seq(items),
            Plain::Map(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plain, D::Error> {
        Depth(depth::PLAIN_DATA).deserialize(deserializer)
    }
}

/// Deserializes a value with a remaining depth.
#[derive(Clone, Copy)]
struct Depth(usize);

impl Depth {
    fn inside(self) -> Depth {
        Depth(self.0.saturating_sub(1))
    }
}

impl<'de> DeserializeSeed<'de> for Depth {
    type Value = Plain;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Plain, D::Error> {
        if self.0 == 0 {
            return IgnoredAny::deserialize(deserializer).map(|_| TOO_DEEP.into());
        }
        deserializer.deserialize_any(self)
    }
}

/// The only key of the map that `serde_json` passes for a number of arbitrary precision.
const DIGITS: &str = "$serde_json::private::Number";

impl<'de> Visitor<'de> for Depth {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Plain, E> {
        Ok(Plain::integer(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Plain, E> {
        Ok(Plain::integer(value.into()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Plain, E> {
        Ok(Plain::integer(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Plain, E> {
        Ok(i128::try_from(value).map_or_else(|_| Plain::Text(value.to_string()), Plain::integer))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Plain, E> {
        Ok(Plain::float(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Plain, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Plain, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.inside())? {
            list.push(item);
        }
        Ok(Plain::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Plain, A::Error> {
        let mut map: Vec<(String, Plain)> = Vec::new();
        let mut indices = std::collections::HashMap::new();
        while let Some(key) = entries.next_key_seed(self.inside())? {
            let value = entries.next_value_seed(self.inside())?;
            // `1` and `"1"` are the same key; the last one wins.
            let key = match key {
                Plain::Text(text) => text,
                other => other.to_string(),
            };
            match indices.get(&key).copied().and_then(|index: usize| map.get_mut(index)) {
                Some(entry) => entry.1 = value,
                None => {
                    indices.insert(key.clone(), map.len());
                    map.push((key, value));
                }
            }
        }
        if let [(key, Plain::Text(digits))] = &*map
            && key == DIGITS
            && let Some(number) = Plain::number(digits)
        {
            return Ok(number);
        }
        Ok(Plain::Map(map))
    }

    /// A tagged value, without its tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Plain, A::Error> {
        let (_, value) = tagged.variant::<String>()?;
        value.newtype_variant_seed(self.inside())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain_yaml::documents;

    fn plain(text: &str) -> Plain {
        documents(text).expect(text).remove(0)
    }

    #[test]
    fn numbers_compare_as_numbers() {
        assert_eq!(plain("5.0"), plain("5"));
        assert_eq!(plain("-0.0"), plain("0"));
        assert_eq!(plain("1e20"), plain("100000000000000000000"));
        assert_eq!(plain("9007199254740993"), plain("'9007199254740993'"));
        assert_eq!(plain("9007199254740992"), plain("9007199254740992.0"));
        assert_eq!(plain("[.inf, -.inf, .nan]"), plain("['.inf', '-.inf', '.nan']"));
        assert_ne!(plain("5"), plain("'5'"));
    }

    #[test]
    fn json_and_yaml_are_equal() {
        for text in ["5", "5.0", "22.5625", "-7", "1e20", "9007199254740993", r#"{"a": [1, null, true, "x"]}"#] {
            let json: Plain = serde_json::from_str(text).expect(text);
            assert_eq!(json, plain(text));
            assert_eq!(serde_json::to_string(&json).ok().and_then(|text| serde_json::from_str(&text).ok()), Some(json));
        }
        assert_eq!(serde_json::to_string(&plain("[1.0, 1.5]")).ok().as_deref(), Some("[1,1.5]"));
    }

    #[test]
    fn maps_are_equal_in_any_order() {
        assert_eq!(plain("{a: 1, b: 2}"), plain("{b: 2, a: 1}"));
        assert_ne!(plain("{a: 1, b: 2}"), plain("{b: 1, a: 2}"));
        assert_ne!(plain("{a: 1}"), plain("{a: 1, b: 2}"));
    }

    #[test]
    fn keys_are_text_and_tags_are_dropped() {
        assert_eq!(plain("{1: a, true: b, x: !y [c], '1': d}").to_string(), r#"{"1": "d", "true": "b", "x": ["c"]}"#);
    }
}
