//! Where a final data value was set: the schema's default, a file, a flag, a variable, or code
//! that evaluates a library.
//!
//! Values keep their positions while they are merged, and a position knows its source; so it is
//! enough to know what each source is. Sources nobody named are files.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::positions::{Position, Source};
use crate::yaml::tree::{Document, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Schema,
    File,
    Flag,
    Env,
    Library,
}

/// The sources of data values by what they are.
#[derive(Clone, Default)]
pub struct Origins {
    /// By address, which is that of the source beside it.
    known: HashMap<*const Source, (Arc<Source>, Kind, Arc<str>)>,
}

impl Origins {
    /// Remembers a source, and the flag or variable as typed.
    pub fn add(&mut self, source: &Arc<Source>, kind: Kind, text: &str) {
        self.known.entry(Arc::as_ptr(source)).or_insert_with(|| (source.clone(), kind, text.into()));
    }

    /// Remembers the sources of a schema's defaults.
    pub fn add_defaults(&mut self, defaults: &Document) {
        self.add_position(&defaults.meta.position);
        self.add_value(&defaults.value);
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Map(map) => {
                for item in &map.items {
                    self.add_position(&item.meta.position);
                    self.add_value(&item.value);
                }
            }
            Value::Array(array) => {
                for item in &array.items {
                    self.add_position(&item.meta.position);
                    self.add_value(&item.value);
                }
            }
            _ => {}
        }
    }

    fn add_position(&mut self, position: &Position) {
        if let Some(source) = position.source() {
            self.add(source, Kind::Schema, "");
        }
    }

    /// What a value at `position` comes from, with the flag or variable as typed.
    pub fn of(&self, position: &Position) -> (Kind, String) {
        // The whole, where nobody gave any values, stands nowhere: so it is by default.
        let Some(source) = position.source() else { return (Kind::Schema, String::new()) };
        if position.memory_text().is_some() {
            return (Kind::Library, String::new());
        }
        let found = self.known.get(&Arc::as_ptr(source));
        found.map_or((Kind::File, String::new()), |(_, kind, text)| (*kind, text.to_string()))
    }
}
