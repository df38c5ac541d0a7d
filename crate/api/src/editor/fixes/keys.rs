//! Fixes of items of maps: one deletes an item, one annotates it.

use std::ops::Range;

use super::{edited, fix};
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::yaml::indent;

/// Puts a key in quotes.
pub(super) fn quote(at: &Position) -> Option<Fix> {
    let (source, span) = (at.source()?, at.own_span()?);
    let key = source.text.get(span.clone())?;
    let is_key = source.text[span.end..].trim_start_matches(' ').starts_with(':');
    let is_plain =
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | '~'));
    (is_key && is_plain).then(|| edited("Quote the key", source, Edits::one(span, format!("\"{key}\""))))
}

/// Inserts a space after the colons of the lines below a key, which are a text without it: `cpu:250m`.
pub(super) fn space_after_colons(at: &Position) -> Option<Fix> {
    let source = at.source().filter(|_| at.is_known())?;
    let depth = indent(source.line(at.line()));
    let below = (at.line() + 1..).map_while(|number| Some((source.line_range(number)?, source.line(number))));
    let mut edits = Vec::new();
    for (range, line) in below.take_while(|(_, line)| !line.trim().is_empty() && indent(line) > depth) {
        let (key, value) = line.trim().split_once(':')?;
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
        if !is_key || value.is_empty() || value.starts_with([' ', '/']) {
            return None;
        }
        let colon = range.start + indent(line) + key.len();
        edits.push((colon + 1..colon + 1, " ".to_owned()));
    }
    (!edits.is_empty()).then(|| edited("Insert a space after the colon", source, Edits(edits)))
}

/// Annotates an item, which starts its line and has no such annotation.
pub(super) fn annotated(source: &Source, at: &Position, annotation: &str) -> Option<Fix> {
    let line = source.line_range(at.line())?;
    let before = source.text.get(line.start..at.own_span()?.start)?;
    let is_first = before.trim_matches(['"', '\'']).bytes().all(|byte| byte == b' ');
    let above = at.line().checked_sub(1).map(|number| source.line(number).trim_start()).unwrap_or_default();
    let name = annotation.split(' ').next().unwrap_or_default();
    if !is_first || above.strip_prefix("#@").is_some_and(|above| above.starts_with(name)) {
        return None;
    }
    let operation = above.trim_end().strip_prefix("#@overlay/").filter(|_| name == "overlay/match");
    if operation == Some("replace") {
        let end = line.start.checked_sub(1)?;
        let end = source.text[..end].trim_end().len();
        let added = format!("{}#@{annotation}\n", before.trim_end_matches(['"', '\'']));
        let edits = Edits(vec![(end..end, " or_add=True".to_owned()), (line.start..line.start, added)]);
        return Some(edited(format!("Add it: #@{annotation} and or_add=True"), source, edits));
    }
    let text = format!("{}#@{annotation}\n", before.trim_end_matches(['"', '\'']));
    let effect = match operation {
        Some("remove") => "Remove it if it exists",
        _ if name == "overlay/replace" => "Replace it",
        _ => "Add it",
    };
    Some(edited(format!("{effect}: #@{annotation}"), source, Edits::insert(line.start, text)))
}

/// The range of the only value of a key with this text in the lines of an item.
pub(super) fn value(source: &Source, at: &Position, key: &str, text: &str) -> Option<Range<usize>> {
    let first = at.line();
    let depth = indent(source.line(first));
    let is_within = |number: &u32| {
        let line = source.line(*number);
        *number == first || line.trim().is_empty() || indent(line) > depth
    };
    let lines = (first..).take_while(|number| source.line_range(*number).is_some()).take_while(is_within);
    let found: Vec<Range<usize>> = lines
        .filter_map(|number| {
            let range = source.line_range(number)?;
            let whole = source.text.get(range.clone())?.trim_end();
            let value = whole.trim_start_matches([' ', '-']).strip_prefix(key)?.strip_prefix(':')?.trim();
            let bare = value.trim_matches(['"', '\'']);
            let start = range.start + whole.len() - value.len() + (value.len() - bare.len()) / 2;
            (bare == text).then(|| start..start + bare.len())
        })
        .collect();
    match &found[..] {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Deletes an item with the lines nested in it; `key` is the position of its key. None unless the item starts its line, no comment is
/// attached to it, and the map has other items.
pub(super) fn delete(source: &Source, key: Range<usize>) -> Option<Fix> {
    let number = source.line_at(key.start);
    let start = source.line_range(number)?.start;
    let before = source.text.get(start..key.start)?;
    if !before.trim_start_matches(' ').trim_matches(['"', '\'']).is_empty() {
        return None;
    }
    let depth = before.trim_end_matches(['"', '\'']).len();
    let line = |number: u32| source.line_range(number).map(|range| source.text[range].trim_end());
    let mut end = number + 1;
    let mut last = number;
    while let Some(text) = line(end) {
        if !text.is_empty() {
            // The items of a list may be at the same depth as its key.
            let is_nested = indent(text) > depth || indent(text) == depth && is_item(text.trim_start());
            if !is_nested {
                break;
            }
            last = end;
        }
        end += 1;
    }
    let nested = (number + 1..=last).filter_map(line);
    let has_comment = |text: &str| text.trim_start().starts_with('#');
    if nested.chain(number.checked_sub(1).and_then(line)).any(has_comment) {
        return None;
    }
    let is_sibling = |text: &str| indent(text) == depth && !is_item(text.trim_start()) && !has_comment(text);
    let above = (1..number).rev().filter_map(line).find(|text| !text.is_empty() && indent(text) <= depth);
    let below = line(end).filter(|text| !text.starts_with("---") && !text.starts_with("..."));
    let separator = |text: &&str| !text.starts_with("---");
    if !above.filter(separator).is_some_and(is_sibling) && !below.is_some_and(is_sibling) {
        return None;
    }
    let until = source.line_range(last)?.end;
    // With its line break, or that before it at the end of the file.
    let range = match source.text.get(until..until + 1) {
        Some(_) => start..until + 1,
        None => start.saturating_sub(1)..until,
    };
    let name = &source.text[key];
    Some(fix(format!("Delete {name}"), source, range, String::new()))
}

/// Deletes an item or the one above it with the same key, if both are written out.
pub(super) fn delete_duplicate(source: &Source, key: Range<usize>, name: &str) -> Vec<Fix> {
    let line = source.line_at(key.start);
    let depth = indent(source.line(line));
    let starts = |number: u32| {
        let range = source.line_range(number)?;
        let text = &source.text[range.clone()];
        let item = text.trim_start_matches(' ').trim_start_matches(['"', '\'']);
        let rest = item.strip_prefix(name)?.trim_start_matches(['"', '\'']);
        let start = range.end - item.len();
        rest.starts_with(':').then(|| start..start + name.len())
    };
    let in_map = (1..line).rev().take_while(|number| {
        let text = source.line(*number);
        text.trim().is_empty() || (indent(text) >= depth && !text.starts_with("---"))
    });
    let first = in_map.filter(|number| indent(source.line(*number)) == depth).find_map(starts);
    let titled = |key: Range<usize>| {
        let title = format!("Delete {name} in line {}", source.line_at(key.start));
        delete(source, key).map(|fix| Fix { title, ..fix })
    };
    // An item in brackets is not deleted, and does not belong to the map of its line.
    match (titled(key), first) {
        (Some(second), Some(first)) => [second].into_iter().chain(titled(first)).collect(),
        _ => Vec::new(),
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}
