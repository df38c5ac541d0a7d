//! The matchers of `@ytt:overlay` as data: `overlay.all`, `overlay.subset(…)` and the others.
//!
//! Templates see them as functions. An overlay that is matched by one need not call into the evaluator, and no tree is
//! copied for it.

use std::any::Any;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::starlark::{Current, DataFunction, FunctionCaller, PlainValue};
use crate::yaml::tree::Value;

/// A matcher: the condition for an item on the left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Matcher {
    /// Every item.
    All,
    /// The item at an index.
    Index(i64),
    /// Items with the same value of a key.
    MapKey(Arc<str>),
    /// Items that contain a value.
    Subset(Subset),
    /// Items that all of the matchers accept.
    And(Vec<PlainValue>),
    /// Items that one of the matchers accepts.
    Or(Vec<PlainValue>),
    /// Items that the matcher does not accept.
    Not(PlainValue),
}

/// The value that `overlay.subset` looks for. If it could not be made into YAML, the comparison fails.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Subset {
    given: Result<Value, String>,
    /// The value in the evaluator, which the program may change after it made the matcher.
    handle: Option<u64>,
    /// Its final value.
    last: OnceCell<Result<Value, String>>,
}

impl Subset {
    /// A value that does not change.
    pub(crate) fn of(given: Result<Value, String>) -> Subset {
        Subset { given, handle: None, last: OnceCell::new() }
    }

    /// A value of the evaluator that may change.
    pub(crate) fn of_handle(self, handle: u64) -> Subset {
        Subset { handle: Some(handle), ..self }
    }

    /// The last known value, without asking the evaluator.
    pub(crate) fn known(&self) -> &Result<Value, String> {
        self.last.get().unwrap_or(&self.given)
    }

    /// Calls `compare` with the current value.
    pub(crate) fn with_expected<T>(
        &self,
        calls: &mut dyn FunctionCaller,
        compare: impl FnOnce(&Result<Value, String>) -> T,
    ) -> T {
        let Some(handle) = self.handle.filter(|_| self.last.get().is_none()) else { return compare(self.known()) };
        match calls.current(handle) {
            Some(Current::Changing(now)) => compare(&now),
            Some(Current::Last(now)) => compare(self.last.get_or_init(|| now)),
            None => compare(&self.given),
        }
    }
}

/// The nodes that a matcher decides on.
pub(crate) struct Pair<'a> {
    /// The index on the left, or the key of a map item.
    pub first: PlainValue,
    /// The item on the left.
    pub left: &'a Value,
    /// The item of the overlay.
    pub right: &'a Value,
}

impl Matcher {
    /// The matcher that a function is, or an argument of an annotation.
    pub(crate) fn of(function: &dyn DataFunction) -> Option<&Matcher> {
        let function: &dyn Any = function;
        function.downcast_ref()
    }
}

impl DataFunction for Matcher {
    fn name(&self) -> &'static str {
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
}
