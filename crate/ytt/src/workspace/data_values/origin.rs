//! Where a final data value was set: the schema's default, a file, a flag, a variable, or code
//! that evaluates a library.
//!
//! Values keep their positions while they are merged, and a position knows its source; so it is
//! enough to know what each source is. Sources nobody named are files.

use std::cell::RefCell;
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
#[derive(Default)]
pub struct Origins {
    known: RefCell<Known>,
}

#[derive(Default)]
struct Known {
    sources: Vec<(Arc<Source>, Kind, String)>,
    /// Places in `sources` by address; `sources` keeps what is there alive.
    places: HashMap<*const Source, usize>,
}

impl Origins {
    /// Remembers a source, and the flag or variable as typed.
    pub fn add(&self, source: &Arc<Source>, kind: Kind, text: String) {
        let known = &mut *self.known.borrow_mut();
        known.places.entry(Arc::as_ptr(source)).or_insert_with(|| {
            known.sources.push((source.clone(), kind, text));
            known.sources.len() - 1
        });
    }

    /// How many sources are known.
    pub fn count(&self) -> usize {
        self.known.borrow().sources.len()
    }

    /// Forgets all but the first `count` sources.
    pub fn forget_after(&self, count: usize) {
        let mut known = self.known.borrow_mut();
        known.sources.truncate(count);
        known.places.retain(|_, place| *place < count);
    }

    /// Remembers the sources of a schema's defaults.
    pub fn add_defaults(&self, defaults: &Document) {
        self.add_position(&defaults.meta.position);
        self.add_value(&defaults.value);
    }

    fn add_value(&self, value: &Value) {
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

    fn add_position(&self, position: &Position) {
        if let Some(source) = position.source() {
            self.add(source, Kind::Schema, String::new());
        }
    }

    /// What a value at `position` comes from, with the flag or variable as typed.
    pub fn of(&self, position: &Position) -> (Kind, String) {
        // The whole, where nobody gave any values, stands nowhere: so it is by default.
        let Some(source) = position.source() else { return (Kind::Schema, String::new()) };
        if position.memory_text().is_some() {
            return (Kind::Library, String::new());
        }
        let known = self.known.borrow();
        let found = known.places.get(&Arc::as_ptr(source)).and_then(|place| known.sources.get(*place));
        found.map_or((Kind::File, String::new()), |(_, kind, text)| (*kind, text.clone()))
    }
}
