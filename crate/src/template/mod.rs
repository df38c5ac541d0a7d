//! Templates, compiled: YAML or text with code in it becomes a [`program::Program`].

pub(crate) mod program;
