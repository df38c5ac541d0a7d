//! A lint of list items in overlays that ytt appends, although the list has an item of the same name: `@overlay/match by=` is missing.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::{Outline, Step};

/// Keys that identify the items of a list.
const NAMES: [&str; 3] = ["name", "key", "id"];

/// An item of a list that has a name.
struct Named<'t> {
    /// Of the item.
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
    for (file, buffer) in yaml {
        let outline = buffer.outline();
        for item in named_items(buffer.text, outline) {
            let document = &outline.documents[outline.entries[item.index].document];
            let is_overlay = document.annotations.iter().any(|name| name == "overlay/match");
            if is_overlay {
                if is_appended(buffer.text, outline, item.index) {
                    added.push((file, item));
                }
            } else if !buffer.holds_data_values(document) && !buffer.holds_schema(document) {
                there.push(item);
            }
        }
    }
    for (file, item) in added {
        let is_same = |other: &Named<'_>| (&other.path, other.key, other.value) == (&item.path, item.key, item.value);
        let Some(buffer) = buffers.get(file).filter(|_| there.iter().any(is_same)) else { continue };
        let outline = buffer.outline();
        let line = &outline.lines[outline.entries[item.index].line];
        let annotation = format!("overlay/match by=\"{}\"", item.key);
        let text = format!("{}#@{annotation}\n", " ".repeat(line.indent));
        let is_first = buffer.text[line.range.clone()].trim_start().starts_with("- ");
        let add = Change::of(format!("Add #@{annotation}"), Edits::insert(line.range.start, text));
        found.push(Lint {
            kind: Kind::NoMatch,
            message: format!(
                "This item is appended: nothing says that it changes the one with {}: {}",
                item.key, item.value
            ),
            path: None,
            hint: format!("Put #@{annotation} above it"),
            file,
            range: line.body.clone(),
            related: None,
            fixes: if is_first { vec![add] } else { Vec::new() },
        });
    }
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

/// Whether ytt appends an item: neither it nor what it is in has an annotation of another operation.
fn is_appended(text: &str, outline: &Outline, item: usize) -> bool {
    let names = |line: usize| {
        let above = outline.lines[..line].iter().rev().take_while(|line| line.body.is_empty());
        above.filter_map(|line| line.annotation(text)).map(|range| &text[range]).collect::<Vec<_>>()
    };
    let is_free = names(outline.entries[item].line).iter().all(|name| !name.starts_with("overlay/"));
    let outer = std::iter::successors(outline.entries[item].parent, |entry| outline.entries.get(*entry)?.parent);
    let mut replaced = outer.flat_map(|entry| names(outline.entries[entry].line));
    is_free
        && !replaced
            .any(|name| matches!(name, "overlay/replace" | "overlay/insert" | "overlay/append" | "overlay/remove"))
}
