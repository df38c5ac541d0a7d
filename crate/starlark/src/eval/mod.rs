//! Runs of templates: the session of a render, the built-in functions and operators, values as data, and the nodes that templates build.
//!
//! - [`session`] compiles programs and runs them on the [machine](crate::machine).
//! - `builtins` is for every program; `instructions` and `tree_builder` build nodes.
//! - Values leave a run as data or handles ([`plain_value`], `store`), and frozen by the `starlark` crate ([`module`]). It freezes value by
//!   value on the stack, so [`nesting`] limits how deeply they nest. What ytt has frozen while programs run is in `freezing`.
//! - `errors` and `frames` make ytt's messages of errors.

pub(crate) mod builtins;
pub(crate) mod collections;
pub(crate) mod comparison;
pub(crate) mod data_function_value;
pub(crate) mod definitions;
pub(crate) mod errors;
pub(crate) mod evaluation;
pub(crate) mod forms;
pub(crate) mod fragment;
pub(crate) mod frames;
pub(crate) mod freezing;
pub(crate) mod function_caller;
pub(crate) mod host;
pub(crate) mod instructions;
pub(crate) mod loaded;
pub(crate) mod loads;
pub(crate) mod module;
pub(crate) mod modules;
pub(crate) mod nesting;
pub(crate) mod notes;
pub(crate) mod object_type;
pub(crate) mod plain_value;
#[cfg(test)]
mod program_tests;
pub(crate) mod recording;
pub(crate) mod run;
mod running;
pub(crate) mod scalars;
pub(crate) mod scope;
pub(crate) mod session;
pub(crate) mod session_caller;
#[cfg(test)]
mod snippet_tests;
pub(crate) mod stopping;
pub(crate) mod store;
pub(crate) mod structs;
pub(crate) mod template;
#[cfg(test)]
mod test_run;
pub(crate) mod thawing;
pub(crate) mod tree_builder;
pub(crate) mod values;
