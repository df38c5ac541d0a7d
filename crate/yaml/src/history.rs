//! The history of a node: the overlay items that changed it, and its former values.
//!
//! Recorded only if the output map or the data values tree is asked for. It does not take part in comparing nodes.

use super::tree::{Document, Meta, Value};
use crate::diagnostics::positions::Position;

/// The history of a node; empty for almost all.
#[derive(Clone, Debug, Default)]
pub struct History(Option<Box<Events>>);

#[derive(Clone, Debug, Default)]
struct Events {
    made_at: Option<Position>,
    touched: Vec<Position>,
    former: Vec<Former>,
}

/// A value that a node had before an overlay gave it another.
#[derive(Clone, Debug)]
pub struct Former {
    /// The position of the node that held it.
    pub position: Position,
    /// The former value.
    pub value: Value,
}

impl History {
    /// Items of overlays that merged into the node or took its place, oldest first.
    pub fn touched(&self) -> &[Position] {
        self.0.as_ref().map_or(&[], |events| &events.touched)
    }

    /// The values that the node had before, oldest first.
    pub fn former(&self) -> &[Former] {
        self.0.as_ref().map_or(&[], |events| &events.former)
    }

    /// The origin of the value, if it is not the node's position: for a computed value the node that it was computed for,
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

/// Tells the nodes of a document that stand nowhere what they were made for, before an overlay moves them elsewhere.
pub fn note_origins(document: &mut Document) {
    let at = document.meta.position.clone();
    note(&mut document.value, &at);
}

fn note(value: &mut Value, outer: &Position) {
    let item = |meta: &mut Meta, value: &mut Value| {
        if meta.position.source().is_some() {
            note(value, &meta.position);
        } else {
            meta.history.set_made_at(Some(outer.clone()));
            note(value, outer);
        }
    };
    match value {
        Value::Map(map) => map.items.iter_mut().for_each(|i| item(&mut i.meta, &mut i.value)),
        Value::Array(array) => array.items.iter_mut().for_each(|i| item(&mut i.meta, &mut i.value)),
        _ => {}
    }
}

impl PartialEq for History {
    fn eq(&self, _: &History) -> bool {
        true
    }
}
