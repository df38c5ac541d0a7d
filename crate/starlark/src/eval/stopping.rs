//! Limits where the `starlark` crate is involved: before and after calls of natives, and for calls from natives.
//!
//! The crate calls methods of values (`repr`, `==`, `x[i]`) without the evaluator, and only from that could they get to the session.
//! So the budget of the evaluation that is running is in a variable of the thread, which [`within`] sets. Nothing outside of
//! `eval` uses it.

use std::cell::RefCell;
use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors;
use super::host;
use super::session::Run;
use super::shared::{Attempt, SharedHeap};
use super::store::Store;
use crate::diagnostics::Error;
use crate::dialect::CallArguments;
use crate::limits::{Budget, memory};

thread_local! {
    static BUDGET: RefCell<Option<Rc<Budget>>> = const { RefCell::new(None) };
}

/// Runs an evaluation within a budget.
pub(super) fn within<T>(budget: &Rc<Budget>, run: impl FnOnce() -> T) -> T {
    let outer = BUDGET.replace(Some(budget.clone()));
    let result = run();
    BUDGET.set(outer);
    result
}

/// [`Budget::work`] of the evaluation that is running.
#[inline]
pub(crate) fn work(units: usize) -> Result<(), Error> {
    BUDGET.with_borrow(|budget| budget.as_ref().map_or(Ok(()), |budget| budget.work(units)))
}

/// [`Budget::max_length`] of the evaluation that is running.
pub fn max_length() -> usize {
    BUDGET.with_borrow(|budget| budget.as_ref().map_or(usize::MAX, |budget| budget.max_length()))
}

/// [`Budget::check_length`] of the evaluation that is running.
pub(crate) fn check_length(what: &str, length: usize) -> starlark::Result<()> {
    let check = |budget: &Rc<Budget>| budget.check_length(what, length).map_err(errors::fail);
    BUDGET.with_borrow(|budget| budget.as_ref().map_or(Ok(()), check))
}

/// The result of a native, if it is no longer than a text may be.
pub(crate) fn check_result<'v>(what: &str, value: Value<'v>) -> starlark::Result<Value<'v>> {
    if let Some(text) = value.unpack_str() {
        check_length(what, text.len())?;
    }
    Ok(value)
}

/// Fails when more memory is in use than may be.
#[inline]
pub(crate) fn check_memory() -> starlark::Result<()> {
    if memory::is_over_limit() { Err(out_of_memory()) } else { Ok(()) }
}

#[cold]
fn out_of_memory() -> starlark::Error {
    let error = BUDGET.with_borrow(|budget| budget.as_ref().map(|budget| budget.out_of_memory()));
    errors::fail(error.unwrap_or_else(|| Error::message("out of memory")))
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
            run.session.budget.ended();
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
