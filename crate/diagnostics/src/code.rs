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
    /// YAML has code of Helm's templates.
    HelmSyntax,
    /// A map has a key twice.
    DuplicateKey,
    /// A comment is not template code and is not marked as a comment.
    Comment,
    /// A YAML node has both a value and code.
    ValueAndCode,
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

/// Each code with its name in diagnostics and its description, in the order of [`Code`].
const TABLE: [(Code, &str, &str); 31] = [
    (Code::Violation, "violation", "A data value breaks a validation rule"),
    (Code::ValueType, "value-type", "A data value has the wrong type"),
    (Code::UnexpectedKey, "unexpected-key", "A data value is not in the schema"),
    (Code::Deprecated, "deprecated", "A data value is deprecated"),
    (Code::Schema, "schema", "The schema is not valid"),
    (Code::Annotation, "annotation", "An annotation is not valid"),
    (Code::Rule, "rule", "A validation rule cannot be checked"),
    (Code::DataValues, "data-values", "The data values cannot be combined"),
    (Code::Yaml, "yaml", "This is not valid YAML"),
    (Code::HelmSyntax, "helm-syntax", "This is Helm's syntax, which ytt does not read"),
    (Code::DuplicateKey, "duplicate-key", "A key is set twice in the same map"),
    (Code::Comment, "comment", "A comment must start with `#!`, and code with `#@`"),
    (Code::ValueAndCode, "value-and-code", "This line has both a value and code; it can have only one"),
    (Code::Syntax, "syntax", "This code has a syntax error"),
    (Code::Name, "name", "A name is not defined"),
    (Code::Attribute, "attribute", "There is no such attribute, key or index"),
    (Code::Arguments, "arguments", "The arguments do not match the parameters of the function"),
    (Code::Operator, "operator", "This operator does not accept these values"),
    (Code::Module, "module", "A function of a `@ytt` module failed"),
    (Code::NodeValue, "node-value", "This value cannot be used at this position in the YAML"),
    (Code::FailedAssertion, "failed-assertion", "A check in the template failed"),
    (Code::Template, "template", "The template failed while it was running"),
    (Code::OverlayMatch, "overlay-match", "An overlay matches the wrong number of nodes"),
    (Code::Overlay, "overlay", "An overlay cannot be applied"),
    (Code::Load, "load", "A file or a name cannot be loaded"),
    (Code::Library, "library", "A library cannot be found or evaluated"),
    (Code::Flag, "flag", "The command line is not valid"),
    (Code::File, "file", "A file cannot be found or read"),
    (Code::Limit, "limit", "The run reached a limit of the playground"),
    (Code::Unsupported, "unsupported", "The playground does not support this; the `ytt` command does"),
    (Code::Internal, "internal", "Internal error of the playground"),
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

    /// The problem in a sentence without a period: the headline if the cause is not known.
    pub fn description(self) -> &'static str {
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
    fn each_code_is_listed_once_with_a_description() {
        let names: BTreeSet<&str> = Code::all().map(Code::as_str).collect();
        assert_eq!(names.len(), TABLE.len());
        assert!(Code::all().enumerate().all(|(index, code)| code as usize == index));
        assert_eq!(Code::Internal as usize, TABLE.len() - 1);
        assert!(Code::all().all(|code| !code.description().is_empty() && !code.description().ends_with('.')));
    }
}
