//! The keys of data values as documents declare them, to recognize plain YAML that sets them.

use std::collections::BTreeSet;

use super::Buffer;
use super::code::Language;
use crate::yaml::outline::{Document, Outline, Step};

/// Keys of the root library.
pub(super) struct DeclaredKeys {
    paths: BTreeSet<Vec<String>>,
    /// Those that are maps with keys of their own.
    maps: BTreeSet<Vec<String>>,
}

impl DeclaredKeys {
    /// The keys in those documents that `declares` accepts.
    pub(super) fn of<'b, 'a: 'b>(
        buffers: impl IntoIterator<Item = &'b Buffer<'a>>,
        declares: impl Fn(&Buffer<'a>, &Document) -> bool,
    ) -> DeclaredKeys {
        let mut declared = DeclaredKeys { paths: BTreeSet::new(), maps: BTreeSet::new() };
        let own = |buffer: &&Buffer<'_>| buffer.language == Language::Yaml && !buffer.path.contains("_ytt_lib/");
        for buffer in buffers.into_iter().filter(own) {
            let outline = buffer.outline();
            for (index, entry) in outline.entries.iter().enumerate() {
                let Some(document) = outline.documents.get(entry.document) else { continue };
                let is_elsewhere = document.annotations.iter().any(|name| name == "library/ref");
                if !declares(buffer, document) || is_elsewhere {
                    continue;
                }
                let Some(path) = keys(outline, index) else { continue };
                declared.maps.extend(path.split_last().map(|(_, above)| above.to_vec()));
                declared.paths.insert(path);
            }
        }
        declared
    }

    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Whether a text has one document, with no other keys.
    pub(super) fn has_all_of(&self, outline: &Outline) -> bool {
        let is_known = |path: &[String]| {
            // Below a map without keys, nothing is declared.
            let is_free = path.split_last().is_some_and(|(_, above)| !self.maps.contains(above)) && path.len() > 1;
            is_free || self.paths.contains(path)
        };
        is_one_document(outline)
            && outline.entries.iter().enumerate().all(|(index, entry)| match keys(outline, index) {
                Some(path) => is_known(&path),
                // An item of an array, and what is in it.
                None => entry.parent.is_some(),
            })
    }

    /// Whether a text has one document, whose topmost keys are all declared.
    pub(super) fn has_topmost_of(&self, outline: &Outline) -> bool {
        let topmost = outline.entries.iter().filter(|entry| entry.parent.is_none());
        let is_known = |key: &String| self.paths.contains(std::slice::from_ref(key));
        is_one_document(outline) && topmost.into_iter().all(|entry| entry.key.as_ref().is_some_and(is_known))
    }
}

fn is_one_document(outline: &Outline) -> bool {
    let first = outline.entries.first();
    first.is_some_and(|first| outline.entries.iter().all(|entry| entry.document == first.document))
}

/// The keys from the document to an entry; None for an item of an array and below it.
fn keys(outline: &Outline, entry: usize) -> Option<Vec<String>> {
    let key = |step: Step| match step {
        Step::Key(key) => Some(key),
        Step::Item => None,
    };
    outline.path(entry).into_iter().map(key).collect()
}
