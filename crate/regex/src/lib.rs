//! Takes the place of the crate `regex` for dependencies, see `[patch.crates-io]` in the workspace's manifest.
//!
//! The Starlark engine reads the comments of its own built-in functions with regular expressions, for documentation that
//! nobody asks for here; the whole of `regex` would be a tenth of the wasm. `regex-lite` is by the same authors and has
//! the same types; only `@ytt:regexp` needs more, and takes an engine of its own.

pub use regex_lite::*;
