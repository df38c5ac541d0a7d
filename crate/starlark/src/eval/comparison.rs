//! Rules that comparisons of values in an evaluator and of [`PlainValue`](super::plain_value::PlainValue)s share.
//!
//! Comparison stops with an error ten levels deep, as ytt's does: a value that is shared many times over, or that contains itself, would
//! otherwise take forever. An int and a float are compared exactly, without rounding.

use std::cmp::Ordering;

use num_bigint::{BigInt, ToBigInt};

/// ytt's message for values that are nested more deeply.
pub(super) const TOO_DEEP: &str = "comparison exceeded maximum recursion depth";

/// An operator that compares two values.
#[derive(Clone, Copy, PartialEq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    pub(super) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }

    /// The error for values of two types that have no order.
    pub(super) fn not_implemented(self, x: &str, y: &str) -> String {
        let symbol = match self {
            Comparison::Equal => "==",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        };
        format!("{x} {symbol} {y} not implemented")
    }
}

/// A number of any size.
pub(super) enum Number {
    Int(BigInt),
    Float(f64),
}

impl Number {
    /// How two numbers compare; `None` if one of them is NaN.
    pub(super) fn order(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(x), Number::Int(y)) => Some(x.cmp(y)),
            (Number::Float(x), Number::Float(y)) => x.partial_cmp(y),
            (Number::Int(x), Number::Float(y)) => int_and_float(x, *y),
            // ytt orders an infinite left operand the wrong way round: `float("inf") < 1`.
            (Number::Float(x), Number::Int(_)) if x.is_infinite() => 0.0.partial_cmp(x),
            (Number::Float(x), Number::Int(y)) => int_and_float(y, *x).map(Ordering::reverse),
        }
    }
}

fn int_and_float(int: &BigInt, float: f64) -> Option<Ordering> {
    match float.trunc().to_bigint() {
        Some(whole) => Some(int.cmp(&whole)).filter(|order| order.is_ne()).or_else(|| 0.0.partial_cmp(&float.fract())),
        // Infinite or NaN.
        None => 0.0.partial_cmp(&float),
    }
}
