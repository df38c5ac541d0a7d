//! Diagnostics in their structured form: small examples for each code with the places marked in their text, and
//! properties that hold for every golden case.

mod examples;
mod fixes;
mod places;

use ytterby::boundary::{Request, Response};

use crate::golden::{Golden, text_of};

/// The cases that fail.
fn failing(cases: &[Golden]) -> impl Iterator<Item = &Golden> {
    // A comparison of schemas that found breaking changes is no failure, though it exits with 1.
    let has_answered = |response: &Response| response.report.is_empty() && !response.stdout.is_empty();
    cases.iter().filter(move |golden| golden.response.exit_status == 1 && !has_answered(&golden.response))
}

/// UTF-16 code units of a text file of the request.
fn units(request: &Request, path: &str) -> Option<Vec<u16>> {
    text_of(request, path).map(|text| text.encode_utf16().collect())
}
