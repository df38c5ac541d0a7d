//! A schema as a tree for documentation: one node for each data value.

use std::borrow::Cow;

use crate::positions::Position;
use crate::schema::{Field, KeyRule, Kind, Schema, Slot, written_key};
use crate::validations::{Rule, Validation};
use crate::yaml::go_format::{self, joined};
use crate::yaml::tree::Value;

/// A data value as the schema declares it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The key in the map that contains it; empty for the document and the items of an array.
    pub key: String,
    /// From the root, as in `kiln.shelves[].width`; empty for the document.
    pub path: String,
    /// The path in ytt's reports: keys that are not strings are formatted as Go's `%s` does.
    pub path_in_reports: String,
    /// The type without null: `string`, `integer`, `float`, `boolean`, `map`, `array` or `any`; `integer or string` for several types.
    pub kind: Cow<'static, str>,
    /// Whether null is allowed.
    pub nullable: bool,
    /// The type with null: `string or null`.
    pub type_name: Cow<'static, str>,
    /// `@schema/title`.
    pub title: Option<String>,
    /// `@schema/desc`.
    pub description: Option<String>,
    /// The notice of `@schema/deprecated`.
    pub deprecated: Option<String>,
    /// The remedy of `@schema/removed`.
    pub removed: Option<String>,
    /// For an item of a map with a rule about keys: which keys it accepts, and how many.
    pub keys: Option<Keys>,
    /// The value that is used if data values set none.
    pub default: Value,
    /// Whether [`default`](Self::default) is worth stating: it is filled in, and does not only follow from those of a map's items.
    pub states_default: bool,
    /// Descriptions and values.
    pub examples: Vec<(String, Value)>,
    /// Descriptions of the validation rules, as in "length >= 1"; conditional ones are marked.
    pub rules: Vec<String>,
    /// The values that a rule `one_of=` allows.
    pub choices: Vec<Value>,
    /// The position of the declaring item.
    pub position: Position,
    /// The items of a map, or the one that describes those of an array.
    pub children: Vec<Described>,
}

/// The keys that an item of a map accepts, in words.
#[derive(Clone, Debug)]
pub struct Keys {
    /// None for an item that accepts only its own key.
    pub which: Option<String>,
    /// The allowed number of keys, as in `at least 1`.
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

/// `paths` are [`Described::path`] and [`Described::path_in_reports`].
fn described(slot: &Slot, key: &str, paths: [String; 2]) -> Described {
    let ty = slot.ty.collection();
    let documentation = &slot.ty.documentation;
    let present = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let children = match &ty.kind {
        Kind::Map(fields) => {
            let described = |field: &Field| Described {
                keys: field.keys.as_ref().map(|rule| keys_in_words(rule, &field.key)),
                states_default: field.is_filled_in() && has_own_default(&field.slot),
                ..described_item(field, &paths)
            };
            fields.items().iter().map(described).collect()
        }
        Kind::Array(item) => {
            let paths = paths.each_ref().map(|path| format!("{path}[]"));
            vec![Described { states_default: false, ..described(item, "", paths) }]
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
        states_default: has_own_default(slot),
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
    let paths = [joined(path, &key), joined(in_reports, &go_format::file_key(&field.key))];
    described(&field.slot, &key, paths)
}

/// The path of an item of a map.
pub(crate) fn item_path(map: &str, key: &Value) -> String {
    joined(map, &written_key(key))
}

/// Whether the default is more than those of a map's items.
fn has_own_default(slot: &Slot) -> bool {
    slot.own_default().is_some() || !matches!(slot.ty.collection().kind, Kind::Map(_))
}

/// The keys that an item accepts, in words; `declared` is the key of the item itself.
pub fn keys_in_words(rule: &KeyRule, declared: &Value) -> Keys {
    match (rule.allowed(), rule.range()) {
        // `range` allows any number, but an item with one key has it at most once.
        (None, Some((0, None))) => Keys { which: None, count: "at most 1".to_owned() },
        (allowed, _) => Keys { which: allowed.map(|_| rule.keys_in_words(declared)), count: rule.count_in_words() },
    }
}

fn rules(validation: &Validation) -> impl Iterator<Item = String> {
    let condition = if validation.when.is_some() { " (under a condition)" } else { "" };
    validation.rules.iter().map(move |rule| format!("{}{condition}", rule.description()))
}
