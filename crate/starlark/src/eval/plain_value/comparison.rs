//! Equality and order of [`PlainValue`]s.

use std::cmp::Ordering;

use super::PlainValue;
use crate::byte_text;
use crate::eval::comparison::{Comparison, Number, TOO_DEEP};
use crate::limits::depth;

impl PlainValue {
    /// Whether the comparison holds; an error for values that have no order.
    pub fn compare(&self, comparison: Comparison, other: &PlainValue) -> Result<bool, String> {
        compare(self, comparison, other, depth::COMPARISON)
    }
}

/// The value of a key; as in Starlark, the keys `1` and `1.0` are equal.
pub fn lookup<'a>(entries: &'a [(PlainValue, PlainValue)], key: &PlainValue) -> Option<&'a PlainValue> {
    entries.iter().find(|(k, _)| k.compare(Comparison::Equal, key) == Ok(true)).map(|(_, value)| value)
}

fn compare(x: &PlainValue, comparison: Comparison, y: &PlainValue, depth: usize) -> Result<bool, String> {
    use PlainValue::{Bool, Dict, List, None, Str};
    if depth == 0 {
        return Err(TOO_DEEP.to_owned());
    }
    if let (Some(x), Some(y)) = (number(x), number(y)) {
        return Ok(x.order(&y).is_some_and(|ordering| comparison.holds(ordering)));
    }
    let ordering = match (x, y) {
        (None, None) => Ordering::Equal,
        (Bool(x), Bool(y)) => x.cmp(y),
        (Str(x), Str(y)) => byte_text::compare(x, y),
        (List(x), List(y)) => return compare_lists(x, comparison, y, depth - 1),
        (Dict(x), Dict(y)) if comparison == Comparison::Equal => return equal_dicts(x, y, depth - 1),
        _ if comparison == Comparison::Equal => return Ok(false),
        _ => return Err(comparison.not_implemented(x.type_name(), y.type_name())),
    };
    Ok(comparison.holds(ordering))
}

fn number(value: &PlainValue) -> Option<Number> {
    match value {
        PlainValue::Int(int) => Some(Number::Int((*int).into())),
        PlainValue::BigInt(digits) => digits.parse().ok().map(Number::Int),
        PlainValue::Float(float) => Some(Number::Float(*float)),
        _ => None,
    }
}

fn compare_lists(x: &[PlainValue], comparison: Comparison, y: &[PlainValue], depth: usize) -> Result<bool, String> {
    if comparison == Comparison::Equal && x.len() != y.len() {
        return Ok(false);
    }
    for (x, y) in x.iter().zip(y) {
        if !compare(x, Comparison::Equal, y, depth)? {
            // The first different items decide.
            return if comparison == Comparison::Equal { Ok(false) } else { compare(x, comparison, y, depth) };
        }
    }
    Ok(comparison.holds(x.len().cmp(&y.len())))
}

fn equal_dicts(x: &[(PlainValue, PlainValue)], y: &[(PlainValue, PlainValue)], depth: usize) -> Result<bool, String> {
    if x.len() != y.len() {
        return Ok(false);
    }
    for (key, value) in x {
        let Some(other) = lookup(y, key) else { return Ok(false) };
        if !compare(value, Comparison::Equal, other, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{Comparison, PlainValue};

    fn at_least(x: PlainValue, y: PlainValue) -> Result<bool, String> {
        x.compare(Comparison::GreaterOrEqual, &y)
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
        assert_eq!(dict(&[1, 2]).compare(Comparison::Equal, &dict(&[2, 1])), Ok(true));
        assert_eq!(at_least(dict(&[1]), dict(&[2])), Err("dict >= dict not implemented".to_owned()));
    }
}
