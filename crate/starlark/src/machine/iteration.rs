//! Loops that are running.
//!
//! Lists and tuples are iterated in place, all else that has items is collected first. A collection that a loop runs over cannot be changed
//! until it ends, as in ytt.

use starlark::eval::Evaluator;
use starlark::values::range::Range;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Trace, Tracer, Value, ValueLike};

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::eval::builtins::kinds;
use crate::eval::collections::{self, list};
use crate::eval::errors::{carried, caused, fail};

/// A loop.
pub(super) struct Iteration<'v> {
    items: Items<'v>,
    /// The collection that cannot be changed meanwhile.
    protected: Option<Value<'v>>,
    /// The type of the iterable.
    kind: &'static str,
}

enum Items<'v> {
    List(Value<'v>, usize),
    Tuple(Value<'v>, usize),
    Numbers { next: i64, step: i64, left: usize },
    Collected(std::vec::IntoIter<Value<'v>>),
}

impl<'v> Iteration<'v> {
    /// Begins a loop over a value.
    pub(super) fn begin(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Iteration<'v>> {
        let items = items(value, eval)?;
        let kind = kinds::type_name(value);
        Ok(Iteration { items, protected: collections::begin_loop(value).then_some(value), kind })
    }

    #[inline]
    pub(super) fn next(&mut self, heap: Heap<'v>) -> Option<Value<'v>> {
        match &mut self.items {
            Items::List(list, index) => {
                let value = list::items(*list)?.get(*index).copied();
                *index += 1;
                value
            }
            Items::Tuple(tuple, index) => {
                let value = TupleRef::from_value(*tuple)?.content().get(*index).copied();
                *index += 1;
                value
            }
            Items::Numbers { next, step, left } => {
                *left = left.checked_sub(1)?;
                let value = *next;
                *next += *step;
                Some(match i32::try_from(value) {
                    Ok(small) => heap.alloc(small),
                    Err(_) => heap.alloc(value),
                })
            }
            Items::Collected(values) => values.next(),
        }
    }

    /// The values that it holds.
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'v>> {
        let (one, others) = match &self.items {
            Items::List(value, _) | Items::Tuple(value, _) => (Some(*value), &[][..]),
            Items::Numbers { .. } => (None, &[][..]),
            Items::Collected(values) => (None, values.as_slice()),
        };
        one.into_iter().chain(others.iter().copied()).chain(self.protected)
    }

    /// The type of the iterable.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    /// Ends the loop.
    pub(super) fn end(self) {
        if let Some(value) = self.protected {
            collections::end_loop(value);
        }
    }
}

fn items<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Items<'v>> {
    let heap = eval.heap();
    if list::is_list(value) {
        return Ok(Items::List(value, 0));
    }
    if TupleRef::from_value(value).is_some() {
        return Ok(Items::Tuple(value, 0));
    }
    if value.downcast_ref::<Range>().is_some() {
        let left = usize::try_from(value.length()?).unwrap_or_default();
        let number = |index: i32| -> starlark::Result<i64> {
            let number = value.at(heap.alloc(index), heap)?;
            Ok(number.unpack_i32().map_or(0, i64::from))
        };
        let next = if left > 0 { number(0)? } else { 0 };
        let step = if left > 1 { number(1)? - next } else { 1 };
        return Ok(Items::Numbers { next, step, left });
    }
    match value.iterate(heap) {
        Ok(values) => Ok(Items::Collected(values.collect::<Vec<_>>().into_iter())),
        Err(error) if carried(&error).is_some() => Err(error),
        Err(_) => {
            let kind = kinds::type_name(value);
            let cause = Cause::NoItems { kind: kind.to_owned() };
            Err(fail(Error::message(format!("{kind} value is not iterable")).coded(Code::Operator).caused(cause)))
        }
    }
}

/// The values to assign to `count` targets; `kind` is the type of the iterable of a loop.
pub(super) fn unpacked<'v>(
    value: Value<'v>,
    count: usize,
    kind: impl FnOnce() -> Option<&'static str>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Value<'v>>> {
    let values = if value.unpack_str().is_some() { None } else { value.iterate(eval.heap()).ok() };
    let values: Option<Vec<_>> = values.map(Iterator::collect);
    match values {
        Some(values) if values.len() == count => Ok(values),
        values => Err(not_unpacked(kinds::type_name(value), values.map(|values| values.len()), count, kind())),
    }
}

#[cold]
fn not_unpacked(kind: &str, found: Option<usize>, wanted: usize, of: Option<&str>) -> starlark::Error {
    let (code, text) = match found {
        None => (Code::Operator, format!("got {kind} in sequence assignment")),
        Some(got) => {
            let many = if got > wanted { "many" } else { "few" };
            (Code::Template, format!("too {many} values to unpack (got {got}, want {wanted})"))
        }
    };
    caused(code, text, Cause::NotUnpacked { kind: kind.to_owned(), found, wanted, of: of.map(str::to_owned) })
}

// SAFETY: all values inside are traced.
unsafe impl<'v> Trace<'v> for Iteration<'v> {
    fn trace(&mut self, tracer: &Tracer<'v>) {
        self.protected.trace(tracer);
        match &mut self.items {
            Items::List(value, _) | Items::Tuple(value, _) => value.trace(tracer),
            Items::Numbers { .. } => {}
            Items::Collected(values) => {
                let mut left: Vec<_> = values.collect();
                left.trace(tracer);
                *values = left.into_iter();
            }
        }
    }
}
