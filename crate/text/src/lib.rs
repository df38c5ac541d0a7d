//! The lowest layer: texts and positions in them.
//!
//! - [`positions`]: sources, and positions in them.
//! - [`byte_text`]: ytt's byte strings as Rust strings.
//! - [`spelling`]: the most similar name.
//!
//! This layer must not know YAML or Starlark: it does not parse anything, and depends on no other layer and on no package.

#![warn(missing_docs)]

pub mod byte_text;
pub mod positions;
pub mod spelling;
