//! The annotated YAML tree: documents, maps, arrays, their items and scalars.
//!
//! Every item has a [`Meta`] with its position, its comments and, once a template ran, its annotations. A tree owns all its
//! parts; a clone is a deep copy.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use super::history::History;
use super::map_key::MapKey;
use crate::byte_text;
use crate::diagnostics::positions::Position;

/// All documents of one file, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentSet {
    /// The documents.
    pub items: Vec<Document>,
}

/// One document of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The root value.
    pub value: Value,
    /// Of the `---`.
    pub meta: Meta,
    /// Made by the reader to carry comments after the last document; never printed.
    pub injected: bool,
}

/// A map with its items in order. Keys may repeat until a template or [`DocumentSet::override_map_keys`] has resolved that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// The items.
    pub items: Vec<MapItem>,
    /// The position of the item that holds it (ytt gives collections none of their own).
    pub position: Position,
}

/// An item of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapItem {
    /// The key, of any type.
    pub key: Value,
    /// The value.
    pub value: Value,
    /// Position, comments and annotations.
    pub meta: Meta,
}

/// An array.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// The items.
    pub items: Vec<ArrayItem>,
    /// The position of the item that holds it.
    pub position: Position,
}

/// An item of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayItem {
    /// The value.
    pub value: Value,
    /// Position, comments and annotations.
    pub meta: Meta,
}

/// The value of a document, an item or a key.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer over `i64::MAX`.
    UInt(u64),
    /// A float.
    Float(f64),
    /// A string.
    Str(Arc<str>),
    /// A string that is not UTF-8 (`!!binary`).
    Bytes(Arc<[u8]>),
    /// A map.
    Map(Box<Map>),
    /// An array.
    Array(Box<Array>),
    /// Only as the result of a template function that makes documents.
    DocumentSet(Box<DocumentSet>),
}

/// The data of a node besides its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    /// The position of the node.
    pub position: Position,
    /// The changes that overlays made.
    pub history: History,
    extras: Option<Box<Extras>>,
}

/// The rarely present part of [`Meta`], apart so that a plain node stays small.
#[derive(Clone, Debug, Default, PartialEq)]
struct Extras {
    comments: Vec<Comment>,
    annotations: Annotations,
    rules: Vec<Attached>,
    has_key_of_code: bool,
    same_as: SameAs,
}

/// The annotations of a node, as a higher layer stores them (`eval::argument`); opaque here.
#[derive(Clone, Debug, Default)]
struct Annotations(Option<Arc<dyn Opaque>>);

impl PartialEq for Annotations {
    fn eq(&self, other: &Annotations) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => own.equals(&**other),
            (own, other) => own.is_none() == other.is_none(),
        }
    }
}

/// Plain data of a type that is not known here.
trait Opaque: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> Opaque for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// Which nodes are one node in ytt: those that share it.
#[derive(Clone, Debug, Default)]
struct SameAs(Option<Arc<()>>);

impl PartialEq for SameAs {
    /// What a node is does not depend on it.
    fn eq(&self, _: &SameAs) -> bool {
        true
    }
}

/// Something that a later phase hangs on a node (a validation, a schema type): shared, opaque here.
#[derive(Clone)]
pub struct Attached(pub Arc<dyn Any + Send + Sync>);

impl Debug for Attached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Attached")
    }
}

impl PartialEq for Attached {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// The text after `#`.
    pub text: Arc<str>,
    /// The position of the `#`.
    pub position: Position,
}

impl Meta {
    /// The data of a new node.
    pub fn at(position: Position) -> Meta {
        Meta { position, history: History::default(), extras: None }
    }

    fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// The comments attached to the node.
    pub fn comments(&self) -> &[Comment] {
        self.extras.as_ref().map_or(&[], |e| &e.comments)
    }

    /// Replaces all comments.
    pub fn set_comments(&mut self, comments: Vec<Comment>) {
        if self.extras.is_some() || !comments.is_empty() {
            self.extras_mut().comments = comments;
        }
    }

    /// Attaches one more comment.
    pub fn add_comment(&mut self, comment: Comment) {
        self.extras_mut().comments.push(comment);
    }

    /// The annotations that the template gave this node, if they are stored as this type.
    pub fn stored_annotations<T: Any>(&self) -> Option<&T> {
        let stored: &dyn Any = &**self.extras.as_ref()?.annotations.0.as_ref()?;
        stored.downcast_ref()
    }

    /// Replaces the annotations of the node, as a type of a higher layer.
    pub fn store_annotations<T: Any + Debug + PartialEq + Send + Sync>(&mut self, annotations: Option<T>) {
        if self.extras.is_some() || annotations.is_some() {
            self.extras_mut().annotations = Annotations(annotations.map(|own| Arc::new(own) as Arc<dyn Opaque>));
        }
    }

    /// Whether code made the item's key, an integer: in ytt it is of another type than one in a YAML text, and thus another key.
    pub fn has_key_of_code(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.has_key_of_code)
    }

    /// Makes of two copies of a node one that is in two places: what changes one of them is to change the other.
    pub fn be_one(&mut self, other: &mut Meta) {
        let shared = SameAs(Some(Arc::new(())));
        self.extras_mut().same_as = shared.clone();
        other.extras_mut().same_as = shared;
    }

    /// Whether the node is in other places, too.
    pub fn is_shared(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.same_as.0.is_some())
    }

    /// Whether the two are one node.
    pub fn is_one_with(&self, other: &Meta) -> bool {
        let shared = |meta: &Meta| meta.extras.as_ref()?.same_as.0.as_ref().map(Arc::as_ptr);
        shared(self).is_some_and(|own| shared(other) == Some(own))
    }

    /// Validations to run on the node (see `validations.rs` for what is attached).
    pub fn rules(&self) -> &[Attached] {
        self.extras.as_ref().map_or(&[], |e| &e.rules)
    }

    /// Replaces [`rules`](Meta::rules).
    pub fn set_rules(&mut self, rules: Vec<Attached>) {
        if self.extras.is_some() || !rules.is_empty() {
            self.extras_mut().rules = rules;
        }
    }
}

impl Value {
    /// A string of Starlark as a scalar.
    pub fn of_string(string: &str) -> Value {
        if !byte_text::is_escaped(string) {
            return Value::str(string);
        }
        match String::from_utf8(byte_text::to_bytes(string).into_owned()) {
            Ok(text) => Value::str(text),
            Err(error) => Value::Bytes(error.into_bytes().into()),
        }
    }

    /// What code made becomes YAML nodes like all others: ytt keeps the two apart until an overlay comes.
    pub fn become_nodes(&mut self) {
        self.become_nodes_at(&Position::unknown());
    }

    /// [`Value::become_nodes`], standing at `position`.
    pub fn become_nodes_at(&mut self, position: &Position) {
        match self {
            Value::Map(map) => {
                let is_of_code = map.position.is_computed();
                if is_of_code {
                    map.position = position.clone();
                }
                for item in &mut map.items {
                    if is_of_code {
                        item.meta.position = position.clone();
                    }
                    item.value.become_nodes_at(position);
                }
            }
            Value::Array(array) => {
                let is_of_code = array.position.is_computed();
                if is_of_code {
                    array.position = position.clone();
                }
                for item in &mut array.items {
                    if is_of_code {
                        item.meta.position = position.clone();
                    }
                    item.value.become_nodes_at(position);
                }
            }
            Value::DocumentSet(set) => {
                set.items.iter_mut().for_each(|document| document.value.become_nodes_at(position));
            }
            _ => {}
        }
    }

    /// A string.
    pub fn str(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// ytt's name for the kind of a value, as its messages use it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Int(_) | Value::UInt(_) => "integer",
            Value::Float(_) => "float",
            Value::Str(_) | Value::Bytes(_) => "string",
            Value::Map(_) => "map",
            Value::Array(_) => "array",
            Value::DocumentSet(_) => "document set",
        }
    }

    /// The text of a string that is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }
}

impl Document {
    /// A document without comments.
    pub fn new(value: Value, position: Position) -> Document {
        Document { value, meta: Meta::at(position), injected: false }
    }

    /// Nothing to print: no value, or an empty map or array. What code made is printed, also empty.
    pub fn is_empty(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Map(map) => map.items.is_empty() && !map.position.is_computed(),
            Value::Array(array) => array.items.is_empty() && !array.position.is_computed(),
            _ => false,
        }
    }
}

impl DocumentSet {
    /// Of items with equal keys the last value stays, at the place of the first (ytt does this for
    /// files without templating).
    pub fn override_map_keys(&mut self) {
        for document in &mut self.items {
            override_in(&mut document.value);
        }
    }
}

fn override_in(value: &mut Value) {
    match value {
        Value::Map(map) => {
            map.override_keys();
            for item in &mut map.items {
                override_in(&mut item.value);
            }
        }
        Value::Array(array) => {
            for item in &mut array.items {
                override_in(&mut item.value);
            }
        }
        _ => {}
    }
}

impl MapItem {
    /// An item that code made.
    pub fn of_code(key: Value, value: Value, position: Position) -> MapItem {
        let mut meta = Meta::at(position);
        if matches!(key, Value::Int(_)) {
            meta.extras_mut().has_key_of_code = true;
        }
        MapItem { key, value, meta }
    }
}

impl Map {
    /// The first item with a string as key.
    pub fn get(&self, key: &str) -> Option<&MapItem> {
        self.items.iter().find(|item| item.key.as_str() == Some(key))
    }

    /// Keeps one item per key: the last one, at the place of the first.
    fn override_keys(&mut self) {
        // Most maps are short, and comparing all pairs of keys then takes less time than hashing.
        let is_short = self.items.len() <= 16
            && !self.items.iter().any(|item| matches!(item.key, Value::Map(_) | Value::Array(_)));
        let mut places: HashMap<MapKey, usize> = HashMap::new();
        let mut kept: Vec<MapItem> = Vec::with_capacity(self.items.len());
        for item in self.items.drain(..) {
            let place = if is_short {
                kept.iter().position(|known| known.key == item.key)
            } else {
                MapKey::of(&item.key).map(|key| *places.entry(key).or_insert(kept.len()))
            };
            match place.and_then(|place| kept.get_mut(place)) {
                Some(first) => *first = item,
                None => kept.push(item),
            }
        }
        self.items = kept;
    }
}
