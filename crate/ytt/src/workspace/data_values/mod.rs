//! Data values that come with the command line: flags, environment variables and plain files
//! become documents that are overlaid on the data values of the input files.
//!
//! `flags` makes the documents, in ytt's order of precedence; `origin` remembers which text each
//! came from, so that a final value can say where it was set. The merging itself is one of the
//! steps of a library (`workspace/values.rs`), since libraries inside of others do the same.

pub mod flags;
pub mod origin;
