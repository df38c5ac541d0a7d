//! The lowest layer: texts, positions and errors.
//!
//! - [`diagnostics`]: sources, positions, errors with their codes and remedies, and ytt's report.
//! - [`byte_text`]: ytt's byte strings as Rust strings.
//! - [`spelling`]: the most similar name.
//!
//! Errors are data until `diagnostics::report` formats them. This layer must not know YAML or Starlark: it does not parse anything,
//! and depends on no other layer and on no package.

#![warn(missing_docs)]

pub mod byte_text;
pub mod diagnostics;
pub mod spelling;
