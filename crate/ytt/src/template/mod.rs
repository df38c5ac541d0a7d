//! Compiles templates: YAML, text and Starlark files become a [`Program`](crate::program::Program).

mod annotation;
pub mod starlark;
pub mod text;
pub mod yaml;

#[cfg(test)]
mod session_tests;
