//! The keys of a YAML file with the documents they are in, exactly where the file is YAML, by its indentation where not.

use std::ops::Range;

use super::Buffer;
use super::outline::{Outline, Step};
use crate::yaml::keys;

/// A key, or an item of a list.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// None for an item.
    pub(super) name: Option<String>,
    /// Bytes of the key as written; nothing where it has none of its own.
    pub(super) range: Range<usize>,
    /// Where its value starts.
    pub(super) value: usize,
    pub(super) parent: Option<usize>,
    /// Index into the documents.
    pub(super) document: usize,
    /// Index of its line.
    pub(super) line: usize,
    pub(super) anchor: Option<String>,
    pub(super) alias: Option<String>,
}

pub(super) struct Keys {
    pub(super) outline: Outline,
    pub(super) keys: Vec<Key>,
}

impl Keys {
    pub(super) fn of(buffer: &Buffer<'_>) -> Keys {
        Keys::of_text(buffer.text)
    }

    pub(super) fn of_text(text: &str) -> Keys {
        let outline = Outline::of(text, None);
        let keys = match keys::keys(text.as_bytes()) {
            Some(places) => places
                .into_iter()
                .map(|place| {
                    let line = outline.line_at(place.range.start);
                    Key {
                        name: place.key,
                        document: outline.document_index(line),
                        line,
                        range: place.range,
                        value: place.value,
                        parent: place.parent,
                        anchor: place.anchor,
                        alias: place.alias,
                    }
                })
                .collect(),
            None => outline
                .entries
                .iter()
                .map(|entry| Key {
                    name: entry.key.clone(),
                    range: entry.key.as_ref().map_or(entry.range.start..entry.range.start, |_| entry.range.clone()),
                    value: entry.value.start,
                    parent: entry.parent,
                    document: entry.document,
                    line: entry.line,
                    anchor: None,
                    alias: None,
                })
                .collect(),
        };
        Keys { outline, keys }
    }

    /// From the document to the key.
    pub(super) fn path(&self, key: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = Some(key);
        while let Some(key) = at.and_then(|index| self.keys.get(index)) {
            steps.push(key.name.clone().map_or(Step::Item, Step::Key));
            at = key.parent;
        }
        steps.reverse();
        steps
    }

    /// Whether a key is the last but one step, or above it, of another.
    pub(super) fn is_above(&self, above: usize, key: usize) -> bool {
        let mut at = self.keys.get(key).and_then(|key| key.parent);
        while let Some(index) = at {
            if index == above {
                return true;
            }
            at = self.keys.get(index).and_then(|key| key.parent);
        }
        false
    }
}
