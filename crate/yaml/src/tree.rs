//! The annotated YAML tree: documents, maps, arrays, their items and scalars.
//!
//! Every item has a [`Meta`] with its position, its comments and, once a template ran, its annotations. All but scalars are
//! [nodes](Node): a tree may contain a node several times, and share nodes with other trees, as in ytt.

use std::any::Any;
use std::cell::Ref;
use std::collections::HashMap;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use super::history::History;
use super::map_key::MapKey;
use super::node::Node;
use crate::byte_text;
use crate::positions::Position;

/// All documents of one file, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentSet {
    /// The documents.
    pub items: Vec<Node<Document>>,
    /// Whether the reader found comments. Without them, there are neither annotations nor code.
    pub has_comments: bool,
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
    pub items: Vec<Node<MapItem>>,
    /// The position of the item that has it as its value, as in ytt.
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
    pub items: Vec<Node<ArrayItem>>,
    /// The position of the item that has it as its value.
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

/// The value of a document, an item or a key. A clone of a collection is the same node.
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
    Map(Node<Map>),
    /// An array.
    Array(Node<Array>),
    /// The result of a template function with several documents.
    DocumentSet(Node<DocumentSet>),
}

/// The interface of documents, map items and array items.
pub trait Item: 'static {
    /// The key of a map item.
    fn key(&self) -> Option<&Value> {
        None
    }

    /// The value.
    fn value(&self) -> &Value;

    /// The value, to change it.
    fn value_mut(&mut self) -> &mut Value;

    /// Position, comments and annotations.
    fn meta(&self) -> &Meta;

    /// [`Item::meta`], to change it.
    fn meta_mut(&mut self) -> &mut Meta;
}

macro_rules! items {
    ($($item:ty $(: $key:ident)?),+) => {$(
        impl Item for $item {
            $(fn key(&self) -> Option<&Value> {
                Some(&self.$key)
            })?

            fn value(&self) -> &Value {
                &self.value
            }

            fn value_mut(&mut self) -> &mut Value {
                &mut self.value
            }

            fn meta(&self) -> &Meta {
                &self.meta
            }

            fn meta_mut(&mut self) -> &mut Meta {
                &mut self.meta
            }
        }
    )+};
}

items!(Document, MapItem: key, ArrayItem);

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
}

/// The annotations of a node, of a type that only higher layers know.
#[derive(Clone, Debug, Default)]
struct Annotations(Option<Rc<dyn Opaque>>);

impl PartialEq for Annotations {
    fn eq(&self, other: &Annotations) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => own.equals(&**other),
            (own, other) => own.is_none() == other.is_none(),
        }
    }
}

/// Data of a type that is not known here.
trait Opaque: Any + Debug {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Debug + PartialEq> Opaque for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// Shared data that a higher layer attaches to a node, such as a validation.
#[derive(Clone)]
pub struct Attached(pub Rc<dyn Any>);

impl Debug for Attached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Attached")
    }
}

impl PartialEq for Attached {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
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
    pub(crate) fn add_comment(&mut self, comment: Comment) {
        self.extras_mut().comments.push(comment);
    }

    /// The annotations of the node, if they have this type.
    pub fn stored_annotations<T: Any>(&self) -> Option<&T> {
        let stored: &dyn Any = &**self.extras.as_ref()?.annotations.0.as_ref()?;
        stored.downcast_ref()
    }

    /// Replaces the annotations of the node.
    pub fn store_annotations<T: Any + Debug + PartialEq>(&mut self, annotations: Option<T>) {
        if self.extras.is_some() || annotations.is_some() {
            self.extras_mut().annotations = Annotations(annotations.map(|own| Rc::new(own) as Rc<dyn Opaque>));
        }
    }

    /// Whether the key is an integer computed by code. In ytt it has another Go type than one of a YAML file, so that the two differ.
    pub fn has_computed_key(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.has_computed_key)
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

    /// Converts computed collections to YAML nodes, as ytt does before overlays: a computed collection becomes a new node, others
    /// are changed in place.
    pub fn convert_computed(&mut self) {
        self.convert_computed_at(&Position::unknown());
    }

    /// [`Value::convert_computed`] with a position for the nodes.
    pub fn convert_computed_at(&mut self, position: &Position) {
        let at_position = position.clone();
        let converted = match self {
            Value::Map(map) if map.borrow().position.is_computed() => {
                Some(Value::Map(Node::new(Map::new(moved(map.borrow().iter(), position), at_position))))
            }
            Value::Array(array) if array.borrow().position.is_computed() => {
                Some(Value::Array(Node::new(Array::new(moved(array.borrow().iter(), position), at_position))))
            }
            _ => None,
        };
        if let Some(converted) = converted {
            *self = converted;
        }
        for item in self.children() {
            let mut value = match item.borrow().value() {
                value if value.is_collection() => value.clone(),
                _ => continue,
            };
            let is_computed = value.is_computed();
            value.convert_computed_at(position);
            if is_computed {
                *item.borrow_mut().value_mut() = value;
            }
        }
    }

    /// The items of a map or array, in order. Nothing is borrowed meanwhile.
    pub fn items(&self) -> impl Iterator<Item = Node<dyn Item>> {
        self.children().take_while(|_| !matches!(self, Value::DocumentSet(_)))
    }

    /// [`Value::items`], or the documents of a set.
    pub fn children(&self) -> impl Iterator<Item = Node<dyn Item>> {
        let mut index = 0;
        std::iter::from_fn(move || {
            let item = match self {
                Value::Map(map) => map.borrow().items.get(index)?.to_item(),
                Value::Array(array) => array.borrow().items.get(index)?.to_item(),
                Value::DocumentSet(set) => set.borrow().items.get(index)?.to_item(),
                _ => return None,
            };
            index += 1;
            Some(item)
        })
    }

    /// The address of a map, array or document set.
    pub fn address(&self) -> Option<*const ()> {
        match self {
            Value::Map(map) => Some(map.address()),
            Value::Array(array) => Some(array.address()),
            Value::DocumentSet(set) => Some(set.address()),
            _ => None,
        }
    }

    /// Whether it is a map, array or document set.
    pub fn is_collection(&self) -> bool {
        matches!(self, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_))
    }

    /// The number of items of a map or array, or of documents of a set.
    pub fn length(&self) -> Option<usize> {
        match self {
            Value::Map(map) => Some(map.borrow().items.len()),
            Value::Array(array) => Some(array.borrow().items.len()),
            Value::DocumentSet(set) => Some(set.borrow().items.len()),
            _ => None,
        }
    }

    /// Whether it is a map or an array without items.
    pub fn is_empty_collection(&self) -> bool {
        !matches!(self, Value::DocumentSet(_)) && self.length() == Some(0)
    }

    /// The position of a map or array, which is that of the item that has it as its value; unknown for others.
    pub fn position(&self) -> Position {
        match self {
            Value::Map(map) => map.borrow().position.clone(),
            Value::Array(array) => array.borrow().position.clone(),
            _ => Position::unknown(),
        }
    }

    /// Sets the position of a map or array.
    pub fn set_position(&self, position: Position) {
        match self {
            Value::Map(map) => map.borrow_mut().position = position,
            Value::Array(array) => array.borrow_mut().position = position,
            _ => {}
        }
    }

    /// Whether it is a map or an array that code computed, and that was not converted to nodes.
    pub fn is_computed(&self) -> bool {
        match self {
            Value::Map(map) => map.borrow().position.is_computed(),
            Value::Array(array) => array.borrow().position.is_computed(),
            _ => false,
        }
    }

    /// A string.
    pub fn str(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// A map without a position.
    pub fn map(items: Vec<MapItem>) -> Value {
        Value::Map(Node::new(Map::new(items, Position::default())))
    }

    /// An array with nodes that have no positions.
    pub fn array(values: impl IntoIterator<Item = Value>) -> Value {
        let items = values.into_iter().map(|value| ArrayItem { value, meta: Meta::default() }).collect();
        Value::Array(Node::new(Array::new(items, Position::default())))
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

    /// [`Value::type_name`]; for a computed collection, of which ytt has no name, that of its Go type.
    pub fn node_type_name(&self) -> &'static str {
        match self {
            Value::Map(_) if self.is_computed() => "*orderedmap.Map",
            Value::Array(_) if self.is_computed() => "[]interface {}",
            other => other.type_name(),
        }
    }

    /// Whether it is a collection that is not computed, or was converted to nodes.
    pub fn is_node(&self) -> bool {
        self.is_collection() && !self.is_computed()
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

/// New items with the contents of these, at a position.
fn moved<'i, T: Item + Clone>(items: impl Iterator<Item = Ref<'i, T>>, position: &Position) -> Vec<T> {
    let at_position = |item: Ref<'_, T>| {
        let mut item = item.clone();
        item.meta_mut().position = position.clone();
        item
    };
    items.map(at_position).collect()
}

impl Document {
    /// A document without comments.
    pub fn new(value: Value, position: Position) -> Document {
        Document { value, meta: Meta::at(position), injected: false }
    }

    /// Whether there is nothing to print: no value, or an empty map or array that is not computed.
    pub fn is_empty(&self) -> bool {
        self.value.is_null() || (self.value.is_empty_collection() && !self.value.is_computed())
    }
}

impl DocumentSet {
    /// The set of these documents.
    pub fn new(documents: Vec<Document>) -> DocumentSet {
        DocumentSet { items: documents.into_iter().map(Node::new).collect(), has_comments: false }
    }

    /// The documents, borrowed one after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Ref<'_, Document>> {
        self.items.iter().map(Node::borrow)
    }

    /// Removes duplicate keys from all maps: the last item replaces the first. ytt does this for files without templating.
    pub fn override_map_keys(&mut self) {
        for document in self.iter() {
            override_in(&document.value);
        }
    }
}

fn override_in(value: &Value) {
    if let Value::Map(map) = value {
        map.borrow_mut().override_keys();
    }
    value.items().for_each(|item| override_in(item.borrow().value()));
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
    /// A map of these items.
    pub fn new(items: Vec<MapItem>, position: Position) -> Map {
        Map { items: items.into_iter().map(Node::new).collect(), position }
    }

    /// The items, borrowed one after the other.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Ref<'_, MapItem>> + ExactSizeIterator {
        self.items.iter().map(Node::borrow)
    }

    /// The first item with a string as key.
    pub fn get(&self, key: &str) -> Option<Ref<'_, MapItem>> {
        self.iter().find(|item| item.key.as_str() == Some(key))
    }

    fn override_keys(&mut self) {
        // For short maps, comparing all pairs of keys is faster than hashing.
        let is_short =
            self.items.len() <= 16 && !self.iter().any(|item| matches!(item.key, Value::Map(_) | Value::Array(_)));
        let mut indices: HashMap<MapKey, usize> = HashMap::new();
        let mut unique: Vec<Node<MapItem>> = Vec::with_capacity(self.items.len());
        for item in self.items.drain(..) {
            let index = if is_short {
                let item = item.borrow();
                unique.iter().position(|known| known.borrow().key == item.key)
            } else {
                MapKey::of(&item.borrow().key).map(|key| *indices.entry(key).or_insert(unique.len()))
            };
            match index.and_then(|index| unique.get_mut(index)) {
                Some(first) => *first = item,
                None => unique.push(item),
            }
        }
        self.items = unique;
    }
}

impl Array {
    /// An array of these items.
    pub fn new(items: Vec<ArrayItem>, position: Position) -> Array {
        Array { items: items.into_iter().map(Node::new).collect(), position }
    }

    /// The items, borrowed one after the other.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Ref<'_, ArrayItem>> + ExactSizeIterator {
        self.items.iter().map(Node::borrow)
    }
}
