//! Templates, compiled: YAML or text with code in it becomes a [`program::Program`].

pub(crate) mod annotation;
pub(crate) mod program;
pub(crate) mod starlark;
pub(crate) mod text;
pub(crate) mod yaml;
