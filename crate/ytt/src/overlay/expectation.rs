//! How many nodes an overlay item must match: `expects=`, `missing_ok=` and `when=`.

use super::annotations::{MATCH, annotation_error, because, wrong_type};
use super::matcher::without_frames;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::{Error, ErrorKind, Message, Related};
use crate::positions::Position;
use crate::starlark::{FunctionCaller, PlainValue};

/// The three keywords of `@overlay/match` and `@overlay/match-child-defaults`.
#[derive(Clone, Debug, Default)]
pub(super) struct Expectation {
    pub(super) expects: Option<PlainValue>,
    pub(super) missing_ok: Option<PlainValue>,
    pub(super) when: Option<PlainValue>,
}

enum Failure {
    /// The number of matches is not the expected one; with `when=`, the item is skipped.
    Count {
        /// None if a function decides.
        wanted: Option<String>,
    },
    /// The annotation itself is wrong.
    Wrong(Error),
}

impl Expectation {
    /// Sets the keywords that are not set to those of `defaults`.
    pub(super) fn inherit(&mut self, defaults: &Expectation) {
        let fill = |own: &mut Option<PlainValue>, default: &Option<PlainValue>| {
            if own.is_none() {
                own.clone_from(default);
            }
        };
        fill(&mut self.expects, &defaults.expects);
        fill(&mut self.missing_ok, &defaults.missing_ok);
        fill(&mut self.when, &defaults.when);
    }

    /// Sets the keyword of that name; false if it is unknown.
    pub(super) fn set(&mut self, keyword: &str, argument: &PlainValue) -> bool {
        let place = match keyword {
            "expects" => &mut self.expects,
            "missing_ok" => &mut self.missing_ok,
            "when" => &mut self.when,
            _ => return false,
        };
        *place = Some(argument.clone());
        true
    }

    /// Whether the item is applied to its `count` matches; false if `when=` does not hold. Only an error needs the `positions` of the
    /// matches.
    pub(super) fn check(
        &self,
        count: usize,
        positions: impl FnOnce() -> Vec<Position>,
        calls: &mut dyn FunctionCaller,
    ) -> Result<bool, Error> {
        let both = |a: &'static str, b: &'static str| {
            let error = annotation_error(format!("Expected only one of keyword arguments ('{a}', '{b}') specified"));
            Err(because(error, MATCH, AnnotationMistake::Exclusive { keywords: [a, b] }))
        };
        let outcome = match (&self.missing_ok, &self.when, &self.expects) {
            (Some(_), _, Some(_)) => return both("missing_ok", "expects"),
            (Some(_), Some(_), None) => return both("missing_ok", "when"),
            (None, Some(_), Some(_)) => return both("when", "expects"),
            (Some(PlainValue::Bool(true)), None, None) if count == 0 => Ok(()),
            (Some(PlainValue::Bool(_)), None, None) => check_count(&PlainValue::Int(1), "missing_ok", count, calls),
            (Some(other), None, None) => {
                let error = annotation_error("Expected keyword argument 'missing_ok' to be a boolean");
                return Err(wrong_type(error, MATCH, "missing_ok", other));
            }
            (None, Some(when), None) => check_count(when, "when", count, calls),
            (None, None, Some(expects)) => check_count(expects, "expects", count, calls),
            (None, None, None) => check_count(&PlainValue::Int(1), "", count, calls),
        };
        match outcome {
            Ok(()) => Ok(true),
            Err(Failure::Count { .. }) if self.when.is_some() => Ok(false),
            Err(Failure::Count { wanted }) => {
                let matches = positions();
                let related = matches.iter().map(|at| Related { at: at.clone(), label: "matched".into() });
                let related = related.collect();
                let text = failure_text(wanted.as_deref(), &matches);
                let cause = Cause::MatchCount { found: count, wanted, key: None, nearest: None };
                Err(Error::of(ErrorKind::Message(Message {
                    text,
                    at: Position::unknown(),
                    related,
                    code: Some(Code::OverlayMatch),
                    cause: Some(cause),
                    advice: None,
                    remedies: Vec::new(),
                })))
            }
            Err(Failure::Wrong(error)) => Err(error),
        }
    }
}

fn check_count(
    wanted: &PlainValue,
    keyword: &'static str,
    count: usize,
    calls: &mut dyn FunctionCaller,
) -> Result<(), Failure> {
    let other_than = |wanted: String| Failure::Count { wanted: Some(wanted) };
    match wanted {
        PlainValue::Int(wanted) => match usize::try_from(*wanted) {
            Ok(wanted) if wanted == count => Ok(()),
            _ => Err(other_than(wanted.to_string())),
        },
        PlainValue::BigInt(wanted) => Err(other_than(wanted.clone())),
        PlainValue::Str(text) => {
            let least = text.strip_suffix('+').and_then(|digits| digits.parse::<i64>().ok());
            let Some(least) = least else {
                let error = annotation_error(format!("Expected '{text}' to be in format 'i+' where i is an integer"));
                let mistake = AnnotationMistake::Count { text: text.to_string() };
                return Err(Failure::Wrong(because(error, MATCH, mistake)));
            };
            if i64::try_from(count).is_ok_and(|count| count < least) {
                return Err(other_than(format!(">= {least}")));
            }
            Ok(())
        }
        PlainValue::List(alternatives) => {
            let mut outcome = Ok(());
            for wanted in alternatives {
                outcome = check_count(wanted, keyword, count, calls);
                if outcome.is_ok() {
                    break;
                }
            }
            outcome
        }
        PlainValue::Function(function) => {
            let count = PlainValue::Int(i64::try_from(count).unwrap_or(i64::MAX));
            let result = calls.call(function, &[count]).map_err(|error| Failure::Wrong(without_frames(error)))?;
            match result {
                PlainValue::Bool(true) => Ok(()),
                PlainValue::Bool(false) => Err(Failure::Count { wanted: None }),
                _ => {
                    let text =
                        format!("Expected keyword argument '{keyword}' to have a function that returns a boolean");
                    Err(Failure::Wrong(annotation_error(text)))
                }
            }
        }
        // Matchers have three parameters.
        PlainValue::DataFunction(matcher) => {
            let text = format!("{}: expected exactly 3 arguments", matcher.name());
            Err(Failure::Wrong(annotation_error(text)))
        }
        other => {
            let text = format!(
                "Expected 'overlay/match' annotation keyword argument '{keyword}' to be either int, string or function, but was {}",
                other.go_type()
            );
            Err(Failure::Wrong(wrong_type(annotation_error(text), MATCH, keyword, other)))
        }
    }
}

fn failure_text(wanted: Option<&str>, matches: &[Position]) -> String {
    let Some(wanted) = wanted else { return "Expectation of number of matched nodes failed".to_owned() };
    let mut text = format!("Expected number of matched nodes to be {wanted}, but was {}", matches.len());
    if !matches.is_empty() {
        // ytt sorts them as strings: line 10 comes before line 2.
        let mut lines: Vec<String> = matches.iter().map(Position::compact).collect();
        lines.sort();
        text.push_str(&format!(" (lines: {})", lines.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::report::text;
    use crate::overlay::sample::Answers;
    use crate::positions::Source;

    fn at(line: u32) -> Position {
        Position::new(Source::new("a.yml", ""), line)
    }

    fn expects(argument: PlainValue, lines: &[u32]) -> Result<bool, String> {
        let expectation = Expectation { expects: Some(argument), ..Expectation::default() };
        let matches: Vec<Position> = lines.iter().map(|line| at(*line)).collect();
        expectation.check(matches.len(), || matches, &mut Answers::none()).map_err(|error| text(&error))
    }

    #[test]
    fn counts_are_compared_and_lines_sorted_as_text() {
        assert_eq!(expects(PlainValue::Int(2), &[1, 5]), Ok(true));
        let message = "Expected number of matched nodes to be 1, but was 2 (lines: a.yml:10, a.yml:2)";
        assert_eq!(expects(PlainValue::Int(1), &[2, 10]), Err(message.to_owned()));
    }

    #[test]
    fn at_least_so_many() {
        assert_eq!(expects(PlainValue::Str("1+".into()), &[4]), Ok(true));
        let message = "Expected number of matched nodes to be >= 3, but was 0";
        assert_eq!(expects(PlainValue::Str("3+".into()), &[]), Err(message.to_owned()));
        let message = "Expected 'many' to be in format 'i+' where i is an integer";
        assert_eq!(expects(PlainValue::Str("many".into()), &[]), Err(message.to_owned()));
    }

    #[test]
    fn when_skips_instead_of_failing() {
        let when = Expectation { when: Some(PlainValue::Int(1)), ..Expectation::default() };
        assert_eq!(when.check(0, Vec::new, &mut Answers::none()).map_err(|e| text(&e)), Ok(false));
        let both = Expectation { missing_ok: Some(PlainValue::Bool(true)), ..when };
        let message = "Expected only one of keyword arguments ('missing_ok', 'when') specified";
        assert_eq!(both.check(0, Vec::new, &mut Answers::none()).map_err(|e| text(&e)), Err(message.to_owned()));
    }
}
