//! Loops over values that may move.
//!
//! The starlark crate keeps what a loop iterates over among the operands, which its collector does not update. Emitted loops iterate over a
//! handle instead, which is frozen and therefore never moves, and finds the value in a table that the collector does update.

use std::cell::{Ref, RefCell, RefMut};
use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::eval::Evaluator;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{
    AllocFrozenValue, FrozenHeap, FrozenValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Tracer,
    Value, starlark_value,
};

use crate::eval::builtins::call::Call;
use crate::eval::store::Store;

/// The loops of one heap that are running, the outermost first.
#[derive(Default)]
pub(super) struct Loops<'v> {
    // In a box, because the handles point to it.
    running: Box<RefCell<Vec<Loop<'v>>>>,
    /// The handle for each level.
    handles: RefCell<Vec<FrozenValue>>,
}

struct Loop<'v> {
    /// What is iterated over.
    source: Value<'v>,
    elements: Elements<'v>,
}

enum Elements<'v> {
    /// Those of the source, which is a list, a tuple or a range.
    Source,
    /// The keys of a dict, and the like.
    Collected(Vec<Value<'v>>),
}

impl<'v> Loops<'v> {
    pub(super) fn trace(&self, tracer: &Tracer<'v>) {
        for running in self.running.borrow_mut().iter_mut() {
            running.source.trace(tracer);
            if let Elements::Collected(values) = &mut running.elements {
                values.trace(tracer);
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        self.running.borrow().len()
    }

    pub(super) fn end_after(&self, count: usize) {
        self.running.borrow_mut().truncate(count);
    }

    /// Whether a loop runs over this collection.
    pub(super) fn iterate(&self, value: Value<'v>) -> bool {
        self.running.borrow().iter().any(|running| running.source.ptr_eq(value))
    }

    /// A handle that iterates over the elements of `source`.
    fn begin(&self, source: Value<'v>, elements: Elements<'v>, frozen: &FrozenHeap) -> Value<'v> {
        let mut running = self.running.borrow_mut();
        let level = running.len();
        running.push(Loop { source, elements });
        let mut handles = self.handles.borrow_mut();
        if level == handles.len() {
            let table: *const RefCell<Vec<Loop<'v>>> = &raw const *self.running;
            handles.push(frozen.alloc(Handle { table: table.cast(), level }));
        }
        handles.get(level).map_or_else(Value::new_none, |handle| handle.to_value())
    }
}

/// `__each(x)`: a handle to iterate over `x` in a loop; `x` itself where it never moves, or cannot be iterated over.
pub(super) fn each<'v>(call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let source = call.value(0);
    let Some(store) = Store::of(eval).filter(|_| source.unpack_frozen().is_none()) else { return Ok(source) };
    let is_sequence = ListRef::from_value(source).is_some() || TupleRef::from_value(source).is_some();
    let elements = if is_sequence || source.get_type() == "range" {
        Elements::Source
    } else {
        match source.iterate(eval.heap()) {
            Ok(elements) => Elements::Collected(elements.collect()),
            // The starlark crate then fails at the loop.
            Err(_) => return Ok(source),
        }
    };
    Ok(store.shared().loops.begin(source, elements, eval.frozen_heap()))
}

/// What a loop iterates over.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Handle {
    /// The loops of the heap, of which this is one.
    #[allocative(skip)]
    table: *const RefCell<Vec<Loop<'static>>>,
    level: usize,
}

// SAFETY: a handle is used by the evaluator that made it only, which stays on its thread.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Handle {
    fn table<'v>(&self) -> &RefCell<Vec<Loop<'v>>> {
        // SAFETY: emitted code gets a handle from `__each` and uses it in the loop that begins there. As long as that runs, so does
        // its module, which owns the table and the heap of the values.
        unsafe { &*self.table.cast() }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.level)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("loop")
    }
}

impl AllocFrozenValue for Handle {
    fn alloc_frozen_value(self, heap: &FrozenHeap) -> FrozenValue {
        heap.alloc_simple(self)
    }
}

#[starlark_value(type = "loop")]
impl<'v> StarlarkValue<'v> for Handle {
    // SAFETY: the trait asks for a matching `iter_stop`, which removes the loop from the table.
    unsafe fn iterate(&self, me: Value<'v>, _heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(me)
    }

    // SAFETY: as above.
    unsafe fn iter_next(&self, index: usize, heap: Heap<'v>) -> Option<Value<'v>> {
        let table: Ref<'_, Vec<Loop<'v>>> = self.table().borrow();
        let running = table.get(self.level)?;
        match &running.elements {
            Elements::Collected(values) => values.get(index).copied(),
            Elements::Source => {
                if let Some(list) = ListRef::from_value(running.source) {
                    return list.content().get(index).copied();
                }
                if let Some(tuple) = TupleRef::from_value(running.source) {
                    return tuple.content().get(index).copied();
                }
                let index = i32::try_from(index).ok().filter(|i| running.source.length().is_ok_and(|n| *i < n))?;
                running.source.at(heap.alloc(index), heap).ok()
            }
        }
    }

    // SAFETY: as above.
    unsafe fn iter_stop(&self) {
        let mut table: RefMut<'_, Vec<Loop<'v>>> = self.table().borrow_mut();
        table.truncate(self.level);
    }
}
