//! What the evaluator asks the layers above about modules of native code.

use super::plain_value::FunctionCaller;
use super::plain_value::matcher::{Matcher, Pair};
use crate::diagnostics::Error;
use crate::extensions::Extensions;

/// The modules of native code that programs can load.
pub trait Modules {
    /// The path from which a module of the name is loaded, if there is one.
    fn path(&self, name: &str, extensions: Extensions) -> Option<String>;

    /// Whether a matcher of `@ytt:overlay`, which code calls, takes the pair.
    fn matches(&self, matcher: &Matcher, pair: &Pair<'_>, calls: &mut dyn FunctionCaller) -> Result<bool, Error>;
}
