//! Calls of natives: directly where they are ours, through the `starlark` crate else.

use starlark::eval::Evaluator;
use starlark::values::{FrozenValue, Value, ValueLike};

use crate::eval::builtins::call::Call;
use crate::eval::builtins::native::{Function, Method, MethodCode};
use crate::eval::stopping::{check_memory, check_result};
use crate::natives::Native;

type Outcome<'v> = starlark::Result<Value<'v>>;

/// Calls what is no function of a program.
pub(super) fn call<'v>(
    callee: Value<'v>,
    positional: impl ExactSizeIterator<Item = Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    if let Some(function) = callee.downcast_ref::<Function>() {
        check_memory(eval)?;
        let mut call = Call::new(function.name);
        positional.for_each(|value| call.push(value));
        call.engine = function.engine.map(FrozenValue::to_value);
        return (function.code)(&call, eval);
    }
    if let Some(native) = Native::from_value(callee) {
        let mut call = Call::new(native.name());
        positional.for_each(|value| call.push(value));
        return native.run(&call, eval);
    }
    let positional: Vec<_> = positional.collect();
    call_with(callee, &positional, &[], eval)
}

/// Calls what is no function of a program with any arguments.
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
    if let Some(function) = callee.downcast_ref::<Function>() {
        check_memory(eval)?;
        let mut call = Call::new(function.name);
        fill(&mut call);
        call.engine = function.engine.map(FrozenValue::to_value);
        return (function.code)(&call, eval);
    }
    if let Some(method) = callee.downcast_ref::<Method<'v>>() {
        let mut call = Call::new(method.name);
        fill(&mut call);
        return call_method(method.receiver, (method.name, method.code), &call, eval);
    }
    if let Some(native) = Native::from_value(callee) {
        let mut call = Call::new(native.name());
        fill(&mut call);
        return native.run(&call, eval);
    }
    eval.eval_function(callee, positional, named)
}

/// Calls a method of a built-in type.
#[inline]
pub(super) fn call_method<'v>(
    receiver: Value<'v>,
    (name, code): (&'static str, MethodCode),
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    check_memory(eval)?;
    let value = code(receiver, call, eval)?;
    check_result(eval, name, value)
}
