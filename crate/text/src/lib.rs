//! The lowest layer: what every other one needs to talk about texts and about what is wrong with them.
//!
//! - [`diagnostics`]: sources, positions, problems with their codes and remedies, and the report in ytt's words.
//! - [`byte_text`]: strings of bytes, as ytt has them, in Rust's strings.
//! - [`go_float`]: floats as Go writes them.
//! - [`spelling`]: the name that is spelled most like another one.
//!
//! Problems are data here until `diagnostics::report` formats them. This layer knows neither YAML nor Starlark: it does not parse
//! anything, and depends on no other layer and on no package.

#![warn(missing_docs)]

pub mod byte_text;
pub mod diagnostics;
pub mod go_float;
pub mod spelling;
