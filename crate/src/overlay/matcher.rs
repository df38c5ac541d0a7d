//! The matchers of @ytt:overlay as data: `overlay.all`, `overlay.subset(…)` and the others.
//!
//! Templates see them as functions. An overlay that is matched by one need not call into the
//! evaluator, and no tree is copied for it. Takes a [`Pair`], hands on whether it matches.

use std::sync::{Arc, OnceLock};

use super::annotations::boolean;
use super::comparison;
use crate::diagnostics::{Error, ErrorKind};
use crate::eval::argument::{Argument, Calls};
use crate::yaml::tree::Value;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Matcher {
    All,
    Index(i64),
    MapKey(Arc<str>),
    Subset(Subset),
    And(Vec<Argument>),
    Or(Vec<Argument>),
    Not(Argument),
}

/// What `overlay.subset` looks for. What could not be made into YAML fails where it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Subset {
    given: Result<Value, String>,
    /// The value in the evaluator, which the program may change after it made the matcher.
    handle: Option<u64>,
    /// What became of it in the end.
    last: OnceLock<Result<Value, String>>,
}

impl Subset {
    /// Of something that does not change.
    pub(crate) fn of(given: Result<Value, String>) -> Subset {
        Subset { given, handle: None, last: OnceLock::new() }
    }

    /// The same of a value of the evaluator that may change.
    pub(crate) fn of_handle(self, handle: u64) -> Subset {
        Subset { handle: Some(handle), ..self }
    }

    /// What is known without asking the evaluator.
    pub(super) fn known(&self) -> &Result<Value, String> {
        self.last.get().unwrap_or(&self.given)
    }

    fn is_in(&self, left: &Value, calls: &mut dyn Calls) -> Result<bool, Error> {
        let is_subset = |expected: &Result<Value, String>| match expected {
            Ok(expected) => Ok(comparison::subset(left, expected).is_ok()),
            Err(problem) => Err(Error::message(problem)),
        };
        let Some(handle) = self.handle.filter(|_| self.last.get().is_none()) else { return is_subset(self.known()) };
        match calls.current(handle) {
            Some(Current::Changing(now)) => is_subset(&now),
            Some(Current::Last(now)) => is_subset(self.last.get_or_init(|| now)),
            None => is_subset(&self.given),
        }
    }
}

/// A value of the evaluator as it is now.
pub(crate) enum Current {
    Changing(Result<Value, String>),
    Last(Result<Value, String>),
}

/// What a matcher decides on. The two sides are made into arguments only when a function asks.
pub(crate) struct Pair<'a> {
    /// The index on the left, or the key of a map item.
    pub(crate) first: Argument,
    pub(crate) left: &'a Value,
    pub(crate) right: &'a Value,
    pub(crate) left_argument: &'a mut Option<Argument>,
    pub(crate) right_argument: &'a mut Option<Argument>,
}

impl Pair<'_> {
    fn arguments(&mut self) -> [Argument; 3] {
        let left = self.left_argument.get_or_insert_with(|| Argument::from_value(self.left));
        let right = self.right_argument.get_or_insert_with(|| Argument::from_value(self.right));
        [self.first.clone(), left.clone(), right.clone()]
    }
}

impl Matcher {
    /// The name that errors and `repr` show.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Matcher::All => "overlay.all",
            Matcher::Index(_) => "overlay.index_matcher",
            Matcher::MapKey(_) => "overlay.map_key_matcher",
            Matcher::Subset(_) => "overlay.subset_matcher",
            Matcher::And(_) => "overlay.and_op",
            // ytt names both so.
            Matcher::Or(_) | Matcher::Not(_) => "overlay.or_op",
        }
    }

    /// Whether the pair matches. Errors carry the matcher's name.
    pub(crate) fn matches(&self, pair: &mut Pair, calls: &mut dyn Calls) -> Result<bool, Error> {
        self.decide(pair, calls).map_err(|error| error.context(self.name()))
    }

    fn decide(&self, pair: &mut Pair, calls: &mut dyn Calls) -> Result<bool, Error> {
        match self {
            Matcher::All => Ok(true),
            Matcher::Index(index) => match &pair.first {
                Argument::Int(first) => Ok(first == index),
                Argument::BigInt(_) => Err(Error::message("expected int64 value")),
                _ => Err(Error::message("expected starlark.Int")),
            },
            Matcher::MapKey(name) => {
                let left = field(pair.left, name)?;
                Ok(comparison::same(left, field(pair.right, name)?))
            }
            Matcher::Subset(subset) => subset.is_in(pair.left, calls),
            Matcher::And(all) => {
                for by in all {
                    if !holds(by, pair, calls)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Matcher::Or(any) => {
                for by in any {
                    if holds(by, pair, calls)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Matcher::Not(by) => Ok(!holds(by, pair, calls)?),
        }
    }
}

/// Whether a matcher or a function of the user takes the pair.
pub(crate) fn holds(by: &Argument, pair: &mut Pair, calls: &mut dyn Calls) -> Result<bool, Error> {
    match by {
        Argument::Matcher(matcher) => matcher.matches(pair, calls),
        Argument::Function(function) => boolean(&calls.call(function, &pair.arguments()).map_err(without_frames)?),
        other => Err(Error::message(format!("invalid call of non-function ({})", other.type_name()))),
    }
}

/// The value under a key of what must be a map that has it.
pub(super) fn field<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Error> {
    let Value::Map(map) = value else {
        return Err(Error::message(format!("Expected value to be map, but was {}", value.type_name())));
    };
    match map.get(name) {
        Some(item) => Ok(&item.value),
        None => Err(Error::message(format!("Expected to find map item with key '{name}', but did not"))),
    }
}

/// A failed call as overlays show it: what it says, not where the function stands.
pub(super) fn without_frames(error: Error) -> Error {
    match *error.0 {
        ErrorKind::Template(mut problems) if !problems.is_empty() => problems.swap_remove(0).message,
        kind => Error::of(kind),
    }
}
