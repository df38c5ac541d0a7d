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

impl Code {
    /// All codes, in the order of the steps of a run.
    pub const ALL: [Code; 29] = [
        Code::Violation,
        Code::ValueType,
        Code::UnexpectedKey,
        Code::Deprecated,
        Code::Schema,
        Code::Annotation,
        Code::Rule,
        Code::DataValues,
        Code::Yaml,
        Code::DuplicateKey,
        Code::Comment,
        Code::Syntax,
        Code::Name,
        Code::Attribute,
        Code::Arguments,
        Code::Operator,
        Code::Module,
        Code::NodeValue,
        Code::FailedAssertion,
        Code::Template,
        Code::OverlayMatch,
        Code::Overlay,
        Code::Load,
        Code::Library,
        Code::Flag,
        Code::File,
        Code::Limit,
        Code::Unsupported,
        Code::Internal,
    ];

    /// The code in a diagnostic.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Violation => "violation",
            Code::ValueType => "value-type",
            Code::UnexpectedKey => "unexpected-key",
            Code::Deprecated => "deprecated",
            Code::Schema => "schema",
            Code::Annotation => "annotation",
            Code::Rule => "rule",
            Code::DataValues => "data-values",
            Code::Yaml => "yaml",
            Code::DuplicateKey => "duplicate-key",
            Code::Comment => "comment",
            Code::Syntax => "syntax",
            Code::Name => "name",
            Code::Attribute => "attribute",
            Code::Arguments => "arguments",
            Code::Operator => "operator",
            Code::Module => "module",
            Code::NodeValue => "node-value",
            Code::FailedAssertion => "failed-assertion",
            Code::Template => "template",
            Code::OverlayMatch => "overlay-match",
            Code::Overlay => "overlay",
            Code::Load => "load",
            Code::Library => "library",
            Code::Flag => "flag",
            Code::File => "file",
            Code::Limit => "limit",
            Code::Unsupported => "unsupported",
            Code::Internal => "internal",
        }
    }

    /// A description in a few words, without a period.
    pub fn title(self) -> &'static str {
        match self {
            Code::Violation => "a data value that breaks a rule",
            Code::ValueType => "a data value of another type than the schema's",
            Code::UnexpectedKey => "a data value that the schema does not declare",
            Code::Deprecated => "a value for something that the schema calls deprecated",
            Code::Schema => "a schema that says what no schema can say",
            Code::Annotation => "an annotation with wrong arguments or in the wrong place",
            Code::Rule => "a validation rule that is no rule",
            Code::DataValues => "data values that cannot be read or laid over the others",
            Code::Yaml => "text that is no YAML",
            Code::DuplicateKey => "a key that a map has already",
            Code::Comment => "a comment that means nothing to a template",
            Code::Syntax => "code that does not parse",
            Code::Name => "a name that nothing defines",
            Code::Attribute => "an attribute, a key or an index that is not there",
            Code::Arguments => "a call whose arguments do not fit",
            Code::Operator => "an operation that these values do not have",
            Code::Module => "a function of a @ytt module that cannot do what it is asked",
            Code::NodeValue => "a value that cannot stand in the YAML",
            Code::FailedAssertion => "an assertion of the template that does not hold",
            Code::Template => "code that failed while it ran",
            Code::OverlayMatch => "an overlay that matches too few or too many nodes",
            Code::Overlay => "an overlay that cannot be applied",
            Code::Load => "a file or a name that cannot be loaded",
            Code::Library => "a library that cannot be found or used so",
            Code::Flag => "a flag that is wrong",
            Code::File => "a file that is not there or cannot be used",
            Code::Limit => "a limit of the playground",
            Code::Unsupported => "something that only the ytt command does",
            Code::Internal => "a mistake of the playground itself",
        }
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
        let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        let listed = Code::ALL.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(listed && Code::ALL[0] == Code::Violation && Code::ALL[Code::ALL.len() - 1] == Code::Internal);
        assert!(Code::ALL.iter().all(|code| !code.title().is_empty() && !code.title().ends_with('.')));
    }
}
