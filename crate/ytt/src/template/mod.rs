//! Compiles templates: YAML, text and Starlark files become a [`Program`](crate::program::Program).

mod annotation;
pub(crate) mod starlark;
pub(crate) mod text;
pub(crate) mod yaml;

pub use starlark::compile as compile_starlark;
pub use text::compile as compile_text;
pub use yaml::{TemplateOptions, compile as compile_yaml, has_templating};

#[cfg(test)]
mod session_tests;
