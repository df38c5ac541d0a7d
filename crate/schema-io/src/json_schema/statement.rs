//! A named rule in JSON Schema's words.

use serde_json::{Map, Value as Json, json};

use super::pattern::{escaped, translated};
use super::{from_argument, property, type_names, value_of};
use crate::schema::types::{Fields, Kind, OneOf, Scalar, Slot, Type};
use crate::starlark::PlainValue;
use crate::validations::rules::NamedRule;
use crate::yaml::tree::Value;

/// A rule in JSON Schema's words, for values that are not null.
pub(super) enum Statement {
    /// Each of them must hold; none if it always does.
    Keywords(Vec<(&'static str, Json)>),
    /// No value keeps it.
    Never,
    /// There are no words for it.
    None(&'static str),
}

/// What a rule says of the values of a slot; a given map is laid over `below`.
pub(super) fn statement(rule: &NamedRule, slot: &Slot, below: &Value) -> Statement {
    let ty = slot.ty.not_null();
    match rule {
        NamedRule::NotNull => Statement::Keywords(Vec::new()),
        NamedRule::MinLen(limit) => length(rule, limit, slot, below, ["minLength", "minItems", "minProperties"]),
        NamedRule::MaxLen(limit) => length(rule, limit, slot, below, ["maxLength", "maxItems", "maxProperties"]),
        NamedRule::Min(limit) => bound(rule, limit, ty, "minimum"),
        NamedRule::Max(limit) => bound(rule, limit, ty, "maximum"),
        NamedRule::OneOf(_) => one_of(rule, ty),
        NamedRule::Regexp { pattern, .. } => match translated(pattern) {
            Some(pattern) => of_texts(ty, json!(format!("^(?:{pattern})$")), "pattern"),
            None => Statement::None(NO_SUCH_PATTERN),
        },
        NamedRule::StartsWith(start) => of_texts(ty, json!(format!("^{}", escaped(start))), "pattern"),
        NamedRule::EndsWith(end) => of_texts(ty, json!(format!("{}$", escaped(end))), "pattern"),
        NamedRule::Format(format) => match format.json_schema() {
            Some(name) => of_texts(ty, json!(name), "format"),
            None => Statement::None("JSON Schema has no such format"),
        },
        NamedRule::Unique => unique(ty),
        NamedRule::OneNotNull(_) => one_not_null(rule, ty, below),
    }
}

pub(super) const NO_SUCH_PATTERN: &str = "JSON Schema's patterns (ECMA 262) cannot say it";

/// The types that a value may be of, each of another kind.
fn parts(ty: &Type) -> &[Type] {
    match &ty.kind {
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives,
        _ => std::slice::from_ref(ty),
    }
}

/// A rule that only some of the types can keep, and only with these keywords.
fn only_of(ty: &Type, kept_by: impl Fn(&Kind) -> bool, mut keywords: Vec<(&'static str, Json)>) -> Statement {
    let names = |ty: &Type| type_names(&ty.kind);
    let kept: Vec<_> = parts(ty).iter().filter(|part| kept_by(&part.kind)).flat_map(names).collect();
    if kept.is_empty() {
        return Statement::Never;
    }
    if kept.len() < parts(ty).len() {
        keywords.insert(0, ("type", json!(kept)));
    }
    Statement::Keywords(keywords)
}

/// A keyword that other values than texts have nothing to do with, in a rule that refuses them.
fn of_texts(ty: &Type, value: Json, keyword: &'static str) -> Statement {
    match &ty.kind {
        Kind::Any => Statement::Keywords(vec![("type", json!(["string"])), (keyword, value)]),
        _ => only_of(ty, |kind| matches!(kind, Kind::Scalar(Scalar::String)), vec![(keyword, value)]),
    }
}

fn length(
    rule: &NamedRule,
    limit: &PlainValue,
    slot: &Slot,
    below: &Value,
    [of_text, of_items, of_map]: [&'static str; 3],
) -> Statement {
    // A limit below nothing, or beyond all lengths, either always holds or never.
    let limit = match limit {
        PlainValue::Int(limit @ 0..) => json!(limit),
        _ if rule.check_count(0).is_ok() => return Statement::Keywords(Vec::new()),
        _ => return Statement::Never,
    };
    if slot.rules_strings_only {
        return Statement::Keywords(vec![(of_text, limit)]);
    }
    let ty = slot.ty.not_null();
    if matches!(ty.kind, Kind::Any) {
        if matches!(below, Value::Map(map) if !map.items.is_empty()) {
            return Statement::None("a map that is given is laid over the default, and both count");
        }
        let types = json!(["string", "array", "object"]);
        return Statement::Keywords(vec![
            ("type", types),
            (of_text, limit.clone()),
            (of_items, limit.clone()),
            (of_map, limit),
        ]);
    }
    let mut keywords = Vec::new();
    let mut a_map_never = false;
    for part in parts(ty) {
        match &part.kind {
            Kind::Scalar(Scalar::String) => keywords.push((of_text, limit.clone())),
            Kind::Array(_) => keywords.push((of_items, limit.clone())),
            Kind::Map(fields) => match map_length(rule, fields, below) {
                MapLength::Fits => {}
                MapLength::Never => a_map_never = true,
                MapLength::AsGiven => keywords.push((of_map, limit.clone())),
                MapLength::Unknown => return Statement::None("keys that are filled in count, too"),
            },
            _ => {}
        }
    }
    let has_length = |kind: &Kind| match kind {
        Kind::Map(_) => !a_map_never,
        kind => matches!(kind, Kind::Scalar(Scalar::String) | Kind::Array(_)),
    };
    only_of(ty, has_length, keywords)
}

/// How long a map is that is given.
enum MapLength {
    Fits,
    Never,
    /// As long as it is in the file.
    AsGiven,
    Unknown,
}

/// A map has the items that its schema fills in, those it is laid over, and the file's.
fn map_length(rule: &NamedRule, fields: &Fields, below: &Value) -> MapLength {
    if fields.have_plain_keys() {
        let fits = rule.check_count(fields.items().len()).is_ok();
        return if fits { MapLength::Fits } else { MapLength::Never };
    }
    let mut always: Vec<&Value> = fields.items().iter().filter(|f| f.is_filled_in()).map(|f| &f.key).collect();
    if let Value::Map(map) = below {
        always.extend(map.items.iter().map(|item| &item.key).filter(|key| !always.contains(key)).collect::<Vec<_>>());
    }
    let fits = rule.check_count(always.len()).is_ok();
    match rule {
        NamedRule::MinLen(_) if fits => MapLength::Fits,
        NamedRule::MaxLen(_) if !fits => MapLength::Never,
        _ if always.is_empty() => MapLength::AsGiven,
        _ => MapLength::Unknown,
    }
}

fn bound(rule: &NamedRule, limit: &PlainValue, ty: &Type, keyword: &'static str) -> Statement {
    let number = match limit {
        PlainValue::Int(_) | PlainValue::BigInt(_) | PlainValue::Float(_) => from_argument(limit),
        _ => None,
    };
    match (&ty.kind, number) {
        (Kind::Any, Some(number)) => Statement::Keywords(vec![("type", json!(["number"])), (keyword, number)]),
        (Kind::Scalar(Scalar::Boolean), _) => {
            let kept = [false, true].into_iter().filter(|value| rule.check(&PlainValue::Bool(*value)).is_ok());
            match kept.collect::<Vec<_>>() {
                kept if kept.is_empty() => Statement::Never,
                kept => Statement::Keywords(vec![("enum", json!(kept))]),
            }
        }
        // Other values and a number have no order, which is a failure.
        (_, Some(number)) => {
            let is_number = |kind: &Kind| matches!(kind, Kind::Scalar(Scalar::Integer | Scalar::Float));
            only_of(ty, is_number, vec![(keyword, number)])
        }
        (Kind::Scalar(Scalar::String), None) if !matches!(limit, PlainValue::Str(_)) => Statement::Never,
        (Kind::Map(_), None) => Statement::Never,
        (Kind::Scalar(Scalar::Integer | Scalar::Float), None)
            if !matches!(limit, PlainValue::Float(_) | PlainValue::BigInt(_)) =>
        {
            Statement::Never
        }
        _ => Statement::None("JSON Schema has an order for numbers only"),
    }
}

fn one_of(rule: &NamedRule, ty: &Type) -> Statement {
    let Some(allowed) = rule.allowed() else { return Statement::Never };
    let scalars = allowed.iter().all(|value| {
        !matches!(value, PlainValue::None | PlainValue::List(_) | PlainValue::Dict(_) | PlainValue::Fragment(_))
    });
    let is_open = match &ty.kind {
        Kind::Map(_) | Kind::Array(_) => true,
        Kind::Any => !scalars,
        Kind::OneOf(_) => !scalars && matches!(ty.collection().kind, Kind::Map(_) | Kind::Array(_)),
        Kind::Scalar(_) | Kind::Nullable(_) => false,
    };
    if is_open {
        return Statement::None("ytt compares whole maps and arrays, with their defaults filled in");
    }
    let allowed: Vec<Json> = allowed.iter().filter_map(from_argument).collect();
    if allowed.is_empty() { Statement::Never } else { Statement::Keywords(vec![("enum", Json::Array(allowed))]) }
}

fn unique(ty: &Type) -> Statement {
    let keywords = vec![("uniqueItems", json!(true))];
    match (&ty.kind, &ty.collection().kind) {
        (Kind::Any, _) => Statement::Keywords([vec![("type", json!(["array"]))], keywords].concat()),
        (_, Kind::Array(item)) if fills_in(&item.ty) => {
            Statement::None("ytt compares items with their defaults filled in")
        }
        _ => only_of(ty, |kind| matches!(kind, Kind::Array(_)), keywords),
    }
}

/// Whether values get defaults below them.
fn fills_in(ty: &Type) -> bool {
    match &ty.collection().kind {
        Kind::Map(fields) => fields.items().iter().any(|field| field.is_filled_in() || fills_in(&field.slot.ty)),
        Kind::Array(item) => fills_in(&item.ty),
        _ => false,
    }
}

fn one_not_null(rule: &NamedRule, ty: &Type, below: &Value) -> Statement {
    let fields = match &ty.collection().kind {
        Kind::Map(fields) if !fields.items().is_empty() => fields,
        Kind::Any => return Statement::None("the keys are not declared"),
        _ => return Statement::Never,
    };
    let has_kinds = fields.items().iter().any(|field| !field.is_named());
    let chosen: Vec<Value> = match rule.required_keys() {
        None if has_kinds => return Statement::None("the keys are not declared"),
        None => fields.items().iter().map(|field| field.key.clone()).collect(),
        Some(Ok(keys)) => {
            let keys = keys.iter().filter_map(|key| key.to_value().ok());
            keys.filter(|key| has_kinds || fields.named(key).is_some()).collect()
        }
        Some(Err(_)) => return Statement::Never,
    };
    if chosen.is_empty() {
        return Statement::Never;
    }
    let is_given = |key: &Value| {
        let name = property(key);
        let given = json!({ "properties": { &*name: { "not": { "const": null } } } });
        let mut given = if let Json::Object(given) = given { given } else { Map::new() };
        // Left out, it has its default.
        if value_of(fields, key, below).is_none_or(|value| value == Value::Null) {
            given.insert("required".to_owned(), json!([name]));
        }
        Json::Object(given)
    };
    let choices = chosen.iter().map(is_given).collect();
    only_of(ty, |kind| matches!(kind, Kind::Map(_)), vec![("oneOf", choices)])
}
