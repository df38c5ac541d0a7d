//! Scalars between Starlark and YAML, and the names that ytt's messages have for kinds of values.

use std::borrow::Cow;

use starlark::values::{Heap, UnpackValue, Value as Starlark};

use super::builtins::{kinds, text};
use crate::byte_text;
use crate::limits::DEFAULT_MAX_LENGTH;
use crate::yaml::tree::Value;

/// `type(x)`.
pub fn type_name(value: Starlark<'_>) -> &str {
    kinds::type_name(value)
}

/// `repr(x)`.
pub(crate) fn repr<'v>(value: Starlark<'v>, heap: Heap<'v>) -> String {
    text::repr_below(DEFAULT_MAX_LENGTH, value, heap).unwrap_or_else(|_| "...".to_owned())
}

/// A scalar as YAML; `None` for collections and for values that YAML cannot hold.
pub(crate) fn scalar(value: Starlark<'_>) -> Option<Value> {
    if value.is_none() {
        return Some(Value::Null);
    }
    if let Some(b) = value.unpack_bool() {
        return Some(Value::Bool(b));
    }
    if let Some(i) = value.unpack_i32() {
        return Some(Value::Int(i64::from(i)));
    }
    if let Some(s) = value.unpack_str() {
        return Some(Value::of_string(s));
    }
    if let Some(f) = kinds::float(value) {
        return Some(Value::Float(f));
    }
    if !kinds::is_int(value) {
        return None;
    }
    if let Ok(Some(i)) = i64::unpack_value(value) {
        return Some(Value::Int(i));
    }
    u64::unpack_value(value).ok().flatten().map(Value::UInt)
}

/// The string of a scalar that is one.
pub fn string(scalar: &Value) -> Option<Cow<'_, str>> {
    match scalar {
        Value::Str(text) => Some(byte_text::from_text(text)),
        Value::Bytes(bytes) => Some(byte_text::from_bytes(bytes)),
        _ => None,
    }
}

/// The name of the Go type of a value: of a node, or of a value computed by code.
pub fn node_type(value: &Value) -> &'static str {
    match value {
        Value::Map(map) if !map.borrow().position.is_computed() => "*yamlmeta.Map",
        Value::Array(array) if !array.borrow().position.is_computed() => "*yamlmeta.Array",
        value => go_type(value),
    }
}

/// The name that Go has for the kind of a computed value.
pub fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::UInt(_) => "uint64",
        Value::Float(_) => "float64",
        Value::Str(_) | Value::Bytes(_) => "string",
        Value::Map(_) => "*orderedmap.Map",
        Value::Array(_) => "[]interface {}",
        Value::DocumentSet(_) => "*yamlmeta.DocumentSet",
    }
}
