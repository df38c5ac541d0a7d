//! Converts data value flags to documents: `--data-values-file`, `--data-values-env(-yaml)`, `--data-value(-yaml)` and
//! `--data-value-file`, in this order of precedence. Rules and messages are ytt's (pkg/cmd/template/data_values_flags.go).

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use super::origin::{Kind, Origins};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::files::{FileType, Finder, InputFile};
use crate::flags::DataValueFlags;
use crate::overlay::plain_merge;
use crate::positions::{Position, Source};
use crate::starlark::{Annotated, Annotation, PlainValue};
use crate::template::yaml::is_templated;
use crate::workspace::envelope::ValuesEnvelope;
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::tree::{Document, DocumentSet, Map, MapItem, Meta, Value};

/// Reads data values from flags.
pub struct Reader<'a> {
    /// Finds the files.
    pub finder: &'a Finder<'a>,
    /// The environment variables.
    pub env: &'a [(String, String)],
    /// Whether flags and environment variables are strings of `byte_text`.
    pub is_escaped: bool,
    /// Options for YAML in values and files; always with comments.
    pub options: ReadOptions,
    /// Receives the origins of the values.
    pub origins: &'a RefCell<Origins>,
}

type Envelope = std::rc::Rc<ValuesEnvelope>;

/// The format of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Yaml,
}

impl Reader<'_> {
    /// The documents of all flags, lowest precedence first.
    pub fn envelopes(&self, flags: &DataValueFlags) -> Result<Vec<Envelope>, Error> {
        let mut envelopes = Vec::new();
        for file in &flags.from_files {
            let found = self.file(file).map_err(|e| e.context("Extracting data value from file"))?;
            envelopes.extend(found);
        }
        for (prefixes, format) in [(&flags.env_strings, Format::Text), (&flags.env_yaml, Format::Yaml)] {
            for prefix in prefixes {
                let context = || format!("Extracting data values from env under prefix '{prefix}'");
                envelopes.extend(self.env(prefix, format).map_err(|e| e.context(context()))?);
            }
        }
        for (pairs, format) in [(&flags.strings, Format::Text), (&flags.yaml, Format::Yaml)] {
            for pair in pairs {
                envelopes.push(self.pair(pair, format).map_err(|e| e.context("Extracting data value from KV"))?);
            }
        }
        for pair in &flags.files {
            let found = self.pair_of_file(pair).map_err(|e| e.context("Extracting data value from file"))?;
            envelopes.push(found);
        }
        Ok(envelopes)
    }

    /// `--data-values-file [@lib:]path`: documents of plain YAML.
    fn file(&self, argument: &str) -> Result<Vec<Envelope>, Error> {
        let (library, path) = split_library(argument)?;
        let files = values_files(self.finder, path).map_err(|e| e.context(format!("Find files '{path}'")))?;
        let mut envelopes = Vec::new();
        for file in files {
            let name = &file.path;
            let bytes = file.content.get().as_ref().map_err(|text| Error::message(text).coded(Code::File));
            let bytes = bytes.map_err(|e| e.context(format!("Reading file '{name}'")))?;
            let source = Source::of_file(name, &file.host_path, String::from_utf8_lossy(bytes));
            self.origins.borrow_mut().add(&source, Kind::File, "");
            let documents = reader::read(&source, bytes, &self.options)
                .map_err(|e| e.coded(Code::Yaml).context(format!("Unmarshaling YAML data values file '{name}'")))?;
            for document in documents.items {
                if document.borrow().value.is_null() {
                    continue;
                }
                check_plain(&document.borrow())
                    .map_err(|e| e.context(format!("Checking data values file '{path}'")))?;
                plain_merge::annotate(&mut document.borrow_mut());
                envelopes.push(ValuesEnvelope::addressed(document, library)?);
            }
        }
        Ok(envelopes)
    }

    /// `--data-values-env [@lib:]PREFIX`: `PREFIX_all__key1=value`.
    fn env(&self, argument: &str, format: Format) -> Result<Vec<Envelope>, Error> {
        let (library, prefix) = split_library_and_key(argument)?;
        let start = format!("{prefix}_");
        let mut envelopes = Vec::new();
        for (name, text) in self.env {
            let Some(key) = name.strip_prefix(&start) else { continue };
            let context = || format!("Extracting data value from env variable '{name}'");
            let flag = if format == Format::Text { "data-values-env" } else { "data-values-env-yaml" };
            let (called, shown) = (format!("({flag} arg) {prefix}"), format!("{name}={text}"));
            let value = self.value(text, format, (Kind::Env, name), &called).map_err(|e| e.context(context()))?;
            let yaml_flag = (format == Format::Text).then_some("--data-values-env-yaml");
            let source = Source::argument(self.displayed(&called), &self.byte_string(&shown), yaml_flag);
            self.origins.borrow_mut().add(&source, Kind::Env, name);
            // Names of variables cannot contain dots, so `__` separates keys.
            envelopes.push(ValuesEnvelope::addressed(self.overlay(key.split("__"), value, &source)?.into(), library)?);
        }
        Ok(envelopes)
    }

    /// `--data-value [@lib:]key=value`.
    fn pair(&self, argument: &str, format: Format) -> Result<Envelope, Error> {
        let flag = if format == Format::Text { "data-value" } else { "data-value-yaml" };
        let Some((key, text)) = argument.split_once('=') else {
            let cause = Cause::NoPair { flag, value: argument.to_owned() };
            return Err(Error::message("Expected format key=value").caused(cause));
        };
        let typed = format!("--{flag} {argument}");
        let value = self.value(text, format, (Kind::Flag, &typed), &format!("({flag} arg) {argument}"));
        let value = value.map_err(|e| e.context(format!("Deserializing value for key '{key}'")))?;
        let (library, key) = split_library_and_key(key)?;
        let yaml_flag = (format == Format::Text).then_some("--data-value-yaml");
        let source = Source::argument(format!("({flag} arg)"), &self.byte_string(argument), yaml_flag);
        self.origins.borrow_mut().add(&source, Kind::Flag, &typed);
        ValuesEnvelope::addressed(self.overlay(key.split('.'), value, &source)?.into(), library)
    }

    /// `--data-value-file [@lib:]key=path`.
    fn pair_of_file(&self, argument: &str) -> Result<Envelope, Error> {
        let Some((key, path)) = argument.split_once('=') else {
            let cause = Cause::NoPair { flag: "data-value-file", value: argument.to_owned() };
            return Err(Error::message("Expected format key=/file/path").caused(cause));
        };
        let files = self.find(path).map_err(|e| e.context(format!("Finding file '{path}'")))?;
        let [file] = &files[..] else {
            return Err(Error::message(format!("Expected '{path}' to be a file, but is a directory")));
        };
        let unread = |_: &String| Error::message(format!("Reading file '{path}'")).coded(Code::File);
        let bytes = file.content.get().as_ref().map_err(unread)?;
        let (library, key) = split_library_and_key(key)?;
        let value = match std::str::from_utf8(bytes) {
            Ok(text) => Value::str(text),
            Err(_) => Value::Bytes(bytes.to_vec().into()),
        };
        let shown = byte_text::from_bytes(bytes);
        let source = Source::argument(format!("(data-value-file arg) {key}={path}"), &shown, None);
        self.origins.borrow_mut().add(&source, Kind::Flag, &format!("--data-value-file {argument}"));
        ValuesEnvelope::addressed(self.overlay(key.split('.'), value, &source)?.into(), library)
    }

    /// A text of a flag or variable as a scalar.
    fn string(&self, text: &str) -> Value {
        if self.is_escaped { Value::of_string(text) } else { Value::str(text) }
    }

    /// A text of a flag or variable as a string of [`byte_text`].
    fn byte_string<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_escaped { text.into() } else { byte_text::from_text(text) }
    }

    /// A text of a flag or variable, with U+FFFD in place of bytes that are not UTF-8.
    fn displayed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_escaped { byte_text::displayed(text) } else { text.into() }
    }

    fn find(&self, path: &str) -> Result<Vec<InputFile>, Error> {
        self.finder.find(&[path.to_owned()]).map_err(|error| error.coded(Code::File))
    }

    /// The value of a flag or variable; `typed` is its origin, and `called` its name for editors.
    fn value(&self, text: &str, format: Format, typed: (Kind, &str), called: &str) -> Result<Value, Error> {
        if format == Format::Text {
            return Ok(self.string(text));
        }
        // In ytt, the value of a flag has no file name.
        let source = Source::of_file("", called, self.displayed(text));
        self.origins.borrow_mut().add(&source, typed.0, typed.1);
        let bytes = if self.is_escaped { byte_text::to_bytes(text) } else { text.as_bytes().into() };
        let documents: DocumentSet = reader::read(&source, &bytes, &self.options)
            .map_err(|e| e.coded(Code::Yaml).context("Deserializing YAML value"))?;
        Ok(documents.items.into_iter().next().map_or(Value::Null, |document| document.into_content().value))
    }

    /// An overlay that replaces one value at a path of keys.
    fn overlay<'k>(
        &self,
        keys: impl Iterator<Item = &'k str>,
        value: Value,
        source: &Arc<Source>,
    ) -> Result<Document, Error> {
        let keys: Vec<&str> = keys.collect();
        let limit = self.options.max_nesting;
        if keys.len() > limit as usize {
            let count = keys.len();
            return Err(Error::message(format!("Expected key to have at most {limit} parts, but it has {count}")));
        }
        let position = Position::new(source.clone(), 1);
        // The schema decides whether the key is allowed.
        let matching = annotation("overlay/match", "missing_ok");
        let mut annotations = vec![matching.clone(), annotation("overlay/replace", "or_add")];
        let mut value = value;
        for key in keys.into_iter().rev() {
            let mut meta = Meta::at(position.clone());
            meta.set_annotations(annotations);
            let items = vec![MapItem { key: self.string(key), value, meta }];
            value = Value::Map(Map::new(items, position.clone()).into());
            annotations = vec![matching.clone()];
        }
        Ok(Document::new(value, position))
    }
}

/// Fails if a document has templating, which is not allowed in files of data values.
pub(crate) fn check_plain(document: &Document) -> Result<(), Error> {
    if is_templated(document) {
        let text = "Expected to be plain YAML, having no annotations (hint: remove comments starting with `#@`)";
        return Err(Error::at(text, document.meta.position.clone()).caused(Cause::NotPlain));
    }
    Ok(())
}

fn annotation(name: &str, keyword: &str) -> Annotation {
    let kwargs = vec![(keyword.to_owned(), PlainValue::Bool(true))];
    Annotation { name: name.into(), args: Vec::new(), kwargs, position: Position::unknown() }
}

/// The files at a path of `--data-values-file`. Like ytt, this skips [implied](InputFile::is_implied) files unless they are YAML.
/// Fails as [`Finder::find`] does.
pub fn values_files(finder: &Finder<'_>, path: &str) -> Result<Vec<InputFile>, Error> {
    let mut files = finder.find(&[path.to_owned()]).map_err(|error| error.coded(Code::File))?;
    files.retain(|file| !file.is_implied() || file.file_type() == FileType::Yaml);
    Ok(files)
}

/// Splits `@library:` from the start. Fails if the library has no name.
pub fn split_library(argument: &str) -> Result<(&str, &str), Error> {
    match argument.split_once(':') {
        Some(("@", _)) => Err(Error::message("Expected library ref to not be empty")),
        Some((library, rest)) if library.starts_with('@') => Ok((library, rest)),
        _ => Ok(("", argument)),
    }
}

/// Splits `@library:` from the start of a key, which may not have another colon.
fn split_library_and_key(argument: &str) -> Result<(&str, &str), Error> {
    let (library, key) = split_library(argument)?;
    if key.contains(':') {
        return Err(Error::message(format!("Expected at most one library-key separator ':' in '{key}'")));
    }
    Ok((library, key))
}
