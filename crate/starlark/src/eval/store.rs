//! Values that outlive the statement that made them: annotation arguments, functions in data.
//!
//! They are rooted in the module they were made in, freeze with it, and are named by handles.

use std::cell::RefCell;
use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::eval::Evaluator;
use starlark::values::{
    AllocValue, Freeze, FreezeResult, Freezer, FrozenValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue,
    Trace, Tracer, Value, ValueLike, starlark_value,
};

use super::values::HandleTable;
use crate::machine::roots;

/// The store of one module.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct StoreGen<C> {
    /// Unique in a session; the upper half of its handles.
    number: u32,
    values: C,
}

pub(crate) type Store<'v> = StoreGen<Roots<'v>>;
pub(crate) type FrozenStore = StoreGen<Vec<FrozenValue>>;

/// The values of a module that is not frozen yet.
#[derive(ProvidesStaticType, Allocative)]
pub(crate) struct Roots<'v> {
    #[allocative(skip)]
    values: RefCell<Vec<Value<'v>>>,
    /// Values that machines hold while another one runs or garbage is collected.
    #[allocative(skip)]
    parked: RefCell<Vec<roots::Roots<'v>>>,
}

impl fmt::Debug for Roots<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Roots({})", self.values.borrow().len())
    }
}

impl<C> fmt::Display for StoreGen<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("store")
    }
}

// SAFETY: all values inside are traced.
unsafe impl<'v> Trace<'v> for Store<'v> {
    fn trace(&mut self, tracer: &Tracer<'v>) {
        self.values.values.get_mut().trace(tracer);
        self.values.parked.get_mut().trace(tracer);
    }
}

impl<'v> Freeze for Store<'v> {
    type Frozen = FrozenStore;

    fn freeze(self, freezer: &Freezer) -> FreezeResult<FrozenStore> {
        let values =
            self.values.values.into_inner().into_iter().map(|v| v.freeze(freezer)).collect::<FreezeResult<_>>()?;
        Ok(StoreGen { number: self.number, values })
    }
}

#[starlark_value(type = "store")]
impl<'v> StarlarkValue<'v> for Store<'v> where Self: ProvidesStaticType<'v> {}

#[starlark_value(type = "store")]
impl<'v> StarlarkValue<'v> for FrozenStore
where
    Self: ProvidesStaticType<'v>,
{
    type Canonical = Store<'v>;
}

impl<'v> AllocValue<'v> for Store<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex(self)
    }
}

impl<'v> Store<'v> {
    pub(crate) fn new(number: u32) -> Store<'v> {
        let (values, parked) = Default::default();
        StoreGen { number, values: Roots { values, parked } }
    }

    /// The store of the module that is being evaluated.
    pub(crate) fn of(eval: &Evaluator<'v, '_, '_>) -> Option<&'v Store<'v>> {
        eval.module().extra_value()?.downcast_ref::<Store<'v>>()
    }

    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.values.borrow().is_empty()
    }

    pub(crate) fn values(&self) -> Vec<Value<'v>> {
        self.values.values.borrow().clone()
    }

    pub(crate) fn parked(&self) -> &RefCell<Vec<roots::Roots<'v>>> {
        &self.values.parked
    }

    pub(crate) fn get(&self, handle: u64) -> Option<Value<'v>> {
        self.values.values.borrow().get(index(handle)).copied()
    }
}

impl FrozenStore {
    pub(crate) fn get(&self, handle: u64) -> Option<FrozenValue> {
        self.values.get(index(handle)).copied()
    }
}

impl<'v> HandleTable<'v> for &'v Store<'v> {
    fn keep(&mut self, value: Value<'v>) -> u64 {
        let mut values = self.values.values.borrow_mut();
        values.push(value);
        (u64::from(self.number) << 32) | (values.len() as u64 - 1)
    }
}

/// The number of the store that a handle points into.
pub(crate) fn number(handle: u64) -> u32 {
    (handle >> 32) as u32
}

fn index(handle: u64) -> usize {
    (handle & u64::from(u32::MAX)) as usize
}
