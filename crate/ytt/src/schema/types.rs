//! The types of a schema, and its slots (document, map items, array items) that have values of these types.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::keys::KeyRule;

use crate::positions::Position;
use crate::validations::{Alternatives, Validation};
use crate::yaml::map_key::MapKey;
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::tree::{Map, MapItem, Meta, Value};

/// A type with its documentation.
#[derive(Debug)]
pub struct Type {
    /// The allowed values.
    pub kind: Kind,
    /// The position of the node that defines it.
    pub position: Position,
    /// The documentation in the annotations.
    pub documentation: Documentation,
}

/// The values of a [`Type`].
#[derive(Debug)]
pub enum Kind {
    /// A map with these items.
    Map(Fields),
    /// An array of items with this slot.
    Array(Box<Slot>),
    /// A scalar that is not null.
    Scalar(Scalar),
    /// Any value.
    Any,
    /// Null, or a value of the type.
    Nullable(Box<Type>),
    /// A value of one of several types (`@schema/type one_of=`).
    OneOf(OneOf),
}

/// Alternative types, each of another kind.
#[derive(Debug)]
pub struct OneOf {
    /// Scalars, and at most one map or array.
    pub alternatives: Vec<Type>,
    /// Whether null is allowed.
    pub null: bool,
}

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "ytt's names of the types")]
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
    /// Indices of string keys; empty for short maps, which are searched.
    places: HashMap<Arc<str>, u32>,
    /// Indices of other keys.
    places_of_others: HashMap<MapKey, u32>,
    /// Any item has a [`KeyRule`].
    rules_keys: bool,
}

/// A map item of a schema.
#[derive(Debug)]
pub struct Field {
    /// The key as written in the schema.
    pub key: Value,
    /// The slot of the value.
    pub slot: Slot,
    /// `@schema/key` or `@schema/any-key`.
    pub keys: Option<KeyRule>,
}

/// A document, map item or array item of a schema.
#[derive(Debug)]
pub struct Slot {
    /// The type of its values.
    pub ty: Type,
    /// The default value, unless it follows from the type (a map consists of the defaults of its items).
    default: Option<Value>,
    /// The default value as the schema has it, without the defaults of its items.
    written_default: Option<Value>,
    /// The position of the node.
    pub position: Position,
    /// The rules of its values.
    pub validation: Option<Rc<Validation>>,
    /// Whether the rules only apply to strings, if the type allows other values.
    pub rules_strings_only: bool,
}

/// The documentation annotations of a node.
#[derive(Debug, Default)]
pub struct Documentation {
    /// `@schema/title`; empty if there is none.
    pub title: String,
    /// `@schema/desc`; empty if there is none.
    pub description: String,
    /// The notice of `@schema/deprecated`.
    pub deprecated: Option<String>,
    /// The text of `@schema/removed`, which says what to use instead.
    pub removed: Option<String>,
    /// `@schema/examples`.
    pub examples: Vec<Example>,
}

/// An example value.
#[derive(Debug)]
pub struct Example {
    /// May be empty.
    pub description: String,
    /// A value of the type that it documents.
    pub value: Value,
}

/// Maps up to this length are searched linearly.
const SHORT_MAP: usize = 8;

impl Fields {
    /// The items of a map, in the order of the schema.
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

    /// Whether each item accepts only its own key, so that [`Fields::place`] decides which item accepts a key.
    pub fn have_only_own_keys(&self) -> bool {
        !self.rules_keys
    }

    /// In the order of the schema.
    pub fn items(&self) -> &[Field] {
        &self.items
    }

    /// The index of the item with a key. Keys of different types are different (`1` and `"1"`).
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

    /// The item that accepts only this key.
    pub fn named(&self, key: &Value) -> Option<&Field> {
        if self.have_only_own_keys() {
            return self.place(key).and_then(|place| self.items.get(place));
        }
        self.items.iter().find(|field| field.is_named() && field.key == *key)
    }
}

impl Type {
    /// A scalar type without documentation.
    pub fn scalar(scalar: Scalar, position: Position) -> Type {
        Type { kind: Kind::Scalar(scalar), position, documentation: Documentation::default() }
    }

    /// ytt's name of the type in messages.
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

    /// [`Type::name`] of the values that are not null.
    pub fn name_without_null(&self) -> Cow<'static, str> {
        match &self.kind {
            Kind::OneOf(one_of) if !one_of.alternatives.is_empty() => Cow::Owned(one_of.name(false)),
            _ => self.name(),
        }
    }

    /// [`Type::name`] with null: `string or null`.
    pub fn name_with_null(&self) -> Cow<'static, str> {
        match &self.kind {
            Kind::Nullable(inner) => Cow::Owned(format!("{} or null", inner.name())),
            _ => self.name(),
        }
    }

    /// Whether null is allowed.
    pub fn allows_null(&self) -> bool {
        match &self.kind {
            Kind::Nullable(_) | Kind::Any => true,
            Kind::OneOf(one_of) => one_of.null,
            Kind::Map(_) | Kind::Array(_) | Kind::Scalar(_) => false,
        }
    }

    /// The type of the values that are not null.
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

    /// The alternative that is a map or an array, otherwise [`Type::not_null`].
    pub fn collection(&self) -> &Type {
        let ty = self.not_null();
        let Kind::OneOf(OneOf { alternatives, .. }) = &ty.kind else { return ty };
        alternatives.iter().find(|ty| matches!(ty.kind, Kind::Map(_) | Kind::Array(_))).unwrap_or(ty)
    }

    /// The alternative of the same shape as a value: the map type for a map. Otherwise [`Type::not_null`].
    pub fn shaped_like(&self, value: &Value) -> &Type {
        let ty = self.not_null();
        let Kind::OneOf(OneOf { alternatives, .. }) = &ty.kind else { return ty };
        let is_like =
            |ty: &&Type| matches!((&ty.kind, value), (Kind::Map(_), Value::Map(_)) | (Kind::Array(_), Value::Array(_)));
        alternatives.iter().find(is_like).unwrap_or(ty)
    }

    /// Whether the type is string, or has it as an alternative.
    pub(crate) fn has_strings(&self) -> bool {
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
    /// A slot; `default` is None if the default follows from the type.
    pub fn new(ty: Type, default: Option<Value>, position: Position, validation: Option<Rc<Validation>>) -> Slot {
        Slot { ty, written_default: default.clone(), default, position, validation, rules_strings_only: false }
    }

    /// The slot, with a default value as the schema has it.
    pub(super) fn with_written_default(self, written_default: Option<Value>) -> Slot {
        Slot { written_default, ..self }
    }

    /// The default value as the schema has it, without the defaults of its items; None if it follows from the type.
    pub(super) fn written_default(&self) -> Option<&Value> {
        self.written_default.as_ref()
    }

    /// The default value, if it does not follow from the type.
    pub fn own_default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// The default value, unless it is a collection with items.
    pub(crate) fn simple_default(&self) -> Option<Value> {
        match (&self.default, &self.ty.collection().kind) {
            (Some(Value::Map(map)), _) if !map.borrow().items.is_empty() => None,
            (Some(Value::Array(array)), _) if !array.borrow().items.is_empty() => None,
            (Some(default), _) => Some(default.deep_copy()),
            (None, Kind::Array(_)) => Some(Value::Array(Node::default())),
            (None, _) => None,
        }
    }

    /// The values that a fix may set instead of an invalid one.
    pub fn alternatives(&self) -> Alternatives {
        let empty = match self.ty.not_null().kind {
            Kind::Scalar(Scalar::String) => Some(Value::str("")),
            Kind::Scalar(Scalar::Integer) => Some(Value::Int(0)),
            Kind::Scalar(Scalar::Float) => Some(Value::Float(0.0)),
            Kind::Scalar(Scalar::Boolean) => Some(Value::Bool(false)),
            Kind::Array(_) => Some(Value::Array(Node::default())),
            _ => None,
        };
        let examples = self.ty.documentation.examples.iter().map(|example| example.value.clone()).collect();
        Alternatives { default: self.simple_default(), examples, empty }
    }

    /// A new copy of the value of the slot if data values do not set one.
    pub fn default(&self) -> Value {
        if let Some(value) = &self.default {
            return value.deep_copy();
        }
        let ty = self.ty.collection();
        match &ty.kind {
            Kind::Map(fields) => {
                let filled_in = fields.items.iter().filter(|field| field.is_filled_in());
                let items = filled_in.map(|field| field.item(field.slot.default())).collect();
                Value::Map(Node::new(Map::new(items, ty.position.clone())))
            }
            Kind::Array(_) => Value::Array(Node::default()),
            Kind::Scalar(_) | Kind::Any | Kind::Nullable(_) | Kind::OneOf(_) => Value::Null,
        }
    }
}

impl Field {
    /// Whether the item accepts only its own key.
    pub fn is_named(&self) -> bool {
        self.keys.as_ref().is_none_or(|rule| rule.allowed().is_none())
    }

    /// Whether the item accepts a key; None if a function decides.
    pub fn accepts(&self, key: &Value) -> Option<bool> {
        match &self.keys {
            None => Some(*key == self.key),
            Some(rule) => rule.known_to_allow(key, &self.key),
        }
    }

    /// Whether the item is added with its default if it is missing.
    pub fn is_filled_in(&self) -> bool {
        self.keys.as_ref().is_none_or(KeyRule::is_filled_in)
    }

    /// The item with a value that the schema determines.
    pub fn item(&self, value: Value) -> MapItem {
        MapItem { key: self.key.clone(), value, meta: Meta::at(self.slot.position.clone()) }
    }
}

/// Whether `holds` is true for the slot of an item of a map or array type.
pub fn any_slot(ty: &Type, holds: &dyn Fn(&Slot) -> bool) -> bool {
    match &ty.kind {
        Kind::Map(fields) => fields.items().iter().any(|field| holds(&field.slot)),
        Kind::Array(item) => holds(item),
        Kind::Nullable(inner) => any_slot(inner, holds),
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives.iter().any(|ty| any_slot(ty, holds)),
        Kind::Scalar(_) | Kind::Any => false,
    }
}
