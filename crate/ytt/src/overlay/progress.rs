//! The documents of a run between two of its overlays, to show the changes of each of them.

use super::left_items::{DocumentInFile, LeftItems};
use crate::positions::Position;
use crate::yaml::node::Node;
use crate::yaml::tree::{Document, DocumentSet};

/// Called before the first overlay of a run, and after each.
pub(crate) type Watch<'w, K> = &'w mut dyn FnMut(Progress<'_, K>);

/// An overlay: a document with `@overlay/match`.
#[derive(Clone, Debug)]
pub struct OverlayDocument {
    /// The file that it is in.
    pub file: String,
    /// Its index among the overlays of the file.
    pub index: usize,
    /// Its position, which is in another file if a function of that file made it.
    pub at: Position,
}

/// The state after some of the overlays.
pub struct Progress<'a, K> {
    /// All overlays, in the order in which they are applied.
    pub overlays: &'a [OverlayDocument],
    /// The number of overlays that have been applied.
    pub applied: usize,
    pub(super) files: &'a [(K, DocumentSet)],
    pub(super) documents: &'a LeftItems<DocumentInFile>,
}

impl<'a, K> Progress<'a, K> {
    /// The output files with their current documents.
    pub fn files(&self) -> Vec<(&'a K, Vec<Node<Document>>)> {
        let mut files: Vec<(&K, Vec<_>)> = self.files.iter().map(|(key, _)| (key, Vec::new())).collect();
        for DocumentInFile { file, document } in self.documents.entries() {
            if let Some((_, documents)) = files.get_mut(*file) {
                documents.push(document.clone());
            }
        }
        files
    }
}
