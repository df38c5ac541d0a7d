//! Evaluates single files of a library with its data values, and provides loads, data values, other files and libraries to running
//! templates.
//!
//! As in ytt, each load of a file evaluates it again. It is compiled once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::envelope::{SchemaEnvelope, ValuesEnvelope};
use super::instance::Instance;
use super::library::{FileId, FileInLibrary, LibraryId};
use super::reference::LibraryRef;
use super::{Execution, values};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::files::FileType;
use crate::natives::Evaluation;
use crate::spelling::only_nearest;
use crate::starlark::{Exports, Module, Outcome, Output, Purpose, RunLoaded, Scope, Template, Text};
use crate::stdlib::{self, Library, LibraryOptions, Surroundings};
use crate::template::yaml::TemplateOptions;
use crate::template::{starlark, text, yaml};
use crate::yaml::node::DeepCopy;
use crate::yaml::tree::{DocumentSet, Value};

/// The loader of a library.
pub(crate) struct Loader {
    execution: Execution,
    values: Value,
    /// Whether [`values::check_readable`] has passed.
    values_checked: Cell<bool>,
    pub(super) values_below: Vec<Rc<ValuesEnvelope>>,
    pub(super) schemas_below: Vec<Rc<SchemaEnvelope>>,
    /// The files that are being loaded, outermost first, each with the root of paths in `load("/…")`.
    loading: RefCell<Vec<(FileId, LibraryId)>>,
}

impl Loader {
    /// The library at a path under the `_ytt_lib` of this one.
    pub(super) fn find_library(&self, path: &str) -> Result<LibraryId, Error> {
        self.execution.run.libraries.find_accessible_library(self.execution.library, path)
    }
}

/// The result of a text file.
#[derive(Clone)]
pub enum TextResult {
    /// The bytes of a file that is not a template.
    Unchanged(Arc<[u8]>),
    /// The output of a template, with the origins of its lines.
    Template(Text),
}

/// Evaluates a template, with ytt's number of it, in the scope of its file.
type RunTemplate<'r> = dyn FnMut(&Rc<Template>, u32) -> Result<Outcome, Error> + 'r;

struct FileScope {
    loader: Rc<Loader>,
    /// The directory of the file.
    current: LibraryId,
    root: LibraryId,
}

impl Loader {
    /// A loader with data values, and with data values and schemas for nested libraries.
    pub(crate) fn new(
        execution: &Execution,
        values: Value,
        values_below: Vec<Rc<ValuesEnvelope>>,
        schemas_below: Vec<Rc<SchemaEnvelope>>,
    ) -> Rc<Loader> {
        Rc::new(Loader {
            execution: execution.clone(),
            values,
            values_checked: Cell::new(false),
            values_below,
            schemas_below,
            loading: RefCell::default(),
        })
    }

    /// A loader for the steps that determine schema and data values.
    pub(crate) fn without_values(execution: &Execution) -> Rc<Loader> {
        Loader::new(execution, values::empty_document().value, Vec::new(), Vec::new())
    }

    /// The documents of a YAML file, in the directory `current` with the root `root` of paths. Plain YAML is unchanged, except that the last
    /// of duplicate keys wins.
    pub(crate) fn eval_yaml(
        self: &Rc<Self>,
        id: FileId,
        current: LibraryId,
        root: LibraryId,
    ) -> Result<DocumentSet, Error> {
        let run = &mut |template: &Rc<Template>, number| self.run(template, number, current, root, Purpose::Output);
        self.execution.run.measured(id, 1, || Ok(self.eval_yaml_with(id, run)?.1))
    }

    fn eval_yaml_with(
        &self,
        id: FileId,
        run_template: &mut RunTemplate<'_>,
    ) -> Result<(Option<Rc<Module>>, DocumentSet), Error> {
        let Execution { run, options, .. } = &self.execution;
        let file = run.libraries.file(id);
        let documents = run.parse(id, options.strict)?;
        if !file.is_template() && !file.is_library() || !yaml::has_templating(&documents) {
            // Other libraries than the root may be evaluated several times.
            let mut documents = if self.execution.library == run.libraries.root() {
                drop(documents);
                run.parse_once(id, options.strict)?
            } else {
                documents.deep_copy()
            };
            documents.override_map_keys();
            return Ok((None, documents));
        }
        let program = |number| {
            let options = TemplateOptions {
                ignore_unknown_comments: options.ignore_unknown_comments,
                implicit_map_key_overrides: options.implicit_map_key_overrides,
            };
            yaml::compile(&documents, &file.source(), number, &options).map_err(|error| {
                error.coded(Code::Comment).context(format!("Compiling YAML template '{}'", file.path()))
            })
        };
        let (template, number) = run.template(id, *options, program, |error| error)?;
        let outcome = run_template(&template, number)?;
        match outcome.output {
            Output::Documents(documents) => Ok((Some(outcome.module), documents)),
            _ => Ok((Some(outcome.module), DocumentSet::default())),
        }
    }

    /// The result of a text file, in the directory `current` with the root `root` of paths.
    pub(crate) fn eval_text(
        self: &Rc<Self>,
        id: FileId,
        current: LibraryId,
        root: LibraryId,
    ) -> Result<TextResult, Error> {
        let run = &mut |template: &Rc<Template>, number| self.run(template, number, current, root, Purpose::Output);
        self.execution.run.measured(id, 1, || Ok(self.eval_text_with(id, run)?.1))
    }

    fn eval_text_with(
        &self,
        id: FileId,
        run_template: &mut RunTemplate<'_>,
    ) -> Result<(Option<Rc<Module>>, TextResult), Error> {
        let run = &self.execution.run;
        let file = run.libraries.file(id);
        run.record_read(id);
        if !file.is_template() && !file.is_library() {
            return Ok((None, TextResult::Unchanged(file.bytes().map_err(|error| error.coded(Code::File))?)));
        }
        file.bytes().map_err(|error| error.coded(Code::File))?;
        let program = |number| {
            text::compile(&file.source(), number)
                .map_err(|error| error.coded(Code::Syntax).context(format!("Parsing text template '{}'", file.path())))
        };
        let failed = |error: Error| error.context("Evaluating text template");
        let (template, number) = run.template(id, self.execution.options, program, failed)?;
        let outcome = run_template(&template, number).map_err(failed)?;
        let text = match outcome.output {
            Output::Text(text) => text,
            _ => Text::default(),
        };
        Ok((Some(outcome.module), TextResult::Template(text)))
    }

    fn eval_starlark_with(&self, id: FileId, run_template: &mut RunTemplate<'_>) -> Result<Rc<Module>, Error> {
        let run = &self.execution.run;
        let file = run.libraries.file(id);
        run.record_read(id);
        file.bytes().map_err(|error| error.coded(Code::File))?;
        let program = |number| Ok(starlark::compile(&file.source(), number));
        let failed = |error: Error| error.context("Evaluating starlark template");
        let (template, number) = run.template(id, self.execution.options, program, failed)?;
        let outcome = run_template(&template, number).map_err(failed)?;
        Ok(outcome.module)
    }

    /// Evaluates a library file of any type; files without templating have no module.
    fn eval_with(&self, id: FileId, run_template: &mut RunTemplate<'_>) -> Result<Option<Rc<Module>>, Error> {
        let run = &self.execution.run;
        run.measured(id, 1, || match run.libraries.file(id).file_type() {
            FileType::Yaml => self.eval_yaml_with(id, run_template).map(|(module, _)| module),
            FileType::Text => self.eval_text_with(id, run_template).map(|(module, _)| module),
            FileType::Starlark => self.eval_starlark_with(id, run_template).map(Some),
            FileType::Unknown => {
                let path = run.libraries.file(id).path();
                Err(Error::message(format!("File '{path}' type is not a known")))
            }
        })
    }

    fn check_values(&self) -> Result<(), Error> {
        if !self.values_checked.get() {
            values::check_readable(&self.values)?;
            self.values_checked.set(true);
        }
        Ok(())
    }

    fn run(
        self: &Rc<Self>,
        template: &Rc<Template>,
        number: u32,
        current: LibraryId,
        root: LibraryId,
        purpose: Purpose,
    ) -> Result<Outcome, Error> {
        self.check_values()?;
        let scope = Rc::new(FileScope { loader: self.clone(), current, root });
        self.execution.run.session.run(template, number, scope, purpose)
    }

    /// Whether the envelopes for other libraries, of data values and then of schemas, have been delivered since the last call.
    pub(super) fn take_used(&self) -> Vec<bool> {
        let values = self.values_below.iter().map(|envelope| envelope.take_used());
        values.chain(self.schemas_below.iter().map(|envelope| envelope.take_used())).collect()
    }

    /// The module of a library file.
    pub(crate) fn module(
        self: &Rc<Self>,
        id: FileId,
        current: LibraryId,
        root: LibraryId,
    ) -> Result<Rc<Module>, Error> {
        let module = self.eval_library_file(id, root, &mut |template, number| {
            self.run(template, number, current, root, Purpose::Exports)
        })?;
        // Files without templating have no module.
        Ok(module.unwrap_or_default())
    }

    /// Evaluates a library file, unless it is being loaded already.
    fn eval_library_file(
        &self,
        id: FileId,
        root: LibraryId,
        run_template: &mut RunTemplate<'_>,
    ) -> Result<Option<Rc<Module>>, Error> {
        self.check_no_cycle(id, root)?;
        self.loading.borrow_mut().push((id, root));
        let module = self.eval_with(id, run_template);
        self.loading.borrow_mut().pop();
        module
    }

    /// Evaluates a library file with `run_loaded`.
    fn load(
        self: &Rc<Self>,
        id: FileId,
        current: LibraryId,
        root: LibraryId,
        run_loaded: &mut RunLoaded<'_>,
    ) -> Result<(), Error> {
        let module = self.eval_library_file(id, root, &mut |template, number| {
            self.check_values()?;
            run_loaded(template, number, Rc::new(FileScope { loader: self.clone(), current, root }))?;
            Ok(Outcome { output: Output::None, module: Rc::default() })
        });
        module.map(|_| ())
    }

    /// Fails if files load each other, on which ytt does not terminate.
    fn check_no_cycle(&self, id: FileId, root: LibraryId) -> Result<(), Error> {
        let loading = self.loading.borrow();
        let Some(start) = loading.iter().position(|open| *open == (id, root)) else { return Ok(()) };
        let path = |id: FileId| self.execution.run.libraries.file(id).path();
        let cycle = loading[start..].iter().map(|open| open.0).chain([id]);
        let cycle = cycle.map(path).collect::<Vec<_>>().join(" -> ");
        Err(Error::message(format!("Expected files not to load each other in a circle, but found: {cycle}")))
    }
}

impl FileScope {
    fn run(&self) -> &super::Run {
        &self.loader.execution.run
    }

    /// The library that a path starts from, and the rest of the path.
    fn start<'a>(&self, path: &'a str) -> (LibraryId, &'a str) {
        path.strip_prefix('/').map_or((self.current, path), |path| (self.root, path))
    }

    /// The library file at a path, with its directory and the root of its paths.
    fn library_file(&self, path: &str) -> Result<(FileId, LibraryId, LibraryId), Error> {
        let libraries = &self.run().libraries;
        let requested = path;
        let (mut current, mut root, mut path) = (self.current, self.root, path);
        if let Some(rest) = path.strip_prefix('@') {
            let Some((library, file)) = rest.split_once(':') else {
                // `@data`, `@ytt/data`, `@yttdata`.
                let name = rest.strip_prefix("ytt").map_or(rest, |name| name.trim_start_matches(['/', '.', '-', ';']));
                let module = stdlib::is_module(name).then(|| stdlib::path(name));
                let remedy = module.as_ref().map(|to| Remedy::InString { from: path.to_owned(), to: to.clone() });
                return Err(Error::message(
                    "Expected library path to be in format '@name:path' \
                     e.g. '@github.com/vmware-tanzu/test:test.star' or '@ytt:base64'",
                )
                .caused(Cause::NoFile { path: path.to_owned(), nearest: module })
                .with_remedy(remedy));
            };
            let found = libraries.find_accessible_library(current, library)?;
            (current, root, path) = (found, found, file);
        }
        if let Some(rest) = path.strip_prefix('/') {
            (current, path) = (root, rest);
        }
        let (id, library) =
            libraries.find_file(current, path).map_err(|error| self.with_similar(error, requested, current, root))?;
        let file = libraries.file(id);
        if !file.is_library() {
            let path = file.path();
            return Err(Error::message(format!(
                "Expected file '{path}' to be a library file, but was not (hint: library filename must end \
                 with '.lib.yml' or '.star'; use data.read(...) for loading non-templated file contents)"
            ))
            .caused(Cause::NotLoadable { path: path.to_owned() }));
        }
        Ok((id, library, root))
    }

    /// Names the file that can be loaded with the same name but for directories and extensions, as `helpers.lib.yml` for `../helpers.yml`, with the
    /// only similar name, or the only one at all.
    fn with_similar(&self, error: Error, requested: &str, current: LibraryId, root: LibraryId) -> Error {
        fn name(path: &str) -> &str {
            let name = path.rsplit('/').next().unwrap_or_default();
            name.split('.').next().unwrap_or_default()
        }
        let libraries = &self.run().libraries;
        let loading = self.loader.loading.borrow().last().map(|(file, _)| *file);
        let can_be_loaded = |file: &FileInLibrary| libraries.file(file.file).is_library() && Some(file.file) != loading;
        let found = libraries.accessible_files(root).into_iter();
        let found: Vec<FileInLibrary> = found.filter(can_be_loaded).collect();
        let nearest = only_nearest(name(requested), found.iter().map(|file| name(&file.path)));
        let is_meant = |file: &&FileInLibrary| match nearest {
            Some(nearest) => name(&file.path) == nearest,
            None => found.len() == 1,
        };
        let meant: Vec<&FileInLibrary> = found.iter().filter(is_meant).collect();
        let nearby = meant.iter().find(|file| file.library == current);
        let Some(file) = nearby.or(meant.first().filter(|_| meant.len() == 1)) else { return error };
        let here = libraries.accessible_files(current).into_iter().find(|known| known.file == file.file);
        let path = here.map_or_else(|| format!("/{}", file.path), |file| file.path);
        // A library is named before the colon.
        let path = match requested.split_once(':').filter(|_| requested.starts_with('@')) {
            Some((library, _)) => format!("{library}:{path}"),
            None => path,
        };
        let remedy = Remedy::InString { from: requested.to_owned(), to: path.clone() };
        error.similar_file(requested, path, remedy)
    }
}

impl Scope for FileScope {
    fn evaluation(&self) -> *const () {
        Rc::as_ptr(&self.loader).cast()
    }

    fn load(&self, path: &str, run: &mut RunLoaded<'_>) -> Result<(), Error> {
        let (id, library, root) = self.library_file(path)?;
        self.loader.load(id, library, root, run)
    }

    fn load_native<'v>(
        self: Rc<Self>,
        path: &str,
        eval: &mut dyn Evaluation<'v>,
    ) -> Option<Result<Exports<'v>, Error>> {
        stdlib::load(path, self, eval)
    }
}

impl Surroundings for FileScope {
    fn data_values(&self) -> Value {
        self.loader.values.clone()
    }

    fn list(&self, path: Option<&str>) -> Result<Vec<String>, Error> {
        let libraries = &self.run().libraries;
        let whole = path.unwrap_or_default();
        let (mut library, path) = self.start(whole);
        if !path.is_empty() {
            library = libraries.find_library(library, path)?;
        }
        // The results are valid arguments of `data.read`.
        let prefix = if whole.starts_with('/') { "/" } else { "" };
        Ok(libraries.accessible_files(library).into_iter().map(|found| format!("{prefix}{}", found.path)).collect())
    }

    fn read(&self, path: &str) -> Result<Arc<[u8]>, Error> {
        let libraries = &self.run().libraries;
        let (library, path) = self.start(path);
        let (id, _) = libraries.find_file(library, path)?;
        self.run().record_read(id);
        libraries.file(id).bytes()
    }

    fn library(&self, path: &str, options: LibraryOptions) -> Result<Rc<dyn Library>, Error> {
        if path.starts_with('@') {
            return Err(Error::message(format!("Expected library '{path}' to be specified without '@'")));
        }
        let library = self.run().libraries.find_accessible_library(self.current, path)?;
        let mut execution = self.loader.execution.clone();
        execution.library = library;
        let loading = &mut execution.options;
        loading.ignore_unknown_comments = options.ignore_unknown_comments.unwrap_or(loading.ignore_unknown_comments);
        loading.implicit_map_key_overrides =
            options.implicit_map_key_overrides.unwrap_or(loading.implicit_map_key_overrides);
        loading.strict = options.strict.unwrap_or(loading.strict);
        // A library cannot enable validation that is disabled for the run.
        execution.skip_validation |= options.skip_validation;
        Ok(Rc::new(Instance {
            execution,
            reference: LibraryRef { path: path.to_owned(), alias: options.alias },
            values: self.loader.values_below.clone(),
            schemas: self.loader.schemas_below.clone(),
        }))
    }
}
