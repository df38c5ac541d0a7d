//! Every fix that is offered makes its problem go away and breaks nothing.

use ytterby::Clock;
use ytterby::boundary::{Content, Diagnostic, Fix, Limits, Request};

use std::rc::Rc;

use crate::{failing, golden, units};

/// The request after a fix; edits come in the order of the text.
fn applied(request: &Request, fix: &Fix) -> Result<Request, String> {
    let mut request = request.clone();
    for edit in fix.edits.iter().rev() {
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
    Ok(request)
}

fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let line = |diagnostic: &Diagnostic| {
        diagnostic.primary.as_ref().map(|place| (place.file.clone(), place.span.map(|span| span.start)))
    };
    (&a.code, &a.message, &a.path, line(a)) == (&b.code, &b.message, &b.path, line(b))
}

#[test]
fn each_fix_makes_its_problem_go_away() {
    let (mut diagnostics, mut fixed, mut fixes, mut wrong) = (0, 0, 0, Vec::new());
    for (golden, response) in failing() {
        let unreadable = |diagnostics: &[Diagnostic]| {
            diagnostics.iter().filter(|d| matches!(d.code.as_str(), "yaml" | "syntax" | "comment")).count()
        };
        for diagnostic in &response.diagnostics {
            diagnostics += 1;
            fixed += usize::from(!diagnostic.fixes.is_empty());
            for fix in &diagnostic.fixes {
                fixes += 1;
                let after = applied(&golden.request, fix).map(|request| golden::render(&request));
                let problem = match after {
                    Err(problem) => problem,
                    Ok(after) if after.diagnostics.iter().any(|d| is_same(d, diagnostic)) => "still there".to_owned(),
                    Ok(after) if unreadable(&after.diagnostics) > unreadable(&response.diagnostics) => after.report,
                    Ok(_) => continue,
                };
                wrong.push(format!("{}: {}: {}: {problem}", golden.name, diagnostic.message, fix.title));
            }
        }
    }
    println!("{fixes} fixes for {fixed} of {diagnostics} diagnostics\n{}", wrong.join("\n"));
    assert!(fixes > 0 && wrong.is_empty(), "{} wrong", wrong.len());
}

#[test]
fn each_fix_of_a_lint_makes_it_go_away() {
    let lint = |request: &Request| {
        // Whether data values are used is another matter, and takes a run.
        let request = Request { limits: Limits { steps: 1, ..Limits::default() }, ..request.clone() };
        let clock: Clock = Rc::new(|| 0.0);
        ytterby::insight::lint(&request, &clock).diagnostics
    };
    let (mut fixes, mut wrong) = (0, Vec::new());
    for golden in golden::cases(&["."]) {
        for diagnostic in lint(&golden.request) {
            for fix in &diagnostic.fixes {
                fixes += 1;
                let problem = match applied(&golden.request, fix).map(|request| lint(&request)) {
                    Err(problem) => problem,
                    Ok(after) if after.iter().any(|d| is_same(d, &diagnostic)) => "still there".to_owned(),
                    Ok(_) => continue,
                };
                wrong.push(format!("{}: {}: {}: {problem}", golden.name, diagnostic.message, fix.title));
            }
        }
    }
    println!("{fixes} fixes of lints\n{}", wrong.join("\n"));
    assert!(fixes > 0 && wrong.is_empty(), "{} wrong", wrong.len());
}
