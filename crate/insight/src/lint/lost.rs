//! A lint of overlaid schemas: if a key is merged, the annotations of the lower schema remain, and those of the upper one are
//! silently lost.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::Buffer;
use super::super::code::Language;
use super::{Kind, Lint};
use crate::ParsedRequest;
use crate::yaml::outline::{Entry, Outline, Step};

/// Overlay operations that do not merge annotations.
const NO_MERGE: [&str; 4] = ["overlay/replace", "overlay/remove", "overlay/insert", "overlay/append"];

pub(super) fn lint(
    request: &ParsedRequest<'_>,
    buffers: &[Buffer<'_>],
    is_schema: impl Fn(&str) -> bool,
    found: &mut Vec<Lint>,
) {
    // Skip schemas of other libraries, and of files that the run does not read.
    let own = |buffer: &Buffer<'_>| buffer.language == Language::Yaml && is_schema(buffer.path);
    let mut order: Vec<usize> = (0..buffers.len()).filter(|file| own(&buffers[*file])).collect();
    if request.options().is_some_and(|options| !options.files.is_empty()) {
        order.sort_by_key(|file| buffers[*file].path);
    }
    let mut below: HashMap<Vec<Step>, (usize, Range<usize>)> = HashMap::new();
    for file in order {
        let text = buffers[file].text;
        let outline = buffers[file].outline();
        for (index, document) in outline.documents.iter().enumerate() {
            if !buffers[file].holds_schema(document) || document.annotations.iter().any(|name| name == "library/ref") {
                continue;
            }
            let mut here = Vec::new();
            let mut not_merged = HashSet::new();
            for (number, entry) in outline.entries.iter().enumerate().filter(|(_, entry)| entry.document == index) {
                let annotations = annotations_of(text, outline, entry);
                let path = outline.path(number);
                let replaced = annotations.iter().any(|(name, _)| NO_MERGE.contains(name))
                    || entry.parent.is_some_and(|parent| not_merged.contains(&parent));
                if replaced || path.contains(&Step::Item) {
                    not_merged.insert(number);
                } else if let Some((first, range)) = below.get(&path) {
                    let lost = annotations.into_iter().filter(|(name, _)| name.starts_with("schema/"));
                    found.extend(lost.map(|(name, place)| {
                        Lint {
                            message: format!(
                                "@{name} has no effect: the key is merged into an earlier schema document, which keeps its annotations"
                            ),
                            hint: "Annotate the earlier document, or replace the whole key with @overlay/replace"
                                .to_owned(),
                            related: Some((*first, range.clone(), "merged into")),
                            ..Lint::new(Kind::LostAnnotation, file, place)
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

/// The annotations of an entry: directly above its line and on it. On a line with several entries, they belong to the first.
fn annotations_of<'t>(text: &'t str, outline: &Outline, entry: &Entry) -> Vec<(&'t str, Range<usize>)> {
    if entry.parent.is_some_and(|parent| outline.entries[parent].line == entry.line) {
        return Vec::new();
    }
    let above = outline.lines[..entry.line].iter().rev().take_while(|line| line.body.is_empty());
    let lines = above.chain(outline.lines.get(entry.line));
    lines.filter_map(|line| line.annotation(text)).map(|name| (&text[name.clone()], name)).collect()
}
