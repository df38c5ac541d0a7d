//! Every fix of a golden case resolves its problem without causing another.

use ytterby::boundary::{Caret, Content, Diagnostic, Fix, Limits, Request, RequestFile, Span};

use super::{failing, units};
use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, clock, peer_cases, render};

/// The request after a fix. Its edits are in the order of the text, or create a file.
pub(crate) fn applied(request: &Request, fix: &Fix) -> Result<Request, String> {
    let mut request = request.clone();
    for edit in fix.edits.iter().rev() {
        let start = Caret { line: 1, ..Caret::default() };
        if edit.span == (Span { start, end: start }) && request.files.iter().all(|file| file.path != edit.file) {
            request.files.push(RequestFile { path: edit.file.clone(), content: Content::Text(String::new()) });
        }
        let mut text = units(&request, &edit.file).ok_or("an edit of no file of the request")?;
        let (start, end) = (edit.span.start.offset as usize, edit.span.end.offset as usize);
        if start > end || end > text.len() {
            return Err("an edit outside of its file".to_owned());
        }
        text.splice(start..end, edit.text.encode_utf16());
        let text = String::from_utf16(&text).map_err(|error| error.to_string())?;
        for file in request.files.iter_mut().filter(|file| file.path == edit.file) {
            file.content = Content::Text(text.clone());
        }
    }
    if let Some(args) = &fix.args {
        request.args.clone_from(args);
    }
    Ok(request)
}

fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let line = |diagnostic: &Diagnostic| {
        diagnostic.primary.as_ref().map(|place| (place.file.clone(), place.span.map(|span| span.start)))
    };
    (&a.code, &a.headline, &a.message, &a.path, line(a)) == (&b.code, &b.headline, &b.message, &b.path, line(b))
}

#[test]
fn fixes_resolve_their_problems() {
    check_all(failing(cases()), apply_fixes).at_least(&[("fixes", 70)]);
    check_all(failing(peer_cases()), apply_fixes);
}

fn apply_fixes(golden: &Golden, found: &mut Findings) {
    let unreadable = |diagnostics: &[Diagnostic]| {
        diagnostics.iter().filter(|d| matches!(d.code.as_str(), "yaml" | "syntax" | "comment")).count()
    };
    for diagnostic in &golden.response.diagnostics {
        found.count("diagnostics");
        for fix in &diagnostic.fixes {
            found.count("fixes");
            let after = applied(&golden.request, fix).map(|request| render(&request));
            let problem = match after {
                Err(problem) => problem,
                Ok(after) if after.diagnostics.iter().any(|d| is_same(d, diagnostic)) => "still there".to_owned(),
                Ok(after) if unreadable(&after.diagnostics) > unreadable(&golden.response.diagnostics) => after.report,
                Ok(_) => continue,
            };
            found.wrong(format!("{}: {}: {problem}", diagnostic.message, fix.title));
        }
    }
}

#[test]
fn fixes_resolve_their_lints() {
    let lint = |request: &Request| {
        // With one step, since the lint of unused data values requires a run and has no fix.
        let request = Request { limits: Limits { steps: 1, ..Limits::default() }, ..request.clone() };
        ytterby_insight::lint(&request, &clock()).diagnostics
    };
    let found = check_all(cases(), |golden, found| {
        for diagnostic in lint(&golden.request) {
            for fix in &diagnostic.fixes {
                found.count("fixes");
                let problem = match applied(&golden.request, fix).map(|request| lint(&request)) {
                    Err(problem) => problem,
                    Ok(after) if after.iter().any(|d| is_same(d, &diagnostic)) => "still there".to_owned(),
                    Ok(_) => continue,
                };
                found.wrong(format!("{}: {}: {problem}", diagnostic.message, fix.title));
            }
        }
    });
    found.at_least(&[("fixes", 30)]);
}
