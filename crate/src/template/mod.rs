//! Templates, compiled: YAML or text with code in it becomes a [`crate::program::Program`].

pub(crate) mod annotation;
pub(crate) mod starlark;
pub(crate) mod text;
pub(crate) mod yaml;

#[cfg(test)]
mod session_tests;
