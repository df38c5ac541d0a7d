//! Templates, compiled: YAML or text with code in it becomes a [`crate::program::Program`].

pub mod annotation;
pub mod starlark;
pub mod text;
pub mod yaml;

#[cfg(test)]
mod session_tests;
