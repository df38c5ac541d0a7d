//! The results of this layer's functions, as plain data. Positions are counted as in [`ytterby::boundary`].

use serde::Serialize;

use crate::boundary::{Diagnostic, Edit, Origin, Place, Span};

/// Completions at an offset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Completions {
    /// What an option replaces: from here, as `Caret::offset` …
    pub from: u32,
    /// … up to here.
    pub to: u32,
    /// Whether Enter accepts the first option of a list that typing has opened. Not for values: what is typed may be finished,
    /// and Enter is a new line until an option is chosen.
    pub preselect: bool,
    /// Words that are complete here without an option. Enter never replaces them by another word.
    pub words: Vec<String>,
    /// The options, the most likely first.
    pub options: Vec<CompletionOption>,
}

/// A completion.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompletionOption {
    /// The text in the list.
    pub label: String,
    /// The text that is inserted.
    pub insert: String,
    /// UTF-16 code units before `from` that are replaced as well, such as the space in `#@ data/values`.
    pub before: u32,
    /// The cursor in `insert` afterwards, in UTF-16 code units; null for its end.
    pub cursor: Option<u32>,
    /// What else accepting the option changes in the file: a module is loaded. Outside of what the option replaces.
    pub edits: Vec<Edit>,
    /// What the option is, for its icon.
    pub kind: CompletionKind,
    /// A few words: the type and the value of this run, or the default; a signature.
    pub detail: String,
    /// A description; empty if there is none.
    pub documentation: String,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum CompletionKind {
    /// A data value after `data.values.`.
    #[default]
    DataValue,
    /// A key in a data values document.
    Key,
    /// A value that the schema names.
    Choice,
    /// An annotation after `#@`.
    Annotation,
    /// A keyword argument.
    Argument,
    /// Something to load: a module or a file.
    Module,
    /// A function.
    Function,
    /// Anything else that has a name.
    Name,
}

/// Documentation and facts about a word.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// Its name in full: a path, an annotation, a signature.
    pub title: String,
    /// A description; empty if there is none.
    pub documentation: String,
    /// What else is known, such as the default and the value.
    pub facts: Vec<Fact>,
}

/// `default: 1000`, with the place it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fact {
    /// The kind of fact.
    pub label: String,
    /// The fact.
    pub text: String,
    /// Its position in a file.
    pub place: Option<Place>,
}

/// The definition of a word.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Definition {
    /// The word.
    pub span: Span,
    /// Its definition.
    pub place: Place,
}

/// A data value, a variable or a function that can be renamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RenameTarget {
    /// The word, without quotes.
    pub span: Span,
    /// Its name.
    pub name: String,
    /// Of a data value, as in `kiln.shelves[].width`; else the name.
    pub path: String,
}

/// The edits that rename something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Renaming {
    /// Edits of files, sorted by file and position; they do not overlap.
    pub edits: Vec<Edit>,
    /// Edits of plain YAML files that this run does not read, such as the data values of another environment; sorted like `edits`.
    pub elsewhere: Vec<Edit>,
    /// The words of the new command line, if it changes.
    pub args: Option<Vec<String>>,
    /// All environment variables as `NAME=value`, if one changes.
    pub env: Option<Vec<String>>,
    /// The reason if it cannot be renamed; there are no edits then.
    pub refused: Option<String>,
    /// Uses that cannot be followed: they may or may not mean it.
    pub not_followed: Vec<NotFollowed>,
}

/// A use that cannot be followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotFollowed {
    /// The path of the file.
    pub file: String,
    /// The code or key.
    pub span: Span,
    /// Why it is not followed.
    pub why: String,
}

/// A data value that a line of a template depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedValue {
    /// As in `kiln.shelves[].width`; empty for all data values together.
    pub path: String,
    /// Where it is read.
    pub span: Span,
    /// The path of the file that reads it.
    pub file: String,
    /// How the line depends on it.
    pub via: Via,
}

/// How a line depends on a data value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Via {
    /// The line reads it, directly or through variables.
    #[default]
    Value,
    /// A function that the line calls reads it.
    Function,
    /// A condition around the line reads it.
    Condition,
    /// A loop around the line iterates over it.
    Loop,
}

/// All places of a data value, or of a variable, function or parameter, which only has a name and places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Uses {
    /// As in `kiln.shelves[0].width`, or `kiln.shelves[].width` for all items.
    pub path: String,
    /// Sorted by file and position.
    pub places: Vec<UsePlace>,
    /// The flags and environment variables that set it.
    pub set_by: Vec<String>,
    /// Where its value comes from. None for maps, arrays, items of arrays, data values of libraries, and if there are no data values.
    pub origin: Option<Origin>,
    /// The lines of templates that depend on it.
    pub lines: Vec<DependentLines>,
}

/// A place of a data value, or of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsePlace {
    /// What is there.
    pub kind: UseKind,
    /// The path of the file.
    pub file: String,
    /// The key with its value, the rule, or the expression.
    pub span: Span,
}

/// What is at a place of a data value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum UseKind {
    /// It is set.
    #[default]
    Value,
    /// The schema declares it. If it does not, as below `any=True`, what it declares above it.
    Declaration,
    /// A rule.
    Rule,
    /// Code reads it, alone or as a part of a larger value.
    Use,
}

/// The lines of a file that depend on a data value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DependentLines {
    /// The path of the file.
    pub file: String,
    /// Numbers of lines, counted from 1, in order.
    pub lines: Vec<u32>,
}

/// Probable mistakes that ytt accepts without a message.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lints {
    /// Warnings and infos, sorted by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// All kinds of lints, found or not, so that each can be switched off.
    pub kinds: Vec<LintKind>,
}

/// A kind of lint.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LintKind {
    /// The `code` of its diagnostics.
    pub code: String,
    /// What it looks for, in a few words.
    pub title: String,
}
