//! A schema as JSON Schema (2020-12), for editors that check a data values file as it is typed.
//!
//! It accepts a plain file (`--data-values-file`) if ytt does. A value is required if its default breaks a rule. A map is overlaid
//! on the default, which must then be a map or null, except in `@schema/definition`s. Custom rules, rules with `when=` and the few
//! rules without an equivalent in JSON Schema are added to the description and returned as a list. Two differences remain: in
//! JSON, `5.0` is an integer, and lengths are counted in characters where ytt counts bytes.

mod pattern;
mod statement;

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use self::pattern::{literal, translated};
use self::statement::{NO_SUCH_PATTERN, Statement, statement};
use crate::broken_defaults;
use crate::loss::Loss;
use crate::schema::{
    Allowed, Field, Fields, Kind, OneOf, Scalar, Schema, Slot, Type, accepting_items, conforms, named_keys,
};
use crate::starlark::PlainValue;
use crate::validations::{NamedRule, Rule};
use crate::yaml::go_format::joined;
use crate::yaml::tree::Value;

/// Writes a schema as JSON Schema, and lists the rules that have no equivalent. None if no file declares the schema.
pub fn document(schema: &Schema) -> Option<(Json, Vec<Loss>)> {
    schema.is_declared().then(|| written(&schema.root, schema.allows_kind_changes()))
}

fn written(root: &Slot, allows_other_kinds: bool) -> (Json, Vec<Loss>) {
    let mut writer = Writer { allows_other_kinds, ..Writer::default() };
    let mut keywords = Map::new();
    keywords.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    let default = root.default();
    keywords.extend(writer.schema(root, &Defaults { if_missing: Some(default.clone()), below: default.clone() }, ""));
    if !fits(&default, &root.ty) {
        // A preceding item accepts the key of another item, and the default of that has the wrong type.
        keywords.insert("not".to_owned(), json!({}));
    }
    (Json::Object(keywords), writer.not_stated)
}

/// The defaults of a value.
struct Defaults {
    /// The value if data values set none; None for items that are not filled in.
    if_missing: Option<Value>,
    /// The default that maps are overlaid on; null if there is none.
    below: Value,
}

impl Defaults {
    const NONE: Defaults = Defaults { if_missing: None, below: Value::Null };
}

#[derive(Default)]
struct Writer {
    not_stated: Vec<Loss>,
    /// The elements of `not_stated`, to list each once.
    listed: HashSet<Loss>,
    /// The number of schemas so far.
    written: usize,
    allows_other_kinds: bool,
}

/// The number of schemas after which those of listed keys are omitted.
const MAX_SCHEMAS: usize = 20_000;

impl Writer {
    fn schema(&mut self, slot: &Slot, defaults: &Defaults, path: &str) -> Map<String, Json> {
        self.written += 1;
        let ty = slot.ty.not_null();
        let documentation = &slot.ty.documentation;
        let may_be_null = slot.ty.allows_null() && !unconditional(slot).any(|rule| matches!(rule, NamedRule::NotNull));
        let unstated = self.unstated(slot, &defaults.below, path);
        let shape = slot.ty.collection();
        let of_shape = self.shape(shape, &defaults.below, path);
        if let Some(remedy) = &documentation.removed {
            return removed(slot, remedy);
        }

        let mut keywords = Keywords::default();
        if !documentation.title.is_empty() {
            keywords.add("title", json!(documentation.title));
        }
        keywords.describe([&documentation.description, &unstated, &of_shape.description()]);
        if let Some(notice) = &documentation.deprecated {
            keywords.deprecate(notice);
        }
        match (&type_names(&ty.kind)[..], may_be_null) {
            ([], true) if matches!(ty.kind, Kind::OneOf(_)) => keywords.add("type", json!("null")),
            ([], false) if matches!(ty.kind, Kind::OneOf(_)) => keywords.never(false),
            ([], true) => {}
            ([], false) => keywords.add("type", json!(["string", "number", "boolean", "array", "object"])),
            ([name], false) => keywords.add("type", json!(name)),
            (names, false) => keywords.add("type", json!(names)),
            (names, true) => keywords.add("type", json!([names, &["null"]].concat())),
        }
        // A map's default follows from those of its items, unless it has one of its own.
        if (!matches!(shape.kind, Kind::Map(_)) || slot.own_default().is_some())
            && let Some(default) = defaults.if_missing.as_ref().and_then(from_tree)
        {
            keywords.add("default", default);
        }
        let examples: Vec<Json> = documentation.examples.iter().filter_map(|e| from_tree(&e.value)).collect();
        if !examples.is_empty() {
            keywords.add("examples", Json::Array(examples));
            let descriptions = documentation.examples.iter().map(|e| e.description.as_str());
            keywords.add("$comment", json!(format!("Examples: {}", descriptions.collect::<Vec<_>>().join("; "))));
        }
        keywords.0.extend(of_shape.keywords);
        if of_shape.allows_no_map {
            match type_names(&ty.kind).into_iter().filter(|name| *name != "object").collect::<Vec<_>>() {
                others if others.is_empty() => keywords.never(may_be_null),
                others => keywords.constrain("type", json!(others), may_be_null),
            }
        }
        for rule in unconditional(slot) {
            match statement(rule, slot, &defaults.below) {
                Statement::Keywords(restrictions) => {
                    for (keyword, value) in restrictions {
                        keywords.constrain(keyword, value, may_be_null);
                    }
                }
                Statement::Never => keywords.never(may_be_null),
                Statement::None(_) => {}
            }
        }
        keywords.0
    }

    /// The keywords for the items of a collection, or for maps that are overlaid on the default of a value of any type.
    fn shape(&mut self, ty: &Type, below: &Value, path: &str) -> Shape {
        match &ty.kind {
            Kind::Map(fields) => self.map(fields, below, path),
            Kind::Array(item) => {
                // Array items have no defaults.
                let items = self.schema(item, &Defaults::NONE, &format!("{path}[]"));
                Shape::of(Map::from_iter([("items".to_owned(), Json::Object(items))]))
            }
            Kind::Any if !self.allows_other_kinds => Shape::of(overlaid(below)),
            Kind::Any | Kind::Scalar(_) | Kind::Nullable(_) | Kind::OneOf(_) => Shape::default(),
        }
    }

    fn map(&mut self, fields: &Fields, below: &Value, path: &str) -> Shape {
        let mut shape = Shape::default();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for key in known_keys(fields, below) {
            let key = &key;
            let name = property(key);
            let path = joined(path, &name);
            let defaults = Defaults {
                if_missing: value_of(fields, key, below),
                below: item_of(key, below).unwrap_or(Value::Null),
            };
            let accepting: Vec<&Field> =
                accepting_items(fields, key).into_iter().map(|place| &fields.items()[place]).collect();
            let schemas = accepting.iter().map(|field| self.named(field, key, &defaults, &path)).collect();
            if defaults.if_missing.is_some_and(|value| accepting.iter().all(|field| breaks(&value, &field.slot))) {
                required.push(name.clone());
            }
            properties.insert(name, any_of(schemas));
        }
        self.counts(fields, below, path, &mut properties, &mut shape);
        let (patterns, additional) = self.others(fields, &properties, path, &mut shape);
        let keywords = &mut shape.keywords;
        keywords.insert("properties".to_owned(), Json::Object(properties));
        if !required.is_empty() {
            keywords.insert("required".to_owned(), json!(required));
        }
        if !patterns.is_empty() {
            keywords.insert("patternProperties".to_owned(), Json::Object(patterns));
        }
        keywords.insert("additionalProperties".to_owned(), additional);
        shape
    }

    /// The schema of an item for one of the keys that it accepts. An item with many listed keys repeats its schema, at each level.
    fn named(&mut self, field: &Field, key: &Value, defaults: &Defaults, path: &str) -> Json {
        if self.written > MAX_SCHEMAS && field.key != *key {
            let rule = "rules below keys that are listed".to_owned();
            self.leave_unstated(String::new(), rule, "the JSON Schema would be too long");
            return json!(true);
        }
        Json::Object(self.schema(&field.slot, defaults, path))
    }

    /// Restricts the number of keys of each item.
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
                    shape.unstated.push(rule.clone());
                    self.leave_unstated(joined(path, &property(&field.key)), rule, why);
                }
            }
        }
    }

    /// The schemas for keys that the schema does not list: `patternProperties` and `additionalProperties`.
    fn others(
        &mut self,
        fields: &Fields,
        named: &Map<String, Json>,
        path: &str,
        shape: &mut Shape,
    ) -> (Map<String, Json>, Json) {
        let mut patterns = Map::new();
        // Items that accept keys by a function or an untranslatable pattern, and the one that accepts all others.
        let mut accepting = Vec::new();
        // Patterns of the keys that preceding items accept: the first item that accepts a key applies.
        let mut taken: Vec<String> = named.keys().map(|name| literal(name)).collect();
        for field in fields.items() {
            let Some(rule) = &field.keys else { continue };
            let path = joined(path, &property(&field.key));
            let why = match rule.allowed() {
                None | Some(Allowed::Listed(_)) => continue,
                Some(Allowed::Any) => {
                    accepting.push(Json::Object(self.schema(&field.slot, &Defaults::NONE, &path)));
                    return (patterns, any_of(accepting));
                }
                Some(Allowed::Pattern { text, .. }) => match translated(text) {
                    Some(text) => {
                        let schema = Json::Object(self.schema(&field.slot, &Defaults::NONE, &path));
                        let others =
                            if taken.is_empty() { String::new() } else { format!("(?!(?:{})$)", taken.join("|")) };
                        let schema = any_of([&accepting[..], &[schema]].concat());
                        patterns.insert(format!("^{others}(?:{text})$"), schema);
                        taken.push(format!("(?:{text})"));
                        continue;
                    }
                    None => NO_SUCH_PATTERN,
                },
                Some(Allowed::Function(_)) => "it is code",
            };
            accepting.push(Json::Object(self.schema(&field.slot, &Defaults::NONE, &path)));
            let rule = rule.keys_in_words(&field.key);
            if !shape.unstated.iter().any(|rule_text| rule_text.ends_with(&rule)) {
                shape.unstated.push(rule.clone());
            }
            self.leave_unstated(path, rule, why);
        }
        (patterns, any_of(accepting))
    }

    /// Lists the rules that keywords cannot express, and returns them as a sentence.
    fn unstated(&mut self, slot: &Slot, below: &Value, path: &str) -> String {
        let Some(validation) = &slot.validation else { return String::new() };
        let mut words = Vec::new();
        for rule in &validation.rules {
            let why = match rule {
                _ if validation.when.is_some() => "it is checked only if its condition (when=) is true",
                Rule::Custom { .. } => "it is code",
                Rule::Named { rule, .. } => match statement(rule, slot, below) {
                    Statement::None(why) => why,
                    Statement::Keywords(_) | Statement::Never => continue,
                },
            };
            let rule = rule.description();
            words.push(rule.clone());
            self.leave_unstated(path.to_owned(), rule, why);
        }
        match (&words[..], &validation.when) {
            ([], _) => String::new(),
            (_, None) => format!("Must be: {}.", words.join("; ")),
            (_, Some(_)) => format!("Under a condition, must be: {}.", words.join("; ")),
        }
    }

    fn leave_unstated(&mut self, path: String, rule: String, why: &'static str) {
        let not_stated = Loss { path, keyword: rule, why: why.to_owned() };
        if self.listed.insert(not_stated.clone()) {
            self.not_stated.push(not_stated);
        }
    }
}

/// The keywords for the items of a collection.
#[derive(Default)]
struct Shape {
    keywords: Map<String, Json>,
    /// Descriptions of the rules about keys that are not stated.
    unstated: Vec<String>,
    /// No map can satisfy the rules about keys.
    allows_no_map: bool,
}

impl Shape {
    fn of(keywords: Map<String, Json>) -> Shape {
        Shape { keywords, ..Shape::default() }
    }

    fn description(&self) -> String {
        if self.unstated.is_empty() { String::new() } else { format!("Keys: {}.", self.unstated.join("; ")) }
    }
}

/// How JSON Schema states the allowed number of keys of an item.
enum Count {
    /// Always satisfied.
    Fits,
    /// Never satisfied.
    Never,
    /// Its key must be missing.
    NotGiven,
    /// Minimum and maximum of all keys of the map, since all belong to this item.
    Range(i64, Option<i64>),
    /// Not at all; the text says why.
    NotStated(&'static str),
}

fn count(fields: &Fields, place: usize, below: &Value) -> Count {
    let field = &fields.items()[place];
    let Some(rule) = &field.keys else { return Count::Fits };
    if rule.allowed().is_some() {
        let is_laid_over_none = !matches!(below, Value::Map(map) if !map.borrow().items.is_empty());
        return match rule.range() {
            Some((0, None)) => Count::Fits,
            Some((least, most)) if fields.items().len() == 1 && is_laid_over_none => Count::Range(least, most),
            _ => Count::NotStated("JSON Schema cannot count keys of a kind"),
        };
    }
    // An item without `allowed` accepts only its own key, so there are no or one of them.
    let [expects_none, expects_one] = [0, 1].map(|count| rule.accepts_count(count));
    let is_always_there = field.is_filled_in() || item_of(&field.key, below).is_some();
    let accepting = accepting_items(fields, &field.key);
    let fits = match (accepting.last() == Some(&place), accepting.len()) {
        (true, 1) if is_always_there => expects_one,
        (true, 1) if expects_one == Some(false) => return Count::NotGiven,
        (true, 1) => expects_one,
        // A preceding item accepts the key.
        (false, _) => expects_none,
        (true, _) => expects_none.filter(|_| expects_none == expects_one),
    };
    match fits {
        Some(true) => Count::Fits,
        Some(false) => Count::Never,
        None => Count::NotStated("it is code"),
    }
}

/// The keys of items and of the default that the map is overlaid on.
fn known_keys(fields: &Fields, below: &Value) -> Vec<Value> {
    let mut keys: Vec<Value> = named_keys(fields).into_iter().cloned().collect();
    if let Value::Map(map) = below
        && !fields.have_only_own_keys()
    {
        for item in map.borrow().iter() {
            if !keys.contains(&item.key) {
                keys.push(item.key.clone());
            }
        }
    }
    keys
}

/// The schema of a removed value: no value is allowed, so other keywords are omitted.
fn removed(slot: &Slot, remedy: &str) -> Map<String, Json> {
    let documentation = &slot.ty.documentation;
    let mut keywords = Keywords::default();
    if !documentation.title.is_empty() {
        keywords.add("title", json!(documentation.title));
    }
    keywords.describe([&documentation.description, &format!("Removed: {remedy}")]);
    keywords.deprecate(remedy);
    keywords.never(false);
    keywords.0
}

/// Allows the values that one of several schemas allows.
fn any_of(mut schemas: Vec<Json>) -> Json {
    match schemas.len() {
        0 => json!(false),
        1 => schemas.remove(0),
        _ => json!({ "anyOf": schemas }),
    }
}

/// Keywords of one schema.
#[derive(Default)]
struct Keywords(Map<String, Json>);

impl Keywords {
    fn add(&mut self, keyword: &str, value: Json) {
        self.0.insert(keyword.to_owned(), value);
    }

    /// Joins the paragraphs that are not empty to a description.
    fn describe<const N: usize>(&mut self, paragraphs: [&String; N]) {
        let paragraphs = paragraphs.into_iter().filter(|text| !text.is_empty());
        let description = paragraphs.map(String::as_str).collect::<Vec<_>>().join("\n\n");
        if !description.is_empty() {
            self.add("description", json!(description));
        }
    }

    fn deprecate(&mut self, notice: &str) {
        self.add("deprecated", json!(true));
        // An extension that VS Code displays.
        self.add("deprecationMessage", json!(notice));
    }

    /// Allows no value, or only null.
    fn never(&mut self, may_be_null: bool) {
        if may_be_null {
            self.constrain("type", json!("null"), false);
        } else {
            self.constrain("not", json!({}), false);
        }
    }

    /// Adds a restriction to those before, from which null is exempt if it `may_be_null`.
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

/// The named rules without `when=`.
fn unconditional(slot: &Slot) -> impl Iterator<Item = &NamedRule> {
    let validation = slot.validation.iter().filter(|validation| validation.when.is_none());
    validation.flat_map(|validation| &validation.rules).filter_map(Rule::named)
}

/// Whether a default or one of its items breaks a rule without `when=`, or has the wrong type.
fn breaks(value: &Value, slot: &Slot) -> bool {
    let mut holds = |rule: &Rule, value: &PlainValue| rule.named().is_none_or(|rule| rule.check(value).is_ok());
    if broken_defaults::own(value, slot, &mut holds).is_some() {
        return true;
    }
    match (&slot.ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => {
            let map = map.borrow();
            has_wrong_counts(fields, &map)
                || map.iter().any(|item| {
                    let accepting = accepting_items(fields, &item.key);
                    !accepting.is_empty()
                        && accepting.iter().all(|place| breaks(&item.value, &fields.items()[*place].slot))
                })
        }
        (Kind::Array(item), Value::Array(array)) => array.borrow().iter().any(|element| breaks(&element.value, item)),
        _ => !fits(value, &slot.ty),
    }
}

/// Whether a map certainly has too few or too many keys of an item.
fn has_wrong_counts(fields: &Fields, map: &crate::yaml::tree::Map) -> bool {
    if fields.have_only_own_keys() {
        return false;
    }
    let taken: Vec<_> = map.iter().map(|item| accepting_items(fields, &item.key)).collect();
    fields.items().iter().enumerate().any(|(place, field)| {
        let Some(rule) = &field.keys else { return false };
        if taken.iter().any(|accepting| accepting.len() > 1 && accepting.contains(&place)) {
            return false;
        }
        let count = taken.iter().filter(|accepting| accepting[..] == [place]).count();
        rule.accepts_count(count as i64) == Some(false)
    })
}

/// Whether a default conforms to a type; true if it is uncertain which item of a map accepts a key.
fn fits(value: &Value, ty: &Type) -> bool {
    match (&ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => map.borrow().iter().all(|item| {
            accepting_items(fields, &item.key).iter().any(|place| fits(&item.value, &fields.items()[*place].slot.ty))
        }),
        (Kind::Array(item), Value::Array(array)) => array.borrow().iter().all(|element| fits(&element.value, &item.ty)),
        (Kind::Any, _) => true,
        (_, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_)) => false,
        _ => conforms(value, ty),
    }
}

/// The value of a key if data values set none: the default of the map takes precedence over that of the item.
fn value_of(fields: &Fields, key: &Value, below: &Value) -> Option<Value> {
    let filled_in = || fields.named(key).filter(|field| field.is_filled_in()).map(|field| field.slot.default());
    item_of(key, below).or_else(filled_in)
}

fn item_of(key: &Value, map: &Value) -> Option<Value> {
    let Value::Map(map) = map else { return None };
    map.borrow().iter().find(|item| item.key == *key).map(|item| item.value.clone())
}

/// Keywords for values of any type: maps must still be compatible with the default that they are overlaid on.
fn overlaid(default: &Value) -> Map<String, Json> {
    let mut keywords = Map::new();
    match default {
        Value::Null => {}
        Value::Map(map) => {
            let map = map.borrow();
            let items = map.iter().map(|item| (property(&item.key), Json::Object(overlaid(&item.value))));
            let items: Map<_, _> = items.filter(|(_, keywords)| *keywords != json!({})).collect();
            if !items.is_empty() {
                // `properties` alone would suggest to editors that only a map is allowed.
                let choices = json!([{ "not": { "type": "object" } }, { "properties": items }]);
                keywords.insert("anyOf".to_owned(), choices);
            }
        }
        _ => drop(keywords.insert("not".to_owned(), json!({ "type": "object" }))),
    }
    keywords
}

/// JSON Schema's names of a type without null; empty for `any`, and for types that only null conforms to.
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

/// A key as the name of a property: JSON allows only strings.
fn property(key: &Value) -> String {
    match key {
        Value::Str(text) => text.to_string(),
        other => crate::yaml::printer::print_value(other).trim_end().to_owned(),
    }
}

/// An argument of a rule as JSON; None for functions and the like.
fn from_argument(argument: &PlainValue) -> Option<Json> {
    argument.to_value().ok().as_ref().and_then(from_tree)
}

/// A tree as JSON; None for infinity and NaN, which JSON lacks.
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
            let map = map.borrow();
            let items = map.iter().map(|item| Some((property(&item.key), from_tree(&item.value)?)));
            Json::Object(items.collect::<Option<_>>()?)
        }
        Value::Array(array) => {
            Json::Array(array.borrow().iter().map(|item| from_tree(&item.value)).collect::<Option<_>>()?)
        }
        Value::DocumentSet(_) => return None,
    })
}
