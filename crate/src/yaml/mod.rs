//! YAML as ytt sees it: a tree with positions and comments, its reader and its printer.
//!
//! Takes bytes, hands on a [`tree::DocumentSet`]; and back. Knows no Starlark: what a comment
//! or an annotation means is decided elsewhere.

pub(crate) mod format;
pub(crate) mod go_format;
pub(crate) mod history;
pub(crate) mod inline;
pub(crate) mod json;
pub(crate) mod keys;
pub(crate) mod map_key;
pub(crate) mod printer;
pub(crate) mod reader;
pub(crate) mod scalars;
pub(crate) mod tree;

mod comments;
mod events;
mod hints;
mod source_guards;

#[cfg(test)]
mod tests;
