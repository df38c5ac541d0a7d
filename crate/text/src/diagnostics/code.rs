//! The codes of problems, each with a page in the manual.
//!
//! A code is set where an error is created or where its phase is known, never derived from a message. The first one, which is the
//! most specific, is retained (`Error::coded`). Lints have codes of their own.

use std::fmt;

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A data value breaks a rule of its validations.
    Violation,
    /// A data value is of another type than its schema declares.
    ValueType,
    /// A data value has a key that its schema does not declare.
    UnexpectedKey,
    /// A data value is deprecated in the schema (extension `schema-proposal`).
    Deprecated,
    /// A schema cannot be used.
    Schema,
    /// An annotation has wrong arguments or is in the wrong place.
    Annotation,
    /// A validation cannot be run.
    Rule,
    /// Data values cannot be combined.
    DataValues,
    /// Text is not YAML.
    Yaml,
    /// A map has a key twice.
    DuplicateKey,
    /// A comment is not template code and is not marked as a comment.
    Comment,
    /// Code does not parse.
    Syntax,
    /// A name is not defined.
    Name,
    /// A value has no attribute of this name.
    Attribute,
    /// A call does not match the parameters of the function.
    Arguments,
    /// An operator does not accept its operands.
    Operator,
    /// A module of the standard library was used wrongly.
    Module,
    /// A YAML node has both a value and content, or a value of a type it cannot have.
    NodeValue,
    /// A check in a template failed: `assert.fail` and the like.
    FailedAssertion,
    /// Any other error of a template.
    Template,
    /// An overlay matched another number of nodes than it expects.
    OverlayMatch,
    /// Any other error of an overlay.
    Overlay,
    /// A file that is loaded is missing or cannot be loaded.
    Load,
    /// A library is missing or its use is wrong.
    Library,
    /// A flag of the command line is wrong.
    Flag,
    /// An input file is missing, cannot be read or has no accepted type.
    File,
    /// A limit of the playground was reached.
    Limit,
    /// ytt supports this, Ytterby does not.
    Unsupported,
    /// A fault of Ytterby.
    Internal,
}

/// Each code with its name in diagnostics and its title, in the order of [`Code`].
const TABLE: [(Code, &str, &str); 29] = [
    (Code::Violation, "violation", "a data value that breaks a rule"),
    (Code::ValueType, "value-type", "a data value of another type than the schema's"),
    (Code::UnexpectedKey, "unexpected-key", "a data value that the schema does not declare"),
    (Code::Deprecated, "deprecated", "a value for something that the schema calls deprecated"),
    (Code::Schema, "schema", "a schema that says what no schema can say"),
    (Code::Annotation, "annotation", "an annotation with wrong arguments or in the wrong place"),
    (Code::Rule, "rule", "a validation rule that is no rule"),
    (Code::DataValues, "data-values", "data values that cannot be read or laid over the others"),
    (Code::Yaml, "yaml", "text that is no YAML"),
    (Code::DuplicateKey, "duplicate-key", "a key that a map has already"),
    (Code::Comment, "comment", "a comment that means nothing to a template"),
    (Code::Syntax, "syntax", "code that does not parse"),
    (Code::Name, "name", "a name that nothing defines"),
    (Code::Attribute, "attribute", "an attribute, a key or an index that is not there"),
    (Code::Arguments, "arguments", "a call whose arguments do not fit"),
    (Code::Operator, "operator", "an operation that these values do not have"),
    (Code::Module, "module", "a function of a @ytt module that cannot do what it is asked"),
    (Code::NodeValue, "node-value", "a value that cannot stand in the YAML"),
    (Code::FailedAssertion, "failed-assertion", "an assertion of the template that does not hold"),
    (Code::Template, "template", "code that failed while it ran"),
    (Code::OverlayMatch, "overlay-match", "an overlay that matches too few or too many nodes"),
    (Code::Overlay, "overlay", "an overlay that cannot be applied"),
    (Code::Load, "load", "a file or a name that cannot be loaded"),
    (Code::Library, "library", "a library that cannot be found or used so"),
    (Code::Flag, "flag", "a flag that is wrong"),
    (Code::File, "file", "a file that is not there or cannot be used"),
    (Code::Limit, "limit", "a limit of the playground"),
    (Code::Unsupported, "unsupported", "something that only the ytt command does"),
    (Code::Internal, "internal", "a mistake of the playground itself"),
];

impl Code {
    /// All codes, in the order of the steps of a run.
    pub fn all() -> impl Iterator<Item = Code> {
        TABLE.iter().map(|(code, ..)| *code)
    }

    /// The code in a diagnostic.
    pub fn as_str(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// A description in a few words, without a period.
    pub fn title(self) -> &'static str {
        TABLE[self as usize].2
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_code_is_listed_once_with_a_title() {
        let names: BTreeSet<&str> = Code::all().map(Code::as_str).collect();
        assert_eq!(names.len(), TABLE.len());
        assert!(Code::all().enumerate().all(|(index, code)| code as usize == index));
        assert_eq!(Code::Internal as usize, TABLE.len() - 1);
        assert!(Code::all().all(|code| !code.title().is_empty() && !code.title().ends_with('.')));
    }
}
