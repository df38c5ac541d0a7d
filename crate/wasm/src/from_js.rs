//! Reads arguments from JavaScript. Unlike `serde_wasm_bindgen`, which reads only the fields that a type has, this passes all fields
//! of an object, so that types with `deny_unknown_fields` reject the others; and errors name the field: `files[0].content`.
//!
//! As in JSON, a field that is `undefined` is missing.

use std::fmt::{self, Display};

use js_sys::{Array, Number, Object, Uint8Array};
use serde::de::{self, Deserialize, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use wasm_bindgen::{JsCast, JsValue};

/// Reads an argument, or returns the `TypeError` to throw.
pub(super) fn read<T: for<'de> Deserialize<'de>>(name: &str, value: &JsValue) -> Result<T, JsValue> {
    T::deserialize(Reader(value.clone())).map_err(|Malformed { path, message }| {
        let place = if path.is_empty() { name } else { path.strip_prefix('.').unwrap_or(&path) };
        js_sys::TypeError::new(&format!("{place}: {message}")).into()
    })
}

/// An argument that does not have the declared type.
#[derive(Debug)]
struct Malformed {
    /// The path of the part: `.files[0].content`.
    path: String,
    message: String,
}

impl Malformed {
    fn within(mut self, part: impl Display) -> Malformed {
        self.path = format!("{part}{}", self.path);
        self
    }
}

impl Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: Display>(message: T) -> Malformed {
        Malformed { path: String::new(), message: message.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Malformed {
        match found {
            Unexpected::Unit => de::Error::custom(format_args!("expected {expected}, found null")),
            found => de::Error::custom(format_args!("expected {expected}, found {found}")),
        }
    }
}

/// Reads one value.
struct Reader(JsValue);

impl Reader {
    #[cold]
    fn instead_of(&self, expected: &dyn Expected) -> Malformed {
        let value = &self.0;
        let found = if value.is_null() {
            "null".to_owned()
        } else if let Some(text) = value.as_string() {
            format!("the text {:?}", text.chars().take(60).collect::<String>())
        } else if let Some(number) = value.as_f64() {
            format!("the number {number}")
        } else if let Some(boolean) = value.as_bool() {
            boolean.to_string()
        } else if Array::is_array(value) {
            "an array".to_owned()
        } else if value.is_object() {
            "an object".to_owned()
        } else {
            value.js_typeof().as_string().unwrap_or_default()
        };
        de::Error::custom(format_args!("expected {expected}, found {found}"))
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        self.0.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec)
    }

    fn integer(&self) -> Option<i64> {
        let number = self.0.as_f64().filter(|_| Number::is_safe_integer(&self.0))?;
        Some(number as i64)
    }

    /// The fields of an object that are not undefined.
    fn fields(&self) -> Option<Fields> {
        let is_plain = self.0.is_object() && !Array::is_array(&self.0) && !self.0.is_instance_of::<Uint8Array>();
        is_plain.then(|| Fields { entries: Object::entries(self.0.unchecked_ref()), at: 0, field: None })
    }
}

impl<'de> de::Deserializer<'de> for Reader {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() {
            visitor.visit_unit()
        } else if let Some(boolean) = self.0.as_bool() {
            visitor.visit_bool(boolean)
        } else if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if let Some(integer) = self.integer() {
            visitor.visit_i64(integer)
        } else if let Some(number) = self.0.as_f64() {
            visitor.visit_f64(number)
        } else if let Some(items) = self.0.dyn_ref::<Array>() {
            visitor.visit_seq(Items { items: items.clone(), at: 0 })
        } else if let Some(bytes) = self.bytes() {
            visitor.visit_byte_buf(bytes)
        } else if let Some(fields) = self.fields() {
            visitor.visit_map(fields)
        } else {
            Err(self.instead_of(&visitor))
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0.as_bool() {
            Some(boolean) => visitor.visit_bool(boolean),
            None => Err(self.instead_of(&"true or false")),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.integer().map(u64::try_from) {
            Some(Ok(number)) => visitor.visit_u64(number),
            _ => Err(self.instead_of(&"an integer that is not negative")),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0.as_string() {
            Some(text) => visitor.visit_string(text),
            None => Err(self.instead_of(&"text")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() || self.0.is_undefined() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0.dyn_ref::<Array>() {
            Some(items) => visitor.visit_seq(Items { items: items.clone(), at: 0 }),
            None => Err(self.instead_of(&"an array")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.fields() {
            Some(fields) => visitor.visit_map(fields),
            None => Err(self.instead_of(&"an object")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        // All enums of arguments are names.
        match self.0.as_string() {
            Some(name) => visitor.visit_enum(name.into_deserializer()),
            None => Err(self.instead_of(&"text")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// The items of an array.
struct Items {
    items: Array,
    at: u32,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if self.at == self.items.length() {
            return Ok(None);
        }
        let at = self.at;
        self.at += 1;
        let item = seed.deserialize(Reader(self.items.get(at)));
        item.map(Some).map_err(|error| error.within(format_args!("[{at}]")))
    }
}

/// The fields of an object.
struct Fields {
    /// Pairs of names and values.
    entries: Array,
    at: u32,
    field: Option<(String, JsValue)>,
}

impl<'de> de::MapAccess<'de> for Fields {
    type Error = Malformed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Malformed> {
        while self.at < self.entries.length() {
            let entry: Array = self.entries.get(self.at).unchecked_into();
            self.at += 1;
            let value = entry.get(1);
            if value.is_undefined() {
                continue;
            }
            let name = entry.get(0).as_string().unwrap_or_default();
            self.field = Some((name.clone(), value));
            let field = seed.deserialize(name.as_str().into_deserializer());
            return field.map(Some).map_err(|error: Malformed| error.within(format_args!(".{name}")));
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Malformed> {
        let (name, value) = self.field.take().unwrap_or_default();
        seed.deserialize(Reader(value)).map_err(|error| error.within(format_args!(".{name}")))
    }
}
