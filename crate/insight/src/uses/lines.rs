//! The lines of templates that depend on data values.

use std::collections::HashMap;
use std::ops::Range;

use super::super::answer::DependentLines;
use super::super::code::Kind;
use super::super::flow::{Flow, Id, Root};
use super::super::used::{Found, Search, truncate};
use super::overlaps;
use crate::DataValuesSnapshot;
use crate::limits::Clock;
use crate::yaml::outline::Step;

/// Milliseconds: users wait for the answer, and the lines that were found until then are still useful.
const MAX_MILLIS: f64 = 1_000.0;

/// The lines of all files of a library that depend on one of the data values.
pub(super) fn of(
    flow: &Flow<'_>,
    snapshot: &DataValuesSnapshot,
    targets: &[Vec<Step>],
    clock: &Clock,
) -> Vec<DependentLines> {
    let end = clock() + MAX_MILLIS;
    let mut all = Vec::new();
    for (file, code) in flow.files.iter().enumerate() {
        let text = code.buffer.lines();
        let mut roots: Vec<Vec<&Root>> = vec![Vec::new(); text.len()];
        for root in &code.facts.roots {
            let first = text.partition_point(|line| line.range.end < root.range.start);
            let touched =
                text.iter().enumerate().skip(first).take_while(|(_, line)| line.range.start <= root.range.end);
            touched.for_each(|(line, _)| roots[line].push(root));
        }
        let has_annotations =
            code.buffer.fragments.iter().any(|fragment| matches!(fragment.kind, Kind::Annotation { .. }));
        // Lines without code depend only on the blocks around them.
        let mut known: HashMap<(Option<Id>, Option<Id>), bool> = HashMap::new();
        let mut found = Vec::new();
        let mut previous = false;
        for (index, line) in text.iter().enumerate() {
            // It prints nothing.
            if roots[index].is_empty() && line.body.is_empty() && line.comment.is_some() {
                continue;
            }
            let follows_comment = has_annotations && index > 0 && text[index - 1].body.is_empty();
            let search = || depends(flow, snapshot, (file, &line.range), roots[index].clone(), targets);
            let depends = match &roots[index][..] {
                // The line continues a text that starts above.
                [] => previous,
                [only] if only.node.is_none() && !follows_comment => {
                    *known.entry((only.block, only.function)).or_insert_with(search)
                }
                _ => search(),
            };
            previous = depends;
            if depends && !line.range.is_empty() {
                found.push(index as u32 + 1);
            }
            if clock() > end {
                break;
            }
        }
        if !found.is_empty() {
            all.push(DependentLines { file: code.buffer.path.to_owned(), lines: found });
        }
    }
    all
}

fn depends<'f>(
    flow: &'f Flow<'_>,
    snapshot: &DataValuesSnapshot,
    (file, line): (usize, &Range<usize>),
    roots: Vec<&'f Root>,
    targets: &[Vec<Step>],
) -> bool {
    let mut search = Search::new(flow);
    search.roots(file, line, roots);
    is_found(search, snapshot, targets)
}

/// Whether a search has found one of the data values, a value that contains it, or a part of it.
pub(super) fn is_found(search: Search<'_, '_>, snapshot: &DataValuesSnapshot, targets: &[Vec<Step>]) -> bool {
    search.found.into_iter().any(|Found { mut path, is_partial, .. }| {
        truncate(&mut path, snapshot);
        targets.iter().any(|target| overlaps(&path, target) && (path.len() >= target.len() || !is_partial))
    })
}
