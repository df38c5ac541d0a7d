//! Values that become data values, over golden cases and the examples: the output stays the same.

use ytterby::boundary::{Content, Request, Response};
use ytterby_insight::refactorings;

use crate::diagnostics::fixes::applied;
use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases_in, clock, examples, render, text_of};

#[test]
fn refactorings_do_not_change_the_output() {
    check_all(cases_in(&["overlays", "data-values"]).into_iter().chain(examples()), check)
        .at_least(&[("the same", 200)]);
}

fn check(golden: &Golden, found: &mut Findings) {
    let Golden { request, response, .. } = golden;
    // `--data-values-inspect` and similar flags print data values.
    if response.exit_status != 0 || request.args.iter().any(|arg| arg.contains("inspect")) {
        return;
    }
    for (file, offset) in starts_of_lines(request) {
        for fix in refactorings(request, &file, offset, &clock()) {
            let problem = match applied(request, &fix).map(|request| render(&request)) {
                Err(problem) => problem,
                Ok(after) if outputs(&after) == outputs(response) => {
                    found.count("the same");
                    continue;
                }
                Ok(after) if after.exit_status != 0 => after.report,
                Ok(_) => "another output".to_owned(),
            };
            found.wrong(format!("{file} at {offset}: {}: {problem}", fix.title));
        }
    }
}

fn starts_of_lines(request: &Request) -> Vec<(String, u32)> {
    let of_file = |path: &str| {
        let units: Vec<u16> = text_of(request, path).unwrap_or_default().encode_utf16().collect();
        let ends = units.iter().enumerate().filter(|(_, unit)| **unit == u16::from(b'\n')).map(|(at, _)| at as u32 + 1);
        std::iter::once(0).chain(ends).map(|offset| (path.to_owned(), offset)).collect::<Vec<_>>()
    };
    request.files.iter().flat_map(|file| of_file(&file.path)).collect()
}

fn outputs(response: &Response) -> Vec<(&str, &Content)> {
    response.files.iter().map(|file| (&*file.path, &file.content)).collect()
}
