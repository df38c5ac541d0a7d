//! Evaluates the matchers of `@ytt:overlay` and matching functions on a [`Pair`] of nodes.

use super::annotations::boolean;
use super::comparison::{self, type_mismatch};
use crate::diagnostics::cause::{BASE_ITEM, Cause};
use crate::diagnostics::key_position::written_key;
use crate::diagnostics::{Error, ErrorKind, Related};
use crate::positions::Position;
use crate::starlark::{FunctionCaller, Matcher, Pair, PlainValue};
use crate::yaml::tree::Value;

fn arguments(pair: &Pair) -> [PlainValue; 3] {
    [pair.first.clone(), PlainValue::from_value(pair.left), PlainValue::from_value(pair.right)]
}

/// Whether a matcher accepts the pair. Errors are prefixed with the matcher's name.
pub(crate) fn matches(matcher: &Matcher, pair: &Pair, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
    decide(matcher, pair, calls).map_err(|error| error.context(matcher.name()))
}

fn decide(matcher: &Matcher, pair: &Pair, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
    match matcher {
        Matcher::All => Ok(true),
        Matcher::Index(index) => match &pair.first {
            PlainValue::Int(first) => Ok(first == index),
            PlainValue::BigInt(_) => Err(Error::message("expected int64 value")),
            _ => Err(Error::message("expected starlark.Int")),
        },
        Matcher::MapKey(name) => {
            let left = field(pair.left, name)?;
            Ok(comparison::same(&left, &field(pair.right, name)?))
        }
        Matcher::Subset(subset) => subset.with_expected(calls, |expected| match expected {
            Ok(expected) => {
                expected.clone().convert_computed();
                Ok(comparison::subset(pair.left, expected).is_ok())
            }
            Err(problem) => Err(Error::message(problem)),
        }),
        Matcher::And(all) => {
            for by in all {
                if !accepts(by, pair, calls)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Matcher::Or(any) => {
            for by in any {
                if accepts(by, pair, calls)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Matcher::Not(by) => Ok(!accepts(by, pair, calls)?),
    }
}

/// Whether a matcher or a function accepts the pair. Fails if the call fails or does not return a bool.
pub(crate) fn accepts(by: &PlainValue, pair: &Pair, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
    match by {
        PlainValue::Matcher(matcher) => matches(matcher, pair, calls),
        PlainValue::Function(function) => boolean(&calls.call(function, &arguments(pair)).map_err(without_frames)?),
        other => Err(Error::message(format!("invalid call of non-function ({})", other.type_name()))),
    }
}

/// The value under a key; fails if `value` is not a map with that key.
pub(super) fn field(value: &Value, name: &str) -> Result<Value, Error> {
    let map = match value {
        Value::Map(map) if !map.borrow().position.is_computed() => map.borrow(),
        value => return Err(type_mismatch("value to be map", value)),
    };
    match map.get(name) {
        Some(item) => Ok(item.value.clone()),
        None => {
            let text = format!("Expected to find map item with key '{name}', but did not");
            let mut error = Error::message(text).caused(Cause::NoMatchKey { key: name.to_owned() });
            let first = map.items.first().map(|item| item.borrow().meta.position.clone());
            if let (Some(at), Some(message)) = (first.filter(Position::is_known), error.sentence_mut()) {
                message.related.push(Related { at: key_of(&at), label: BASE_ITEM.into() });
            }
            Err(error)
        }
    }
}

/// The position of an item from its key on.
fn key_of(at: &Position) -> Position {
    match (written_key(at), at.own_span()) {
        (Some(key), Some(value)) => {
            let start = key.own_span().map_or(value.start, |key| key.start.min(value.start));
            at.clone().with_span(start..value.end)
        }
        _ => at.clone(),
    }
}

/// The error of a failed call without its stack frames: ytt's overlay errors show only the message.
pub(super) fn without_frames(error: Error) -> Error {
    match *error.0 {
        ErrorKind::Template(mut problems) if !problems.is_empty() => problems.swap_remove(0).message,
        kind => Error::of(kind),
    }
}
