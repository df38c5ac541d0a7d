//! A schema as a tree for people: what the page's documentation table shows.

use serde::Serialize;

use super::types::{Kind, Slot};
use crate::diagnostics::positions::Position;
use crate::validations::key_text;
use crate::yaml::tree::Value;

/// A data value and what the schema says of it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescribedValue {
    /// Its name in the map that holds it; empty for the document, `-` for the items of an array.
    pub(crate) key: String,
    /// From the root, as in `kiln.shelves[].width`; empty for the document.
    pub(crate) path: String,
    /// `string`, `integer`, `float`, `boolean`, `map`, `array` or `any`.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) nullable: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    /// The notice; absent when it is not deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    pub(crate) default: serde_json::Value,
    pub(crate) examples: Vec<DescribedExample>,
    /// In words, as in "length >= 1".
    pub(crate) rules: Vec<String>,
    /// The rules are checked only when a condition holds.
    pub(crate) conditional: bool,
    pub(crate) file: String,
    /// 1-based; 0 when unknown.
    pub(crate) line: u32,
    /// The items of a map, or the one that describes those of an array.
    pub(crate) children: Vec<DescribedValue>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescribedExample {
    pub(crate) description: String,
    pub(crate) value: serde_json::Value,
}

pub(super) fn root(slot: &Slot) -> DescribedValue {
    described(slot, String::new(), String::new())
}

fn described(slot: &Slot, key: String, path: String) -> DescribedValue {
    let ty = slot.ty.not_null();
    let documentation = &slot.ty.documentation;
    let children = match &ty.kind {
        Kind::Map(fields) => fields
            .items()
            .iter()
            .map(|field| {
                let key = key_text(&field.key);
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                described(&field.slot, key, path)
            })
            .collect(),
        Kind::Array(item) => vec![described(item, "-".to_owned(), format!("{path}[]"))],
        Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) => Vec::new(),
    };
    let position: &Position = &slot.position;
    DescribedValue {
        key,
        path,
        kind: ty.name(),
        nullable: matches!(slot.ty.kind, Kind::Nullable(_) | Kind::Any),
        title: documentation.title.clone(),
        description: documentation.description.clone(),
        deprecated: documentation.deprecated.clone(),
        default: json(&slot.default()),
        examples: documentation
            .examples
            .iter()
            .map(|example| DescribedExample { description: example.description.clone(), value: json(&example.value) })
            .collect(),
        rules: slot.validation.iter().flat_map(|v| v.rules.iter().map(|rule| rule.description())).collect(),
        conditional: slot.validation.as_ref().is_some_and(|validation| validation.when.is_some()),
        file: position.file().to_owned(),
        line: position.line(),
        children,
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::UInt(value) => (*value).into(),
        // JSON has no infinity: null stands for it.
        Value::Float(value) => (*value).into(),
        Value::Str(text) => (&**text).into(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into(),
        Value::Map(map) => map
            .items
            .iter()
            .map(|item| (key_text(&item.key), json(&item.value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(array) => array.items.iter().map(|item| json(&item.value)).collect(),
        Value::DocumentSet(set) => set.items.iter().map(|item| json(&item.value)).collect(),
    }
}
