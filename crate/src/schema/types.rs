//! What a schema says: types, and the slots (document, map item, array item) that hold values of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::positions::Position;
use crate::validations::Validation;
use crate::yaml::tree::{Map, MapItem, Meta, Value};

/// What values are allowed, and the documentation that goes with them.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) kind: Kind,
    /// Of the node that defines it.
    pub(crate) position: Position,
    pub(crate) documentation: Documentation,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Map(Fields),
    /// The type of every item.
    Array(Box<Slot>),
    Scalar(Scalar),
    Any,
    /// Null, or a value of the type.
    Nullable(Box<Type>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    String,
    Integer,
    Float,
    Boolean,
}

/// The items of a map, in the order of the schema.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    items: Vec<Field>,
    /// Places of string keys; only for maps so long that searching would be slow.
    places: HashMap<Arc<str>, u32>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) key: Value,
    pub(crate) slot: Slot,
}

/// A place for a value: a document, a map item or an array item.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) ty: Type,
    /// The default value, unless it follows from the type (a map is made of the defaults of its items).
    default: Option<Value>,
    pub(crate) position: Position,
    pub(crate) validation: Option<Arc<Validation>>,
}

/// What documentation annotations say.
#[derive(Debug, Default)]
pub(crate) struct Documentation {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The notice of `@schema/deprecated`.
    pub(crate) deprecated: Option<String>,
    pub(crate) examples: Vec<Example>,
}

#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) description: String,
    pub(crate) value: Value,
}

/// Maps up to this length are searched from the start.
const SHORT_MAP: usize = 8;

impl Fields {
    pub(crate) fn new(items: Vec<Field>) -> Fields {
        let mut places = HashMap::new();
        if items.len() > SHORT_MAP {
            for (place, field) in items.iter().enumerate() {
                if let Value::Str(key) = &field.key {
                    places.entry(key.clone()).or_insert(place as u32);
                }
            }
        }
        Fields { items, places }
    }

    pub(crate) fn items(&self) -> &[Field] {
        &self.items
    }

    /// The place of a key; keys of different kinds are different (`1` and `"1"`).
    pub(crate) fn place(&self, key: &Value) -> Option<usize> {
        match key {
            Value::Str(text) if self.items.len() > SHORT_MAP => self.places.get(text).map(|place| *place as usize),
            _ => self.items.iter().position(|field| field.key == *key),
        }
    }
}

impl Type {
    /// ytt's name of it in messages.
    pub(crate) fn name(&self) -> &'static str {
        match &self.kind {
            Kind::Map(_) => "map",
            Kind::Array(_) => "array",
            Kind::Scalar(Scalar::String) => "string",
            Kind::Scalar(Scalar::Integer) => "integer",
            Kind::Scalar(Scalar::Float) => "float",
            Kind::Scalar(Scalar::Boolean) => "boolean",
            Kind::Any => "any",
            Kind::Nullable(_) => "null",
        }
    }

    /// The type of values that are not null.
    pub(crate) fn not_null(&self) -> &Type {
        match &self.kind {
            Kind::Nullable(inner) => inner.not_null(),
            _ => self,
        }
    }
}

impl Slot {
    pub(crate) fn new(
        ty: Type,
        default: Option<Value>,
        position: Position,
        validation: Option<Arc<Validation>>,
    ) -> Slot {
        Slot { ty, default, position, validation }
    }

    /// The default value that does not follow from the type.
    pub(crate) fn own_default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// The value of this slot where none is given.
    pub(crate) fn default(&self) -> Value {
        if let Some(value) = &self.default {
            return value.clone();
        }
        match &self.ty.kind {
            Kind::Map(fields) => Value::Map(Box::new(Map {
                items: fields.items.iter().map(Field::default_item).collect(),
                position: self.ty.position.clone(),
            })),
            Kind::Array(_) => Value::Array(Box::default()),
            Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) => Value::Null,
        }
    }
}

impl Field {
    pub(crate) fn default_item(&self) -> MapItem {
        MapItem { key: self.key.clone(), value: self.slot.default(), meta: Meta::at(self.slot.position.clone()) }
    }
}

/// The position that messages give a collection: that of the item that holds it.
pub(crate) fn container_position(value: &Value) -> Position {
    match value {
        Value::Map(map) => map.position.clone(),
        Value::Array(array) => array.position.clone(),
        _ => Position::unknown(),
    }
}

/// Whether a value is a tree of its own, not a scalar.
pub(crate) fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_))
}
