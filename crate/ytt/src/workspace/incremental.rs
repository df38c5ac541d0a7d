//! A run with steps that later renders of the same command reuse, so that a keystroke repeats only the affected steps.
//!
//! The steps are the schema, the data values, then each file of the library. A step owns its result and its additions to the run
//! ([`Trace`]). It is valid if the files that it read are unchanged, the steps whose results it uses are valid, and the session is in
//! the same state as before (see [`Recording`](crate::starlark::Recording)). A render starts with an empty run, and for each step
//! either replays its trace or runs it.
//!
//! Overlays change copies of stored results. So a step is stored only if it does not depend on the file that is being edited, because its
//! next change would invalidate the step, and the run of a single file is not stored: then a keystroke costs no more than a render from
//! the start. `tests/native/workspace.rs` compares the responses of both.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::documents::DATA_VALUES;
use super::envelope::ValuesEnvelope;
use super::evaluation::{Evaluation, FileResult, check_all_used};
use super::library::{FileId, FileInLibrary};
use super::loader::Loader;
use super::schemas::Schemas;
use super::values::Values;
use super::{Execution, Run, Trace};
use crate::diagnostics::Error;
use crate::files::File;
use crate::limits::Clock;
use crate::starlark::FunctionCaller;

/// The run of the root library, with its stored steps.
pub struct IncrementalRun {
    /// The root library.
    pub root: Execution,
    /// Data values from flags, for the root library and for others.
    flag_values: (Vec<Rc<ValuesEnvelope>>, Vec<Rc<ValuesEnvelope>>),
    schemas: Option<Step<Rc<Schemas>>>,
    values: Option<Step<Rc<Values>>>,
    templates: Option<Templates>,
}

/// The schema or the data values.
struct Step<T> {
    /// The files that declare it.
    declared_in: Vec<FileId>,
    trace: Trace,
    result: T,
}

/// The steps that use the same data values.
struct Templates {
    loader: Rc<Loader>,
    consumed: BTreeSet<FileId>,
    /// For each file of the library.
    steps: Vec<Option<FileStep>>,
}

struct FileStep {
    trace: Trace,
    /// Whether the envelopes for other libraries, of data values and then of schemas, have been delivered.
    used: Vec<bool>,
    result: FileResult,
}

impl<T> Step<T> {
    fn is_valid(&self, run: &Run, declared_in: &[FileInLibrary]) -> bool {
        self.declared_in.iter().eq(declared_in.iter().map(|found| &found.file)) && run.replay(&self.trace)
    }
}

impl IncrementalRun {
    /// A run without steps. `here` and `below` are data values from flags, for the root library and for others.
    pub fn new(root: Execution, here: Vec<Rc<ValuesEnvelope>>, below: Vec<Rc<ValuesEnvelope>>) -> IncrementalRun {
        IncrementalRun { root, flag_values: (here, below), schemas: None, values: None, templates: None }
    }

    /// Whether another render can use this run. A change of the only file leaves nothing to reuse.
    pub fn can_restart(&self) -> bool {
        self.run().libraries.number_of_files() > 1
    }

    fn run(&self) -> &Rc<Run> {
        &self.root.run
    }

    /// Starts another render. Returns false if the files are not the same as before apart from their content; the run cannot be used
    /// then.
    pub fn restart(&mut self, files: &[File], clock: Clock) -> bool {
        let Some(changed) = self.run().libraries.renew(files) else { return false };
        self.run().restart(&changed, clock);
        let is_invalid = |trace: &Trace| !trace.additions.read.is_disjoint(&changed);
        self.schemas.take_if(|step| is_invalid(&step.trace));
        self.values.take_if(|step| is_invalid(&step.trace));
        if let Some(templates) = &mut self.templates {
            templates.loader.take_used();
            for step in &mut templates.steps {
                step.take_if(|step| is_invalid(&step.trace));
            }
        }
        true
    }

    /// Reads all files, as ytt does before the first step. An error leaves all steps valid.
    pub fn read_files(&self) -> Result<(), Error> {
        self.root.schema_files().map(|_| ())
    }

    /// The paths in the request of the files that declare the schema.
    pub fn schema_files(&self) -> Result<HashSet<String>, Error> {
        let path = |found: &FileInLibrary| self.run().libraries.file(found.file).source().path().to_owned();
        Ok(self.root.schema_files()?.iter().map(path).collect())
    }

    /// The first step: the schema.
    pub fn schemas(&mut self, calls: &mut dyn FunctionCaller) -> Result<Rc<Schemas>, Error> {
        let found = self.root.schema_files()?;
        if let Some(step) = &self.schemas
            && step.is_valid(self.run(), &found)
        {
            return Ok(step.result.clone());
        }
        (self.schemas, self.values, self.templates) = (None, None, None);
        let (result, trace) = self.run().trace(|| self.root.schemas_of(&found, &[], calls));
        let result = Rc::new(result?);
        self.schemas = self.step(&found, trace, &result);
        Ok(result)
    }

    /// The second step: the data values.
    pub fn values(&mut self, schemas: &Schemas, calls: &mut dyn FunctionCaller) -> Result<Rc<Values>, Error> {
        let found = self.root.files_by_annotation(DATA_VALUES)?;
        if let Some(step) = &self.values
            && step.is_valid(self.run(), &found)
        {
            return Ok(step.result.clone());
        }
        (self.values, self.templates) = (None, None);
        let (here, below) = &self.flag_values;
        let (result, trace) = self.run().trace(|| self.root.values_of(&found, here, &schemas.schema, calls));
        let mut result = result?;
        result.below.extend(below.iter().cloned());
        let result = Rc::new(result);
        self.values = self.schemas.as_ref().and_then(|_| self.step(&found, trace, &result));
        Ok(result)
    }

    /// A step to store, if it is stable.
    fn step<T>(&self, found: &[FileInLibrary], trace: Trace, result: &Rc<T>) -> Option<Step<Rc<T>>> {
        let declared_in = found.iter().map(|found| found.file).collect();
        self.run().is_stable(&trace).then(|| Step { declared_in, trace, result: result.clone() })
    }

    /// The third step: all files of the library.
    pub fn evaluate(&mut self, values: &Values, schemas: &Schemas) -> Result<Evaluation, Error> {
        let consumed = self.root.consumed()?;
        let mut templates = match self.templates.take().filter(|known| known.consumed == consumed) {
            Some(known) => known,
            None => {
                let (value, below) = (values.document.value.clone(), values.below.clone());
                let loader = Loader::new(&self.root, value, below, schemas.below.clone());
                Templates { loader, consumed, steps: Vec::new() }
            }
        };
        let result = self.evaluate_files(&mut templates);
        self.templates = self.values.is_some().then_some(templates);
        self.run().remove_unused();
        result
    }

    fn evaluate_files(&self, templates: &mut Templates) -> Result<Evaluation, Error> {
        let Templates { loader, consumed, steps } = templates;
        let run = self.run();
        let files = run.libraries.accessible_files(self.root.library);
        steps.resize_with(files.len(), || None);
        let mut used = vec![false; loader.take_used().len()];
        let mut results = Vec::with_capacity(files.len());
        for (found, stored) in files.into_iter().zip(steps.iter_mut()) {
            let step = match stored.take_if(|step| run.replay(&step.trace)) {
                Some(step) => step,
                None => {
                    let (result, trace) = run.trace(|| self.root.evaluate_file(loader, found, consumed));
                    FileStep { trace, used: loader.take_used(), result: result? }
                }
            };
            used.iter_mut().zip(&step.used).for_each(|(used, now)| *used |= now);
            let is_valid_later = self.values.is_some() && run.is_stable(&step.trace);
            if is_valid_later {
                results.push(step.result.clone());
                *stored = Some(step);
            } else {
                results.push(step.result);
                *stored = None;
            }
        }
        check_all_used(loader, &used)?;
        // Overlays change the documents.
        if results.iter().any(FileResult::has_overlays) {
            let stored = results.iter_mut().zip(steps).filter(|(_, step)| step.is_some());
            stored.for_each(|(result, _)| result.copy_nodes());
        }
        Ok(Evaluation::of(results))
    }
}

impl Drop for IncrementalRun {
    /// Breaks the reference cycle of a session and the scopes of its files.
    fn drop(&mut self) {
        self.run().session.end();
    }
}
