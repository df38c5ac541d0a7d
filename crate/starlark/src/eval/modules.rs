//! The modules that `load("@ytt:NAME", "NAME")` finds, which the evaluator does not know itself.

use starlark::values::Value;

use super::plain_value::FunctionCaller;
use super::plain_value::matcher::{Matcher, Pair};
use crate::diagnostics::Error;
use crate::extensions::Extensions;
use crate::natives::evaluation::Evaluation;

/// The modules of `@ytt:`.
pub trait Modules {
    /// Whether there is a module of the name.
    fn contain(&self, name: &str, extensions: Extensions) -> bool;

    /// Whether a matcher of `@ytt:overlay`, which code calls, takes the pair.
    fn matches(&self, matcher: &Matcher, pair: &Pair<'_>, calls: &mut dyn FunctionCaller) -> Result<bool, Error>;

    /// What a load of the module can bind, by name.
    fn load<'v>(&self, name: &str, eval: &mut dyn Evaluation<'v>) -> Result<Vec<(String, Value<'v>)>, Error>;
}
