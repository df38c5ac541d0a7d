//! Documents of data values and schemas that are addressed to a library.
//!
//! An envelope consists of a document, the rest of its address and whether it has been delivered, so that documents for libraries
//! that are not evaluated can be reported.

use std::cell::Cell;
use std::rc::Rc;

use super::reference::{self, LibraryRef};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::extensions::Extensions;
use crate::schema::Schema;
use crate::starlark::{Annotated, FunctionCaller, PlainValue};
use crate::yaml::tree::Document;

const DATA_VALUES: &str = "data/values";

/// The result of delivering an envelope to a library.
pub enum Delivery<T> {
    /// The envelope is for this library.
    Here(T),
    /// The envelope, with the rest of the address, is for a nested library.
    Below(T),
    /// The envelope is for another library.
    Elsewhere,
}

/// A document of data values.
#[derive(Clone)]
pub struct ValuesEnvelope {
    /// The document.
    pub document: Document,
    /// `after_library_module=True`: overlaid on the values of `with_data_values`.
    pub after_library_module: bool,
    address: Vec<LibraryRef>,
    rest: usize,
    used: Cell<bool>,
}

/// A document of a schema.
#[derive(Clone)]
pub struct SchemaEnvelope {
    /// The document.
    pub document: Document,
    /// The schema of the document alone.
    pub schema: Rc<Schema>,
    address: Vec<LibraryRef>,
    rest: usize,
    used: Cell<bool>,
}

impl ValuesEnvelope {
    /// An envelope with the address in the annotations of a document.
    pub fn new(document: Document) -> Result<Rc<ValuesEnvelope>, Error> {
        let address = reference::of_annotation(&document.meta)?;
        let after_library_module = after_library_module(&document, &address)?;
        Ok(Rc::new(ValuesEnvelope { document, after_library_module, address, rest: 0, used: Cell::new(false) }))
    }

    /// An envelope with the address of a flag, which may be empty.
    pub fn addressed(document: Document, address: &str) -> Result<Rc<ValuesEnvelope>, Error> {
        if address.is_empty() {
            return ValuesEnvelope::new(document);
        }
        let address = reference::parse(address)?;
        Ok(Rc::new(ValuesEnvelope { document, after_library_module: false, address, rest: 0, used: Cell::new(false) }))
    }

    /// Whether the address has further libraries.
    pub fn is_for_another_library(&self) -> bool {
        self.rest < self.address.len()
    }

    /// Delivers the envelope to a library.
    pub fn deliver(self: &Rc<Self>, library: &LibraryRef) -> Delivery<Rc<ValuesEnvelope>> {
        let Some(rest) = step(&self.address, self.rest, library) else { return Delivery::Elsewhere };
        self.used.set(true);
        let copy = Rc::new(ValuesEnvelope { rest, used: Cell::new(false), ..(**self).clone() });
        if copy.is_for_another_library() { Delivery::Below(copy) } else { Delivery::Here(copy) }
    }

    /// Whether it was delivered since the last call.
    pub fn take_used(&self) -> bool {
        self.used.take()
    }

    /// A description for messages.
    pub fn description(&self) -> String {
        let to = reference::describe(&self.address);
        format!("Data Value belonging to library '{to}' on {}", self.document.meta.position.long())
    }
}

impl SchemaEnvelope {
    /// An envelope with the address in the annotations of a document, which must be a valid schema.
    pub fn new(
        document: Document,
        extensions: Extensions,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Rc<SchemaEnvelope>, Error> {
        let address = reference::of_annotation(&document.meta)?;
        let schema = Rc::new(Schema::from_document(&document, extensions, calls)?);
        Ok(Rc::new(SchemaEnvelope { document, schema, address, rest: 0, used: Cell::new(false) }))
    }

    /// Whether the address has further libraries.
    pub fn is_for_another_library(&self) -> bool {
        self.rest < self.address.len()
    }

    /// Delivers the envelope to a library.
    pub fn deliver(self: &Rc<Self>, library: &LibraryRef) -> Delivery<Rc<SchemaEnvelope>> {
        let Some(rest) = step(&self.address, self.rest, library) else { return Delivery::Elsewhere };
        self.used.set(true);
        let copy = Rc::new(SchemaEnvelope { rest, used: Cell::new(false), ..(**self).clone() });
        if copy.is_for_another_library() { Delivery::Below(copy) } else { Delivery::Here(copy) }
    }

    /// Whether it was delivered since the last call.
    pub fn take_used(&self) -> bool {
        self.used.take()
    }

    /// A description for messages.
    pub fn description(&self) -> String {
        let to = reference::describe(&self.address);
        format!("Schema belonging to library '{to}' on {}", self.document.meta.position.long())
    }
}

/// The number of steps of an address up to `library`; None if it is the address of another library.
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
