//! The boundary: the argument of [`render`](crate::render) and its result, as plain data.
//!
//! The command, the page, tests and scripts exchange these types as JSON or as JavaScript objects, with names in camelCase.
//! scripts/declarations writes their TypeScript declarations. Columns and offsets are counted in UTF-16 code units, as editors
//! count. Nothing here depends on how a template is evaluated.

pub mod check;
pub mod costs;
mod forms;
pub mod in_code;
pub mod phases;

pub use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
pub use ytterby_schema_io::Loss;
pub use ytterby_schema_io::diff::ChangeKind as SchemaChangeKind;
pub use ytterby_schema_io::import::{Guess, ImportFormat, SchemaImport};

use crate::byte_text;
use crate::diagnostics::code::Code;
use crate::diagnostics::report::command_line;
use check::{Check, CheckResult, lenient};
pub(crate) use forms::split;
use forms::{environment, words};

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
    /// Limits of the run.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub limits: Limits,
    /// Names of the enabled extensions, for instance `schema-proposal`.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub extensions: Vec<String>,
    /// Expectations about the run.
    #[serde(default, deserialize_with = "lenient")]
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
    /// The content.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string | Uint8Array"))]
    pub content: Content,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text, as a string.
    Text(String),
    /// Bytes that are not UTF-8, as a `Uint8Array`, in JSON as a list of numbers.
    Bytes(Vec<u8>),
}

/// The result of a request. It is always complete: errors do not replace the other fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Response {
    /// The exit status of the command: 0 or 1.
    pub exit_status: u8,
    /// What the command line has ytt print; null if ytt does not accept the command line.
    pub output_kind: Option<OutputKind>,
    /// Output files in ytt's order. Present even if validations fail.
    pub files: Vec<OutputFile>,
    /// All files of the request, in its order, also if the run fails. Empty for the files of a disk.
    pub inputs: Vec<Input>,
    /// Exactly what the command prints to standard output.
    pub stdout: String,
    /// The lines that `print()` wrote.
    pub prints: Vec<String>,
    /// Exactly what the command prints to standard error: warnings, prints, `ytt: Error: …`.
    pub report: String,
    /// What the command prints to standard error if that is not UTF-8; `report` has U+FFFD for such bytes.
    #[serde(skip)]
    pub report_bytes: Option<Vec<u8>>,
    /// Errors, then warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The effective data values; null if the run failed before they were known.
    pub values: Option<DataValue>,
    /// The data values of the first 50 libraries that templates evaluated, in that order.
    pub libraries: Vec<LibraryValues>,
    /// The schema of the data values; null if there is none, or if the run failed before it was known.
    pub schema: Option<SchemaNode>,
    /// The result of each check of the request, in the same order.
    pub checks: Vec<CheckResult>,
    /// The durations of the phases.
    pub timings: Timings,
    /// How much of the limits the run used.
    pub usage: Usage,
}

/// What a command line has ytt print. The output of one kind does not follow from that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum OutputKind {
    /// The output files as YAML and text.
    Yaml,
    /// The output files as JSON.
    Json,
    /// The output files as YAML, with the position of each line in the input.
    Positions,
    /// A line for each file that is written.
    WrittenFiles,
    /// Output files as JSON, for `--bulk-out`.
    Bulk,
    /// The input files, for `--files-inspect`.
    InputFiles,
    /// The data values, for `--data-values-inspect`.
    DataValues,
    /// The schema, for `--data-values-schema-inspect` and `--schema-inspect`.
    Schema,
    /// The changes of a schema, for `schema-diff`.
    SchemaChanges,
    /// Formatted files, for `fmt`.
    Formatted,
    /// Help, a version, or the completions of a shell.
    Text,
}

/// A file of the request and its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Input {
    /// The path in the request.
    pub path: String,
    /// How the run treats the file.
    pub kind: InputKind,
}

/// How a run treats a file. It depends on the command line, the path and the annotations of documents, whether or not the file parses;
/// a file with several kinds has the first of them. If the command line is not accepted, the kinds are those without it; wrong file
/// marks and paths of `-f` without a file are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum InputKind {
    /// A YAML template with `#@data/values-schema`, or an annotation of the schema proposal if that is enabled.
    Schema,
    /// A YAML template with `#@data/values`, or a file that `--data-values-file` names, also if it is not an input.
    DataValues,
    /// A YAML template with a document that has `#@overlay/match` or `#@overlay/match-child-defaults`.
    Overlay,
    /// Another YAML template, with or without code.
    Template,
    /// A text template, with or without code.
    Text,
    /// A file of a `_ytt_lib` directory, whatever it contains, and a module for `load()`: Starlark, or YAML or text with `.lib`
    /// before the extension.
    Library,
    /// Any other input: YAML and text that file marks make plain, data for `data.read`, and empty directories.
    Data,
    /// Not an input: a file that a file mark excludes, or that `-f` does not select.
    #[default]
    Unused,
}

/// A rendered file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutputFile {
    /// Relative, with `/` between its parts.
    pub path: String,
    /// The content.
    #[cfg_attr(feature = "typescript", ts(type = "string | Uint8Array"))]
    pub content: Content,
    /// The origin of each line of the content; null for computed documents without a position.
    pub map: Vec<Option<LineOrigin>>,
}

/// The origin of an output line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineOrigin {
    /// The input file, by its path in the request.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub file: Arc<str>,
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
    /// The input file, by its path in the request.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub file: Arc<str>,
    /// 1-based.
    pub line: u32,
}

/// An error, a warning or an info.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// How severe it is.
    pub severity: Severity,
    /// The kind of problem ([`Code::as_str`]), for instance `violation`, `value-type`, `yaml`. Lints have codes of their own.
    pub code: String,
    /// What is wrong, in the user's terms; names and values of the user are in backticks. Never empty.
    pub headline: String,
    /// ytt's message, without positions and layout.
    pub message: String,
    /// The path of the data value in ytt's report: `kiln.heat`.
    pub path: Option<String>,
    /// The position of the problem.
    pub primary: Option<Place>,
    /// The index in [`Request::args`] of the argument that is wrong, if it is the command line.
    pub argument: Option<u32>,
    /// Other positions that are involved.
    pub related: Vec<RelatedPlace>,
    /// ytt's text after `found:`.
    pub found: Option<String>,
    /// ytt's text after `expected:`.
    pub expected: Option<String>,
    /// Advice of ytt and of this engine.
    pub hints: Vec<String>,
    /// Edits that resolve the problem; only those that are certain to.
    pub fixes: Vec<Fix>,
    /// The call stack, innermost first.
    pub frames: Vec<Frame>,
    /// Whether it is an error of the templates in a run that failed because of violations. ytt does not run them then, and `report`
    /// does not contain it.
    pub after_violations: bool,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Severity {
    /// The run failed.
    #[default]
    Error,
    /// A probable mistake.
    Warning,
    /// A possible mistake.
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
    /// The new arguments, if the command line changes.
    pub args: Option<Vec<String>>,
}

/// A change of a file of the request, or a new file: its path is not one of the request, and its span is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Edit {
    /// The path of the file.
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
    /// The path of the file, or the flag.
    pub file: String,
    /// Null if only the file is known.
    pub span: Option<Span>,
}

/// A position and how it relates to the problem: "rule", "definition", "annotation" …
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RelatedPlace {
    /// As [`Place::file`].
    pub file: String,
    /// As [`Place::span`].
    pub span: Option<Span>,
    /// How it relates to the problem.
    pub label: String,
}

/// A range in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Span {
    /// The start, inclusive.
    pub start: Caret,
    /// The end, exclusive.
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
    /// The name of the function; `<toplevel>` for top-level code of a file.
    pub name: String,
    /// The position of the call.
    pub place: Option<Place>,
    /// The line of code in ytt's report.
    pub code: String,
}

/// The data values of a library that a template evaluated, also if they violate a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LibraryValues {
    /// `@app`, or `@app~alias`.
    pub name: String,
    /// The root of its data values.
    pub values: DataValue,
}

/// A node of the effective data values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DataValue {
    /// The key in a map or the index in an array; empty for the document.
    pub key: String,
    /// The path in ytt's reports: `kiln.shelves[0]`.
    pub path: String,
    /// `string`, `integer`, `float`, `boolean`, `null`, `map`, `array`, or `any` according to the schema.
    pub r#type: String,
    /// A scalar in YAML; null for maps and arrays.
    pub value: Option<String>,
    /// The source of the value.
    pub origin: Origin,
    /// Earlier values that were overridden, oldest first: defaults, and values of other sources.
    pub overrode: Vec<Overridden>,
    /// Whether it has no value although a rule requires one.
    pub missing: bool,
    /// The results of the validation rules of this node.
    pub rules: Vec<RuleResult>,
    /// The items of a map or an array.
    pub children: Vec<DataValue>,
}

/// The source of a data value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Origin {
    /// The kind of source.
    pub kind: OriginKind,
    /// The flag or the variable; empty for other kinds.
    pub text: String,
    /// The position in a file, for the kinds `schema` and `file`.
    pub place: Option<Place>,
}

/// A value that another source replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Overridden {
    /// The source of the former value.
    pub origin: Origin,
    /// The former value in YAML.
    pub value: String,
}

/// The kind of source of a data value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum OriginKind {
    /// The default of the schema.
    #[default]
    Schema,
    /// A data values document, or a plain file of `--data-values-file`.
    File,
    /// A flag.
    Flag,
    /// An environment variable.
    Env,
    /// Code that evaluates a library with data values.
    Library,
}

/// The result of a validation rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleResult {
    /// "a value >= 900".
    pub description: String,
    /// Null if `when=` disabled the rule.
    pub holds: Option<bool>,
    /// ytt's text after `found:`, if the rule is broken.
    pub found: String,
    /// The position of the rule.
    pub place: Option<Place>,
}

/// A node of the schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaNode {
    /// The key in a map; empty for the document and for the items of an array.
    pub key: String,
    /// The path from the root, as in `kiln.shelves[].width`: that of a [`DataValue`] without indices.
    pub path: String,
    /// The type without null: `string`, `integer`, `float`, `boolean`, `map`, `array`, `any`, or several as in `integer or string`.
    pub r#type: String,
    /// `@schema/title`
    pub title: Option<String>,
    /// `@schema/desc`
    pub description: Option<String>,
    /// The default in YAML.
    pub default: Option<String>,
    /// `@schema/examples`
    pub examples: Vec<SchemaExample>,
    /// Whether null is allowed.
    pub nullable: bool,
    /// The deprecation notice; null if it is not deprecated.
    pub deprecated: Option<String>,
    /// What to do instead; null if it is not removed. Like `keys`, it belongs to the extension `schema-proposal`.
    pub removed: Option<String>,
    /// For an annotated map item, which keys it accepts and how many.
    pub keys: Option<SchemaKeys>,
    /// A description of each rule.
    pub rules: Vec<String>,
    /// The values that `one_of=` (or `enum=`) allows, in YAML.
    pub choices: Vec<String>,
    /// The position of the declaration.
    pub place: Option<Place>,
    /// The items of a map, or the item of an array.
    pub children: Vec<SchemaNode>,
}

/// The keys that an item of a schema's map accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaKeys {
    /// A description: "any key", "a key that matches [a-z]+". Null for an item that accepts only its own key.
    pub which: Option<String>,
    /// A description: "at least 1".
    pub count: String,
}

/// An example of a data value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaExample {
    /// A description; empty if there is none.
    pub description: String,
    /// The example in YAML.
    pub value: String,
}

/// A flag of `ytt`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FlagDescription {
    /// With its dashes: `--file`.
    pub name: String,
    /// Its short name with the dash: `-f`.
    pub short: Option<String>,
    /// What its value is; null for switches.
    pub value: Option<FlagValueKind>,
    /// What it does.
    pub description: String,
    /// Whether ytt does not have it.
    pub is_extension: bool,
}

/// What the value of a flag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum FlagValueKind {
    /// The path of a file.
    File,
    /// `path.of.data.value=value`
    DataValue,
    /// Anything else.
    Text,
}

/// The result of formatting: one of the fields is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Formatted {
    /// The formatted text.
    pub text: Option<String>,
    /// ytt's message if the file cannot be formatted, or the first key that `ytt fmt` would turn into another one.
    pub error: Option<String>,
}

/// The formats that a schema can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SchemaFormat {
    /// The output of `--data-values-schema-inspect -o openapi-v3`.
    #[serde(rename = "openapi-v3")]
    OpenApiV3,
    /// JSON Schema 2020-12.
    JsonSchema,
    /// A reference table.
    Markdown,
}

/// An exported schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaExport {
    /// The exported schema; null if there is no schema, or if it is invalid.
    pub text: Option<String>,
    /// For JSON Schema, the rules that only descriptions state.
    pub not_stated: Vec<Loss>,
    /// ytt's report if there is no text.
    pub report: String,
}

/// The differences between two schemas, for users with data values for the old one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaDiff {
    /// The changes in the order of the new schema, with removals where the item was.
    pub changes: Vec<SchemaChange>,
    /// ytt's report if one of the schemas is missing or invalid; there are no changes then.
    pub report: String,
}

/// A difference between two schemas.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SchemaChange {
    /// The path of the data value, as in `kiln.shelves[].width`; empty for the document. In the new schema, unless it is removed.
    pub path: String,
    /// The kind of change.
    pub kind: SchemaChangeKind,
    /// Whether data values that the old schema accepts may be rejected.
    pub breaking: bool,
    /// A sentence about the data value, without its path: "the type was string and is integer".
    pub text: String,
    /// In the old schema: the name of a type, the description of a rule, or a value in YAML.
    pub before: Option<String>,
    /// The same in the new schema.
    pub after: Option<String>,
    /// The position in the old schema; null for additions.
    pub old_place: Option<Place>,
    /// The position in the new schema; null for removals.
    pub place: Option<Place>,
}

/// The duration of each phase in milliseconds. The only part of a response that varies between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timings {
    /// The schema.
    pub schema: f64,
    /// The data values.
    pub values: f64,
    /// Evaluating templates.
    pub templates: f64,
    /// Applying overlays.
    pub overlays: f64,
    /// Printing the output.
    pub output: f64,
    /// The whole run.
    pub total: f64,
}

/// How much of the limits the run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Usage {
    /// Steps of evaluation, as [`Limits::steps`].
    pub steps: u64,
    /// Bytes of all output files.
    pub output_bytes: u64,
}

impl Response {
    /// The response to a request that cannot be run: one error, formatted as the command does.
    pub fn failure(code: Code, message: &str) -> Response {
        Response {
            exit_status: 1,
            report: format!("ytt: Error: {}\n", byte_text::displayed(&command_line::laid_out(message))),
            diagnostics: vec![Diagnostic {
                code: code.to_string(),
                headline: code.description().to_owned(),
                message: byte_text::displayed(message).into_owned(),
                ..Diagnostic::default()
            }],
            ..Response::default()
        }
    }

    /// The response to a request with this command line, as one text, if a quote in it is not closed. The files of the request are not
    /// known here: it has no `inputs`.
    pub fn to_unclosed_quote(args: &str) -> Option<Response> {
        split(args).err().map(|problem| Response::failure(Code::Flag, problem))
    }
}

impl Content {
    /// [`Content::Text`] if the bytes are valid UTF-8.
    pub fn from_bytes(bytes: Vec<u8>) -> Content {
        String::from_utf8(bytes).map_or_else(|error| Content::Bytes(error.into_bytes()), Content::Text)
    }

    /// The content as bytes.
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

impl From<&str> for Content {
    fn from(text: &str) -> Content {
        Content::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(json: &str) -> Request {
        serde_json::from_str(json).expect("a request")
    }

    #[test]
    fn only_paths_are_required() {
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
    fn content_is_text_if_it_is_utf8() {
        let files =
            request(r#"{"files": [{"path": "a", "content": [104, 105]}, {"path": "b", "content": [255]}]}"#).files;
        assert_eq!(files[0].content, Content::Text("hi".to_owned()));
        assert_eq!(files[1].content, Content::Bytes(vec![255]));
        assert_eq!(serde_json::to_string(&files[1].content).expect("json"), "[255]");
    }

    #[test]
    fn limits_are_optional() {
        let limits = request(r#"{"limits": {"steps": 5, "callDepth": 7}}"#).limits;
        assert_eq!(limits, Limits { steps: 5, call_depth: 7, ..Limits::default() });
    }
}
