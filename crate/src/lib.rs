//! Ytterby: ytt's templates, data values, schema and validations as one pure function.
//!
//! [`render`] takes files and a command line and gives back what ytt would have written. It does so in the steps of
//! ytt, which [`Rendering::run`] takes in this order:
//!
//! 1. The flags say which files there are and what is to be done with them (`flags`, `files`).
//! 2. Every directory of the input is a library, the whole is the root library (`workspace/library`).
//! 3. Its schema documents, overlaid, say what data values there may be and what they are by default (`schema`).
//! 4. Its data values documents and the flags are laid over the defaults in order, checked against the schema after
//!    each, and validated at the end (`data_values`, `workspace/values`, `validations`).
//! 5. Its templates are compiled to programs (`template`) that ytt's Starlark (`dialect`) runs with the data values
//!    (`eval`); libraries that templates ask for go through the steps 3 to 6 on their own (`workspace/instance`).
//! 6. Documents that are overlays are applied on all others (`overlay`).
//! 7. What is left is printed (`yaml/printer`) and put into the response (`answer`), with everything that went wrong
//!    in ytt's words (`diagnostics/report`) and as data for editors.
//!
//! Invariants: `yaml` knows no Starlark; only `eval`, `stdlib` and `dialect/emit` know the `starlark` crate, and nothing
//! of its heaps leaves them but frozen values and data; only `yaml/reader` knows the YAML crate, only `wasm` knows
//! wasm-bindgen; only `diagnostics/report` words reports. No clock but the host's, no file system, no randomness, no
//! hash order: same request, same bytes. User input never panics.

pub mod boundary;

pub mod files;

pub mod flags;

mod data_values;

mod workspace;

mod schema;

mod validations;

mod template;

mod dialect;

mod eval;

mod stdlib;

mod overlay;

mod yaml;

mod diagnostics;

mod answer;

pub mod output;

#[cfg(target_arch = "wasm32")]
pub mod wasm;

use std::rc::Rc;
use std::sync::Arc;

use answer::bulk;
use answer::rendered::{self, Rendered};
use boundary::{Request, Response};
use data_values::flags::Reader;
use data_values::origin::Origins;
use diagnostics::positions::{Position, Source};
use diagnostics::report::{self, command_line};
use diagnostics::{Error, for_editors};
use eval::argument::Calls;
use eval::session::Session;
use files::{Disk, FileType, Finder, InputFile, Links, RequestDisk};
use flags::{Command, Options};
use schema::Schema;
use workspace::envelope::SchemaEnvelope;
use workspace::library::Libraries;
use workspace::values::Values;
use workspace::{Execution, LoaderOptions, Run};
use yaml::reader::ReadOptions;
use yaml::tree::{Array, ArrayItem, Document, Meta, Value};

/// Milliseconds since some fixed moment, as the host counts them.
pub type Clock = Rc<dyn Fn() -> f64>;

/// One run of ytt on the request's own files. The clock is asked for the time limit and for timings only.
pub fn render(request: &Request, clock: Clock) -> Response {
    render_from(&RequestDisk::new(&request.files), request, clock)
}

/// One run of ytt on files that the host looks up. The request's own files are not looked at.
pub fn render_from(disk: &dyn Disk, request: &Request, clock: Clock) -> Response {
    match flags::parse(&request.args) {
        Err(text) => Response::failure("flag", &text),
        Ok(Command::Print(stdout)) => Response { stdout, ..Response::default() },
        Ok(Command::Template(options)) => Rendering::of(request, clock).answer(&options, disk),
        Ok(Command::Format { files, strict }) => Rendering::of(request, clock).answer_formatted(&files, strict, disk),
        Ok(Command::Website) => Response::failure("unsupported", "There is no website server here (ytt website)"),
        Ok(Command::Completion) => Response::failure("unsupported", "There are no completion scripts (ytt completion)"),
    }
}

/// The version of this crate, and the version of ytt that it follows.
pub fn version() -> String {
    format!("{} (ytt 0.48.0)", env!("CARGO_PKG_VERSION"))
}

/// A run under way, and the response as far as it has come.
struct Rendering<'a> {
    request: &'a Request,
    session: Rc<Session>,
    clock: Clock,
    start: f64,
    warning: &'static str,
    /// How much of what was printed ytt would have come to print, when it is not all.
    printed: Option<usize>,
    response: Response,
}

impl<'a> Rendering<'a> {
    fn of(request: &'a Request, clock: Clock) -> Rendering<'a> {
        Rendering {
            request,
            session: Session::new(&request.limits, clock.clone()),
            start: clock(),
            clock,
            warning: "",
            printed: None,
            response: Response::default(),
        }
    }

    fn answer(mut self, options: &Options, disk: &dyn Disk) -> Response {
        let finder = Finder::new(disk, options.links());
        let inputs = match &*options.bulk_in {
            "" => finder.inputs(&options.files),
            files => bulk::inputs(files),
        };
        let result = inputs.and_then(|inputs| {
            let result = self.run(options, &finder, inputs);
            result.or_else(|error| if options.bulk_out { self.report_in_bulk(&error) } else { Err(error) })
        });
        self.finish(result)
    }

    /// The steps of a run, in the order of the text above.
    fn run(&mut self, options: &Options, finder: &Finder<'_>, inputs: Vec<InputFile>) -> Result<(), Error> {
        let libraries = Libraries::new(files::prepare(inputs, &options.file_marks)?);
        if options.files_inspect {
            return self.print_documents(&[list_of_files(&libraries)], options);
        }

        let origins = Origins::default();
        let reader =
            Reader { finder, env: &self.request.env, options: self.read_options(options.strict), origins: &origins };
        let flag_values = reader.envelopes(&options.data_values)?;
        let (below, here): (Vec<_>, Vec<_>) = flag_values.into_iter().partition(|v| v.is_for_another_library());

        let calls = &mut self.session.calls();
        let limits = &self.request.limits;
        let run = Run::new(libraries, self.session.clone(), origins, limits.nesting, limits.alias_nodes);
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

        let started = (self.clock)();
        let schemas = root.schemas(&[], calls)?;
        self.response.timings.schema = (self.clock)() - started;
        self.response.schema = answer::schema::tree(&schemas.schema);
        if options.data_values_schema_inspect {
            return self.print_schema(&schemas.schema, options);
        }
        if options.wants_open_api().map_err(Error::message)? {
            return Err(Error::message(
                "Output type currently only supported for data values schema (i.e. include --data-values-schema-inspect)",
            ));
        }

        let started = (self.clock)();
        let mut values = root.values(&here, &schemas.schema, calls)?;
        self.response.timings.values = (self.clock)() - started;
        let violations = values.violations();
        self.response.values = Some(answer::values::tree(&values.document, &values.checked, &root.run.origins));
        if options.data_values_inspect {
            return violations.map_or_else(|| self.print_documents(&[values.document], options), Err);
        }

        // With broken rules a run is an error; what would have come of it is shown all the same.
        if violations.is_some() {
            self.printed = Some(self.session.host.prints.borrow().len());
        }
        values.below.extend(below);
        let evaluated = self.evaluate(&root, values, schemas.below, calls);
        if let Some(violations) = violations {
            let _ = evaluated.map(|(rendered, _)| self.keep_files(rendered));
            return Err(violations);
        }
        let (rendered, documents) = evaluated?;
        self.write(rendered, &documents, options)
    }

    /// Steps 5 and 6: the root library's files with their contents, and all its documents.
    fn evaluate(
        &mut self,
        root: &Execution,
        values: Values,
        schemas_below: Vec<Rc<SchemaEnvelope>>,
        calls: &mut dyn Calls,
    ) -> Result<(Vec<Rendered>, Vec<Document>), Error> {
        let started = (self.clock)();
        let evaluated = root.evaluate(Arc::new(values.document.value), values.below, schemas_below);
        self.response.timings.templates = (self.clock)() - started;
        let evaluation = evaluated?;

        let started = (self.clock)();
        let overlaid = root.overlay(evaluation.documents, calls);
        self.response.timings.overlays = (self.clock)() - started;

        // Text files come first, as in ytt.
        let started = (self.clock)();
        let mut files = Vec::new();
        for (found, text) in evaluation.texts {
            let file = root.run.libraries.file(found.file);
            let plain = !file.is_template() && !file.is_library();
            files.push(rendered::text_file(found.path, &text, plain.then_some(file.path())));
        }
        let mut documents = Vec::new();
        for (found, set) in overlaid? {
            files.push(rendered::yaml_file(found.path, &set.items));
            documents.extend(set.items);
        }
        self.response.timings.output = (self.clock)() - started;

        let bytes = files.iter().map(|rendered| rendered.file.content.as_bytes().len() as u64).sum();
        self.response.usage.output_bytes = bytes;
        let limit = self.request.limits.output_bytes;
        if bytes > limit {
            return Err(Error::message(format!("the output has {bytes} bytes, more than the limit of {limit}")));
        }
        Ok((files, documents))
    }

    fn keep_files(&mut self, rendered: Vec<Rendered>) {
        self.response.files = rendered.into_iter().map(|rendered| rendered.file).collect();
    }

    /// What goes to standard output besides, or instead of, the files.
    fn write(&mut self, rendered: Vec<Rendered>, documents: &[Document], options: &Options) -> Result<(), Error> {
        let all_yaml = rendered.iter().all(|rendered| rendered.is_yaml);
        self.keep_files(rendered);
        if options.bulk_out {
            self.response.stdout = bulk::output(&self.response.files, "");
            return Ok(());
        }
        if let Some(directory) = options.output_directory() {
            let paths = self.response.files.iter().map(|file| file.path.as_str());
            output::check_directory(options, paths.clone()).map_err(Error::message)?;
            self.response.stdout = paths.map(|path| output::destination(directory, path).1).collect();
            return Ok(());
        }
        self.print_documents(documents, options)?;
        if !all_yaml {
            self.warning = report::NOT_PRINTED;
        }
        Ok(())
    }

    fn print_documents(&mut self, documents: &[Document], options: &Options) -> Result<(), Error> {
        if options.bulk_out {
            self.response.stdout = bulk::output(&[], "");
            return Ok(());
        }
        if options.output_directory().is_some() {
            // What is inspected is no file: the directory stays empty.
            return output::check_directory(options, std::iter::empty()).map_err(Error::message);
        }
        let format = options.output_format().map_err(Error::message)?;
        self.response.stdout = rendered::print(documents, format);
        Ok(())
    }

    fn print_schema(&mut self, schema: &Schema, options: &Options) -> Result<(), Error> {
        if options.wants_open_api().map_err(Error::message)? {
            return self.print_documents(&[schema.open_api()], options);
        }
        Err(Error::message(
            "Data values schema export only supported in OpenAPI v3 format; \
             specify format with --output=openapi-v3 flag",
        ))
    }

    /// `ytt fmt`: the YAML files, formatted one after the other.
    fn answer_formatted(mut self, files: &[String], strict: bool, disk: &dyn Disk) -> Response {
        let result = Finder::new(disk, Links::default()).inputs(files).and_then(|inputs| {
            for input in inputs.iter().filter(|input| input.file_type() == FileType::Yaml) {
                let bytes = input.content.as_ref().map_err(Error::message)?;
                let source = Source::new("", String::from_utf8_lossy(bytes));
                let documents = yaml::reader::read(&source, bytes, &self.read_options(strict))?;
                self.response.stdout.push_str(&yaml::format::format(&documents));
            }
            Ok(())
        });
        self.finish(result)
    }

    /// With `--bulk-out` an error is part of the output.
    fn report_in_bulk(&mut self, error: &Error) -> Result<(), Error> {
        self.response.stdout = bulk::output(&[], &report::text(error));
        self.response.diagnostics = for_editors::diagnostics(error);
        Ok(())
    }

    fn read_options(&self, strict: bool) -> ReadOptions {
        let limits = &self.request.limits;
        ReadOptions {
            strict,
            without_comments: false,
            max_nesting: limits.nesting,
            max_alias_nodes: limits.alias_nodes,
        }
    }

    /// The response, with what is printed in any case and the error, if it came to that.
    fn finish(mut self, result: Result<(), Error>) -> Response {
        let mut response = std::mem::take(&mut self.response);
        let prints = self.session.host.prints.borrow();
        response.prints = prints.lines().map(str::to_owned).collect();
        response.report = self.printed.map_or(&**prints, |length| &prints[..length]).to_owned();
        response.report.push_str(self.warning);
        if let Err(error) = result {
            response.exit_status = 1;
            response.report.push_str(&format!("ytt: Error: {}\n", command_line::laid_out(&report::text(&error))));
            response.diagnostics = for_editors::diagnostics(&error);
        }
        response.usage.steps = self.session.steps();
        response.timings.total = (self.clock)() - self.start;
        response
    }
}

/// For `--files-inspect`: the paths of the files that take part, one document.
fn list_of_files(libraries: &Libraries) -> Document {
    let mut files = libraries.accessible_files(libraries.root());
    files.sort_by_key(|found| found.file);
    let path = |file| Value::str(libraries.file(file).path());
    let items = files.iter().map(|found| ArrayItem { value: path(found.file), meta: Meta::default() }).collect();
    Document::new(Value::Array(Box::new(Array { items, position: Position::unknown() })), Position::unknown())
}
