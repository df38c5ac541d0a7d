//! Freezing as ytt does it, while programs run. The `starlark` crate can freeze a module only as a whole, and when it ends.
//!
//! When a program ends, ytt freezes its variables: lists, dicts and sets with all that they contain, what functions capture and
//! their default values. It does not look into structs and YAML fragments.

use std::collections::HashSet;

use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value, ValueLike};

use super::builtins::native::Method;
use super::collections::{dict, list};
use crate::machine::values::Function;

/// Freezes the variables of a program that has ended.
pub(super) fn freeze<'v>(variables: Vec<Value<'v>>, heap: Heap<'v>) {
    let mut seen = HashSet::new();
    let mut open = variables;
    while let Some(value) = open.pop() {
        if value.unpack_frozen().is_some() || value.unpack_str().is_some() || !seen.insert(value.identity()) {
            continue;
        }
        if let Some(items) = list::freeze(value) {
            open.extend(&*items);
        } else if let Some(entries) = dict::freeze(value) {
            open.extend(entries.iter().flat_map(|(key, value)| [*key, *value]));
        } else if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.content());
        } else if let Some(method) = value.downcast_ref::<Method<'v>>() {
            open.push(method.receiver);
        } else if let Some(function) = Function::from_value(value) {
            open.extend(function.held());
        } else if value.get_type() == "set" {
            open.extend(value.iterate(heap).into_iter().flatten());
        }
    }
}
