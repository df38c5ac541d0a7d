//! The kind of a value in ytt's terms: its type's name, its length, whether it can be
//! iterated or called.

use num_bigint::BigInt;
use starlark::eval::Evaluator;
use starlark::values::float::StarlarkFloat;
use starlark::values::{UnpackValue, Value, ValueError, ValueLike};

use crate::byte_text;
use crate::eval::collections::list;
use crate::eval::errors::{carried, value_error};
use crate::eval::object_type::{ObjectType, TypeOf};
use crate::eval::stopping::check_length;

/// `type(len)`.
pub(crate) const BUILTIN_TYPE: &str = "builtin_function_or_method";

/// The type of functions of programs.
pub(crate) const FUNCTION_TYPE: &str = "function";

/// The type of all objects in the `starlark` crate.
pub(crate) const OBJECT_TYPE: &str = "object";

/// Whether a value is a struct in ytt. Objects of modules are, with names of their own.
pub(crate) fn is_struct(value: Value<'_>) -> bool {
    matches!(value.get_type(), "struct" | OBJECT_TYPE)
}

/// The type of an object.
pub(crate) fn object_type(value: Value<'_>) -> Option<&'static ObjectType> {
    if value.get_type() == OBJECT_TYPE { value.request_value().map(|TypeOf(known)| known) } else { None }
}

/// Natives that are lambdas in ytt.
pub(crate) const LAMBDA_TYPE: &str = "lambda";

/// `type(x)`.
pub(crate) fn type_name(value: Value<'_>) -> &'static str {
    match value.get_type() {
        LAMBDA_TYPE => FUNCTION_TYPE,
        OBJECT_TYPE => object_type(value).map_or(OBJECT_TYPE, |known| known.name),
        name => name,
    }
}

/// An error of the `starlark` crate about an operation, with ytt's names of the operands' types.
#[cold]
pub(crate) fn named(error: starlark::Error, operands: &[Value<'_>]) -> starlark::Error {
    let name = |index: usize| operands.get(index).map_or("", |operand| type_name(*operand)).to_owned();
    let named = match value_error(&error) {
        Some(ValueError::OperationNotSupported { op, .. }) => {
            ValueError::OperationNotSupported { op: op.clone(), typ: name(0) }
        }
        Some(ValueError::OperationNotSupportedBinary { op, .. }) => {
            ValueError::OperationNotSupportedBinary { op: op.clone(), left: name(0), right: name(1) }
        }
        _ => return error,
    };
    starlark::Error::new_value(named)
}

/// Bytes of a string, elements of a collection; `None` for a value without a length.
pub fn length(value: Value<'_>) -> Option<usize> {
    match value.unpack_str() {
        Some(text) => Some(byte_text::length(text)),
        // The engine asks them for a length when it unpacks them; programs cannot.
        None if matches!(value.get_type(), "elems" | "codepoints") => None,
        None => value.length().ok().and_then(|length| usize::try_from(length).ok()),
    }
}

/// The items, for what can be iterated; strings cannot. Fails where a native value refuses with a reason, and for a `range`
/// that is longer than a list may be: natives go through it without taking steps.
pub(crate) fn iterate<'v>(
    value: Value<'v>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Option<std::vec::IntoIter<Value<'v>>>> {
    if let Some(items) = list::items(value) {
        return Ok(Some(Vec::from(&*items).into_iter()));
    }
    if value.get_type() == "range" {
        check_length(eval, "range", length(value).unwrap_or_default())?;
    }
    match value.iterate(eval.heap()) {
        Ok(items) => Ok(Some(items.collect::<Vec<_>>().into_iter())),
        Err(error) if carried(&error).is_some() => Err(error),
        Err(_) => Ok(None),
    }
}

/// Whether a value counts as true. Fails for a fragment where ytt crashes.
#[inline]
pub(crate) fn truth(value: Value<'_>) -> starlark::Result<bool> {
    match value.unpack_bool() {
        Some(truth) => Ok(truth),
        None if value.get_type() == "yamlfragment" => Ok(value.length()? > 0),
        None => Ok(value.to_bool()),
    }
}

/// Whether a value can be called.
pub fn is_callable(value: Value<'_>) -> bool {
    let kind = value.get_type();
    matches!(kind, FUNCTION_TYPE | LAMBDA_TYPE | BUILTIN_TYPE)
}

/// The number of a float.
pub fn float(value: Value<'_>) -> Option<f64> {
    value.downcast_ref::<StarlarkFloat>().map(|float| float.0)
}

/// Whether a value is an int.
pub fn is_int(value: Value<'_>) -> bool {
    value.unpack_i32().is_some() || value.get_type() == "int"
}

/// An integer of any size.
pub(crate) fn big_int(value: Value<'_>) -> Option<BigInt> {
    if !is_int(value) {
        return None;
    }
    BigInt::unpack_value(value).ok().flatten()
}

/// An integer of 64 bits.
pub fn int64(value: Value<'_>) -> Option<i64> {
    i64::unpack_value(value).ok().flatten()
}

/// A number as the nearest float.
pub fn number(value: Value<'_>) -> Option<f64> {
    // Decimal digits are read with the right rounding.
    float(value).or_else(|| Some(big_int(value)?.to_string().parse().unwrap_or(f64::NAN)))
}
