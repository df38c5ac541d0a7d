//! Reads the arguments of `@schema/validation` and `@assert/validate`.

use super::rules::{ASSERTION, NamedRule, is_sequence, length_limit};
use super::{Alternatives, Assertion, Rule, Validation};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::{AnnotationMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::starlark::{Annotation, PlainValue, ValueHandle};

/// A problem of an annotation: the part of the message after `Invalid @schema/validation annotation - `.
pub(crate) struct InvalidAnnotation {
    pub(super) text: String,
    /// The keyword argument that the annotation does not have.
    pub(super) unknown: Option<UnknownKeyword>,
    /// Whether an argument is no rule, or there is none.
    pub(super) has_no_rule: bool,
    /// The keyword argument of a wrong type, and the name of that type.
    pub(super) wrong_type: Option<(&'static str, String)>,
}

/// An unknown keyword argument, and the known ones.
pub(super) struct UnknownKeyword {
    pub(super) keyword: String,
    pub(super) known: &'static [&'static str],
}

impl From<String> for InvalidAnnotation {
    fn from(text: String) -> InvalidAnnotation {
        InvalidAnnotation { text, unknown: None, has_no_rule: false, wrong_type: None }
    }
}

impl InvalidAnnotation {
    fn without_rule(text: String) -> InvalidAnnotation {
        InvalidAnnotation { has_no_rule: true, ..text.into() }
    }

    /// The error of an annotation.
    pub(crate) fn error(self, annotation: &Annotation) -> Error {
        let text = format!("Invalid @{} annotation - {}", annotation.name, self.text);
        let error = Error::at(text, annotation.position.clone()).coded(Code::Rule);
        let Some(UnknownKeyword { keyword, known }) = self.unknown else {
            let name = if &*annotation.name == "assert/validate" { "assert/validate" } else { "schema/validation" };
            let mistake = match self.wrong_type {
                Some((keyword, found)) => AnnotationMistake::KeywordType { keyword, found },
                None if self.has_no_rule => AnnotationMistake::Argument,
                None => return error,
            };
            return error.caused(Cause::Annotation { name, mistake });
        };
        error.caused(Cause::unknown_keyword(&keyword, known)).with_remedy(Remedy::rename_keyword(&keyword, known))
    }
}

/// In alphabetical order.
const KEYWORDS: &[&str] = &["max", "max_len", "min", "min_len", "not_null", "one_not_null", "one_of", "when"];

/// The rules of an annotation, in the order in which ytt checks them.
pub(crate) fn read_validation(annotation: &Annotation) -> Result<Validation, InvalidAnnotation> {
    let at = annotation.position.compact();
    if annotation.args.is_empty() && annotation.kwargs.is_empty() {
        let text = format!("expected annotation to have 2-tuple as argument(s), but found no arguments (by {at})");
        return Err(InvalidAnnotation::without_rule(text));
    }
    let mut rules = Vec::new();
    for argument in &annotation.args {
        rules.push(custom_rule(argument, &at).map_err(InvalidAnnotation::without_rule)?);
    }
    let named = KeywordArguments::from_kwargs(&annotation.kwargs, &at)?;
    let not_null = named.not_null;
    let when = named.when.clone();
    let named = named.into_rules();
    // Null breaks most other rules, so `not_null=` is checked first and skips the others if it is broken.
    let (first, rest): (Vec<_>, Vec<_>) = named.into_iter().partition(|rule| matches!(rule, NamedRule::NotNull));
    rules.splice(0..0, first.into_iter().map(Rule::from));
    rules.extend(rest.into_iter().map(Rule::from));
    Ok(Validation {
        rules,
        when,
        not_null,
        alternatives: Alternatives::default(),
        position: annotation.position.clone(),
    })
}

/// `("description", assertion)`.
fn custom_rule(argument: &PlainValue, at: &str) -> Result<Rule, String> {
    let PlainValue::Tuple(parts) = argument else {
        let found = argument.repr();
        return Err(format!("expected annotation to have 2-tuple as argument(s), but found: {found} (by {at})"));
    };
    let [description, assertion] = &parts[..] else {
        return Err(format!("expected 2-tuple, but found tuple with length {} (by {at})", parts.len()));
    };
    let PlainValue::Str(description) = description else {
        let found = description.type_name();
        return Err(format!(
            "expected first item in the 2-tuple to be a string describing a valid value, but was {found} (at {at})"
        ));
    };
    let assertion = read_assertion(assertion).map_err(|message| format!("{message} (at {at})"))?;
    Ok(Rule::Custom { description: byte_text::lossy(description).into_owned(), assertion })
}

/// A function, or an object or struct with a function in its attribute `check`.
fn read_assertion(value: &PlainValue) -> Result<Assertion, String> {
    match value {
        PlainValue::Function(function) => Ok(Assertion::Function(function.clone())),
        PlainValue::Object(object) if object.object_type == Some(&ASSERTION) => Ok(Assertion::Object(object.clone())),
        PlainValue::Struct(fields) => match fields.iter().find(|(name, _)| name == "check") {
            Some((_, PlainValue::Function(check))) => Ok(Assertion::Function(check.clone())),
            Some((_, other)) => Err(format!("expected struct with attribute check(), but was {}", other.type_name())),
            None => Err(without_check(value)),
        },
        other if has_attributes(other) => Err(without_check(other)),
        other => {
            let found = other.type_name();
            Err(format!("expected second item in the 2-tuple to be an assertion function, but was {found}"))
        }
    }
}

fn without_check(value: &PlainValue) -> String {
    format!(
        "expected second item in tuple to be an assertion function or assertion object, but was a {}",
        value.type_name()
    )
}

fn has_attributes(value: &PlainValue) -> bool {
    match value {
        PlainValue::Str(_) | PlainValue::List(_) | PlainValue::Dict(_) | PlainValue::Set(_) => true,
        PlainValue::Object(object) => object.type_name != "range",
        _ => false,
    }
}

/// The keyword arguments, each at most once.
#[derive(Default)]
struct KeywordArguments {
    when: Option<ValueHandle>,
    min_len: Option<PlainValue>,
    max_len: Option<PlainValue>,
    min: Option<PlainValue>,
    max: Option<PlainValue>,
    not_null: bool,
    one_not_null: Option<NamedRule>,
    one_of: Option<PlainValue>,
}

impl KeywordArguments {
    fn from_kwargs(kwargs: &[(String, PlainValue)], at: &str) -> Result<KeywordArguments, InvalidAnnotation> {
        let mut named = KeywordArguments::default();
        for (name, value) in kwargs {
            let keyword = KEYWORDS.iter().find(|known| **known == name.as_str());
            let wrong_type = || keyword.map(|known| (*known, value.type_name().to_owned()));
            let expected = |what: &str| {
                let found = value.type_name();
                let text = format!("expected keyword argument \"{name}\" to be {what}, but was {found} (at {at})");
                Err(InvalidAnnotation { wrong_type: wrong_type(), ..text.into() })
            };
            match name.as_str() {
                "when" => match value {
                    PlainValue::Function(function) => named.when = Some(function.clone()),
                    _ => return expected("a function"),
                },
                "min_len" => match length_limit(value) {
                    Some(limit) => named.min_len = Some(limit),
                    None => return expected("a number"),
                },
                "max_len" => match length_limit(value) {
                    Some(limit) => named.max_len = Some(limit),
                    None => return expected("a number"),
                },
                "min" => named.min = Some(value.clone()),
                "max" => named.max = Some(value.clone()),
                "not_null" => match value {
                    PlainValue::Bool(wanted) => named.not_null = *wanted,
                    _ => return expected("a boolean"),
                },
                "one_not_null" => {
                    // False is no wrong type, but has no effect.
                    let wrong_type = || wrong_type().filter(|_| !matches!(value, PlainValue::Bool(_)));
                    let invalid = |text: String| InvalidAnnotation { wrong_type: wrong_type(), ..text.into() };
                    named.one_not_null = Some(one_not_null(value).map_err(invalid)?);
                }
                "one_of" if is_sequence(value) => named.one_of = Some(value.clone()),
                "one_of" => {
                    let found = value.type_name();
                    let text = format!("expected keyword argument {name} to be a sequence, but was {found}");
                    return Err(InvalidAnnotation { wrong_type: wrong_type(), ..text.into() });
                }
                _ => {
                    let shown = PlainValue::Str(name.as_str().into()).repr();
                    return Err(InvalidAnnotation {
                        has_no_rule: false,
                        wrong_type: None,
                        text: format!("unknown keyword argument {shown} (at {at})"),
                        unknown: Some(UnknownKeyword { keyword: name.clone(), known: KEYWORDS }),
                    });
                }
            }
        }
        Ok(named)
    }

    /// In ytt's order, which is not that of the annotation.
    fn into_rules(self) -> Vec<NamedRule> {
        let rules = [
            self.min_len.map(NamedRule::MinLen),
            self.max_len.map(NamedRule::MaxLen),
            self.min.map(NamedRule::Min),
            self.max.map(NamedRule::Max),
            self.not_null.then_some(NamedRule::NotNull),
            self.one_not_null,
            self.one_of.map(NamedRule::OneOf),
        ];
        rules.into_iter().flatten().collect()
    }
}

fn one_not_null(value: &PlainValue) -> Result<NamedRule, String> {
    match value {
        PlainValue::Bool(true) => Ok(NamedRule::OneNotNull(None)),
        PlainValue::Bool(false) => Err("one_not_null= cannot be False".to_owned()),
        keys if is_sequence(keys) => Ok(NamedRule::OneNotNull(Some(keys.clone()))),
        other => Err(format!("expected True or a sequence of keys, but was a '{}'", other.type_name())),
    }
}
