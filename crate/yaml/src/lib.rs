//! YAML as ytt reads and prints it: bytes to a [`tree::DocumentSet`] with positions and comments, and back.
//!
//! - [`reader`] turns the parser's events (`events`) into a [`tree`]; [`scalars`] resolves plain scalars.
//! - [`printer`], [`json`] and [`format`](mod@format) print trees.
//! - [`corrections`] of common mistakes are edits for editors.
//! - [`marked`] has the part of a line that a mistake is about.
//! - [`helm`] finds Helm's template actions, which are not YAML.
//! - [`outline`] lists documents, annotations and keys of a text for editors, also of an invalid one.
//! - [`decoding`] has Go's decoders of base64, JSON and YAML, with their messages.
//!
//! Only this layer may use `libyaml-safer`; `compat` makes it read every input as ytt's Go YAML reader does. It must not
//! know Starlark, nor what comments and annotations mean. It reads no clock; reading counts its work with
//! `ytterby_limits`.

#![warn(missing_docs)]

pub mod brackets;
pub mod corrections;
pub mod decoding;
pub mod format;
pub mod go_format;
pub mod helm;
pub mod history;
pub mod inline;
pub mod json;
pub mod map_key;
pub mod marked;
pub mod node;
pub mod outline;
pub mod printer;
pub mod reader;
pub mod scalars;
pub mod tree;
pub mod unmarked_code;

mod comments;
mod compat;
mod events;
mod mistakes;
mod pasted;

pub use mistakes::{ANNOTATION_GROUPS, indent};

use ytterby_diagnostics as diagnostics;
use ytterby_go as go;
use ytterby_limits as limits;
use ytterby_text::{byte_text, positions, spelling};

#[cfg(test)]
mod tests;
