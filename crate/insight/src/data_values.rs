//! Lookups of data values by path, in a snapshot of a request's data values and their schema.

use crate::DataValuesSnapshot;
use crate::boundary::{DataValue, OriginKind, SchemaNode};
use crate::yaml::outline::Step;

/// A data value: its schema and its current value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) schema: Option<&'a SchemaNode>,
    pub(super) value: Option<&'a DataValue>,
}

/// The root map.
pub(super) fn root(snapshot: &DataValuesSnapshot) -> Node<'_> {
    Node { schema: snapshot.schema.as_ref(), value: snapshot.values.as_ref() }
}

/// The data value at a path; None if neither the schema nor the values have it.
pub(super) fn at<'a>(snapshot: &'a DataValuesSnapshot, path: &[Step]) -> Option<Node<'a>> {
    path.iter().try_fold(root(snapshot), Node::step)
}

/// Whether a data value may be of a kind, `map` or `array`, among other types.
fn may_be(schema: &SchemaNode, kind: &str) -> bool {
    schema.r#type.split([' ', ',']).any(|name| name == kind)
}

/// Whether an item of a map in the schema accepts other keys than its own.
fn accepts_others(child: &SchemaNode) -> bool {
    child.keys.as_ref().is_some_and(|keys| keys.which.is_some())
}

impl<'a> Node<'a> {
    pub(super) fn step(self, step: &Step) -> Option<Node<'a>> {
        let schema = self.schema.and_then(|schema| match step {
            // For a key without an item of its own, the first item that accepts other keys is the best guess.
            Step::Key(key) if may_be(schema, "map") => {
                let named = schema.children.iter().find(|child| child.key == *key && !accepts_others(child));
                named.or_else(|| schema.children.iter().find(|child| accepts_others(child)))
            }
            Step::Item if may_be(schema, "array") => schema.children.first(),
            _ => None,
        });
        let value = self.value.and_then(|value| match step {
            Step::Key(key) if value.r#type == "map" => value.children.iter().find(|child| child.key == *key),
            Step::Item if value.r#type == "array" => value.children.first(),
            _ => None,
        });
        (schema.is_some() || value.is_some()).then_some(Node { schema, value })
    }

    /// The keys of a map in the order of the schema, then those that only the current value has.
    pub(super) fn keys(self) -> Vec<(&'a str, Node<'a>)> {
        let schema = self.schema.filter(|schema| may_be(schema, "map")).map_or(&[][..], |schema| &schema.children);
        let named = schema.iter().filter(|child| !accepts_others(child));
        let values = self.value.filter(|value| value.r#type == "map").map_or(&[][..], |value| &value.children);
        let mut keys: Vec<(&str, Node<'_>)> = named
            .map(|child| {
                let value = values.iter().find(|value| value.key == child.key);
                (&*child.key, Node { schema: Some(child), value })
            })
            .collect();
        for value in values {
            if !keys.iter().any(|(key, _)| *key == value.key) {
                let schema = schema.iter().find(|child| accepts_others(child));
                keys.push((&value.key, Node { schema, value: Some(value) }));
            }
        }
        keys
    }

    /// `string`, `integer or null` …
    pub(super) fn type_name(self) -> String {
        match (self.schema, self.value) {
            (Some(schema), _) if schema.nullable && schema.r#type != "any" => format!("{} or null", schema.r#type),
            (Some(schema), _) => schema.r#type.clone(),
            (None, Some(value)) => value.r#type.clone(),
            (None, None) => String::new(),
        }
    }

    pub(super) fn kind(self) -> &'a str {
        self.schema.map(|schema| &*schema.r#type).or(self.value.map(|value| &*value.r#type)).unwrap_or_default()
    }

    /// Whether it is a map, by the schema or else by the current value.
    pub(super) fn is_map(self) -> bool {
        match self.schema {
            Some(schema) => may_be(schema, "map"),
            None => self.kind() == "map",
        }
    }

    /// The default; empty if there is none, or it has several lines.
    pub(super) fn default(self) -> &'a str {
        let default = self.schema.and_then(|schema| schema.default.as_deref()).unwrap_or_default();
        if default.contains('\n') || matches!(self.kind(), "map") { "" } else { default }
    }

    /// The value in this run, or the default; empty as for the default.
    pub(super) fn in_effect(self) -> &'a str {
        match self.value.filter(|value| self.schema.is_none() || value.origin.kind != OriginKind::Schema) {
            Some(value) => value.value.as_deref().filter(|text| !text.contains('\n')).unwrap_or_default(),
            None => self.default(),
        }
    }

    /// Title, description and notice, a line each.
    pub(super) fn documentation(self) -> String {
        let Some(schema) = self.schema else { return String::new() };
        let notice = schema.deprecated.as_ref().map(|notice| format!("Deprecated: {notice}"));
        let remedy = schema.removed.as_ref().map(|remedy| format!("Removed: {remedy}"));
        let parts = [schema.title.clone(), schema.description.clone(), notice, remedy];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }
}
