//! Paths to values: `kiln.stages[0].name`, and `labels["app.kind"]` where a key has odd characters.
//!
//! Parses paths into steps, and finds the value at a path.

use std::fmt;

use crate::plain_data::{Plain, quoted};
use crate::plain_yaml::shortened;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path(pub(super) Vec<Step>);

/// Parses a path. The error describes the syntax error.
pub(super) fn parse(text: &str) -> Result<Path, String> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (step, after) = bracketed(inside)?;
            steps.push(step);
            rest = after;
            continue;
        }
        // A dot may only come between two steps.
        let name = if steps.is_empty() {
            rest
        } else {
            rest.strip_prefix('.').ok_or_else(|| format!("there is no dot before `{rest}`"))?
        };
        let end = name.find(['.', '[']).unwrap_or(name.len());
        if end == 0 {
            return Err("a name is missing (a key with odd characters is written [\"like this\"])".to_owned());
        }
        steps.push(Step::Key(name[..end].to_owned()));
        rest = &name[end..];
    }
    Ok(Path(steps))
}

/// Parses `0]…` or `"a key"]…`; returns the step and the rest.
fn bracketed(inside: &str) -> Result<(Step, &str), String> {
    let not_closed = || "a bracket is not closed".to_owned();
    if inside.starts_with('"') {
        let mut strings = serde_json::Deserializer::from_str(inside).into_iter::<String>();
        let key = strings.next().and_then(Result::ok).ok_or_else(|| "a key in quotes is not closed".to_owned())?;
        let after = inside.get(strings.byte_offset()..).and_then(|rest| rest.strip_prefix(']'));
        return Ok((Step::Key(key), after.ok_or_else(not_closed)?));
    }
    let (number, after) = inside.split_once(']').ok_or_else(not_closed)?;
    let index = number.parse().map_err(|_| format!("`{number}` is neither a number nor a key in quotes"))?;
    Ok((Step::Index(index), after))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if key.is_empty() || key.contains(['.', '[', '"']) => {
                    write!(f, "[{}]", quoted(key))?;
                }
                Step::Key(key) if number == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
            }
        }
        Ok(())
    }
}

impl Path {
    /// The path as in ytt's reports, where keys are not quoted.
    pub(super) fn as_reported(&self) -> String {
        let mut text = String::new();
        for step in &self.0 {
            match step {
                Step::Index(index) => text.push_str(&format!("[{index}]")),
                Step::Key(key) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(key);
                }
            }
        }
        text
    }

    /// The value at the path in `document`. The error names the first step that does not exist.
    pub(super) fn find<'d>(&self, document: &'d Plain) -> Result<&'d Plain, String> {
        let mut value = document;
        for (done, step) in self.0.iter().enumerate() {
            let next = match step {
                Step::Key(key) => value.key(key),
                Step::Index(index) => match value {
                    Plain::List(items) => items.get(*index),
                    _ => None,
                },
            };
            value = next.ok_or_else(|| {
                let here = Path(self.0[..done].to_vec()).to_string();
                let here = if here.is_empty() { "the whole".to_owned() } else { here };
                match (step, value) {
                    (Step::Key(key), Plain::Map(entries)) => {
                        let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
                        format!("{here} has no {key}, but {}", listed(&keys))
                    }
                    (Step::Index(_), Plain::List(items)) => format!("{here} has {} items", items.len()),
                    (Step::Key(_), _) => format!("{here} is no map: {}", value_text(value)),
                    (Step::Index(_), _) => format!("{here} is no list: {}", value_text(value)),
                }
            })?;
        }
        Ok(value)
    }
}

/// A list of names for a sentence, shortened.
pub(super) fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    shortened(&names.join(", "), 200)
}

/// A value as JSON, so that strings and numbers differ.
pub(super) fn value_text(value: &Plain) -> String {
    shortened(&value.to_string(), 300)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_paths() {
        let steps = |text: &str| parse(text).map(|path| path.0);
        let key = |key: &str| Step::Key(key.to_owned());
        assert_eq!(steps("a.b[0].c"), Ok(vec![key("a"), key("b"), Step::Index(0), key("c")]));
        assert_eq!(steps(r#"a["x.y"]["]\""][1]"#), Ok(vec![key("a"), key("x.y"), key("]\""), Step::Index(1)]));
        assert_eq!(steps("[2]"), Ok(vec![Step::Index(2)]));
        assert_eq!(steps(""), Ok(vec![]));
        assert_eq!(steps("a b.c-d"), Ok(vec![key("a b"), key("c-d")]));
    }

    #[test]
    fn syntax_errors() {
        for wrong in ["a.", ".a", "a..b", "a[", "a[1", "a[x]", "a[\"x]", "a[\"x\"", "a[0]b", "a[-1]", "[]"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn formatted_paths_are_parsed_back() {
        for text in ["a.b[0].c", r#"a["x.y"]"#, r#"["",][0]"#.replace(',', "").as_str()] {
            assert_eq!(parse(text).map(|path| path.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(parse(r#"a["x.y"][0]"#).map(|path| path.as_reported()).as_deref(), Ok("a.x.y[0]"));
    }
}
