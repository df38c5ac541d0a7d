//! Runs compiled templates on the `starlark` crate.
//!
//! A [`session::Session`] runs programs. What leaves it owns its data, is frozen, or is a handle to
//! something frozen: no Starlark heap lives outside of `eval/` and `stdlib/`.

pub(crate) mod argument;
pub(crate) mod builtins;
pub(crate) mod calls;
pub(crate) mod contexts;
pub(crate) mod definitions;
pub(crate) mod errors;
pub(crate) mod fragment;
pub(crate) mod frames;
pub(crate) mod host;
pub(crate) mod instructions;
mod loads;
pub(crate) mod matcher;
pub(crate) mod matchers;
pub(crate) mod module;
pub(crate) mod modules;
mod nesting;
pub(crate) mod recording;
pub(crate) mod scope;
pub(crate) mod session;
pub(crate) mod shared;
#[cfg(test)]
mod snippet_tests;
pub(crate) mod stopping;
pub(crate) mod store;
pub(crate) mod structs;
pub(crate) mod values;
