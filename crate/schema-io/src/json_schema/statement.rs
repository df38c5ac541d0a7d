//! Translates named rules to keywords of JSON Schema.

use serde_json::{Map, Value as Json, json};

use super::pattern::{literal, translated};
use super::{from_argument, property, type_names, value_of};
use crate::schema::{Fields, Kind, OneOf, Scalar, Slot, Type};
use crate::starlark::PlainValue;
use crate::validations::NamedRule;
use crate::yaml::tree::Value;

/// A rule for values that are not null.
pub(super) enum Statement {
    /// All must apply; empty if all values satisfy the rule.
    Keywords(Vec<(&'static str, Json)>),
    /// No value satisfies the rule.
    Never,
    /// No keyword expresses the rule; the text says why.
    None(&'static str),
}

/// Translates a rule of a slot. The resulting maps are overlaid on `below`.
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
        NamedRule::StartsWith(start) => of_texts(ty, json!(format!("^{}", literal(start))), "pattern"),
        NamedRule::EndsWith(end) => of_texts(ty, json!(format!("{}$", literal(end))), "pattern"),
        NamedRule::Format(format) => match format.json_schema() {
            Some(name) => of_texts(ty, json!(name), "format"),
            None => Statement::None("JSON Schema has no such format"),
        },
        NamedRule::Unique => unique(ty),
        NamedRule::OneNotNull(_) => one_not_null(rule, ty, below),
    }
}

pub(super) const NO_SUCH_PATTERN: &str = "its syntax is not that of JSON Schema's patterns (ECMA 262)";

/// The alternative types of a value.
fn parts(ty: &Type) -> &[Type] {
    match &ty.kind {
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives,
        _ => std::slice::from_ref(ty),
    }
}

/// Restricts values to the types with `is_allowed`, and those by keywords.
fn only_of(ty: &Type, is_allowed: impl Fn(&Kind) -> bool, mut keywords: Vec<(&'static str, Json)>) -> Statement {
    let names = |ty: &Type| type_names(&ty.kind);
    let allowed: Vec<_> = parts(ty).iter().filter(|part| is_allowed(&part.kind)).flat_map(names).collect();
    if allowed.is_empty() {
        return Statement::Never;
    }
    if allowed.len() < parts(ty).len() {
        keywords.insert(0, ("type", json!(allowed)));
    }
    Statement::Keywords(keywords)
}

/// Allows only strings, restricted by a keyword.
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
    // A limit that is negative or exceeds all lengths is satisfied either always or never.
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
        if matches!(below, Value::Map(map) if !map.borrow().items.is_empty()) {
            return Statement::None("a map is overlaid on the default, and the keys of both count");
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
                MapLength::Unknown => return Statement::None("keys with defaults count, too"),
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

/// Whether a map satisfies a rule about its length.
enum MapLength {
    Fits,
    Never,
    /// The length in the file decides.
    AsGiven,
    Unknown,
}

/// The keys of a map are those of the file, those that the schema fills in, and those of the default `below`.
fn map_length(rule: &NamedRule, fields: &Fields, below: &Value) -> MapLength {
    if fields.have_only_own_keys() {
        let fits = rule.check_count(fields.items().len()).is_ok();
        return if fits { MapLength::Fits } else { MapLength::Never };
    }
    let filled_in: Vec<&Value> = fields.items().iter().filter(|f| f.is_filled_in()).map(|f| &f.key).collect();
    let of_default = match below {
        Value::Map(map) => map.borrow().iter().filter(|item| !filled_in.contains(&&item.key)).count(),
        _ => 0,
    };
    let always = filled_in.len() + of_default;
    let fits = rule.check_count(always).is_ok();
    match rule {
        NamedRule::MinLen(_) if fits => MapLength::Fits,
        NamedRule::MaxLen(_) if !fits => MapLength::Never,
        _ if always == 0 => MapLength::AsGiven,
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
            let allowed = [false, true].into_iter().filter(|value| rule.check(&PlainValue::Bool(*value)).is_ok());
            match allowed.collect::<Vec<_>>() {
                allowed if allowed.is_empty() => Statement::Never,
                allowed => Statement::Keywords(vec![("enum", json!(allowed))]),
            }
        }
        // Comparing values of other types with a number fails, and so does the rule.
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
        _ => Statement::None("JSON Schema can order only numbers"),
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
        return Statement::None("ytt compares whole maps and arrays, including defaults");
    }
    let allowed: Vec<Json> = allowed.iter().filter_map(from_argument).collect();
    if allowed.is_empty() { Statement::Never } else { Statement::Keywords(vec![("enum", Json::Array(allowed))]) }
}

fn unique(ty: &Type) -> Statement {
    let keywords = vec![("uniqueItems", json!(true))];
    match (&ty.kind, &ty.collection().kind) {
        (Kind::Any, _) => Statement::Keywords([vec![("type", json!(["array"]))], keywords].concat()),
        (_, Kind::Array(item)) if fills_in(&item.ty) => Statement::None("ytt compares items including their defaults"),
        _ => only_of(ty, |kind| matches!(kind, Kind::Array(_)), keywords),
    }
}

/// Whether values of a type contain items that are filled in.
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
        Kind::Any => return Statement::None("the keys are not in the schema"),
        _ => return Statement::Never,
    };
    let accepts_by_rule = fields.items().iter().any(|field| !field.is_named());
    let chosen: Vec<Value> = match rule.required_keys() {
        None if accepts_by_rule => return Statement::None("the keys are not in the schema"),
        None => fields.items().iter().map(|field| field.key.clone()).collect(),
        Some(Ok(keys)) => {
            let keys = keys.iter().filter_map(|key| key.to_value().ok());
            keys.filter(|key| accepts_by_rule || fields.named(key).is_some()).collect()
        }
        Some(Err(_)) => return Statement::Never,
    };
    if chosen.is_empty() {
        return Statement::Never;
    }
    let set_and_not_null = |key: &Value| {
        let name = property(key);
        let choice = json!({ "properties": { &*name: { "not": { "const": null } } } });
        let mut choice = if let Json::Object(choice) = choice { choice } else { Map::new() };
        // A missing key has its default.
        if value_of(fields, key, below).is_none_or(|value| value == Value::Null) {
            choice.insert("required".to_owned(), json!([name]));
        }
        Json::Object(choice)
    };
    let choices = chosen.iter().map(set_and_not_null).collect();
    only_of(ty, |kind| matches!(kind, Kind::Map(_)), vec![("oneOf", choices)])
}
