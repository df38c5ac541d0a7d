//! Checks and their results, as data.
//!
//! Checks come from bundles, where serde reads them and reports the position of an error, and from requests, where a malformed
//! check must not prevent the run ([`lenient`]).

use serde::{Deserialize, Deserializer, Serialize};

use crate::plain_data::{Plain, quoted};
use crate::plain_yaml::shortened;

/// An expectation about a run. Exactly one of `output`, `value`, `violation`, `error` and `passes` is set, and says what is checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Check {
    /// The author's description; generated if it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub title: String,
    /// The path of an output file; `-` is standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub output: Option<String>,
    /// With `output`: a value in it, as in `kiln.stages[0].name` or `labels["app.kind"]`; empty for the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub at: Option<String>,
    /// With `at`: the index of the document, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub document: Option<u32>,
    /// The expected value; without `at`, the whole text of the output. Null is a value.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub is: Option<Plain>,
    /// In place of `is`: there is a value, and it is another one. With null: the value is set.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub not: Option<Plain>,
    /// In place of `is`: the value is a list with such an item, or a map with such entries. Of a map, only these entries are compared.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub has: Option<Plain>,
    /// In place of `is`: the value is a number that is not smaller, or a list or a map with at least this many items.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub least: Option<u32>,
    /// With `output`: its text has at least this many lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub lines: Option<u32>,
    /// With `output`: it has at least this many documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub documents: Option<u32>,
    /// With `output`: a substring of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub contains: Option<String>,
    /// The path of an effective data value, with `is`, `not`, `has` or `least`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<String>,
    /// The path of a data value that violates a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub violation: Option<String>,
    /// With `violation`: a substring of its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub says: Option<String>,
    /// The run fails, and this is a substring of ytt's report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub error: Option<String>,
    /// Whether the run succeeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub passes: Option<bool>,
    /// Why a check of a request is malformed; it is the `problem` of its result.
    #[serde(skip)]
    pub unreadable: Option<String>,
}

/// Distinguishes `is: null` from a missing `is`.
fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Plain>, D::Error> {
    Plain::deserialize(deserializer).map(Some)
}

/// Reads the checks of a request, which may come from a link that was edited by hand. A malformed check must not prevent the run.
pub(crate) fn lenient<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Check>, D::Error> {
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
                "not" => {
                    check.not = Some(value);
                    continue;
                }
                "has" => {
                    check.has = Some(value);
                    continue;
                }
                _ if value == Plain::Null => continue,
                "title" => {
                    check.title = text(&name, value)?;
                    continue;
                }
                "document" => {
                    check.document = Some(number(&name, &value)?);
                    continue;
                }
                "least" => {
                    check.least = Some(number(&name, &value)?);
                    continue;
                }
                "lines" => {
                    check.lines = Some(number(&name, &value)?);
                    continue;
                }
                "documents" => {
                    check.documents = Some(number(&name, &value)?);
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

fn number(name: &str, value: &Plain) -> Result<u32, String> {
    let Plain::Integer(number) = value else {
        return Err(format!("`{name}` is a number"));
    };
    u32::try_from(*number).map_err(|_| format!("There is no such `{name}`"))
}

fn text(name: &str, value: Plain) -> Result<String, String> {
    match value {
        Plain::Text(text) => Ok(text),
        _ => Err(format!("`{name}` is text")),
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckResult {
    /// Whether it passed.
    pub passed: bool,
    /// The title of the check, or a description of what it checks.
    pub title: String,
    /// If it failed: what was expected, shortened.
    pub expected: Option<String>,
    /// If it failed: what was found instead, shortened.
    pub found: Option<String>,
    /// What is wrong with the check itself.
    pub problem: Option<String>,
}

impl CheckResult {
    /// What is wrong, if it failed.
    pub fn failure(&self) -> Option<String> {
        let CheckResult { passed, title, expected, found, problem } = self;
        let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
        (!passed).then(|| match problem {
            Some(problem) => format!("{title}: {problem}"),
            None => format!("{title}\n  expected {}\n  found    {}", or_empty(expected), or_empty(found)),
        })
    }
}
