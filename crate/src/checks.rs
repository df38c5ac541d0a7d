//! Checks: what somebody expects of a run, held against what came of it.
//!
//! Takes the checks of a request and its response, hands on a result for each, in the same order, in plain words. They are
//! part of a bundle ([`bundle`](crate::bundle)), where they are written by hand; a check that makes no sense is told so
//! (`problem`) and does not keep the others from being looked at.

mod judge;

mod path;

use serde::{Deserialize, Deserializer, Serialize};

use crate::boundary::Response;
use crate::plain_data::{Plain, quoted};
use crate::plain_yaml::shortened;

/// One thing that is expected of a run. Which, follows from the field that is given: `output`, `value`, `violation`,
/// `error` or `passes`, exactly one of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Check {
    /// In the words of whoever wrote it; made up where it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub title: String,
    /// The path of an output file; `-` is standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub output: Option<String>,
    /// With `output`: a value in it, as in `kiln.stages[0].name` or `labels["app.kind"]`; empty for the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub at: Option<String>,
    /// With `at`: which of the documents, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub document: Option<u32>,
    /// What the value is; without `at` the whole text of the output. Null is a value.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "unknown"))]
    pub is: Option<Plain>,
    /// With `output`: a part of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub contains: Option<String>,
    /// The path of an effective data value, with `is`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub value: Option<String>,
    /// The path of a data value that breaks a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub violation: Option<String>,
    /// With `violation`: a part of what it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub says: Option<String>,
    /// The run fails, and this is a part of ytt's report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub error: Option<String>,
    /// Whether the run succeeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub passes: Option<bool>,
    /// Why it could not even be read, where it came from a program: it is then answered with this problem.
    #[serde(skip)]
    pub unreadable: Option<String>,
}

/// Tells `is: null` from no `is`.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Plain>, D::Error> {
    Plain::deserialize(deserializer).map(Some)
}

/// Reads checks that a program hands over, which may have them from a link that somebody changed. One that cannot be read must
/// not keep the rest of the request from being run.
pub(crate) fn handed_over<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Check>, D::Error> {
    let checks = Vec::<Plain>::deserialize(deserializer)?;
    let unreadable = |problem| Check { unreadable: Some(problem), ..Check::default() };
    Ok(checks.into_iter().map(|data| Check::from_data(data).unwrap_or_else(unreadable)).collect())
}

impl Check {
    fn from_data(data: Plain) -> Result<Check, String> {
        let Plain::Map(fields) = data else {
            return Err("A check is a map".to_owned());
        };
        let mut check = Check::default();
        for (name, value) in fields {
            let text = match name.as_str() {
                "is" => {
                    check.is = Some(value);
                    continue;
                }
                _ if value == Plain::Null => continue,
                "title" => {
                    check.title = text(&name, value)?;
                    continue;
                }
                "document" => {
                    let Plain::Integer(number) = value else {
                        return Err("`document` is a number".to_owned());
                    };
                    check.document = Some(u32::try_from(number).map_err(|_| "There is no such `document`")?);
                    continue;
                }
                "passes" => {
                    let Plain::Bool(passes) = value else {
                        return Err("`passes` is true or false".to_owned());
                    };
                    check.passes = Some(passes);
                    continue;
                }
                "output" => &mut check.output,
                "at" => &mut check.at,
                "contains" => &mut check.contains,
                "value" => &mut check.value,
                "violation" => &mut check.violation,
                "says" => &mut check.says,
                "error" => &mut check.error,
                _ => return Err(format!("A check has no field {}", quoted(&shortened(&name, 60)))),
            };
            *text = Some(self::text(&name, value)?);
        }
        Ok(check)
    }
}

fn text(name: &str, value: Plain) -> Result<String, String> {
    match value {
        Plain::Text(text) => Ok(text),
        _ => Err(format!("`{name}` is text")),
    }
}

/// What came of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CheckResult {
    pub passed: bool,
    /// The check's own, or in plain words what it asks.
    pub title: String,
    /// Where it did not pass: what was expected, shortened.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub expected: Option<String>,
    /// Where it did not pass: what there was instead, shortened.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub found: Option<String>,
    /// The check itself is malformed.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub problem: Option<String>,
}

/// A result for each check, in order.
pub(crate) fn run(checks: &[Check], response: &Response) -> Vec<CheckResult> {
    let mut judge = judge::Judge::new(response);
    checks.iter().map(|check| result(check, &mut judge)).collect()
}

fn result(check: &Check, judge: &mut judge::Judge<'_>) -> CheckResult {
    let titled = |made_up: String| if check.title.is_empty() { made_up } else { check.title.clone() };
    let asked = match asked(check) {
        Ok(asked) => asked,
        Err(problem) => {
            let title = titled("a check that cannot be understood".to_owned());
            return CheckResult { title, problem: Some(problem), ..CheckResult::default() };
        }
    };
    let title = titled(judge::title(&asked));
    match judge.verdict(&asked) {
        Ok(()) => CheckResult { passed: true, title, ..CheckResult::default() },
        Err(judge::Failure { expected, found }) => {
            CheckResult { title, expected: Some(expected), found: Some(found), ..CheckResult::default() }
        }
    }
}

/// A check that makes sense.
enum Asked<'c> {
    Text { output: &'c str, is: &'c str },
    Contains { output: &'c str, text: &'c str },
    At { output: &'c str, document: usize, path: path::Path, is: &'c Plain },
    Value { path: path::Path, is: &'c Plain },
    Violation { path: &'c str, says: Option<&'c str> },
    Error(&'c str),
    Passes(bool),
}

/// What a check asks, or why it makes no sense.
fn asked(check: &Check) -> Result<Asked<'_>, String> {
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
            (None, Some(text)) => Ok(Asked::Contains { output, text }),
            (Some(is), None) if at.is_some() || document.is_some() => {
                let document = document.unwrap_or_default() as usize;
                Ok(Asked::At { output, document, path: path_of(at.as_deref().unwrap_or_default())?, is })
            }
            (Some(is), None) => match is {
                Plain::Text(is) => Ok(Asked::Text { output, is }),
                _ => Err("Without `at`, `is` must be the whole text of the output".to_owned()),
            },
        },
        (_, Some(value), ..) => {
            let is = is.as_ref().ok_or("`value` needs `is`")?;
            Ok(Asked::Value { path: path_of(value)?, is })
        }
        (_, _, Some(path), ..) => Ok(Asked::Violation { path, says: says.as_deref() }),
        (_, _, _, Some(text), _) => Ok(Asked::Error(text)),
        (.., passes) => Ok(Asked::Passes(passes.unwrap_or(true))),
    }
}

#[cfg(test)]
mod tests;
