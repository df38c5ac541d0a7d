//! How deeply the values of a module nest.
//!
//! The `starlark` crate freezes values recursively, a few calls a level, and a full stack ends the engine. In a worker of Chromium lists
//! pass 2,000 levels deep, not 4,000; lists, dicts, tuples, structs and methods all pass just below the limit here. What nests more
//! deeply is an error before it is frozen, and is not collected (`machine/collect.rs`), which takes less of the stack.

use std::collections::HashMap;

use starlark::environment::{FrozenModule, Module};
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value, ValueIdentity, ValueLike};

use super::builtins::native::Method;
use super::collections::{dict, list};
use super::store::Store;
use super::structs::Struct;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::limits::depth;
use crate::machine::values::{Function, values_of};

/// The error for a value that nests more deeply.
pub(super) fn too_deep(what: &str) -> Error {
    let text = format!("{what} is nested deeper than {} levels (limit of Ytterby)", depth::EXPORTS);
    Error::message(text).coded(Code::Limit)
}

/// The levels below each value that has been looked at; 0 while it is looked at, as it is for one that holds itself.
#[derive(Default)]
pub(crate) struct Levels<'v>(HashMap<ValueIdentity<'v>, usize>);

/// A value and the parts of it that are not checked yet.
struct Open<'v> {
    value: Value<'v>,
    parts: Vec<Value<'v>>,
    levels: usize,
}

impl<'v> Levels<'v> {
    /// Whether a value nests more deeply than it may.
    pub(crate) fn are_too_many(&mut self, value: Value<'v>, heap: Heap<'v>) -> bool {
        let mut open: Vec<Open<'v>> = self.open(value, heap).into_iter().collect();
        while let Some(top) = open.last_mut() {
            if let Some(part) = top.parts.pop() {
                match self.0.get(&part.identity()) {
                    Some(levels) => top.levels = top.levels.max(*levels),
                    None => open.extend(self.open(part, heap)),
                }
            } else {
                let levels = top.levels + 1;
                self.0.insert(top.value.identity(), levels);
                open.pop();
                if let Some(around) = open.last_mut() {
                    around.levels = around.levels.max(levels);
                }
                if levels > depth::EXPORTS {
                    return true;
                }
            }
            if open.len() > depth::EXPORTS {
                return true;
            }
        }
        false
    }

    /// Begins with a value that holds others. Frozen values are not frozen again.
    fn open(&mut self, value: Value<'v>, heap: Heap<'v>) -> Option<Open<'v>> {
        if value.unpack_frozen().is_some() || self.0.contains_key(&value.identity()) {
            return None;
        }
        let mut parts = parts(value, heap)?;
        parts.retain(|part| part.unpack_frozen().is_none() && part.unpack_str().is_none());
        self.0.insert(value.identity(), 0);
        Some(Open { value, parts, levels: 0 })
    }
}

/// The values that a value holds, if it is one that can.
fn parts<'v>(value: Value<'v>, heap: Heap<'v>) -> Option<Vec<Value<'v>>> {
    if let Some(items) = list::items(value) {
        return Some(items.to_vec());
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        return Some(tuple.content().to_vec());
    }
    if let Some(entries) = dict::entries(value) {
        return Some(entries.iter().flat_map(|(key, value)| [*key, *value]).collect());
    }
    if let Some(fields) = Struct::from_value(value) {
        return Some(fields.fields().map(|(_, value)| value).collect());
    }
    if let Some(method) = value.downcast_ref::<Method<'v>>() {
        return Some(vec![method.receiver]);
    }
    if let Some(function) = Function::from_value(value) {
        return Some(function.held().chain([function.globals()]).collect());
    }
    let variables: Vec<_> = values_of(value).collect();
    if !variables.is_empty() {
        return Some(variables);
    }
    if value.get_type() == "set" {
        return value.iterate(heap).ok().map(Iterator::collect);
    }
    None
}

/// Freezes a module that has been run, if its values can be frozen; `describe` names a variable for the error.
pub(super) fn freeze(module: Module<'_>, describe: impl Fn(&str) -> Option<String>) -> Result<FrozenModule, Error> {
    let mut levels = Levels::default();
    let store = module.extra_value().and_then(|value| value.downcast_ref::<Store>());
    let kept = store.into_iter().flat_map(|store| store.values()).map(|value| (None, value));
    let variables = module.names().filter_map(|name| Some((Some(name), module.get(&name)?)));
    for (name, value) in variables.chain(kept) {
        if levels.are_too_many(value, module.heap()) {
            let what = name.and_then(|name| describe(&name)).unwrap_or_else(|| "value".to_owned());
            return Err(too_deep(&what));
        }
    }
    module.freeze().map_err(|error| Error::message(format!("{error:?}")))
}
