//! Reads and checks ytt's own `@schema/…` annotations of a node. A [`Fault`] becomes an "Invalid schema" report.

use super::types::{Example, Type};
use crate::byte_text;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::report::bare_message;
use crate::diagnostics::{Error, ErrorKind, SchemaFinding, SchemaReport};
use crate::positions::Position;
use crate::starlark::{Annotated, Annotation, PlainValue};
use crate::yaml::tree::{Meta, Value};

/// An error in an annotation.
pub(super) enum Fault {
    Finding(Box<SchemaFinding>),
    Other(Error),
}

impl Fault {
    /// The fault, of which this is the reason.
    fn because(self, subject: &Subject<'_>, mistake: AnnotationMistake) -> Fault {
        match self {
            Fault::Finding(finding) => {
                let cause = Some(Cause::Annotation { name: subject.name, mistake });
                Fault::Finding(Box::new(SchemaFinding { cause, ..*finding }))
            }
            other => other,
        }
    }

    /// The report of this error.
    pub(super) fn report(self, summary: impl Into<String>) -> Error {
        match self {
            Fault::Finding(finding) => report(summary, vec![*finding]),
            Fault::Other(error) => Error::of(ErrorKind::Schema(SchemaReport {
                summary: summary.into(),
                findings: Vec::new(),
                others: vec![error],
            })),
        }
    }
}

/// The report of findings.
pub(super) fn report(summary: impl Into<String>, findings: Vec<SchemaFinding>) -> Error {
    Error::of(ErrorKind::Schema(SchemaReport { summary: summary.into(), findings, others: Vec::new() }))
}

/// A finding with only a position.
pub(super) fn finding_at(at: Position) -> SchemaFinding {
    SchemaFinding {
        code: Code::Schema,
        description: None,
        path: None,
        at,
        origin: Position::unknown(),
        annotations: Vec::new(),
        found: String::new(),
        expected: String::new(),
        defined: Position::unknown(),
        hints: Vec::new(),
        cause: None,
        remedies: Vec::new(),
    }
}

/// The kind of an annotated node.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Holder {
    Document,
    MapItem,
    ArrayItem,
}

/// An annotation and its node, for error messages.
pub(super) struct Subject<'a> {
    pub(super) name: &'static str,
    pub(super) annotation: &'a Annotation,
    /// The position of the node.
    at: &'a Position,
}

impl<'a> Subject<'a> {
    pub(super) fn find(meta: &'a Meta, name: &'static str) -> Option<Subject<'a>> {
        meta.annotation(name).map(|annotation| Subject { name, annotation, at: &meta.position })
    }

    pub(super) fn fault(
        &self,
        description: impl Into<String>,
        expected: impl Into<String>,
        found: String,
        hints: &[&str],
    ) -> Fault {
        Fault::Finding(Box::new(SchemaFinding {
            code: Code::Annotation,
            description: Some(description.into()),
            annotations: vec![self.annotation.position.clone()],
            found,
            expected: expected.into(),
            hints: hints.iter().map(|hint| (*hint).to_owned()).collect(),
            ..finding_at(self.at.clone())
        }))
    }

    /// A fault with the description "syntax error in @schema/… annotation".
    pub(super) fn syntax_fault(&self, expected: &str, found: String, hints: &[&str]) -> Fault {
        self.fault(format!("syntax error in @{} annotation", self.annotation.name), expected, found, hints)
    }

    /// `WHAT in @schema/… (by file:3)`.
    pub(super) fn found(&self, what: &str) -> String {
        format!("{what} in @{} (by {})", self.annotation.name, self.place())
    }

    fn place(&self) -> String {
        self.annotation.position.compact()
    }

    /// The only argument; fails for several arguments or keyword arguments.
    pub(super) fn only_argument(&self, expected: &str, hints: &[&str]) -> Result<&'a PlainValue, Fault> {
        let (what, hints) = match &self.annotation.args[..] {
            _ if !self.annotation.kwargs.is_empty() => ("keyword argument".to_owned(), hints),
            [argument] => return Ok(argument),
            [] => ("missing value".to_owned(), &[][..]),
            more => (format!("{} values", more.len()), &[][..]),
        };
        Err(self.syntax_fault(expected, self.found(&what), hints).because(self, AnnotationMistake::Argument))
    }

    /// The only argument, a string.
    pub(super) fn only_string(&self) -> Result<String, Fault> {
        match self.only_argument("string", &["this annotation only accepts one argument: a string."])? {
            PlainValue::Str(text) => Ok(byte_text::lossy(text).into_owned()),
            other => {
                let mistake = AnnotationMistake::Type { found: other.type_name().to_owned() };
                Err(self.syntax_fault("string", self.found("Non-string value"), &[]).because(self, mistake))
            }
        }
    }
}

/// The value of `@schema/type any=…`.
pub(super) fn any(meta: &Meta) -> Result<bool, Fault> {
    let Some(subject) = Subject::find(meta, "schema/type") else { return Ok(false) };
    if subject.annotation.kwargs.is_empty() {
        let fault = subject.fault(
            "expected @schema/type annotation to have keyword argument and value",
            "valid keyword argument and value",
            format!("missing keyword argument and value (by {})", subject.place()),
            &["Supported key-value pairs are 'any=True', 'any=False'"],
        );
        return Err(fault.because(&subject, AnnotationMistake::Keyword));
    }
    let mut any = false;
    for (name, value) in &subject.annotation.kwargs {
        let fault = |expected: &str, found: &str, mistake| {
            let found = format!("{found} (by {})", subject.place());
            let description = "unknown @schema/type annotation keyword argument";
            subject.fault(description, expected, found, &["Supported kwargs are 'any'"]).because(&subject, mistake)
        };
        match (name.as_str(), value) {
            ("any", PlainValue::Bool(value)) => any = *value,
            ("any", other) => {
                let found = other.type_name().to_owned();
                let mistake = AnnotationMistake::KeywordType { keyword: "any", found };
                return Err(fault("starlark.Bool", other.go_type(), mistake));
            }
            _ => return Err(fault("A valid kwarg", name, AnnotationMistake::Keyword)),
        }
    }
    Ok(any)
}

/// Whether there is `@schema/nullable`.
pub(super) fn nullable(meta: &Meta) -> Result<bool, Fault> {
    let Some(subject) = Subject::find(meta, "schema/nullable") else { return Ok(false) };
    if !subject.annotation.kwargs.is_empty() {
        let fault = subject.fault(
            "expected @schema/nullable annotation to not contain any keyword arguments",
            "starlark.Bool",
            subject.found("keyword argument"),
            &["Supported kwargs are 'any'"],
        );
        return Err(fault.because(&subject, AnnotationMistake::Argument));
    }
    Ok(true)
}

/// The value of `@schema/default` and the position of the annotation. The caller checks the type.
pub(super) fn default(meta: &Meta, holder: Holder, ty: &Type) -> Result<Option<(Value, Position)>, Fault> {
    let Some(subject) = Subject::find(meta, "schema/default") else { return Ok(None) };
    let position = subject.annotation.position.clone();
    if holder == Holder::ArrayItem {
        let finding = SchemaFinding {
            code: Code::Annotation,
            annotations: vec![position],
            hints: vec![
                "do you mean to set a default value for the array?".to_owned(),
                "set an array's default by annotating its parent.".to_owned(),
            ],
            cause: Some(Cause::Annotation { name: subject.name, mistake: AnnotationMistake::Place }),
            ..finding_at(meta.position.clone())
        };
        let error = report("Invalid schema - @schema/default not supported on array item", vec![finding]);
        return Err(Fault::Other(error));
    }
    let expected = format!("{} (by {})", ty.name(), ty.position.compact());
    let argument = subject.only_argument(
        &expected,
        &[
            "this annotation only accepts one argument: the default value.",
            "value must be in Starlark format, e.g.: {'key': 'value'}, True.",
        ],
    )?;
    // ytt crashes for functions and other values that YAML cannot represent.
    match argument.to_value_at(&meta.position) {
        Ok(value) => Ok(Some((value, position))),
        Err(error) => Err(subject.syntax_fault(&expected, subject.found(&bare_message(&error)), &[])),
    }
}

/// The string of `@schema/desc` or `@schema/title`.
pub(super) fn text(meta: &Meta, name: &'static str) -> Result<Option<String>, Fault> {
    Subject::find(meta, name).map(|subject| subject.only_string()).transpose()
}

/// The notice of `@schema/deprecated`.
pub(super) fn deprecated(meta: &Meta, holder: Holder) -> Result<Option<String>, Fault> {
    let Some(subject) = Subject::find(meta, "schema/deprecated") else { return Ok(None) };
    if holder == Holder::Document {
        let fault = subject.fault(
            "@schema/deprecated not supported on a document",
            "",
            String::new(),
            &["do you mean to deprecate the entire schema document?", "use schema/deprecated on individual keys."],
        );
        return Err(fault.because(&subject, AnnotationMistake::Place));
    }
    subject.only_string().map(Some)
}

/// `@schema/examples ("description", value), …` and the position of the annotation. The caller checks the types.
pub(super) fn examples(meta: &Meta) -> Result<Option<(Vec<Example>, Position)>, Fault> {
    const EXPECTED: &str = "2-tuple containing description (string) and example value (of expected type)";
    let Some(subject) = Subject::find(meta, "schema/examples") else { return Ok(None) };
    let fault = |found: String| {
        let mistake = AnnotationMistake::Argument;
        subject.syntax_fault(EXPECTED, found, &[]).because(&subject, mistake)
    };
    if !subject.annotation.kwargs.is_empty() {
        return Err(fault(subject.found("keyword argument")));
    }
    if subject.annotation.args.is_empty() {
        return Err(fault(subject.found("missing value")));
    }
    let mut examples = Vec::new();
    for argument in &subject.annotation.args {
        let kind = argument.type_name();
        let PlainValue::Tuple(parts) = argument else {
            return Err(fault(format!("{kind} for @schema/examples (at {})", subject.place())));
        };
        let [description, value] = &parts[..] else {
            let found =
                if parts.len() < 2 { "empty tuple".to_owned() } else { format!("{}-tuple argument", parts.len()) };
            return Err(fault(subject.found(&found)));
        };
        let PlainValue::Str(description) = description else {
            let kind = description.type_name();
            return Err(fault(format!("{kind} value for @schema/examples (at {})", subject.place())));
        };
        let value = value.to_value_at(&meta.position).map_err(|error| fault(subject.found(&bare_message(&error))))?;
        examples.push(Example { description: byte_text::lossy(description).into_owned(), value });
    }
    Ok(Some((examples, subject.annotation.position.clone())))
}
