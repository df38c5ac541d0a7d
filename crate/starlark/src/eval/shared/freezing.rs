//! What ytt has frozen, in a heap where the starlark crate freezes nothing.
//!
//! When a program ends, ytt freezes its variables: lists, dicts and sets with all that they contain, what functions capture and
//! their default values. It does not look into structs and YAML fragments.

use std::collections::{HashMap, HashSet};

use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Trace, Tracer, Value, ValueIdentity, ValueLike};

use crate::eval::builtins::call::Call;
use crate::eval::builtins::native::Method;
use crate::eval::session::Run;
use crate::eval::stopping::call_function;
use crate::eval::store::Store;

#[derive(Default)]
pub(super) struct Freezing<'v> {
    /// Collections that are frozen.
    frozen: Vec<Value<'v>>,
    /// The same, to look them up; made again when values have moved.
    known: Option<HashSet<ValueIdentity<'v>>>,
    captures: Vec<Captures<'v>>,
}

/// What a function holds, which the starlark crate does not show.
#[derive(Clone, Copy)]
struct Captures<'v> {
    function: Value<'v>,
    /// A tuple of functions, each of which returns a captured variable.
    variables: Value<'v>,
    /// A tuple.
    defaults: Value<'v>,
}

impl<'v> Freezing<'v> {
    pub(super) fn trace(&mut self, tracer: &Tracer<'v>) {
        self.frozen.trace(tracer);
        self.known = None;
        for captures in &mut self.captures {
            captures.function.trace(tracer);
            captures.variables.trace(tracer);
            captures.defaults.trace(tracer);
        }
    }

    pub(super) fn is_frozen(&mut self, value: Value<'v>) -> bool {
        if value.unpack_frozen().is_some() {
            return true;
        }
        if self.frozen.is_empty() {
            return false;
        }
        let frozen = &self.frozen;
        self.known
            .get_or_insert_with(|| frozen.iter().map(|value| value.identity()).collect())
            .contains(&value.identity())
    }
}

/// `__captured(f, variables, defaults)`: notes what a function holds, while a module is being loaded that may freeze it.
pub(super) fn captured<'v>(call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let function = call.value(0);
    if let Some(store) = Store::of(eval).filter(|_| Run::of(eval).is_ok_and(Run::is_loading)) {
        let captures = Captures { function, variables: call.value(1), defaults: call.value(2) };
        store.shared().freezing.borrow_mut().captures.push(captures);
    }
    Ok(function)
}

pub(super) fn freeze<'v>(values: Vec<Value<'v>>, eval: &mut Evaluator<'v, '_, '_>) {
    let Some(store) = Store::of(eval) else { return };
    let freezing = &store.shared().freezing;
    let captures: HashMap<_, _> =
        freezing.borrow().captures.iter().map(|captures| (captures.function.identity(), *captures)).collect();
    let mut seen = HashSet::new();
    let mut open = values;
    while let Some(value) = open.pop() {
        if value.unpack_frozen().is_some() || value.unpack_str().is_some() || !seen.insert(value.identity()) {
            continue;
        }
        if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.content());
        } else if let Some(method) = value.downcast_ref::<Method<'v>>() {
            open.push(method.receiver);
        } else if let Some(captures) = captures.get(&value.identity()) {
            open.push(captures.defaults);
            let variables = TupleRef::from_value(captures.variables).map(TupleRef::content).unwrap_or_default();
            // A variable that is not assigned yet holds nothing.
            open.extend(variables.iter().filter_map(|variable| call_function(eval, *variable, &[], &[]).ok()));
        } else {
            if let Some(list) = ListRef::from_value(value) {
                open.extend(list.content());
            } else if let Some(dict) = DictRef::from_value(value) {
                open.extend(dict.iter().flat_map(|(key, value)| [key, value]));
            } else if value.get_type() == "set" {
                open.extend(value.iterate(eval.heap()).into_iter().flatten());
            } else {
                continue;
            }
            let mut freezing = freezing.borrow_mut();
            freezing.frozen.push(value);
            freezing.known = None;
        }
    }
}
