//! Data values and schemas on their way to the library that they are addressed to.
//!
//! An envelope holds a document and the rest of its address. It knows whether anybody took it, so
//! that documents for a library that is never evaluated are reported.

use std::cell::Cell;
use std::rc::Rc;

use super::reference::{self, LibraryRef};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::schema::Schema;
use crate::starlark::{Annotated, FunctionCaller, PlainValue};
use crate::yaml::tree::Document;

const DATA_VALUES: &str = "data/values";

/// What an envelope says when it comes to a library.
pub enum Delivery<T> {
    /// For this very library.
    Here(T),
    /// For a library inside of it: the envelope with the rest of the address.
    Below(T),
    /// For some other library.
    Elsewhere,
}

/// A document of data values.
#[derive(Clone)]
pub struct ValuesEnvelope {
    pub document: Document,
    /// `after_library_module=True`: goes over what the library module was given.
    pub after_library_module: bool,
    address: Vec<LibraryRef>,
    rest: usize,
    used: Cell<bool>,
}

/// A document of a schema.
#[derive(Clone)]
pub struct SchemaEnvelope {
    pub document: Document,
    /// What it says by itself.
    pub schema: Rc<Schema>,
    address: Vec<LibraryRef>,
    rest: usize,
    used: Cell<bool>,
}

impl ValuesEnvelope {
    /// Reads the address from the document's annotations.
    pub fn new(document: Document) -> Result<Rc<ValuesEnvelope>, Error> {
        let address = reference::of_annotation(&document.meta)?;
        let after_library_module = after_library_module(&document, &address)?;
        Ok(Rc::new(ValuesEnvelope { document, after_library_module, address, rest: 0, used: Cell::new(false) }))
    }

    /// With an address from a flag, which may be empty.
    pub fn addressed(document: Document, address: &str) -> Result<Rc<ValuesEnvelope>, Error> {
        if address.is_empty() {
            return ValuesEnvelope::new(document);
        }
        let address = reference::parse(address)?;
        Ok(Rc::new(ValuesEnvelope { document, after_library_module: false, address, rest: 0, used: Cell::new(false) }))
    }

    pub fn is_for_another_library(&self) -> bool {
        self.rest < self.address.len()
    }

    /// Hands the envelope to `library`; it counts as used from then on.
    pub fn deliver(self: &Rc<Self>, library: &LibraryRef) -> Delivery<Rc<ValuesEnvelope>> {
        let Some(rest) = step(&self.address, self.rest, library) else { return Delivery::Elsewhere };
        self.used.set(true);
        let copy = Rc::new(ValuesEnvelope { rest, used: Cell::new(false), ..(**self).clone() });
        if copy.is_for_another_library() { Delivery::Below(copy) } else { Delivery::Here(copy) }
    }

    /// Whether it was delivered since this was asked for the last time.
    pub fn take_used(&self) -> bool {
        self.used.take()
    }

    pub fn description(&self) -> String {
        let to = reference::describe(&self.address);
        format!("Data Value belonging to library '{to}' on {}", self.document.meta.position.long())
    }
}

impl SchemaEnvelope {
    /// Reads the address from the document's annotations. The document must be a schema by itself.
    pub fn new(document: Document, calls: &mut dyn FunctionCaller) -> Result<Rc<SchemaEnvelope>, Error> {
        let address = reference::of_annotation(&document.meta)?;
        let schema = Rc::new(Schema::from_document(&document, calls)?);
        Ok(Rc::new(SchemaEnvelope { document, schema, address, rest: 0, used: Cell::new(false) }))
    }

    pub fn is_for_another_library(&self) -> bool {
        self.rest < self.address.len()
    }

    /// Hands the envelope to `library`; it counts as used from then on.
    pub fn deliver(self: &Rc<Self>, library: &LibraryRef) -> Delivery<Rc<SchemaEnvelope>> {
        let Some(rest) = step(&self.address, self.rest, library) else { return Delivery::Elsewhere };
        self.used.set(true);
        let copy = Rc::new(SchemaEnvelope { rest, used: Cell::new(false), ..(**self).clone() });
        if copy.is_for_another_library() { Delivery::Below(copy) } else { Delivery::Here(copy) }
    }

    /// Whether it was delivered since this was asked for the last time.
    pub fn take_used(&self) -> bool {
        self.used.take()
    }

    pub fn description(&self) -> String {
        let to = reference::describe(&self.address);
        format!("Schema belonging to library '{to}' on {}", self.document.meta.position.long())
    }
}

/// How much of an address is behind it once `library` was reached; None when it leads elsewhere.
fn step(address: &[LibraryRef], rest: usize, library: &LibraryRef) -> Option<usize> {
    match address.get(rest) {
        None => Some(rest),
        Some(next) if next.matches(library) => Some(rest + 1),
        Some(_) => None,
    }
}

/// The keyword argument of `@data/values`; only documents for a library may have it.
fn after_library_module(document: &Document, address: &[LibraryRef]) -> Result<bool, Error> {
    let Some(annotation) = document.meta.annotation(DATA_VALUES) else { return Ok(false) };
    let mut after = false;
    for (name, value) in &annotation.kwargs {
        let text = match (name.as_str(), value) {
            ("after_library_module", PlainValue::Bool(_)) if address.is_empty() => format!(
                "Annotation {DATA_VALUES}: Expected kwarg 'after_library_module' to be used with {} annotation",
                reference::ANNOTATION
            ),
            ("after_library_module", PlainValue::Bool(value)) => {
                after = *value;
                continue;
            }
            ("after_library_module", other) => {
                format!("expected starlark.Bool, but was {}", other.go_type())
            }
            (name, _) => format!("Unknown kwarg {name} for annotation {DATA_VALUES}"),
        };
        return Err(Error::at(text, annotation.position.clone()).coded(Code::Annotation));
    }
    Ok(after)
}
