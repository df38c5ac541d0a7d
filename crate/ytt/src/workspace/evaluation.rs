//! The third and fourth step of a library: its templates are evaluated with the data values, and the overlays among their results
//! are applied to the others.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Execution;
use super::documents::DATA_VALUES;
use super::envelope::{SchemaEnvelope, ValuesEnvelope};
use super::library::{FileId, FileInLibrary};
use super::loader::{Loader, TextResult};
use super::reference;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, Related};
use crate::files::FileType;
use crate::overlay;
use crate::overlay::progress::Watch;
use crate::starlark::{FunctionCaller, Module};
use crate::yaml::node::{Copying, DeepCopy};
use crate::yaml::tree::{DocumentSet, Value};

/// The results of the templates of a library.
pub struct Evaluation {
    /// Results of YAML templates, in the order of the input.
    pub documents: Vec<(FileInLibrary, DocumentSet)>,
    /// Results of text templates, in the order of [`Libraries::accessible_files`](super::library::Libraries::accessible_files).
    pub texts: Vec<(FileInLibrary, TextResult)>,
    /// The modules of library files (`.lib.yml`, `.lib.txt`, `.star`), by path.
    pub exports: Vec<(String, Rc<Module>)>,
}

/// The result of a file. A clone has the same nodes.
#[derive(Clone)]
pub(super) enum FileResult {
    Documents(FileInLibrary, DocumentSet),
    Text(FileInLibrary, TextResult),
    Exports(String, Rc<Module>),
    Nothing,
}

impl FileResult {
    /// Whether some of its documents are overlays.
    pub(super) fn has_overlays(&self) -> bool {
        let FileResult::Documents(_, documents) = self else { return false };
        documents.iter().any(|document| overlay::is_overlay(&document))
    }

    /// Replaces the nodes by copies, which share nodes where the result does.
    pub(super) fn copy_nodes(&mut self) {
        if let FileResult::Documents(_, documents) = self {
            *documents = documents.copy(&mut Copying::sharing());
        }
    }
}

impl Evaluation {
    /// Collects the results of all files.
    pub(super) fn of(results: impl IntoIterator<Item = FileResult>) -> Evaluation {
        let mut evaluation = Evaluation { documents: Vec::new(), texts: Vec::new(), exports: Vec::new() };
        for result in results {
            match result {
                FileResult::Documents(found, documents) => evaluation.documents.push((found, documents)),
                FileResult::Text(found, text) => evaluation.texts.push((found, text)),
                FileResult::Exports(path, module) => evaluation.exports.push((path, module)),
                FileResult::Nothing => {}
            }
        }
        evaluation.documents.sort_by_key(|(found, _)| found.file);
        evaluation
    }
}

impl Execution {
    /// Evaluates all files of the library. Fails if data values or schemas for nested libraries are not used.
    pub fn evaluate(
        &self,
        values: Value,
        values_below: Vec<Rc<ValuesEnvelope>>,
        schemas_below: Vec<Rc<SchemaEnvelope>>,
    ) -> Result<Evaluation, Error> {
        let consumed = self.consumed()?;
        let loader = Loader::new(self, values, values_below, schemas_below);
        let mut results = Vec::new();
        for found in self.run.libraries.accessible_files(self.library) {
            results.push(self.evaluate_file(&loader, found, &consumed)?);
        }
        check_all_used(&loader, &loader.take_used())?;
        Ok(Evaluation::of(results))
    }

    /// The files with data values and schemas, which are never output.
    pub(super) fn consumed(&self) -> Result<BTreeSet<FileId>, Error> {
        let mut consumed = self.schema_files()?;
        consumed.extend(self.files_by_annotation(DATA_VALUES)?);
        Ok(consumed.into_iter().map(|found| found.file).collect())
    }

    pub(super) fn evaluate_file(
        &self,
        loader: &Rc<Loader>,
        found: FileInLibrary,
        consumed: &BTreeSet<FileId>,
    ) -> Result<FileResult, Error> {
        let file = self.run.libraries.file(found.file);
        if file.is_for_output() && !consumed.contains(&found.file) {
            match file.file_type() {
                FileType::Yaml => {
                    let documents = loader.eval_yaml(found.file, found.library, self.library)?;
                    Ok(FileResult::Documents(found, documents))
                }
                FileType::Text => {
                    let text = loader.eval_text(found.file, found.library, self.library)?;
                    Ok(FileResult::Text(found, text))
                }
                _ => Err(Error::message("Unknown file type").coded(Code::File)),
            }
        } else if file.is_library() && file.file_type() != FileType::Unknown {
            let module = loader.module(found.file, found.library, self.library)?;
            Ok(FileResult::Exports(found.path, module))
        } else {
            Ok(FileResult::Nothing)
        }
    }

    /// Applies the overlays among the documents; files without documents are removed. `watch` follows that.
    pub fn overlay(
        &self,
        documents: Vec<(FileInLibrary, DocumentSet)>,
        calls: &mut dyn FunctionCaller,
        watch: Option<Watch<'_, FileInLibrary>>,
    ) -> Result<Vec<(FileInLibrary, DocumentSet)>, Error> {
        let name = |found: &FileInLibrary| self.run.libraries.file(found.file).path().to_owned();
        overlay::post_process(documents, name, calls, watch).map_err(|error| error.coded(Code::Overlay))
    }
}

/// Fails if data values or schemas for nested libraries are not used.
pub(super) fn check_all_used(loader: &Loader, used: &[bool]) -> Result<(), Error> {
    let (values_used, schemas_used) = used.split_at(loader.values_below.len());
    let values = unused(&loader.values_below, values_used);
    let schemas = unused(&loader.schemas_below, schemas_used);
    let kinds = match (values.is_empty(), schemas.is_empty()) {
        (true, true) => return Ok(()),
        (false, true) => "data values",
        (true, false) => "schema",
        (false, false) => "data values, and schema",
    };
    let mut envelopes: Vec<_> = values.iter().map(|envelope| envelope.reference()).collect();
    envelopes.extend(schemas.iter().map(|envelope| envelope.reference()));
    let values = values.iter().map(|envelope| envelope.description("Data Value"));
    let unused =
        values.chain(schemas.iter().map(|envelope| envelope.description("Schema"))).collect::<Vec<_>>().join(", ");
    let text = format!("Expected all provided library {kinds} documents to be used but found unused: {unused}");
    let mut references = envelopes.into_iter();
    let (at, steps) = references.next().unwrap_or_default();
    let path = steps.first().map(|step| step.path.clone()).unwrap_or_default();
    let error = Error::at(text, at).coded(Code::Library);
    let mut error = match loader.find_library(&path) {
        // A reference may have an alias only.
        Err(missing) if !path.is_empty() => error.explained_by(missing),
        _ => error.caused(Cause::NotEvaluated { library: reference::describe(&steps) }),
    };
    if let Some(message) = error.sentence_mut() {
        message.related.extend(references.map(|(at, _)| Related { at, label: "not used either".into() }));
        for remedy in &mut message.remedies {
            if let Remedy::InString { from, to } = remedy {
                let whole = reference::describe(&steps);
                *to = whole.replacen(from.as_str(), to, 1);
                *from = whole;
            }
        }
    }
    Err(error)
}

fn unused<'a, T>(envelopes: &'a [Rc<T>], used: &[bool]) -> Vec<&'a Rc<T>> {
    envelopes.iter().zip(used).filter(|(_, used)| !**used).map(|(envelope, _)| envelope).collect()
}
