//! The list.

use std::cell::RefMut;
use std::ops::Deref;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::coerce;
use starlark::values::{
    AllocValue, Freeze, FreezeResult, Freezer, FrozenValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue,
    Trace, Value, ValueLike, starlark_value,
};

use super::{Changeable, Content, Locked};
use crate::eval::forms::collection_forms;

/// How messages name it.
pub(crate) const KIND: &str = "list";

/// A list of a program that runs.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct List<'v>(#[allocative(skip)] Changeable<Vec<Value<'v>>>);

/// A list that has outlived its program.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct FrozenList(Vec<FrozenValue>);

impl<'v> List<'v> {
    pub(super) fn from_value(value: Value<'v>) -> Option<&'v List<'v>> {
        value.downcast_ref()
    }
}

impl<'v> Deref for List<'v> {
    type Target = Changeable<Vec<Value<'v>>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// A new list.
pub(crate) fn new<'v, T: AllocValue<'v>>(heap: Heap<'v>, items: impl IntoIterator<Item = T>) -> Value<'v> {
    of(heap, items.into_iter().map(|item| heap.alloc(item)).collect())
}

/// A new list of values.
#[inline]
pub(crate) fn of<'v>(heap: Heap<'v>, items: Vec<Value<'v>>) -> Value<'v> {
    heap.alloc(List(Changeable::new(items)))
}

/// The items of a value that is a list.
#[inline]
pub(crate) fn items<'v>(value: Value<'v>) -> Option<Content<'v, [Value<'v>]>> {
    match List::from_value(value) {
        Some(list) => Some(Content::Changeable(std::cell::Ref::map(list.content.borrow(), Vec::as_slice))),
        None => value.downcast_ref::<FrozenList>().map(|list| Content::Frozen(coerce(list.0.as_slice()))),
    }
}

/// Whether a value is a list.
#[inline]
pub(crate) fn is_list(value: Value<'_>) -> bool {
    List::from_value(value).is_some() || value.downcast_ref::<FrozenList>().is_some()
}

/// The items of a list, to change them.
#[inline]
pub(crate) fn change<'v>(value: Value<'v>) -> Result<RefMut<'v, Vec<Value<'v>>>, Locked> {
    List::from_value(value).map_or(Err(Locked::Frozen), |list| list.change())
}

/// Freezes a list. Returns the items of one that was not frozen.
pub(crate) fn freeze<'v>(value: Value<'v>) -> Option<Content<'v, [Value<'v>]>> {
    let list = List::from_value(value).filter(|list| !list.is_frozen.replace(true))?;
    Some(Content::Changeable(std::cell::Ref::map(list.content.borrow(), Vec::as_slice)))
}

impl<'v> Freeze for List<'v> {
    type Frozen = FrozenList;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<FrozenList> {
        let items = self.0.content.into_inner().into_iter();
        Ok(FrozenList(items.map(|item| item.freeze(freezer)).collect::<FreezeResult<_>>()?))
    }
}

collection_forms!("list": List, FrozenList, Vec::clone);
