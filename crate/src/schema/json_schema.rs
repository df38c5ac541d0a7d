//! A schema as JSON Schema (2020-12), for editors that check data values files as they are typed.
//!
//! A file may leave out any value, so nothing is required. Named rules that hold without a condition are
//! exported; what JSON Schema cannot say (custom rules, `when=`) is left out. Lengths of strings are
//! counted in characters there and in bytes by ytt.

use serde_json::{Map, Value as Json, json};

use super::types::{Kind, Scalar, Slot};
use crate::eval::argument::Argument;
use crate::validations::rules::NamedRule;
use crate::validations::{Rule, Validation, key_text};
use crate::yaml::tree::Value;

pub(super) fn document(root: &Slot) -> Json {
    let mut said = Map::new();
    said.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    said.extend(properties(root));
    Json::Object(said)
}

/// What is said of a value.
fn properties(slot: &Slot) -> Map<String, Json> {
    let ty = slot.ty.not_null();
    let documentation = &slot.ty.documentation;
    let rules: Vec<&NamedRule> = slot.validation.iter().flat_map(|validation| unconditional(validation)).collect();
    let null =
        matches!(slot.ty.kind, Kind::Nullable(_)) && !rules.iter().any(|rule| matches!(rule, NamedRule::NotNull));
    let mut said = Map::new();
    let mut say = |keyword: &str, value: Json| drop(said.insert(keyword.to_owned(), value));
    if !documentation.title.is_empty() {
        say("title", json!(documentation.title));
    }
    if !documentation.description.is_empty() {
        say("description", json!(documentation.description));
    }
    if documentation.deprecated.is_some() {
        say("deprecated", json!(true));
    }
    if let Some(name) = type_name(&ty.kind) {
        say("type", if null { json!([name, "null"]) } else { json!(name) });
    }
    // A map's default is that of its items.
    if !matches!(ty.kind, Kind::Map(_)) {
        say("default", from_tree(&slot.default()));
    }
    if !documentation.examples.is_empty() {
        say("examples", documentation.examples.iter().map(|example| from_tree(&example.value)).collect());
    }
    match &ty.kind {
        Kind::Map(fields) => {
            let items = fields.items().iter();
            let items = items.map(|field| (key_text(&field.key), Json::Object(properties(&field.slot))));
            say("properties", Json::Object(items.collect()));
            say("additionalProperties", json!(false));
        }
        Kind::Array(item) => say("items", Json::Object(properties(item))),
        Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) => {}
    }
    for rule in rules {
        if let Some((keyword, value)) = constraint(rule, &ty.kind, null) {
            say(keyword, value);
        }
    }
    said
}

/// The named rules that hold whatever else the data values are.
fn unconditional(validation: &Validation) -> impl Iterator<Item = &NamedRule> {
    let rules = if validation.when.is_none() { &validation.rules[..] } else { &[] };
    rules.iter().filter_map(|rule| match rule {
        Rule::Named(rule) => Some(rule),
        Rule::Custom { .. } => None,
    })
}

fn type_name(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Map(_) => Some("object"),
        Kind::Array(_) => Some("array"),
        Kind::Scalar(Scalar::String) => Some("string"),
        Kind::Scalar(Scalar::Integer) => Some("integer"),
        Kind::Scalar(Scalar::Float) => Some("number"),
        Kind::Scalar(Scalar::Boolean) => Some("boolean"),
        Kind::Any | Kind::Nullable(_) => None,
    }
}

/// A rule as a keyword, where there is one for the kind of value.
fn constraint(rule: &NamedRule, kind: &Kind, null: bool) -> Option<(&'static str, Json)> {
    let of_length = |string, array, map| match kind {
        Kind::Scalar(Scalar::String) => Some(string),
        Kind::Array(_) => Some(array),
        Kind::Map(_) => Some(map),
        _ => None,
    };
    let is_number = matches!(kind, Kind::Scalar(Scalar::Integer | Scalar::Float));
    match rule {
        NamedRule::MinLen(limit) => Some((of_length("minLength", "minItems", "minProperties")?, from_argument(limit)?)),
        NamedRule::MaxLen(limit) => Some((of_length("maxLength", "maxItems", "maxProperties")?, from_argument(limit)?)),
        NamedRule::Min(limit) if is_number => Some(("minimum", number(limit)?)),
        NamedRule::Max(limit) if is_number => Some(("maximum", number(limit)?)),
        NamedRule::OneOf(allowed) => {
            let mut allowed = match from_argument(allowed)? {
                Json::Array(items) => items,
                Json::Object(entries) => entries.into_iter().map(|(key, _)| Json::String(key)).collect(),
                _ => return None,
            };
            // Null is not checked against rules.
            if null && !allowed.contains(&Json::Null) {
                allowed.push(Json::Null);
            }
            Some(("enum", Json::Array(allowed)))
        }
        NamedRule::Min(_) | NamedRule::Max(_) | NamedRule::NotNull | NamedRule::OneNotNull(_) => None,
    }
}

fn number(limit: &Argument) -> Option<Json> {
    from_argument(limit).filter(Json::is_number)
}

/// None for what has no form in JSON, as functions.
fn from_argument(argument: &Argument) -> Option<Json> {
    argument.to_value().ok().map(|value| from_tree(&value))
}

/// A tree as JSON; infinity and NaN, which JSON lacks, are null.
fn from_tree(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::UInt(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::Str(text) => json!(&**text),
        Value::Bytes(bytes) => json!(String::from_utf8_lossy(bytes)),
        Value::Map(map) => {
            Json::Object(map.items.iter().map(|item| (key_text(&item.key), from_tree(&item.value))).collect())
        }
        Value::Array(array) => array.items.iter().map(|item| from_tree(&item.value)).collect(),
        Value::DocumentSet(set) => set.items.iter().map(|document| from_tree(&document.value)).collect(),
    }
}
