//! What a schema says: types, and the slots (document, map item, array item) that hold values of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::keys::KeyRule;

use crate::diagnostics::positions::Position;
use crate::validations::Validation;
use crate::yaml::map_key::MapKey;
use crate::yaml::tree::{Map, MapItem, Meta, Value};

/// What values are allowed, and the documentation that goes with them.
#[derive(Debug)]
pub struct Type {
    pub kind: Kind,
    /// Of the node that defines it.
    pub position: Position,
    pub documentation: Documentation,
}

#[derive(Debug)]
pub enum Kind {
    Map(Fields),
    /// The type of every item.
    Array(Box<Slot>),
    Scalar(Scalar),
    Any,
    /// Null, or a value of the type.
    Nullable(Box<Type>),
    /// A value of any of some types (`@schema/type one_of=`).
    OneOf(OneOf),
}

/// Types that a value may have, each of another kind.
#[derive(Debug)]
pub struct OneOf {
    /// Neither `Any` nor itself made of others; at most one is a map or an array.
    pub alternatives: Vec<Type>,
    /// Null is allowed, too.
    pub null: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    String,
    Integer,
    Float,
    Boolean,
}

/// The items of a map, in the order of the schema.
#[derive(Debug, Default)]
pub struct Fields {
    items: Vec<Field>,
    /// Places of string keys; only for maps so long that searching would be slow.
    places: HashMap<Arc<str>, u32>,
    /// The same for other keys.
    places_of_others: HashMap<MapKey, u32>,
    /// An item says itself which keys are its own, or how many.
    rules_keys: bool,
}

#[derive(Debug)]
pub struct Field {
    pub key: Value,
    pub slot: Slot,
    /// Which keys are meant, where it is not just the one that stands there.
    pub keys: Option<KeyRule>,
}

/// A place for a value: a document, a map item or an array item.
#[derive(Debug)]
pub struct Slot {
    pub ty: Type,
    /// The default value, unless it follows from the type (a map is made of the defaults of its items).
    default: Option<Value>,
    pub position: Position,
    pub validation: Option<Arc<Validation>>,
    /// The rules are for strings alone: values of other types, where there may be some, are not held against them.
    pub rules_strings_only: bool,
}

/// What documentation annotations say.
#[derive(Debug, Default)]
pub struct Documentation {
    pub title: String,
    pub description: String,
    /// The notice of `@schema/deprecated`.
    pub deprecated: Option<String>,
    /// The remedy of `@schema/removed`.
    pub removed: Option<String>,
    pub examples: Vec<Example>,
}

#[derive(Debug)]
pub struct Example {
    pub description: String,
    pub value: Value,
}

/// Maps up to this length are searched from the start.
const SHORT_MAP: usize = 8;

impl Fields {
    pub fn new(items: Vec<Field>) -> Fields {
        let (mut places, mut places_of_others) = (HashMap::new(), HashMap::new());
        if items.len() > SHORT_MAP {
            for (place, field) in items.iter().enumerate() {
                if let Value::Str(key) = &field.key {
                    places.entry(key.clone()).or_insert(place as u32);
                } else if let Some(key) = MapKey::of(&field.key) {
                    places_of_others.entry(key).or_insert(place as u32);
                }
            }
        }
        let rules_keys = items.iter().any(|field| field.keys.is_some());
        Fields { items, places, places_of_others, rules_keys }
    }

    /// Whether [`Fields::place`] says all about which item is whose.
    pub fn have_plain_keys(&self) -> bool {
        !self.rules_keys
    }

    pub fn items(&self) -> &[Field] {
        &self.items
    }

    /// The place of a key; keys of different kinds are different (`1` and `"1"`).
    pub fn place(&self, key: &Value) -> Option<usize> {
        if self.items.len() <= SHORT_MAP {
            return self.items.iter().position(|field| field.key == *key);
        }
        let place = match key {
            Value::Str(text) => self.places.get(text),
            other => self.places_of_others.get(&MapKey::of(other)?),
        };
        place.map(|place| *place as usize)
    }

    /// The item whose own key this is.
    pub fn named(&self, key: &Value) -> Option<&Field> {
        if self.have_plain_keys() {
            return self.place(key).and_then(|place| self.items.get(place));
        }
        self.items.iter().find(|field| field.is_named() && field.key == *key)
    }
}

impl Type {
    pub fn scalar(scalar: Scalar, position: Position) -> Type {
        Type { kind: Kind::Scalar(scalar), position, documentation: Documentation::default() }
    }

    /// ytt's name of it in messages.
    pub fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match &self.kind {
            Kind::OneOf(one_of) => return Cow::Owned(one_of.name(true)),
            Kind::Map(_) => "map",
            Kind::Array(_) => "array",
            Kind::Scalar(Scalar::String) => "string",
            Kind::Scalar(Scalar::Integer) => "integer",
            Kind::Scalar(Scalar::Float) => "float",
            Kind::Scalar(Scalar::Boolean) => "boolean",
            Kind::Any => "any",
            Kind::Nullable(_) => "null",
        })
    }

    /// [`Type::name`], of values that are not null.
    pub fn name_without_null(&self) -> Cow<'static, str> {
        match &self.kind {
            Kind::OneOf(one_of) if !one_of.alternatives.is_empty() => Cow::Owned(one_of.name(false)),
            _ => self.name(),
        }
    }

    /// All its values by name, null with the others: `string or null`.
    pub fn name_with_null(&self) -> Cow<'static, str> {
        match &self.kind {
            Kind::Nullable(inner) => Cow::Owned(format!("{} or null", inner.name())),
            _ => self.name(),
        }
    }

    /// Whether null is one of its values.
    pub fn allows_null(&self) -> bool {
        match &self.kind {
            Kind::Nullable(_) | Kind::Any => true,
            Kind::OneOf(one_of) => one_of.null,
            Kind::Map(_) | Kind::Array(_) | Kind::Scalar(_) => false,
        }
    }

    /// The type of values that are not null.
    pub fn not_null(&self) -> &Type {
        match &self.kind {
            Kind::Nullable(inner) => inner.not_null(),
            Kind::OneOf(OneOf { alternatives, .. }) => match &alternatives[..] {
                [only] => only,
                _ => self,
            },
            _ => self,
        }
    }

    /// The type that a map or an array of it has, or else [`Type::not_null`].
    pub fn collection(&self) -> &Type {
        let ty = self.not_null();
        let Kind::OneOf(OneOf { alternatives, .. }) = &ty.kind else { return ty };
        alternatives.iter().find(|ty| matches!(ty.kind, Kind::Map(_) | Kind::Array(_))).unwrap_or(ty)
    }

    /// The part of it that a value would be of by its shape: a map's type for a map.
    pub fn shaped_like(&self, value: &Value) -> &Type {
        let ty = self.not_null();
        let Kind::OneOf(OneOf { alternatives, .. }) = &ty.kind else { return ty };
        let is_like =
            |ty: &&Type| matches!((&ty.kind, value), (Kind::Map(_), Value::Map(_)) | (Kind::Array(_), Value::Array(_)));
        alternatives.iter().find(is_like).unwrap_or(ty)
    }

    /// Whether strings are among its values, by name.
    pub fn has_strings(&self) -> bool {
        let is_string = |ty: &Type| matches!(ty.kind, Kind::Scalar(Scalar::String));
        match &self.not_null().kind {
            Kind::OneOf(OneOf { alternatives, .. }) => alternatives.iter().any(is_string),
            _ => is_string(self.not_null()),
        }
    }
}

impl OneOf {
    /// `integer or string`, `string or null`.
    fn name(&self, with_null: bool) -> String {
        let null = (self.null && with_null).then_some(Cow::Borrowed("null"));
        let names: Vec<_> = self.alternatives.iter().map(Type::name).chain(null).collect();
        match names.split_last() {
            Some((last, [])) => last.to_string(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

impl Slot {
    pub fn new(ty: Type, default: Option<Value>, position: Position, validation: Option<Arc<Validation>>) -> Slot {
        Slot { ty, default, position, validation, rules_strings_only: false }
    }

    /// The default value that does not follow from the type.
    pub fn own_default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// The value of this slot where none is given.
    pub fn default(&self) -> Value {
        if let Some(value) = &self.default {
            return value.clone();
        }
        let ty = self.ty.collection();
        match &ty.kind {
            Kind::Map(fields) => Value::Map(Box::new(Map {
                items: fields.items.iter().filter(|field| field.is_filled_in()).map(Field::default_item).collect(),
                position: ty.position.clone(),
            })),
            Kind::Array(_) => Value::Array(Box::default()),
            Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) | Kind::OneOf(_) => Value::Null,
        }
    }
}

impl Field {
    /// It stands for no other key than its own.
    pub fn is_named(&self) -> bool {
        self.keys.as_ref().is_none_or(|rule| rule.allowed().is_none())
    }

    /// Whether a key is one that this item accepts; None where only code knows.
    pub fn accepts(&self, key: &Value) -> Option<bool> {
        match &self.keys {
            None => Some(*key == self.key),
            Some(rule) => rule.known_to_allow(key, &self.key),
        }
    }

    /// Whether an item that is missing gets the default.
    pub fn is_filled_in(&self) -> bool {
        self.keys.as_ref().is_none_or(KeyRule::is_filled_in)
    }

    pub fn default_item(&self) -> MapItem {
        MapItem { key: self.key.clone(), value: self.slot.default(), meta: Meta::at(self.slot.position.clone()) }
    }
}

/// The position that messages give a collection: that of the item that holds it.
pub fn container_position(value: &Value) -> Position {
    match value {
        Value::Map(map) => map.position.clone(),
        Value::Array(array) => array.position.clone(),
        _ => Position::unknown(),
    }
}

/// Whether a value is a tree of its own, not a scalar.
pub fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_))
}
