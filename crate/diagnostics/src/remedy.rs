//! Remedies of problems as data, which the API layer converts to edits. Scalars are in YAML syntax, for a single line.

use super::cause::nearest_keyword;

/// A change that solves a problem.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Remedy {
    /// A misspelled name in code.
    Rename { from: String, to: String },
    /// A misspelled name in a string of code.
    InString { from: String, to: String },
    /// A module of ytt that is used but not loaded. Its name is without `@ytt:`.
    Load { module: String },
    /// A misspelled keyword argument of an annotation.
    RenameKeyword { from: String, to: String },
    /// A misspelled key of a map.
    RenameKey { from: String, to: String },
    /// A plain scalar that should be a string.
    Quote { found: String },
    /// A plain scalar with an ambiguous type.
    Explicit { text: String },
    /// A quoted scalar that should not be a string.
    Unquote { text: String },
    /// A scalar where a list of such scalars is expected.
    InList { found: String },
    /// A value in an overlay that is spelled differently in the nodes that it could match; `matches` is their number.
    Respell { key: String, from: String, to: String, matches: usize },
    /// A key in an overlay that is to be added.
    MissingOk,
    /// An item of an overlay with a matcher that is to be added; if it is there to be removed, nothing is to be done.
    MissingItemOk { removes: bool },
    /// A key in an overlay with a value of another type than the one that it changes.
    Replace,
    /// An unknown key.
    DeleteKey { key: String },
    /// A key that a map has twice.
    DeleteDuplicate { key: String },
    /// A wrong scalar of a data value with a valid default.
    Default { found: String, default: String },
    /// A wrong scalar of a data value with a valid example.
    Example { found: String, example: String },
    /// A wrong data value without which a valid default applies.
    DeleteValue { key: String },
    /// A document without the `---` below its annotation.
    Separator,
    /// A block of code that is not closed.
    End,
    /// Code directly after `#@`.
    SpaceAfterMarker { word: String },
    /// A scalar that is not one of the allowed ones.
    Choose { found: String, allowed: Vec<String> },
}

impl Remedy {
    /// The remedy for an unknown keyword argument, if it is similar to one of those that are `known`.
    pub fn rename_keyword(from: &str, known: &[&str]) -> Option<Remedy> {
        let to = nearest_keyword(from, known)?.to_owned();
        Some(Remedy::RenameKeyword { from: from.to_owned(), to })
    }
}
