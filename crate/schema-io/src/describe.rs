//! A schema as a tree for people: what a documentation table shows of each data value.

use std::borrow::Cow;

use crate::diagnostics::positions::Position;
use crate::schema::keys::KeyRule;
use crate::schema::types::{Field, Kind, Slot};
use crate::schema::{Schema, written_key};
use crate::validations::{Rule, Validation};
use crate::yaml::go_format;
use crate::yaml::tree::Value;

/// A data value and what the schema says of it.
#[derive(Clone, Debug)]
pub struct Described {
    /// Its name in the map that holds it; empty for the document and the items of an array.
    pub key: String,
    /// From the root, as in `kiln.shelves[].width`; empty for the document.
    pub path: String,
    /// The same as ytt's reports have it, where keys that are no strings come out as Go's `%s` writes them.
    pub path_in_reports: String,
    /// `string`, `integer`, `float`, `boolean`, `map`, `array` or `any`; `integer or string` where it may be several.
    pub kind: Cow<'static, str>,
    /// Whether null is one of its values.
    pub nullable: bool,
    /// Both in words: `string or null`.
    pub type_name: Cow<'static, str>,
    /// `@schema/title`.
    pub title: Option<String>,
    /// `@schema/desc`.
    pub description: Option<String>,
    /// The notice, when it is deprecated.
    pub deprecated: Option<String>,
    /// The remedy, when it is removed.
    pub removed: Option<String>,
    /// Where it says itself which keys are meant, or how many there must be.
    pub keys: Option<Keys>,
    /// The value where none is given.
    pub default: Value,
    /// The default is its own: it does not just follow from those of a map's items, and it stands in where nothing is given.
    pub says_default: bool,
    /// Descriptions and values.
    pub examples: Vec<(String, Value)>,
    /// In words, as in "length >= 1", with what is checked only under a condition marked as such.
    pub rules: Vec<String>,
    /// What a rule `one_of=` allows.
    pub choices: Vec<Value>,
    /// Of the item that declares it.
    pub position: Position,
    /// The items of a map, or the one that describes those of an array.
    pub children: Vec<Described>,
}

/// The keys that an item of a map stands for, in words.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Missing where it is the item's own key.
    pub which: Option<String>,
    /// How many there may be, as in `at least 1`.
    pub count: String,
}

impl Keys {
    /// `at most 1`, `any key, at least 1`.
    pub fn in_words(&self) -> String {
        self.which.iter().chain([&self.count]).map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Describes a schema; None if no file declares it.
pub fn root(schema: &Schema) -> Option<Described> {
    schema.is_declared().then(|| described(&schema.root, "", [String::new(), String::new()]))
}

/// `paths` are its own, and the one that reports have.
fn described(slot: &Slot, key: &str, paths: [String; 2]) -> Described {
    let ty = slot.ty.collection();
    let documentation = &slot.ty.documentation;
    let present = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let children = match &ty.kind {
        Kind::Map(fields) => {
            let described = |field: &Field| Described {
                keys: field.keys.as_ref().map(|rule| keys_in_words(rule, &field.key)),
                says_default: field.is_filled_in() && has_own_default(&field.slot),
                ..described_item(field, &paths)
            };
            fields.items().iter().map(described).collect()
        }
        Kind::Array(item) => {
            let paths = paths.each_ref().map(|path| format!("{path}[]"));
            vec![Described { says_default: false, ..described(item, "", paths) }]
        }
        Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) | Kind::OneOf(_) => Vec::new(),
    };
    let [path, path_in_reports] = paths;
    Described {
        key: key.to_owned(),
        kind: slot.ty.not_null().name_without_null(),
        nullable: slot.ty.allows_null(),
        type_name: slot.ty.name_with_null(),
        title: present(&documentation.title),
        description: present(&documentation.description),
        deprecated: documentation.deprecated.clone(),
        removed: documentation.removed.clone(),
        keys: None,
        default: slot.default(),
        says_default: has_own_default(slot),
        examples: documentation.examples.iter().map(|e| (e.description.clone(), e.value.clone())).collect(),
        rules: slot.validation.iter().flat_map(|validation| rules(validation)).collect(),
        choices: slot.validation.iter().flat_map(|v| v.rules.iter().flat_map(Rule::choices)).collect(),
        position: slot.position.clone(),
        children,
        path,
        path_in_reports,
    }
}

fn described_item(field: &Field, [path, in_reports]: &[String; 2]) -> Described {
    let key = written_key(&field.key);
    let paths = [below(path, &key), below(in_reports, &go_format::file_key(&field.key))];
    described(&field.slot, &key, paths)
}

/// The path of an item of a map.
pub fn item_path(map: &str, key: &Value) -> String {
    below(map, &written_key(key))
}

fn below(map: &str, key: &str) -> String {
    if map.is_empty() { key.to_owned() } else { format!("{map}.{key}") }
}

/// Whether the default is more than those of a map's items.
fn has_own_default(slot: &Slot) -> bool {
    slot.own_default().is_some() || !matches!(slot.ty.collection().kind, Kind::Map(_))
}

/// The keys that an item accepts, in words; `declared` is the key of the item itself.
pub fn keys_in_words(rule: &KeyRule, declared: &Value) -> Keys {
    match (rule.allowed(), rule.range()) {
        // There can be no more of the one key that stands there.
        (None, Some((0, None))) => Keys { which: None, count: "at most 1".to_owned() },
        (allowed, _) => Keys { which: allowed.map(|_| rule.keys_in_words(declared)), count: rule.count_in_words() },
    }
}

fn rules(validation: &Validation) -> impl Iterator<Item = String> {
    let condition = if validation.when.is_some() { " (under a condition)" } else { "" };
    validation.rules.iter().map(move |rule| format!("{}{condition}", rule.description()))
}
