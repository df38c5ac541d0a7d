//! Values of a library that has been evaluated, as ytt would have left them.
//!
//! A library is evaluated in heaps of its own, which the starlark crate freezes as a whole. The content of its structs can still be
//! changed in ytt, so it is copied. Functions cannot be copied: they see what the starlark crate has frozen.

use crate::limits::depth;
use std::collections::HashMap;

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, Value, ValueIdentity};

use super::collections::dict::{self, Entries};
use super::collections::list;
use super::structs::{self, Struct};
use super::{freezing, nesting};
use crate::diagnostics::Error;

/// A copy of an exported value in the heap of the program that asked for it. It is frozen only where ytt freezes it.
///
/// Errors: a value that nests too deeply.
pub(crate) fn thawed<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let mut copies = Copies { heap: eval.heap(), done: HashMap::new() };
    let copy = copies.copy(value, 0)?;
    freezing::freeze(vec![copy], eval.heap());
    Ok(copy)
}

struct Copies<'v> {
    heap: Heap<'v>,
    /// A value that is held twice is copied once.
    done: HashMap<ValueIdentity<'v>, Value<'v>>,
}

impl<'v> Copies<'v> {
    fn copy(&mut self, value: Value<'v>, level: usize) -> Result<Value<'v>, Error> {
        if level > depth::EXPORTS {
            return Err(nesting::too_deep("value"));
        }
        if let Some(copy) = self.done.get(&value.identity()) {
            return Ok(*copy);
        }
        let heap = self.heap;
        let mut copy = |value: Value<'v>| self.copy(value, level + 1);
        let copy = if let Some(items) = list::items(value) {
            list::of(heap, items.iter().map(|item| copy(*item)).collect::<Result<_, _>>()?)
        } else if let Some(tuple) = TupleRef::from_value(value) {
            heap.alloc(AllocTuple(tuple.iter().map(copy).collect::<Result<Vec<_>, _>>()?))
        } else if let Some(entries) = dict::entries(value) {
            let mut copies = Entries::with_capacity(entries.len());
            for (key, value) in entries.iter_hashed() {
                copies.insert_hashed(key.copied(), copy(*value)?);
            }
            dict::new(heap, copies)
        } else if let Some(fields) = Struct::from_value(value) {
            let mut copies = SmallMap::new();
            for (name, value) in fields.fields() {
                copies.insert(name.to_owned(), copy(value)?);
            }
            structs::make(heap, copies)
        } else {
            return Ok(value);
        };
        self.done.insert(value.identity(), copy);
        Ok(copy)
    }
}
