//! The third and fourth step of a library: its templates are evaluated with the data values, and
//! the overlays among what they gave are applied on all the rest.

use std::rc::Rc;
use std::sync::Arc;

use super::Execution;
use super::documents::{DATA_VALUES, DATA_VALUES_SCHEMA};
use super::envelope::{SchemaEnvelope, ValuesEnvelope};
use super::library::FileInLibrary;
use super::loader::{Loader, TextResult};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::eval::argument::Calls;
use crate::eval::module::Module;
use crate::files::FileType;
use crate::overlay;
use crate::yaml::tree::{DocumentSet, Value};

/// What the templates of a library gave.
pub(crate) struct Evaluation {
    /// Results of YAML templates, in the order of the input.
    pub(crate) documents: Vec<(FileInLibrary, DocumentSet)>,
    /// Results of text templates, in the order in which the library lists them.
    pub(crate) texts: Vec<(FileInLibrary, TextResult)>,
    /// The public names of the library's `.lib.yml`, `.lib.txt` and `.star` files, by path.
    pub(crate) exports: Vec<(String, Rc<Module>)>,
}

impl Execution {
    /// Evaluates every file of the library. Values and schemas that are for libraries inside of it
    /// must have been used by the end.
    pub(crate) fn evaluate(
        &self,
        values: Arc<Value>,
        values_below: Vec<Rc<ValuesEnvelope>>,
        schemas_below: Vec<Rc<SchemaEnvelope>>,
    ) -> Result<Evaluation, Error> {
        // Data values and schemas are no output, whatever their marks say.
        let mut consumed = self.files_by_annotation(DATA_VALUES_SCHEMA)?;
        consumed.extend(self.files_by_annotation(DATA_VALUES)?);
        let consumed: std::collections::HashSet<_> = consumed.into_iter().map(|found| found.file).collect();

        let loader = Loader::new(self, values, values_below, schemas_below);
        let mut evaluation = Evaluation { documents: Vec::new(), texts: Vec::new(), exports: Vec::new() };
        for found in self.run.libraries.accessible_files(self.library) {
            let file = self.run.libraries.file(found.file);
            if file.is_for_output() && !consumed.contains(&found.file) {
                match file.file_type() {
                    FileType::Yaml => {
                        let (_, documents) = loader.eval_yaml(found.file, found.library, self.library)?;
                        evaluation.documents.push((found, documents));
                    }
                    FileType::Text => {
                        let (_, text) = loader.eval_text(found.file, found.library, self.library)?;
                        evaluation.texts.push((found, text));
                    }
                    _ => return Err(Error::message("Unknown file type").coded(Code::File)),
                }
            } else if file.is_library() && file.file_type() != FileType::Unknown {
                let module = loader.module(found.file, found.library, self.library)?;
                evaluation.exports.push((found.path, module));
            }
        }
        check_all_used(&loader.values_below, &loader.schemas_below)?;
        evaluation.documents.sort_by_key(|(found, _)| found.file);
        Ok(evaluation)
    }

    /// Applies the overlays among the documents; files with nothing left are gone.
    pub(crate) fn overlay(
        &self,
        documents: Vec<(FileInLibrary, DocumentSet)>,
        calls: &mut dyn Calls,
    ) -> Result<Vec<(FileInLibrary, DocumentSet)>, Error> {
        let name = |found: &FileInLibrary| self.run.libraries.file(found.file).path().to_owned();
        overlay::post_process(documents, name, calls).map_err(|error| error.coded(Code::Overlay))
    }
}

fn check_all_used(values: &[Rc<ValuesEnvelope>], schemas: &[Rc<SchemaEnvelope>]) -> Result<(), Error> {
    let values: Vec<_> = values.iter().filter(|envelope| !envelope.is_used()).collect();
    let schemas: Vec<_> = schemas.iter().filter(|envelope| !envelope.is_used()).collect();
    let kinds = match (values.is_empty(), schemas.is_empty()) {
        (true, true) => return Ok(()),
        (false, true) => "data values",
        (true, false) => "schema",
        (false, false) => "data values, and schema",
    };
    let first = values.first().map(|v| &v.document).or_else(|| schemas.first().map(|s| &s.document));
    let at = first.map(|document| document.meta.position.clone()).unwrap_or_default();
    let values = values.iter().map(|envelope| envelope.description());
    let unused = values.chain(schemas.iter().map(|envelope| envelope.description())).collect::<Vec<_>>().join(", ");
    let text = format!("Expected all provided library {kinds} documents to be used but found unused: {unused}");
    Err(Error::at(text, at).coded(Code::Library))
}
