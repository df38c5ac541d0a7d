//! When memory is reclaimed.
//!
//! Emitted programs ask at the beginning of each turn of a loop. The starlark crate's collector updates the variables of all functions that
//! are running, but no operands and nothing that native functions hold. So it runs only if every running function was called where
//! its caller has no operands ([`Compiled::safe_calls`](crate::dialect::Compiled)), and none by a native function.

use starlark::codemap::FileSpan;
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::eval::builtins::call::Call;
use crate::eval::session::{Executable, Run, Session};
use crate::limits::memory;

/// Bytes that may be allocated before the next collection at least: collecting takes time in proportion to what stays.
const LEAST: usize = 64 << 20;

/// Bytes that the heap may have when garbage is collected. The starlark crate follows values recursively, some 200 bytes of stack a level, and in
/// the worst case each value holds the next, in some 50 bytes. The command has 512 MiB of stack. In a browser, a chain deeper than its
/// stack bears ends the engine, which the page replaces.
const MOST_HEAP: usize = 128 << 20;

/// Bytes after which a collection that was not possible is tried again.
const RETRY: usize = 8 << 20;

/// Bytes in use at which memory is reclaimed next, if there are now as many.
pub(super) fn next(in_use: usize) -> usize {
    in_use.saturating_add(in_use.max(LEAST))
}

/// `__collect()`: reclaims memory if enough was allocated since the last time, and if it is possible here.
pub(super) fn collect<'v>(_: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let run = Run::of(eval)?;
    let next = &run.session.next_collection;
    let needless = &run.session.needless_collections;
    if memory::in_use() >= next.get() || needless.get() > 0 {
        needless.set(needless.get().saturating_sub(1));
        if is_safe(run, eval) {
            // SAFETY: variables are updated by the starlark crate, and what else holds values by `Store::trace`. As was just checked, no
            // running function has operands, and no native function is running but this one, which holds no values.
            unsafe { eval.garbage_collect() }
            next.set(self::next(memory::in_use()));
        } else {
            next.set(memory::in_use().saturating_add(RETRY));
        }
    }
    Ok(Value::new_none())
}

fn is_safe(run: &Run, eval: &Evaluator<'_, '_, '_>) -> bool {
    if run.has_callbacks() || eval.heap().allocated_bytes() > MOST_HEAP {
        return false;
    }
    let frames = eval.call_stack().frames;
    // The innermost call is that of `__collect`, a statement of its own.
    let callers = frames.split_last().map(|(_, callers)| callers).unwrap_or_default();
    callers.iter().all(|frame| match &frame.location {
        Some(call) => is_safe_call(&run.session, call),
        // A program that is being loaded: its own frame.
        None => true,
    })
}

fn is_safe_call(session: &Session, call: &FileSpan) -> bool {
    let template = call.filename().parse().ok().and_then(|index| session.template(index));
    let range = (call.span.begin().get(), call.span.end().get());
    template.is_some_and(|template| {
        let Executable::Emitted { compiled, .. } = &template.compiled else { return false };
        compiled.safe_calls.binary_search_by_key(&range, |safe| (safe.start, safe.end)).is_ok()
    })
}
