//! Programs that share one heap, whose garbage is collected while they run.
//!
//! By default a file that is loaded is evaluated once, in a heap of its own, and frozen by the starlark crate; all files that load
//! it share the result, and no garbage is collected. That is fast, and differs from ytt in two cases:
//!
//! - In ytt, freezing stops at structs and YAML fragments: a list in `data.values` can be changed after its module was loaded. The
//!   crate freezes everything.
//! - A loop that replaces a large value in each turn leaves all the earlier ones behind. The starlark crate collects garbage between the
//!   statements of the top level only, because its collector moves values and does not update the operands of an expression.
//!
//! A render that meets one of the two (a frozen value is to be changed, or much memory is in use) is done again from the start, as
//! [`Attempt::Thorough`]. Then each `load` evaluates the file again, as ytt does, in the loader's heap and in the same module of the
//! crate, where nothing is frozen. [`freezing`] remembers what ytt would have frozen, [`loops`] makes loops independent of where
//! their values are, and [`collector`] reclaims memory at the beginning of each turn of a loop.

mod collector;
mod freezing;
mod loops;
mod thawing;

use std::cell::RefCell;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::values::{Tracer, Value, ValueError};

use super::builtins::native::Function;
use super::session::Run;
use super::store::Store;
use crate::dialect::runtime;
use freezing::Freezing;
use loops::Loops;

pub(crate) use thawing::thawed;

/// How the programs of a render are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Loaded modules are frozen and shared, no garbage is collected, and all lambdas have one name.
    Fast,
    /// Loaded modules share the heap of the program that loads them, garbage is collected, and lambdas have names of their own.
    Thorough,
}

/// The values that a shared heap keeps besides the variables of its programs.
#[derive(Default)]
pub(crate) struct SharedHeap<'v> {
    loops: Loops<'v>,
    freezing: RefCell<Freezing<'v>>,
}

impl<'v> SharedHeap<'v> {
    /// Updates all values when the collector moves them.
    pub(super) fn trace(&self, tracer: &Tracer<'v>) {
        self.loops.trace(tracer);
        self.freezing.borrow_mut().trace(tracer);
    }

    /// How many loops are running.
    pub(super) fn running_loops(&self) -> usize {
        self.loops.count()
    }

    /// Ends all but the outermost `count` loops, after an error inside of them.
    pub(super) fn end_loops_after(&self, count: usize) {
        self.loops.end_after(count);
    }
}

/// Bytes in use from which on garbage is collected for the first time.
pub(super) fn first_collection() -> usize {
    collector::next(crate::limits::memory::in_use())
}

/// Adds what emitted programs call to the globals.
pub(super) fn register(builder: &mut GlobalsBuilder) {
    builder.set(runtime::EACH, Function { name: runtime::EACH, code: loops::each, engine: None });
    builder.set(runtime::COLLECT, Function { name: runtime::COLLECT, code: collector::collect, engine: None });
    builder.set(runtime::CAPTURED, Function { name: runtime::CAPTURED, code: freezing::captured, engine: None });
}

/// Notes that a value is to be changed, if the starlark crate has frozen it: another attempt may be able to.
pub(crate) fn note_frozen<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) {
    if value.unpack_frozen().is_some()
        && let Ok(run) = Run::of(eval)
    {
        run.session.try_thoroughly();
    }
}

/// Fails for a collection that ytt has frozen or iterates over. Where the starlark crate itself has frozen it, another attempt may succeed.
pub(crate) fn check_mutable<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    check_not_iterated(value, eval)?;
    // Without a run there are no modules.
    let Ok(run) = Run::of(eval) else { return Ok(()) };
    if run.session.attempt == Attempt::Fast {
        note_frozen(value, eval);
        return Ok(());
    }
    let Some(heap) = Store::of(eval).map(Store::shared) else { return Ok(()) };
    if heap.loops.iterate(value) {
        return Err(ValueError::MutationDuringIteration.into());
    }
    if heap.freezing.borrow_mut().is_frozen(value) {
        return Err(ValueError::CannotMutateImmutableValue.into());
    }
    Ok(())
}

/// Fails for a collection that a loop of the machine runs over.
#[inline]
pub(crate) fn check_not_iterated<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let is_iterated = |store: &Store<'v>| store.loops().borrow().iter().any(|iterated| iterated.ptr_eq(value));
    if Store::of(eval).is_some_and(is_iterated) { Err(ValueError::MutationDuringIteration.into()) } else { Ok(()) }
}

/// Freezes the variables of a program that has ended, as ytt does.
pub(super) fn freeze<'v>(values: Vec<Value<'v>>, eval: &mut Evaluator<'v, '_, '_>) {
    freezing::freeze(values, eval);
}
