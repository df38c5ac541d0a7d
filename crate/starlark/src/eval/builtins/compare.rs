//! Equality and order of values, as operators in programs and `sorted`, `min`, `max`, `index`, `in` and `remove` need them.
//!
//! Comparison stops with an error ten levels deep, as ytt's does: what is shared many times over, or holds itself, would
//! keep it busy for ever. An int and a float compare as the numbers that they are; the starlark crate rounds the int first. Of all else
//! that holds no other values the starlark crate's own comparison is taken, whose errors are translated.

use std::cmp::Ordering;

use num_bigint::{BigInt, ToBigInt};
use starlark::values::Value;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use super::kinds;
use crate::byte_text;
use crate::diagnostics::code::Code;
use crate::eval::errors::coded;
use crate::eval::fragment::Fragment;

const MAX_DEPTH: usize = 10;

/// An operator that orders two values.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Order {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Order {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Order::Less => order.is_lt(),
            Order::LessOrEqual => order.is_le(),
            Order::Greater => order.is_gt(),
            Order::GreaterOrEqual => order.is_ge(),
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Order::Less => "<",
            Order::LessOrEqual => "<=",
            Order::Greater => ">",
            Order::GreaterOrEqual => ">=",
        }
    }
}

/// `x == y`.
pub(super) fn equal<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<bool> {
    equal_at(x, y, MAX_DEPTH)
}

/// `x != y`. As in ytt, an int and a float that is not a number are neither equal nor unequal.
pub(super) fn not_equal<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<bool> {
    if number_order(x, y) == Some(None) && (kinds::is_int(x) || kinds::is_int(y)) {
        return Ok(false);
    }
    Ok(!equal(x, y)?)
}

fn too_deep() -> starlark::Error {
    coded(Code::Template, "comparison exceeded maximum recursion depth")
}

fn equal_at<'v>(x: Value<'v>, y: Value<'v>, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    if let Some((x, y)) = elements(x, y) {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (x, y) in x.iter().zip(y) {
            if !equal_at(*x, *y, depth - 1)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let (Some(x), Some(y)) = (DictRef::from_value(x), DictRef::from_value(y)) {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (key, value) in x.iter_hashed() {
            match y.get_hashed(key) {
                Some(other) if equal_at(value, other, depth - 1)? => {}
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

/// How a float and another number compare; `None` inside where one is not a number. `None` for all else, two ints included.
fn number_order(x: Value<'_>, y: Value<'_>) -> Option<Option<Ordering>> {
    match (kinds::float(x), kinds::float(y)) {
        (Some(x), Some(y)) => Some(x.partial_cmp(&y)),
        (None, Some(float)) => Some(against(&kinds::big_int(x)?, float)),
        // ytt orders an infinite left operand the wrong way round: `float("inf") < 1`.
        (Some(float), None) if float.is_infinite() => kinds::big_int(y).map(|_| 0.0.partial_cmp(&float)),
        (Some(float), None) => Some(against(&kinds::big_int(y)?, float).map(Ordering::reverse)),
        (None, None) => None,
    }
}

/// How they compare, exactly.
fn against(int: &BigInt, float: f64) -> Option<Ordering> {
    match float.trunc().to_bigint() {
        Some(whole) => Some(int.cmp(&whole)).filter(|order| order.is_ne()).or_else(|| 0.0.partial_cmp(&float.fract())),
        // Infinite, or not a number.
        None => 0.0.partial_cmp(&float),
    }
}

/// The elements of two lists or two tuples.
fn elements<'v>(x: Value<'v>, y: Value<'v>) -> Option<(&'v [Value<'v>], &'v [Value<'v>])> {
    if let (Some(x), Some(y)) = (TupleRef::from_value(x), TupleRef::from_value(y)) {
        return Some((x.content(), y.content()));
    }
    match (ListRef::from_value(x), ListRef::from_value(y)) {
        (Some(x), Some(y)) => Some((x.content(), y.content())),
        _ => None,
    }
}

/// `x < y` and the like in a program.
pub(super) fn ordered_operands<'v>(x: Value<'v>, y: Value<'v>, order: Order) -> starlark::Result<bool> {
    if let (Some(x), Some(y)) = (x.unpack_i32(), y.unpack_i32()) {
        return Ok(order.holds(x.cmp(&y)));
    }
    if let (Some(x), Some(y)) = (x.unpack_str(), y.unpack_str()) {
        return Ok(order.holds(byte_text::compare(x, y)));
    }
    match elements(x, y) {
        Some(_) => ordered_at(x, y, order, MAX_DEPTH),
        None => match number_order(x, y) {
            Some(found) => Ok(found.is_some_and(|found| order.holds(found))),
            None if x.is_none() && y.is_none() => Ok(order.holds(Ordering::Equal)),
            // What is wrong with them is said by the starlark crate, as of every operator.
            None => x.compare(y).map(|found| order.holds(found)),
        },
    }
}

/// `x < y` and the like, as functions ask it.
pub(super) fn ordered<'v>(x: Value<'v>, y: Value<'v>, order: Order) -> starlark::Result<bool> {
    ordered_at(x, y, order, MAX_DEPTH)
}

fn ordered_at<'v>(x: Value<'v>, y: Value<'v>, order: Order, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    // What is sorted is nearly always text.
    if let (Some(x), Some(y)) = (x.unpack_str(), y.unpack_str()) {
        return Ok(order.holds(byte_text::compare(x, y)));
    }
    if let Some((x, y)) = elements(x, y) {
        for (x, y) in x.iter().zip(y) {
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
        coded(Code::Operator, format!("{x} {} {y} not implemented", order.sign()))
    })
}
