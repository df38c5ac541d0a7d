//! Runs compiled templates on the `starlark` crate.
//!
//! A [`session::Session`] runs programs. What leaves it owns its data, is frozen, or is a handle to
//! something frozen: no Starlark heap lives outside of `eval/` and `stdlib/`.

pub mod argument;
pub mod builtins;
pub mod calls;
pub mod contexts;
pub mod definitions;
pub mod errors;
pub mod fragment;
pub mod frames;
pub mod host;
pub mod instructions;
mod loads;
pub mod matcher;
pub mod matchers;
pub mod module;
pub mod modules;
mod nesting;
pub mod recording;
pub mod scope;
pub mod session;
pub mod shared;
#[cfg(test)]
mod snippet_tests;
pub mod stopping;
pub mod store;
pub mod structs;
pub mod values;
