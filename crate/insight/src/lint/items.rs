//! Lints of list items in overlays that lack `@overlay/match by=`: ytt appends them although the list has an item of the same name, or ignores them
//! with their operation.

use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::{Line, Outline, Step};

/// Keys that identify the items of a list.
const NAMES: [&str; 3] = ["name", "key", "id"];

/// An item of a list that has a name.
#[derive(Clone)]
struct Named<'t> {
    /// The index of the item.
    index: usize,
    path: Vec<Step>,
    key: &'static str,
    value: &'t str,
}

pub(super) fn lint(buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let is_yaml = |buffer: &&Buffer<'_>| buffer.language == Language::Yaml && !buffer.path.contains("_ytt_lib/");
    let yaml: Vec<(usize, &Buffer<'_>)> = buffers.iter().enumerate().filter(|(_, buffer)| is_yaml(buffer)).collect();
    if !yaml.iter().any(|(_, buffer)| buffer.text.contains("#@overlay/match")) {
        return;
    }
    let mut there: Vec<Named<'_>> = Vec::new();
    let mut added: Vec<(usize, Named<'_>)> = Vec::new();
    let mut ignored: Vec<(usize, usize, Option<Named<'_>>, Range<usize>)> = Vec::new();
    for (file, buffer) in yaml {
        let outline = buffer.outline();
        let is_overlay = |item: usize| {
            let document = &outline.documents[outline.entries[item].document];
            document.annotations.iter().any(|name| name == "overlay/match")
        };
        let items = (0..outline.entries.len()).filter(|item| outline.entries[*item].key.is_none() && is_overlay(*item));
        let named = named_items(buffer.text, outline);
        for item in items {
            if let Some(Unmatched::Ignored(annotation)) = unmatched(buffer.text, outline, item) {
                let name = named.iter().find(|named| named.index == item).cloned();
                ignored.push((file, item, name, annotation));
            }
        }
        for item in named {
            let document = &outline.documents[outline.entries[item.index].document];
            if is_overlay(item.index) {
                if let Some(Unmatched::Appended) = unmatched(buffer.text, outline, item.index) {
                    added.push((file, item));
                }
            } else if !buffer.holds_data_values(document) && !buffer.holds_schema(document) {
                there.push(item);
            }
        }
    }
    let is_there = |item: &Named<'_>| {
        there.iter().any(|other| (&other.path, other.key, other.value) == (&item.path, item.key, item.value))
    };
    for (file, item) in added.into_iter().filter(|(_, item)| is_there(item)) {
        let buffer = &buffers[file];
        let outline = buffer.outline();
        let line = &outline.lines[outline.entries[item.index].line];
        found.push(Lint {
            message: format!(
                "This item is appended: nothing says that it changes the one with {}: {}",
                item.key, item.value
            ),
            hint: format!("Put #@overlay/match by=\"{}\" above it", item.key),
            fixes: add_match(buffer.text, line, item.key),
            ..Lint::new(Kind::NoMatch, file, line.body.clone())
        });
    }
    for (file, item, name, range) in ignored {
        let buffer = &buffers[file];
        let outline = buffer.outline();
        let line = &outline.lines[outline.entries[item].line];
        let (by, fixes) = match name {
            Some(named) if is_there(&named) => (format!("\"{}\"", named.key), add_match(buffer.text, line, named.key)),
            Some(named) => (format!("\"{}\"", named.key), Vec::new()),
            None => ("…".to_owned(), Vec::new()),
        };
        found.push(Lint {
            message: format!("@{} has no effect: the item has no @overlay/match", &buffer.text[range.clone()]),
            hint: format!("Put #@overlay/match by={by} above it"),
            fixes,
            ..Lint::new(Kind::NoMatch, file, range)
        });
    }
}

/// Whether a line begins with the dash of an item, so that the annotations above it are those of the item.
fn begins_line(text: &str, line: &Line) -> bool {
    text[line.range.clone()].trim_start().starts_with("- ")
}

/// Adds the annotation above the first line of an item.
fn add_match(text: &str, line: &Line, key: &str) -> Vec<Change> {
    let annotation = format!("#@overlay/match by=\"{key}\"");
    let insert = Edits::insert(line.range.start, format!("{}{annotation}\n", " ".repeat(line.indent)));
    if begins_line(text, line) { vec![Change::of(format!("Add {annotation}"), insert)] } else { Vec::new() }
}

fn named_items<'t>(text: &'t str, outline: &Outline) -> Vec<Named<'t>> {
    let mut found: Vec<Named<'t>> = Vec::new();
    for (child, entry) in outline.entries.iter().enumerate() {
        let Some(key) = NAMES.into_iter().find(|key| entry.key.as_deref() == Some(*key)) else { continue };
        let Some(index) = entry.parent.filter(|parent| outline.entries[*parent].key.is_none()) else { continue };
        let value = text.get(entry.value.clone()).unwrap_or_default().trim_matches(['"', '\'']);
        let mut path = outline.path(child);
        path.pop();
        if !value.is_empty() && found.iter().all(|known| known.index != index) {
            found.push(Named { index, path, key, value });
        }
    }
    found
}

/// ytt's treatment of an item without `@overlay/match`.
enum Unmatched {
    Appended,
    /// The bytes of the name of the annotation for it, which has no effect.
    Ignored(Range<usize>),
}

/// None if the item has a match, or if the node around it is inserted as it is.
fn unmatched(text: &str, outline: &Outline, item: usize) -> Option<Unmatched> {
    let annotations = |entry: usize| {
        let above = outline.lines[..outline.entries[entry].line].iter().rev().take_while(|line| line.body.is_empty());
        above.filter_map(|line| line.annotation(text)).filter(|range| text[range.clone()].starts_with("overlay/"))
    };
    let is_inserted = |range: Range<usize>| {
        matches!(&text[range], "overlay/replace" | "overlay/insert" | "overlay/append" | "overlay/remove")
    };
    let outer = std::iter::successors(outline.entries[item].parent, |entry| outline.entries.get(*entry)?.parent);
    if outer.flat_map(annotations).any(is_inserted) {
        return None;
    }
    let own: Vec<Range<usize>> = annotations(item).collect();
    let Some(first) = own.first() else { return Some(Unmatched::Appended) };
    let is_operation =
        |range: &Range<usize>| matches!(&text[range.clone()], "overlay/replace" | "overlay/remove" | "overlay/assert");
    let is_ignored = own.iter().all(is_operation) && begins_line(text, &outline.lines[outline.entries[item].line]);
    is_ignored.then(|| Unmatched::Ignored(first.clone()))
}
