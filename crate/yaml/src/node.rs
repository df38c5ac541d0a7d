//! Nodes of trees: mutable, and with an identity.
//!
//! In ytt, trees refer to nodes by pointers. Where it uses a pointer twice, a change in one place is a change in the other; where it
//! copies (`DeepCopy`), it copies all that the node contains. [`Node`] is such a pointer, [`DeepCopy`] such a copy.
//!
//! A borrow must end before anything can run that may change the node, above all functions of templates.

use std::any::Any;
use std::cell::{Ref, RefCell, RefMut};
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::rc::Rc;

use super::tree::{Array, ArrayItem, Document, DocumentSet, Item, Map, MapItem, Value};

/// A reference to a node. A clone refers to the same node.
#[derive(Default)]
pub struct Node<T: ?Sized>(Rc<RefCell<T>>);

impl<T: ?Sized> Node<T> {
    /// The content.
    pub fn borrow(&self) -> Ref<'_, T> {
        self.0.borrow()
    }

    /// The content, to change it.
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }

    /// Whether both are the same node.
    pub fn is(&self, other: &Node<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether there are other references to the node.
    fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    /// Whether there are other references to the node than one in a tree and `handles` of the caller.
    pub fn is_in_several_places(&self, handles: usize) -> bool {
        Rc::strong_count(&self.0) > 1 + handles
    }

    /// The address, which no other node has while this one exists.
    pub fn address(&self) -> *const () {
        Rc::as_ptr(&self.0).cast()
    }
}

impl<T> Node<T> {
    /// A new node.
    pub fn new(content: T) -> Node<T> {
        Node(Rc::new(RefCell::new(content)))
    }

    /// The content, moved if nothing else refers to the node.
    pub fn into_content(self) -> T
    where
        T: Clone,
    {
        Rc::try_unwrap(self.0).map_or_else(|shared| shared.borrow().clone(), RefCell::into_inner)
    }
}

impl<T: Item> Node<T> {
    /// A reference to the node as to any item.
    pub fn to_item(&self) -> Node<dyn Item> {
        Node(self.0.clone())
    }
}

impl<T: ?Sized> Clone for Node<T> {
    fn clone(&self) -> Node<T> {
        Node(self.0.clone())
    }
}

impl<T: Debug> Debug for Node<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.borrow().fmt(f)
    }
}

/// Compares the contents.
impl<T: PartialEq> PartialEq for Node<T> {
    fn eq(&self, other: &Node<T>) -> bool {
        self.is(other) || *self.borrow() == *other.borrow()
    }
}

impl<T> From<T> for Node<T> {
    fn from(content: T) -> Node<T> {
        Node::new(content)
    }
}

/// Copies values with all nodes in them.
pub struct Copying {
    /// The copies so far by the address of the original, if nodes that occur several times are to be copied once.
    copies: Option<HashMap<*const (), Box<dyn Any>>>,
}

impl Copying {
    /// Copies a node anew wherever it occurs, as ytt does: nothing is shared in the copy.
    pub(crate) fn separately() -> Copying {
        Copying { copies: None }
    }

    /// Copies a node once, so that the copies share nodes as their originals do.
    pub fn sharing() -> Copying {
        Copying { copies: Some(HashMap::new()) }
    }
}

/// A value that contains nodes.
pub trait DeepCopy: Sized {
    /// A copy without nodes of the original.
    fn copy(&self, copying: &mut Copying) -> Self;

    /// A copy in which nothing is shared, as of ytt's `DeepCopy`.
    fn deep_copy(&self) -> Self {
        self.copy(&mut Copying::separately())
    }
}

impl<T: DeepCopy + 'static> DeepCopy for Node<T> {
    fn copy(&self, copying: &mut Copying) -> Node<T> {
        let is_shared = self.is_shared();
        if is_shared
            && let Some(copies) = &copying.copies
            && let Some(known) = copies.get(&self.address())
            && let Some(known) = known.downcast_ref::<Node<T>>()
        {
            return known.clone();
        }
        let copy = Node::new(self.borrow().copy(copying));
        if is_shared && let Some(copies) = &mut copying.copies {
            copies.insert(self.address(), Box::new(copy.clone()));
        }
        copy
    }
}

impl<T: DeepCopy> DeepCopy for Vec<T> {
    fn copy(&self, copying: &mut Copying) -> Vec<T> {
        self.iter().map(|one| one.copy(copying)).collect()
    }
}

impl DeepCopy for Value {
    fn copy(&self, copying: &mut Copying) -> Value {
        match self {
            Value::Map(map) => Value::Map(map.copy(copying)),
            Value::Array(array) => Value::Array(array.copy(copying)),
            Value::DocumentSet(set) => Value::DocumentSet(set.copy(copying)),
            scalar => scalar.clone(),
        }
    }
}

impl DeepCopy for DocumentSet {
    fn copy(&self, copying: &mut Copying) -> DocumentSet {
        DocumentSet { items: self.items.copy(copying), has_comments: self.has_comments }
    }
}

impl DeepCopy for Document {
    fn copy(&self, copying: &mut Copying) -> Document {
        Document { value: self.value.copy(copying), meta: self.meta.clone(), injected: self.injected }
    }
}

impl DeepCopy for Map {
    fn copy(&self, copying: &mut Copying) -> Map {
        Map { items: self.items.copy(copying), position: self.position.clone() }
    }
}

impl DeepCopy for MapItem {
    fn copy(&self, copying: &mut Copying) -> MapItem {
        MapItem { key: self.key.clone(), value: self.value.copy(copying), meta: self.meta.clone() }
    }
}

impl DeepCopy for Array {
    fn copy(&self, copying: &mut Copying) -> Array {
        Array { items: self.items.copy(copying), position: self.position.clone() }
    }
}

impl DeepCopy for ArrayItem {
    fn copy(&self, copying: &mut Copying) -> ArrayItem {
        ArrayItem { value: self.value.copy(copying), meta: self.meta.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared_twice() -> (Node<Map>, Value) {
        let node = Node::new(Map::new(vec![MapItem::new("k", Value::Int(1))], Default::default()));
        let both = Value::array([Value::Map(node.clone()), Value::Map(node.clone())]);
        (node, both)
    }

    fn parts(value: &Value) -> Vec<Node<Map>> {
        let Value::Array(array) = value else { return Vec::new() };
        let map = |value: &Value| if let Value::Map(map) = value { Some(map.clone()) } else { None };
        array.borrow().iter().filter_map(|item| map(&item.value)).collect()
    }

    #[test]
    fn a_change_of_a_node_is_seen_in_all_its_places() {
        let (node, both) = shared_twice();
        node.borrow_mut().items.clear();
        assert!(parts(&both).iter().all(|part| part.borrow().items.is_empty()));
    }

    #[test]
    fn copies_share_as_asked() {
        let (node, both) = shared_twice();
        let separate = parts(&both.deep_copy());
        assert!(!separate[0].is(&separate[1]) && !separate[0].is(&node));
        let sharing = parts(&both.copy(&mut Copying::sharing()));
        assert!(sharing[0].is(&sharing[1]) && !sharing[0].is(&node));
        assert_eq!(separate, sharing);
    }
}
