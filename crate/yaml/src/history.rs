//! The history of a node: the overlay items that changed it, and its former values.
//!
//! Recorded only for the output map and the data values tree. Comparing nodes ignores it.

use super::tree::{Document, Value};
use crate::positions::Position;

/// The history of a node, which is empty for most.
#[derive(Clone, Debug, Default)]
pub struct History(Option<Box<Events>>);

#[derive(Clone, Debug, Default)]
struct Events {
    made_at: Option<Position>,
    touched: Vec<Position>,
    former: Vec<Former>,
}

/// A value that an overlay replaced.
#[derive(Clone, Debug)]
pub struct Former {
    /// The position of the node at that time.
    pub position: Position,
    /// The former value.
    pub value: Value,
}

impl History {
    /// The overlay items that changed or replaced the node, oldest first.
    pub fn touched(&self) -> &[Position] {
        self.0.as_ref().map_or(&[], |events| &events.touched)
    }

    /// The former values of the node, oldest first.
    pub fn former(&self) -> &[Former] {
        self.0.as_ref().map_or(&[], |events| &events.former)
    }

    /// The origin of the value, if it differs from the position of the node: for a computed value the node with the computed value,
    /// for a document the one that set its value.
    pub fn made_at(&self) -> Option<&Position> {
        self.0.as_ref()?.made_at.as_ref()
    }

    /// Sets [`made_at`](History::made_at).
    pub fn set_made_at(&mut self, position: Option<Position>) {
        if self.0.is_some() || position.is_some() {
            self.0.get_or_insert_default().made_at = position;
        }
    }

    /// Records that an overlay item at `position` changed the node.
    pub fn touch(&mut self, position: &Position) {
        self.0.get_or_insert_default().touched.push(position.clone());
    }

    /// Records that the node's value at `position` was replaced.
    pub fn replaced(&mut self, position: Position, value: Value) {
        self.0.get_or_insert_default().former.push(Former { position, value });
    }
}

/// Sets [`History::made_at`] of all computed nodes of a document, before an overlay moves them.
pub fn record_origins(document: &Document) {
    record(&document.value, &document.meta.position);
}

fn record(value: &Value, outer: &Position) {
    for node in value.items() {
        let mut item = node.borrow_mut();
        let meta = item.meta_mut();
        let position = if meta.position.source().is_some() {
            meta.position.clone()
        } else {
            meta.history.set_made_at(Some(outer.clone()));
            outer.clone()
        };
        let value = item.value().clone();
        drop(item);
        record(&value, &position);
    }
}

impl PartialEq for History {
    fn eq(&self, _: &History) -> bool {
        true
    }
}
