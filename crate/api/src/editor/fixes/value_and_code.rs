//! Fixes for a node that has both a value and code.

use std::ops::Range;
use std::sync::Arc;

use super::super::headline::counted;
use super::{edited, has_valid_code};
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::yaml::indent;
use crate::yaml::outline::{Entry, Outline};

/// Deletes the code of a line, or its value. What is no code becomes a comment.
pub(super) fn fixes(at: &Position) -> Option<Vec<Fix>> {
    let (source, code) = (at.source()?, at.own_span()?);
    let text = &source.text;
    let line = source.line_range(at.line())?;
    let before = text.get(line.start..code.start)?;
    let code_end = line.start + text[line.clone()].trim_end().len();
    let without_code = Edits::one(line.start + before.trim_end().len()..code_end, "");
    let outline = Outline::of(text);
    let index = (at.line() as usize).checked_sub(1)?;
    let whole = |entry: &Entry| {
        // The range of a map or a list in brackets is only its start.
        let is_flow = entry.value.is_empty() && text.get(entry.value.start..)?.starts_with(['{', '[']);
        let value = entry.value.start..if is_flow { code.start } else { entry.value.end };
        let is_in_line = !value.is_empty() && value.start > line.start && value.end <= code.start;
        (is_in_line && text[value.end..code.start].trim().is_empty()).then_some(value)
    };
    let mut entries = outline.entries.iter().filter(|entry| entry.line == index);
    // A map in braces has entries of its own, and an item may begin with a key.
    let of_key = entries.clone().filter(|entry| entry.key.is_some()).find_map(whole);
    let value = of_key.or_else(|| entries.find_map(whole)).unwrap_or(code.start..code.start);
    let shown = text[value.clone()].trim();
    let is_scalar = !shown.is_empty() && !shown.starts_with(['&', '*', '!', '|', '>']);
    let without_value = is_scalar.then(|| {
        let edits = Edits::one(value.start..code.start, "");
        edited(format!("Delete the value {shown}"), source, edits)
    });
    let unindented = unindented_below(source, &line);
    if let Some(indented) = as_deep_as_below(source, &line) {
        return Some(std::iter::once(indented).chain(unindented).collect());
    }
    let is_first = !before.trim().is_empty();
    let marker = code.start + "#@".len();
    let words = text.get(marker..code_end)?;
    let is_comment = is_scalar && !words.trim_start().starts_with("if ") && !has_valid_code("code.star", words);
    let comment = is_comment.then(|| edited("Make it a comment: #!", source, Edits::one(marker - 1..marker, "!")));
    if comment.is_some() {
        return Some(comment.into_iter().collect());
    }
    let without_value = without_value.or_else(|| without_value_below(source, &line));
    let without_code = is_first.then(|| edited("Delete the code", source, without_code));
    Some(unindented.into_iter().chain(without_value).chain(without_code).collect())
}

/// Deletes the lines below a line that are its value.
fn without_value_below(source: &Source, line: &Range<usize>) -> Option<Fix> {
    let own = &source.text[line.clone()];
    let is_item = own.trim_start().starts_with('-');
    let belongs = |text: &str| {
        let text = text.trim_end();
        text.is_empty()
            || indent(text) > indent(own)
            || !is_item && indent(text) == indent(own) && text.trim_start().starts_with("- ")
    };
    let below = source.text.get(line.end + 1..)?;
    let mut end = 0;
    let mut at = 0;
    for text in below.split_inclusive('\n').take_while(|text| belongs(text)) {
        at += text.len();
        // Comments and code at the end may belong to the next node.
        if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
            end = at;
        }
    }
    let start = line.end + 1;
    let lines = in_lines(source, start, (start + end).checked_sub(1)?);
    (end > 0).then(|| edited(format!("Delete its value in {lines}"), source, Edits::one(start..start + end, "")))
}

/// Indents the first key of a map as the line below it, which is deeper and so its value: most likely, the key lacks spaces.
/// The key that the map belongs to may be as deep, if it has no value.
fn as_deep_as_below(source: &Arc<Source>, line: &Range<usize>) -> Option<Fix> {
    let has_node = |text: &&str| !text.trim().is_empty() && !text.trim_start().starts_with('#');
    let own = indent(&source.text[line.clone()]);
    let above = source.text[..line.start].lines().rev().find(has_node)?;
    let below = source.text[line.end..].lines().find(has_node)?;
    let missing = indent(below).checked_sub(own).filter(|missing| *missing > 0)?;
    let is_key = !source.text[line.start + own..line.end].starts_with("- ") && !below.trim_start().starts_with('-');
    let is_first = indent(above) < own || indent(above) == own && above.trim_end().ends_with(':');
    (is_key && is_first).then(|| {
        let title = format!("Indent this line by {} more", counted(missing, "space"));
        edited(title, source, Edits::insert(line.start, " ".repeat(missing)))
    })
}

/// Aligns the keys below a line with its key, if they are deeper and so its value: most likely, they have too many spaces.
fn unindented_below(source: &Arc<Source>, line: &Range<usize>) -> Option<Fix> {
    let own = &source.text[line.clone()];
    let depth = indent(own) + own.trim_start().len() - own.trim_start_matches([' ', '-']).len();
    let mut starts = Vec::new();
    let mut start = line.end + 1;
    for text in source.text.get(start..)?.split_inclusive('\n') {
        if !text.trim().is_empty() {
            if indent(text) <= depth {
                break;
            }
            starts.push((start, indent(text)));
        }
        start += text.len();
    }
    let (first, deepest) = *starts.first()?;
    let is_key = !source.text[first..].trim_start().starts_with(['-', '#']);
    let excess = deepest - depth;
    if !is_key || starts.iter().any(|(_, indent)| *indent < deepest) {
        return None;
    }
    let lines = in_lines(source, first, starts.last()?.0);
    let edits = starts.iter().map(|(start, _)| (*start..start + excess, String::new())).collect();
    Some(edited(format!("Unindent {lines} by {}", counted(excess, "space")), source, Edits(edits)))
}

/// `line 3` or `lines 3 to 5`, for the bytes where the first and the last of them start.
fn in_lines(source: &Source, first: usize, last: usize) -> String {
    let (first, last) = (source.line_at(first), source.line_at(last));
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}
