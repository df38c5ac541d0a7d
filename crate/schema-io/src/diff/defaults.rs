//! Default values compared, and what data values are laid over.

use super::ChangeKind;
use super::shape::Shape;
use super::{Change, Comparison, Held};
use crate::json_schema::from_tree;
use crate::schema::types::{Fields, Kind, Slot};
use crate::yaml::printer;
use crate::yaml::tree::{Map, MapItem, Value};

/// Characters of a value that a sentence has room for.
const SHORT: usize = 60;

impl Comparison<'_> {
    /// Whether there is something to tell of the default. `required` says why a value must be given in its place.
    pub(super) fn default(&mut self, old: &Held<'_>, new: &Held<'_>, required: Option<&str>, path: &str) -> bool {
        let (Some(before), Some(after)) = (&old.default, &new.default) else { return false };
        let (before, after) = own_part(before, after, old.slot, new.slot);
        if is_same(&before, &after) {
            return false;
        }
        let mut text = match (shown(&before), shown(&after)) {
            (Some(before), Some(after)) => format!("the default was {before} and is {after}"),
            _ => "the default is another".to_owned(),
        };
        let why = required
            .or_else(|| self.hindrance((&before, old.slot), (&after, new.slot)))
            .or_else(|| array_rule((&before, &after), new.slot));
        if let Some(why) = why {
            text.push_str(&format!("; {why}"));
        }
        self.add(Change {
            breaking: why.is_some(),
            before: Some(written(&before)),
            after: Some(written(&after)),
            ..Change::between(old.slot, new.slot, path, ChangeKind::Default, text)
        });
        true
    }

    /// Why values of a key that had no default cannot all be given now that it has one, or why one must be.
    pub(super) fn trouble_of_default(&mut self, old: &Slot, new: &Held<'_>, path: &str) -> Option<String> {
        let default = new.default.as_deref()?;
        let hindrance = self.hindrance((&Value::Null, old), (default, new.slot)).map(str::to_owned);
        self.lack(default, new.slot, path).or(hindrance)
    }

    /// Why data values that could be laid over the one default cannot be laid over the other.
    fn hindrance(&self, (before, old): (&Value, &Slot), (after, new): (&Value, &Slot)) -> Option<&'static str> {
        let both = |has: fn(Shape) -> bool| has(Shape::of(&old.ty)) && has(Shape::of(&new.ty));
        let took = |value: &Value, is_like: fn(&Value) -> bool| matches!(value, Value::Null) || is_like(value);
        let is_lost =
            |is_like: fn(&Value) -> bool| !self.lets_change_kinds && took(before, is_like) && !took(after, is_like);
        if both(Shape::has_maps) && is_lost(|value| matches!(value, Value::Map(_))) {
            return Some("a map cannot be laid over it");
        }
        if both(Shape::has_arrays) && is_lost(|value| matches!(value, Value::Array(_))) {
            return Some("an array cannot be laid over it");
        }
        let is_missing = match (before, after) {
            (Value::Map(before), Value::Map(after)) => lacks(before, after),
            // Any key could be given.
            (Value::Null, Value::Map(_)) => true,
            _ => false,
        };
        (is_missing && matches!(new.ty.collection().kind, Kind::Any))
            .then_some("data values documents need missing_ok=True for keys that are not in it")
    }
}

/// Why arrays that are added to the one default may not be accepted where they are added to the other: rules apply to all items.
fn array_rule(defaults: (&Value, &Value), new: &Slot) -> Option<&'static str> {
    let has_items = |value: &Value| matches!(value, Value::Array(array) if !array.items.is_empty());
    let is_ruled = new.validation.as_ref().is_some_and(|validation| !validation.rules.is_empty());
    (is_ruled && (has_items(defaults.0) || has_items(defaults.1)))
        .then_some("arrays in data values documents are added to it, which counts for its rules")
}

/// The parts of two defaults that no other data value tells of: of maps the items that the schema does not name.
fn own_part(before: &Value, after: &Value, old: &Slot, new: &Slot) -> (Value, Value) {
    match (before, after, &old.ty.collection().kind, &new.ty.collection().kind) {
        (Value::Map(before), Value::Map(after), Kind::Map(old), Kind::Map(new)) => {
            (others(before, [old, new]), others(after, [old, new]))
        }
        _ => (before.clone(), after.clone()),
    }
}

fn others(map: &Map, schemas: [&Fields; 2]) -> Value {
    let is_named = |item: &&MapItem| {
        let field = |fields: &Fields| fields.place(&item.key).is_some_and(|place| fields.items()[place].is_named());
        schemas.into_iter().any(field)
    };
    let items = map.items.iter().filter(|item| !is_named(item)).cloned().collect();
    Value::Map(Box::new(Map { items, position: map.position.clone() }))
}

/// Whether there is a key in one map, or deeper, that is not in the other.
fn lacks(before: &Map, after: &Map) -> bool {
    before.items.iter().any(|item| match after.items.iter().find(|other| other.key == item.key) {
        None => true,
        Some(other) => matches!((&item.value, &other.value), (Value::Map(a), Value::Map(b)) if lacks(a, b)),
    })
}

/// Whether two values are equal: numbers of all kinds by what they are worth, maps in any order.
pub(super) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Map(a), Value::Map(b)) => {
            let has = |(place, item): (usize, &MapItem)| {
                // Mostly they are in the same order.
                let same_place = b.items.get(place).filter(|other| other.key == item.key);
                let other = same_place.or_else(|| b.items.iter().find(|other| other.key == item.key));
                other.is_some_and(|other| is_same(&item.value, &other.value))
            };
            a.items.len() == b.items.len() && a.items.iter().enumerate().all(has)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.items.len() == b.items.len() && a.items.iter().zip(&b.items).all(|(a, b)| is_same(&a.value, &b.value))
        }
        (Value::Int(a), Value::Float(b)) | (Value::Float(b), Value::Int(a)) => *a as f64 == *b,
        (Value::Float(a), Value::Float(b)) => a == b || a.is_nan() && b.is_nan(),
        _ => a == b,
    }
}

/// A value as JSON, in a line, where it is short.
pub(super) fn shown(value: &Value) -> Option<String> {
    let text = from_tree(value)?.to_string();
    (text.chars().count() <= SHORT).then_some(text)
}

pub(super) fn written(value: &Value) -> String {
    printer::print_value(value).trim_end_matches('\n').to_owned()
}
