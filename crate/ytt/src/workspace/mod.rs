//! Evaluates libraries.
//!
//! A library is a directory with templates. The whole input is the root library; templates evaluate those in `_ytt_lib` through
//! `@ytt:library`. Each goes through the same four steps, the methods of [`Execution`]: its schema, its data values, its templates,
//! and the overlays among their results. [`library`] is the tree of libraries, [`loader`] evaluates single files, and [`instance`]
//! is a library as the value of a template.

pub(crate) mod costs;
pub(crate) mod data_values;
pub(crate) mod documents;
pub(crate) mod envelope;
pub(crate) mod evaluation;
pub(crate) mod incremental;
pub(crate) mod instance;
pub(crate) mod library;
pub(crate) mod loader;
pub(crate) mod reference;
pub(crate) mod schemas;
pub(crate) mod values;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::files::FileType;
use crate::limits::Clock;
use crate::program::Program;
use crate::starlark::{Recording, Session, Template};
use crate::yaml::node::DeepCopy;
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::tree::DocumentSet;
use costs::{Costs, Moment};
pub use data_values::flags::{Reader as FlagReader, split_library, values_files};
pub use data_values::origin::{Kind as SourceKind, Origins};
pub use documents::{Annotations, DATA_VALUES, OVERLAYS, schema_annotations};
pub use incremental::IncrementalRun;
use library::{FileId, LibraryId};
pub use library::{FileInLibrary, Libraries, is_in_private_library};
pub use loader::TextResult;
pub use schemas::Schemas;
pub use values::{Values, check_readable};

/// The state that all libraries of a render share, and further renders of the same command on the same files (`incremental`).
pub struct Run {
    /// The input files.
    pub libraries: Libraries,
    /// The evaluator of Starlark.
    pub session: Rc<Session>,
    /// The origins of data values from flags.
    origins: Origins,
    /// The maximum depth of nested collections in a file.
    pub max_nesting: u32,
    /// The maximum number of nodes that aliases add to a file.
    pub max_alias_nodes: u64,
    /// Parsed files, by strictness.
    parsed: RefCell<HashMap<(FileId, bool), Rc<DocumentSet>>>,
    /// Whether files have documents with annotations, by strictness.
    annotated: RefCell<HashMap<(FileId, bool, Annotations), bool>>,
    /// Compiled files, by options.
    compiled: RefCell<HashMap<(FileId, LoaderOptions), Rc<Template>>>,
    /// Additions of the current step.
    additions: RefCell<Additions>,
    /// The costs of a run that is measured.
    costs: RefCell<Option<Costs>>,
}

/// The data values of an evaluated library.
pub struct LibraryValues {
    /// The library with its alias, as in `@path~alias`.
    pub name: String,
    /// The data values.
    pub values: Values,
}

/// Additions of a step to the run.
#[derive(Default)]
struct Additions {
    /// The files that it has read.
    read: BTreeSet<FileId>,
    /// The data values of libraries that it has evaluated.
    library_values: Vec<Rc<LibraryValues>>,
}

/// Additions of a step to the run and its session.
struct Trace {
    additions: Additions,
    recording: Recording,
}

impl Additions {
    fn extend(&mut self, other: &Additions) {
        self.read.extend(&other.read);
        self.library_values.extend_from_slice(&other.library_values);
    }
}

/// The maximum number of libraries for which a response has data values.
const MAX_LIBRARY_VALUES: usize = 50;

/// Options for reading and compiling templates, which `library.get` may change for a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoaderOptions {
    /// `--ignore-unknown-comments`
    pub ignore_unknown_comments: bool,
    /// `--implicit-map-key-overrides`
    pub implicit_map_key_overrides: bool,
    /// `--strict`
    pub strict: bool,
}

/// A library with the options of its evaluation.
#[derive(Clone)]
pub struct Execution {
    /// The run that it belongs to.
    pub run: Rc<Run>,
    /// The library.
    pub library: LibraryId,
    /// Options for its templates.
    pub options: LoaderOptions,
    /// `--dangerous-data-values-disable-validation`, or `dangerous_data_values_disable_validation` of `library.get`.
    pub skip_validation: bool,
}

impl Run {
    /// An empty run.
    pub fn new(libraries: Libraries, session: Rc<Session>, origins: Origins, options: &ReadOptions) -> Rc<Run> {
        let (parsed, annotated, compiled, additions, costs) = Default::default();
        let ReadOptions { max_nesting, max_alias_nodes, .. } = *options;
        Rc::new(Run {
            libraries,
            session,
            origins,
            max_nesting,
            max_alias_nodes,
            parsed,
            annotated,
            compiled,
            additions,
            costs,
        })
    }

    /// Measures the files from now on.
    pub fn measure(&self) {
        self.costs.replace(Some(Costs::default()));
    }

    /// The costs of the files since they are measured.
    pub fn take_costs(&self) -> Costs {
        self.costs.take().unwrap_or_default()
    }

    /// Runs `act`, and measures its cost for a file. `runs` is how often the file is evaluated by it.
    fn measured<T>(&self, file: FileId, runs: u32, act: impl FnOnce() -> T) -> T {
        let is_measured = self.costs.borrow().is_some();
        if is_measured {
            self.note_cost(|costs, now| costs.begin(now));
        }
        let result = act();
        if is_measured {
            self.note_cost(|costs, now| costs.end(file, now, runs));
        }
        result
    }

    #[cold]
    #[inline(never)]
    fn note_cost(&self, note: impl FnOnce(&mut Costs, Moment)) {
        let now = Moment { millis: self.session.budget.now(), steps: self.session.steps() };
        if let Some(costs) = self.costs.borrow_mut().as_mut() {
            note(costs, now);
        }
    }

    /// Starts another render with changed files.
    fn restart(&self, changed: &BTreeSet<FileId>, clock: Clock) {
        self.parsed.borrow_mut().retain(|(id, _), _| !changed.contains(id));
        self.annotated.borrow_mut().retain(|(id, ..), _| !changed.contains(id));
        self.compiled.borrow_mut().retain(|(id, _), _| !changed.contains(id));
        self.additions.take();
        self.session.restart(clock);
    }

    /// Removes compiled templates that the last render did not run.
    fn remove_unused(&self) {
        self.compiled.borrow_mut().retain(|_, template| Rc::strong_count(template) > 1);
    }

    /// Runs a step and traces it.
    fn trace<T>(&self, step: impl FnOnce() -> T) -> (T, Trace) {
        let before = self.additions.take();
        let (result, recording) = self.session.record(step);
        let additions = self.additions.replace(before);
        self.additions.borrow_mut().extend(&additions);
        (result, Trace { additions, recording })
    }

    /// Whether a step does not depend on files that have just been edited, and its result does not share nodes with values of code.
    fn is_stable(&self, trace: &Trace) -> bool {
        !trace.recording.has_fragments() && trace.additions.read.iter().all(|id| self.libraries.file(*id).is_stable())
    }

    /// Repeats the additions of a step. Returns false, without an effect, if running the step would have other effects.
    fn replay(&self, trace: &Trace) -> bool {
        let is_same = self.session.replay(&trace.recording);
        if is_same {
            self.additions.borrow_mut().extend(&trace.additions);
        }
        is_same
    }

    fn record_read(&self, id: FileId) {
        self.additions.borrow_mut().read.insert(id);
    }

    fn add_library_values(&self, name: String, values: &Values) {
        let all = &mut self.additions.borrow_mut().library_values;
        if all.len() < MAX_LIBRARY_VALUES {
            let Values { document, checked, origins, .. } = values;
            let (document, checked, origins) = (document.clone(), checked.clone(), origins.clone());
            all.push(Rc::new(LibraryValues { name, values: Values { document, checked, origins, below: Vec::new() } }));
        }
    }

    /// The data values of libraries, in the order of their evaluation.
    pub fn library_values(&self) -> Vec<Rc<LibraryValues>> {
        self.additions.borrow().library_values.iter().take(MAX_LIBRARY_VALUES).cloned().collect()
    }

    /// Parses a YAML file, without templating.
    pub fn parse(&self, id: FileId, strict: bool) -> Result<Rc<DocumentSet>, Error> {
        self.record_read(id);
        if let Some(known) = self.parsed.borrow().get(&(id, strict)) {
            return Ok(known.clone());
        }
        let file = self.libraries.file(id);
        let bytes = file.bytes().map_err(|error| error.coded(Code::File))?;
        let options = ReadOptions {
            strict,
            without_comments: !file.is_template() && !file.is_library(),
            max_nesting: self.max_nesting,
            max_alias_nodes: self.max_alias_nodes,
            budget: Some(self.session.budget.clone()),
        };
        let read = || reader::read(&file.source(), &bytes, &options);
        let documents = self.measured(id, 0, read).map_err(|error| {
            error.coded(Code::Yaml).context(format!("Unmarshaling YAML template '{}'", file.path()))
        })?;
        let documents = Rc::new(documents);
        self.parsed.borrow_mut().insert((id, strict), documents.clone());
        Ok(documents)
    }

    /// Whether a document of a YAML file has one of the annotations.
    fn has_annotated(&self, id: FileId, strict: bool, annotations: Annotations) -> Result<bool, Error> {
        self.record_read(id);
        if let Some(known) = self.annotated.borrow().get(&(id, strict, annotations)) {
            return Ok(*known);
        }
        let found = documents::has_annotated(&*self.parse(id, strict)?, annotations)?;
        self.annotated.borrow_mut().insert((id, strict, annotations), found);
        Ok(found)
    }

    /// Takes the parsed file out of the cache to avoid a copy, unless a later render may use it.
    fn parse_once(&self, id: FileId, strict: bool) -> Result<DocumentSet, Error> {
        let documents = self.parse(id, strict)?;
        if !self.libraries.file(id).is_stable() {
            self.parsed.borrow_mut().remove(&(id, strict));
        }
        Ok(Rc::try_unwrap(documents).unwrap_or_else(|cached| cached.deep_copy()))
    }

    /// The compiled template of a file, with a new number. `program` creates the program with a template number; `failed` adds the context
    /// to errors of compiling it.
    fn template(
        &self,
        id: FileId,
        options: LoaderOptions,
        program: impl FnOnce(u32) -> Result<Program, Error>,
        failed: impl FnOnce(Error) -> Error,
    ) -> Result<(Rc<Template>, u32), Error> {
        let number = self.session.next_template_number();
        if let Some(known) = self.compiled.borrow().get(&(id, options)) {
            return Ok((known.clone(), number));
        }
        let template = self.session.compile(program(number)?).map_err(failed)?;
        self.compiled.borrow_mut().insert((id, options), template.clone());
        Ok((template, number))
    }
}

impl Execution {
    /// The YAML templates of the library that declare its schema.
    fn schema_files(&self) -> Result<Vec<FileInLibrary>, Error> {
        self.files_by_annotation(documents::schema_annotations(self.run.session.extensions.get()))
    }

    /// The YAML templates of the library with a document that has one of the annotations, in the order of the input.
    fn files_by_annotation(&self, annotations: Annotations) -> Result<Vec<FileInLibrary>, Error> {
        let mut found = Vec::new();
        for candidate in self.run.libraries.accessible_files(self.library) {
            let file = self.run.libraries.file(candidate.file);
            if file.file_type() != FileType::Yaml || !file.is_template() {
                continue;
            }
            if self.run.has_annotated(candidate.file, self.options.strict, annotations)? {
                found.push(candidate);
            }
        }
        found.sort_by_key(|found| found.file);
        Ok(found)
    }

    /// Lists files, and a description of other documents, for messages.
    fn describe(&self, files: &[FileInLibrary], others: Option<&str>) -> String {
        let paths = files.iter().map(|found| self.run.libraries.file(found.file).path());
        paths.chain(others).collect::<Vec<_>>().join(", ")
    }
}
