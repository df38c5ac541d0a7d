//! Runs compiled programs on the `starlark` crate.
//!
//! # What the starlark crate does that the rest works around
//!
//! - It inlines a function that only returns an operation into its callers in other modules, and then reports an error of the
//!   operation at the call and without the function's frame. `Emitter::keep_frame` writes `x = None` before such a `return`:
//!   a function with two statements is not inlined.
//! - All lambdas have one name in its errors. `dialect::hoist` writes them as functions with names of their own where the meaning
//!   stays the same, and functions of one name get different ones (`names::function_name`).
//! - It evaluates operations of constants and drops loops over constants while it compiles. `__iterable(x)` keeps it from
//!   recognising a constant.
//! - It drops parentheses, so its span of `(a or b) + c` starts at `a`. The emitter marks the range that the starlark crate will report.
//! - It asks whether to cancel the evaluation about every 1,000 steps, again while the error unwinds, and once more when an evaluation
//!   has ended. A second cancellation would replace the error that has a position, so `Stopping` answers no for a while after it
//!   has cancelled (`ASKS_AFTER_STOP`), and does not count the last question.
//! - For a missing attribute it asks the value for all names (`dir_attr`), and then reports only the nearest.
//!   [`attributes::asked`](builtins::attributes::asked) keeps them for ytt's message.
//! - Freezing a module recurses with the nesting of its values, and so does its parser with the nesting of code, until the native
//!   stack is full. [`nesting`] and the dialect limit both.
//! - Its garbage collector moves values and knows only variables, not the operands of a running expression. It is off; [`shared`]
//!   collects where that is safe.
//! - Errors of some kinds have no public type. `errors::untyped` lists them.

pub(crate) mod builtins;
pub(crate) mod comparison;
pub(crate) mod definitions;
pub(crate) mod errors;
pub(crate) mod fragment;
pub(crate) mod frames;
pub(crate) mod function_caller;
pub(crate) mod host;
pub(crate) mod instructions;
pub(crate) mod loads;
pub(crate) mod matcher;
pub(crate) mod matchers;
pub(crate) mod module;
pub(crate) mod modules;
mod nesting;
pub(crate) mod plain_value;
pub(crate) mod recording;
pub(crate) mod scope;
pub(crate) mod session;
pub(crate) mod shared;
#[cfg(test)]
mod snippet_tests;
pub(crate) mod stopping;
pub(crate) mod store;
pub(crate) mod structs;
pub(crate) mod tree_builder;
pub(crate) mod values;
