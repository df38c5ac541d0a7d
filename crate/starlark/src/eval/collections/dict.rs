//! The dict.

use std::cell::RefMut;
use std::ops::Deref;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::coerce;
use starlark::collections::SmallMap;
use starlark::values::{
    Freeze, FreezeResult, Freezer, FrozenValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    ValueLike, starlark_value,
};

use super::{Changeable, Content, Locked};
use crate::eval::forms::collection_forms;

/// How messages name it.
pub(crate) const KIND: &str = "hash table";

/// The entries of a dict, in the order of their insertion.
pub(crate) type Entries<'v> = SmallMap<Value<'v>, Value<'v>>;

/// A dict of a program that runs.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct Dict<'v>(#[allocative(skip)] Changeable<Entries<'v>>);

/// A dict that has outlived its program.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct FrozenDict(SmallMap<FrozenValue, FrozenValue>);

impl<'v> Dict<'v> {
    pub(super) fn from_value(value: Value<'v>) -> Option<&'v Dict<'v>> {
        value.downcast_ref()
    }
}

impl<'v> Deref for Dict<'v> {
    type Target = Changeable<Entries<'v>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// A new dict.
pub(crate) fn new<'v>(heap: Heap<'v>, entries: Entries<'v>) -> Value<'v> {
    heap.alloc(Dict(Changeable::new(entries)))
}

/// A new dict with strings as keys.
pub(crate) fn with_names<'v, N: AsRef<str>>(
    heap: Heap<'v>,
    entries: impl IntoIterator<Item = (N, Value<'v>)>,
) -> Value<'v> {
    let hashed = |(name, value): (N, Value<'v>)| (heap.alloc_str(name.as_ref()).get_hashed_value(), value);
    let mut map = Entries::new();
    for (name, value) in entries.into_iter().map(hashed) {
        map.insert_hashed(name, value);
    }
    new(heap, map)
}

/// The entries of a value that is a dict.
#[inline]
pub(crate) fn entries<'v>(value: Value<'v>) -> Option<Content<'v, Entries<'v>>> {
    match Dict::from_value(value) {
        Some(dict) => Some(Content::Changeable(dict.content.borrow())),
        None => value.downcast_ref::<FrozenDict>().map(|dict| Content::Frozen(coerce(&dict.0))),
    }
}

/// Whether a value is a dict.
#[inline]
pub(crate) fn is_dict(value: Value<'_>) -> bool {
    Dict::from_value(value).is_some() || value.downcast_ref::<FrozenDict>().is_some()
}

/// The entries of a dict, to change them.
#[inline]
pub(crate) fn change<'v>(value: Value<'v>) -> Result<RefMut<'v, Entries<'v>>, Locked> {
    Dict::from_value(value).map_or(Err(Locked::Frozen), |dict| dict.change())
}

/// Freezes a dict. Returns the entries of one that was not frozen.
pub(crate) fn freeze<'v>(value: Value<'v>) -> Option<Content<'v, Entries<'v>>> {
    let dict = Dict::from_value(value).filter(|dict| !dict.is_frozen.replace(true))?;
    Some(Content::Changeable(dict.content.borrow()))
}

/// The value of a key.
///
/// # Errors
/// The key is not hashable.
pub(crate) fn get<'v>(entries: &Entries<'v>, key: Value<'v>) -> starlark::Result<Option<Value<'v>>> {
    Ok(entries.get_hashed_by_value(key.get_hashed()?).copied())
}

impl<'v> Freeze for Dict<'v> {
    type Frozen = FrozenDict;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<FrozenDict> {
        Ok(FrozenDict(self.0.content.into_inner().freeze(freezer)?))
    }
}

/// The keys, which a loop sees.
fn keys<'v>(entries: &Entries<'v>) -> Vec<Value<'v>> {
    entries.keys().copied().collect()
}

collection_forms!("dict": Dict, FrozenDict, keys);
