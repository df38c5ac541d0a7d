//! The data value that a question is about: the one at an offset, or the one with a path as in a response.

use super::super::flow::Flow;
use super::super::rename::{has_data_values, word};
use super::path_text;
use crate::DataValuesSnapshot;
use crate::boundary::{DataValue, Origin, SchemaNode};
use crate::yaml::outline::{Outline, Step};

pub(super) struct Target {
    /// The path, which is not empty.
    pub(super) steps: Vec<Step>,
    /// The index of each item in the path, if a certain one is meant.
    pub(super) indices: Vec<Option<usize>>,
}

impl Target {
    fn new(steps: Vec<Step>, indices: Vec<Option<usize>>) -> Option<Target> {
        (!steps.is_empty()).then_some(Target { steps, indices })
    }

    /// The data value that the word at an offset names, or that the value at an offset sets; elsewhere in a line of data values, that of
    /// the line.
    pub(super) fn at(flow: &Flow<'_>, snapshot: &DataValuesSnapshot, file: &str, offset: u32) -> Option<Target> {
        let buffer = flow.files.iter().find(|code| code.buffer.path == file)?.buffer;
        let at = buffer.byte(offset);
        let outline = buffer.outline();
        let is_here = |range: &std::ops::Range<usize>| range.start <= at && at <= range.end && !range.is_empty();
        let entries =
            || outline.entries.iter().enumerate().filter(|(_, entry)| has_data_values(buffer, entry.document));
        let key = entries().find(|(_, entry)| entry.key.is_some() && is_here(&entry.range));
        let is_code = buffer.fragments.iter().any(|fragment| fragment.holds(at));
        let value = || entries().filter(|(_, entry)| !is_code && is_here(&entry.value)).last();
        let of_entry = |entry: usize| {
            let (steps, line) = (outline.path(entry), outline.entries.get(entry)?.line + 1);
            let written = indices(outline, entry);
            let merged = snapshot.values.as_ref().map_or(Vec::new(), |root| merged(root, &steps, file, line));
            let is_there = merged.is_empty() || merged.contains(&written);
            Target::new(steps, if is_there { written } else { merged.into_iter().next()? })
        };
        if let Some((entry, _)) = key.or_else(value) {
            return of_entry(entry);
        }
        if let Some((_, _, steps)) = word(flow, file, offset) {
            return Target::new(steps, Vec::new());
        }
        let line = buffer.text.get(..at)?.matches('\n').count();
        let mut of_line = entries().filter(|(_, entry)| !is_code && entry.line == line);
        let first = of_line.next()?;
        let before = of_line.take_while(|(_, entry)| entry.range.start <= at).last();
        of_entry(before.unwrap_or(first).0)
    }

    /// The data value with a path such as `shelves[0].width` or `shelves[].width`. Keys may have dots in them, so the data values
    /// are searched for it, then the schema, then the files.
    pub(super) fn named(flow: &Flow<'_>, snapshot: &DataValuesSnapshot, path: &str) -> Option<Target> {
        if let Some((steps, indices)) = snapshot.values.as_ref().and_then(|root| in_values(root, path)) {
            return Target::new(steps, indices);
        }
        let (general, indices) = without_indices(path);
        let in_schema = snapshot.schema.as_ref().and_then(|root| in_schema(root, &general));
        let in_files = || {
            flow.files.iter().find_map(|code| {
                let outline = code.buffer.outline();
                let mut entries = (0..outline.entries.len()).filter(|entry| {
                    let document = outline.entries.get(*entry).map_or(0, |entry| entry.document);
                    has_data_values(code.buffer, document)
                });
                entries.find_map(|entry| Some(outline.path(entry)).filter(|steps| path_text(steps) == general))
            })
        };
        let steps = in_schema.or_else(in_files).unwrap_or_else(|| split(&general));
        let items = steps.iter().filter(|step| **step == Step::Item).count();
        Target::new(steps, if items == indices.len() { indices } else { Vec::new() })
    }

    /// `shelves[0].width`.
    pub(super) fn text(&self) -> String {
        let mut text = path_text(&self.steps);
        for index in self.indices.iter().flatten() {
            text = text.replacen("[]", &format!("[{index}]"), 1);
        }
        text
    }
}

/// The indices of the items in the paths to the values that come from a line: an overlay has its items at other places than the result.
fn merged(root: &DataValue, steps: &[Step], file: &str, line: usize) -> Vec<Vec<Option<usize>>> {
    let is_here = |origin: &Origin| {
        let place = origin.place.as_ref().filter(|place| place.file == file);
        place.and_then(|place| place.span).is_some_and(|span| span.start.line as usize == line)
    };
    let mut found = Vec::new();
    let mut waiting = vec![root];
    while let Some(value) = waiting.pop() {
        if is_here(&value.origin) || value.overrode.iter().any(|former| is_here(&former.origin)) {
            found.extend(in_values(root, &value.path).filter(|(path, _)| path == steps).map(|(_, indices)| indices));
        }
        waiting.extend(value.children.iter().rev());
    }
    found
}

/// The index of each item in the path to an entry.
pub(super) fn indices(outline: &Outline, entry: usize) -> Vec<Option<usize>> {
    let parent = |entry: &usize| outline.entries.get(*entry)?.parent;
    let is_item = |entry: &usize| outline.entries.get(*entry).is_some_and(|entry| entry.key.is_none());
    let position = |item: usize| {
        let own = outline.entries.get(item)?;
        let same = |other: &usize| {
            let other = outline.entries.get(*other);
            other.is_some_and(|other| other.parent == own.parent && other.document == own.document)
        };
        Some((0..item).filter(same).count())
    };
    let above: Vec<usize> = std::iter::successors(Some(entry), parent).filter(is_item).collect();
    above.into_iter().rev().map(position).collect()
}

type Found = (Vec<Step>, Vec<Option<usize>>);

fn in_values(root: &DataValue, path: &str) -> Option<Found> {
    let mut waiting: Vec<(&DataValue, Found)> = vec![(root, Found::default())];
    while let Some((value, found)) = waiting.pop() {
        if value.path == path {
            return Some(found);
        }
        for (index, child) in value.children.iter().enumerate().rev() {
            // Any other path cannot be below it, and there may be many values.
            if !path.starts_with(&child.path) {
                continue;
            }
            let (mut steps, mut indices) = found.clone();
            if value.r#type == "array" {
                steps.push(Step::Item);
                indices.push(Some(index));
            } else {
                steps.push(Step::Key(child.key.clone()));
            }
            waiting.push((child, (steps, indices)));
        }
    }
    None
}

fn in_schema(root: &SchemaNode, path: &str) -> Option<Vec<Step>> {
    let mut waiting = vec![(root, Vec::new())];
    while let Some((node, steps)) = waiting.pop() {
        if node.path == path {
            return Some(steps);
        }
        for child in node.children.iter().rev().filter(|child| path.starts_with(&child.path)) {
            let step = if child.key.is_empty() { Step::Item } else { Step::Key(child.key.clone()) };
            waiting.push((child, [&steps[..], &[step]].concat()));
        }
    }
    None
}

/// A path without the indices in it, and the indices.
fn without_indices(path: &str) -> (String, Vec<Option<usize>>) {
    let mut general = String::new();
    let mut indices = Vec::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = after.split_at(digits);
        general.push_str(before);
        general.push('[');
        match after.strip_prefix(']') {
            Some(after) => {
                general.push(']');
                indices.push(number.parse().ok());
                rest = after;
            }
            None => {
                general.push_str(number);
                rest = after;
            }
        }
    }
    general.push_str(rest);
    (general, indices)
}

/// The steps of a path. Its keys have no dots.
fn split(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let key = part.trim_end_matches("[]");
        if !key.is_empty() {
            steps.push(Step::Key(key.to_owned()));
        }
        steps.extend(std::iter::repeat_n(Step::Item, (part.len() - key.len()) / 2));
    }
    steps
}
