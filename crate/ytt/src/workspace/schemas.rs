//! The first step of a library: its schema. The schema documents of its files and those from outside are overlaid in order.

use std::rc::Rc;

use super::Execution;
use super::documents;
use super::envelope::SchemaEnvelope;
use super::library::FileInLibrary;
use super::loader::Loader;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::overlay::{self, Onto};
use crate::schema::Schema;
use crate::starlark::FunctionCaller;
use crate::yaml::node::Node;
use crate::yaml::tree::{Document, DocumentSet};

/// The schema of a library.
pub struct Schemas {
    /// The schema.
    pub schema: Rc<Schema>,
    /// Schemas in its files that are for nested libraries.
    pub below: Vec<Rc<SchemaEnvelope>>,
}

impl Execution {
    /// Computes the schema. `others` are schemas from outside for this library, which are overlaid on its own.
    pub fn schemas(&self, others: &[Rc<SchemaEnvelope>], calls: &mut dyn FunctionCaller) -> Result<Schemas, Error> {
        self.schemas_of(&self.schema_files()?, others, calls)
    }

    /// Like [`Execution::schemas`], with the files that have schema documents.
    pub(super) fn schemas_of(
        &self,
        files: &[FileInLibrary],
        others: &[Rc<SchemaEnvelope>],
        calls: &mut dyn FunctionCaller,
    ) -> Result<Schemas, Error> {
        self.overlaid_schema(files, others, calls).map_err(|error| {
            let additional = (!others.is_empty()).then_some("additional data value schema");
            let order = self.describe(files, additional);
            error.coded(Code::Schema).context(format!("Overlaying data values schema (in following order: {order})"))
        })
    }

    fn overlaid_schema(
        &self,
        files: &[FileInLibrary],
        others: &[Rc<SchemaEnvelope>],
        calls: &mut dyn FunctionCaller,
    ) -> Result<Schemas, Error> {
        let loader = Loader::without_values(self);
        let extensions = self.run.session.extensions.get();
        let mut envelopes = Vec::new();
        for file in files {
            let path = self.run.libraries.file(file.file).path();
            let documents = self
                .schema_documents(&loader, file)
                .map_err(|error| error.context(format!("Templating file '{path}'")))?;
            for document in documents {
                envelopes.push(SchemaEnvelope::new(document, extensions, calls)?);
            }
        }
        let own = envelopes.len();
        envelopes.extend_from_slice(others);

        let mut whole: Option<Node<Document>> = None;
        // If there is only one document, its schema exists already, unless it is from outside and may have changed since.
        let mut only = None;
        let mut below = Vec::new();
        for (index, envelope) in envelopes.into_iter().enumerate() {
            if envelope.is_for_another_library() {
                below.push(envelope);
                continue;
            }
            let document = envelope.document.clone();
            (whole, only) = match whole {
                None => (Some(document), (index < own).then(|| envelope.content.clone())),
                Some(left) => {
                    (Some(overlay_document(left, document, Onto::First, calls).map_err(without_declaration)?), None)
                }
            };
        }
        let schema = match (whole, only) {
            (None, _) => Rc::new(Schema::none()),
            (Some(_), Some(only)) => only,
            (Some(document), None) => Rc::new(Schema::from_document(&document.borrow(), extensions, calls)?),
        };
        Ok(Schemas { schema, below })
    }

    fn schema_documents(&self, loader: &Rc<Loader>, file: &FileInLibrary) -> Result<Vec<Node<Document>>, Error> {
        let documents = loader.eval_yaml(file.file, file.library, self.library)?;
        let (schemas, others) =
            documents::split(documents, documents::schema_annotations(self.run.session.extensions.get()))?;
        // ytt does not allow to mix them.
        match others.iter().find(|document| !document.borrow().is_empty()) {
            None => Ok(schemas),
            Some(other) => {
                let path = self.run.libraries.file(file.file).path();
                let text = format!("Expected schema file '{path}' to only have schema documents");
                Err(Error::at(text, other.borrow().meta.position.clone()))
            }
        }
    }
}

/// Explains a key that a further schema document adds.
fn without_declaration(mut error: Error) -> Error {
    if let Some(message) = error.sentence_mut()
        && let Some(Cause::UnknownKey { key, nearest }) = &message.cause
    {
        message.cause = Some(Cause::NewDeclaration { key: key.clone(), nearest: nearest.clone() });
        // It is offered where there is no annotation.
        if message.remedies.iter().any(|remedy| matches!(remedy, Remedy::DeleteKey { .. })) {
            message.remedies.insert(0, Remedy::MissingOk);
        }
        message.advice = Some(
            "Only the first schema document can add keys. In a further one, put #@overlay/match missing_ok=True above it."
                .to_owned(),
        );
    }
    error
}

/// Overlays a document on another, which is changed. Fails if the result is not a document.
pub(super) fn overlay_document(
    left: Node<Document>,
    right: Node<Document>,
    onto: Onto,
    calls: &mut dyn FunctionCaller,
) -> Result<Node<Document>, Error> {
    let [left, right] = [left, right].map(|document| DocumentSet { items: vec![document], ..DocumentSet::default() });
    let result = overlay::apply(left, right, onto, calls)?;
    let missing = || Error::message("Expected to find document to overlay, but it was removed").coded(Code::Overlay);
    result.items.into_iter().next().ok_or_else(missing)
}
