//! Equality and order of values, as operators in programs and `sorted`, `min`, `max`, `index`, `in` and `remove` need them.
//!
//! [`comparison`](crate::eval::comparison) has the rules for depth and numbers. The starlark crate compares scalars of other types;
//! its errors are translated.

use std::cmp::Ordering;

use starlark::values::Value;
use starlark::values::tuple::TupleRef;

use super::kinds;
use crate::byte_text;
use crate::diagnostics::code::Code;
use crate::eval::collections::{Content, dict, list};
use crate::eval::comparison::{Comparison, Number, TOO_DEEP};
use crate::eval::errors::coded;
use crate::eval::fragment::Fragment;
use crate::limits::depth;

/// `x == y`.
pub(super) fn equal<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<bool> {
    equal_at(x, y, depth::COMPARISON)
}

/// `x != y`. As in ytt, an int and a float that is not a number are neither equal nor unequal.
pub(super) fn not_equal<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<bool> {
    if number_order(x, y) == Some(None) && (kinds::is_int(x) || kinds::is_int(y)) {
        return Ok(false);
    }
    Ok(!equal(x, y)?)
}

fn too_deep() -> starlark::Error {
    coded(Code::Template, TOO_DEEP)
}

fn equal_at<'v>(x: Value<'v>, y: Value<'v>, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    if let Some((x, y)) = elements(x, y) {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (x, y) in x.iter().zip(&*y) {
            if !equal_at(*x, *y, depth - 1)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let (Some(x), Some(y)) = (dict::entries(x), dict::entries(y)) {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (key, value) in x.iter_hashed() {
            match y.get_hashed(key) {
                Some(other) if equal_at(*value, *other, depth - 1)? => {}
                _ => return Ok(false),
            }
        }
        return Ok(true);
    }
    match number_order(x, y) {
        Some(order) => Ok(order == Some(Ordering::Equal)),
        // For one and the same value, the starlark crate would not ask the type.
        None if both_fragments(x, y) => Err(Fragment::not_comparable()),
        None => x.equals(y),
    }
}

fn both_fragments(x: Value<'_>, y: Value<'_>) -> bool {
    Fragment::from_value(x).is_some() && Fragment::from_value(y).is_some()
}

/// How a float and another number compare; `None` inside where one is NaN. `None` for all else, two ints included.
fn number_order(x: Value<'_>, y: Value<'_>) -> Option<Option<Ordering>> {
    match (kinds::float(x), kinds::float(y)) {
        (Some(x), Some(y)) => Some(x.partial_cmp(&y)),
        (None, Some(y)) => Some(Number::Int(kinds::big_int(x)?).order(&Number::Float(y))),
        (Some(x), None) => Some(Number::Float(x).order(&Number::Int(kinds::big_int(y)?))),
        (None, None) => None,
    }
}

type Elements<'v> = Content<'v, [Value<'v>]>;

/// The elements of two lists or two tuples.
fn elements<'v>(x: Value<'v>, y: Value<'v>) -> Option<(Elements<'v>, Elements<'v>)> {
    if let (Some(x), Some(y)) = (TupleRef::from_value(x), TupleRef::from_value(y)) {
        return Some((Content::Frozen(x.content()), Content::Frozen(y.content())));
    }
    Some((list::items(x)?, list::items(y)?))
}

/// `x < y` and the like in a program.
pub(super) fn ordered_operands<'v>(x: Value<'v>, y: Value<'v>, order: Comparison) -> starlark::Result<bool> {
    if let (Some(x), Some(y)) = (x.unpack_i32(), y.unpack_i32()) {
        return Ok(order.holds(x.cmp(&y)));
    }
    if let (Some(x), Some(y)) = (x.unpack_str(), y.unpack_str()) {
        return Ok(order.holds(byte_text::compare(x, y)));
    }
    match elements(x, y) {
        Some(_) => ordered_at(x, y, order, depth::COMPARISON),
        None => match number_order(x, y) {
            Some(found) => Ok(found.is_some_and(|found| order.holds(found))),
            None if x.is_none() && y.is_none() => Ok(order.holds(Ordering::Equal)),
            // The starlark crate reports the problem, as for every operator.
            None => x.compare(y).map(|found| order.holds(found)).map_err(|error| kinds::named(error, &[x, y])),
        },
    }
}

/// `x < y` and the like, as functions ask it.
pub(super) fn ordered<'v>(x: Value<'v>, y: Value<'v>, order: Comparison) -> starlark::Result<bool> {
    ordered_at(x, y, order, depth::COMPARISON)
}

fn ordered_at<'v>(x: Value<'v>, y: Value<'v>, order: Comparison, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    // Sorted values are nearly always text.
    if let (Some(x), Some(y)) = (x.unpack_str(), y.unpack_str()) {
        return Ok(order.holds(byte_text::compare(x, y)));
    }
    if let Some((x, y)) = elements(x, y) {
        for (x, y) in x.iter().zip(&*y) {
            if !equal_at(*x, *y, depth - 1)? {
                return ordered_at(*x, *y, order, depth - 1);
            }
        }
        return Ok(order.holds(x.len().cmp(&y.len())));
    }
    if x.is_none() && y.is_none() {
        return Ok(order.holds(Ordering::Equal));
    }
    if let Some(found) = number_order(x, y) {
        return Ok(found.is_some_and(|found| order.holds(found)));
    }
    if both_fragments(x, y) {
        return Err(Fragment::not_comparable());
    }
    x.compare(y).map(|found| order.holds(found)).map_err(|_| {
        let (x, y) = (kinds::type_name(x), kinds::type_name(y));
        coded(Code::Operator, order.not_implemented(x, y))
    })
}
