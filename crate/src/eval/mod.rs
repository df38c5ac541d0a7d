//! Runs compiled templates on the `starlark` crate.

pub(crate) mod argument;
pub(crate) mod builtins;
pub(crate) mod errors;
pub(crate) mod host;
pub(crate) mod module;
pub(crate) mod scope;
