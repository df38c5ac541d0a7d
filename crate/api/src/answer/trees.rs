//! The data values and the schema of a response as trees.
//!
//! A tree of all values takes as long to make as the output of a small project, and a page shows none of them most of the time. So a tree
//! is made when it is needed.

use std::cell::OnceCell;
use std::rc::Rc;

use super::{schema, values};
use crate::boundary::{DataValue, LibraryValues, Response, SchemaNode};
use crate::editor::Keys;
use crate::schema::Schema;
use crate::workspace::{self, Values};

/// The data values and the schema of a run, as far as it got.
#[derive(Default)]
pub struct Trees {
    of_schema: Option<Rc<Schema>>,
    of_values: Option<Rc<Values>>,
    of_libraries: Vec<Rc<workspace::LibraryValues>>,
    schema: OnceCell<Option<SchemaNode>>,
    values: OnceCell<Option<DataValue>>,
}

impl Trees {
    pub(super) fn add_schema(&mut self, schema: Rc<Schema>) {
        self.of_schema = Some(schema).filter(|schema| schema.is_declared());
    }

    pub(super) fn add_values(&mut self, values: Rc<Values>) {
        self.of_values = Some(values);
    }

    pub(super) fn add_libraries(&mut self, libraries: Vec<Rc<workspace::LibraryValues>>) {
        self.of_libraries.extend(libraries);
    }

    /// Whether there is a schema.
    pub fn has_schema(&self) -> bool {
        self.of_schema.is_some()
    }

    /// The number of data values at the top level; None if the run did not get as far.
    pub fn number_of_values(&self) -> Option<usize> {
        Some(self.of_values.as_ref()?.document.value.items().count())
    }

    /// The names of the libraries that have data values.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        self.of_libraries.iter().map(|library| &*library.name)
    }

    /// The schema; None if no file declares it.
    pub fn schema(&self) -> Option<&SchemaNode> {
        self.schema.get_or_init(|| self.of_schema.as_deref().and_then(schema::tree)).as_ref()
    }

    /// The data values of the root library.
    pub fn values(&self) -> Option<&DataValue> {
        self.values.get_or_init(|| self.of_values.as_deref().map(values::tree)).as_ref()
    }

    /// The data values of a library, by its index in [`Trees::libraries`].
    pub fn library(&self, index: usize) -> Option<DataValue> {
        self.of_libraries.get(index).map(|library| values::tree(&library.values))
    }

    /// The keys of the schema and of the data values, which explain diagnostics.
    pub(crate) fn keys(&self) -> Keys<'_> {
        Keys { schema: self.schema(), values: self.values() }
    }

    /// Adds all trees to a response.
    pub(crate) fn fill(self, response: &mut Response) {
        let values = |library: &Rc<workspace::LibraryValues>| LibraryValues {
            name: library.name.clone(),
            values: values::tree(&library.values),
        };
        response.libraries = self.of_libraries.iter().map(values).collect();
        self.schema();
        self.values();
        response.schema = self.schema.into_inner().flatten();
        response.values = self.values.into_inner().flatten();
    }
}
