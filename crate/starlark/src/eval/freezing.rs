//! What ytt has frozen. The `starlark` crate could freeze a module only as a whole, and when it ends.
//!
//! When a program ends, ytt freezes its variables: lists, dicts and sets with all that they contain, what functions capture and
//! their default values. It does not look into structs and YAML fragments.

use std::collections::HashSet;

use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Trace, Tracer, Value, ValueError, ValueIdentity, ValueLike};

use super::builtins::native::Method;
use super::session::Run;
use super::store::Store;
use crate::machine;

/// The collections of a heap that are frozen.
#[derive(Default)]
pub(crate) struct Frozen<'v> {
    values: Vec<Value<'v>>,
    /// The same, to look them up; made again when values have moved.
    known: Option<HashSet<ValueIdentity<'v>>>,
}

impl<'v> Frozen<'v> {
    pub(super) fn trace(&mut self, tracer: &Tracer<'v>) {
        self.values.trace(tracer);
        self.known = None;
    }

    fn contain(&mut self, value: Value<'v>) -> bool {
        if self.values.is_empty() {
            return false;
        }
        let values = &self.values;
        self.known
            .get_or_insert_with(|| values.iter().map(|value| value.identity()).collect())
            .contains(&value.identity())
    }

    fn add(&mut self, value: Value<'v>) {
        self.values.push(value);
        if let Some(known) = &mut self.known {
            known.insert(value.identity());
        }
    }
}

/// Fails for a collection that is frozen, or that a loop runs over.
#[inline]
pub(crate) fn check_mutable<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    if !Run::of(eval)?.has_immutable() {
        return Ok(());
    }
    check_in_store(value, eval)
}

#[inline(never)]
fn check_in_store<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let Some(store) = Store::of(eval) else { return Ok(()) };
    if store.loops().borrow().iter().any(|iterated| iterated.ptr_eq(value)) {
        return Err(ValueError::MutationDuringIteration.into());
    }
    if store.frozen().borrow_mut().contain(value) {
        return Err(ValueError::CannotMutateImmutableValue.into());
    }
    Ok(())
}

/// Freezes the variables of a program that has ended.
pub(super) fn freeze<'v>(variables: Vec<Value<'v>>, store: &Store<'v>, eval: &Evaluator<'v, '_, '_>) {
    let mut frozen = store.frozen().borrow_mut();
    let before = frozen.values.len();
    let mut seen = HashSet::new();
    let mut open = variables;
    while let Some(value) = open.pop() {
        if value.unpack_frozen().is_some() || value.unpack_str().is_some() || !seen.insert(value.identity()) {
            continue;
        }
        if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.content());
            continue;
        }
        if let Some(method) = value.downcast_ref::<Method<'v>>() {
            open.push(method.receiver);
            continue;
        }
        if let Some(function) = machine::Function::from_value(value) {
            open.extend(function.held());
            continue;
        }
        if let Some(list) = ListRef::from_value(value) {
            open.extend(list.content());
        } else if let Some(dict) = DictRef::from_value(value) {
            open.extend(dict.iter().flat_map(|(key, value)| [key, value]));
        } else if value.get_type() == "set" {
            open.extend(value.iterate(eval.heap()).into_iter().flatten());
        } else {
            continue;
        }
        frozen.add(value);
    }
    if let Ok(run) = Run::of(eval) {
        run.add_immutable(frozen.values.len() - before);
    }
}
