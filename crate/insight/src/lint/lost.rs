//! A lint of schemas laid over others: where a key is merged, the annotations of the schema below stay, and those of the
//! one on top are lost without a word.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::super::outline::{Outline, Step};
use super::{Kind, Lint};
use crate::ParsedRequest;

/// Overlay operations after which the node on top counts, with its annotations.
const NO_MERGE: [&str; 4] = ["overlay/replace", "overlay/remove", "overlay/insert", "overlay/append"];

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    // Schemas of other libraries are no part of this one.
    let own = |buffer: &Buffer<'_>| buffer.language == Language::Yaml && !buffer.path.contains("_ytt_lib/");
    let mut order: Vec<usize> = (0..buffers.len()).filter(|file| own(&buffers[*file])).collect();
    if request.options().is_some_and(|options| !options.files.is_empty()) {
        order.sort_by_key(|file| buffers[*file].path);
    }
    let mut below: HashMap<Vec<Step>, (usize, Range<usize>)> = HashMap::new();
    for file in order {
        let text = buffers[file].text;
        let outline = Outline::of(text, None);
        for (index, document) in outline.documents.iter().enumerate() {
            if !buffers[file].holds_schema(document) || document.annotations.iter().any(|name| name == "library/ref") {
                continue;
            }
            let mut here = Vec::new();
            let mut not_merged = HashSet::new();
            for (number, entry) in outline.entries.iter().enumerate().filter(|(_, entry)| entry.document == index) {
                let annotations = annotations_above(text, &outline, entry.line);
                let path = outline.path(number);
                let replaced = annotations.iter().any(|(name, _)| NO_MERGE.contains(name))
                    || entry.parent.is_some_and(|parent| not_merged.contains(&parent));
                if replaced || path.contains(&Step::Item) {
                    not_merged.insert(number);
                } else if let Some((first, range)) = below.get(&path) {
                    let lost = annotations.into_iter().filter(|(name, _)| name.starts_with("schema/"));
                    found.extend(lost.map(|(name, place)| {
                        Lint {
                            kind: Kind::LostAnnotation,
                            message: format!(
                                "@{name} is lost: the key is merged into a schema, whose own annotations stay"
                            ),
                            hint: "annotate the schema below, or put the whole key in its place with @overlay/replace"
                                .to_owned(),
                            file,
                            range: place,
                            related: Some((*first, range.clone(), "merged into")),
                            fix: None,
                        }
                    }));
                }
                here.push((path, (file, entry.range.clone())));
            }
            for (path, place) in here {
                below.entry(path).or_insert(place);
            }
        }
    }
}

/// The annotations right above a line, and on it.
fn annotations_above<'t>(text: &'t str, outline: &Outline, line: usize) -> Vec<(&'t str, Range<usize>)> {
    let mut found = Vec::new();
    let above = outline.lines[..line].iter().rev().take_while(|line| line.body.is_empty());
    for line in above.chain(outline.lines.get(line)) {
        let Some(at) = line.comment else { continue };
        let Some(rest) = text.get(at..line.range.end).and_then(|comment| comment.strip_prefix("#@")) else { continue };
        let name = rest.split(' ').next().unwrap_or_default();
        if !name.is_empty() {
            found.push((name, at + 2..at + 2 + name.len()));
        }
    }
    found
}
