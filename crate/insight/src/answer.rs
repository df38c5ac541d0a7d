//! Answers to an editor's questions, as plain data for the boundary. Places are counted as in `boundary`.

use serde::Serialize;

use crate::boundary::{Diagnostic, Edit, Place, Span};

/// What may be typed at a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Completions {
    /// What an option replaces: from here, as `Caret::offset` …
    pub from: u32,
    /// … up to here.
    pub to: u32,
    pub options: Vec<CompletionOption>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompletionOption {
    pub label: String,
    /// What is typed when it is chosen.
    pub insert: String,
    /// UTF-16 code units before `from` that are replaced as well, such as the blank of `#@ data/values`.
    pub before: u32,
    pub kind: CompletionKind,
    /// A few words: type and default, a signature.
    pub detail: String,
    pub documentation: String,
}

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
    Annotation,
    /// A keyword argument.
    Argument,
    /// Something to load: a module or a file.
    Module,
    Function,
    /// Anything else that has a name.
    Name,
}

/// What there is to say of the word at a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// Its name in full: a path, an annotation, a signature.
    pub title: String,
    pub documentation: String,
    pub facts: Vec<Fact>,
}

/// `default: 1000`, with the place it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fact {
    pub label: String,
    pub text: String,
    pub place: Option<Place>,
}

/// Where the word at a place is defined.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Definition {
    /// The word.
    pub span: Span,
    pub place: Place,
}

/// A data value that can be renamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RenameTarget {
    /// The word, without quotes.
    pub span: Span,
    pub name: String,
    /// As in `kiln.shelves[].width`.
    pub path: String,
}

/// What renames a data value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Renaming {
    /// All of them together; by file and place, and none reaches into another.
    pub edits: Vec<Edit>,
    /// The command line, word by word, where it changes.
    pub args: Option<Vec<String>>,
    /// All variables as `NAME=value`, where one changes.
    pub env: Option<Vec<String>>,
    /// Why it cannot be renamed; there are no changes then.
    pub refused: Option<String>,
    /// Places that may need a look: nobody can say whether they mean the data value.
    pub not_followed: Vec<NotFollowed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotFollowed {
    pub file: String,
    pub span: Span,
    pub why: String,
}

/// A data value that has a say in a line of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedValue {
    /// As in `kiln.shelves[].width`; empty for all data values together.
    pub path: String,
    /// Where it is read.
    pub span: Span,
    pub file: String,
    pub via: Via,
}

/// How a data value comes into a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Via {
    /// The line reads it, also through names.
    #[default]
    Value,
    /// A function that the line calls reads it.
    Function,
    /// A condition around the line reads it.
    Condition,
    /// A loop around the line goes through it.
    Loop,
}

/// What ytt accepts and probably nobody means.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lints {
    /// Warnings and infos, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// Every kind there is, whether found or not, for switching them off.
    pub kinds: Vec<LintKind>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LintKind {
    /// The `code` of its diagnostics.
    pub code: String,
    /// What it looks for, in a few words.
    pub title: String,
}
