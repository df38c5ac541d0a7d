//! Checks: compares a response with the expectations of a request.
//!
//! Each check has a result, in the same order. Checks are written by hand in bundles ([`bundle`](crate::bundle)); a malformed one
//! gets a `problem` and does not affect the others.

pub(crate) mod judge;
mod path;

pub use crate::boundary::check::{Check, CheckResult};

use crate::boundary::Response;
use crate::plain_data::Plain;

/// A result for each check, in order.
pub(crate) fn run(checks: &[Check], response: &Response) -> Vec<CheckResult> {
    let mut judge = judge::Judge::new(response);
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
    At { output: &'c str, document: usize, path: path::Path, is: &'c Plain },
    Value { path: path::Path, is: &'c Plain },
    Violation { path: &'c str, says: Option<&'c str> },
    Error(&'c str),
    Passes(bool),
}

/// The expectation of a check. The error says why it is malformed.
fn expectation(check: &Check) -> Result<Expectation<'_>, String> {
    let Check { title: _, output, at, document, is, contains, value, violation, says, error, passes, unreadable } =
        check;
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
    let details = [
        ("at", at.is_some(), "output"),
        ("document", document.is_some(), "output"),
        ("contains", contains.is_some(), "output"),
        ("is", is.is_some(), if kind == "value" { "value" } else { "output" }),
        ("says", says.is_some(), "violation"),
    ];
    if let Some((name, ..)) = details.into_iter().find(|(_, given, of)| *given && *of != kind) {
        return Err(format!("`{name}` does not go with `{kind}`"));
    }
    let path_of = |text: &str| path::parse(text).map_err(|why| format!("`{text}` is not a path: {why}"));
    match (output, value, violation, error, passes) {
        (Some(output), ..) => match (is, contains) {
            (None, None) => Err("`output` needs `is` or `contains`".to_owned()),
            (Some(_), Some(_)) => Err("`is` and `contains` are two checks".to_owned()),
            (None, Some(_)) if at.is_some() || document.is_some() => {
                Err("`contains` looks at the whole output, not at one value of it".to_owned())
            }
            (None, Some(text)) => Ok(Expectation::Contains { output, text }),
            (Some(is), None) if at.is_some() || document.is_some() => {
                let document = document.unwrap_or_default() as usize;
                Ok(Expectation::At { output, document, path: path_of(at.as_deref().unwrap_or_default())?, is })
            }
            (Some(is), None) => match is {
                Plain::Text(is) => Ok(Expectation::Text { output, is }),
                _ => Err("Without `at`, `is` must be the whole text of the output".to_owned()),
            },
        },
        (_, Some(value), ..) => {
            let is = is.as_ref().ok_or("`value` needs `is`")?;
            Ok(Expectation::Value { path: path_of(value)?, is })
        }
        (_, _, Some(path), ..) => Ok(Expectation::Violation { path, says: says.as_deref() }),
        (_, _, _, Some(text), _) => Ok(Expectation::Error(text)),
        (.., passes) => Ok(Expectation::Passes(passes.unwrap_or(true))),
    }
}

#[cfg(test)]
mod tests;
