//! A `(@` of a text template without its `@)`: the end is missing, or it is the text of a JSON path.

use std::ops::Range;

use super::fixes::code::certain;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::positions::Source;

const OPEN: &str = "(@";

/// Code that prints the text `(@`, which code cannot have, even in a string. A string of YAML may have either quote around it.
const PRINTED: [&str; 2] = ["(@= \"(\" @)@", "(@= '(' @)@"];

/// Explains code that is not closed: with its position, and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::Code(CodeMistake::OpenTextCode { line, at: column, start })) = &message.cause else { return None };
    let source = at.source()?;
    let start = start.filter(|start| source.text[*start..].starts_with(OPEN));
    let start = start.or_else(|| in_file(source, at.line(), line, *column))?;
    let range = start..start + OPEN.len();
    let number = source.line_at(start);
    let mut explanation = Explanation::default().at(source, range.clone());
    let (before, after) = (&source.text[..start], &source.text[range.end..]);
    let is_json_path = before.ends_with('?') || after.starts_with(['.', '[']);
    let (title, candidates) = if is_json_path {
        let json_path = format!("`(@` starts code in this text; as a part of a JSON path, write `{}`", PRINTED[0]);
        explanation.headline = Some(json_path);
        let candidates: Vec<_> = PRINTED.iter().map(|printed| Edits::one(range.clone(), *printed)).collect();
        ("Print (@ as text", candidates)
    } else {
        ("Insert the missing @)", ends(source, number).into_iter().chain(miswritten(source, range.end)).collect())
    };
    Some(explanation.fixes(candidates.into_iter().find_map(|edits: Edits| certain(title, source, edits))))
}

/// The places at the end of a line where the code may end: its last character, or before quotes and brackets there.
fn ends(source: &Source, line: u32) -> Vec<Edits> {
    let Some(range) = source.line_range(line) else { return Vec::new() };
    let text = source.text[range.clone()].trim_end();
    let closing = text.chars().rev().take_while(|c| matches!(c, '"' | '\'' | ']' | '}')).count();
    (0..=closing).map(|count| Edits::insert(range.start + text.len() - count, " @)")).collect()
}

/// The edits of what may be meant as the end in the rest of the line: `)`, `@ )`, `@}`.
fn miswritten(source: &Source, start: usize) -> Vec<Edits> {
    let Some(line) = source.line_range(source.line_at(start)) else { return Vec::new() };
    let rest = &source.text[start..line.end];
    let signs = rest.match_indices([')', '}', ']']).filter_map(|(at, _)| {
        let before = rest[..at].trim_end();
        match before.strip_suffix('@') {
            Some(before) => Some(Edits::one(start + before.len()..start + at + 1, "@)")),
            None if rest[at..].starts_with(')') => {
                let space = if before.len() == at { " " } else { "" };
                Some(Edits::insert(start + at, format!("{space}@")))
            }
            None => None,
        }
    });
    signs.collect()
}

/// Finds a line of a string of YAML in the file, from the end of the string upwards.
fn in_file(source: &Source, last: u32, line: &str, column: usize) -> Option<usize> {
    let written = line.trim();
    let column = column - (line.len() - line.trim_start().len());
    let found = |range: Range<usize>| Some(range.start + source.text[range].find(written)?);
    let start = (1..=last + 1).rev().filter_map(|number| source.line_range(number)).find_map(found)?;
    source.text[start + column..].starts_with(OPEN).then_some(start + column)
}
