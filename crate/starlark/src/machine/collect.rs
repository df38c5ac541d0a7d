//! Garbage collection, at the one point that the `starlark` crate itself considers safe.
//!
//! Its collector moves values, and knows the values of its own frames and of a module. So the machine puts all that it holds into
//! the store of the module, and lets the crate run a program that does nothing: before each statement of a module's top level, the
//! crate collects if enough has been allocated since. Afterwards the machine takes its values back from their new places.
//!
//! Only machines of modules do this, the one that runs and those that wait for what they load: natives that are running hold values that
//! nothing else knows.

use std::sync::LazyLock;

use starlark::environment::{Globals, GlobalsBuilder};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};
use starlark::values::Value;

use super::roots::Roots;
use crate::eval::errors::message;
use crate::eval::nesting::Levels;
use crate::eval::store::Store;
use crate::limits::memory;

/// Bytes that may be allocated before the next collection at least. With less memory in use, more of it is in the processor's cache.
const LEAST: usize = 16 << 20;

/// Bytes in use from which on garbage is collected.
pub(super) fn next(in_use: usize) -> usize {
    in_use.saturating_add(in_use.max(LEAST))
}

static NOTHING: LazyLock<AstModule> =
    LazyLock::new(|| AstModule::parse("collect", "0".to_owned(), &Dialect::Standard).expect("a literal is a program"));
static NO_GLOBALS: LazyLock<Globals> = LazyLock::new(|| GlobalsBuilder::new().build());

/// Bytes of its heap from which on the crate collects for the first time.
pub(super) const FIRST_LEVEL: usize = 100_000;

/// Collects garbage, and updates `roots`. `level`: the bytes of its heap from which on the crate collects.
///
/// The items of lists and dicts are not in that heap, so it may be small while much memory is in use. It is filled up to the level.
///
/// Does nothing while values are nested so deeply that the collector, which is recursive, could fill the stack of a browser's worker.
pub(super) fn collect<'v>(
    roots: &mut Roots<'v>,
    level: &mut usize,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    if !park(roots, eval) {
        return Err(message("expected a store"));
    }
    if is_too_deep(eval) {
        unpark(roots, eval);
        return Ok(());
    }
    let missing = level.saturating_sub(eval.heap().allocated_bytes());
    if missing > 0 {
        eval.heap().alloc("x".repeat(missing));
    }
    let result = eval.eval_module(NOTHING.clone(), &NO_GLOBALS);
    // The crate sets it in the same way.
    *level = FIRST_LEVEL.max(eval.heap().allocated_bytes() * 2);
    unpark(roots, eval);
    result.map(|_| ())
}

fn is_too_deep<'v>(eval: &Evaluator<'v, '_, '_>) -> bool {
    let Some(store) = Store::of(eval) else { return true };
    let mut levels = Levels::default();
    let mut is_deep = |value: Value<'v>| levels.are_too_many(value, eval.heap());
    let parked = store.parked().borrow();
    parked.iter().flat_map(Roots::values).any(&mut is_deep) || store.values().into_iter().any(is_deep)
}

/// Puts the values of a machine into the store of the module, where the collector finds it. Returns false, without an effect, if there is no
/// store.
pub(super) fn park<'v>(roots: &mut Roots<'v>, eval: &Evaluator<'v, '_, '_>) -> bool {
    match Store::of(eval) {
        Some(store) => {
            store.parked().borrow_mut().push(std::mem::take(roots));
            true
        }
        None => false,
    }
}

/// Takes back the values that were parked last. The store may have been moved, too.
pub(super) fn unpark<'v>(roots: &mut Roots<'v>, eval: &Evaluator<'v, '_, '_>) {
    if let Some(parked) = Store::of(eval).and_then(|store| store.parked().borrow_mut().pop()) {
        *roots = parked;
    }
}

/// Whether enough memory is in use.
#[inline]
pub(super) fn is_due(next: usize) -> bool {
    memory::in_use() >= next
}
