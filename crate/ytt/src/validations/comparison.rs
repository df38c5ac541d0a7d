//! Equality and order of values as in Starlark, for the named rules.

use std::cmp::Ordering;

use crate::byte_text;
use crate::starlark::PlainValue;

/// Starlark's limit.
const MAX_DEPTH: u32 = 10;

/// A comparison that the named rules make.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Comparison {
    Equal,
    AtLeast,
    AtMost,
}

impl Comparison {
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::AtLeast => ordering.is_ge(),
            Comparison::AtMost => ordering.is_le(),
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::AtLeast => ">=",
            Comparison::AtMost => "<=",
        }
    }
}

/// Whether the comparison holds; an error for values that have no order.
pub(super) fn compare(x: &PlainValue, comparison: Comparison, y: &PlainValue) -> Result<bool, String> {
    compare_within(x, comparison, y, MAX_DEPTH)
}

fn compare_within(x: &PlainValue, comparison: Comparison, y: &PlainValue, depth: u32) -> Result<bool, String> {
    use PlainValue::{BigInt, Bool, Dict, Float, Int, List, None, Str};
    if depth == 0 {
        return Err("comparison exceeded maximum recursion depth".to_owned());
    }
    let ordering = match (x, y) {
        (None, None) => Ordering::Equal,
        (Bool(x), Bool(y)) => x.cmp(y),
        (Str(x), Str(y)) => byte_text::compare(x, y),
        (Int(x), Int(y)) => x.cmp(y),
        (Int(_), BigInt(y)) => {
            if y.starts_with('-') {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (BigInt(x), Int(_)) => {
            if x.starts_with('-') {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (BigInt(x), BigInt(y)) => compare_digits(x, y),
        // No comparison with NaN holds.
        (Float(x), Float(y)) => return Ok(x.partial_cmp(y).is_some_and(|ordering| comparison.holds(ordering))),
        (Int(x), Float(y)) => return Ok(!y.is_nan() && comparison.holds(compare_int(*x, *y))),
        (Float(x), Int(_) | BigInt(_)) if x.is_infinite() => infinite_before_int(*x),
        (Float(x), Int(y)) => return Ok(!x.is_nan() && comparison.holds(compare_int(*y, *x).reverse())),
        (BigInt(x), Float(y)) => return Ok(big_float(x).partial_cmp(y).is_some_and(|o| comparison.holds(o))),
        (Float(x), BigInt(y)) => return Ok(x.partial_cmp(&big_float(y)).is_some_and(|o| comparison.holds(o))),
        (List(x), List(y)) => return compare_lists(x, comparison, y, depth - 1),
        (Dict(x), Dict(y)) if comparison == Comparison::Equal => return equal_dicts(x, y, depth - 1),
        _ if comparison == Comparison::Equal => return Ok(false),
        _ => return Err(format!("{} {} {} not implemented", x.type_name(), comparison.symbol(), y.type_name())),
    };
    Ok(comparison.holds(ordering))
}

fn compare_lists(x: &[PlainValue], comparison: Comparison, y: &[PlainValue], depth: u32) -> Result<bool, String> {
    if comparison == Comparison::Equal && x.len() != y.len() {
        return Ok(false);
    }
    for (x, y) in x.iter().zip(y) {
        if !compare_within(x, Comparison::Equal, y, depth)? {
            // The first different items decide.
            return if comparison == Comparison::Equal { Ok(false) } else { compare_within(x, comparison, y, depth) };
        }
    }
    Ok(comparison.holds(x.len().cmp(&y.len())))
}

fn equal_dicts(x: &[(PlainValue, PlainValue)], y: &[(PlainValue, PlainValue)], depth: u32) -> Result<bool, String> {
    if x.len() != y.len() {
        return Ok(false);
    }
    for (key, value) in x {
        let Some(other) = lookup(y, key) else { return Ok(false) };
        if !compare_within(value, Comparison::Equal, other, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The value of a key; as in Starlark, the keys `1` and `1.0` are equal.
pub(super) fn lookup<'a>(entries: &'a [(PlainValue, PlainValue)], key: &PlainValue) -> Option<&'a PlainValue> {
    entries.iter().find(|(k, _)| compare(k, Comparison::Equal, key) == Ok(true)).map(|(_, value)| value)
}

/// ytt's Starlark compares an infinite float on the left wrongly with an integer: `inf < 1` and `-inf > 1`.
fn infinite_before_int(infinite: f64) -> Ordering {
    if infinite > 0.0 { Ordering::Less } else { Ordering::Greater }
}

/// Compares an integer and a float that is not NaN, without rounding.
fn compare_int(int: i64, float: f64) -> Ordering {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if float >= LIMIT {
        return Ordering::Less;
    }
    if float < -LIMIT {
        return Ordering::Greater;
    }
    int.cmp(&(float.trunc() as i64)).then(0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal))
}

/// Compares integers beyond 64 bits, in decimal notation.
fn compare_digits(x: &str, y: &str) -> Ordering {
    match (x.strip_prefix('-'), y.strip_prefix('-')) {
        (Some(x), Some(y)) => compare_magnitudes(y, x),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => compare_magnitudes(x, y),
    }
}

fn compare_magnitudes(x: &str, y: &str) -> Ordering {
    x.len().cmp(&y.len()).then_with(|| x.cmp(y))
}

fn big_float(digits: &str) -> f64 {
    digits.parse().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(x: PlainValue, y: PlainValue) -> Result<bool, String> {
        compare(&x, Comparison::AtLeast, &y)
    }

    #[test]
    fn numbers_compare_exactly() {
        assert_eq!(at_least(PlainValue::Int(3), PlainValue::Float(3.0)), Ok(true));
        assert_eq!(at_least(PlainValue::Float(2.5), PlainValue::Int(3)), Ok(false));
        assert_eq!(at_least(PlainValue::Int(i64::MAX), PlainValue::Float(9.3e18)), Ok(false));
        assert_eq!(at_least(PlainValue::Int(1), PlainValue::Float(f64::NAN)), Ok(false));
        assert_eq!(at_least(PlainValue::Float(f64::INFINITY), PlainValue::Int(1)), Ok(false));
        assert_eq!(at_least(PlainValue::Int(1), PlainValue::Float(f64::NEG_INFINITY)), Ok(true));
        assert_eq!(at_least(PlainValue::BigInt("18446744073709551615".into()), PlainValue::Int(1)), Ok(true));
    }

    #[test]
    fn mixed_kinds_have_no_order() {
        assert_eq!(at_least(PlainValue::None, PlainValue::Int(1)), Err("NoneType >= int not implemented".to_owned()));
        assert_eq!(at_least(PlainValue::None, PlainValue::None), Ok(true));
        let list = |items: &[i64]| PlainValue::List(items.iter().map(|i| PlainValue::Int(*i)).collect());
        assert_eq!(at_least(list(&[1, 3]), list(&[1, 2, 9])), Ok(true));
        assert_eq!(at_least(list(&[1]), list(&[1, 2])), Ok(false));
        let mixed = PlainValue::List(vec![PlainValue::Int(1), PlainValue::Str("a".into())]);
        assert_eq!(at_least(mixed, list(&[1, 2])), Err("string >= int not implemented".to_owned()));
    }

    #[test]
    fn equality_ignores_the_order_of_keys() {
        let dict =
            |keys: &[i64]| PlainValue::Dict(keys.iter().map(|k| (PlainValue::Int(*k), PlainValue::None)).collect());
        assert_eq!(compare(&dict(&[1, 2]), Comparison::Equal, &dict(&[2, 1])), Ok(true));
        assert_eq!(at_least(dict(&[1]), dict(&[2])), Err("dict >= dict not implemented".to_owned()));
    }
}
