//! A schema as JSON Schema (2020-12), for editors that check a data values file as it is typed.
//!
//! It says of one plain file (`--data-values-file`) what ytt says of it. A value may be left out, unless its default
//! breaks a rule; then it is required. A map is laid over the default, which must then be a map or null, but for those of
//! definitions. What ytt cannot check without running code (custom rules, `when=`) and the few rules that JSON Schema has
//! no words for stand in the description and in the list of what is not stated. Two things differ by nature: JSON has
//! one kind of number, so that `5.0` counts as an integer, and it counts characters where ytt counts bytes.

mod pattern;
mod statement;

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use self::pattern::{escaped, translated};
use self::statement::{NO_SUCH_PATTERN, Statement, statement};
use crate::Loss;
use crate::broken_defaults;
use crate::schema::Schema;
use crate::schema::check::conforms;
use crate::schema::keys::{self, Allowed, takers};
use crate::schema::types::{Field, Fields, Kind, OneOf, Scalar, Slot, Type};
use crate::starlark::PlainValue;
use crate::validations::Rule;
use crate::validations::rules::NamedRule;
use crate::yaml::tree::Value;

/// Writes a schema as JSON Schema, and lists the rules that it does not state. None if no file declares the schema.
pub fn document(schema: &Schema) -> Option<(Json, Vec<Loss>)> {
    schema.is_declared().then(|| written(&schema.root, schema.lets_change_kinds()))
}

fn written(root: &Slot, change_kinds: bool) -> (Json, Vec<Loss>) {
    let mut writer = Writer { change_kinds, ..Writer::default() };
    let mut said = Map::new();
    said.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    let default = root.default();
    said.extend(writer.schema(root, &Defaults { left_out: Some(default.clone()), below: default.clone() }, ""));
    if !fits(&default, &root.ty) {
        // An item that comes first takes the key of another, whose default is then of the wrong type.
        said.insert("not".to_owned(), json!({}));
    }
    (Json::Object(said), writer.not_stated)
}

/// What a value's default does.
struct Defaults {
    /// The value where none is given; none where nothing is there then.
    left_out: Option<Value>,
    /// What a given map is laid over; null where there is nothing.
    below: Value,
}

impl Defaults {
    const NONE: Defaults = Defaults { left_out: None, below: Value::Null };
}

#[derive(Default)]
struct Writer {
    not_stated: Vec<Loss>,
    /// The same, to list each once.
    listed: HashSet<Loss>,
    /// How many schemas there are.
    written: usize,
    change_kinds: bool,
}

/// After so many, none is repeated.
const MOST_SCHEMAS: usize = 20_000;

impl Writer {
    fn schema(&mut self, slot: &Slot, defaults: &Defaults, path: &str) -> Map<String, Json> {
        self.written += 1;
        let ty = slot.ty.not_null();
        let documentation = &slot.ty.documentation;
        let may_be_null = slot.ty.allows_null() && !unconditional(slot).any(|rule| matches!(rule, NamedRule::NotNull));
        let unsaid = self.unsaid(slot, &defaults.below, path);
        let shape = slot.ty.collection();
        let of_shape = self.shape(shape, &defaults.below, path);
        if let Some(remedy) = &documentation.removed {
            return removed(slot, remedy);
        }

        let mut said = Said::default();
        if !documentation.title.is_empty() {
            said.add("title", json!(documentation.title));
        }
        said.describe([&documentation.description, &unsaid, &of_shape.description()]);
        if let Some(notice) = &documentation.deprecated {
            said.deprecate(notice);
        }
        match (&type_names(&ty.kind)[..], may_be_null) {
            ([], true) if matches!(ty.kind, Kind::OneOf(_)) => said.add("type", json!("null")),
            ([], false) if matches!(ty.kind, Kind::OneOf(_)) => said.never(false),
            ([], true) => {}
            ([], false) => said.add("type", json!(["string", "number", "boolean", "array", "object"])),
            ([name], false) => said.add("type", json!(name)),
            (names, false) => said.add("type", json!(names)),
            (names, true) => said.add("type", json!([names, &["null"]].concat())),
        }
        // A map's default follows from those of its items, unless it has one of its own.
        if (!matches!(shape.kind, Kind::Map(_)) || slot.own_default().is_some())
            && let Some(default) = defaults.left_out.as_ref().and_then(from_tree)
        {
            said.add("default", default);
        }
        let examples: Vec<Json> = documentation.examples.iter().filter_map(|e| from_tree(&e.value)).collect();
        if !examples.is_empty() {
            said.add("examples", Json::Array(examples));
            let descriptions = documentation.examples.iter().map(|e| e.description.as_str());
            said.add("$comment", json!(format!("Examples: {}", descriptions.collect::<Vec<_>>().join("; "))));
        }
        said.0.extend(of_shape.keywords);
        if of_shape.allows_no_map {
            match type_names(&ty.kind).into_iter().filter(|name| *name != "object").collect::<Vec<_>>() {
                others if others.is_empty() => said.never(may_be_null),
                others => said.constrain("type", json!(others), may_be_null),
            }
        }
        for rule in unconditional(slot) {
            match statement(rule, slot, &defaults.below) {
                Statement::Keywords(keywords) => {
                    for (keyword, value) in keywords {
                        said.constrain(keyword, value, may_be_null);
                    }
                }
                Statement::Never => said.never(may_be_null),
                Statement::None(_) => {}
            }
        }
        said.0
    }

    /// What a collection's type says of what is in it, or a type without one of what a map is laid over.
    fn shape(&mut self, ty: &Type, below: &Value, path: &str) -> Shape {
        match &ty.kind {
            Kind::Map(fields) => self.map(fields, below, path),
            Kind::Array(item) => {
                // Nothing stands in for an item.
                let items = self.schema(item, &Defaults::NONE, &format!("{path}[]"));
                Shape::of(Map::from_iter([("items".to_owned(), Json::Object(items))]))
            }
            Kind::Any if !self.change_kinds => Shape::of(overlaid(below)),
            Kind::Any | Kind::Scalar(_) | Kind::Nullable(_) | Kind::OneOf(_) => Shape::default(),
        }
    }

    fn map(&mut self, fields: &Fields, below: &Value, path: &str) -> Shape {
        let mut shape = Shape::default();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for key in known_keys(fields, below) {
            let name = property(key);
            let path = child(path, &name);
            let defaults = Defaults {
                left_out: value_of(fields, key, below),
                below: item_of(key, below).cloned().unwrap_or(Value::Null),
            };
            let takers: Vec<&Field> = takers(fields, key).into_iter().map(|place| &fields.items()[place]).collect();
            let schemas = takers.iter().map(|field| self.named(field, key, &defaults, &path)).collect();
            if defaults.left_out.is_some_and(|value| takers.iter().all(|field| breaks(&value, &field.slot))) {
                required.push(name.clone());
            }
            properties.insert(name, any_of(schemas));
        }
        self.counts(fields, below, path, &mut properties, &mut shape);
        let (patterns, additional) = self.others(fields, &properties, path, &mut shape);
        let said = &mut shape.keywords;
        said.insert("properties".to_owned(), Json::Object(properties));
        if !required.is_empty() {
            said.insert("required".to_owned(), json!(required));
        }
        if !patterns.is_empty() {
            said.insert("patternProperties".to_owned(), Json::Object(patterns));
        }
        said.insert("additionalProperties".to_owned(), additional);
        shape
    }

    /// A schema of an item for one of its keys. Those for keys that are not its own are the same over and over, and below
    /// each there may be more.
    fn named(&mut self, field: &Field, key: &Value, defaults: &Defaults, path: &str) -> Json {
        if self.written > MOST_SCHEMAS && field.key != *key {
            let rule = "what holds below keys that are listed".to_owned();
            self.leave_unsaid(String::new(), rule, "the JSON Schema would be too long");
            return json!(true);
        }
        Json::Object(self.schema(&field.slot, defaults, path))
    }

    /// How many keys of each item there must be.
    fn counts(
        &mut self,
        fields: &Fields,
        below: &Value,
        path: &str,
        properties: &mut Map<String, Json>,
        shape: &mut Shape,
    ) {
        for (place, field) in fields.items().iter().enumerate() {
            let Some(rule) = &field.keys else { continue };
            match count(fields, place, below) {
                Count::Fits => {}
                Count::Never => shape.allows_no_map = true,
                Count::NotGiven => drop(properties.insert(property(&field.key), json!({ "not": {} }))),
                Count::Range(least, most) => {
                    if least > 0 {
                        shape.keywords.insert("minProperties".to_owned(), json!(least));
                    }
                    if let Some(most) = most {
                        shape.keywords.insert("maxProperties".to_owned(), json!(most));
                    }
                }
                Count::NotStated(why) => {
                    let rule = format!("{}: {}", rule.count_in_words(), rule.keys_in_words(&field.key));
                    shape.unsaid.push(rule.clone());
                    self.leave_unsaid(child(path, &property(&field.key)), rule, why);
                }
            }
        }
    }

    /// What holds for the keys that have no name in the schema: by pattern, and for all others.
    fn others(
        &mut self,
        fields: &Fields,
        named: &Map<String, Json>,
        path: &str,
        shape: &mut Shape,
    ) -> (Map<String, Json>, Json) {
        let mut patterns = Map::new();
        // What only ytt knows to take a key or not, and what takes what is left.
        let mut takers = Vec::new();
        // The first that takes a key has it.
        let mut taken: Vec<String> = named.keys().map(|name| escaped(name)).collect();
        for field in fields.items() {
            let Some(rule) = &field.keys else { continue };
            let path = child(path, &property(&field.key));
            let why = match rule.allowed() {
                None | Some(Allowed::Listed(_)) => continue,
                Some(Allowed::Any) => {
                    takers.push(Json::Object(self.schema(&field.slot, &Defaults::NONE, &path)));
                    return (patterns, any_of(takers));
                }
                Some(Allowed::Pattern { text, .. }) => match translated(text) {
                    Some(text) => {
                        let schema = Json::Object(self.schema(&field.slot, &Defaults::NONE, &path));
                        let others =
                            if taken.is_empty() { String::new() } else { format!("(?!(?:{})$)", taken.join("|")) };
                        let schema = any_of([&takers[..], &[schema]].concat());
                        patterns.insert(format!("^{others}(?:{text})$"), schema);
                        taken.push(format!("(?:{text})"));
                        continue;
                    }
                    None => NO_SUCH_PATTERN,
                },
                Some(Allowed::Function(_)) => "it is code",
            };
            takers.push(Json::Object(self.schema(&field.slot, &Defaults::NONE, &path)));
            let rule = rule.keys_in_words(&field.key);
            if !shape.unsaid.iter().any(|said| said.ends_with(&rule)) {
                shape.unsaid.push(rule.clone());
            }
            self.leave_unsaid(path, rule, why);
        }
        (patterns, any_of(takers))
    }

    /// What the keywords leave out, in words.
    fn unsaid(&mut self, slot: &Slot, below: &Value, path: &str) -> String {
        let Some(validation) = &slot.validation else { return String::new() };
        let mut words = Vec::new();
        for rule in &validation.rules {
            let why = match rule {
                _ if validation.when.is_some() => "it is checked only when its condition (when=) holds",
                Rule::Custom { .. } => "it is code",
                Rule::Named { rule, .. } => match statement(rule, slot, below) {
                    Statement::None(why) => why,
                    Statement::Keywords(_) | Statement::Never => continue,
                },
            };
            let rule = rule.description();
            words.push(rule.clone());
            self.leave_unsaid(path.to_owned(), rule, why);
        }
        match (&words[..], &validation.when) {
            ([], _) => String::new(),
            (_, None) => format!("Must be: {}.", words.join("; ")),
            (_, Some(_)) => format!("Under a condition, must be: {}.", words.join("; ")),
        }
    }

    fn leave_unsaid(&mut self, path: String, rule: String, why: &'static str) {
        let not_stated = Loss { path, keyword: rule, why: why.to_owned() };
        if self.listed.insert(not_stated.clone()) {
            self.not_stated.push(not_stated);
        }
    }
}

/// What is said of a collection because of what is in it.
#[derive(Default)]
struct Shape {
    keywords: Map<String, Json>,
    /// What of its keys is not stated, in words.
    unsaid: Vec<String>,
    /// No map has the keys that are asked for.
    allows_no_map: bool,
}

impl Shape {
    fn of(keywords: Map<String, Json>) -> Shape {
        Shape { keywords, ..Shape::default() }
    }

    fn description(&self) -> String {
        if self.unsaid.is_empty() { String::new() } else { format!("Keys: {}.", self.unsaid.join("; ")) }
    }
}

/// What an item of the schema demands of the number of its keys.
enum Count {
    Fits,
    /// There are never as many.
    Never,
    /// Its key must not be there.
    NotGiven,
    /// The whole map's, whose keys are all of this item: the fewest and the most.
    Range(i64, Option<i64>),
    NotStated(&'static str),
}

fn count(fields: &Fields, place: usize, below: &Value) -> Count {
    let field = &fields.items()[place];
    let Some(rule) = &field.keys else { return Count::Fits };
    if rule.allowed().is_some() {
        let is_laid_over_none = !matches!(below, Value::Map(map) if !map.items.is_empty());
        return match rule.range() {
            Some((0, None)) => Count::Fits,
            Some((least, most)) if fields.items().len() == 1 && is_laid_over_none => Count::Range(least, most),
            _ => Count::NotStated("JSON Schema does not count keys of a kind"),
        };
    }
    // Its key is there once, or not at all.
    let [expects_none, expects_one] = [0, 1].map(|count| rule.known_to_expect(count));
    let is_always_there = field.is_filled_in() || item_of(&field.key, below).is_some();
    let takers = takers(fields, &field.key);
    let fits = match (takers.last() == Some(&place), takers.len()) {
        (true, 1) if is_always_there => expects_one,
        (true, 1) if expects_one == Some(false) => return Count::NotGiven,
        (true, 1) => expects_one,
        // An item before it has the key.
        (false, _) => expects_none,
        (true, _) => expects_none.filter(|_| expects_none == expects_one),
    };
    match fits {
        Some(true) => Count::Fits,
        Some(false) => Count::Never,
        None => Count::NotStated("it is code"),
    }
}

/// Keys that are known by name: of items and of what the map is laid over.
fn known_keys<'a>(fields: &'a Fields, below: &'a Value) -> Vec<&'a Value> {
    let mut keys = keys::named(fields);
    if let Value::Map(map) = below
        && !fields.have_plain_keys()
    {
        for item in &map.items {
            if !keys.contains(&&item.key) {
                keys.push(&item.key);
            }
        }
    }
    keys
}

/// Something that may not be given any more. What was said of its values says nothing now.
fn removed(slot: &Slot, remedy: &str) -> Map<String, Json> {
    let documentation = &slot.ty.documentation;
    let mut said = Said::default();
    if !documentation.title.is_empty() {
        said.add("title", json!(documentation.title));
    }
    said.describe([&documentation.description, &format!("Removed: {remedy}")]);
    said.deprecate(remedy);
    said.never(false);
    said.0
}

/// What one of several schemas allows.
fn any_of(mut schemas: Vec<Json>) -> Json {
    match schemas.len() {
        0 => json!(false),
        1 => schemas.remove(0),
        _ => json!({ "anyOf": schemas }),
    }
}

fn child(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Keywords of one schema.
#[derive(Default)]
struct Said(Map<String, Json>);

impl Said {
    fn add(&mut self, keyword: &str, value: Json) {
        self.0.insert(keyword.to_owned(), value);
    }

    /// Paragraphs, without those that are empty.
    fn describe<const N: usize>(&mut self, paragraphs: [&String; N]) {
        let paragraphs = paragraphs.into_iter().filter(|text| !text.is_empty());
        let description = paragraphs.map(String::as_str).collect::<Vec<_>>().join("\n\n");
        if !description.is_empty() {
            self.add("description", json!(description));
        }
    }

    fn deprecate(&mut self, notice: &str) {
        self.add("deprecated", json!(true));
        // Not of the standard; editors show it.
        self.add("deprecationMessage", json!(notice));
    }

    /// Allows no value, or null alone.
    fn never(&mut self, may_be_null: bool) {
        if may_be_null {
            self.constrain("type", json!("null"), false);
        } else {
            self.constrain("not", json!({}), false);
        }
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

/// Whether a value that is a default breaks a rule that always holds, its own or one of its items', or is of no type that
/// it is for.
fn breaks(value: &Value, slot: &Slot) -> bool {
    let mut holds = |rule: &Rule, value: &PlainValue| rule.named().is_none_or(|rule| rule.check(value).is_ok());
    if broken_defaults::own(value, slot, &mut holds).is_some() {
        return true;
    }
    match (&slot.ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => {
            has_wrong_counts(fields, map)
                || map.items.iter().any(|item| {
                    let takers = takers(fields, &item.key);
                    !takers.is_empty() && takers.iter().all(|place| breaks(&item.value, &fields.items()[*place].slot))
                })
        }
        (Kind::Array(item), Value::Array(array)) => array.items.iter().any(|held| breaks(&held.value, item)),
        _ => !fits(value, &slot.ty),
    }
}

/// Whether it is known that a map has too few or too many keys of an item.
fn has_wrong_counts(fields: &Fields, map: &crate::yaml::tree::Map) -> bool {
    if fields.have_plain_keys() {
        return false;
    }
    let taken: Vec<_> = map.items.iter().map(|item| takers(fields, &item.key)).collect();
    fields.items().iter().enumerate().any(|(place, field)| {
        let Some(rule) = &field.keys else { return false };
        if taken.iter().any(|takers| takers.len() > 1 && takers.contains(&place)) {
            return false;
        }
        let count = taken.iter().filter(|takers| takers[..] == [place]).count();
        rule.known_to_expect(count as i64) == Some(false)
    })
}

/// Whether a value that is a default is of a type, as far as that is known. Items of a schema may take each other's keys.
fn fits(value: &Value, ty: &Type) -> bool {
    match (&ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => map.items.iter().all(|item| {
            takers(fields, &item.key).iter().any(|place| fits(&item.value, &fields.items()[*place].slot.ty))
        }),
        (Kind::Array(item), Value::Array(array)) => array.items.iter().all(|held| fits(&held.value, &item.ty)),
        (Kind::Any, _) => true,
        (_, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_)) => false,
        _ => conforms(value, ty),
    }
}

/// The value of a key where none is given: what the map is laid over comes before what the key's item says.
fn value_of(fields: &Fields, key: &Value, below: &Value) -> Option<Value> {
    let filled_in = || fields.named(key).filter(|field| field.is_filled_in()).map(|field| field.slot.default());
    item_of(key, below).cloned().or_else(filled_in)
}

fn item_of<'a>(key: &Value, map: &'a Value) -> Option<&'a Value> {
    let Value::Map(map) = map else { return None };
    map.items.iter().find(|item| item.key == *key).map(|item| &item.value)
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

/// JSON Schema's names of a type's values that are not null; none for any, and where there are no such values.
fn type_names(kind: &Kind) -> Vec<&'static str> {
    match kind {
        Kind::Map(_) => vec!["object"],
        Kind::Array(_) => vec!["array"],
        Kind::Scalar(Scalar::String) => vec!["string"],
        Kind::Scalar(Scalar::Integer) => vec!["integer"],
        Kind::Scalar(Scalar::Float) => vec!["number"],
        Kind::Scalar(Scalar::Boolean) => vec!["boolean"],
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives.iter().flat_map(|ty| type_names(&ty.kind)).collect(),
        Kind::Any | Kind::Nullable(_) => Vec::new(),
    }
}

/// A key as a property's name; JSON has none but texts.
fn property(key: &Value) -> String {
    match key {
        Value::Str(text) => text.to_string(),
        other => crate::yaml::printer::print_value(other).trim_end().to_owned(),
    }
}

/// None for what has no form in JSON, as functions.
fn from_argument(argument: &PlainValue) -> Option<Json> {
    argument.to_value().ok().as_ref().and_then(from_tree)
}

/// A tree as JSON; none for infinity and NaN, which JSON lacks.
pub fn from_tree(value: &Value) -> Option<Json> {
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
