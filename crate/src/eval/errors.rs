//! From the crate's errors to ytt's.
//!
//! Natives of ours fail with an [`Error`] of ours inside (see [`fail`]), which comes out as it went in.

use std::fmt;

use starlark::ErrorKind;
use starlark::values::ValueError;

use crate::diagnostics::{self, Error};

/// An error of ours on its way through the crate.
struct Carried(Error);

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&diagnostics::report::text(&self.0))
    }
}

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Carried {}

/// What a native returns to fail with an error of ours.
pub(crate) fn fail(error: Error) -> starlark::Error {
    starlark::Error::new_native(Carried(error))
}

/// [`fail`] with one sentence.
pub(crate) fn message(text: impl Into<String>) -> starlark::Error {
    fail(Error::message(text))
}

/// The error of ours inside, if there is one.
pub(crate) fn carried(error: &starlark::Error) -> Option<&Error> {
    match error.kind() {
        ErrorKind::Native(inner) => inner.downcast_ref::<Carried>().map(|carried| &carried.0),
        _ => None,
    }
}

/// The crate's own structured error inside, if there is one.
pub(crate) fn value_error(error: &starlark::Error) -> Option<&ValueError> {
    match error.kind() {
        ErrorKind::Native(inner) | ErrorKind::Value(inner) | ErrorKind::Other(inner) => inner.downcast_ref(),
        _ => None,
    }
}

/// The text of an error without its place.
pub(crate) fn plain(error: &starlark::Error) -> String {
    error.without_diagnostic().to_string()
}

/// A function's name as the program has it.
pub(crate) fn program_name(name: &str) -> &str {
    name
}
