//! Selections of overlays in a run, noted for an editor that watches their files (`Session::watch`).

use std::cell::{Cell, Ref, RefCell};

use crate::diagnostics::Related;
use crate::positions::Position;

/// Nodes beyond these are not noted.
const MOST: usize = 10_000;

/// A node of an overlay, and its selection.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The position of the node.
    pub at: Position,
    /// The line of its `@overlay/match`, if there is one.
    pub annotation: Option<u32>,
    /// Whether it has selected any nodes.
    pub selected: Selected,
    /// The nodes that it has nearly selected.
    pub near: Vec<Related>,
}

/// Whether a node of an overlay has selected any, and if not, of which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// It has.
    Some,
    /// No document.
    NoDocument,
    /// No key of a map.
    NoKey,
    /// No item of an array.
    NoItem,
    /// A condition about the number of nodes did not hold.
    Skipped,
}

/// The selections of a run.
#[derive(Debug, Default)]
pub struct Selections {
    noted: RefCell<Vec<Selection>>,
    is_full: Cell<bool>,
}

impl Selections {
    /// One of each node.
    pub fn noted(&self) -> Ref<'_, [Selection]> {
        Ref::map(self.noted.borrow(), Vec::as_slice)
    }

    /// Whether some nodes are not noted, since there are too many.
    pub fn is_full(&self) -> bool {
        self.is_full.get()
    }

    /// A node counts as having selected others if it does so once, for example in one round of a loop.
    pub(super) fn note(&self, selection: Selection) {
        let place = |at: &Position| (at.line(), at.own_span());
        let new = place(&selection.at);
        let path = |at: &Position| at.source().map(|source| source.path().to_owned());
        let is_same = |known: &&mut Selection| place(&known.at) == new && path(&known.at) == path(&selection.at);
        let mut noted = self.noted.borrow_mut();
        let has_space = noted.len() < MOST;
        match noted.iter_mut().rev().find(is_same) {
            Some(known) if known.selected != Selected::Some => *known = selection,
            Some(_) => {}
            None if has_space => noted.push(selection),
            None => self.is_full.set(true),
        }
    }
}
