//! The named rules (`min_len=`, `one_of=` …), of `@schema/validation`, `@assert/validate` and `@ytt:assert`.

use std::collections::HashSet;
use std::sync::Arc;

use super::formats::Format;
use super::round_trip::{as_lambda_error, yaml_round_trip};
use crate::byte_text;
use crate::diagnostics::report::bare_message;
use crate::natives::ObjectType;
use crate::regexp::Regexp;
use crate::starlark::{Comparison, PlainValue, lookup, quote};
use crate::yaml::tree::Value;

/// The type of the result of `assert.min(1)` and the like.
pub(crate) static ASSERTION: ObjectType = ObjectType {
    name: "@ytt:assert.assertion",
    go_name: "*yttlibrary.Assertion",
    refusal: "does not encode (did you mean to call check()?)",
};

/// A rule with a name and its limit. The last five are of the extension `schema-proposal`.
#[derive(Clone, Debug)]
pub enum NamedRule {
    /// The length is at least this integer, which may exceed 64 bits.
    MinLen(PlainValue),
    /// The length is at most this integer, which may exceed 64 bits.
    MaxLen(PlainValue),
    /// The value is not less than this.
    Min(PlainValue),
    /// The value is not greater than this.
    Max(PlainValue),
    /// The value is not null.
    NotNull,
    /// Exactly one of these keys, or of all keys, has a value that is not null.
    OneNotNull(Option<PlainValue>),
    /// The value is in this sequence.
    OneOf(PlainValue),
    /// The whole string matches.
    Regexp {
        /// The pattern as written in the annotation.
        pattern: Arc<str>,
        /// The compiled pattern.
        regexp: Arc<Regexp>,
    },
    /// The string has this format.
    Format(Format),
    /// All items are different.
    Unique,
    /// The string starts with this.
    StartsWith(Arc<str>),
    /// The string ends with this.
    EndsWith(Arc<str>),
}

impl NamedRule {
    /// The requirement on a value; reports show it after "must be: ".
    pub fn description(&self) -> String {
        match self {
            NamedRule::MinLen(limit) => format!("length >= {}", limit.repr()),
            NamedRule::MaxLen(limit) => format!("length <= {}", limit.repr()),
            NamedRule::Min(limit) => format!("a value >= {}", limit.repr()),
            NamedRule::Max(limit) => format!("a value <= {}", limit.repr()),
            NamedRule::NotNull => "not null".to_owned(),
            NamedRule::OneNotNull(None) => "exactly one of all children to be not null".to_owned(),
            NamedRule::OneNotNull(Some(keys)) => format!("exactly one of {} to be not null", keys.repr()),
            NamedRule::OneOf(allowed) => format!("one of {}", allowed.repr()),
            NamedRule::Regexp { pattern, .. } => format!("text that matches {pattern}"),
            NamedRule::Format(format) => format.description().to_owned(),
            NamedRule::Unique => "items that are all different".to_owned(),
            NamedRule::StartsWith(start) => format!("text that starts with {}", quote(start)),
            NamedRule::EndsWith(end) => format!("text that ends with {}", quote(end)),
        }
    }

    /// The values that `one_of=` allows; None for other rules, and for sequences that allow nothing.
    pub fn allowed(&self) -> Option<Vec<PlainValue>> {
        let NamedRule::OneOf(allowed) = self else { return None };
        match yaml_round_trip(allowed).ok()? {
            PlainValue::List(items) => Some(items),
            PlainValue::Dict(entries) => Some(entries.into_iter().map(|(key, _)| key).collect()),
            _ => None,
        }
    }

    /// The keys of `one_not_null=`; None for other rules, and if it has none. Fails if one cannot be a key.
    pub fn required_keys(&self) -> Option<Result<Vec<PlainValue>, String>> {
        let NamedRule::OneNotNull(Some(keys)) = self else { return None };
        let keys = elements(keys);
        Some(keys.and_then(
            |keys| match keys.iter().find(|key| matches!(key, PlainValue::List(_) | PlainValue::Dict(_))) {
                Some(key) => Err(format!("{} is no key", key.repr())),
                None => Ok(keys),
            },
        ))
    }

    /// Whether the rule is broken because the value, or each of the required keys, is null.
    pub fn is_broken_by_null(&self, value: &PlainValue) -> bool {
        match self {
            NamedRule::OneNotNull(keys) => not_null_keys(value, keys.as_ref()).is_ok_and(|keys| keys.is_empty()),
            NamedRule::NotNull => *value == PlainValue::None,
            _ => false,
        }
    }

    /// Checks a rule about lengths for a value of that length; other rules hold.
    pub fn check_count(&self, length: usize) -> Result<(), String> {
        match self {
            NamedRule::MinLen(limit) => check_length(length, Comparison::GreaterOrEqual, limit),
            NamedRule::MaxLen(limit) => check_length(length, Comparison::LessOrEqual, limit),
            _ => Ok(()),
        }
    }

    /// Checks a value. The error starts with `fail: ` if the rule is broken, and not if the value cannot be compared.
    pub fn check(&self, value: &PlainValue) -> Result<(), String> {
        match self {
            NamedRule::MinLen(limit) => check_length(length(value)?, Comparison::GreaterOrEqual, limit),
            NamedRule::MaxLen(limit) => check_length(length(value)?, Comparison::LessOrEqual, limit),
            NamedRule::Min(limit) => check_limit(value, Comparison::GreaterOrEqual, limit, '<'),
            NamedRule::Max(limit) => check_limit(value, Comparison::LessOrEqual, limit, '>'),
            NamedRule::NotNull if *value == PlainValue::None => Err("fail: value is null".to_owned()),
            NamedRule::NotNull => Ok(()),
            NamedRule::OneNotNull(keys) => check_one_not_null(value, keys.as_ref()),
            NamedRule::OneOf(allowed) => check_one_of(value, allowed),
            NamedRule::Regexp { regexp, .. } => {
                let text = expect_string(value)?;
                regexp.check_effort(text).map_err(|error| bare_message(&error))?;
                outcome(regexp.is_match(text), value)
            }
            NamedRule::Format(format) => check_format(*format, value),
            NamedRule::Unique => check_unique(value),
            NamedRule::StartsWith(start) => outcome(expect_string(value)?.starts_with(&**start), value),
            NamedRule::EndsWith(end) => outcome(expect_string(value)?.ends_with(&**end), value),
        }
    }
}

/// The outcome of a rule that shows the value if it fails.
fn outcome(holds: bool, value: &PlainValue) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("fail: {}", value.repr())) }
}

fn expect_string(value: &PlainValue) -> Result<&str, String> {
    match value {
        PlainValue::Str(text) => Ok(text),
        other => Err(format!("fail: {}, which is no string", other.type_name())),
    }
}

fn check_format(format: Format, value: &PlainValue) -> Result<(), String> {
    match value {
        // Ports are usually integers.
        PlainValue::Int(port) if format == Format::Port => outcome(format.holds(&port.to_string()), value),
        value => outcome(format.holds(expect_string(value)?), value),
    }
}

fn check_unique(value: &PlainValue) -> Result<(), String> {
    // The round trip would make it null.
    if let PlainValue::Fragment(fragment) = value
        && matches!(fragment, Value::Array(array) if array.borrow().items.is_empty())
    {
        return Ok(());
    }
    let items = match yaml_round_trip(value)? {
        PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items) => items,
        other => return Err(format!("fail: {}, which has no items", other.type_name())),
    };
    let mut seen = HashSet::new();
    match items.iter().find(|item| !seen.insert(fingerprint(item))) {
        Some(twice) => Err(format!("fail: {} more than once", twice.repr())),
        None => Ok(()),
    }
}

/// A string that is the same exactly for equal values: integers and floats may be equal, and maps in any order.
pub(super) fn fingerprint(value: &PlainValue) -> String {
    let all = |items: &[PlainValue]| items.iter().map(fingerprint).collect::<Vec<_>>().join(",");
    match value {
        PlainValue::Float(float) if float.fract() == 0.0 && float.abs() < 9.2e18 => (*float as i64).to_string(),
        PlainValue::List(items) => format!("[{}]", all(items)),
        PlainValue::Tuple(items) => format!("({})", all(items)),
        PlainValue::Dict(entries) => {
            let mut entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}:{}", fingerprint(key), fingerprint(value))).collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
        other => other.repr(),
    }
}

/// The limit of a length as an integer; floats are truncated as by `int(x)`. None for other types and infinite floats.
pub(crate) fn length_limit(value: &PlainValue) -> Option<PlainValue> {
    match value {
        PlainValue::Int(_) | PlainValue::BigInt(_) => Some(value.clone()),
        PlainValue::Float(float) if float.is_finite() && float.abs() < 9.2e18 => Some(PlainValue::Int(*float as i64)),
        PlainValue::Float(float) if float.is_finite() => Some(PlainValue::BigInt(format!("{:.0}", float.trunc()))),
        _ => None,
    }
}

/// Whether a value is a sequence in ytt's Starlark: it has a length and can be iterated.
pub(crate) fn is_sequence(value: &PlainValue) -> bool {
    match value {
        PlainValue::List(_) | PlainValue::Tuple(_) | PlainValue::Set(_) | PlainValue::Dict(_) => true,
        PlainValue::Struct(_) | PlainValue::Fragment(_) => true,
        PlainValue::Object(object) => object.type_name == "range" || object.object_type.is_some(),
        _ => false,
    }
}

/// `len(value)`; strings count bytes.
fn length(value: &PlainValue) -> Result<usize, String> {
    match value {
        PlainValue::Str(text) => Ok(byte_text::length(text)),
        PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items) => Ok(items.len()),
        PlainValue::Dict(entries) => Ok(entries.len()),
        PlainValue::Struct(fields) => Ok(fields.len()),
        PlainValue::Fragment(value) => Ok(value.length().unwrap_or(0)),
        // An assertion is a struct with the field `check`.
        PlainValue::Object(object) if object.object_type == Some(&ASSERTION) => Ok(1),
        other => Err(format!("len: value of type {} has no len", other.type_name())),
    }
}

fn check_length(length: usize, comparison: Comparison, limit: &PlainValue) -> Result<(), String> {
    if PlainValue::Int(length as i64).compare(comparison, limit)? {
        return Ok(());
    }
    Err(format!("fail: length = {length}"))
}

fn check_limit(value: &PlainValue, comparison: Comparison, limit: &PlainValue, broken: char) -> Result<(), String> {
    let value = yaml_round_trip(value).map_err(as_lambda_error)?;
    let limit = yaml_round_trip(limit).map_err(as_lambda_error)?;
    if value.compare(comparison, &limit)? {
        return Ok(());
    }
    Err(format!("fail: value {broken} {}", limit.str()))
}

fn check_one_of(value: &PlainValue, allowed: &PlainValue) -> Result<(), String> {
    let value = yaml_round_trip(value).map_err(as_lambda_error)?;
    let found = match yaml_round_trip(allowed).map_err(as_lambda_error)? {
        PlainValue::List(items) => {
            let mut found = false;
            for item in &items {
                found = found || item.compare(Comparison::Equal, &value)?;
            }
            found
        }
        PlainValue::Dict(entries) => lookup(&entries, &value).is_some(),
        other => return Err(format!("unknown binary op: {} in {}", value.type_name(), other.type_name())),
    };
    if found { Ok(()) } else { Err("fail: not one of allowed values".to_owned()) }
}

fn check_one_not_null(value: &PlainValue, keys: Option<&PlainValue>) -> Result<(), String> {
    let not_null = not_null_keys(value, keys)?;
    match not_null.len() {
        0 if matches!(yaml_round_trip(value)?, PlainValue::Dict(entries) if entries.is_empty()) => {
            Err("check: value is empty".to_owned())
        }
        0 => Err("check: all values are null".to_owned()),
        1 => Ok(()),
        _ => Err(format!("check: {} are not null", PlainValue::List(not_null).repr())),
    }
}

/// The keys, of `keys` or of all, that have a value other than null.
fn not_null_keys(value: &PlainValue, keys: Option<&PlainValue>) -> Result<Vec<PlainValue>, String> {
    let value = yaml_round_trip(value)?;
    let PlainValue::Dict(entries) = &value else {
        return Err(format!("check: value must be a map or dict, but was '{}'", value.type_name()));
    };
    let keys = match keys {
        None => entries.iter().map(|(key, _)| key.clone()).collect(),
        Some(keys) => elements(keys)?,
    };
    let mut not_null = Vec::new();
    for key in keys {
        if matches!(key, PlainValue::List(_) | PlainValue::Dict(_)) {
            let key = key.repr();
            return Err(format!("check: unexpected error while looking up key {key} in dict {}", value.repr()));
        }
        // A missing key counts as null: it is the schema that requires keys.
        if lookup(entries, &key).is_some_and(|value| *value != PlainValue::None) {
            not_null.push(key);
        }
    }
    Ok(not_null)
}

/// The items of a sequence, or the keys of a map, after the YAML round trip.
fn elements(sequence: &PlainValue) -> Result<Vec<PlainValue>, String> {
    match sequence {
        PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items) => {
            items.iter().map(yaml_round_trip).collect()
        }
        PlainValue::Object(object) if object.object_type == Some(&ASSERTION) => {
            Ok(vec![PlainValue::Str("check".into())])
        }
        // The numbers of a range are no keys of data values.
        PlainValue::Object(_) => Ok(Vec::new()),
        other => Ok(match yaml_round_trip(other)? {
            PlainValue::List(items) => items,
            PlainValue::Dict(entries) => entries.into_iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dict(entries: &[(&str, PlainValue)]) -> PlainValue {
        PlainValue::Dict(entries.iter().map(|(k, v)| (PlainValue::Str((*k).into()), v.clone())).collect())
    }

    fn keys(names: &[&str]) -> Option<PlainValue> {
        Some(PlainValue::List(names.iter().map(|n| PlainValue::Str((*n).into())).collect()))
    }

    fn failure(rule: &NamedRule, value: &PlainValue) -> String {
        rule.check(value).unwrap_err()
    }

    #[test]
    fn lengths_count_bytes_and_cut_floats() {
        let limit = length_limit(&PlainValue::Float(2.9)).unwrap();
        let rule = NamedRule::MinLen(limit);
        assert_eq!(rule.description(), "length >= 2");
        assert_eq!(failure(&rule, &PlainValue::Str("x".into())), "fail: length = 1");
        assert_eq!(rule.check(&PlainValue::Str("å".into())), Ok(()));
        assert_eq!(failure(&rule, &PlainValue::Int(5)), "len: value of type int has no len");
    }

    #[test]
    fn limits_are_shown_without_quotes_in_the_failure() {
        let rule = NamedRule::Min(PlainValue::Str("text".into()));
        assert_eq!(rule.description(), "a value >= \"text\"");
        assert_eq!(failure(&rule, &PlainValue::Str("".into())), "fail: value < text");
        assert_eq!(failure(&NamedRule::Max(PlainValue::Float(5.0)), &PlainValue::Float(7.5)), "fail: value > 5");
    }

    #[test]
    fn exactly_one_not_null() {
        let value = dict(&[("a", PlainValue::Int(1)), ("b", PlainValue::Int(2)), ("c", PlainValue::None)]);
        assert_eq!(failure(&NamedRule::OneNotNull(None), &value), "check: [\"a\", \"b\"] are not null");
        assert_eq!(NamedRule::OneNotNull(keys(&["a", "c", "x"])).check(&value), Ok(()));
        assert!(!NamedRule::OneNotNull(None).is_broken_by_null(&value));
        assert!(NamedRule::OneNotNull(keys(&["c", "x"])).is_broken_by_null(&value));
        assert_eq!(failure(&NamedRule::OneNotNull(keys(&["x"])), &value), "check: all values are null");
        assert_eq!(failure(&NamedRule::OneNotNull(keys(&["x"])), &dict(&[])), "check: value is empty");
        let text = PlainValue::Str("a".into());
        assert_eq!(
            failure(&NamedRule::OneNotNull(None), &text),
            "check: value must be a map or dict, but was 'string'"
        );
    }

    #[test]
    fn one_of_a_dict_looks_at_its_keys() {
        let rule = NamedRule::OneOf(dict(&[("a", PlainValue::Int(1))]));
        assert_eq!(rule.description(), "one of {\"a\": 1}");
        assert_eq!(rule.check(&PlainValue::Str("a".into())), Ok(()));
        assert_eq!(failure(&rule, &PlainValue::Int(1)), "fail: not one of allowed values");
    }
}
