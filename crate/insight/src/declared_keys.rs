//! The keys of data values as documents declare them, to recognize plain YAML that sets them.

use std::collections::{BTreeMap, BTreeSet};

use super::Buffer;
use super::code::Language;
use crate::yaml::outline::{Document, Entry, Outline, Step};
use crate::yaml::scalars::{Scalar, resolve};

/// Keys of the root library.
pub(super) struct DeclaredKeys {
    paths: BTreeSet<Vec<String>>,
    /// Paths of maps that have keys of their own.
    maps: BTreeSet<Vec<String>>,
    /// The types of scalars that determine one.
    scalars: BTreeMap<Vec<String>, ScalarType>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScalarType {
    Text,
    Number,
    Bool,
}

impl ScalarType {
    /// None unless it is a scalar other than null.
    fn of(text: &str, entry: &Entry) -> Option<ScalarType> {
        let written = text.get(entry.value.clone())?;
        if written.starts_with(['"', '\'']) {
            return Some(ScalarType::Text);
        }
        match resolve(written) {
            Scalar::Text if !written.is_empty() && !written.starts_with(['[', '{', '&', '*', '!']) => {
                Some(ScalarType::Text)
            }
            Scalar::Int(_) | Scalar::UInt(_) | Scalar::Float(_) => Some(ScalarType::Number),
            Scalar::Bool(_) => Some(ScalarType::Bool),
            _ => None,
        }
    }
}

impl DeclaredKeys {
    /// The keys in those documents that `declares` accepts.
    pub(super) fn of<'b, 'a: 'b>(
        buffers: impl IntoIterator<Item = &'b Buffer<'a>>,
        declares: impl Fn(&Buffer<'a>, &Document) -> bool,
    ) -> DeclaredKeys {
        let mut declared = DeclaredKeys { paths: BTreeSet::new(), maps: BTreeSet::new(), scalars: BTreeMap::new() };
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
                if let Some(scalar) = ScalarType::of(buffer.text, entry) {
                    declared.scalars.insert(path.clone(), scalar);
                }
                declared.paths.insert(path);
            }
        }
        declared
    }

    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Whether it has a key at this path.
    pub(super) fn has(&self, path: &[String]) -> bool {
        self.paths.contains(path)
    }

    /// Whether a text has one document, with no other keys and no scalar of another type.
    pub(super) fn has_all_of(&self, text: &str, outline: &Outline) -> bool {
        let is_of_type = |path: &Vec<String>, entry: &Entry| match (ScalarType::of(text, entry), self.scalars.get(path))
        {
            (Some(found), Some(declared)) => found == *declared,
            (Some(_), None) => !self.maps.contains(path),
            (None, _) => true,
        };
        let is_known = |path: &[String]| {
            // Below a map without keys, nothing is declared.
            let is_free = path.split_last().is_some_and(|(_, above)| !self.maps.contains(above)) && path.len() > 1;
            let is_scalar = path.split_last().is_some_and(|(_, above)| self.scalars.contains_key(above));
            (is_free && !is_scalar) || self.paths.contains(path)
        };
        is_one_document(outline)
            && outline.entries.iter().enumerate().all(|(index, entry)| match keys(outline, index) {
                Some(path) => is_known(&path) && is_of_type(&path, entry),
                // An item of an array, and its content.
                None => entry.parent.is_some(),
            })
    }

    /// Whether a text has one document, and its topmost keys are all declared.
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
