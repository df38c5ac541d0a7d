//! What a render leaves to the next one of the same command, so that a keystroke does again only what it changed.
//!
//! A run goes through its steps in order: schema, data values, the templates one after the other. Each is kept with the
//! files whose text it looked at and with the moment after it. As long as none of those files says something else, and
//! the step begins with the same files, it is not taken again. What was done after it is forgotten: sessions and all
//! else that steps write to only ever grow, so that a moment is a few lengths.
//!
//! What comes of it is what a render gives that starts from nothing; `tests/native/workspace.rs` holds the two against each other.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::documents::DATA_VALUES;
use super::envelope::ValuesEnvelope;
use super::evaluation::{Evaluation, FileResult, check_all_used};
use super::library::{FileId, FileInLibrary};
use super::loader::Loader;
use super::schemas::Schemas;
use super::values::Values;
use super::{Execution, Run};
use crate::diagnostics::Error;
use crate::eval::argument::Calls;
use crate::eval::session;
use crate::files::File;

/// The steps of the root library, as far as they were taken.
pub struct Kept {
    pub root: Execution,
    /// Data values from flags: those for the root library, and those for others.
    flag_values: (Vec<Rc<ValuesEnvelope>>, Vec<Rc<ValuesEnvelope>>),
    start: Mark,
    /// The files that say something else than when the steps were taken.
    changed: BTreeSet<FileId>,
    /// Whether no step is left that looked at one of those.
    settled: bool,
    schemas: Option<Step<Rc<Schemas>>>,
    values: Option<Step<Rc<Values>>>,
    templates: Option<Templates>,
}

/// A step that was taken.
struct Step<T> {
    /// The files that have its annotation.
    begins_with: Vec<FileId>,
    /// The files whose text it looked at.
    read: BTreeSet<FileId>,
    result: T,
    after: Mark,
}

/// The templates: a step for each file of the library.
struct Templates {
    loader: Rc<Loader>,
    consumed: BTreeSet<FileId>,
    files: Vec<Step<FileResult>>,
}

/// A moment of a run.
#[derive(Clone)]
struct Mark {
    session: session::Mark,
    origins: usize,
    library_values: usize,
    modules: usize,
    /// Of the data values and schemas for other libraries, whether they had found theirs.
    used: (Vec<bool>, Vec<bool>),
}

impl<T> Step<T> {
    fn holds(&self, begins_with: &[FileInLibrary], changed: &BTreeSet<FileId>) -> bool {
        self.begins_with.iter().eq(begins_with.iter().map(|found| &found.file)) && self.read.is_disjoint(changed)
    }
}

impl Kept {
    /// Before the first step, with the data values that flags give the root library and others.
    pub fn new(root: Execution, here: Vec<Rc<ValuesEnvelope>>, below: Vec<Rc<ValuesEnvelope>>) -> Kept {
        let start = Mark::now(&root.run, None);
        let (changed, schemas, values, templates) = Default::default();
        Kept { root, flag_values: (here, below), start, changed, settled: false, schemas, values, templates }
    }

    /// Whether the steps can be reused.
    pub fn is_for_another_render(&self) -> bool {
        self.run().keeps
    }

    fn run(&self) -> &Rc<Run> {
        &self.root.run
    }

    /// Takes the files as they are now. False, and nothing can be kept, where they are other files.
    pub fn renew(&mut self, files: &[File]) -> bool {
        let Some(changed) = self.run().libraries.renew(files) else { return false };
        self.run().forget_changed(&changed);
        if std::mem::take(&mut self.settled) {
            self.changed.clear();
        }
        self.changed.extend(changed);
        true
    }

    /// ytt reads all files before it takes the first step. While somebody types, most errors are found here: what is
    /// kept stays as it is.
    pub fn look_at_files(&self) -> Result<(), Error> {
        self.root.schema_files().map(|_| ())
    }

    /// The paths, as the host has them, of the files that declare the schema.
    pub fn schema_files(&self) -> Result<HashSet<String>, Error> {
        let path = |found: &FileInLibrary| self.run().libraries.file(found.file).source().path().to_owned();
        Ok(self.root.schema_files()?.iter().map(path).collect())
    }

    /// The first step.
    pub fn schemas(&mut self, calls: &mut dyn Calls) -> Result<Rc<Schemas>, Error> {
        self.settled = true;
        let found = self.root.schema_files()?;
        if let Some(step) = &self.schemas
            && step.holds(&found, &self.changed)
        {
            return Ok(step.result.clone());
        }
        (self.schemas, self.values, self.templates) = (None, None, None);
        self.start.back(self.run(), None);
        let (result, read) = self.run().reading(|| self.root.schemas_of(&found, &[], calls));
        let result = Rc::new(result?);
        self.schemas = self.step(&found, read, &result);
        Ok(result)
    }

    /// The second step.
    pub fn values(&mut self, schemas: &Schemas, calls: &mut dyn Calls) -> Result<Rc<Values>, Error> {
        let found = self.root.files_by_annotation(DATA_VALUES);
        if let (Ok(found), Some(step)) = (&found, &self.values)
            && step.holds(found, &self.changed)
        {
            return Ok(step.result.clone());
        }
        (self.values, self.templates) = (None, None);
        if let Some(step) = &self.schemas {
            step.after.back(self.run(), None);
        }
        let found = found?;
        let (here, below) = &self.flag_values;
        let (result, read) = self.run().reading(|| self.root.values_of(&found, here, &schemas.schema, calls));
        let mut result = result?;
        result.below.extend(below.iter().cloned());
        let result = Rc::new(result);
        self.values = self.step(&found, read, &result);
        Ok(result)
    }

    /// A step that was just taken, where there may be another render.
    fn step<T>(&self, found: &[FileInLibrary], read: BTreeSet<FileId>, result: &Rc<T>) -> Option<Step<Rc<T>>> {
        self.run().keeps.then(|| Step {
            begins_with: found.iter().map(|found| found.file).collect(),
            read,
            result: result.clone(),
            after: Mark::now(self.run(), None),
        })
    }

    /// How many bytes the steps before the templates have printed.
    pub fn printed_before_templates(&self) -> usize {
        let step = self.values.as_ref().map(|step| step.after.session.prints);
        step.unwrap_or_else(|| self.run().session.host.prints.borrow().len())
    }

    /// The third step.
    pub fn evaluate(&mut self, values: Rc<Values>, schemas: &Schemas) -> Result<Evaluation, Error> {
        let consumed = self.root.consumed()?;
        let mut templates = match self.templates.take().filter(|known| known.consumed == consumed) {
            Some(known) => known,
            None => {
                let (value, below) = match Rc::try_unwrap(values) {
                    Ok(values) => (values.document.value, values.below),
                    Err(kept) => (kept.document.value.clone(), kept.below.clone()),
                };
                let loader = Loader::new(&self.root, Arc::new(value), below, schemas.below.clone());
                Templates { loader, consumed, files: Vec::new() }
            }
        };
        let holds = |step: &Step<FileResult>| step.read.is_disjoint(&self.changed);
        let holding = templates.files.iter().take_while(|step| holds(step)).count();
        templates.files.truncate(holding);
        let before = templates.files.last().map(|step| &step.after).or(self.values.as_ref().map(|step| &step.after));
        if let Some(before) = before {
            before.back(self.run(), Some(&templates.loader));
        }
        let result = self.rest_of(&mut templates);
        if !self.run().keeps {
            return result.map(|()| Evaluation::of(templates.files.into_iter().map(|step| step.result)));
        }
        let evaluation = result.map(|()| Evaluation::of(templates.files.iter().map(|step| step.result.clone())));
        self.templates = Some(templates);
        self.run().forget_unused();
        evaluation
    }

    /// Evaluates the files that are not evaluated yet.
    fn rest_of(&self, templates: &mut Templates) -> Result<(), Error> {
        let run = self.run();
        let files = run.libraries.accessible_files(self.root.library);
        for found in files.into_iter().skip(templates.files.len()) {
            let evaluate = || self.root.evaluate_file(&templates.loader, found, &templates.consumed);
            let (result, read) = run.reading(evaluate);
            let after = Mark::now(run, Some(&templates.loader));
            templates.files.push(Step { begins_with: Vec::new(), read, result: result?, after });
        }
        check_all_used(&templates.loader)
    }
}

impl Drop for Kept {
    /// A session holds the surroundings of its files, and they hold it.
    fn drop(&mut self) {
        self.run().session.end();
    }
}

impl Mark {
    fn now(run: &Run, loader: Option<&Loader>) -> Mark {
        let used = loader.map(|loader| {
            let values = loader.values_below.iter().map(|envelope| envelope.is_used());
            (values.collect(), loader.schemas_below.iter().map(|envelope| envelope.is_used()).collect())
        });
        Mark {
            session: run.session.mark(),
            origins: run.origins.count(),
            library_values: run.library_values.borrow().len(),
            modules: loader.map_or(0, Loader::modules),
            used: used.unwrap_or_default(),
        }
    }

    /// Forgets everything since.
    fn back(&self, run: &Run, loader: Option<&Loader>) {
        run.session.back_to(&self.session);
        run.origins.forget_after(self.origins);
        run.library_values.borrow_mut().truncate(self.library_values);
        let Some(loader) = loader else { return };
        loader.forget_modules_after(self.modules);
        let (values, schemas) = &self.used;
        // Before the first template, none is used.
        let known = |used: &[bool], index: usize| used.get(index).copied().unwrap_or(false);
        for (index, envelope) in loader.values_below.iter().enumerate() {
            envelope.set_used(known(values, index));
        }
        for (index, envelope) in loader.schemas_below.iter().enumerate() {
            envelope.set_used(known(schemas, index));
        }
    }
}
