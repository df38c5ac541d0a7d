//! Diagnostics: the catalogue with examples of each kind, and properties that hold for every golden case.

mod catalogue;
mod entry;
pub(crate) mod fixes;
mod headlines;
mod page;
mod places;

use ytterby::boundary::{Request, Response};

use crate::golden::{Golden, text_of};

/// The cases that fail.
fn failing(cases: &[Golden]) -> impl Iterator<Item = &Golden> {
    // A comparison of schemas with breaking changes is not a failure, although its exit status is 1.
    let has_answered = |response: &Response| response.report.is_empty() && !response.stdout.is_empty();
    cases.iter().filter(move |golden| golden.response.exit_status == 1 && !has_answered(&golden.response))
}

/// UTF-16 code units of a text file of the request.
fn units(request: &Request, path: &str) -> Option<Vec<u16>> {
    text_of(request, path).map(|text| text.encode_utf16().collect())
}
