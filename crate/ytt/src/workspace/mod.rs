//! Libraries and how they are run.
//!
//! A library is a directory with templates; the input as a whole is the root library, and those
//! in `_ytt_lib` are run by templates through `@ytt:library`. Every one goes through the same four
//! steps, the methods of [`Execution`]: its schema, its data values, its templates, and the
//! overlays among what they gave. `library` is the tree, `loader` evaluates single files and
//! answers what a running template asks, `instance` is a library in the hands of a template.

pub mod data_values;
pub mod documents;

pub mod envelope;

pub mod evaluation;

pub mod incremental;

pub mod instance;

pub mod library;

pub mod loader;

pub mod reference;

pub mod schemas;

pub mod values;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::files::FileType;
use crate::limits::Clock;
use crate::program::Program;
use crate::starlark::{Recording, Session, Template};
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::tree::DocumentSet;
use data_values::origin::Origins;
use documents::Annotations;
use library::{FileId, FileInLibrary, Libraries, LibraryId};
use values::Values;

/// What all libraries of one render share, and further renders of the same command on the same files (`incremental`).
pub struct Run {
    pub libraries: Libraries,
    pub session: Rc<Session>,
    /// Of the data values from flags.
    origins: Origins,
    pub max_nesting: u32,
    pub max_alias_nodes: u64,
    /// Files as read, by strictness: every step looks at all of them.
    parsed: RefCell<HashMap<(FileId, bool), Rc<DocumentSet>>>,
    /// Files as compiled, with options and for a place in the session.
    compiled: RefCell<HashMap<(FileId, LoaderOptions, usize), Rc<Template>>>,
    /// The files whose text was looked at since somebody asked.
    read: RefCell<BTreeSet<FileId>>,
    /// The data values of the libraries that were evaluated, where a response will contain them.
    library_values: RefCell<Vec<Rc<LibraryValues>>>,
}

/// The data values of an evaluated library.
pub struct LibraryValues {
    pub name: String,
    pub values: Values,
}

/// What a step read, and what it added to its run.
struct Trace {
    /// The files whose text it looked at.
    read: BTreeSet<FileId>,
    recording: Recording,
    library_values: Vec<Rc<LibraryValues>>,
}

/// The data values of so many libraries are in a response.
const MAX_LIBRARY_VALUES: usize = 50;

/// How templates are read and compiled; `library.get` may change it for one library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoaderOptions {
    pub ignore_unknown_comments: bool,
    pub implicit_map_key_overrides: bool,
    pub strict: bool,
}

/// One library with the options it is run with.
#[derive(Clone)]
pub struct Execution {
    pub run: Rc<Run>,
    pub library: LibraryId,
    pub options: LoaderOptions,
    pub skip_validation: bool,
}

impl Run {
    pub fn new(libraries: Libraries, session: Rc<Session>, origins: Origins, options: &ReadOptions) -> Rc<Run> {
        let (parsed, compiled, read, library_values) = Default::default();
        let ReadOptions { max_nesting, max_alias_nodes, .. } = *options;
        Rc::new(Run {
            libraries,
            session,
            origins,
            max_nesting,
            max_alias_nodes,
            parsed,
            compiled,
            read,
            library_values,
        })
    }

    /// Starts another render, in which these files are changed.
    fn restart(&self, changed: &BTreeSet<FileId>, clock: Clock) {
        self.parsed.borrow_mut().retain(|(id, _), _| !changed.contains(id));
        self.compiled.borrow_mut().retain(|(id, ..), _| !changed.contains(id));
        self.read.take();
        self.library_values.take();
        self.session.restart(clock);
    }

    /// Forgets compiled templates that the last render did not run.
    fn forget_unused(&self) {
        self.compiled.borrow_mut().retain(|_, template| Rc::strong_count(template) > 1);
    }

    /// Takes a step, and says what it read and added.
    fn trace<T>(&self, step: impl FnOnce() -> T) -> (T, Trace) {
        let before = self.library_values.take();
        let ((result, recording), read) = self.reading(|| self.session.record(step));
        let library_values = self.library_values.replace(before);
        self.library_values.borrow_mut().extend_from_slice(&library_values);
        (result, Trace { read, recording, library_values })
    }

    /// Whether a step depends on no file that the user is editing.
    fn is_stable(&self, trace: &Trace) -> bool {
        trace.read.iter().all(|id| self.libraries.file(*id).is_stable())
    }

    /// Adds what a step added when it was taken. False, and nothing is added, where taking it now would not do the same.
    fn replay(&self, trace: &Trace) -> bool {
        let is_same = self.session.replay(&trace.recording);
        if is_same {
            self.library_values.borrow_mut().extend_from_slice(&trace.library_values);
        }
        is_same
    }

    /// The files whose text `act` looks at, besides its result.
    fn reading<T>(&self, act: impl FnOnce() -> T) -> (T, BTreeSet<FileId>) {
        let before = self.read.take();
        let result = act();
        let read = self.read.replace(before);
        self.read_too(&read);
        (result, read)
    }

    /// The text of a file is looked at.
    fn note_read(&self, id: FileId) {
        self.read.borrow_mut().insert(id);
    }

    /// Counts files among those that were looked at.
    fn read_too(&self, files: &BTreeSet<FileId>) {
        self.read.borrow_mut().extend(files);
    }

    fn keep_library_values(&self, name: String, values: &Values) {
        let mut all = self.library_values.borrow_mut();
        if all.len() < MAX_LIBRARY_VALUES {
            let Values { document, checked, origins, .. } = values;
            let (document, checked, origins) = (document.clone(), checked.clone(), origins.clone());
            all.push(Rc::new(LibraryValues { name, values: Values { document, checked, origins, below: Vec::new() } }));
        }
    }

    /// The data values of libraries, in the order in which they were evaluated.
    pub fn library_values(&self) -> Vec<Rc<LibraryValues>> {
        self.library_values.borrow().iter().take(MAX_LIBRARY_VALUES).cloned().collect()
    }

    /// A YAML file as it stands, before any templating.
    pub fn parse(&self, id: FileId, strict: bool) -> Result<Rc<DocumentSet>, Error> {
        self.note_read(id);
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
        let documents = reader::read(&file.source(), &bytes, &options).map_err(|error| {
            error.coded(Code::Yaml).context(format!("Unmarshaling YAML template '{}'", file.path()))
        })?;
        let documents = Rc::new(documents);
        self.parsed.borrow_mut().insert((id, strict), documents.clone());
        Ok(documents)
    }

    /// A file as it stands, for its only user, who need not copy it if nobody else wants it later.
    fn parse_once(&self, id: FileId, strict: bool) -> Result<DocumentSet, Error> {
        let documents = self.parse(id, strict)?;
        if !self.libraries.file(id).is_stable() {
            self.parsed.borrow_mut().remove(&(id, strict));
        }
        Ok(Rc::unwrap_or_clone(documents))
    }

    /// The compiled template of a file for the place that the session has come to. `program` makes the program, given
    /// the template's number; `failed` says what was done when that program is no Starlark.
    fn template(
        &self,
        id: FileId,
        options: LoaderOptions,
        program: impl FnOnce(u32) -> Result<Program, Error>,
        failed: impl FnOnce(Error) -> Error,
    ) -> Result<Rc<Template>, Error> {
        let number = self.session.next_template_number();
        let key = (id, options, self.session.next_index());
        let known = self.compiled.borrow().get(&key).filter(|known| known.program.number == number).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let program = Program { loadable: self.libraries.file(id).is_library(), ..program(number)? };
        let template = self.session.compile(program).map_err(failed)?;
        if self.libraries.file(id).is_stable() {
            self.compiled.borrow_mut().insert(key, template.clone());
        }
        Ok(template)
    }
}

impl Execution {
    /// The YAML templates of the library that declare its schema.
    fn schema_files(&self) -> Result<Vec<FileInLibrary>, Error> {
        self.files_by_annotation(documents::schema_annotations(self.run.session.extensions.get()))
    }

    /// The YAML templates of the library with a document that carries one of the annotations, in the order of the input.
    fn files_by_annotation(&self, annotations: Annotations) -> Result<Vec<FileInLibrary>, Error> {
        let mut found = Vec::new();
        for candidate in self.run.libraries.accessible_files(self.library) {
            let file = self.run.libraries.file(candidate.file);
            if file.file_type() != FileType::Yaml || !file.is_template() {
                continue;
            }
            let documents = self.run.parse(candidate.file, self.options.strict)?;
            if documents::has_annotated(&documents, annotations)? {
                found.push(candidate);
            }
        }
        found.sort_by_key(|found| found.file);
        Ok(found)
    }

    /// The paths of files, and what stands for documents from elsewhere, for messages.
    fn describe(&self, files: &[FileInLibrary], others: Option<&str>) -> String {
        let paths = files.iter().map(|found| self.run.libraries.file(found.file).path());
        paths.chain(others).collect::<Vec<_>>().join(", ")
    }
}
