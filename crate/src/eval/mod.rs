//! Runs compiled templates on the `starlark` crate.

pub(crate) mod argument;
