//! Evaluates the matchers of `@ytt:overlay` and matching functions on a [`Pair`] of nodes.

use super::annotations::boolean;
use super::comparison::{self, type_mismatch};
use super::matchers::{Matcher, Pair};
use crate::diagnostics::cause::{BASE_ITEM, Cause};
use crate::diagnostics::key_position::written_key;
use crate::diagnostics::{Error, ErrorKind, Related};
use crate::natives::{self, Evaluation};
use crate::positions::Position;
use crate::starlark::{DataFunction, FunctionCaller, PlainValue};
use crate::yaml::tree::Value;

fn arguments(pair: &Pair) -> [PlainValue; 3] {
    [pair.first.clone(), PlainValue::from_value(pair.left), PlainValue::from_value(pair.right)]
}

/// Whether a matcher accepts the pair. Errors are prefixed with the matcher's name.
pub(super) fn matches(matcher: &Matcher, pair: &Pair, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
    decide(matcher, pair, calls).map_err(|error| error.context(matcher.name()))
}

/// The matcher that a function of a template is: there are no other functions that are data.
pub(super) fn known(function: &dyn DataFunction) -> Result<&Matcher, Error> {
    Matcher::of(function).ok_or_else(|| Error::message(format!("{} is no matcher", function.name())))
}

/// Calls a matcher in a program, with index, left and right.
pub(crate) fn call<'v>(
    function: &dyn DataFunction,
    arguments: &[natives::Value<'v>],
    eval: &mut dyn Evaluation<'v>,
) -> Result<natives::Value<'v>, Error> {
    let matcher = known(function)?;
    let [first, left, right] = arguments else {
        return Err(Error::message(format!("{}: expected exactly 3 arguments", matcher.name())));
    };
    if matches!(matcher, Matcher::All) {
        return Ok(natives::Value::new_bool(true));
    }
    let first = eval.plain(*first)?;
    let [left, right] = [left, right].map(|side| eval.to_tree_at(*side, &Position::computed()));
    let (left, right) = (left?, right?);
    if let Matcher::Subset(_) = matcher {
        // As in ytt, dicts and lists in a fragment become nodes.
        left.clone().convert_computed();
    }
    let pair = Pair { first, left: &left, right: &right };
    matches(matcher, &pair, &mut *eval.function_caller()).map(natives::Value::new_bool)
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
        PlainValue::DataFunction(function) => matches(known(&**function)?, pair, calls),
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
            let mut error =
                Error::message(text).caused(Cause::NoMatchKey { key: name.to_owned(), is_of_others: false });
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
