//! Reads the annotations of the extension `schema-proposal`. Where the design proposal is not specific, see
//! docs/schema-proposal.md for the decisions.

use super::annotations::{Fault, Holder, Subject};
use super::types::{Example, OneOf, Scalar, Type};
use crate::diagnostics::report::bare_message;
use crate::extensions::Extensions;
use crate::positions::Position;
use crate::starlark::PlainValue;
use crate::yaml::tree::{Document, Meta};

/// The annotation that marks a schema document, as `@data/values-schema` does.
pub(crate) const DEFINITION: &str = "schema/definition";
/// The short form of [`DEFINITION`].
pub(crate) const BARE_DEFINITION: &str = "schema";

/// How a schema is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reading {
    /// ytt's reading.
    #[default]
    Ytt,
    /// With the annotations of the proposal.
    Extended,
    /// Like [`Reading::Extended`], for a document with [`DEFINITION`]: strings must not be empty, and values without a
    /// type must not be null, unless annotations say otherwise.
    Definition,
}

impl Reading {
    pub(super) fn from_document(document: &Document, extensions: Extensions) -> Result<Reading, Fault> {
        if !extensions.schema_proposal {
            return Ok(Reading::Ytt);
        }
        let subjects = [DEFINITION, BARE_DEFINITION].map(|name| Subject::find(&document.meta, name));
        let Some(subject) = subjects.into_iter().flatten().next() else { return Ok(Reading::Extended) };
        let expected = if subject.annotation.name.as_ref() == DEFINITION {
            "no arguments, name=\"data/values\" or data_values=True"
        } else {
            "no arguments"
        };
        if let Some(value) = subject.annotation.args.first() {
            return Err(subject.syntax_fault(expected, subject.found(value.type_name()), &[]));
        }
        for (name, value) in &subject.annotation.kwargs {
            let is_known = match (name.as_str(), value) {
                ("name", PlainValue::Str(kind)) => &**kind == "data/values",
                ("data_values", PlainValue::Bool(yes)) => *yes,
                _ => false,
            };
            if !is_known || expected == "no arguments" {
                let found = format!("{name}={}", value.repr());
                let hints = ["schemas are for data values, and for nothing else yet."];
                return Err(subject.syntax_fault(expected, subject.found(&found), &hints));
            }
        }
        Ok(Reading::Definition)
    }

    /// Whether the annotations of the proposal are read.
    pub(super) fn is_extended(self) -> bool {
        self != Reading::Ytt
    }
}

/// The arguments of `@schema/type`.
pub(super) enum Typing {
    /// The type is that of the value.
    Inferred,
    Any,
    /// Named types, and that of the value if `or_inferred`.
    OneOf {
        named: Vec<Named>,
        or_inferred: bool,
        at: Position,
    },
}

/// A type that can be named in `one_of=`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Named {
    Null,
    Scalar(Scalar),
}

impl Named {
    const NAMES: &str = "\"bool\", \"float\", \"int\", \"null\" or \"string\"";

    fn from_name(name: &str) -> Option<Named> {
        Some(match name {
            "bool" => Named::Scalar(Scalar::Boolean),
            "float" => Named::Scalar(Scalar::Float),
            "int" => Named::Scalar(Scalar::Integer),
            "null" => Named::Null,
            "string" => Named::Scalar(Scalar::String),
            _ => return None,
        })
    }
}

/// `@schema/type one_of=…, or_inferred=…` or `any=…`.
pub(super) fn typing(meta: &Meta) -> Result<Typing, Fault> {
    const EXPECTED: &str = "one_of= (a name or a list of names), or_inferred=True, or any=True alone";
    let Some(subject) = Subject::find(meta, "schema/type") else { return Ok(Typing::Inferred) };
    let fault = |found: String, hints: &[&str]| subject.syntax_fault(EXPECTED, subject.found(&found), hints);
    if let Some(value) = subject.annotation.args.first() {
        let found = format!("the value {} without a keyword", value.repr());
        return Err(fault(found, &[]));
    }
    let (mut one_of, mut or_inferred, mut any) = (None, None, None);
    for (name, value) in &subject.annotation.kwargs {
        match (name.as_str(), value) {
            ("one_of", value) => one_of = Some(names(value).map_err(|found| fault(found, &[&hint_names()]))?),
            ("or_inferred", PlainValue::Bool(value)) => or_inferred = Some(*value),
            ("any", PlainValue::Bool(value)) => any = Some(*value),
            ("or_inferred" | "any", other) => return Err(fault(format!("{name}= with {}", other.type_name()), &[])),
            _ => return Err(fault(format!("the keyword {name}="), &[])),
        }
    }
    match (any, one_of, or_inferred) {
        (None, None, None) => Err(fault("missing keyword argument".to_owned(), &[])),
        (Some(_), one_of, or_inferred) if one_of.is_some() || or_inferred.is_some() => Err(fault(
            "any= beside other arguments".to_owned(),
            &["any=True allows every type: nothing is left to add."],
        )),
        (Some(true), ..) => Ok(Typing::Any),
        (Some(false), ..) | (None, None, Some(true)) => Ok(Typing::Inferred),
        (None, None, Some(false)) => Err(fault("or_inferred=False without one_of=".to_owned(), &[])),
        (None, Some(named), or_inferred) => {
            let or_inferred = or_inferred.unwrap_or(false);
            if named.is_empty() && !or_inferred {
                return Err(fault("one_of= without a name".to_owned(), &[&hint_names()]));
            }
            Ok(Typing::OneOf { named, or_inferred, at: subject.annotation.position.clone() })
        }
    }
}

fn hint_names() -> String {
    format!("types that have names are {}; or_inferred=True adds that of the value.", Named::NAMES)
}

/// Reads a name or a sequence of names. The error is a description of the argument.
fn names(value: &PlainValue) -> Result<Vec<Named>, String> {
    let all = match value {
        PlainValue::Str(_) => std::slice::from_ref(value),
        PlainValue::List(names) | PlainValue::Tuple(names) | PlainValue::Set(names) => names,
        other => return Err(format!("one_of= with {}", other.type_name())),
    };
    let mut named = Vec::new();
    for name in all {
        let known = match name {
            PlainValue::Str(text) => Named::from_name(text),
            _ => None,
        };
        let shown = || format!("{} in one_of=", name.repr());
        let known = known.ok_or_else(shown)?;
        if !named.contains(&known) {
            named.push(known);
        }
    }
    Ok(named)
}

impl OneOf {
    /// The named types, defined at `position`, and the type of the value, if it has one.
    pub(super) fn of(named: &[Named], inferred: Option<Type>, position: &Position) -> OneOf {
        let mut one_of = OneOf { alternatives: Vec::new(), null: named.contains(&Named::Null) };
        let same = |a: &Type, b: Scalar| matches!(&a.kind, super::types::Kind::Scalar(a) if *a == b);
        for name in named {
            let Named::Scalar(scalar) = *name else { continue };
            if !inferred.as_ref().is_some_and(|inferred| same(inferred, scalar)) {
                one_of.alternatives.push(Type::scalar(scalar, position.clone()));
            }
        }
        one_of.alternatives.extend(inferred);
        one_of
    }
}

/// The text of `@schema/doc`.
pub(super) fn doc(meta: &Meta) -> Result<Option<String>, Fault> {
    super::annotations::text(meta, "schema/doc")
}

/// The value of `@schema/example` and the position of the annotation. The caller checks the type.
pub(super) fn example(meta: &Meta) -> Result<Option<(Vec<Example>, Position)>, Fault> {
    let Some(subject) = Subject::find(meta, "schema/example") else { return Ok(None) };
    let hints = ["this annotation only accepts one argument: the example value.", "@schema/examples takes several."];
    let several = subject.annotation.args.len();
    if several > 1 {
        let found = subject.found(&format!("{several} values"));
        return Err(subject.syntax_fault("one value (of expected type)", found, &hints));
    }
    let value = subject.only_argument("one value (of expected type)", &hints)?;
    let fault = |error| {
        let found = subject.found(&bare_message(&error));
        subject.syntax_fault("one value (of expected type)", found, &[])
    };
    let value = value.to_value_at(&meta.position).map_err(fault)?;
    Ok(Some((vec![Example { description: String::new(), value }], subject.annotation.position.clone())))
}

/// The text of `@schema/removed`, which says what to use instead.
pub(super) fn removed(meta: &Meta, holder: Holder) -> Result<Option<String>, Fault> {
    let Some(subject) = Subject::find(meta, "schema/removed") else { return Ok(None) };
    if holder == Holder::Document {
        let hints = ["use schema/removed on individual keys."];
        return Err(subject.fault("@schema/removed not supported on a document", "", String::new(), &hints));
    }
    subject.only_string().map(Some)
}

/// A title from a key: words separated by single spaces, with an upper-case first letter. Everything but letters and
/// digits separates words.
pub fn title_of(key: &str) -> String {
    let words: Vec<&str> = key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_keys_in_words() {
        let titles = ["app_domains", "__a--b.c", "élan", "", "_", "HTTPPort2"].map(title_of);
        assert_eq!(titles, ["App domains", "A b c", "Élan", "", "", "HTTPPort2"]);
    }
}
