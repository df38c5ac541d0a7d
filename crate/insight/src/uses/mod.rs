//! All places of one data value: what sets it, its declaration with its rules, the code that reads it, and the lines of templates
//! that depend on it.
//!
//! Like renames and [`used`](super::used), this is a static analysis: it includes branches that are not executed, and all items of
//! an array.

mod code;
mod documents;
mod libraries;
mod lines;
mod target;

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::answer::{UseKind, UsePlace, Uses};
use super::data_values;
use super::flow::{Flow, Sources};
use super::hover::path_text;
use crate::boundary::{DataValue, Origin, OriginKind};
use crate::limits::Clock;
use crate::yaml::outline::Step;
use crate::{DataValuesSnapshot, ParsedRequest, data_values_snapshot};
use target::Target;

/// The places of the data value at an offset.
pub(super) fn at(request: &ParsedRequest<'_>, file: &str, offset: u32, clock: &Clock) -> Option<Uses> {
    let sources = Sources::around(request, file);
    let flow = Flow::of(&sources);
    let snapshot = snapshot_of(request, file, clock);
    let target = Target::at(&flow, &snapshot, file, offset)?;
    Some(of_target(request, &flow, &target, &snapshot, clock))
}

/// The places of the data value with a path in the library that a file belongs to.
pub(super) fn of(request: &ParsedRequest<'_>, file: &str, path: &str, clock: &Clock) -> Option<Uses> {
    let sources = Sources::around(request, file);
    let flow = Flow::of(&sources);
    let snapshot = snapshot_of(request, file, clock);
    let target = Target::named(&flow, &snapshot, path)?;
    Some(of_target(request, &flow, &target, &snapshot, clock))
}

/// The data values of the root library; there are none of other libraries without a run.
fn snapshot_of(request: &ParsedRequest<'_>, file: &str, clock: &Clock) -> DataValuesSnapshot {
    if file.contains("_ytt_lib/") { DataValuesSnapshot::default() } else { data_values_snapshot(request, clock) }
}

fn of_target(
    request: &ParsedRequest<'_>,
    flow: &Flow<'_>,
    target: &Target,
    snapshot: &DataValuesSnapshot,
    clock: &Clock,
) -> Uses {
    let mut places = Places::default();
    documents::add(flow, target, snapshot, &mut places);
    code::add(flow, target, &mut places);
    let mut lines = lines::of(flow, snapshot, std::slice::from_ref(&target.steps), clock);
    lines.extend(libraries::lines(request, flow, snapshot, target, clock));
    let value = effective(snapshot, &target.steps);
    Uses {
        path: target.text(),
        places: places.finish(flow),
        origin: value.filter(|value| value.value.is_some()).map(|value| value.origin.clone()),
        set_by: value.map(set_by).unwrap_or_default(),
        lines,
    }
}

/// The effective value of a path without items of arrays.
fn effective<'a>(snapshot: &'a DataValuesSnapshot, path: &[Step]) -> Option<&'a DataValue> {
    data_values::at(snapshot, path).and_then(|node| node.value).filter(|_| !path.contains(&Step::Item))
}

/// The flags and variables that set a value, or values below it.
fn set_by(value: &DataValue) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |origin: &Origin| {
        let is_outside = matches!(origin.kind, OriginKind::Flag | OriginKind::Env);
        if is_outside && !found.contains(&origin.text) {
            found.push(origin.text.clone());
        }
    };
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        add(&value.origin);
        value.overrode.iter().for_each(|former| add(&former.origin));
        waiting.extend(value.children.iter().rev());
    }
    found
}

/// The places so far: the index of the file, the bytes, and the kind.
#[derive(Default)]
struct Places {
    found: Vec<(usize, Range<usize>, UseKind)>,
}

impl Places {
    fn add(&mut self, file: usize, range: Range<usize>, kind: UseKind) {
        if !range.is_empty() {
            self.found.push((file, range, kind));
        }
    }

    fn finish(mut self, flow: &Flow<'_>) -> Vec<UsePlace> {
        self.found.sort_by_key(|(file, range, kind)| (*file, range.start, range.end, *kind));
        self.found.dedup();
        let place = |(file, range, kind): (usize, Range<usize>, UseKind)| {
            let buffer = flow.files.get(file)?.buffer;
            Some(UsePlace { kind, file: buffer.path.to_owned(), span: buffer.span(range) })
        };
        self.found.into_iter().filter_map(place).collect()
    }
}

/// Whether a path of code means the target, or a value that contains it. Its items may be keys of a map that are computed.
fn is_prefix(path: &[Step], target: &[Step]) -> bool {
    path.len() <= target.len() && overlaps(path, target)
}

/// Whether one path is a prefix of the other.
fn overlaps(path: &[Step], target: &[Step]) -> bool {
    path.iter().zip(target).all(|(step, own)| step == own || *step == Step::Item)
}
