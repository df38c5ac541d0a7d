//! What a native can ask of the run that it is called in.

use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use super::{Call, Captured};
use crate::diagnostics::Error;
use crate::eval::function_caller::RunningCaller;
use crate::eval::plain_value::{FunctionCaller, PlainValue};
use crate::eval::run::Run;
use crate::eval::scope::Scope;
use crate::eval::session::Session;
use crate::eval::store::Store;
use crate::eval::values::{self, HandleTable};
use crate::eval::{errors, frames, stopping, thawing};

fn run<'x>(eval: &Evaluator<'_, 'x, '_>) -> Result<&'x Run, Error> {
    Run::of(eval).map_err(|error| errors::flatten(&error))
}

/// The session that the native runs in.
pub fn session(eval: &Evaluator<'_, '_, '_>) -> Result<Rc<Session>, Error> {
    Session::of(eval).map_err(|error| errors::flatten(&error))
}

/// The surroundings of the file that is being evaluated, and their index in the session.
pub fn current_scope(eval: &Evaluator<'_, '_, '_>) -> Result<(usize, Rc<dyn Scope>), Error> {
    let session = session(eval)?;
    let found = run(eval)?.scope.get().and_then(|index| Some((index, session.scope(index)?)));
    found.ok_or_else(|| Error::message("this module cannot be loaded here"))
}

/// The index of the template that is being evaluated.
pub fn current_template(eval: &Evaluator<'_, '_, '_>) -> Result<Option<usize>, Error> {
    Ok(run(eval)?.template.get())
}

/// An index of the session as a value, for a native to be made with.
pub fn index<'v>(heap: Heap<'v>, index: usize) -> Value<'v> {
    heap.alloc(index as i32)
}

/// The [`index`] that a native was made with.
pub fn captured_index(captured: &Captured<'_>) -> Option<usize> {
    captured.first()?.unpack_i32().and_then(|index| usize::try_from(index).ok())
}

fn store<'v>(eval: &Evaluator<'v, '_, '_>) -> Result<&'v Store<'v>, Error> {
    Store::of(eval).ok_or_else(|| Error::message("expected a running template"))
}

/// A value as data; functions and objects in it become handles.
///
/// # Errors
/// The value has more nodes than the limit.
pub fn plain<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<PlainValue, Error> {
    values::to_argument(value, eval, &mut store(eval)?)
}

/// A handle of the value, which [`FunctionCaller::current`] takes.
pub fn handle<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<u64, Error> {
    Ok(store(eval)?.keep(value))
}

/// Calls a function of the program.
///
/// # Errors
/// Those of the function, without its frames.
pub fn call<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
) -> Result<Value<'v>, Error> {
    stopping::call_function(eval, function, positional, named).map_err(|error| frames::message(&error))
}

/// Calls a function of the program that may fail: the inner error.
///
/// # Errors
/// A limit has ended the run.
pub fn attempt<'v>(eval: &mut Evaluator<'v, '_, '_>, function: Value<'v>) -> Result<Result<Value<'v>, Error>, Error> {
    match stopping::call_function(eval, function, &[], &[]) {
        Ok(value) => Ok(Ok(value)),
        Err(error) if errors::is_limit(&error) => Err(frames::message(&error)),
        Err(error) => Ok(Err(frames::message(&error))),
    }
}

/// Runs what evaluates other files inside of the native's call.
pub fn nested<T>(
    eval: &mut Evaluator<'_, '_, '_>,
    evaluate: impl FnOnce(&mut dyn FunctionCaller) -> Result<T, Error>,
) -> Result<T, Error> {
    let session = session(eval)?;
    session.with_outer_calls(run(eval)?.calls(), || evaluate(&mut RunningCaller { eval }))
}

/// What calls functions of the program for code that knows no values.
pub fn function_caller<'c, 'v, 'x, 'e>(
    eval: &'c mut Evaluator<'v, 'x, 'e>,
) -> impl FunctionCaller + use<'c, 'v, 'x, 'e> {
    RunningCaller { eval }
}

/// A value that another file exports.
///
/// # Errors
/// It is nested too deeply.
pub fn import<'v>(value: &OwnedFrozenValue, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let value = eval.heap().access_owned_frozen_value(value);
    thawing::thawed(value, eval)
}

/// Accepts between `min` and `max` arguments, all of them positional.
pub fn check_count(call: &Call<'_>, min: usize, max: usize) -> Result<(), Error> {
    call.count(min, max).map_err(|error| errors::flatten(&error))
}

/// The positional argument at `index`, which is a string.
pub fn string_argument<'v>(call: &Call<'v>, index: usize) -> Result<&'v str, Error> {
    call.string(index).map_err(|error| errors::flatten(&error))
}
