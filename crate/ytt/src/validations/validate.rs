//! Reads the arguments of `@schema/validate`, of the extension `schema-proposal`: functions, and more named rules than
//! `@schema/validation` has.

use super::annotation::{InvalidAnnotation, UnknownKeyword};
use super::formats::Format;
use super::rules::{ASSERTION, NamedRule, is_sequence, length_limit};
use super::text_rules;
use super::{Alternatives, Assertion, Rule, Validation};
use crate::regexp::Regexp;
use crate::starlark::{Annotation, PlainValue};

/// In alphabetical order.
const KEYWORDS: &[&str] = &[
    "ends_with", "enum", "format", "max", "max_len", "min", "min_len", "not_null", "one_of", "prefix", "regexp",
    "starts_with", "unique",
];

/// The rules of an annotation: `not_null=`, functions, then the other named rules in the order of the annotation.
pub(crate) fn read_validate(annotation: &Annotation) -> Result<Validation, InvalidAnnotation> {
    let at = annotation.position.compact();
    if annotation.args.is_empty() && annotation.kwargs.is_empty() {
        return Err(format!("expected functions or keyword arguments, but found no arguments (by {at})").into());
    }
    let mut rules = Vec::new();
    for argument in &annotation.args {
        rules.push(function_rule(argument).map_err(|text| format!("{text} (at {at})"))?);
    }
    let mut not_null = false;
    for (name, value) in &annotation.kwargs {
        let (limit, message) = with_message(name, value);
        let rule = named_rule(name, limit).map_err(|wrong| match wrong {
            Wrong::Keyword => InvalidAnnotation {
                has_no_rule: false,
                wrong_type: None,
                text: format!("unknown keyword argument \"{name}\" (at {at})"),
                unknown: Some(UnknownKeyword { keyword: name.clone(), known: KEYWORDS }),
            },
            Wrong::Value(wanted) => {
                let found = limit.type_name();
                format!("expected keyword argument \"{name}\" to be {wanted}, but was {found} (at {at})").into()
            }
            Wrong::Text(text) => format!("{text} (at {at})").into(),
            // On a second line: ytt cuts the first line of a message at an unbalanced closing bracket.
            Wrong::Pattern(error) => {
                format!("expected keyword argument \"{name}\" to be a pattern (at {at})\n    {error}").into()
            }
        })?;
        let Some(rule) = rule else { continue };
        let rule = Rule::Named { rule, message };
        if rule.is_critical() {
            not_null = true;
            rules.insert(0, rule);
        } else {
            rules.push(rule);
        }
    }
    Ok(Validation {
        rules,
        when: None,
        not_null,
        alternatives: Alternatives::default(),
        position: annotation.position.clone(),
    })
}

fn function_rule(argument: &PlainValue) -> Result<Rule, String> {
    let (description, assertion) = match argument {
        PlainValue::Function(function) => {
            let described = text_rules::description(function.name()).map(str::to_owned);
            let description = described.unwrap_or_else(|| format!("a value that {} accepts", function.name()));
            (description, Assertion::Verdict(function.clone()))
        }
        PlainValue::Object(object) if object.object_type == Some(&ASSERTION) => {
            ("a value that an assertion accepts".to_owned(), Assertion::Object(object.clone()))
        }
        other => return Err(format!("expected a function, but was {}", other.type_name())),
    };
    Ok(Rule::Custom { description, assertion })
}

/// The value of a keyword argument, and the message of a pair `(value, message)`.
fn with_message<'a>(name: &str, value: &'a PlainValue) -> (&'a PlainValue, Option<String>) {
    let PlainValue::Tuple(parts) = value else { return (value, None) };
    let [limit, PlainValue::Str(message)] = &parts[..] else { return (value, None) };
    // Two strings are the allowed values, not a value and a message.
    if matches!(name, "enum" | "one_of") && !is_sequence(limit) {
        return (value, None);
    }
    (limit, Some(message.to_string()))
}

/// A problem of a keyword argument.
enum Wrong {
    /// The keyword is unknown.
    Keyword,
    /// The value is not of the named type.
    Value(&'static str),
    Text(String),
    /// The error of a pattern.
    Pattern(String),
}

/// The rule of a keyword argument; None for one that is False.
fn named_rule(name: &str, value: &PlainValue) -> Result<Option<NamedRule>, Wrong> {
    let is_number =
        |value: &PlainValue| matches!(value, PlainValue::Int(_) | PlainValue::BigInt(_) | PlainValue::Float(_));
    Ok(Some(match (name, value) {
        ("min", value) if is_number(value) => NamedRule::Min(value.clone()),
        ("max", value) if is_number(value) => NamedRule::Max(value.clone()),
        ("min" | "max", _) => return Err(Wrong::Value("a number")),
        ("min_len", value) => NamedRule::MinLen(length_limit(value).ok_or(Wrong::Value("a number"))?),
        ("max_len", value) => NamedRule::MaxLen(length_limit(value).ok_or(Wrong::Value("a number"))?),
        ("enum" | "one_of", value) if is_sequence(value) => NamedRule::OneOf(value.clone()),
        ("enum" | "one_of", _) => return Err(Wrong::Value("a sequence")),
        ("not_null", PlainValue::Bool(wanted)) => return Ok(wanted.then_some(NamedRule::NotNull)),
        ("unique", PlainValue::Bool(wanted)) => return Ok(wanted.then_some(NamedRule::Unique)),
        ("not_null" | "unique", _) => return Err(Wrong::Value("a boolean")),
        ("regexp", PlainValue::Str(pattern)) => match Regexp::whole(pattern) {
            Ok(regexp) => NamedRule::Regexp { pattern: pattern.clone(), regexp: regexp.into() },
            Err(error) => return Err(Wrong::Pattern(error.to_string())),
        },
        ("format", PlainValue::Str(name)) => match Format::named(name) {
            Some(format) => NamedRule::Format(format),
            None => {
                let known = Format::ALL.map(Format::name).join(", ");
                let name = value.repr();
                return Err(Wrong::Text(format!("unknown format {name}; there are {known}")));
            }
        },
        ("starts_with" | "prefix", PlainValue::Str(start)) => NamedRule::StartsWith(start.clone()),
        ("ends_with", PlainValue::Str(end)) => NamedRule::EndsWith(end.clone()),
        ("regexp" | "format" | "starts_with" | "prefix" | "ends_with", _) => return Err(Wrong::Value("a string")),
        _ => return Err(Wrong::Keyword),
    }))
}
