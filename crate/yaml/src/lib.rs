//! YAML as ytt reads and prints it: bytes to a [`tree::DocumentSet`] with positions and comments, and back.
//!
//! - [`reader`] is the way in: libyaml's events (`events`) become a [`tree`], with the scalars of [`scalars`].
//! - [`printer`] and [`format`](mod@format) are the ways out; [`json`] prints the same tree as JSON.
//! - [`outline`] has documents, annotations and keys of a text that may not be valid YAML, for editors.
//! - [`decoding`] has Go's decoders of base64, JSON and YAML, with their messages.
//!
//! This is the only layer that knows `libyaml-safer`. It must not know Starlark: what a comment or an annotation means is
//! decided above. It reads no clock; reading counts its work with `ytterby_limits`.

pub mod brackets;
pub mod decoding;
pub mod format;
pub mod go_format;
pub mod history;
pub mod inline;
pub mod json;
pub mod map_key;
pub mod outline;
pub mod printer;
pub mod reader;
pub mod scalars;
pub mod tree;

mod comments;
mod compat;
mod events;
mod hints;

use ytterby_limits as limits;
use ytterby_text::{byte_text, diagnostics, go_float};

#[cfg(test)]
mod tests;
