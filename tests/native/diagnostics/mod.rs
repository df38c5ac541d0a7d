//! Diagnostics in their structured form: small examples for each code with the places marked in their text, and
//! properties that hold for every golden case.

#[path = "../case_file.rs"]
mod case_file;
#[path = "../golden.rs"]
mod golden;
#[path = "../span.rs"]
mod span;

mod examples;
mod fixes;
mod places;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use golden::{Golden, cases, cases_in};
use ytterby::boundary::{Request, Response};

/// Every golden case that can be run, the peer's too where they are at hand.
fn all_cases() -> Vec<Golden> {
    let mut all = cases(&["."]);
    all.extend(cases(&["../differences"]));
    let given = env::var_os("YTT_PEER_CASES").map(PathBuf::from);
    let peer = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/peer"));
    all.extend(cases_in(&peer, &["."]));
    all
}

/// Every case that fails, with what it gives; they are run once for all tests.
fn failing() -> &'static [(Golden, Response)] {
    static FAILING: LazyLock<Vec<(Golden, Response)>> = LazyLock::new(|| {
        // A comparison of schemas that finds what breaks has answered, and exits with 1.
        let has_answered = |response: &Response| response.report.is_empty() && !response.stdout.is_empty();
        let run = |golden: Golden| {
            golden.failure().filter(|response| !has_answered(response)).map(|response| (golden, response))
        };
        all_cases().into_iter().filter_map(run).collect()
    });
    &FAILING
}

/// UTF-16 code units of a file of the request that is text.
fn units(request: &Request, path: &str) -> Option<Vec<u16>> {
    golden::text_of(request, path).map(|text| text.encode_utf16().collect())
}
