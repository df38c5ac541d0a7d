//! Places are right in every case: they lie in their files, as editors count, and are there wherever ytt's report has one.

use std::collections::BTreeMap;

use ytterby::Code;
use ytterby::boundary::{Diagnostic, Place, Request, Response};

use crate::{failing, span, units};

fn places(diagnostic: &Diagnostic) -> Vec<Place> {
    let related = diagnostic.related.iter().map(|place| Place { file: place.file.clone(), span: place.span });
    let frames = diagnostic.frames.iter().filter_map(|frame| frame.place.clone());
    diagnostic.primary.iter().cloned().chain(related).chain(frames).collect()
}

fn check(place: &Place, request: &Request) -> Result<(), String> {
    let Some(text) = units(request, &place.file) else {
        let is_binary = request.files.iter().any(|file| file.path == place.file);
        // What ytt calls the text of a flag, and files that are in the bulk of one.
        let is_flag = place.file.starts_with('(') || request.args.iter().any(|arg| arg.starts_with("--bulk-in"));
        return if is_binary || is_flag { Ok(()) } else { Err(format!("no file {:?}", place.file)) };
    };
    let Some(span) = place.span else { return Ok(()) };
    span::check(&span, &text)
}

#[test]
fn places_lie_in_their_files() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (golden, response) in failing() {
        for place in response.diagnostics.iter().flat_map(places) {
            count += 1;
            if let Err(problem) = check(&place, &golden.request) {
                wrong.push(format!("{}: {problem}", golden.name));
            }
        }
    }
    println!("{count} places\n{}", wrong.join("\n"));
    assert!(count > 0 && wrong.is_empty(), "{} wrong", wrong.len());
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

#[test]
fn a_failure_has_diagnostics_and_a_place_where_the_report_has_one() {
    let (mut named, mut shown, mut without) = (0, 0, Vec::new());
    for (golden, response) in failing() {
        assert!(!response.diagnostics.is_empty(), "{} fails without a diagnostic", golden.name);
        if names_a_line(response, &golden.request) {
            named += 1;
            if response.diagnostics.iter().any(has_extent) {
                shown += 1;
            } else {
                without.push(golden.name.clone());
            }
        }
    }
    println!("{shown} of {named} reports that name a line come with a place\n{}", without.join("\n"));
    assert!(shown * 100 >= named * 99, "{} without a place", without.len());
}

#[test]
fn each_diagnostic_has_a_code_that_is_listed() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, response) in failing() {
        for diagnostic in &response.diagnostics {
            *counts.entry(diagnostic.code.clone()).or_default() += 1;
        }
    }
    println!("{counts:?}");
    assert!(counts.keys().all(|code| Code::ALL.iter().any(|known| known.as_str() == code)));
    assert_eq!(counts.get(Code::Internal.as_str()), None);
}
