//! How a value breaks a rule, as data.

use super::Rule;
use super::round_trip::yaml_round_trip;
use super::rules::NamedRule;
use crate::diagnostics::cause::{BrokenRule, Cause, Length, Unit};
use crate::spelling;
use crate::starlark::PlainValue;
use crate::yaml::inline;
use crate::yaml::printer::print_trimmed;
use crate::yaml::tree::Value;

/// How a value breaks a rule.
pub(super) fn broken(rule: &Rule, value: &PlainValue) -> BrokenRule {
    match rule {
        Rule::Named { message: Some(words), .. } => BrokenRule::Custom(words.clone()),
        Rule::Custom { description, .. } => BrokenRule::Custom(description.clone()),
        Rule::Named { rule, message: None } => named(rule, value),
    }
}

/// Why a rule cannot be applied to a value of this type, if that is the reason of a failure with this text.
pub(crate) fn misfit(rule: &NamedRule, value: &PlainValue, text: &str) -> Option<Cause> {
    let kind = kind(value)?;
    match rule {
        NamedRule::OneNotNull(_) if kind != MAP => Some(Cause::NoKeys { kind: kind.to_owned() }),
        _ if text.starts_with("fail: ") => None,
        NamedRule::MinLen(_) | NamedRule::MaxLen(_) => Some(Cause::NoLength { kind: kind.to_owned() }),
        NamedRule::Min(limit) | NamedRule::Max(limit) => {
            let operator = if matches!(rule, NamedRule::Min(_)) { ">=" } else { "<=" };
            let limit = self::kind(limit).filter(|limit| *limit != kind)?;
            Some(Cause::Operands { operator: operator.to_owned(), left: kind.to_owned(), right: limit.to_owned() })
        }
        _ => None,
    }
}

/// The type of maps in headlines.
const MAP: &str = "struct";

/// The name of the type of a value; None for values that YAML does not have.
fn kind(value: &PlainValue) -> Option<&str> {
    Some(match value {
        PlainValue::Dict(_) | PlainValue::Struct(_) | PlainValue::Fragment(Value::Map(_)) => MAP,
        PlainValue::Fragment(Value::Array(_)) => "list",
        PlainValue::Fragment(_) | PlainValue::DataFunction(_) | PlainValue::Function(_) | PlainValue::Object(_) => {
            return None;
        }
        value => value.type_name(),
    })
}

/// A limit in Starlark's syntax, also if it is a value of YAML.
fn written(limit: &PlainValue) -> String {
    yaml_round_trip(limit).as_ref().unwrap_or(limit).repr()
}

fn named(rule: &NamedRule, value: &PlainValue) -> BrokenRule {
    match rule {
        NamedRule::Min(limit) => BrokenRule::Min(written(limit)),
        NamedRule::Max(limit) => BrokenRule::Max(written(limit)),
        NamedRule::MinLen(limit) => BrokenRule::MinLength(length(limit, value)),
        NamedRule::MaxLen(limit) => BrokenRule::MaxLength(length(limit, value)),
        NamedRule::NotNull => BrokenRule::Null,
        NamedRule::OneNotNull(_) => one_not_null(rule, value),
        NamedRule::OneOf(_) => {
            let allowed = rule.allowed().unwrap_or_default();
            let text = |value: &PlainValue| {
                let value = value.to_value().ok()?;
                Some(inline::scalar(&value).unwrap_or_else(|| print_trimmed(&value)))
            };
            let texts: Vec<String> = allowed.iter().filter_map(text).collect();
            BrokenRule::NotAllowed { nearest: nearest(&allowed, value), allowed: texts }
        }
        rule => BrokenRule::Description(rule.description()),
    }
}

/// The text of an allowed value that is similar to the value.
pub(super) fn nearest(allowed: &[PlainValue], value: &PlainValue) -> Option<String> {
    let PlainValue::Str(found) = value else { return None };
    let text = |value: &PlainValue| match value {
        PlainValue::Str(text) => Some(text.to_string()),
        _ => None,
    };
    let mut texts: Vec<String> = allowed.iter().filter_map(text).collect();
    texts.sort_unstable();
    spelling::nearest(found, texts.iter().map(String::as_str)).map(str::to_owned)
}

fn length(limit: &PlainValue, value: &PlainValue) -> Length {
    let (found, unit) = measured(value).unzip();
    Length { limit: limit.repr(), found, unit: unit.unwrap_or(Unit::Items) }
}

/// The length of a value and its unit. ytt counts the bytes of strings.
pub(super) fn measured(value: &PlainValue) -> Option<(usize, Unit)> {
    match value {
        PlainValue::Str(text) if text.is_ascii() => Some((text.len(), Unit::Characters)),
        PlainValue::Str(text) => Some((text.len(), Unit::Bytes)),
        PlainValue::Fragment(value @ (Value::Map(_) | Value::Array(_))) => Some((value.length()?, Unit::Items)),
        _ => None,
    }
}

fn one_not_null(rule: &NamedRule, value: &PlainValue) -> BrokenRule {
    let required = rule.required_keys().and_then(Result::ok);
    let named: Vec<String> = required.iter().flatten().filter_map(key).collect();
    let map = match value {
        PlainValue::Fragment(Value::Map(map)) => Some(map),
        _ => None,
    };
    let is_counted = |key: Option<&str>| required.is_none() || key.is_some_and(|key| named.iter().any(|n| n == key));
    let set = map
        .map(|map| map.borrow().iter().filter(|item| !item.value.is_null() && is_counted(item.key.as_str())).count());
    BrokenRule::OneNotNull { keys: named, set }
}

fn key(value: &PlainValue) -> Option<String> {
    match value {
        PlainValue::Str(text) => Some(text.to_string()),
        _ => None,
    }
}
