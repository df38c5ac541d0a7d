//! The origins of data values: the default of the schema, a file, a flag, a variable, or code that evaluates a library.
//!
//! Values keep their positions while they are merged, and a position has a source. So the origin is recorded for each source; sources
//! without one are files.

use std::collections::HashMap;
use std::sync::Arc;

use crate::positions::{Position, Source};
use crate::yaml::tree::{Document, Value};

/// The kind of an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The default of the schema.
    Schema,
    /// A file.
    File,
    /// A flag.
    Flag,
    /// An environment variable.
    Env,
    /// Code that evaluates a library.
    Library,
}

/// The origins of the sources of data values.
#[derive(Clone, Default)]
pub struct Origins {
    /// By the address of the source, which is in the value to keep it alive.
    known: HashMap<*const Source, (Arc<Source>, Kind, Arc<str>)>,
}

impl Origins {
    /// Records the origin of a source; `text` is the flag or variable.
    pub fn add(&mut self, source: &Arc<Source>, kind: Kind, text: &str) {
        self.known.entry(Arc::as_ptr(source)).or_insert_with(|| (source.clone(), kind, text.into()));
    }

    /// Records the sources of the defaults of a schema.
    pub(crate) fn add_defaults(&mut self, defaults: &Document) {
        self.add_position(&defaults.meta.position);
        self.add_value(&defaults.value);
    }

    fn add_value(&mut self, value: &Value) {
        for item in value.items() {
            self.add_position(&item.borrow().meta().position);
            self.add_value(item.borrow().value());
        }
    }

    fn add_position(&mut self, position: &Position) {
        if let Some(source) = position.source() {
            self.add(source, Kind::Schema, "");
        }
    }

    /// The origin of a value at `position`, with the flag or variable.
    pub fn of(&self, position: &Position) -> (Kind, String) {
        // An empty document has no source: it is the default.
        let Some(source) = position.source() else { return (Kind::Schema, String::new()) };
        if position.memory_text().is_some() {
            return (Kind::Library, String::new());
        }
        let found = self.known.get(&Arc::as_ptr(source));
        found.map_or((Kind::File, String::new()), |(_, kind, text)| (*kind, text.to_string()))
    }
}
