//! `@ytt:math`: functions of floats, with the results of Go's package math.
//!
//! Errors name a function without its module, and `mod` as `round`, as in ytt.

use std::f64::consts::{E, PI};

use super::arguments;
use crate::diagnostics::Error;
use crate::go::math;
use crate::natives::{self, Call, Captured, Code, Evaluation, Heap, ModuleBuilder, Value, native, unnamed_native};

const WARNING: &str = "\nWarning: a function from the @ytt:math module is used in this invocation; \
                       this module does not guarantee bit-identical results across CPU architectures.";

/// Declares a native for each function of one float.
macro_rules! unary {
    ($($name:ident => $function:expr),+ $(,)?) => {
        [$((stringify!($name), |_, call, eval| apply(call, eval, |[x]| $function(x)))),+]
    };
}

macro_rules! binary {
    ($($member:ident, $name:ident => $function:expr),+ $(,)?) => {
        [$((stringify!($member), stringify!($name), |_, call, eval| apply(call, eval, |[x, y]| $function(x, y)))),+]
    };
}

const UNARY: [(&str, Code); 19] = unary! {
    fabs => f64::abs,
    round => math::round,
    exp => math::exp,
    sqrt => math::sqrt,
    acos => math::acos,
    asin => math::asin,
    atan => math::atan,
    cos => math::cos,
    sin => math::sin,
    tan => math::tan,
    degrees => |x| 360.0 * x / (2.0 * PI),
    radians => |x| 2.0 * PI * x / 360.0,
    acosh => math::acosh,
    asinh => math::asinh,
    atanh => math::atanh,
    cosh => math::cosh,
    sinh => math::sinh,
    tanh => math::tanh,
    gamma => math::gamma,
};

const BINARY: [(&str, &str, Code); 6] = binary! {
    copysign, copysign => f64::copysign,
    r#mod, round => math::fmod,
    pow, pow => math::pow,
    remainder, remainder => math::remainder,
    atan2, atan2 => math::atan2,
    hypot, hypot => math::hypot,
};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    let mut module = ModuleBuilder::new(heap, "math");
    for (name, code) in UNARY {
        module = module.function(name, code);
    }
    for (member, name, code) in BINARY {
        let member = member.trim_start_matches("r#");
        module = module.value(member, native(heap, name, code, Vec::new()));
    }
    module
        .function("ceil", ceil)
        .function("floor", floor)
        .value("log", unnamed_native(heap, "log", log, Vec::new()))
        .value("e", heap.alloc(E))
        .value("pi", heap.alloc(PI))
        .build()
}

/// Calls a function of N floats. As in ytt, a run warns once that results may differ between architectures.
fn apply<'v, const N: usize>(
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
    function: impl Fn([f64; N]) -> f64,
) -> Result<Value<'v>, Error> {
    warn(eval);
    if call.args().len() != N {
        let wanted = if N == 1 { "one argument" } else { "two arguments" };
        return Err(arguments::wrong(format!("expected exactly {wanted}")));
    }
    let mut numbers = [0.0; N];
    for (number, argument) in numbers.iter_mut().zip(call.args()) {
        *number = arguments::float(*argument)?;
    }
    Ok(eval.heap().alloc(function(numbers)))
}

fn warn(eval: &dyn Evaluation<'_>) {
    if let Ok(host) = eval.host() {
        host.warn_once(WARNING);
    }
}

fn ceil<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    whole(call, eval, f64::ceil)
}

fn floor<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    whole(call, eval, f64::floor)
}

/// Rounds a float to an int; ints are returned as they are.
fn whole<'v>(call: &Call<'v>, eval: &mut dyn Evaluation<'v>, function: fn(f64) -> f64) -> Result<Value<'v>, Error> {
    warn(eval);
    natives::check_count(call, 1, 1)?;
    let value = call.value(0);
    if natives::is_int(value) {
        return Ok(value);
    }
    let Some(float) = natives::float(value) else {
        let kind = arguments::go_type(value);
        return Err(arguments::wrong(format!("expected float value, but was {kind}")));
    };
    let rounded = eval.heap().alloc(function(float));
    Ok(eval.heap().alloc(natives::to_int(rounded).map_err(Error::message)?))
}

/// `math.log(x, base=e)`. As in ytt, its errors do not name it.
fn log<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    warn(eval);
    natives::check_count(call, 1, 2)?;
    let number = arguments::float(call.value(0))?;
    let base = call.get(1).map_or(Ok(E), arguments::float)?;
    Ok(eval.heap().alloc(math::log(number) / math::log(base)))
}
