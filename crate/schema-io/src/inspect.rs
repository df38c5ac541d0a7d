//! What `--schema-inspect` prints: the fields of a schema, one after the other, as a YAML document.
//!
//! Takes the tree that [`describe`](super::describe) makes. Only where the extension `schema-proposal` is on.

use crate::describe::Described;
use crate::diagnostics::positions::Position;
use crate::exported_item;
use crate::yaml::tree::{Array, ArrayItem, Document, Map, MapItem, Value};

/// What a schema is for.
pub(super) const NAME: &str = "data/values";

/// A data value, and what reports call it.
pub(super) struct Field<'d> {
    pub(super) name: &'d str,
    pub(super) said: &'d Described,
}

/// Writes a schema's data values as the document that `--schema-inspect` prints.
pub fn document(root: &Described) -> Document {
    let fields = fields(root).iter().map(|field| map(entry(field))).collect();
    let schema = vec![text("name", NAME), exported_item("fields", array(fields))];
    Document::new(map(vec![exported_item("schema", map(schema))]), Position::unknown())
}

/// The data values in the order of the schema, each before what is in it. The document is one of them only if there is
/// more to say of it than that it is a map.
pub(super) fn fields(root: &Described) -> Vec<Field<'_>> {
    let is_mere_map = root.type_name == "map"
        && root.title.is_none()
        && root.description.is_none()
        && root.examples.is_empty()
        && root.rules.is_empty()
        && !root.says_default;
    let mut fields = Vec::new();
    if !is_mere_map {
        fields.push(Field { name: "(document)", said: root });
    }
    add_children(root, &mut fields);
    fields
}

fn add_children<'d>(described: &'d Described, fields: &mut Vec<Field<'d>>) {
    for child in &described.children {
        fields.push(Field { name: &child.path, said: child });
        add_children(child, fields);
    }
}

fn entry(field: &Field<'_>) -> Vec<MapItem> {
    let said = field.said;
    let known = |key, words: &Option<String>| words.as_ref().map(|words| text(key, words));
    let mut items = vec![text("name", field.name)];
    items.extend(known("title", &said.title));
    items.extend(known("documentation", &said.description));
    items.push(text("type", &said.type_name));
    items.extend(said.keys.as_ref().map(|keys| text("keys", &keys.in_words())));
    items.extend(known("deprecated", &said.deprecated));
    items.extend(known("removed", &said.removed));
    if said.says_default {
        items.push(exported_item("default", said.default.clone()));
    }
    if !said.examples.is_empty() {
        items.push(exported_item("examples", array(said.examples.iter().map(example).collect())));
    }
    if !said.rules.is_empty() {
        let rules = said.rules.iter().map(|rule| Value::str(rule.as_str()));
        items.push(exported_item("rules", array(rules.collect())));
    }
    items
}

fn example((description, value): &(String, Value)) -> Value {
    let description = Some(description).filter(|words| !words.is_empty()).map(|words| text("description", words));
    map(description.into_iter().chain([exported_item("value", value.clone())]).collect())
}

fn text(key: &str, value: &str) -> MapItem {
    exported_item(key, Value::str(value))
}

fn map(items: Vec<MapItem>) -> Value {
    Value::Map(Box::new(Map { items, position: Position::unknown() }))
}

fn array(values: Vec<Value>) -> Value {
    let items = values.into_iter().map(|value| ArrayItem { value, meta: Default::default() }).collect();
    Value::Array(Box::new(Array { items, position: Position::unknown() }))
}
