//! Comparison of values in overlays: [`subset`] for `overlay.subset` and `@overlay/assert`, [`same`] for keys and
//! leaves.

use std::collections::HashMap;

use super::left_items::Scalar;
use crate::diagnostics::Error;
use crate::yaml::tree::{Array, Map, MapItem, Value};

/// Up to this many pairs of keys, comparing all pairs is faster than hashing.
const PAIRS: usize = 1024;

/// Checks that `left` contains all of `right`: map items by key, array items by index (`left` may have more). The error
/// is ytt's text of the first difference.
pub(super) fn subset(left: &Value, right: &Value) -> Result<(), String> {
    match right {
        Value::Map(right) => match left {
            Value::Map(left) => map_subset(&left.borrow(), &right.borrow()),
            _ => Err(format!("Expected map, but was {}", left.type_name())),
        },
        Value::Array(right) => match left {
            Value::Array(left) => array_subset(&left.borrow(), &right.borrow()),
            _ => Err(format!("Expected array, but was {}", left.type_name())),
        },
        Value::DocumentSet(_) => Err("Unexpected document set".to_owned()),
        _ if same(left, right) => Ok(()),
        _ => Err(format!("Expected leaf values to match {} {}", left.type_name(), right.type_name())),
    }
}

fn map_subset(left: &Map, right: &Map) -> Result<(), String> {
    let places = (left.items.len().saturating_mul(right.items.len()) > PAIRS).then(|| {
        let mut places: HashMap<Scalar, Vec<usize>> = HashMap::new();
        for (place, item) in left.iter().enumerate() {
            if let Some(key) = Scalar::from_value(&item.key) {
                places.entry(key).or_default().push(place);
            }
        }
        places
    });
    for item in right.iter() {
        let mut matched = false;
        let found = places.as_ref().and_then(|places| Some((places, Scalar::from_value(&item.key)?)));
        if let Some((places, key)) = found {
            for left in places.get(&key).into_iter().flatten().map(|place| left.items[*place].borrow()) {
                if same_key(&left, &item) {
                    subset(&left.value, &item.value)?;
                    matched = true;
                }
            }
        } else {
            for left in left.iter().filter(|left| same_key(left, &item)) {
                subset(&left.value, &item.value)?;
                matched = true;
            }
        }
        if !matched {
            return Err("Expected at least one map item to match by key".to_owned());
        }
    }
    Ok(())
}

fn array_subset(left: &Array, right: &Array) -> Result<(), String> {
    for (place, item) in right.iter().enumerate() {
        let Some(left) = left.items.get(place) else {
            return Err("Expected to have matching number of array items".to_owned());
        };
        subset(&left.borrow().value, &item.value)?;
    }
    Ok(())
}

/// The error for a value of another type than `expected`. ytt converts values that `via=` returned to nodes only after
/// the overlay, so until then its messages name their Go types.
pub(super) fn type_mismatch(expected: &str, found: &Value) -> Error {
    Error::message(format!("Expected {expected}, but was {}", found.node_type_name()))
}

/// Whether two items have the same key. In ytt, computed integers and those read from YAML are different Go types.
fn same_key(left: &MapItem, right: &MapItem) -> bool {
    same(&left.key, &right.key) && left.meta.has_computed_key() == right.meta.has_computed_key()
}

/// Whether two keys or leaves are equal. ytt compares collections here including their positions, so that a collection
/// is only equal to its copies.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Map(l), Value::Map(r)) => {
            let (l, r) = (l.borrow(), r.borrow());
            l.position.compact() == r.position.compact()
                && l.items.len() == r.items.len()
                && l.iter().zip(r.iter()).all(|(l, r)| {
                    l.meta.position.compact() == r.meta.position.compact()
                        && same(&l.key, &r.key)
                        && same(&l.value, &r.value)
                })
        }
        (Value::Array(l), Value::Array(r)) => {
            let (l, r) = (l.borrow(), r.borrow());
            l.position.compact() == r.position.compact()
                && l.items.len() == r.items.len()
                && l.iter()
                    .zip(r.iter())
                    .all(|(l, r)| l.meta.position.compact() == r.meta.position.compact() && same(&l.value, &r.value))
        }
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::sample::{array, map};

    #[test]
    fn the_left_side_may_hold_more() {
        let left = map(vec![("kind", Value::str("engine")), ("doors", Value::Int(2))]);
        assert_eq!(subset(&left, &map(vec![("doors", Value::Int(2))])), Ok(()));
        assert_eq!(subset(&array(vec![Value::Int(1), Value::Int(2)]), &array(vec![Value::Int(1)])), Ok(()));
    }

    #[test]
    fn a_difference_is_named() {
        let left = map(vec![("doors", Value::Int(2))]);
        let wanted = map(vec![("doors", Value::str("2"))]);
        assert_eq!(subset(&left, &wanted), Err("Expected leaf values to match integer string".to_owned()));
        let missing = map(vec![("kind", Value::Null)]);
        assert_eq!(subset(&left, &missing), Err("Expected at least one map item to match by key".to_owned()));
        assert_eq!(subset(&Value::Null, &left), Err("Expected map, but was null".to_owned()));
        let longer = array(vec![Value::Int(1)]);
        let reason = "Expected to have matching number of array items".to_owned();
        assert_eq!(subset(&array(vec![]), &longer), Err(reason));
    }

    #[test]
    fn long_maps_compare_as_short_ones_do() {
        let keys: Vec<String> = (0..100).map(|i| format!("k{i}")).collect();
        let all = || map(keys.iter().map(|k| (k.as_str(), Value::Int(1))).collect());
        assert_eq!(subset(&all(), &all()), Ok(()));
        let fewer = map(keys[1..].iter().map(|k| (k.as_str(), Value::Int(1))).collect());
        assert!(subset(&fewer, &all()).is_err());
    }
}
