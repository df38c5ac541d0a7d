//! The boundary: the argument of [`render`](crate::render) and its result, as plain data.
//!
//! The command, the page, tests and scripts exchange these types as JSON or as JavaScript objects, with names in camelCase.
//! scripts/declarations writes their TypeScript declarations. Columns and offsets are counted in UTF-16 code units, as editors
//! count. Nothing here depends on how a template is evaluated.

pub mod check;

use std::fmt;

pub use crate::limits::Limits;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
pub use ytterby_schema_io::Loss;
pub use ytterby_schema_io::diff::ChangeKind as SchemaChangeKind;

use crate::diagnostics::code::Code;
use crate::diagnostics::report::command_line;
use check::{Check, CheckResult, handed_over};

/// One run of ytt: the files, the command line, the environment.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Request {
    /// In order. Without `-f` in `args`, each file is an input under its path. With `-f`, the files are the disk that `-f`
    /// reads from: `-f .` takes all of them, sorted by path, as ytt does.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub files: Vec<RequestFile>,
    /// ytt's flags: a list of words, or one line as typed in a shell (a leading `ytt` is ignored).
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string[] | string"))]
    pub args: Vec<String>,
    /// The environment variables that `--data-values-env` sees, in order: a map, or a list of `NAME=value`.
    #[serde(default, deserialize_with = "environment")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "Record<string, string> | string[]"))]
    pub env: Vec<(String, String)>,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub limits: Limits,
    /// Names of extensions to ytt that are on, for instance `schema-proposal`.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub extensions: Vec<String>,
    /// Expectations about the run.
    #[serde(default, deserialize_with = "handed_over")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub checks: Vec<Check>,
}

/// A file of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RequestFile {
    /// With `/` between its parts. `-` is standard input; a path that ends in `/` is an empty directory.
    pub path: String,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string | Uint8Array"))]
    pub content: Content,
}

/// What a file holds: text (a string), or bytes that are not UTF-8 (a `Uint8Array`, in JSON a list of numbers).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

/// The result of a request. It is always complete: errors do not replace the other fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Response {
    /// The exit status of the command: 0 or 1.
    pub exit_status: u8,
    /// Output files in ytt's order. Present even if validations fail.
    pub files: Vec<OutputFile>,
    /// Exactly what the command prints to standard output.
    pub stdout: String,
    /// The lines that `print()` wrote.
    pub prints: Vec<String>,
    /// Exactly what the command prints to standard error: warnings, prints, `ytt: Error: …`.
    pub report: String,
    pub diagnostics: Vec<Diagnostic>,
    /// The effective data values; null if the run failed before they were known.
    pub values: Option<DataValue>,
    /// The data values of the first 50 libraries that templates evaluated, in that order.
    pub libraries: Vec<LibraryValues>,
    /// The schema of the data values; null if there is none, or if the run failed before it was known.
    pub schema: Option<SchemaNode>,
    /// The result of each check of the request, in the same order.
    pub checks: Vec<CheckResult>,
    pub timings: Timings,
    pub usage: Usage,
}

/// A rendered file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutputFile {
    /// Relative, with `/` between its parts.
    pub path: String,
    #[cfg_attr(feature = "typescript", ts(type = "string | Uint8Array"))]
    pub content: Content,
    /// For each line of the content, the line that it came from; null if code made it.
    pub map: Vec<Option<LineOrigin>>,
}

/// The origin of an output line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineOrigin {
    /// The input file, by its path in the request.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// The overlay items that merged into the node, inserted it or replaced it, oldest first.
    pub touched_by: Vec<SourceLine>,
    /// The lines that overlays replaced, oldest first.
    pub replaced: Vec<SourceLine>,
}

/// A line of an input file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceLine {
    pub file: String,
    /// 1-based.
    pub line: u32,
}

/// An error, a warning or a remark.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnostic {
    pub severity: Severity,
    /// The kind of problem, as [`Code::as_str`] has it, for instance `violation`, `value-type`, `yaml`. Lints have
    /// codes of their own.
    pub code: String,
    /// ytt's message, without positions and layout.
    pub message: String,
    /// The path of the data value that it is about, as ytt shows it: `kiln.heat`.
    pub path: Option<String>,
    pub primary: Option<Place>,
    pub related: Vec<RelatedPlace>,
    pub found: Option<String>,
    pub expected: Option<String>,
    pub hints: Vec<String>,
    /// Edits that resolve the problem; only those that are certain to.
    pub fixes: Vec<Fix>,
    /// The call stack, innermost first.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Severity {
    #[default]
    Error,
    Warning,
    Info,
}

/// Edits that resolve a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fix {
    /// An imperative: "Rename to peak", "Quote the value".
    pub title: String,
    /// To be applied together; sorted by position, without overlaps.
    pub edits: Vec<Edit>,
}

/// A change of a file of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Edit {
    pub file: String,
    /// The text to replace; empty for an insertion.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

/// A position in a file of the request, or in the text of a flag (`file` then names the flag).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    pub file: String,
    /// Null if only the file is known.
    pub span: Option<Span>,
}

/// A position and how it relates to the problem: "rule", "definition", "annotation" …
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RelatedPlace {
    pub file: String,
    pub span: Option<Span>,
    pub label: String,
}

/// From `start` up to and excluding `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Span {
    pub start: Caret,
    pub end: Caret,
}

/// A position between two characters, as editors count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Caret {
    /// 1-based.
    pub line: u32,
    /// UTF-16 code units from the start of the line, 0-based.
    pub column: u32,
    /// UTF-16 code units from the start of the file, 0-based.
    pub offset: u32,
}

/// A frame of the call stack of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Frame {
    /// The function's name, `<toplevel>` for a file's own code.
    pub name: String,
    pub place: Option<Place>,
    /// The line of code as ytt shows it.
    pub code: String,
}

/// The data values of a library that a template evaluated, also if they violate a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryValues {
    /// `@app`, or `@app~alias`.
    pub name: String,
    pub values: DataValue,
}

/// A node of the effective data values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DataValue {
    /// The map's key or the array's index; empty for the whole document.
    pub key: String,
    /// As ytt's reports show it: `kiln.shelves[0]`.
    pub path: String,
    /// `string`, `integer`, `float`, `boolean`, `null`, `map`, `array`, or `any` where the schema says so.
    pub r#type: String,
    /// A scalar as the YAML printer writes it; null for maps and arrays.
    pub value: Option<String>,
    pub origin: Origin,
    /// Earlier values that were overridden, oldest first: defaults, and values of other sources.
    pub overrode: Vec<Overridden>,
    /// Whether it has no value although a rule requires one.
    pub missing: bool,
    /// The results of the validation rules of this node.
    pub rules: Vec<RuleResult>,
    pub children: Vec<DataValue>,
}

/// The source of a data value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Origin {
    pub kind: OriginKind,
    /// The flag or the variable as typed, for those two kinds.
    pub text: String,
    pub place: Option<Place>,
}

/// A value that another source replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Overridden {
    pub origin: Origin,
    /// As the YAML printer writes it.
    pub value: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum OriginKind {
    /// The schema's default.
    #[default]
    Schema,
    /// A data values document, or a plain file given with `--data-values-file`.
    File,
    Flag,
    Env,
    /// Code that evaluates a library with data values.
    Library,
}

/// A validation rule and whether it held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleResult {
    /// "a value >= 900".
    pub description: String,
    /// Null if `when=` disabled the rule.
    pub holds: Option<bool>,
    /// What was found instead, if it does not hold.
    pub found: String,
    pub place: Option<Place>,
}

/// A node of the schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaNode {
    /// The map's key; empty for the whole document and for the items of an array.
    pub key: String,
    /// From the root, as in `kiln.shelves[].width`: the path of a [`DataValue`] without indices.
    pub path: String,
    pub r#type: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// As the YAML printer writes it.
    pub default: Option<String>,
    pub examples: Vec<SchemaExample>,
    pub nullable: bool,
    /// The deprecation notice; null if it is not deprecated.
    pub deprecated: Option<String>,
    /// What to do instead; null if it is not removed. Like `keys`, it belongs to the extension `schema-proposal`.
    pub removed: Option<String>,
    /// Which keys a map item accepts and how many there must be, if it is annotated so.
    pub keys: Option<SchemaKeys>,
    /// A description of each rule.
    pub rules: Vec<String>,
    /// The values that `one_of=` (or `enum=`) allows, as the YAML printer writes them.
    pub choices: Vec<String>,
    pub place: Option<Place>,
    pub children: Vec<SchemaNode>,
}

/// The keys that an item of a schema's map accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaKeys {
    /// A description: "any key", "a key that matches [a-z]+". Null if it is the item's own key.
    pub which: Option<String>,
    /// A description: "at least 1".
    pub count: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaExample {
    pub description: String,
    /// As the YAML printer writes it.
    pub value: String,
}

/// A YAML file as `ytt fmt` writes it, or the error; the other one is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Formatted {
    pub text: Option<String>,
    /// ytt's message about why it cannot be formatted.
    pub error: Option<String>,
}

/// The formats that a schema can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SchemaFormat {
    /// Exactly what `--data-values-schema-inspect -o openapi-v3` prints.
    #[serde(rename = "openapi-v3")]
    OpenApiV3,
    /// JSON Schema 2020-12.
    JsonSchema,
    /// A reference table.
    Markdown,
}

/// A schema written as something else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaExport {
    /// Missing where there is no schema, or where it is wrong: `report` says why.
    pub text: Option<String>,
    /// The rules that the text has only in words, with JSON Schema.
    pub not_stated: Vec<Loss>,
    /// ytt's words on what is wrong.
    pub report: String,
}

/// A ytt schema made of a JSON Schema or an OpenAPI document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaImport {
    /// The text of a schema file; missing where the document could not be read.
    pub schema: Option<String>,
    pub not_carried_over: Vec<Loss>,
    /// Why there is no schema.
    pub error: Option<String>,
}

/// What is different between two schemas, for somebody whose data values were written for the old one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaDiff {
    /// In the order of the new schema; what is gone stands where it was.
    pub changes: Vec<SchemaChange>,
    /// ytt's words where one of the two is wrong, or is not there; then there are no changes. Else empty.
    pub report: String,
}

/// One thing that is different between two schemas.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaChange {
    /// Of the data value, as in `kiln.shelves[].width`; empty for the whole document. The new one, where it has one.
    pub path: String,
    pub kind: SchemaChangeKind,
    /// Data values that the old schema took may be refused.
    pub breaking: bool,
    /// A sentence about the data value, without its path: "the type was string and is integer".
    pub text: String,
    /// What was there, and what is: the name of a type, a rule in words, a value as the YAML printer writes it …
    pub before: Option<String>,
    pub after: Option<String>,
    /// Where it stands in the old schema. Missing where it is new.
    pub old_place: Option<Place>,
    /// Where it stands in the new schema. Missing where it is gone.
    pub place: Option<Place>,
}

/// Milliseconds of each phase, by the host's clock. The only part of a response that varies between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timings {
    pub schema: f64,
    pub values: f64,
    pub templates: f64,
    pub overlays: f64,
    pub output: f64,
    pub total: f64,
}

/// How much of the limits the run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Usage {
    pub steps: u64,
    pub output_bytes: u64,
}

impl Response {
    /// The response to a request that cannot be run: one error, formatted as the command does.
    pub fn failure(code: Code, message: &str) -> Response {
        Response {
            exit_status: 1,
            report: format!("ytt: Error: {}\n", command_line::laid_out(message)),
            diagnostics: vec![Diagnostic {
                code: code.to_string(),
                message: message.to_owned(),
                ..Diagnostic::default()
            }],
            ..Response::default()
        }
    }
}

impl Content {
    /// Text if the bytes are valid UTF-8.
    pub fn from_bytes(bytes: Vec<u8>) -> Content {
        String::from_utf8(bytes).map_or_else(|error| Content::Bytes(error.into_bytes()), Content::Text)
    }

    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }
}

impl Default for Content {
    fn default() -> Content {
        Content::Text(String::new())
    }
}

impl From<String> for Content {
    fn from(text: String) -> Content {
        Content::Text(text)
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Content::Text(text) => serializer.serialize_str(text),
            Content::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Content, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the content of a file, as text or as bytes")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Content, E> {
        Ok(Content::Text(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Content, E> {
        Ok(Content::from_bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Content, E> {
        Ok(Content::from_bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Content, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(Content::from_bytes(bytes))
    }
}

/// Reads `args`: a list of words, or one line that is split as a shell would.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Args {
        Words(Vec<String>),
        Line(String),
    }
    match Args::deserialize(deserializer)? {
        Args::Words(words) => Ok(words),
        Args::Line(line) => split(&line).map_err(de::Error::custom),
    }
}

/// Splits a command line into words as a shell would, without a leading `ytt`.
pub(crate) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = shlex::split(line).ok_or("args: a quote is never closed")?;
    if words.first().is_some_and(|word| word == "ytt" || word == "ytterby") {
        words.remove(0);
    }
    Ok(words)
}

/// Reads `env`: a map, or a list of `NAME=value`.
fn environment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    deserializer.deserialize_any(EnvironmentVisitor)
}

struct EnvironmentVisitor;

impl<'de> Visitor<'de> for EnvironmentVisitor {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("environment variables, as a map or as a list of NAME=value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut env = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            env.push(entry);
        }
        Ok(env)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut env = Vec::new();
        while let Some(item) = items.next_element::<String>()? {
            let (name, value) = item.split_once('=').unwrap_or((&item, ""));
            env.push((name.to_owned(), value.to_owned()));
        }
        Ok(env)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(json: &str) -> Request {
        serde_json::from_str(json).expect("a request")
    }

    #[test]
    fn everything_but_the_paths_may_be_left_out() {
        let request = request(r#"{"files": [{"path": "a.yml"}]}"#);
        assert_eq!(request.files[0].content, Content::Text(String::new()));
        assert_eq!(request.limits, Limits::default());
        assert!(request.args.is_empty() && request.env.is_empty());
    }

    #[test]
    fn args_are_words_or_a_line() {
        let words = request(r#"{"args": ["-v", "a=b c"]}"#).args;
        let line = request(r#"{"args": "ytt -v 'a=b c'"}"#).args;
        assert_eq!(words, line);
    }

    #[test]
    fn the_environment_is_a_map_or_a_list() {
        let expected = [("B".to_owned(), "1=2".to_owned()), ("A".to_owned(), String::new())];
        assert_eq!(request(r#"{"env": {"B": "1=2", "A": ""}}"#).env, expected);
        assert_eq!(request(r#"{"env": ["B=1=2", "A"]}"#).env, expected);
    }

    #[test]
    fn content_is_text_where_it_can_be() {
        let files =
            request(r#"{"files": [{"path": "a", "content": [104, 105]}, {"path": "b", "content": [255]}]}"#).files;
        assert_eq!(files[0].content, Content::Text("hi".to_owned()));
        assert_eq!(files[1].content, Content::Bytes(vec![255]));
        assert_eq!(serde_json::to_string(&files[1].content).expect("json"), "[255]");
    }

    #[test]
    fn a_limit_may_be_given_alone() {
        let limits = request(r#"{"limits": {"steps": 5, "callDepth": 7}}"#).limits;
        assert_eq!(limits, Limits { steps: 5, call_depth: 7, ..Limits::default() });
    }
}
