//! The value of `library.get`: a library with additional data values and schemas. It is immutable; its methods evaluate the library
//! with the same four steps as the root library.

use std::rc::Rc;

use super::Execution;
use super::envelope::{Delivery, SchemaEnvelope, ValuesEnvelope};
use super::evaluation::Evaluation;
use super::reference::LibraryRef;
use super::schemas::Schemas;
use super::values::{Values, check_readable};
use crate::diagnostics::Error;
use crate::overlay::plain_merge;
use crate::positions::Position;
use crate::schema::in_memory;
use crate::starlark::{FunctionCaller, Module};
use crate::stdlib::Library;
use crate::workspace::data_values::flags::check_plain;
use crate::yaml::tree::{Document, DocumentSet, Value};

/// A library as a value.
#[derive(Clone)]
pub(crate) struct Instance {
    /// The library and its options.
    pub execution: Execution,
    /// The arguments of `library.get`.
    pub reference: LibraryRef,
    /// Data values that may be for this library.
    pub values: Vec<Rc<ValuesEnvelope>>,
    /// Schemas that may be for this library.
    pub schemas: Vec<Rc<SchemaEnvelope>>,
}

impl Instance {
    /// The schema, including those from outside, and the schemas for nested libraries.
    fn schemas(&self, calls: &mut dyn FunctionCaller) -> Result<Schemas, Error> {
        let (mut here, mut below) = (Vec::new(), Vec::new());
        for envelope in &self.schemas {
            match envelope.deliver(&self.reference) {
                Delivery::Here(envelope) => here.push(envelope),
                Delivery::Below(envelope) => below.push(envelope),
                Delivery::Elsewhere => {}
            }
        }
        let mut schemas = self.execution.schemas(&here, calls)?;
        schemas.below.extend(below);
        Ok(schemas)
    }

    /// The data values, including those from outside, and the data values for nested libraries.
    fn values(&self, schemas: &Schemas, calls: &mut dyn FunctionCaller) -> Result<Values, Error> {
        let (mut here, mut after, mut below) = (Vec::new(), Vec::new(), Vec::new());
        for envelope in &self.values {
            match envelope.deliver(&self.reference) {
                Delivery::Here(envelope) if envelope.content => after.push(envelope),
                Delivery::Here(envelope) => here.push(envelope),
                Delivery::Below(envelope) => below.push(envelope),
                Delivery::Elsewhere => {}
            }
        }
        here.extend(after);
        let mut values = self.execution.values(&here, &schemas.schema, calls)?;
        if calls.records_history() {
            self.execution.run.add_library_values(format!("@{}", self.reference.description()), &values);
        }
        if let Some(violations) = values.violations() {
            return Err(violations);
        }
        // Documents of an outer library are overlaid on those of an inner one.
        values.below.extend(below);
        Ok(values)
    }

    fn run(&self, calls: &mut dyn FunctionCaller) -> Result<Evaluation, Error> {
        let schemas = self.schemas(calls)?;
        let values = self.values(&schemas, calls)?;
        let document = values.document.value;
        let mut evaluation = self.execution.evaluate(document, values.below, schemas.below)?;
        evaluation.documents = self.execution.overlay(evaluation.documents, calls, None)?;
        Ok(evaluation)
    }
}

impl Library for Instance {
    fn description(&self) -> String {
        self.reference.description()
    }

    fn with_data_values(&self, mut values: Value, plain: bool) -> Result<Rc<dyn Library>, Error> {
        values.convert_computed();
        in_memory::set_positions(&values);
        let mut document = Document::new(values, Position::unknown());
        if plain {
            check_plain(&document)?;
            plain_merge::annotate(&mut document);
        }
        let mut instance = self.clone();
        instance.values.push(ValuesEnvelope::new(document.into())?);
        Ok(Rc::new(instance))
    }

    fn with_data_values_schema(
        &self,
        mut schema: Value,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Rc<dyn Library>, Error> {
        schema.convert_computed();
        let mut instance = self.clone();
        let document = Document::new(schema, Position::unknown());
        let extensions = self.execution.run.session.extensions.get();
        instance.schemas.push(SchemaEnvelope::new(document.into(), extensions, calls)?);
        Ok(Rc::new(instance))
    }

    fn eval(&self, calls: &mut dyn FunctionCaller) -> Result<DocumentSet, Error> {
        let evaluation = self.run(calls)?;
        let items = evaluation.documents.into_iter().flat_map(|(_, documents)| documents.items).collect();
        Ok(DocumentSet { items, ..DocumentSet::default() })
    }

    fn data_values(&self, calls: &mut dyn FunctionCaller) -> Result<Value, Error> {
        let schemas = self.schemas(calls)?;
        let values = self.values(&schemas, calls)?.document.value;
        check_readable(&values)?;
        Ok(values)
    }

    fn export(&self, symbol: &str, path: Option<&str>, calls: &mut dyn FunctionCaller) -> Result<Rc<Module>, Error> {
        if symbol.starts_with('_') {
            return Err(Error::message("Symbols starting with '_' are private, and cannot be exported"));
        }
        let mut exports = self.run(calls)?.exports;
        let path = path.filter(|path| !path.is_empty());
        exports.retain(|(at, module)| module.get(symbol).is_some() && path.is_none_or(|path| path == at));
        match &exports[..] {
            [] => Err(Error::message(format!("Expected to find exported symbol '{symbol}', but did not"))),
            [(_, module)] => Ok(module.clone()),
            several => {
                let paths: Vec<&str> = several.iter().map(|(path, _)| path.as_str()).collect();
                let paths = paths.join(", ");
                Err(Error::message(format!(
                    "Expected to find exactly one exported symbol '{symbol}', but found multiple across files: {paths}"
                )))
            }
        }
    }
}
