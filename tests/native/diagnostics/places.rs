//! Positions in every case: they are within their files, in the units of editors, and exist if ytt's report has one.

use ytterby::Code;
use ytterby::boundary::{Diagnostic, Place, Request, Response};

use super::{failing, units};
use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, peer_cases};
use crate::span;

fn places(diagnostic: &Diagnostic) -> Vec<Place> {
    let related = diagnostic.related.iter().map(|place| Place { file: place.file.clone(), span: place.span });
    let frames = diagnostic.frames.iter().filter_map(|frame| frame.place.clone());
    diagnostic.primary.iter().cloned().chain(related).chain(frames).collect()
}

fn check(place: &Place, request: &Request) -> Result<(), String> {
    let Some(text) = units(request, &place.file) else {
        let is_binary = request.files.iter().any(|file| file.path == place.file);
        // The names of flags in ytt, and files in a `--bulk-in` flag.
        let is_flag = place.file.starts_with('(') || request.args.iter().any(|arg| arg.starts_with("--bulk-in"));
        return if is_binary || is_flag { Ok(()) } else { Err(format!("no file {:?}", place.file)) };
    };
    let Some(span) = place.span else { return Ok(()) };
    span::check(&span, &text)
}

#[test]
fn positions_are_within_their_files() {
    check_all(failing(cases()), check_places).at_least(&[("places", 1000)]);
    check_all(failing(peer_cases()), check_places);
}

fn check_places(golden: &Golden, found: &mut Findings) {
    for place in golden.response.diagnostics.iter().flat_map(places) {
        found.count("places");
        if let Err(problem) = check(&place, &golden.request) {
            found.wrong(problem);
        }
    }
}

/// Whether ytt's text names a file of the request and a line of it.
fn names_a_line(response: &Response, request: &Request) -> bool {
    request.files.iter().any(|file| {
        let mut found = response.report.match_indices(&file.path);
        found.any(|(at, path)| {
            let after = response.report[at + path.len()..].strip_prefix(':');
            after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
        })
    })
}

fn has_extent(diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.as_ref().and_then(|place| place.span);
    span.is_some_and(|span| span.start.offset < span.end.offset)
}

const NAMED: &str = "reports that name a line";
const WITH_PLACE: &str = "of these, with a place in a diagnostic";

#[test]
fn failures_have_diagnostics_with_the_positions_of_the_report() {
    let own = check_all(failing(cases()), find_places);
    own.at_least(&[(NAMED, 500)]);
    for found in [own, check_all(failing(peer_cases()), find_places)] {
        found.at_least(&[(WITH_PLACE, found.number_of(NAMED) * 99 / 100)]);
    }
}

fn find_places(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, name } = golden;
    assert!(!response.diagnostics.is_empty(), "no diagnostic");
    if names_a_line(response, request) {
        found.count(NAMED);
        if response.diagnostics.iter().any(has_extent) {
            found.count(WITH_PLACE);
        } else {
            println!("without a place: {name}");
        }
    }
}

#[test]
fn codes_of_diagnostics_are_listed() {
    check_all(failing(cases()), check_codes).at_least(&[("diagnostics", 500)]);
    check_all(failing(peer_cases()), check_codes);
}

fn check_codes(golden: &Golden, found: &mut Findings) {
    for diagnostic in &golden.response.diagnostics {
        found.count("diagnostics");
        if diagnostic.code == Code::Internal.as_str() || !Code::all().any(|c| c.as_str() == diagnostic.code) {
            found.wrong(&*diagnostic.code);
        }
    }
}
