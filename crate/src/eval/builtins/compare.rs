//! Equality and order as `sorted`, `min`, `max`, `index`, `in` and `remove` need them.
//!
//! Comparison stops with an error ten levels deep. Operators in programs use the crate's comparison,
//! whose errors are translated.

use std::cmp::Ordering;

use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use super::kinds;
use crate::diagnostics::code::Code;
use crate::eval::errors::{coded, message};

const MAX_DEPTH: usize = 10;

/// `x == y`.
pub(crate) fn equal<'v>(x: Value<'v>, y: Value<'v>) -> starlark::Result<bool> {
    equal_at(x, y, MAX_DEPTH)
}

fn too_deep() -> starlark::Error {
    message("comparison exceeded maximum recursion depth")
}

fn equal_at<'v>(x: Value<'v>, y: Value<'v>, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    match elements(x, y) {
        Some((x, y)) => {
            if x.len() != y.len() {
                return Ok(false);
            }
            for (x, y) in x.iter().zip(y) {
                if !equal_at(*x, *y, depth - 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        None => x.equals(y),
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

/// `x < y` or `x > y`, as `wanted` says.
pub(crate) fn ordered<'v>(x: Value<'v>, y: Value<'v>, wanted: Ordering) -> starlark::Result<bool> {
    ordered_at(x, y, wanted, MAX_DEPTH)
}

fn ordered_at<'v>(x: Value<'v>, y: Value<'v>, wanted: Ordering, depth: usize) -> starlark::Result<bool> {
    if depth == 0 {
        return Err(too_deep());
    }
    // What is sorted is nearly always text.
    if let (Some(x), Some(y)) = (x.unpack_str(), y.unpack_str()) {
        return Ok(x.cmp(y) == wanted);
    }
    if let Some((x, y)) = elements(x, y) {
        for (x, y) in x.iter().zip(y) {
            if !equal_at(*x, *y, depth - 1)? {
                return ordered_at(*x, *y, wanted, depth - 1);
            }
        }
        return Ok(x.len().cmp(&y.len()) == wanted);
    }
    if x.is_none() && y.is_none() {
        return Ok(false);
    }
    if kinds::float(x).is_some_and(f64::is_nan) || kinds::float(y).is_some_and(f64::is_nan) {
        return Ok(false);
    }
    x.compare(y).map(|order| order == wanted).map_err(|_| {
        let operator = if wanted == Ordering::Less { '<' } else { '>' };
        let (x, y) = (kinds::type_name(x), kinds::type_name(y));
        coded(Code::Operator, format!("{x} {operator} {y} not implemented"))
    })
}
