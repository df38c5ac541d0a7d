//! Compares defaults, and whether data values can still be overlaid on them.

use std::cell::Ref;

use super::shape::Shape;
use super::{Both, ChangeKind, Comparison, DataValue, SchemaChange};
use crate::json_schema::from_tree;
use crate::schema::{Fields, Kind, Slot};
use crate::yaml::node::Node;
use crate::yaml::printer::print_trimmed;
use crate::yaml::tree::{Map, MapItem, Value};

/// The maximum number of characters of a value in a sentence.
const MAX_SHORT: usize = 60;

impl Comparison<'_> {
    /// Reports a changed default, and returns whether it changed. `required` says why a value is now required.
    pub(super) fn default(&mut self, both: Both<'_>, required: Option<&str>) -> bool {
        let Both { old, new, .. } = both;
        let (Some(before), Some(after)) = (&old.default, &new.default) else { return false };
        let (before, after) = own_part(before, after, old.slot, new.slot);
        if is_same(&before, &after) {
            return false;
        }
        let mut text = match (short_json(&before), short_json(&after)) {
            (Some(before), Some(after)) => format!("the default was {before} and is {after}"),
            _ => "the default has changed".to_owned(),
        };
        let why = required
            .or_else(|| self.overlay_problem((&before, old.slot), (&after, new.slot)))
            .or_else(|| array_rule((&before, &after), new.slot));
        if let Some(why) = why {
            text.push_str(&format!("; {why}"));
        }
        self.changes.push(SchemaChange {
            breaking: why.is_some(),
            before: Some(print_trimmed(&before)),
            after: Some(print_trimmed(&after)),
            ..both.change(ChangeKind::Default, text)
        });
        true
    }

    /// Says why the default of a key that had none is invalid, or why some values cannot be overlaid on it.
    pub(super) fn new_default_problem(&mut self, old: &Slot, new: &DataValue<'_>, path: &str) -> Option<String> {
        let default = new.default.as_ref()?;
        let overlay_problem = self.overlay_problem((&Value::Null, old), (default, new.slot)).map(str::to_owned);
        self.invalid_default(default, new.slot, path).or(overlay_problem)
    }

    /// Says why data values that could be overlaid on the old default cannot be overlaid on the new one.
    fn overlay_problem(&self, (before, old): (&Value, &Slot), (after, new): (&Value, &Slot)) -> Option<&'static str> {
        let both = |has: fn(Shape) -> bool| has(Shape::of(&old.ty)) && has(Shape::of(&new.ty));
        let took = |value: &Value, is_like: fn(&Value) -> bool| matches!(value, Value::Null) || is_like(value);
        let is_lost =
            |is_like: fn(&Value) -> bool| !self.allows_kind_changes && took(before, is_like) && !took(after, is_like);
        if both(Shape::has_maps) && is_lost(|value| matches!(value, Value::Map(_))) {
            return Some("a map cannot be overlaid on it");
        }
        if both(Shape::has_arrays) && is_lost(|value| matches!(value, Value::Array(_))) {
            return Some("an array cannot be overlaid on it");
        }
        let is_missing = match (before, after) {
            (Value::Map(before), Value::Map(after)) => lacks(&before.borrow(), &after.borrow()),
            // Any key was allowed.
            (Value::Null, Value::Map(_)) => true,
            _ => false,
        };
        (is_missing && matches!(new.ty.collection().kind, Kind::Any))
            .then_some("data values documents need missing_ok=True for keys that are not in it")
    }
}

/// Says why arrays that are appended to the new default may be rejected: rules apply to the result.
fn array_rule(defaults: (&Value, &Value), new: &Slot) -> Option<&'static str> {
    let has_items = |value: &Value| matches!(value, Value::Array(array) if !array.borrow().items.is_empty());
    let is_ruled = new.validation.as_ref().is_some_and(|validation| !validation.rules.is_empty());
    (is_ruled && (has_items(defaults.0) || has_items(defaults.1)))
        .then_some("arrays in data values documents are appended to it, which affects its rules")
}

/// The parts of two defaults that are not compared as data values of their own: the items of maps that no schema names.
fn own_part(before: &Value, after: &Value, old: &Slot, new: &Slot) -> (Value, Value) {
    match (before, after, &old.ty.collection().kind, &new.ty.collection().kind) {
        (Value::Map(before), Value::Map(after), Kind::Map(old), Kind::Map(new)) => {
            (others(&before.borrow(), [old, new]), others(&after.borrow(), [old, new]))
        }
        _ => (before.clone(), after.clone()),
    }
}

fn others(map: &Map, schemas: [&Fields; 2]) -> Value {
    let is_named = |key: &Value| {
        let field = |fields: &Fields| fields.place(key).is_some_and(|place| fields.items()[place].is_named());
        schemas.into_iter().any(field)
    };
    let items = map.items.iter().filter(|item| !is_named(&item.borrow().key)).cloned().collect();
    Value::Map(Node::new(Map { items, position: map.position.clone() }))
}

/// Whether a key of a map, or of a map in it, is missing in the other.
fn lacks(before: &Map, after: &Map) -> bool {
    before.iter().any(|item| match after.iter().find(|other| other.key == item.key) {
        None => true,
        Some(other) => match (&item.value, &other.value) {
            (Value::Map(before), Value::Map(after)) => lacks(&before.borrow(), &after.borrow()),
            _ => false,
        },
    })
}

/// Whether two values are equal: integers and floats by their value, maps in any order.
pub(super) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Map(a), Value::Map(b)) => {
            let (a, b) = (a.borrow(), b.borrow());
            let has = |(index, item): (usize, Ref<'_, MapItem>)| {
                // They mostly have the same order.
                let same_index = b.items.get(index).map(Node::borrow).filter(|other| other.key == item.key);
                let other = same_index.or_else(|| b.iter().find(|other| other.key == item.key));
                other.is_some_and(|other| is_same(&item.value, &other.value))
            };
            a.items.len() == b.items.len() && a.iter().enumerate().all(has)
        }
        (Value::Array(a), Value::Array(b)) => {
            let (a, b) = (a.borrow(), b.borrow());
            a.items.len() == b.items.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(&a.value, &b.value))
        }
        (Value::Int(a), Value::Float(b)) | (Value::Float(b), Value::Int(a)) => *a as f64 == *b,
        (Value::Float(a), Value::Float(b)) => a == b || a.is_nan() && b.is_nan(),
        _ => a == b,
    }
}

/// A value as JSON on one line; None if it is long.
pub(super) fn short_json(value: &Value) -> Option<String> {
    let text = from_tree(value)?.to_string();
    (text.chars().count() <= MAX_SHORT).then_some(text)
}
