//! Runs compiled templates on the `starlark` crate.

pub(crate) mod argument;
pub(crate) mod module;
pub(crate) mod scope;
