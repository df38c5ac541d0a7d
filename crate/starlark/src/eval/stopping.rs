//! Limits where the `starlark` crate is involved: before and after calls of natives, and for calls from natives.
//!
//! Natives get to the budget through the evaluator. The crate calls methods of values (`repr`, `==`, `x[i]`) without it; what these
//! build for a message is bounded by [`DEFAULT_MAX_LENGTH`].

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors;
use super::run::Run;
use crate::limits::{Budget, DEFAULT_MAX_LENGTH, check_length_below};

/// The budget of the run; `None` without a session.
pub(crate) fn budget<'x>(eval: &Evaluator<'_, 'x, '_>) -> Option<&'x Budget> {
    Run::find(eval).map(|run| &*run.budget)
}

/// [`Budget::max_length`] of the run.
pub(crate) fn max_length(eval: &Evaluator<'_, '_, '_>) -> usize {
    budget(eval).map_or(DEFAULT_MAX_LENGTH, Budget::max_length)
}

/// Fails for a result of `what` that is longer than [`max_length`].
pub(crate) fn check_length(eval: &Evaluator<'_, '_, '_>, what: &str, length: usize) -> starlark::Result<()> {
    check_length_below(max_length(eval), what, length).map_err(errors::fail)
}

/// The result of a native, if it is no longer than a string may be.
pub(crate) fn check_result<'v>(
    eval: &Evaluator<'v, '_, '_>,
    what: &str,
    value: Value<'v>,
) -> starlark::Result<Value<'v>> {
    if let Some(text) = value.unpack_str() {
        check_length(eval, what, text.len())?;
    }
    Ok(value)
}

/// Fails when more memory is in use than may be.
#[inline]
pub(crate) fn check_memory(eval: &Evaluator<'_, '_, '_>) -> starlark::Result<()> {
    match budget(eval) {
        Some(budget) if budget.is_over_memory() => Err(errors::fail(budget.out_of_memory())),
        _ => Ok(()),
    }
}

/// Calls a function of the program from a native.
pub(crate) fn call_function<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
) -> starlark::Result<Value<'v>> {
    (Run::of(eval)?.engine.call)(eval, function, positional, named)
}
