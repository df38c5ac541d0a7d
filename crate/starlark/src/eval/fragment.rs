//! YAML as a Starlark value: the result of a function with YAML in it, and the argument of rules and matchers.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;

use allocative::Allocative;
use send_wrapper::SendWrapper;
use starlark::any::ProvidesStaticType;
use starlark::values::{
    Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value as Starlark, ValueError, starlark_value,
};

use super::collections::{dict, list};
use super::errors;
use super::scalars::{self, go_type, type_name};
use crate::byte_text;
use crate::yaml::go_format;
use crate::yaml::tree::{Map, Value};

/// A map, an array, a document set, or nothing (of a function that produced no YAML).
///
/// A native may make a fragment of a value of code: a scalar, or a collection that is not made of
/// nodes. In ytt, most questions to it crash.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct Fragment {
    /// Values of the starlark crate must be able to change threads; those of a session never do.
    #[allocative(skip)]
    tree: SendWrapper<Value>,
}

starlark::starlark_simple_value!(Fragment);

thread_local! {
    static ALIVE: Cell<usize> = const { Cell::new(0) };
}

impl Drop for Fragment {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

impl fmt::Debug for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "yamlfragment({})", self.go_type())
    }
}

impl Fragment {
    pub fn new(tree: Value) -> Fragment {
        ALIVE.set(ALIVE.get() + 1);
        Fragment { tree: SendWrapper::new(tree) }
    }

    /// The number of fragments on all heaps of this thread. Where it is the same after a module has been frozen and the rest of its heap
    /// dropped, none of its values contains a fragment.
    pub(crate) fn alive() -> usize {
        ALIVE.get()
    }

    /// The error for comparing two fragments, even one with itself.
    pub(crate) fn not_comparable() -> starlark::Error {
        errors::message("yamlfragment.CompareSameType: Not implemented")
    }

    pub fn tree(&self) -> &Value {
        &self.tree
    }

    /// Go's name for the type of the content.
    pub fn go_type(&self) -> &'static str {
        scalars::node_type(self.tree())
    }

    /// The tree, if it is made of nodes.
    fn nodes(&self) -> Option<&Value> {
        let is_of_code = !self.tree().is_node() && !self.tree().is_null();
        (!is_of_code).then(|| self.tree())
    }

    /// How ytt crashes when it is asked this of something else than nodes.
    fn crash(&self, question: &str) -> String {
        format!("yamlfragment.{question}: Expected value to be a map, array or docset, but was {}", self.go_type())
    }

    fn len(&self) -> Result<usize, String> {
        let nodes = self.nodes().ok_or_else(|| self.crash("Len"))?;
        Ok(nodes.length().unwrap_or(0))
    }

    /// The keys of a map that are strings.
    #[cold]
    #[inline(never)]
    fn text_keys(&self) -> Vec<String> {
        match self.nodes() {
            Some(Value::Map(map)) => {
                map.borrow().iter().filter_map(|item| Some(item.key.as_str()?.to_owned())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Keys of a map, values of an array or of documents.
    fn elements<'v>(&self, heap: Heap<'v>) -> starlark::Result<Vec<Starlark<'v>>> {
        let alloc = |value: &Value| fragment_or_scalar(value, heap);
        let nodes = self.nodes().ok_or_else(|| errors::crash(&self.crash("Iterate")))?;
        Ok(match nodes {
            Value::Map(map) => map.borrow().iter().map(|item| alloc(&item.key)).collect(),
            others => others.children().map(|item| alloc(item.borrow().value())).collect(),
        })
    }

    /// Keys and values of a map.
    pub fn entries<'v>(&self, heap: Heap<'v>) -> starlark::Result<Vec<(Starlark<'v>, Starlark<'v>)>> {
        let alloc = |value: &Value| fragment_or_scalar(value, heap);
        match self.nodes() {
            Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Map(map)) => {
                Ok(map.borrow().iter().map(|item| (alloc(&item.key), alloc(&item.value))).collect())
            }
            _ => {
                let kind = self.go_type();
                Err(errors::crash(&format!("yamlfragment.Items: Expected value to be a map, but was {kind}")))
            }
        }
    }

    /// `fragment[key]`; `None` when there is no such key.
    fn get<'v>(&self, key: Starlark<'v>, heap: Heap<'v>) -> starlark::Result<Option<Starlark<'v>>> {
        // A collection is never the key: YAML maps that have such keys cannot be asked for them.
        let wanted = scalars::scalar(key);
        let place = |what: &str| match (&wanted, what) {
            (Some(Value::Int(index)), _) => Ok(usize::try_from(*index).ok()),
            (_, "array") => Err(errors::message(format!(
                "yamlfragment.Get: Expected array index to be an int64, but was {}",
                go_kind(key)
            ))),
            // ytt swaps the two in this text.
            _ => Err(errors::message(format!(
                "{}.Get: Expected document set index to be an int64, but was string",
                wanted.as_ref().map_or_else(|| go_kind(key).to_owned(), go_format::computed_scalar)
            ))),
        };
        let nodes = self.nodes().ok_or_else(|| errors::crash(&self.crash("Get")))?;
        let found = match nodes {
            Value::Map(map) => wanted.as_ref().and_then(|key| find(&map.borrow(), key)),
            Value::Array(array) => {
                let array = array.borrow();
                place("array")?.and_then(|i| array.items.get(i)).map(|item| item.borrow().value.clone())
            }
            Value::DocumentSet(set) => {
                let set = set.borrow();
                place("documents")?.and_then(|i| set.items.get(i)).map(|document| document.borrow().value.clone())
            }
            _ => None,
        };
        Ok(found.map(|value| fragment_or_scalar(&value, heap)))
    }
}

/// The value of a key. In ytt, an integer of a program is of another Go type than one in a YAML text, and thus another key.
fn find(map: &Map, key: &Value) -> Option<Value> {
    let is_integer = matches!(key, Value::Int(_));
    let item = map.iter().find(|item| item.key == *key && (!is_integer || item.meta.has_computed_key()))?;
    Some(item.value.clone())
}

#[starlark_value(type = "yamlfragment")]
impl<'v> StarlarkValue<'v> for Fragment {
    fn to_bool(&self) -> bool {
        // Programs ask `kinds::truth`.
        self.len().is_ok_and(|length| length > 0)
    }

    fn length(&self) -> starlark::Result<i32> {
        let length = self.len().map_err(|crash| errors::crash(&crash))?;
        Ok(i32::try_from(length).unwrap_or(i32::MAX))
    }

    fn at(&self, index: Starlark<'v>, heap: Heap<'v>) -> starlark::Result<Starlark<'v>> {
        self.get(index, heap)?.ok_or_else(|| {
            let text = format!("key {} not in yamlfragment", scalars::repr(index, heap));
            errors::fail(errors::no_key(text, index.unpack_str(), self.text_keys()))
        })
    }

    fn is_in(&self, other: Starlark<'v>) -> starlark::Result<bool> {
        let wanted = scalars::scalar(other);
        let within =
            |count: usize| matches!(wanted, Some(Value::Int(i)) if usize::try_from(i).is_ok_and(|i| i < count));
        let nodes = self.nodes().ok_or_else(|| errors::crash(&self.crash("Get")))?;
        Ok(match nodes {
            Value::Map(map) => wanted.as_ref().is_some_and(|key| find(&map.borrow(), key).is_some()),
            others => others.length().is_some_and(within),
        })
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Starlark<'v>>> {
        self.elements(heap)
    }

    fn equals(&self, other: Starlark<'v>) -> starlark::Result<bool> {
        if Fragment::from_value(other).is_some() {
            return Err(Fragment::not_comparable());
        }
        Ok(false)
    }

    fn compare(&self, other: Starlark<'v>) -> starlark::Result<Ordering> {
        if Fragment::from_value(other).is_some() {
            return Err(Fragment::not_comparable());
        }
        ValueError::unsupported_with(self, "compare", other)
    }
}

/// Scalars and values made by code as Starlark has them, everything else as a fragment.
pub fn fragment_or_scalar<'v>(value: &Value, heap: Heap<'v>) -> Starlark<'v> {
    match value {
        Value::Null => Starlark::new_none(),
        Value::Bool(b) => Starlark::new_bool(*b),
        Value::Int(i) => heap.alloc(*i),
        Value::UInt(u) => heap.alloc(*u),
        Value::Float(f) => heap.alloc(*f),
        Value::Str(s) => heap.alloc(&*byte_text::from_text(s)),
        Value::Bytes(b) => heap.alloc(&*byte_text::from_bytes(b)),
        Value::Map(map) if map.borrow().position.is_computed() => {
            let map = map.borrow();
            let mut entries = dict::Entries::with_capacity(map.items.len());
            for item in map.iter() {
                // They were keys of a dict before.
                if let Ok(key) = fragment_or_scalar(&item.key, heap).get_hashed() {
                    entries.insert_hashed(key, fragment_or_scalar(&item.value, heap));
                }
            }
            dict::new(heap, entries)
        }
        Value::Array(array) if array.borrow().position.is_computed() => {
            list::new(heap, array.borrow().iter().map(|item| fragment_or_scalar(&item.value, heap)))
        }
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => heap.alloc(Fragment::new(value.clone())),
    }
}

/// The name that Go has for the kind of a Starlark value in YAML.
pub fn go_kind(value: Starlark<'_>) -> &'static str {
    match (scalars::scalar(value), type_name(value)) {
        (Some(scalar), _) => go_type(&scalar),
        (None, "dict" | "struct") => "*orderedmap.Map",
        (None, "yamlfragment") => Fragment::from_value(value).map_or("<nil>", Fragment::go_type),
        _ => "[]interface {}",
    }
}
