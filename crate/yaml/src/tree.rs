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
    /// Comments, annotations and the position of the `---`.
    pub meta: Meta,
    /// Created by the reader for the comments after the last document; never printed.
    pub injected: bool,
}

/// A map with its items in order. Keys may be duplicate until a template or [`DocumentSet::override_map_keys`] has resolved them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// The items.
    pub items: Vec<MapItem>,
    /// The position of the item whose value it is, as in ytt.
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
    /// The position of the item whose value it is.
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
    /// The result of a template function with several documents.
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

/// The rarely used part of [`Meta`], boxed to keep nodes small.
#[derive(Clone, Debug, Default, PartialEq)]
struct Extras {
    comments: Vec<Comment>,
    annotations: Annotations,
    rules: Vec<Attached>,
    has_computed_key: bool,
    identity: Identity,
}

/// The annotations of a node, of a type that only higher layers know.
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

/// Data of a type that is not known here.
trait Opaque: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> Opaque for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// The identity of a node that is a single object in ytt but has copies here.
#[derive(Clone, Debug, Default)]
struct Identity(Option<Arc<()>>);

impl PartialEq for Identity {
    /// Comparing nodes ignores it.
    fn eq(&self, _: &Identity) -> bool {
        true
    }
}

/// Shared data that a higher layer attaches to a node, such as a validation.
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

    /// Attaches a comment.
    pub fn add_comment(&mut self, comment: Comment) {
        self.extras_mut().comments.push(comment);
    }

    /// The annotations of the node, if they have this type.
    pub fn stored_annotations<T: Any>(&self) -> Option<&T> {
        let stored: &dyn Any = &**self.extras.as_ref()?.annotations.0.as_ref()?;
        stored.downcast_ref()
    }

    /// Replaces the annotations of the node.
    pub fn store_annotations<T: Any + Debug + PartialEq + Send + Sync>(&mut self, annotations: Option<T>) {
        if self.extras.is_some() || annotations.is_some() {
            self.extras_mut().annotations = Annotations(annotations.map(|own| Arc::new(own) as Arc<dyn Opaque>));
        }
    }

    /// Whether the key is an integer computed by code. In ytt it has another Go type than one of a YAML file, so that the two differ.
    pub fn has_computed_key(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.has_computed_key)
    }

    /// Marks two copies as one node, as if it were referenced twice: changes must be applied to both.
    pub fn share_identity(&mut self, other: &mut Meta) {
        let identity = Identity(Some(Arc::new(())));
        self.extras_mut().identity = identity.clone();
        other.extras_mut().identity = identity;
    }

    /// Whether the node has copies with the same identity.
    pub fn is_shared(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.identity.0.is_some())
    }

    /// Whether both are copies of one node.
    pub fn is_same_node(&self, other: &Meta) -> bool {
        let identity = |meta: &Meta| meta.extras.as_ref()?.identity.0.as_ref().map(Arc::as_ptr);
        identity(self).is_some_and(|own| identity(other) == Some(own))
    }

    /// The validations of the node.
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
    /// A string of Starlark, which may have escaped bytes (`byte_text`), as a scalar.
    pub fn of_string(string: &str) -> Value {
        if !byte_text::is_escaped(string) {
            return Value::str(string);
        }
        match String::from_utf8(byte_text::to_bytes(string).into_owned()) {
            Ok(text) => Value::str(text),
            Err(error) => Value::Bytes(error.into_bytes().into()),
        }
    }

    /// Converts computed collections to YAML nodes, as ytt does before overlays.
    pub fn convert_computed(&mut self) {
        self.convert_computed_at(&Position::unknown());
    }

    /// [`Value::convert_computed`] with a position for the nodes.
    pub fn convert_computed_at(&mut self, position: &Position) {
        match self {
            Value::Map(map) => {
                let is_computed = map.position.is_computed();
                if is_computed {
                    map.position = position.clone();
                }
                for item in &mut map.items {
                    if is_computed {
                        item.meta.position = position.clone();
                    }
                    item.value.convert_computed_at(position);
                }
            }
            Value::Array(array) => {
                let is_computed = array.position.is_computed();
                if is_computed {
                    array.position = position.clone();
                }
                for item in &mut array.items {
                    if is_computed {
                        item.meta.position = position.clone();
                    }
                    item.value.convert_computed_at(position);
                }
            }
            Value::DocumentSet(set) => {
                set.items.iter_mut().for_each(|document| document.value.convert_computed_at(position));
            }
            _ => {}
        }
    }

    /// A string.
    pub fn str(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// A map without a position.
    pub fn map(items: Vec<MapItem>) -> Value {
        Value::Map(Box::new(Map { items, ..Map::default() }))
    }

    /// An array whose nodes have no positions.
    pub fn array(values: impl IntoIterator<Item = Value>) -> Value {
        let items = values.into_iter().map(|value| ArrayItem { value, meta: Meta::default() }).collect();
        Value::Array(Box::new(Array { items, ..Array::default() }))
    }

    /// ytt's name of the type, for messages.
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

    /// Whether there is nothing to print: no value, or an empty map or array that is not computed.
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
    /// Removes duplicate keys from all maps: the last item replaces the first. ytt does this for files without templating.
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
    /// An item without a position.
    pub fn new(key: impl Into<Arc<str>>, value: Value) -> MapItem {
        MapItem { key: Value::str(key), value, meta: Meta::default() }
    }

    /// An item with a string, without a position.
    pub fn text(key: impl Into<Arc<str>>, text: &str) -> MapItem {
        MapItem::new(key, Value::str(text))
    }

    /// An item with a key that code computed.
    pub fn computed(key: Value, value: Value, position: Position) -> MapItem {
        let mut meta = Meta::at(position);
        if matches!(key, Value::Int(_)) {
            meta.extras_mut().has_computed_key = true;
        }
        MapItem { key, value, meta }
    }
}

impl Map {
    /// The first item with a string as key.
    pub fn get(&self, key: &str) -> Option<&MapItem> {
        self.items.iter().find(|item| item.key.as_str() == Some(key))
    }

    fn override_keys(&mut self) {
        // For short maps, comparing all pairs of keys is faster than hashing.
        let is_short = self.items.len() <= 16
            && !self.items.iter().any(|item| matches!(item.key, Value::Map(_) | Value::Array(_)));
        let mut indices: HashMap<MapKey, usize> = HashMap::new();
        let mut unique: Vec<MapItem> = Vec::with_capacity(self.items.len());
        for item in self.items.drain(..) {
            let index = if is_short {
                unique.iter().position(|known| known.key == item.key)
            } else {
                MapKey::of(&item.key).map(|key| *indices.entry(key).or_insert(unique.len()))
            };
            match index.and_then(|index| unique.get_mut(index)) {
                Some(first) => *first = item,
                None => unique.push(item),
            }
        }
        self.items = unique;
    }
}
