//! The types of values: of one value, and of all items of a list.

use std::cell::Ref;

use super::comments::{Note, Notes};
use super::literal::yaml_key;
use crate::yaml::go_format::joined;
use crate::yaml::tree::{MapItem, Value};
use ytterby_limits::depth;

/// Lists of values that are nested deeper than this get no literal as their default.
const MAX_LITERAL_DEPTH: usize = 60;

/// A value, or all values at the same path in the items of a list.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) shape: Shape,
    /// Whether one of several values is null.
    pub(super) nullable: bool,
    /// The first value.
    pub(super) value: Value,
    /// The note of the first value that has one.
    pub(super) note: Note,
    /// The line of the first value.
    pub(super) line: u32,
    /// The number of values.
    pub(super) count: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    Null,
    Scalar(Scalar),
    /// The keys, and the number of maps that they were collected from.
    Map(Vec<Field>, usize),
    /// The item; None if all lists are empty.
    List(Option<Box<Slot>>),
    Any(Reason),
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) key: Value,
    pub(super) slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    String,
    Integer,
    /// Whether it was widened because some of the values are integers.
    Float(bool),
    Boolean,
}

/// Why any value is allowed.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// Items have values of these two types.
    Conflict(&'static str, &'static str),
    /// The value is nested too deeply.
    Depth,
}

impl Slot {
    /// The root.
    pub(super) fn of(value: &Value, notes: &Notes) -> Slot {
        Slot::at(value, Note::default(), 0, notes, 0)
    }

    fn at(value: &Value, note: Note, line: u32, notes: &Notes, level: usize) -> Slot {
        let shape = match value {
            Value::Map(_) | Value::Array(_) if level >= depth::IMPORTED_SCHEMAS => Shape::Any(Reason::Depth),
            Value::Array(_) if is_deeper(value, MAX_LITERAL_DEPTH) => Shape::Any(Reason::Depth),
            Value::Null | Value::DocumentSet(_) => Shape::Null,
            Value::Bool(_) => Shape::Scalar(Scalar::Boolean),
            Value::Int(_) | Value::UInt(_) => Shape::Scalar(Scalar::Integer),
            Value::Float(_) => Shape::Scalar(Scalar::Float(false)),
            Value::Str(_) | Value::Bytes(_) => Shape::Scalar(Scalar::String),
            Value::Map(map) => {
                let field = |item: Ref<'_, MapItem>| {
                    let line = item.meta.position.line();
                    let note = notes.of_key(line, &item.key);
                    Field { key: item.key.clone(), slot: Slot::at(&item.value, note, line, notes, level + 1) }
                };
                Shape::Map(map.borrow().iter().map(field).collect(), 1)
            }
            Value::Array(array) => {
                let array = array.borrow();
                let slots = array.iter().map(|item| {
                    let line = item.meta.position.line();
                    Slot::at(&item.value, notes.of_item(line), line, notes, level + 1)
                });
                Shape::List(slots.reduce(Slot::merge).map(Box::new))
            }
        };
        Slot { shape, nullable: false, value: value.clone(), note, line, count: 1 }
    }

    /// The slot for the values of both.
    fn merge(mut self, other: Slot) -> Slot {
        let null = [&self, &other].into_iter().any(|slot| matches!(slot.shape, Shape::Null));
        let both_null = [&self, &other].into_iter().all(|slot| matches!(slot.shape, Shape::Null));
        self.nullable |= other.nullable || (null && !both_null);
        self.count += other.count;
        self.note.merge(other.note);
        self.shape = self.shape.merge(other.shape);
        self
    }
}

impl Shape {
    fn merge(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Any(reason), _) | (_, Shape::Any(reason)) => Shape::Any(reason),
            (Shape::Null, known) | (known, Shape::Null) => known,
            (Shape::Scalar(one), Shape::Scalar(other)) if one == other => Shape::Scalar(one),
            (Shape::Scalar(Scalar::Integer | Scalar::Float(_)), Shape::Scalar(Scalar::Integer | Scalar::Float(_))) => {
                Shape::Scalar(Scalar::Float(true))
            }
            (Shape::Map(mut fields, maps), Shape::Map(others, more)) => {
                for field in others {
                    match fields.iter_mut().find(|known| known.key == field.key) {
                        Some(known) => known.slot = known.slot.clone().merge(field.slot),
                        None => fields.push(field),
                    }
                }
                Shape::Map(fields, maps + more)
            }
            (Shape::List(None), Shape::List(item)) | (Shape::List(item), Shape::List(None)) => Shape::List(item),
            (Shape::List(Some(item)), Shape::List(Some(other))) => Shape::List(Some(Box::new(item.merge(*other)))),
            (one, other) => Shape::Any(Reason::Conflict(one.name(), other.name())),
        }
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Shape::Null => "null",
            Shape::Scalar(scalar) => scalar.name(),
            Shape::Map(..) => "a map",
            Shape::List(_) => "a list",
            Shape::Any(_) => "any value",
        }
    }
}

impl Scalar {
    pub(super) fn name(self) -> &'static str {
        match self {
            Scalar::String => "a string",
            Scalar::Integer => "an integer",
            Scalar::Float(_) => "a float",
            Scalar::Boolean => "a boolean",
        }
    }

    /// A value that only shows the type.
    pub(super) fn example(self) -> Value {
        match self {
            Scalar::String => Value::str(""),
            Scalar::Integer => Value::Int(0),
            Scalar::Float(_) => Value::Float(0.0),
            Scalar::Boolean => Value::Bool(false),
        }
    }
}

fn is_deeper(value: &Value, levels: usize) -> bool {
    let Some(levels) = levels.checked_sub(1) else { return true };
    value.items().any(|item| is_deeper(item.borrow().value(), levels))
}

/// The path of a key below another one.
pub(super) fn path_of(outer: &str, key: &Value) -> String {
    let key = match key {
        Value::Str(text) => text.to_string(),
        other => yaml_key(other).trim_end_matches(':').to_owned(),
    };
    joined(outer, &key)
}

/// Fails for keys that a schema cannot have.
pub(super) fn check_keys(value: &Value) -> Result<(), String> {
    value.items().try_for_each(|item| {
        let item = item.borrow();
        if let Some(Value::Map(_) | Value::Array(_) | Value::Bytes(_)) = item.key() {
            let line = item.meta().position.line();
            return Err(format!(
                "Line {line}: a key is a map, a list or binary data; data values cannot have such keys"
            ));
        }
        check_keys(item.value())
    })
}
