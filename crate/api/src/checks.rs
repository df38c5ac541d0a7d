//! Checks: compares a response with the expectations of a request.
//!
//! Each check has a result, in the same order. Checks are written by hand in bundles ([`bundle`](crate::bundle)); a malformed one
//! gets a `problem` and does not affect the others.

pub(crate) mod judge;
mod path;

pub use crate::boundary::check::{Check, CheckResult};

use crate::answer::Trees;
use crate::boundary::Response;
use crate::plain_data::Plain;

/// A result for each check, in order.
pub(crate) fn run(checks: &[Check], response: &Response, trees: &Trees) -> Vec<CheckResult> {
    let mut judge = judge::Judge::new(response, trees);
    checks.iter().map(|check| result(check, &mut judge)).collect()
}

fn result(check: &Check, judge: &mut judge::Judge<'_>) -> CheckResult {
    let titled = |generated: String| if check.title.is_empty() { generated } else { check.title.clone() };
    let expectation = match expectation(check) {
        Ok(expectation) => expectation,
        Err(problem) => {
            let title = titled("a check that cannot be understood".to_owned());
            return CheckResult { title, problem: Some(problem), ..CheckResult::default() };
        }
    };
    let title = titled(judge::title(&expectation));
    match judge.verdict(&expectation) {
        Ok(()) => CheckResult { passed: true, title, ..CheckResult::default() },
        Err(judge::Failure { expected, found }) => {
            CheckResult { title, expected: Some(expected), found: Some(found), ..CheckResult::default() }
        }
    }
}

/// A well-formed check.
enum Expectation<'c> {
    Text { output: &'c str, is: &'c str },
    Contains { output: &'c str, text: &'c str },
    Lines { output: &'c str, least: usize },
    Documents { output: &'c str, least: usize },
    At { output: &'c str, document: usize, path: path::Path, want: Want<'c> },
    Value { path: path::Path, want: Want<'c> },
    Violation { path: &'c str, says: Option<&'c str> },
    Error(&'c str),
    Passes(bool),
}

/// The expected value.
#[derive(Clone, Copy)]
enum Want<'c> {
    Is(&'c Plain),
    Not(&'c Plain),
    Has(&'c Plain),
    Least(u32),
}

/// `None` if the check has none of the fields.
fn want(check: &Check) -> Result<Option<Want<'_>>, String> {
    let Check { is, not, has, least, .. } = check;
    let wants = [
        ("is", is.as_ref().map(Want::Is)),
        ("not", not.as_ref().map(Want::Not)),
        ("has", has.as_ref().map(Want::Has)),
        ("least", least.map(Want::Least)),
    ];
    let mut wants = wants.into_iter().filter_map(|(name, want)| Some((name, want?)));
    match (wants.next(), wants.next()) {
        (Some((name, _)), Some((other, _))) => Err(format!("`{name}` and `{other}` are two checks")),
        (first, _) => Ok(first.map(|(_, want)| want)),
    }
}

/// The expectation of a check. The error says why it is malformed.
fn expectation(check: &Check) -> Result<Expectation<'_>, String> {
    let Check { output, at, document, is, not, has, least, lines, documents, contains, .. } = check;
    let Check { value, violation, says, error, passes, unreadable, .. } = check;
    if let Some(problem) = unreadable {
        return Err(problem.clone());
    }
    let kinds = [
        ("output", output.is_some()),
        ("value", value.is_some()),
        ("violation", violation.is_some()),
        ("error", error.is_some()),
        ("passes", passes.is_some()),
    ];
    let mut kinds = kinds.into_iter().filter_map(|(name, given)| given.then_some(name));
    let Some(kind) = kinds.next() else {
        return Err("A check needs one of `output`, `value`, `violation`, `error` and `passes`".to_owned());
    };
    if let Some(other) = kinds.next() {
        return Err(format!("`{kind}` and `{other}` are two checks"));
    }
    let of_value = if kind == "value" { "value" } else { "output" };
    let details = [
        ("at", at.is_some(), "output"),
        ("document", document.is_some(), "output"),
        ("contains", contains.is_some(), "output"),
        ("lines", lines.is_some(), "output"),
        ("documents", documents.is_some(), "output"),
        ("is", is.is_some(), of_value),
        ("not", not.is_some(), of_value),
        ("has", has.is_some(), of_value),
        ("least", least.is_some(), of_value),
        ("says", says.is_some(), "violation"),
    ];
    if let Some((name, ..)) = details.into_iter().find(|(_, given, of)| *given && *of != kind) {
        return Err(format!("`{name}` does not go with `{kind}`"));
    }
    let path_of = |text: &str| path::parse(text).map_err(|why| format!("`{text}` is not a path: {why}"));
    match (output, value, violation, error, passes) {
        (Some(output), ..) => {
            let one_value = at.is_some() || document.is_some();
            let wholes = [
                ("contains", contains.as_ref().map(|text| Expectation::Contains { output, text })),
                ("lines", lines.map(|least| Expectation::Lines { output, least: least as usize })),
                ("documents", documents.map(|least| Expectation::Documents { output, least: least as usize })),
            ];
            let mut wholes = wholes.into_iter().filter_map(|(name, of_whole)| Some((name, of_whole?)));
            match (want(check)?, wholes.next(), wholes.next()) {
                (None, None, _) => {
                    Err("`output` needs `is`, `not`, `has`, `least`, `contains`, `lines` or `documents`".to_owned())
                }
                (Some(_), Some((name, _)), _) => Err(format!("`is` and `{name}` are two checks")),
                (_, Some((name, _)), Some((other, _))) => Err(format!("`{name}` and `{other}` are two checks")),
                (None, Some((name, _)), None) if one_value => {
                    Err(format!("`{name}` looks at the whole output, not at one value of it"))
                }
                (None, Some((_, of_whole)), None) => Ok(of_whole),
                (Some(want), None, _) if one_value => {
                    let document = document.unwrap_or_default() as usize;
                    Ok(Expectation::At { output, document, path: path_of(at.as_deref().unwrap_or_default())?, want })
                }
                (Some(Want::Is(Plain::Text(is))), None, _) => Ok(Expectation::Text { output, is }),
                (Some(Want::Is(_)), None, _) => {
                    Err("Without `at`, `is` must be the whole text of the output".to_owned())
                }
                (Some(_), None, _) => Err("`not`, `has` and `least` need `at` or `document`".to_owned()),
            }
        }
        (_, Some(value), ..) => {
            let want = want(check)?.ok_or("`value` needs `is`, `not`, `has` or `least`")?;
            Ok(Expectation::Value { path: path_of(value)?, want })
        }
        (_, _, Some(path), ..) => Ok(Expectation::Violation { path, says: says.as_deref() }),
        (_, _, _, Some(text), _) => Ok(Expectation::Error(text)),
        (.., passes) => Ok(Expectation::Passes(passes.unwrap_or(true))),
    }
}

#[cfg(test)]
mod tests;
