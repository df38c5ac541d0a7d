//! Ytterby's API: ytt's templates, data values, schema and validations as one pure function.
//!
//! [`render`] takes files and a command line and returns what ytt would write, in the steps of ytt:
//!
//! 1. The flags select the input files and the kind of run (`flags`, `files`).
//! 2. Each library is a directory of the input; the input itself is the root library (`workspace/library`).
//! 3. The schema documents, merged by overlays, define types and defaults of data values (`schema`).
//! 4. The data values documents and flags are overlaid on the defaults in order, checked against the schema after each, and
//!    validated at the end (`workspace/data_values`, `workspace/values`, `validations`).
//! 5. The templates are compiled (`template`) and run with the data values (`starlark`). A library that a template evaluates goes
//!    through steps 3 to 6 by itself (`workspace/instance`).
//! 6. Documents that are overlays are applied to all others (`overlay`).
//! 7. The documents are printed (`yaml/printer`) and returned with all problems, as ytt reports them and as data (`answer`, `editor`).
//!
//! A [`Workspace`] renders one request after the other and repeats only the steps whose inputs changed.
//!
//! ```
//! use std::rc::Rc;
//! use std::time::Instant;
//! use ytterby::{Request, RequestFile, render};
//!
//! let file = |path: &str, content: &str| RequestFile { path: path.to_owned(), content: content.into() };
//! let request = Request {
//!     files: vec![
//!         file("schema.yml", "#@data/values-schema\n---\n#@schema/validation min=600\nheat: 900\n"),
//!         file("config.yml", "#@ load(\"@ytt:data\", \"data\")\nheat: #@ data.values.heat\n"),
//!     ],
//!     args: vec!["--data-value-yaml".to_owned(), "heat=1000".to_owned()],
//!     ..Request::default()
//! };
//! let started = Instant::now();
//! let response = render(&request, Rc::new(move || started.elapsed().as_secs_f64() * 1000.0));
//! assert_eq!(response.stdout, "heat: 1000\n");
//! assert_eq!(response.exit_status, 0);
//!
//! let too_cold = Request { args: vec!["--data-value-yaml".to_owned(), "heat=1".to_owned()], ..request };
//! let response = render(&too_cold, Rc::new(|| 0.0));
//! assert_eq!(response.exit_status, 1);
//! assert_eq!(response.diagnostics[0].path.as_deref(), Some("heat"));
//! ```
//!
//! This layer defines requests and responses, and with them bundles and checks. It must not know hosts (JavaScript, terminals, disks)
//! or what an editor asks (`ytterby-insight`). It has no clock but the host's, no file system, no randomness and no hash order: the same
//! request gives the same bytes. User input never panics.

#![warn(missing_docs)]

mod answer;
mod arguments;
pub mod boundary;
pub mod bundle;
pub mod checks;
mod costs;
mod data_values_snapshot;
pub mod editor;
mod inputs;
pub mod output;
mod parsed_request;
mod phases;
mod plain_data;
mod plain_yaml;
pub mod request_disk;
#[cfg(test)]
mod request_tests;
mod schema_alone;
mod values_in_code;

pub use arguments::flag_descriptions;
pub use boundary::{Content, Request, RequestFile, Response};
pub use costs::costs;
pub use data_values_snapshot::{DataValuesSnapshot, data_values_snapshot};
pub use diagnostics::code::Code;
pub use inputs::inputs_of;
pub use parsed_request::ParsedRequest;
pub use phases::phases;
pub use plain_data::Plain;
pub use values_in_code::values_in_code;

use std::cell::RefCell;
use std::rc::Rc;

pub use answer::Trees;
use answer::{Answer, Extent, bulk, rendered};
use boundary::{Formatted, ImportFormat, Input, SchemaDiff, SchemaExport, SchemaFormat, SchemaImport};
use ytterby_diagnostics as diagnostics;
use ytterby_limits as limits;
use ytterby_starlark::{self as starlark, extensions};
use ytterby_syntax as syntax;
use ytterby_text::{byte_text, positions, spelling};
use ytterby_yaml::{self as yaml, decoding};
use ytterby_ytt::{files, flags, overlay, schema, stdlib, template, validations, workspace};

use diagnostics::Error;
use diagnostics::report::{self, command_line};
use editor::fixes;
use files::{Disk, File, FileType, Finder, InputFile, Links};
use flags::{Command, Completions, Options};
use positions::Source;
use request_disk::RequestDisk;
use starlark::FunctionCaller;
use starlark::Session;
use stdlib::StandardModules;
use workspace::{
    Execution, FlagReader, IncrementalRun, Libraries, LoaderOptions, Origins, Run, Schemas, Values, check_readable,
};
use yaml::reader::ReadOptions;
use yaml::tree::DocumentSet;

pub use limits::Clock;

/// Renders the files of a request. The clock, which returns milliseconds, is used only for the time limit and for timings; with one that
/// always returns the same, only the other limits apply.
///
/// Values and code that are nested up to the limit of 500 levels need more stack than the 2 MiB of a thread by default: 64 MiB are enough.
///
/// ```
/// use std::rc::Rc;
/// use ytterby::{Request, RequestFile, render};
///
/// let file = RequestFile { path: "config.yml".to_owned(), content: "sum: #@ 1 + 1\n".into() };
/// let request = Request { files: vec![file], ..Request::default() };
/// assert_eq!(render(&request, Rc::new(|| 0.0)).stdout, "sum: 2\n");
/// ```
pub fn render(request: &Request, clock: Clock) -> Response {
    let (mut response, trees) = render_without_trees(request, clock);
    trees.fill(&mut response);
    response
}

/// As [`render`], with trees that are made on demand instead of those of the response.
pub fn render_without_trees(request: &Request, clock: Clock) -> (Response, Trees) {
    let parsed = ParsedRequest::new(request);
    let rendered = Rendering::new(&parsed, Extent::Everything, clock).respond(&RequestDisk::new(&request.files));
    let Rendered { mut response, trees, .. } = rendered;
    complete(&mut response, &trees, &parsed, inputs::of(&parsed, None));
    (response, trees)
}

/// Adds the parts that do not depend on the pipeline.
fn complete(response: &mut Response, trees: &Trees, parsed: &ParsedRequest<'_>, inputs: Vec<Input>) {
    response.output_kind = parsed.output_kind();
    response.inputs = inputs;
    response.checks = checks::run(&parsed.request.checks, response, trees);
}

/// Renders files of the host's disk instead of those of the request. The response has only what the command prints: no data values,
/// no schema, and no origins of lines. The memory of the run is leaked, since the process is expected to end.
pub fn render_from(disk: &dyn Disk, request: &ParsedRequest<'_>, clock: Clock) -> Response {
    let rendered = Rendering::new(request, Extent::CommandLine, clock).respond(disk);
    // Freeing all memory takes longer than exiting.
    std::mem::forget(rendered.run);
    rendered.response
}

/// Exports the schema that the files of a request declare, after the steps 1 to 3 of a run.
pub fn export_schema(request: &Request, format: SchemaFormat, clock: Clock) -> SchemaExport {
    let parsed = ParsedRequest::new(request);
    let mut rendering = Rendering::new(&parsed, Extent::Everything, clock);
    let schema = rendering.schema_of_request();
    let result = schema.and_then(|schema| rendering.answer.export_schema(&schema, format));
    rendering.answer.finish_export(result, &rendering.session)
}

/// Compares the schema of a request with that of the same request in which `old` replaces all files that declare a schema.
pub fn diff_schemas(request: &Request, old: &[RequestFile], clock: Clock) -> SchemaDiff {
    let parsed = ParsedRequest::new(request);
    let mut rendering = Rendering::new(&parsed, Extent::Everything, clock);
    let changes = rendering.diff_of_request(old);
    rendering.answer.finish_diff(changes, &rendering.session)
}

/// Converts a JSON Schema, an OpenAPI document or plain values to a ytt schema; without a format, recognises it.
pub fn import_schema(text: &str, format: Option<ImportFormat>) -> SchemaImport {
    ytterby_schema_io::import::import(text, format)
}

/// Formats a YAML file as `ytt fmt` does, unless that would turn a key into another one.
pub fn format(content: &str, clock: Clock) -> Formatted {
    let request = Request::default();
    let parsed = ParsedRequest::new(&request);
    let error = match Rendering::new(&parsed, Extent::Everything, clock).documents(content.as_bytes(), false) {
        Ok(documents) => match yaml::format::changed_key(&documents) {
            None => return Formatted { text: Some(yaml::format::format(&documents)), error: None },
            Some((key, line)) => format!("ytt fmt would change the key {key} in line {line}"),
        },
        Err(error) => byte_text::displayed(command_line::laid_out(&report::text(&error)).trim()).into_owned(),
    };
    Formatted { text: None, error: Some(error) }
}

/// The version of this crate, and the version of ytt that it follows.
pub fn version() -> String {
    format!("{} (ytt {})", env!("CARGO_PKG_VERSION"), stdlib::YTT_VERSION)
}

/// Renders one request after the other, and repeats only the steps whose inputs changed. The responses are those of [`render`].
///
/// Neither `Send` nor `Sync`, since a run shares its values within a thread; each thread can have its own:
///
/// ```compile_fail,E0277
/// fn send<T: Send>(_: T) {}
/// send(ytterby::Workspace::default());
/// ```
#[derive(Default)]
pub struct Workspace {
    last: Option<Last>,
}

/// The last render of a workspace.
struct Last {
    request: Request,
    inputs: Vec<Input>,
    /// Its run, if it can be used again.
    run: Option<IncrementalRun>,
}

impl Workspace {
    /// As [`render`].
    pub fn render(&mut self, request: &Request, clock: Clock) -> Response {
        let (mut response, trees) = self.render_without_trees(request, clock);
        trees.fill(&mut response);
        response
    }

    /// As [`render_without_trees`].
    pub fn render_without_trees(&mut self, request: &Request, clock: Clock) -> (Response, Trees) {
        let parsed = ParsedRequest::new(request);
        let mut rendering = Rendering::new(&parsed, Extent::Everything, clock);
        let last = self.last.take();
        let inputs = inputs::of(&parsed, last.as_ref().map(|last| (&last.request, &*last.inputs)));
        rendering.run = last.and_then(|last| last.run.filter(|_| is_same_command(&last.request, &parsed)));
        let Rendered { mut response, trees, run } = rendering.respond(&RequestDisk::new(&request.files));
        complete(&mut response, &trees, &parsed, inputs.clone());
        self.last = Some(Last { request: request.clone(), inputs, run: run.filter(IncrementalRun::can_restart) });
        (response, trees)
    }

    /// Whether this request equals the last one.
    pub fn is_last(&self, request: &Request) -> bool {
        self.last.as_ref().is_some_and(|last| last.request == *request)
    }
}

/// Whether two requests differ at most in the contents of input files.
fn is_same_command(last: &Request, parsed: &ParsedRequest<'_>) -> bool {
    let request = parsed.request;
    let same = last.args == request.args
        && last.env == request.env
        && last.limits == request.limits
        && last.extensions == request.extensions;
    // Files that data values are read from are not inputs.
    let reads_files = || {
        let flags = parsed.options().map(|options| &options.data_values);
        flags.is_none_or(|flags| !flags.from_files.is_empty() || !flags.files.is_empty())
    };
    same && (last.files == request.files || !reads_files())
}

/// A run in progress, and its results so far.
struct Rendering<'a> {
    parsed: &'a ParsedRequest<'a>,
    session: Rc<Session>,
    answer: Answer,
    clock: Clock,
    /// The run of the last render, later that of this one.
    run: Option<IncrementalRun>,
    /// Files are measured.
    is_measured: bool,
}

/// The result of a rendering.
struct Rendered {
    /// Without its trees.
    response: Response,
    trees: Trees,
    /// The run, for the next render.
    run: Option<IncrementalRun>,
}

impl From<Response> for Rendered {
    /// A result without trees and a run to reuse.
    fn from(response: Response) -> Rendered {
        Rendered { response, trees: Trees::default(), run: None }
    }
}

impl<'a> Rendering<'a> {
    fn new(parsed: &'a ParsedRequest<'a>, extent: Extent, clock: Clock) -> Rendering<'a> {
        Rendering {
            parsed,
            session: Session::new(
                &parsed.request.limits,
                extent == Extent::Everything,
                &StandardModules,
                clock.clone(),
            ),
            answer: Answer::new(extent, clock.clone()),
            clock,
            run: None,
            is_measured: false,
        }
    }

    fn respond(mut self, disk: &dyn Disk) -> Rendered {
        let failure = |code, text: &str| Response::failure(code, text).into();
        let result = match &self.parsed.command {
            Err(text) => {
                let mut response = Response::failure(Code::Flag, text);
                arguments::explain(&self.parsed.request.args, &self.parsed.request.files, &mut response.diagnostics);
                return response.into();
            }
            Ok(Command::Template(options)) => self.template(options, disk),
            Ok(Command::SchemaDiff(options)) => self.schema_diff(options, disk),
            Ok(Command::Format { files, strict }) => self.format(files, *strict, disk),
            Ok(Command::Print(text)) => {
                self.answer.print(text.clone());
                Ok(())
            }
            Ok(Command::Website) => {
                return failure(Code::Unsupported, "There is no website server here (ytt website)");
            }
            Ok(Command::Completion { .. }) => {
                return failure(Code::Unsupported, "There is no shell here (ytt completion)");
            }
            Ok(Command::Complete(Completions { text, message })) => {
                let response = Response { stdout: text.clone(), report: message.clone(), ..Response::default() };
                return response.into();
            }
        };
        let missing = result.as_ref().err().and_then(arguments::wrong_value);
        let (mut response, trees) = self.answer.finish(result, &self.session);
        fixes::keep_those_in(&self.parsed.request.files, &mut response.diagnostics);
        if !response.diagnostics.is_empty() {
            editor::declare::add(self.parsed.request, trees.keys(), &mut response.diagnostics);
            editor::other_files::add(&self.parsed.request.files, &mut response.diagnostics);
            editor::new_module::add(self.parsed.request, &mut response.diagnostics);
        }
        arguments::locate(&self.parsed.request.args, &mut response.diagnostics);
        if let Some(path) = missing {
            let files = &self.parsed.request.files;
            arguments::locate_value(&self.parsed.request.args, files, &path, &mut response.diagnostics);
        }
        arguments::explain_values(self.parsed.request, &mut response.diagnostics);
        Rendered { response, trees, run: self.run }
    }

    /// Enables the extensions of the request.
    fn enable_extensions(&self, options: &Options) -> Result<(), Error> {
        let wrong = |text: String| Error::message(text).coded(Code::Flag);
        let extensions = self.parsed.extensions(options).map_err(wrong)?;
        self.session.extensions.set(extensions);
        // Without the extension there is no such flag.
        if options.schema_inspect && !extensions.schema_proposal {
            return Err(wrong("unknown flag: --schema-inspect".to_owned()));
        }
        Ok(())
    }

    /// `ytt template`.
    fn template(&mut self, options: &Options, disk: &dyn Disk) -> Result<(), Error> {
        self.enable_extensions(options)?;
        let finder = Finder::new(disk, options.links());
        let inputs = inputs(options, &finder)?;
        let result = self.run(options, &finder, inputs);
        if options.bulk_out { result.or_else(|error| self.answer.report_in_bulk(&error)) } else { result }
    }

    /// Checks the limits of the number and size of files.
    fn check_size(&self, inputs: &[InputFile]) -> Result<(), Error> {
        let limits = &self.parsed.request.limits;
        let bytes: u64 = inputs.iter().map(|input| input.content.known_size() as u64).sum();
        let (most, what) = match () {
            () if inputs.len() as u64 > limits.files => (limits.files, "files"),
            () if bytes > limits.input_bytes => (limits.input_bytes, "bytes"),
            () => return Ok(()),
        };
        let text = format!("the input has more than {most} {what} (limit of Ytterby)");
        Err(Error::message(text).coded(Code::Limit))
    }

    /// Reuses the last run or creates one, and runs its steps.
    fn run(&mut self, options: &Options, finder: &Finder<'_>, inputs: Vec<InputFile>) -> Result<(), Error> {
        self.check_size(&inputs)?;
        let files = files::prepare(inputs, &options.file_marks, Some(&self.session.budget))
            .map_err(|error| error.coded(Code::Flag))?;
        if options.debug {
            self.answer.debug_inputs(&Libraries::new(files.clone()));
        }
        if options.files_inspect {
            return self.answer.print_document(rendered::list_of_files(&Libraries::new(files)), options);
        }
        let same_files = self.run.take().and_then(|mut run| run.restart(&files, self.clock.clone()).then_some(run));
        let mut run = match same_files {
            Some(run) => run,
            None => self.begin(options, finder, files)?,
        };
        self.session = run.root.run.session.clone();
        if self.is_measured {
            run.root.run.measure();
        }
        let result = self.steps(&mut run, options);
        self.run = Some(run);
        result
    }

    /// A run before its first step.
    fn begin(&self, options: &Options, finder: &Finder<'_>, files: Vec<File>) -> Result<IncrementalRun, Error> {
        let origins = RefCell::<Origins>::default();
        let read = self.read_options(options.strict);
        let reader = FlagReader {
            finder,
            env: &self.parsed.request.env,
            is_escaped: self.parsed.is_escaped,
            options: self.read_options(options.strict),
            origins: &origins,
        };
        let flag_values = reader.envelopes(&options.data_values).map_err(|error| error.coded(Code::DataValues))?;
        let (below, here): (Vec<_>, Vec<_>) = flag_values.into_iter().partition(|v| v.is_for_another_library());

        let run = Run::new(Libraries::new(files), self.session.clone(), origins.into_inner(), &read);
        let root = Execution {
            library: run.libraries.root(),
            run,
            options: LoaderOptions {
                ignore_unknown_comments: options.ignore_unknown_comments,
                implicit_map_key_overrides: options.implicit_map_key_overrides,
                strict: options.strict,
            },
            skip_validation: options.skip_validation,
        };
        Ok(IncrementalRun::new(root, here, below))
    }

    /// The steps of a run, as listed in the documentation of this crate.
    fn steps(&mut self, run: &mut IncrementalRun, options: &Options) -> Result<(), Error> {
        run.read_files()?;
        let calls = &mut self.session.calls();

        let schemas = self.answer.timed(|timings| &mut timings.schema, || run.schemas(calls))?;
        self.answer.schema(&schemas.schema);
        if options.data_values_schema_inspect {
            return self.answer.print_schema(&schemas.schema, options);
        }
        if options.wants_open_api().map_err(|text| Error::message(text).coded(Code::Flag))? {
            return Err(Error::message(
                "Output type currently only supported for data values schema (i.e. include --data-values-schema-inspect)",
            )
            .coded(Code::Flag));
        }
        if options.schema_inspect {
            return self.answer.print_fields(&schemas.schema, options);
        }

        let values = self.answer.timed(|timings| &mut timings.values, || run.values(&schemas, calls))?;
        self.answer.values(&values);
        let violations = values.violations();
        if options.data_values_inspect {
            return match violations {
                None => check_readable(&values.document.value)
                    .and_then(|()| self.answer.print_document(values.document.clone(), options)),
                Some(violations) => Err(violations),
            };
        }

        // Broken rules are an error, but the response includes the output.
        if let Some(violations) = violations {
            if self.answer.extent == Extent::Everything {
                self.answer.stop_prints(self.session.host.prints.borrow().len());
                if let Err(error) = self.evaluate(run, values, &schemas, calls) {
                    self.answer.after_violations(&error);
                }
            }
            return Err(violations);
        }
        self.evaluate(run, values, &schemas, calls)?;
        self.answer.write(options)
    }

    /// Steps 5 to 7: the output files and all documents of the root library.
    fn evaluate(
        &mut self,
        run: &mut IncrementalRun,
        values: Rc<Values>,
        schemas: &Schemas,
        calls: &mut dyn FunctionCaller,
    ) -> Result<(), Error> {
        let evaluation = self.answer.timed(|timings| &mut timings.templates, || run.evaluate(&values, schemas));
        let root = &run.root;
        self.answer.libraries(root.run.library_values());
        let evaluation = evaluation?;
        let documents =
            self.answer.timed(|timings| &mut timings.overlays, || root.overlay(evaluation.documents, calls, None))?;
        self.answer.files(&root.run.libraries, evaluation.texts, documents, self.parsed.request.limits.output_bytes)
    }

    /// `ytt fmt`: prints the formatted YAML files.
    fn format(&mut self, files: &[String], strict: bool, disk: &dyn Disk) -> Result<(), Error> {
        let inputs = Finder::new(disk, Links::default()).inputs(files).map_err(|error| error.coded(Code::File))?;
        for input in inputs.iter().filter(|input| input.file_type() == FileType::Yaml) {
            let bytes = input.content.get().as_ref().map_err(|text| Error::message(text).coded(Code::File))?;
            self.answer.print(yaml::format::format(&self.documents(bytes, strict)?));
        }
        Ok(())
    }

    fn documents(&self, bytes: &[u8], strict: bool) -> Result<DocumentSet, Error> {
        let source = Source::new("", String::from_utf8_lossy(bytes));
        yaml::reader::read(&source, bytes, &self.read_options(strict)).map_err(|error| error.coded(Code::Yaml))
    }

    fn read_options(&self, strict: bool) -> ReadOptions {
        let limits = &self.parsed.request.limits;
        ReadOptions {
            strict,
            without_comments: false,
            max_nesting: limits.nesting,
            max_alias_nodes: limits.alias_nodes,
            budget: Some(self.session.budget.clone()),
        }
    }
}

/// The input files of a command.
fn inputs(options: &Options, finder: &Finder<'_>) -> Result<Vec<InputFile>, Error> {
    let inputs = match &*options.bulk_in {
        "" => finder.inputs(&options.files),
        files => bulk::inputs(files),
    };
    inputs.map_err(|error| error.coded(Code::File))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clock jumps at its first call, at its second, and so on, so that the run is stopped in each of its steps.
    #[test]
    fn the_time_limit_holds_in_all_steps() {
        let lines = |line: &dyn Fn(usize) -> String| (0..1500).map(line).collect::<String>();
        let file = |path: &str, content: String| RequestFile { path: path.to_owned(), content: content.into() };
        let files = vec![
            file("schema.yml", format!("#@data/values-schema\n---\n{}", lines(&|i| format!("k{i}: {i}\n")))),
            file("values.yml", format!("#@data/values\n---\n{}", lines(&|i| format!("k{i}: 1\n")))),
            file("a.star", lines(&|i| format!("v{i} = {i}\n"))),
            file("b.txt", lines(&|i| format!("(@= str({i}) @)\n"))),
            file("c.yml", format!("#@ load('a.star', 'v1')\n{}", lines(&|i| format!("k{i}: #@ v1\n")))),
        ];
        let request = Request { files, ..Request::default() };
        let mut places = std::collections::BTreeSet::new();
        for most in 1.. {
            let asked = std::cell::Cell::new(0);
            let clock = move || {
                asked.set(asked.get() + 1);
                if asked.get() > most { 1e9 } else { 0.0 }
            };
            let response = render(&request, Rc::new(clock));
            if response.exit_status == 0 {
                break;
            }
            let [problem] = &response.diagnostics[..] else { panic!("{:?}", response.diagnostics) };
            assert_eq!(problem.code, Code::Limit.as_str(), "{}", response.report);
            assert!(problem.message.contains("stopped after 10000 ms"), "{}", problem.message);
            if let Some(place) = &problem.primary {
                places.insert(place.file.clone());
            }
        }
        assert_eq!(places.into_iter().collect::<Vec<_>>(), ["a.star", "b.txt", "c.yml", "schema.yml", "values.yml"]);
    }

    #[test]
    fn a_file_is_formatted_or_an_error() {
        let formatted = |text: &str| format(text, Rc::new(|| 0.0));
        let text = "#@foo bar\na:   1  # x\n#! hey\nb:\n- 1\n";
        assert_eq!(formatted(text).text.as_deref(), Some("#@foo bar\na: 1 # x\n\n#! hey\nb:\n  - 1\n"));
        let error = "yaml: line 1: did not find expected node content";
        assert_eq!(formatted("a: {\n- b\n"), Formatted { text: None, error: Some(error.to_owned()) });
        assert_eq!(formatted("").error, None);
        for (text, key) in [("- a: 1\n  y: 2\n", "true"), ("#\n80: 2\n", "80"), ("a:\n  '80': 2\n", "\"80\"")] {
            assert_eq!(formatted(text).error, Some(format!("ytt fmt would change the key {key} in line 2")));
        }
    }
}

/// The examples of the README are tested, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
