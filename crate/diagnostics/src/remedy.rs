//! Remedies of problems as data, which the API layer converts to edits. Scalars are in YAML syntax, for a single line.

use super::cause::nearest_keyword;

/// A change that solves a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// A misspelled name in code.
    Rename {
        /// The name in the code.
        from: String,
        /// The similar name that exists.
        to: String,
    },
    /// A misspelled name in a string of code.
    InString {
        /// The content of the string.
        from: String,
        /// The similar name that exists.
        to: String,
    },
    /// A module of ytt that is used but not loaded.
    Load {
        /// Its name without `@ytt:`.
        module: String,
    },
    /// A misspelled keyword argument of an annotation.
    RenameKeyword {
        /// The keyword in the annotation.
        from: String,
        /// The similar keyword that exists.
        to: String,
    },
    /// A misspelled key of a map.
    RenameKey {
        /// The key in the map.
        from: String,
        /// The similar key that is declared.
        to: String,
    },
    /// A plain scalar that should be a string.
    Quote {
        /// The scalar in the file.
        found: String,
    },
    /// A plain scalar with an ambiguous type.
    Explicit {
        /// The replacement.
        text: String,
    },
    /// A quoted scalar that should not be a string.
    Unquote {
        /// The text between the quotes.
        text: String,
    },
    /// A scalar where a list of such scalars is expected.
    InList {
        /// The scalar in the file.
        found: String,
    },
    /// A value in an overlay that is spelled differently in the only node that it could match.
    Respell {
        /// The key of the value.
        key: String,
        /// The value in the overlay.
        from: String,
        /// The value of the node.
        to: String,
    },
    /// A key in an overlay that is to be added.
    MissingOk,
    /// A key in an overlay with a value of another type than the one that it changes.
    Replace,
    /// An unknown key.
    DeleteKey {
        /// The key in the map.
        key: String,
    },
    /// A key that a map has twice.
    DeleteDuplicate {
        /// The key.
        key: String,
    },
    /// A wrong scalar of a data value with a valid default.
    Default {
        /// The scalar in the file.
        found: String,
        /// The default.
        default: String,
    },
    /// A wrong scalar of a data value with a valid example.
    Example {
        /// The scalar in the file.
        found: String,
        /// The example.
        example: String,
    },
    /// A wrong data value without which a valid default applies.
    DeleteValue {
        /// Its key.
        key: String,
    },
    /// A document without the `---` below its annotation.
    Separator,
    /// A block of code that is not closed.
    End,
    /// Code directly after `#@`.
    SpaceAfterMarker {
        /// Its first word.
        word: String,
    },
    /// A scalar that is not one of the allowed ones.
    Choose {
        /// The scalar in the file.
        found: String,
        /// The allowed scalars, in YAML syntax.
        allowed: Vec<String>,
    },
}

impl Remedy {
    /// The remedy for an unknown keyword argument, if it is similar to one of those that are `known`.
    pub fn rename_keyword(from: &str, known: &[&str]) -> Option<Remedy> {
        let to = nearest_keyword(from, known)?.to_owned();
        Some(Remedy::RenameKeyword { from: from.to_owned(), to })
    }
}
