//! Values of a library that has been evaluated, as ytt would have left them.
//!
//! A library is evaluated in heaps of its own, which the starlark crate freezes as a whole. What one of its structs holds can still be
//! changed in ytt, so it is copied. Functions cannot be copied: they see what the starlark crate has frozen.

use crate::limits::depth;
use std::collections::HashMap;

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::dict::{AllocDict, DictRef};
use starlark::values::list::{AllocList, ListRef};
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, Value, ValueIdentity};

use super::store::Store;
use super::structs::{self, Struct};
use super::{freezing, nesting};
use crate::diagnostics::Error;

/// A copy of an exported value in the heap of the program that asked for it, where only what ytt freezes is frozen.
///
/// Errors: a value that nests too deeply.
pub(crate) fn thawed<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let mut copies = Copies { heap: eval.heap(), done: HashMap::new() };
    let copy = copies.copy(value, 0)?;
    if let Some(store) = Store::of(eval) {
        freezing::freeze(vec![copy], store, eval);
    }
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
        let mut all = |values: &[Value<'v>]| -> Result<Vec<_>, Error> {
            values.iter().map(|value| self.copy(*value, level + 1)).collect()
        };
        let copy = if let Some(list) = ListRef::from_value(value) {
            let items = all(list.content())?;
            self.heap.alloc(AllocList(items))
        } else if let Some(tuple) = TupleRef::from_value(value) {
            let items = all(tuple.content())?;
            self.heap.alloc(AllocTuple(items))
        } else if let Some(dict) = DictRef::from_value(value) {
            let keys: Vec<_> = dict.keys().collect();
            let values = all(&dict.values().collect::<Vec<_>>())?;
            self.heap.alloc(AllocDict(keys.into_iter().zip(values)))
        } else if let Some(fields) = Struct::from_value(value) {
            let mut copies = SmallMap::new();
            for (name, value) in fields.fields() {
                copies.insert(name.to_owned(), self.copy(value, level + 1)?);
            }
            structs::make(self.heap, copies)
        } else {
            return Ok(value);
        };
        self.done.insert(value.identity(), copy);
        Ok(copy)
    }
}
