//! Recognises YAML that is commented out, which does not describe a value.

use crate::positions::Source;
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::tree::Value;

/// Words before a colon that begin a sentence rather than a key.
const PROSE: [&str; 12] =
    ["default", "defaults", "e.g", "eg", "example", "format", "note", "ref", "see", "todo", "type", "values"];

/// Whether a line of a comment is an item of a list.
pub(super) fn is_item(line: &str) -> bool {
    let line = line.trim_start_matches('#').trim_start();
    line == "-" || line.starts_with("- ")
}

/// The number of lines up to the last commented-out line.
pub(super) fn after(lines: &[String]) -> usize {
    let mut end = 0;
    let mut at = 0;
    while at < lines.len() {
        let length = run(&lines[at..]);
        at += length.max(1);
        if length > 0 {
            end = at;
        }
    }
    end
}

/// The number of lines before the first commented-out line.
pub(super) fn start(lines: &[String]) -> usize {
    (0..lines.len()).find(|at| run(&lines[*at..]) > 0 || value(&lines[*at..]).is_some()).unwrap_or(lines.len())
}

/// The map or list that all lines are, without their `#`.
pub(super) fn value(lines: &[String]) -> Option<Value> {
    if !is_item(lines.first()?) && !key(lines.first()?).is_some_and(|(key, _)| is_key(key)) {
        return None;
    }
    let text: String = lines.iter().map(|line| format!("{}\n", line.trim_start_matches('#'))).collect();
    let documents = reader::read(&Source::new("", &*text), text.as_bytes(), &ReadOptions::default()).ok()?;
    let value = documents.items.into_iter().next()?.into_content().value;
    matches!(value, Value::Map(_) | Value::Array(_)).then_some(value)
}

/// The number of lines at the start that are certainly commented out.
fn run(lines: &[String]) -> usize {
    let Some(first) = lines.first() else { return 0 };
    let indent = indentation(first);
    let inner = lines[1..].iter().take_while(|line| indentation(line) > indent && !text(line).is_empty()).count();
    let is_certain = match key(first.trim_start_matches(['#', ' ', '-'])) {
        Some((key, "")) => is_key(key) && inner > 0,
        Some((key, value)) => is_key(key) && is_value(value),
        None => false,
    };
    if is_certain && value(&lines[..=inner]).is_some() { inner + 1 } else { 0 }
}

/// The text before and after the first colon.
fn key(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('#').trim();
    let (key, value) = line.split_once(':')?;
    (value.is_empty() || value.starts_with(' ')).then(|| (key, value.trim()))
}

fn is_key(key: &str) -> bool {
    let key = key.trim_matches(['"', '\'']);
    key.starts_with(|char: char| char.is_ascii_lowercase() || char == '_')
        && key.chars().all(|char| char.is_ascii_alphanumeric() || "_-./$".contains(char))
        && !PROSE.contains(&key)
}

/// Whether it is a value rather than the rest of a sentence: a single word, or something in quotes or brackets.
fn is_value(text: &str) -> bool {
    let quoted = |open: char, close: char| text.starts_with(open) && text.ends_with(close) && text.len() > 1;
    quoted('"', '"')
        || quoted('\'', '\'')
        || quoted('[', ']')
        || quoted('{', '}')
        || (!text.contains(char::is_whitespace) && !text.contains("://"))
}

fn text(line: &str) -> &str {
    line.trim_start_matches('#').trim()
}

fn indentation(line: &str) -> usize {
    let line = line.trim_start_matches('#');
    line.len() - line.trim_start().len()
}
