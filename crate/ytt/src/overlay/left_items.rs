//! The items of a collection on the left while overlay items are applied to them.
//!
//! A removed item leaves an empty slot, so that the slot numbers of the others stay valid. Repeated searches build an
//! index, so that merging long maps and arrays takes linear time.

use std::cell::{Ref, RefMut};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::annotations::Kind;
use super::comparison::same;
use super::matcher::field;
use super::matchers::{Matcher, Pair};
use crate::diagnostics::Error;
use crate::positions::Position;
use crate::starlark::{DataFunction, PlainValue};
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::tree::{ArrayItem, Document, Item, MapItem, Meta, Value};

/// A document, map item or array item that an overlay is applied to.
pub(super) trait Entry: Clone {
    const KIND: Kind;

    type Item: Item;

    fn node(&self) -> &Node<Self::Item>;

    /// A copy without nodes of the entry.
    fn copied(&self) -> Self;

    /// Called on an entry that is inserted next to, or replaces, `neighbour`.
    fn join_file_of(&mut self, _neighbour: &Self) {}

    /// The slot where `or_add=` inserts the entry.
    fn or_add_slot(&mut self, items: &[Option<Self>]) -> usize {
        items.len()
    }

    fn meta(&self) -> Ref<'_, Meta> {
        Ref::map(self.node().borrow(), Item::meta)
    }

    fn meta_mut(&self) -> RefMut<'_, Meta> {
        RefMut::map(self.node().borrow_mut(), Item::meta_mut)
    }

    fn value(&self) -> Value {
        self.node().borrow().value().clone()
    }

    fn set_value(&self, value: Value) {
        *self.node().borrow_mut().value_mut() = value;
    }

    /// The address of the node.
    fn address(&self) -> *const () {
        self.node().address()
    }

    /// The key of a map item.
    fn key(&self) -> Option<Value> {
        self.node().borrow().key().cloned()
    }

    /// Whether it is a map item with this key.
    fn has_key(&self, key: &Value) -> bool {
        self.node().borrow().key().is_some_and(|own| same(own, key))
    }
}

impl Entry for Node<MapItem> {
    const KIND: Kind = Kind::MapItem;

    type Item = MapItem;

    fn node(&self) -> &Node<MapItem> {
        self
    }

    fn copied(&self) -> Self {
        self.deep_copy()
    }
}

impl Entry for Node<ArrayItem> {
    const KIND: Kind = Kind::ArrayItem;

    type Item = ArrayItem;

    fn node(&self) -> &Node<ArrayItem> {
        self
    }

    fn copied(&self) -> Self {
        self.deep_copy()
    }
}

/// A document and the index of its file: overlays apply to the documents of all files at once.
#[derive(Clone, Debug)]
pub(super) struct DocumentInFile {
    pub(super) file: usize,
    pub(super) document: Node<Document>,
}

impl Entry for DocumentInFile {
    const KIND: Kind = Kind::Document;

    type Item = Document;

    fn node(&self) -> &Node<Document> {
        &self.document
    }

    fn copied(&self) -> Self {
        DocumentInFile { file: self.file, document: self.document.deep_copy() }
    }

    fn join_file_of(&mut self, neighbour: &DocumentInFile) {
        self.file = neighbour.file;
    }

    /// At the end of the first file.
    fn or_add_slot(&mut self, items: &[Option<DocumentInFile>]) -> usize {
        self.file = 0;
        let last = items.iter().rposition(|item| item.as_ref().is_some_and(|item| item.file == 0));
        last.map_or(0, |last| last + 1)
    }
}

/// A hash key for values: two values are equal exactly if their keys are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(u64),
    Str(Arc<str>),
    Bytes(Arc<[u8]>),
}

impl Scalar {
    /// None for collections, which are compared with positions, and for NaN, which is not equal to itself.
    pub(super) fn from_value(value: &Value) -> Option<Scalar> {
        Some(match value {
            Value::Null => Scalar::Null,
            Value::Bool(b) => Scalar::Bool(*b),
            Value::Int(i) => Scalar::Int(*i),
            Value::UInt(u) => Scalar::UInt(*u),
            Value::Float(f) if f.is_nan() => return None,
            // 0.0 == -0.0
            Value::Float(f) => Scalar::Float((f + 0.0).to_bits()),
            Value::Str(s) => Scalar::Str(s.clone()),
            Value::Bytes(b) => Scalar::Bytes(b.clone()),
            Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => return None,
        })
    }
}

/// The value that entries are searched by.
#[derive(Clone, Debug, PartialEq)]
enum Field {
    /// The key of a map item.
    Key,
    /// The value under this key, which the map in every entry must have.
    Named(Arc<str>),
}

impl Field {
    fn value_in<E: Entry>(&self, entry: &E) -> Result<Value, Error> {
        match self {
            Field::Key => Ok(entry.key().unwrap_or_default()),
            Field::Named(name) => field(&entry.value(), name),
        }
    }
}

/// Slots by the value of a field. Slots are only added when entries change: a lookup drops those that no longer belong.
#[derive(Debug)]
struct Index {
    field: Field,
    /// Ascending slots. Values without a `Scalar` share one list and are compared one by one.
    slots: HashMap<Option<Scalar>, Vec<usize>>,
    /// Slots with an entry that does not have the field.
    without_field: BTreeSet<usize>,
}

impl Index {
    fn new<E: Entry>(field: Field, items: &[Option<E>]) -> Index {
        let mut index = Index { field, slots: HashMap::new(), without_field: BTreeSet::new() };
        for slot in 0..items.len() {
            index.add(slot, items);
        }
        index
    }

    fn add<E: Entry>(&mut self, slot: usize, items: &[Option<E>]) {
        match items[slot].as_ref().map(|entry| self.field.value_in(entry)) {
            None => {}
            Some(Err(_)) => {
                self.without_field.insert(slot);
            }
            Some(Ok(value)) => {
                let slots = self.slots.entry(Scalar::from_value(&value)).or_default();
                if let Err(place) = slots.binary_search(&slot) {
                    slots.insert(place, slot);
                }
            }
        }
    }

    fn find<E: Entry>(&mut self, wanted: &Value, items: &[Option<E>]) -> Result<Vec<usize>, Error> {
        let Index { field, slots, without_field } = self;
        while let Some(slot) = without_field.first() {
            if let Some(entry) = &items[*slot] {
                field.value_in(entry)?;
            }
            without_field.pop_first();
        }
        let scalar = Scalar::from_value(wanted);
        let Some(slots) = slots.get_mut(&scalar) else { return Ok(Vec::new()) };
        let value = |slot: usize| items[slot].as_ref().and_then(|entry| field.value_in(entry).ok());
        slots.retain(|slot| value(*slot).is_some_and(|value| Scalar::from_value(&value) == scalar));
        let is_equal = |slot: &usize| scalar.is_some() || value(*slot).is_some_and(|value| same(&value, wanted));
        Ok(slots.iter().copied().filter(is_equal).collect())
    }
}

pub(super) struct LeftItems<E> {
    items: Vec<Option<E>>,
    /// The number of empty slots.
    empty: usize,
    /// The address of the collection.
    collection: *const (),
    /// Whether other items are in the collection than at first.
    has_other_items: bool,
    /// Entries visited by searches without an index.
    scanned: usize,
    indexes: Vec<Index>,
}

impl<E: Entry> LeftItems<E> {
    /// The items of the collection at an address.
    pub(super) fn new(items: impl IntoIterator<Item = E>, collection: *const ()) -> LeftItems<E> {
        let items = items.into_iter().map(Some).collect();
        LeftItems { items, empty: 0, collection, has_other_items: false, scanned: 0, indexes: Vec::new() }
    }

    /// The address of the collection.
    pub(super) fn collection(&self) -> *const () {
        self.collection
    }

    /// The remaining items, in order.
    pub(super) fn into_items(self) -> Vec<E> {
        self.items.into_iter().flatten().collect()
    }

    /// The remaining items, in order; None if they are the items that there were at first.
    pub(super) fn into_other_items(self) -> Option<Vec<E>> {
        self.has_other_items.then(|| self.into_items())
    }

    pub(super) fn get(&self, slot: usize) -> Option<&E> {
        self.items.get(slot).and_then(Option::as_ref)
    }

    /// The current items, in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = &E> {
        self.items.iter().flatten()
    }

    pub(super) fn positions(&self, slots: &[usize]) -> Vec<Position> {
        slots.iter().filter_map(|slot| self.get(*slot)).map(|entry| entry.meta().position.clone()).collect()
    }

    /// The slot of the n-th item.
    pub(super) fn nth(&self, n: usize) -> Option<usize> {
        if self.empty == 0 {
            return (n < self.items.len()).then_some(n);
        }
        self.items.iter().enumerate().filter(|(_, item)| item.is_some()).nth(n).map(|(slot, _)| slot)
    }

    /// All slots that are not empty.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.items.len()).filter(|slot| self.items[*slot].is_some()).collect()
    }

    /// The slots of map items with this key. ytt does not take an integer key that code computed for one read from
    /// YAML.
    pub(super) fn with_key(&mut self, key: &Value, is_computed: bool) -> Vec<usize> {
        let mut found = self.find(Field::Key, key).unwrap_or_default();
        if matches!(key, Value::Int(_)) {
            found.retain(|slot| self.get(*slot).is_some_and(|entry| entry.meta().has_computed_key() == is_computed));
        }
        found
    }

    /// The slots of entries that have the same value under the key `name` as `right`, for `overlay.map_key`. Fails if
    /// any entry, or `right`, is not a map with that key.
    pub(super) fn with_field(&mut self, name: &Arc<str>, right: &Value) -> Result<Vec<usize>, Error> {
        let found = self.find_field(name, right);
        found.map_err(|error| error.context(Matcher::MapKey(name.clone()).name()))
    }

    fn find_field(&mut self, name: &Arc<str>, right: &Value) -> Result<Vec<usize>, Error> {
        let Some(first) = self.nth(0).and_then(|slot| self.get(slot)) else { return Ok(Vec::new()) };
        // The order of ytt's errors: the first left item, the right item, the other left items.
        field(&first.value(), name)?;
        let wanted = field(right, name)?;
        self.find(Field::Named(name.clone()), &wanted)
    }

    fn find(&mut self, field: Field, wanted: &Value) -> Result<Vec<usize>, Error> {
        if !self.indexes.iter().any(|index| index.field == field) {
            self.scanned += self.items.len();
            if self.scanned > 64 + 4 * self.items.len() && !self.share_nodes(&field) {
                self.indexes.push(Index::new(field.clone(), &self.items));
            }
        }
        if let Some(index) = self.indexes.iter_mut().find(|index| index.field == field) {
            return index.find(wanted, &self.items);
        }
        let mut found = Vec::new();
        for (slot, item) in self.items.iter().enumerate() {
            let Some(entry) = item else { continue };
            let is_found = match &field {
                Field::Key => entry.has_key(wanted),
                Field::Named(_) => same(&field.value_in(entry)?, wanted),
            };
            if is_found {
                found.push(slot);
            }
        }
        Ok(found)
    }

    /// Whether entries share the nodes that the values of a field are in: a change of one changes others, which an index would not
    /// notice.
    fn share_nodes(&self, field: &Field) -> bool {
        // Keys do not change.
        let Field::Named(name) = field else { return false };
        let mut known = HashSet::new();
        let mut is_new = |address| known.insert(address);
        !self.entries().all(|entry| {
            is_new(entry.address())
                && match entry.value() {
                    Value::Map(map) => {
                        let item =
                            map.borrow().items.iter().find(|item| item.borrow().key.as_str() == Some(name)).cloned();
                        is_new(map.address()) && item.is_none_or(|item| is_new(item.address()))
                    }
                    _ => true,
                }
        })
    }

    /// The slots that `takes` accepts; it is called for every entry in order.
    pub(super) fn select(
        &mut self,
        right: &Value,
        mut takes: impl FnMut(&Pair) -> Result<bool, Error>,
    ) -> Result<Vec<usize>, Error> {
        let mut found = Vec::new();
        let mut count = 0;
        for (slot, item) in self.items.iter().enumerate() {
            let Some(entry) = item else { continue };
            let first = entry.key().as_ref().map_or(PlainValue::Int(count), PlainValue::from_value);
            count += 1;
            if takes(&Pair { first, left: &entry.value(), right })? {
                found.push(slot);
            }
        }
        self.function_called();
        Ok(found)
    }

    /// Updates the index after a change of an entry.
    pub(super) fn changed(&mut self, slot: usize) {
        for index in &mut self.indexes {
            index.add(slot, &self.items);
        }
    }

    /// Discards the indexes, since a function may have changed any entry.
    pub(super) fn function_called(&mut self) {
        self.indexes.clear();
    }

    pub(super) fn replace(&mut self, slot: usize, entry: E) {
        if let Some(item) = self.items.get_mut(slot) {
            *item = Some(entry);
            self.has_other_items = true;
            self.changed(slot);
        }
    }

    pub(super) fn remove(&mut self, slot: usize) {
        if self.items.get_mut(slot).is_some_and(|item| item.take().is_some()) {
            self.empty += 1;
            self.has_other_items = true;
        }
    }

    pub(super) fn push(&mut self, entry: E) {
        self.items.push(Some(entry));
        self.has_other_items = true;
        self.changed(self.items.len() - 1);
    }

    /// Adds an entry for `or_add=`.
    pub(super) fn add(&mut self, mut entry: E) {
        let place = entry.or_add_slot(&self.items);
        if place == self.items.len() {
            self.push(entry);
        } else {
            self.items.insert(place, Some(entry));
            self.moved();
        }
    }

    /// Inserts entries before and after slots; `(slot, before, after)` are in ascending order.
    pub(super) fn insert(&mut self, around: Vec<(usize, Option<E>, Option<E>)>) {
        if around.is_empty() {
            return;
        }
        let mut around = around.into_iter().peekable();
        let mut items = Vec::with_capacity(self.items.len() + around.len());
        for (slot, item) in self.items.drain(..).enumerate() {
            let Some((_, before, after)) = around.next_if(|(at, _, _)| *at == slot) else {
                items.push(item);
                continue;
            };
            items.extend(before.map(Some));
            items.push(item);
            items.extend(after.map(Some));
        }
        self.items = items;
        self.moved();
    }

    /// Discards everything that refers to slot numbers, after they have changed.
    fn moved(&mut self) {
        self.items.retain(Option::is_some);
        self.empty = 0;
        self.has_other_items = true;
        self.indexes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::sample::{array, map};

    fn items(value: Value) -> Vec<Node<ArrayItem>> {
        let Value::Array(array) = value else { return Vec::new() };
        array.into_content().items
    }

    fn set(slots: &mut LeftItems<Node<ArrayItem>>, slot: usize, value: Value) {
        slots.get(slot).expect("an entry").set_value(value);
        slots.changed(slot);
    }

    fn named(name: String) -> Value {
        map(vec![("name", Value::str(name))])
    }

    #[test]
    fn an_index_finds_what_a_scan_finds_through_all_changes() {
        let name: Arc<str> = "name".into();
        let mut slots =
            LeftItems::new(items(array((0..200).map(|i| named(format!("n{}", i % 50))).collect())), std::ptr::null());
        let scan = slots.with_field(&name, &named("n7".to_owned())).ok();
        assert_eq!(scan, Some(vec![7, 57, 107, 157]));
        for i in 0..20 {
            assert!(slots.with_field(&name, &named(format!("n{i}"))).is_ok());
        }
        assert_eq!(slots.indexes.len(), 1);
        slots.remove(57);
        set(&mut slots, 107, named("other".to_owned()));
        slots.push(Node::new(ArrayItem { value: named("n7".to_owned()), meta: Meta::default() }));
        assert_eq!(slots.with_field(&name, &named("n7".to_owned())).ok(), Some(vec![7, 157, 200]));
        assert_eq!(slots.with_field(&name, &named("other".to_owned())).ok(), Some(vec![107]));
        assert_eq!(slots.nth(57), Some(58));
        set(&mut slots, 3, Value::Int(1));
        assert!(slots.with_field(&name, &named("n7".to_owned())).is_err());
    }

    #[test]
    fn zeros_are_one_key_and_nan_is_none() {
        assert_eq!(Scalar::from_value(&Value::Float(-0.0)), Scalar::from_value(&Value::Float(0.0)));
        assert_eq!(Scalar::from_value(&Value::Float(f64::NAN)), None);
        assert_ne!(Scalar::from_value(&Value::Int(1)), Scalar::from_value(&Value::str("1")));
    }
}
