//! A schema as JSON Schema (2020-12), for editors that check a data values file as it is typed.
//!
//! It says of one plain file (`--data-values-file`) what ytt says of it. A value may be left out, unless its default
//! breaks a rule; then it is required. A map is laid over the default, which must then be a map or null. What ytt cannot check without running code (custom rules, `when=`) and the few rules that JSON Schema has
//! no words for stand in the description and in the list of what is not stated. Two things differ by nature: JSON has
//! one kind of number, so that `5.0` counts as an integer, and it counts characters where ytt counts bytes.

use serde_json::{Map, Value as Json, json};

use super::keys::{Allowed, KeyRule};
use super::types::{Field, Fields, Kind, OneOf, Scalar, Slot};
use super::unmet;
use crate::eval::argument::Argument;
use crate::validations::Rule;
use crate::validations::rules::NamedRule;
use crate::yaml::tree::Value;

/// A rule that the exported schema does not state.
#[derive(Clone, Debug)]
pub(crate) struct NotStated {
    /// Of the data value, as in `kiln.shelves[]`.
    pub(crate) path: String,
    /// In words, as in "length >= 1".
    pub(crate) rule: String,
    pub(crate) why: &'static str,
}

/// The document, and what it leaves unsaid.
pub(super) fn document(root: &Slot) -> (Json, Vec<NotStated>) {
    let mut writer = Writer { not_stated: Vec::new() };
    let mut said = Map::new();
    said.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    said.extend(writer.schema(root, &Defaults { left_out: root.default(), below: root.default() }, ""));
    (Json::Object(said), writer.not_stated)
}

/// What a value's default does.
struct Defaults {
    /// The value where none is given.
    left_out: Value,
    /// What a given map is laid over; null where there is nothing.
    below: Value,
}

struct Writer {
    not_stated: Vec<NotStated>,
}

/// A rule in JSON Schema's words, for values that are not null.
enum Statement {
    /// Each of them must hold; none if it always does.
    Keywords(Vec<(&'static str, Json)>),
    /// No value keeps it.
    Never,
    /// There are no words for it.
    None(&'static str),
}

impl Writer {
    fn schema(&mut self, slot: &Slot, defaults: &Defaults, path: &str) -> Map<String, Json> {
        let ty = slot.ty.not_null();
        let documentation = &slot.ty.documentation;
        let may_be_null = slot.ty.allows_null() && !unconditional(slot).any(|rule| matches!(rule, NamedRule::NotNull));

        let mut said = Said::default();
        if !documentation.title.is_empty() {
            said.add("title", json!(documentation.title));
        }
        let unsaid = self.unsaid(slot, defaults, path);
        let description = [documentation.description.as_str(), unsaid.as_str()];
        let description = description.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join("\n\n");
        if !description.is_empty() {
            said.add("description", json!(description));
        }
        if let Some(notice) = &documentation.deprecated {
            said.add("deprecated", json!(true));
            // Not of the standard; editors show it.
            said.add("deprecationMessage", json!(notice));
        }
        match (&type_names(&ty.kind)[..], may_be_null) {
            ([], true) => {}
            ([], false) => said.add("type", json!(["string", "number", "boolean", "array", "object"])),
            ([name], false) => said.add("type", json!(name)),
            (names, false) => said.add("type", json!(names)),
            (names, true) => said.add("type", json!([names, &["null"]].concat())),
        }
        // A map's default follows from those of its items, unless it has one of its own.
        let shape = slot.ty.collection();
        if (!matches!(shape.kind, Kind::Map(_)) || slot.own_default().is_some())
            && let Some(default) = from_tree(&defaults.left_out)
        {
            said.add("default", default);
        }
        let examples: Vec<Json> = documentation.examples.iter().filter_map(|e| from_tree(&e.value)).collect();
        if !examples.is_empty() {
            said.add("examples", Json::Array(examples));
            let descriptions = documentation.examples.iter().map(|e| e.description.as_str());
            said.add("$comment", json!(format!("Examples: {}", descriptions.collect::<Vec<_>>().join("; "))));
        }
        match &shape.kind {
            Kind::Map(fields) => self.map(fields, defaults, path, &mut said),
            Kind::Array(item) => {
                let defaults = Defaults { left_out: item.default(), below: Value::Null };
                let mut items = self.schema(item, &defaults, &format!("{path}[]"));
                // Nothing stands in for an item.
                items.remove("default");
                said.add("items", Json::Object(items));
            }
            Kind::Any => overlaid(&defaults.below)
                .into_iter()
                .for_each(|(keyword, value)| said.constrain(&keyword, value, false)),
            Kind::Scalar(_) | Kind::Nullable(_) | Kind::OneOf(_) => {}
        }
        for rule in unconditional(slot) {
            match statement(rule, slot, defaults) {
                Statement::Keywords(keywords) => {
                    for (keyword, value) in keywords {
                        said.constrain(keyword, value, may_be_null);
                    }
                }
                Statement::Never if may_be_null => said.constrain("type", json!("null"), false),
                Statement::Never => said.constrain("not", json!({}), false),
                Statement::None(_) => {}
            }
        }
        said.0
    }

    fn map(&mut self, fields: &Fields, defaults: &Defaults, path: &str, said: &mut Said) {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut others = Others::default();
        for field in fields.items() {
            let name = property(&field.key);
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let defaults = Defaults {
                left_out: default_of(field, &defaults.left_out),
                below: item_of(field, &defaults.below).cloned().unwrap_or(Value::Null),
            };
            let mut schema = self.schema(&field.slot, &defaults, &path);
            if let Some(rule) = &field.keys {
                // An item that nobody gives is not there.
                if !rule.is_filled_in() {
                    schema.remove("default");
                }
                let counted = self.count(field, rule, fields, &path);
                said.0.extend(counted);
                if let Some(allowed) = rule.allowed() {
                    others.add(allowed, fields, Json::Object(schema), rule, &path, &mut self.not_stated);
                    continue;
                }
            }
            properties.insert(name.clone(), Json::Object(schema));
            if field.is_filled_in() && breaks(&defaults.left_out, &field.slot) {
                required.push(name);
            }
        }
        said.add("properties", Json::Object(properties));
        if !required.is_empty() {
            said.add("required", json!(required));
        }
        if !others.patterns.is_empty() {
            said.add("patternProperties", Json::Object(others.patterns));
        }
        said.add("additionalProperties", others.additional.unwrap_or(json!(false)));
    }

    /// How many keys of a kind there must be, which JSON Schema can say where all keys are of that kind.
    fn count(&mut self, field: &Field, rule: &KeyRule, fields: &Fields, path: &str) -> Map<String, Json> {
        let mut said = Map::new();
        match (rule.range(), fields.items().len()) {
            (Some((0, None)), _) => {}
            // A key is there once, or not at all.
            (Some((..=1, None | Some(1))), _) if rule.allowed().is_none() => {}
            (Some((least, most)), 1) if rule.allowed().is_some() => {
                if least > 0 {
                    said.insert("minProperties".to_owned(), json!(least));
                }
                if let Some(most) = most {
                    said.insert("maxProperties".to_owned(), json!(most));
                }
            }
            _ => {
                let rule = format!("{}: {}", rule.count_in_words(), rule.keys_in_words(&field.key));
                let why = "JSON Schema does not count keys of a kind";
                self.not_stated.push(NotStated { path: path.to_owned(), rule, why });
            }
        }
        said
    }

    /// What the keywords leave out, in words.
    fn unsaid(&mut self, slot: &Slot, defaults: &Defaults, path: &str) -> String {
        let Some(validation) = &slot.validation else { return String::new() };
        let mut words = Vec::new();
        for rule in &validation.rules {
            let why = match rule {
                _ if validation.when.is_some() => "it is checked only when its condition (when=) holds",
                Rule::Custom { .. } => "it is code",
                Rule::Named { rule, .. } => match statement(rule, slot, defaults) {
                    Statement::None(why) => why,
                    Statement::Keywords(_) | Statement::Never => continue,
                },
            };
            let rule = rule.description();
            words.push(rule.clone());
            self.not_stated.push(NotStated { path: path.to_owned(), rule, why });
        }
        match (&words[..], &validation.when) {
            ([], _) => String::new(),
            (_, None) => format!("Must be: {}.", words.join("; ")),
            (_, Some(_)) => format!("Under a condition, must be: {}.", words.join("; ")),
        }
    }
}

/// What a map says of keys that it does not name.
#[derive(Default)]
struct Others {
    patterns: Map<String, Json>,
    additional: Option<Json>,
}

impl Others {
    fn add(
        &mut self,
        allowed: &Allowed,
        fields: &Fields,
        schema: Json,
        rule: &KeyRule,
        path: &str,
        not_stated: &mut Vec<NotStated>,
    ) {
        let keys = match allowed {
            Allowed::Any => {
                // The first of them takes all.
                self.additional.get_or_insert(schema);
                return;
            }
            Allowed::Function(_) => {
                let rule = rule.keys_in_words(&Value::Null);
                not_stated.push(NotStated { path: path.to_owned(), rule, why: "it is code" });
                self.additional.get_or_insert(json!(true));
                return;
            }
            Allowed::Pattern { text, .. } => format!("(?:{text})"),
            Allowed::Listed(keys) => {
                let keys: Vec<String> = keys.iter().map(|key| escaped(&property(key))).collect();
                format!("(?:{})", keys.join("|"))
            }
        };
        // Keys that are named are not for a pattern.
        let is_named = |field: &&Field| field.keys.as_ref().is_none_or(|rule| rule.allowed().is_none());
        let named = fields.items().iter().filter(is_named).map(|field| escaped(&property(&field.key)));
        let named = named.collect::<Vec<_>>().join("|");
        let not_named = if named.is_empty() { String::new() } else { format!("(?!(?:{named})$)") };
        self.patterns.entry(format!("^{not_named}{keys}$")).or_insert(schema);
    }
}

/// Keywords of one schema.
#[derive(Default)]
struct Said(Map<String, Json>);

impl Said {
    fn add(&mut self, keyword: &str, value: Json) {
        self.0.insert(keyword.to_owned(), value);
    }

    /// Adds a keyword beside those there are; null is let through where it `may_be_null`.
    fn constrain(&mut self, keyword: &str, mut value: Json, may_be_null: bool) {
        let mut keyword = keyword;
        if may_be_null {
            match (keyword, &mut value) {
                ("enum", Json::Array(allowed)) if !allowed.contains(&Json::Null) => allowed.push(Json::Null),
                ("type", Json::Array(types)) => types.push(json!("null")),
                ("oneOf", _) => {
                    value = json!([{ "type": "null" }, { "oneOf": value }]);
                    keyword = "anyOf";
                }
                _ => {}
            }
        }
        match self.0.get(keyword) {
            None => self.add(keyword, value),
            Some(same) if *same == value => {}
            Some(_) => {
                let all = self.0.entry("allOf").or_insert_with(|| json!([]));
                if let Json::Array(all) = all {
                    all.push(json!({ keyword: value }));
                }
            }
        }
    }
}

/// The named rules that hold whatever else the data values are.
fn unconditional(slot: &Slot) -> impl Iterator<Item = &NamedRule> {
    let validation = slot.validation.iter().filter(|validation| validation.when.is_none());
    validation.flat_map(|validation| &validation.rules).filter_map(Rule::named)
}

/// Whether a value breaks a rule that always holds, its own or one of its items'.
fn breaks(value: &Value, slot: &Slot) -> bool {
    let mut holds = |rule: &Rule, value: &Argument| rule.named().is_none_or(|rule| rule.check(value).is_ok());
    unmet::first(value, slot, &mut holds).is_some()
}

/// The value of a field where none is given: what the map's own default says comes before what the field says.
fn default_of(field: &Field, map: &Value) -> Value {
    item_of(field, map).cloned().unwrap_or_else(|| field.slot.default())
}

fn item_of<'a>(field: &Field, map: &'a Value) -> Option<&'a Value> {
    let Value::Map(map) = map else { return None };
    map.items.iter().find(|item| item.key == field.key).map(|item| &item.value)
}

/// Where any value is allowed, a map still has to go with the default that it is laid over.
fn overlaid(default: &Value) -> Map<String, Json> {
    let mut said = Map::new();
    match default {
        Value::Null => {}
        Value::Map(map) => {
            let items = map.items.iter().map(|item| (property(&item.key), Json::Object(overlaid(&item.value))));
            let items: Map<_, _> = items.filter(|(_, said)| *said != json!({})).collect();
            if !items.is_empty() {
                // Not as plain `properties`: those make readers think that only a map is allowed.
                let choices = json!([{ "not": { "type": "object" } }, { "properties": items }]);
                said.insert("anyOf".to_owned(), choices);
            }
        }
        _ => drop(said.insert("not".to_owned(), json!({ "type": "object" }))),
    }
    said
}

/// JSON Schema's names of a type's values that are not null; none for any.
fn type_names(kind: &Kind) -> Vec<&'static str> {
    match kind {
        Kind::Map(_) => vec!["object"],
        Kind::Array(_) => vec!["array"],
        Kind::Scalar(Scalar::String) => vec!["string"],
        Kind::Scalar(Scalar::Integer) => vec!["integer"],
        Kind::Scalar(Scalar::Float) => vec!["number"],
        Kind::Scalar(Scalar::Boolean) => vec!["boolean"],
        // Nothing but null.
        Kind::OneOf(OneOf { alternatives, .. }) if alternatives.is_empty() => vec!["null"],
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives.iter().flat_map(|ty| type_names(&ty.kind)).collect(),
        Kind::Any | Kind::Nullable(_) => Vec::new(),
    }
}

fn statement(rule: &NamedRule, slot: &Slot, defaults: &Defaults) -> Statement {
    let kind = &slot.ty.not_null().kind;
    match rule {
        NamedRule::NotNull => Statement::Keywords(Vec::new()),
        NamedRule::MinLen(limit) => {
            length(rule, limit, slot, &defaults.below, ["minLength", "minItems", "minProperties"])
        }
        NamedRule::MaxLen(limit) => {
            length(rule, limit, slot, &defaults.below, ["maxLength", "maxItems", "maxProperties"])
        }
        NamedRule::Min(limit) => bound(rule, limit, kind, "minimum"),
        NamedRule::Max(limit) => bound(rule, limit, kind, "maximum"),
        NamedRule::OneOf(_) => one_of(rule, kind),
        NamedRule::Regexp { pattern, .. } => of_texts(kind, json!(format!("^(?:{pattern})$")), "pattern"),
        NamedRule::StartsWith(start) => of_texts(kind, json!(format!("^{}", escaped(start))), "pattern"),
        NamedRule::EndsWith(end) => of_texts(kind, json!(format!("{}$", escaped(end))), "pattern"),
        NamedRule::Format(format) => match format.json_schema() {
            Some(name) => of_texts(kind, json!(name), "format"),
            None => Statement::None("JSON Schema has no such format"),
        },
        NamedRule::Unique => match kind {
            Kind::Array(_) => Statement::Keywords(vec![("uniqueItems", json!(true))]),
            Kind::Any => Statement::Keywords(vec![("type", json!(["array"])), ("uniqueItems", json!(true))]),
            _ => Statement::Never,
        },
        NamedRule::OneNotNull(_) => one_not_null(rule, kind, &defaults.left_out),
    }
}

/// A keyword that other values than texts have nothing to do with, in a rule that refuses them.
fn of_texts(kind: &Kind, value: Json, keyword: &'static str) -> Statement {
    match kind {
        Kind::Scalar(Scalar::String) => Statement::Keywords(vec![(keyword, value)]),
        Kind::Any | Kind::OneOf(_) => Statement::Keywords(vec![("type", json!(["string"])), (keyword, value)]),
        _ => Statement::Never,
    }
}

/// A text as a pattern that matches it alone.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && c != '_' {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

fn length(
    rule: &NamedRule,
    limit: &Argument,
    slot: &Slot,
    below: &Value,
    [of_text, of_items, of_map]: [&'static str; 3],
) -> Statement {
    // A limit below nothing, or beyond all lengths, either always holds or never.
    let limit = match limit {
        Argument::Int(limit @ 0..) => json!(limit),
        _ if rule.check_count(0).is_ok() => return Statement::Keywords(Vec::new()),
        _ => return Statement::Never,
    };
    let strings_only = slot.rules_strings_only;
    match &slot.ty.not_null().kind {
        Kind::Scalar(Scalar::String) => Statement::Keywords(vec![(of_text, limit)]),
        // Those that it does not speak of have no such keyword.
        Kind::OneOf(_) if strings_only => Statement::Keywords(vec![(of_text, limit)]),
        Kind::OneOf(_) => {
            let types = json!(["string", "array", "object"]);
            Statement::Keywords(vec![
                ("type", types),
                (of_text, limit.clone()),
                (of_items, limit.clone()),
                (of_map, limit),
            ])
        }
        Kind::Array(_) => Statement::Keywords(vec![(of_items, limit)]),
        // Every map has all its items: the file's, and the defaults of the others.
        Kind::Map(fields) if !fields.have_plain_keys() => Statement::Keywords(vec![(of_map, limit)]),
        Kind::Map(fields) if rule.check_count(fields.items().len()).is_ok() => Statement::Keywords(Vec::new()),
        Kind::Any => match below {
            Value::Map(map) if !map.items.is_empty() => {
                Statement::None("a map that is given is laid over the default, and both count")
            }
            _ => {
                let types = json!(["string", "array", "object"]);
                Statement::Keywords(vec![
                    ("type", types),
                    (of_text, limit.clone()),
                    (of_items, limit.clone()),
                    (of_map, limit),
                ])
            }
        },
        Kind::Map(_) | Kind::Scalar(_) | Kind::Nullable(_) => Statement::Never,
    }
}

fn bound(rule: &NamedRule, limit: &Argument, kind: &Kind, keyword: &'static str) -> Statement {
    let number = match limit {
        Argument::Int(_) | Argument::BigInt(_) | Argument::Float(_) => from_argument(limit),
        _ => None,
    };
    match (kind, number) {
        (Kind::Scalar(Scalar::Integer | Scalar::Float), Some(number)) => Statement::Keywords(vec![(keyword, number)]),
        (Kind::Any | Kind::OneOf(_), Some(number)) => {
            Statement::Keywords(vec![("type", json!(["number"])), (keyword, number)])
        }
        (Kind::Scalar(Scalar::Boolean), _) => {
            let kept = [false, true].into_iter().filter(|value| rule.check(&Argument::Bool(*value)).is_ok());
            match kept.collect::<Vec<_>>() {
                kept if kept.is_empty() => Statement::Never,
                kept => Statement::Keywords(vec![("enum", json!(kept))]),
            }
        }
        // A text and a number have no order, which is a failure.
        (Kind::Scalar(Scalar::String), _) if !matches!(limit, Argument::Str(_)) => Statement::Never,
        (Kind::Map(_), _) => Statement::Never,
        (Kind::Scalar(Scalar::Integer | Scalar::Float), None)
            if !matches!(limit, Argument::Float(_) | Argument::BigInt(_)) =>
        {
            Statement::Never
        }
        _ => Statement::None("JSON Schema has an order for numbers only"),
    }
}

fn one_of(rule: &NamedRule, kind: &Kind) -> Statement {
    let Some(allowed) = rule.allowed() else { return Statement::Never };
    let scalars = allowed
        .iter()
        .all(|value| !matches!(value, Argument::None | Argument::List(_) | Argument::Dict(_) | Argument::Fragment(_)));
    if matches!(kind, Kind::Map(_) | Kind::Array(_)) || (matches!(kind, Kind::Any) && !scalars) {
        return Statement::None("ytt compares whole maps and arrays, with their defaults filled in");
    }
    let allowed: Vec<Json> = allowed.iter().filter_map(from_argument).collect();
    if allowed.is_empty() { Statement::Never } else { Statement::Keywords(vec![("enum", Json::Array(allowed))]) }
}

fn one_not_null(rule: &NamedRule, kind: &Kind, default: &Value) -> Statement {
    let fields = match kind {
        Kind::Map(fields) if !fields.items().is_empty() => fields.items(),
        Kind::Any => return Statement::None("the keys are not declared"),
        _ => return Statement::Never,
    };
    let chosen: Vec<&Field> = match rule.chosen_keys() {
        None => fields.iter().collect(),
        Some(Ok(keys)) => {
            let named = |key: &Argument| fields.iter().find(|field| Argument::from_value(&field.key) == *key);
            keys.iter().filter_map(named).collect()
        }
        Some(Err(_)) => return Statement::Never,
    };
    if chosen.is_empty() {
        return Statement::Never;
    }
    let is_given = |field: &Field| {
        let name = property(&field.key);
        let given = json!({ "properties": { &*name: { "not": { "const": null } } } });
        let mut given = if let Json::Object(given) = given { given } else { Map::new() };
        // Left out, it has its default.
        if matches!(default_of(field, default), Value::Null) {
            given.insert("required".to_owned(), json!([name]));
        }
        Json::Object(given)
    };
    Statement::Keywords(vec![("oneOf", chosen.into_iter().map(is_given).collect())])
}

/// A key as a property's name; JSON has none but texts.
fn property(key: &Value) -> String {
    match key {
        Value::Str(text) => text.to_string(),
        other => crate::yaml::printer::print_value(other).trim_end().to_owned(),
    }
}

/// None for what has no form in JSON, as functions.
fn from_argument(argument: &Argument) -> Option<Json> {
    argument.to_value().ok().as_ref().and_then(from_tree)
}

/// A tree as JSON; none for infinity and NaN, which JSON lacks.
pub(super) fn from_tree(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::UInt(value) => json!(value),
        Value::Float(value) if value.is_finite() => json!(value),
        Value::Float(_) => return None,
        Value::Str(text) => json!(&**text),
        Value::Bytes(bytes) => json!(String::from_utf8_lossy(bytes)),
        Value::Map(map) => {
            let items = map.items.iter().map(|item| Some((property(&item.key), from_tree(&item.value)?)));
            Json::Object(items.collect::<Option<_>>()?)
        }
        Value::Array(array) => {
            Json::Array(array.items.iter().map(|item| from_tree(&item.value)).collect::<Option<_>>()?)
        }
        Value::DocumentSet(_) => return None,
    })
}
