//! Commands that only need schemas: exports, and comparisons of the schemas of two sets of files.

use std::collections::HashSet;
use std::rc::Rc;

use crate::answer::Extent;
use crate::boundary::{RequestFile, SchemaChange};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::editor::places::place;
use crate::files::{self, Disk, Finder, InputFile};
use crate::flags::{Command, Options};
use crate::request_disk::RequestDisk;
use crate::schema::Schema;
use crate::workspace::Schemas;
use crate::{Rendering, inputs};
use ytterby_schema_io::diff::{self, Side};

impl<'a> Rendering<'a> {
    /// The schema of the files of the request.
    pub(crate) fn schema_of_request(&mut self) -> Result<Rc<Schema>, Error> {
        let options = self.options()?;
        self.enable_extensions(options)?;
        let disk = RequestDisk::new(&self.parsed.request.files);
        let finder = Finder::new(&disk, options.links());
        Ok(self.schemas(options, &finder, inputs(options, &finder)?)?.schema.clone())
    }

    /// Compares the schema of the request with that of `old`, which replaces the files that declare a schema.
    pub(crate) fn diff_of_request(&mut self, old: &[RequestFile]) -> Result<Vec<SchemaChange>, Error> {
        let options = self.options()?;
        let disk = RequestDisk::new(&self.parsed.request.files);
        let finder = Finder::new(&disk, options.links());
        let inputs = inputs(options, &finder)?;
        self.diff(
            options,
            &finder,
            inputs,
            old.iter().map(|file| InputFile::under(&file.path, file.content.as_bytes().into())).collect(),
        )
    }

    fn diff(
        &mut self,
        options: &Options,
        finder: &Finder<'_>,
        inputs: Vec<InputFile>,
        old: Vec<InputFile>,
    ) -> Result<Vec<SchemaChange>, Error> {
        self.enable_extensions(options)?;
        let none =
            |which: &str| Error::message(format!("There is no data values schema among {which}")).coded(Code::Schema);

        let schema = self.schemas(options, finder, inputs.clone())?.schema.clone();
        if !schema.is_declared() {
            return Err(none("the files"));
        }
        let old_inputs = replaced(old, inputs, &self.schema_files()?);
        let old_options =
            Options { file_marks: files::marks_that_match(&options.file_marks, &old_inputs), ..options.clone() };
        let mut old = Rendering::new(self.parsed, Extent::Everything, self.clock.clone());
        old.enable_extensions(options)?;
        let old_schemas = old.schemas(&old_options, finder, old_inputs);
        let old_schema = old_schemas.map_err(|error| error.context("Old schema"))?.schema.clone();
        if !old_schema.is_declared() {
            return Err(none("the old files"));
        }
        let sessions = [&old.session, &self.session];
        let [mut calls_of_old, mut calls_of_new] = sessions.map(|session| session.calls());
        let [of_old, of_new] = sessions.map(|session| session.definitions());
        let changes = diff::changes(
            Side { schema: &old_schema, calls: &mut calls_of_old, definitions: &of_old },
            Side { schema: &schema, calls: &mut calls_of_new, definitions: &of_new },
        );
        Ok(changes.into_iter().map(change).collect())
    }

    /// `schema-diff`: compares the files of `-f` with those of `--old`.
    pub(crate) fn schema_diff(&mut self, options: &Options, disk: &dyn Disk) -> Result<(), Error> {
        if options.old_files.is_empty() {
            let text = "Expected the files of the old schema: --old was not given";
            return Err(Error::message(text).coded(Code::Flag));
        }
        let finder = Finder::new(disk, options.links());
        let old = finder.find(&options.old_files).map_err(|error| error.coded(Code::File))?;
        let new = inputs(options, &finder)?;
        let changes = self.diff(options, &finder, without(new, &old, &options.files), old)?;
        self.answer.print_diff(&changes, options)
    }

    fn options(&self) -> Result<&'a Options, Error> {
        match &self.parsed.command {
            Err(text) => Err(Error::message(text).coded(Code::Flag)),
            Ok(Command::Template(options)) => Ok(options),
            Ok(_) => Err(Error::message("This command reads no schema").coded(Code::Unsupported)),
        }
    }

    /// The schemas of these inputs.
    pub(crate) fn schemas(
        &mut self,
        options: &Options,
        finder: &Finder<'_>,
        inputs: Vec<InputFile>,
    ) -> Result<Rc<Schemas>, Error> {
        self.check_size(&inputs)?;
        let files = files::prepare(inputs, &options.file_marks, Some(&self.session.budget))
            .map_err(|error| error.coded(Code::Flag))?;
        let run = self.run.insert(self.begin(options, finder, files)?);
        run.read_files()?;
        run.schemas(&mut self.session.calls())
    }

    /// The paths in the request of the files that declare the schema.
    fn schema_files(&self) -> Result<HashSet<String>, Error> {
        self.run.as_ref().map_or_else(|| Ok(HashSet::new()), |run| run.schema_files())
    }
}

fn change(change: diff::SchemaChange) -> SchemaChange {
    let diff::SchemaChange { path, kind, breaking, text, before, after, old_position, position } = change;
    let [old_place, place] = [old_position, position].map(|position| position.as_ref().and_then(place));
    SchemaChange { path, kind, breaking, text, before, after, old_place, place }
}

/// The inputs without old files, since a directory may contain both. Files that a flag names are retained.
fn without(inputs: Vec<InputFile>, old: &[InputFile], flags: &[String]) -> Vec<InputFile> {
    let old: HashSet<&str> = old.iter().map(|file| file.host_path.as_str()).collect();
    let named: HashSet<String> =
        flags.iter().filter_map(|flag| flag.split('=').next_back()).map(files::clean).collect();
    let is_new = |file: &InputFile| !old.contains(file.host_path.as_str()) || named.contains(&file.host_path);
    inputs.into_iter().filter(is_new).collect()
}

/// The inputs in which old files replace those that declare a schema or have the same path.
fn replaced(old: Vec<InputFile>, inputs: Vec<InputFile>, declare: &HashSet<String>) -> Vec<InputFile> {
    let paths: HashSet<String> = old.iter().map(|file| file.path.clone()).collect();
    let is_replaced = |file: &InputFile| declare.contains(&file.host_path) || paths.contains(&file.path);
    let place = inputs.iter().position(is_replaced).unwrap_or(inputs.len());
    let mut rest: Vec<InputFile> = Vec::with_capacity(inputs.len() + old.len());
    let mut old = Some(old);
    for (index, file) in inputs.into_iter().enumerate() {
        if index == place {
            rest.extend(old.take().into_iter().flatten());
        }
        if !is_replaced(&file) {
            rest.push(file);
        }
    }
    rest.extend(old.into_iter().flatten());
    rest
}
