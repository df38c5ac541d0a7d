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
use crate::positions::Position;
use crate::schema::Schema;
use crate::starlark::{Annotated, FunctionCaller, PlainValue};
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::tree::Document;

const DATA_VALUES: &str = "data/values";

/// The result of delivering an envelope to a library.
pub(crate) enum Delivery<T> {
    /// The envelope is for this library.
    Here(T),
    /// The envelope, with the rest of the address, is for a nested library.
    Below(T),
    /// The envelope is for another library.
    Elsewhere,
}

/// A document with the address of a library.
#[derive(Clone)]
pub struct Envelope<T> {
    /// The document.
    pub document: Node<Document>,
    /// The data that was read from the document.
    pub content: T,
    address: Vec<LibraryRef>,
    rest: usize,
    used: Cell<bool>,
}

/// An envelope of data values; the content is whether they are overlaid on the values of `with_data_values`
/// (`after_library_module=True`).
pub(crate) type ValuesEnvelope = Envelope<bool>;

/// An envelope of a schema; the content is the schema of the document alone.
pub(crate) type SchemaEnvelope = Envelope<Rc<Schema>>;

impl ValuesEnvelope {
    /// An envelope with the address in the annotations of a document.
    pub fn new(document: Node<Document>) -> Result<Rc<ValuesEnvelope>, Error> {
        let address = reference::of_annotation(&document.borrow().meta)?;
        let content = after_library_module(&document.borrow(), &address)?;
        Ok(Envelope::with_address(document, content, address))
    }

    /// An envelope with the address of a flag, which may be empty.
    pub(crate) fn addressed(document: Node<Document>, address: &str) -> Result<Rc<ValuesEnvelope>, Error> {
        if address.is_empty() {
            return ValuesEnvelope::new(document);
        }
        Ok(Envelope::with_address(document, false, reference::parse(address)?))
    }
}

impl SchemaEnvelope {
    /// An envelope with the address in the annotations of a document, which must be a valid schema.
    pub fn new(
        document: Node<Document>,
        extensions: Extensions,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Rc<SchemaEnvelope>, Error> {
        let address = reference::of_annotation(&document.borrow().meta)?;
        let schema = Rc::new(Schema::from_document(&document.borrow(), extensions, calls)?);
        Ok(Envelope::with_address(document, schema, address))
    }
}

impl<T: Clone> Envelope<T> {
    fn with_address(document: Node<Document>, content: T, address: Vec<LibraryRef>) -> Rc<Envelope<T>> {
        Rc::new(Envelope { document, content, address, rest: 0, used: Cell::new(false) })
    }

    /// Whether the address has further libraries.
    pub fn is_for_another_library(&self) -> bool {
        self.rest < self.address.len()
    }

    /// Delivers a copy of the envelope to a library.
    pub(crate) fn deliver(&self, library: &LibraryRef) -> Delivery<Rc<Envelope<T>>> {
        let Some(rest) = step(&self.address, self.rest, library) else { return Delivery::Elsewhere };
        self.used.set(true);
        let document = self.document.deep_copy();
        let copy = Rc::new(Envelope { document, rest, used: Cell::new(false), ..self.clone() });
        if copy.is_for_another_library() { Delivery::Below(copy) } else { Delivery::Here(copy) }
    }

    /// Whether it was delivered since the last call.
    pub(crate) fn take_used(&self) -> bool {
        self.used.take()
    }

    /// The address, and its position: the string in the annotation, or the document if the address is that of a flag.
    pub fn reference(&self) -> (Position, Vec<LibraryRef>) {
        let document = self.document.borrow();
        let annotation = document.meta.annotation(reference::ANNOTATION).map(|annotation| &annotation.position);
        let at = annotation.and_then(|at| string_at(at, &reference::describe(&self.address)));
        (at.unwrap_or_else(|| document.meta.position.clone()), self.address.clone())
    }

    /// A description for messages, with the `kind` of document.
    pub fn description(&self, kind: &str) -> String {
        let to = reference::describe(&self.address);
        format!("{kind} belonging to library '{to}' on {}", self.document.borrow().meta.position.long())
    }
}

/// The position of a string in the line of a position, with its quotes.
fn string_at(at: &Position, text: &str) -> Option<Position> {
    let (source, line) = (at.source()?, at.source()?.line_range(at.line())?);
    let found = ['"', '\''].into_iter().find_map(|quote| {
        let quoted = format!("{quote}{text}{quote}");
        let start = line.start + source.text[line.clone()].find(&quoted)?;
        Some(start..start + quoted.len())
    });
    found.map(|range| at.clone().with_span(range))
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
