//! Collects the results of a run as the boundary's types.
//!
//! The pipeline passes schema, data values and files to an [`Answer`] as it computes them; at the end the answer becomes a
//! [`Response`], with the error if there is one. Nothing here decides anything about a run.

pub(crate) mod bulk;
mod positions;
pub(crate) mod rendered;
mod schema;
mod schema_diff;
mod trees;
mod values;

use std::collections::HashSet;
use std::rc::Rc;

pub use self::trees::Trees;
use crate::boundary::{
    Diagnostic, Loss, OutputFile, Response, SchemaChange, SchemaDiff, SchemaExport, SchemaFormat, Timings,
};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::diagnostics::report::{self, command_line};
use crate::editor;
use crate::flags::{Options, OutputFormat};
use crate::limits::Clock;
use crate::limits::check_output;
use crate::output;
use crate::schema::Schema;
use crate::starlark::Session;
use crate::workspace::{FileInLibrary, Libraries, LibraryValues, TextResult, Values};
use crate::yaml::node::Node;
use crate::yaml::tree::{Document, DocumentSet};
use ytterby_schema_io::{describe, inspect, inspect_html, json_schema, markdown, open_api};

/// How much of a response is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Everything,
    /// Only the output of the command.
    CommandLine,
}

/// A response under construction.
pub(crate) struct Answer {
    pub(crate) extent: Extent,
    clock: Clock,
    start: f64,
    /// All documents of the output, for formats other than files.
    documents: Vec<Node<Document>>,
    /// The number of text files, which come first.
    texts: usize,
    warning: &'static str,
    /// The output of `--debug` before the run, and after it.
    debug: (String, String),
    /// The number of bytes of the prints that are part of the report; None for all.
    printed: Option<usize>,
    response: Response,
    trees: Trees,
    /// The errors of templates after violations.
    later: Vec<Diagnostic>,
    /// The result of a schema export.
    not_stated: Vec<Loss>,
}

fn wrong_flag(text: String) -> Error {
    Error::message(text).coded(Code::Flag)
}

fn no_schema() -> Error {
    Error::message("There is no data values schema among the files").coded(Code::Schema)
}

impl Answer {
    pub(crate) fn new(extent: Extent, clock: Clock) -> Answer {
        let start = clock();
        Answer {
            extent,
            clock,
            start,
            documents: Vec::new(),
            texts: 0,
            warning: "",
            debug: Default::default(),
            printed: None,
            response: Response::default(),
            trees: Trees::default(),
            later: Vec::new(),
            not_stated: Vec::new(),
        }
    }

    /// Runs a phase and records its duration.
    pub(crate) fn timed<T>(&mut self, phase: impl FnOnce(&mut Timings) -> &mut f64, run: impl FnOnce() -> T) -> T {
        let start = (self.clock)();
        let result = run();
        *phase(&mut self.response.timings) = (self.clock)() - start;
        result
    }

    pub(crate) fn schema(&mut self, schema: &Rc<Schema>) {
        if self.extent == Extent::Everything {
            self.trees.add_schema(schema.clone());
        }
    }

    pub(crate) fn values(&mut self, values: &Rc<Values>) {
        if self.extent == Extent::Everything {
            self.trees.add_values(values.clone());
        }
    }

    pub(crate) fn libraries(&mut self, libraries: Vec<Rc<LibraryValues>>) {
        self.trees.add_libraries(libraries);
    }

    /// Prints after the first `length` bytes are not part of the report.
    pub(crate) fn stop_prints(&mut self, length: usize) {
        self.printed = Some(length);
    }

    /// Takes the results of all templates. Text files come first, as in ytt.
    pub(crate) fn files(
        &mut self,
        libraries: &Libraries,
        texts: Vec<(FileInLibrary, TextResult)>,
        documents: Vec<(FileInLibrary, DocumentSet)>,
        limit: u64,
    ) -> Result<(), Error> {
        let start = (self.clock)();
        let with_map = self.extent == Extent::Everything;
        self.texts = texts.len();
        let mut files = Vec::with_capacity(texts.len() + documents.len());
        for (found, text) in texts {
            let file = libraries.file(found.file);
            files.push(rendered::text_file(found.path, text, &file.source().shared_path(), with_map));
        }
        let mut bytes: u64 = files.iter().map(|file| file.content.as_bytes().len() as u64).sum();
        for (found, set) in documents {
            let file =
                rendered::yaml_file(found.path, &set.items, with_map, usize::try_from(limit).unwrap_or(usize::MAX));
            bytes += file.content.as_bytes().len() as u64;
            if bytes > limit {
                break;
            }
            files.push(file);
            self.documents.extend(set.items);
        }
        self.response.timings.output = (self.clock)() - start;
        self.response.usage.output_bytes = bytes;
        check_output(bytes, limit)?;
        self.response.files = files;
        Ok(())
    }

    /// Appends to standard output, besides or instead of the files.
    pub(crate) fn write(&mut self, options: &Options) -> Result<(), Error> {
        let files = &self.response.files;
        if options.debug {
            let text = |file: &OutputFile| String::from_utf8_lossy(file.content.as_bytes()).into_owned();
            let result = |file: &OutputFile| format!("### {} result\n{}", file.path, text(file));
            self.debug.1 = files.iter().map(result).collect();
        }
        self.debug_output(options);
        let files = &self.response.files;
        if options.bulk_out {
            self.response.stdout = bulk::output(files, "");
        } else if let Some(directory) = options.output_directory() {
            let paths = files.iter().map(|file| file.path.as_str());
            output::check_directory(options, paths.clone())?;
            self.response.stdout = paths.map(|path| output::destination(directory, path).1).collect();
        } else {
            let format = options.output_format().map_err(wrong_flag)?;
            self.response.stdout = match format {
                OutputFormat::Yaml => rendered::joined(&files[self.texts..]),
                other => rendered::print(&self.documents, other)?,
            };
            if self.texts > 0 {
                self.warning = report::NOT_PRINTED;
            }
        }
        Ok(())
    }

    /// `--debug`: the input files. ytt also prints each file with its code; that of templates is what its compiler makes of them, and
    /// differs from ours.
    pub(crate) fn debug_inputs(&mut self, libraries: &Libraries) {
        self.debug.0 = libraries.tree();
    }

    /// `--debug`: the lines before the output.
    fn debug_output(&mut self, options: &Options) {
        if options.debug && (options.bulk_out || options.output_directory().is_none()) {
            self.debug.1.push_str("### result\n");
        }
    }

    pub(crate) fn print(&mut self, text: String) {
        self.response.stdout.push_str(&text);
    }

    /// Prints the result of an inspect flag. It is not a file: an output directory stays empty.
    pub(crate) fn print_document(&mut self, document: Document, options: &Options) -> Result<(), Error> {
        self.debug_output(options);
        if options.bulk_out {
            self.response.stdout = bulk::output(&[], "");
        } else if options.output_directory().is_some() {
            output::check_directory(options, std::iter::empty())?;
        } else {
            let format = options.output_format().map_err(wrong_flag)?;
            self.response.stdout = rendered::print(&[Node::new(document)], format)?;
        }
        Ok(())
    }

    pub(crate) fn print_schema(&mut self, schema: &Schema, options: &Options) -> Result<(), Error> {
        if options.wants_open_api().map_err(wrong_flag)? {
            return self.print_document(open_api::document(schema), options);
        }
        Err(Error::message(
            "Data values schema export only supported in OpenAPI v3 format; \
             specify format with --output=openapi-v3 flag",
        )
        .coded(Code::Flag))
    }

    /// `--schema-inspect`.
    pub(crate) fn print_fields(&mut self, schema: &Schema, options: &Options) -> Result<(), Error> {
        let page = options.wants_html().map_err(wrong_flag)?;
        let described = describe::root(schema).ok_or_else(no_schema)?;
        self.print_document(inspect::document(&described), options)?;
        let is_printed = !options.bulk_out && options.output_directory().is_none();
        if page && is_printed {
            self.response.stdout = inspect_html::page(&described);
        }
        Ok(())
    }

    /// Writes the schema instead of an output.
    pub(crate) fn export_schema(&mut self, schema: &Schema, format: SchemaFormat) -> Result<(), Error> {
        self.response.stdout = match format {
            SchemaFormat::OpenApiV3 => rendered::print(&[Node::new(open_api::document(schema))], OutputFormat::Yaml)?,
            SchemaFormat::Markdown => markdown::document(&describe::root(schema).ok_or_else(no_schema)?),
            SchemaFormat::JsonSchema => {
                let (document, not_stated) = json_schema::document(schema).ok_or_else(no_schema)?;
                self.not_stated = not_stated;
                format!("{document:#}\n")
            }
        };
        Ok(())
    }

    pub(crate) fn finish_export(self, result: Result<(), Error>, session: &Session) -> SchemaExport {
        let text = result.is_ok().then(|| self.response.stdout.clone());
        let not_stated = self.not_stated.clone();
        SchemaExport { text, not_stated, report: self.finish(result, session).0.report }
    }

    pub(crate) fn finish_diff(self, changes: Result<Vec<SchemaChange>, Error>, session: &Session) -> SchemaDiff {
        match changes {
            Ok(changes) => SchemaDiff { changes, report: String::new() },
            Err(error) => SchemaDiff { changes: Vec::new(), report: self.finish(Err(error), session).0.report },
        }
    }

    /// `schema-diff`: lines of text, or data if `-o` requests it. A breaking change sets the exit status, without an error message.
    pub(crate) fn print_diff(&mut self, changes: &[SchemaChange], options: &Options) -> Result<(), Error> {
        if let Some(unknown) = options.output.iter().find(|name| !["yaml", "json"].contains(&name.as_str())) {
            return Err(wrong_flag(format!("Unknown output type '{unknown}'")));
        }
        self.response.stdout = if options.output.is_empty() {
            schema_diff::lines(changes)
        } else {
            rendered::print(&[Node::new(schema_diff::document(changes))], options.output_format().map_err(wrong_flag)?)?
        };
        self.response.exit_status = changes.iter().any(|change| change.breaking).into();
        Ok(())
    }

    /// With `--bulk-out` an error is part of the output.
    pub(crate) fn report_in_bulk(&mut self, error: &Error) -> Result<(), Error> {
        self.response.stdout = bulk::output(&[], &report::text(error));
        self.response.diagnostics = editor::diagnostics(error, self.trees.keys());
        Ok(())
    }

    /// Takes the error of the templates after violations, which ytt does not report.
    pub(crate) fn after_violations(&mut self, error: &Error) {
        let diagnostics = editor::diagnostics(error, self.trees.keys()).into_iter();
        self.later = diagnostics.map(|diagnostic| Diagnostic { after_violations: true, ..diagnostic }).collect();
    }

    /// The response without its trees, with prints and warnings, and with the error if there is one.
    pub(crate) fn finish(mut self, result: Result<(), Error>, session: &Session) -> (Response, Trees) {
        let prints = session.host.prints.borrow();
        self.response.prints = prints.lines().map(|line| byte_text::displayed(line).into_owned()).collect();
        let mut report = self.debug.0 + self.printed.map_or(&**prints, |length| &prints[..length]);
        // A library may be evaluated more than once; each notice about it is reported once.
        let mut warnings = HashSet::new();
        for deprecated in session.host.deprecated.borrow().iter() {
            let warning = report::deprecated(deprecated);
            if warnings.insert(warning.clone()) {
                report.push_str(&byte_text::from_text(&warning));
                self.response.diagnostics.push(editor::deprecated(deprecated));
            }
        }
        report.push_str(&self.debug.1);
        report.push_str(self.warning);
        if let Err(error) = result {
            self.response.exit_status = 1;
            report.push_str(&format!("ytt: Error: {}\n", command_line::laid_out(&report::text(&error))));
            // Errors come before warnings.
            let errors =
                editor::diagnostics(&error, self.trees.keys()).into_iter().chain(std::mem::take(&mut self.later));
            self.response.diagnostics.splice(0..0, errors);
        }
        if byte_text::is_escaped(&report) {
            self.response.report_bytes = Some(byte_text::to_bytes(&report).into_owned());
        }
        self.response.report = byte_text::displayed(&report).into_owned();
        self.response.usage.steps = session.steps();
        self.response.timings.total = (self.clock)() - self.start;
        (self.response, self.trees)
    }
}
