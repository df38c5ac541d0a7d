//! Limits where the `starlark` crate is involved: before and after calls of natives, and for calls from natives.

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors;
use super::host;
use super::session::Run;
use super::shared::{Attempt, SharedHeap};
use super::store::Store;
use crate::dialect::CallArguments;
use crate::limits::{self, check_length};

/// The result of a native, if it is no longer than a text may be.
pub(crate) fn check_result<'v>(what: &str, value: Value<'v>) -> starlark::Result<Value<'v>> {
    if let Some(text) = value.unpack_str() {
        check_length(what, text.len()).map_err(errors::fail)?;
    }
    Ok(value)
}

/// Fails when more memory is in use than may be.
#[inline]
pub(crate) fn check_memory() -> starlark::Result<()> {
    limits::check_memory().map_err(errors::fail)
}

/// Calls a function of the program from a native.
pub(crate) fn call_function<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&str, Value<'v>)],
) -> starlark::Result<Value<'v>> {
    if let Some(host) = host::host(eval) {
        host.native_call.take();
    }
    let result = match Run::of(eval) {
        Ok(run) => {
            let is_thorough = run.session.attempt == Attempt::Thorough;
            let heap = is_thorough.then(|| Store::of(eval)).flatten().map(Store::shared);
            let loops = heap.map_or(0, SharedHeap::running_loops);
            let result = run.with_callback(|| eval.eval_function(function, positional, named));
            run.session.stopping.ended();
            if let (Err(_), Some(heap)) = (&result, heap) {
                heap.end_loops_after(loops);
            }
            result
        }
        Err(_) => eval.eval_function(function, positional, named),
    };
    if let (Err(_), Some(parameters), Some(host)) = (&result, function.parameters_spec(), host::host(eval)) {
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        if !parameters.can_fill_with_args(positional.len(), &names) {
            let keywords = names.into_iter().map(str::to_owned).collect();
            let arguments = CallArguments { positional: positional.len(), keywords, ..CallArguments::default() };
            *host.native_call.borrow_mut() = Some(arguments);
        }
    }
    result
}
