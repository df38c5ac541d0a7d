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
//! What is expected of a run (`checks`) is held against its response. A whole playground is one text (`bundle`).
//! What an editor asks while somebody types is answered beside all this (`insight`), and changes none of it.
//!
//! Invariants: `yaml` knows no Starlark; only `eval`, `stdlib` and `dialect/emit` know the `starlark` crate, and nothing
//! of its heaps leaves them but frozen values and data; only `yaml/reader` knows the YAML crate, only `wasm` knows
//! wasm-bindgen; only `diagnostics/report` words reports. No clock but the host's, no file system, no randomness, no
//! hash order: same request, same bytes. User input never panics.

pub mod boundary;

pub mod question;

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

pub use diagnostics::code::Code;

mod answer;

pub mod insight;

pub mod output;

pub mod bundle;

pub mod checks;

mod plain_data;

mod plain_yaml;

pub use plain_data::Plain;

#[cfg(target_arch = "wasm32")]
pub mod wasm;

#[cfg(any(test, feature = "bench"))]
#[doc(hidden)]
pub mod parts;

use std::rc::Rc;
use std::sync::Arc;

use answer::{Answer, Extent, bulk, rendered};
use boundary::{Formatted, Request, RequestFile, Response, SchemaExport, SchemaFormat, SchemaImport};
use data_values::flags::Reader;
use data_values::origin::Origins;
use diagnostics::positions::Source;
use diagnostics::{Error, fixes};
use eval::argument::Calls;
use eval::session::Session;
use files::{Disk, FileType, Finder, InputFile, Links, RequestDisk};
use flags::{Command, Options};
use workspace::envelope::SchemaEnvelope;
use workspace::library::Libraries;
use workspace::values::Values;
use workspace::{Execution, LoaderOptions, Run};
use yaml::reader::ReadOptions;

/// Milliseconds since some fixed moment, as the host counts them.
pub type Clock = Rc<dyn Fn() -> f64>;

/// One run of ytt on the request's own files. The clock is asked for the time limit and for timings only.
pub fn render(request: &Request, clock: Clock) -> Response {
    let mut response = render_on(&RequestDisk::new(&request.files), request, clock, Extent::Everything);
    response.checks = checks::run(&request.checks, &response);
    response
}

/// One run of ytt on files that the host looks up. The request's own files are not looked at, and the response has
/// only what a command line shows: neither data values nor schema, nor where lines came from.
pub fn render_from(disk: &dyn Disk, request: &Request, clock: Clock) -> Response {
    render_on(disk, request, clock, Extent::CommandLine)
}

/// The schema that a request's files declare, written as something else. The steps 1 to 3 of a run.
pub fn export_schema(request: &Request, format: SchemaFormat, clock: Clock) -> SchemaExport {
    let answer = Answer::new(Extent::Everything, clock.clone());
    let session = Session::new(&request.limits, false, clock);
    let mut rendering = Rendering { request, session, answer, export: Some(format) };
    let result = match flags::parse(&request.args) {
        Err(text) => Err(Error::message(text).coded(Code::Flag)),
        Ok(Command::Template(options)) => rendering.template(&options, &RequestDisk::new(&request.files)),
        Ok(_) => Err(Error::message("This command reads no schema").coded(Code::Unsupported)),
    };
    let Rendering { session, answer, .. } = rendering;
    answer.finish_export(result, &session)
}

/// The ytt schema that says what a JSON Schema or an OpenAPI document says, as far as it can.
pub fn import_schema(text: &str) -> SchemaImport {
    schema::import::import(text)
}

/// The text of a YAML file as `ytt fmt` prints it, or ytt's words on what is wrong with it.
pub fn format(content: &str, clock: Clock) -> Formatted {
    let file = RequestFile { path: "file.yml".to_owned(), content: content.to_owned().into() };
    let args = ["fmt", "-f", "file.yml"].map(str::to_owned).into();
    let response = render(&Request { files: vec![file], args, ..Request::default() }, clock);
    if response.exit_status == 0 {
        return Formatted { text: Some(response.stdout), error: None };
    }
    let report = response.report.trim();
    let error = report.strip_prefix("ytt: Error:").unwrap_or(report).trim_start();
    Formatted { text: None, error: Some(error.to_owned()) }
}

/// The version of this crate, and the version of ytt that it follows.
pub fn version() -> String {
    format!("{} (ytt 0.48.0)", env!("CARGO_PKG_VERSION"))
}

fn render_on(disk: &dyn Disk, request: &Request, clock: Clock, extent: Extent) -> Response {
    let mut rendering = Rendering {
        request,
        session: Session::new(&request.limits, extent == Extent::Everything, clock.clone()),
        answer: Answer::new(extent, clock),
        export: None,
    };
    let result = match flags::parse(&request.args) {
        Err(text) => return Response::failure(Code::Flag, &text),
        Ok(Command::Template(options)) => rendering.template(&options, disk),
        Ok(Command::Format { files, strict }) => rendering.format(&files, strict, disk),
        Ok(Command::Print(text)) => {
            rendering.answer.print(text);
            Ok(())
        }
        Ok(Command::Website) => {
            return Response::failure(Code::Unsupported, "There is no website server here (ytt website)");
        }
        Ok(Command::Completion) => {
            return Response::failure(Code::Unsupported, "There are no completion scripts (ytt completion)");
        }
    };
    let mut response = rendering.answer.finish(result, &rendering.session);
    fixes::keep_those_in(&request.files, &mut response.diagnostics);
    response
}

/// A run under way, and the answer as far as it has come.
struct Rendering<'a> {
    request: &'a Request,
    session: Rc<Session>,
    answer: Answer,
    /// Only the schema is wanted, in this format.
    export: Option<SchemaFormat>,
}

impl Rendering<'_> {
    /// The command itself: what `-f` names, rendered.
    fn template(&mut self, options: &Options, disk: &dyn Disk) -> Result<(), Error> {
        let finder = Finder::new(disk, options.links());
        let inputs = match &*options.bulk_in {
            "" => finder.inputs(&options.files).map_err(|error| error.coded(Code::File))?,
            files => bulk::inputs(files).map_err(|error| error.coded(Code::File))?,
        };
        let result = self.run(options, &finder, inputs);
        if options.bulk_out { result.or_else(|error| self.answer.report_in_bulk(&error)) } else { result }
    }

    /// The steps of a run, in the order of the text above.
    fn run(&mut self, options: &Options, finder: &Finder<'_>, inputs: Vec<InputFile>) -> Result<(), Error> {
        let libraries =
            Libraries::new(files::prepare(inputs, &options.file_marks).map_err(|error| error.coded(Code::Flag))?);
        if options.files_inspect {
            return self.answer.print_documents(&[rendered::list_of_files(&libraries)], options);
        }

        let origins = Origins::default();
        let read = self.read_options(options.strict);
        let reader = Reader { finder, env: &self.request.env, options: read, origins: &origins };
        let flag_values = reader.envelopes(&options.data_values).map_err(|error| error.coded(Code::DataValues))?;
        let (below, here): (Vec<_>, Vec<_>) = flag_values.into_iter().partition(|v| v.is_for_another_library());

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
        let calls = &mut self.session.calls();

        let schemas = self.answer.timed(|timings| &mut timings.schema, || root.schemas(&[], calls))?;
        if let Some(format) = self.export {
            return self.answer.export_schema(&schemas.schema, format);
        }
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

        let mut values =
            self.answer.timed(|timings| &mut timings.values, || root.values(&here, &schemas.schema, calls))?;
        self.answer.values(&values, &root.run.origins);
        let violations = values.violations();
        if options.data_values_inspect {
            return violations.map_or_else(|| self.answer.print_documents(&[values.document], options), Err);
        }
        values.below.extend(below);

        // With broken rules a run is an error; what would have come of it is shown all the same.
        if let Some(violations) = violations {
            if self.answer.extent == Extent::Everything {
                self.answer.stop_prints(&self.session);
                let _ = self.evaluate(&root, values, schemas.below, calls);
            }
            return Err(violations);
        }
        self.evaluate(&root, values, schemas.below, calls)?;
        self.answer.write(options)
    }

    /// Steps 5 to 7: the root library's files with their contents, and all its documents.
    fn evaluate(
        &mut self,
        root: &Execution,
        values: Values,
        schemas_below: Vec<Rc<SchemaEnvelope>>,
        calls: &mut dyn Calls,
    ) -> Result<(), Error> {
        let data_values = Arc::new(values.document.value);
        let evaluation = self
            .answer
            .timed(|timings| &mut timings.templates, || root.evaluate(data_values, values.below, schemas_below));
        self.answer.libraries(root.run.take_library_values(), &root.run.origins);
        let evaluation = evaluation?;
        let documents =
            self.answer.timed(|timings| &mut timings.overlays, || root.overlay(evaluation.documents, calls))?;
        self.answer.files(&root.run.libraries, evaluation.texts, documents, self.request.limits.output_bytes)
    }

    /// `ytt fmt`: the YAML files, formatted one after the other.
    fn format(&mut self, files: &[String], strict: bool, disk: &dyn Disk) -> Result<(), Error> {
        let inputs = Finder::new(disk, Links::default()).inputs(files).map_err(|error| error.coded(Code::File))?;
        for input in inputs.iter().filter(|input| input.file_type() == FileType::Yaml) {
            let bytes = input.content.as_ref().map_err(|text| Error::message(text).coded(Code::File))?;
            let source = Source::new("", String::from_utf8_lossy(bytes));
            let documents = yaml::reader::read(&source, bytes, &self.read_options(strict))
                .map_err(|error| error.coded(Code::Yaml))?;
            self.answer.print(yaml::format::format(&documents));
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_formatted_or_told_what_is_wrong() {
        let formatted = |text: &str| format(text, Rc::new(|| 0.0));
        let text = "#@foo bar\na:   1  # x\n#! hey\nb:\n- 1\n";
        assert_eq!(formatted(text).text.as_deref(), Some("#@foo bar\na: 1 # x\n\n#! hey\nb:\n  - 1\n"));
        let error = "yaml: line 1: did not find expected node content";
        assert_eq!(formatted("a: {\n- b\n"), Formatted { text: None, error: Some(error.to_owned()) });
        assert_eq!(formatted("").error, None);
    }
}
