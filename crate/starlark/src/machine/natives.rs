//! Calls of native functions: ours directly, those of the `starlark` crate through it.

use starlark::eval::Evaluator;
use starlark::values::{FrozenValue, Value, ValueLike};

use super::values::values;
use crate::eval::builtins::call::Call;
use crate::eval::builtins::kinds;
use crate::eval::builtins::native::{Function, Method, MethodCode};
use crate::eval::stopping::{check_memory, check_result};
use crate::natives::Native;

type Outcome<'v> = starlark::Result<Value<'v>>;

/// Calls a value that is not a function of a program, with positional arguments.
pub(super) fn call<'v>(
    callee: Value<'v>,
    positional: &[Option<Value<'v>>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let fill = |call: &mut Call<'v>| values(positional).for_each(|value| call.push(value));
    match filled(callee, fill, eval) {
        Some(result) => result,
        None => other(callee, &values(positional).collect::<Vec<_>>(), &[], eval),
    }
}

/// Calls a value that is not a function of a program, with any arguments.
pub(super) fn call_with<'v>(
    callee: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let fill = |call: &mut Call<'v>| {
        positional.iter().for_each(|value| call.push(*value));
        call.push_named(named);
    };
    filled(callee, fill, eval).unwrap_or_else(|| other(callee, positional, named, eval))
}

/// Calls any other value through the `starlark` crate.
fn other<'v>(
    callee: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let result = eval.eval_function(callee, positional, named);
    result.map_err(|error| if kinds::is_callable(callee) { error } else { kinds::named(error, &[callee]) })
}

/// Calls a native of ours with the arguments that `fill` adds; `None` for other values.
#[inline]
fn filled<'v>(
    callee: Value<'v>,
    fill: impl FnOnce(&mut Call<'v>),
    eval: &mut Evaluator<'v, '_, '_>,
) -> Option<Outcome<'v>> {
    let begin = |name| {
        let mut call = Call::new(name);
        fill(&mut call);
        call
    };
    if let Some(function) = callee.downcast_ref::<Function>() {
        if let Err(error) = check_memory(eval) {
            return Some(Err(error));
        }
        let mut call = begin(function.name);
        call.engine = function.engine.map(FrozenValue::to_value);
        return Some((function.code)(&call, eval));
    }
    if let Some(method) = callee.downcast_ref::<Method<'v>>() {
        return Some(run_method(method.receiver, (method.name, method.code), &begin(method.name), eval));
    }
    Native::from_value(callee).map(|native| native.run(&begin(native.name()), eval))
}

/// Calls a method of a built-in type with positional arguments.
pub(super) fn call_method<'v>(
    receiver: Value<'v>,
    method: (&'static str, MethodCode),
    positional: &[Option<Value<'v>>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let mut call = Call::new(method.0);
    values(positional).for_each(|value| call.push(value));
    run_method(receiver, method, &call, eval)
}

#[inline]
fn run_method<'v>(
    receiver: Value<'v>,
    (name, code): (&'static str, MethodCode),
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    check_memory(eval)?;
    let value = code(receiver, call, eval)?;
    check_result(eval, name, value)
}
