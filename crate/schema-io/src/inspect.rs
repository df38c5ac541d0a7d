//! The output of `--schema-inspect` (extension `schema-proposal`): a flat list of the fields of a schema, as a YAML document.

use crate::describe::Described;
use crate::positions::Position;
use crate::yaml::tree::{Document, MapItem, Value};

/// The name of the schema.
pub(super) const NAME: &str = "data/values";

/// A data value and its name in the list.
pub(super) struct Field<'d> {
    pub(super) name: &'d str,
    pub(super) described: &'d Described,
}

/// Writes a schema's data values as the document that `--schema-inspect` prints.
pub fn document(root: &Described) -> Document {
    let fields = Value::array(fields(root).iter().map(|field| Value::map(entry(field))));
    let schema = vec![MapItem::text("name", NAME), MapItem::new("fields", fields)];
    Document::new(Value::map(vec![MapItem::new("schema", Value::map(schema))]), Position::unknown())
}

/// The data values in the order of the schema, each before its items. The document is included only if it has more than a type.
pub(super) fn fields(root: &Described) -> Vec<Field<'_>> {
    let is_mere_map = root.type_name == "map"
        && root.title.is_none()
        && root.description.is_none()
        && root.examples.is_empty()
        && root.rules.is_empty()
        && !root.states_default;
    let mut fields = Vec::new();
    if !is_mere_map {
        fields.push(Field { name: "(document)", described: root });
    }
    add_children(root, &mut fields);
    fields
}

fn add_children<'d>(described: &'d Described, fields: &mut Vec<Field<'d>>) {
    for child in &described.children {
        fields.push(Field { name: &child.path, described: child });
        add_children(child, fields);
    }
}

fn entry(field: &Field<'_>) -> Vec<MapItem> {
    let described = field.described;
    let known = |key, words: &Option<String>| words.as_ref().map(|words| MapItem::text(key, words));
    let mut items = vec![MapItem::text("name", field.name)];
    items.extend(known("title", &described.title));
    items.extend(known("documentation", &described.description));
    items.push(MapItem::text("type", &described.type_name));
    items.extend(described.keys.as_ref().map(|keys| MapItem::text("keys", &keys.in_words())));
    items.extend(known("deprecated", &described.deprecated));
    items.extend(known("removed", &described.removed));
    if described.states_default {
        items.push(MapItem::new("default", described.default.clone()));
    }
    if !described.examples.is_empty() {
        items.push(MapItem::new("examples", Value::array(described.examples.iter().map(example))));
    }
    if !described.rules.is_empty() {
        let rules = described.rules.iter().map(|rule| Value::str(rule.as_str()));
        items.push(MapItem::new("rules", Value::array(rules)));
    }
    items
}

fn example((description, value): &(String, Value)) -> Value {
    let description =
        Some(description).filter(|words| !words.is_empty()).map(|words| MapItem::text("description", words));
    Value::map(description.into_iter().chain([MapItem::new("value", value.clone())]).collect())
}
