//! `@ytt:math`: functions of floats, with the results of Go's package math.
//!
//! Errors name a function without its module, and `mod` as `round`, as in ytt.

use std::f64::consts::{E, PI};

use super::arguments;
use crate::diagnostics::Error;
use crate::go::math;
use crate::natives::{self, Call, Captured, Evaluation, Value, native, unnamed_native};

const WARNING: &str = "\nWarning: a function from the @ytt:math module is used in this invocation; \
                       this module does not guarantee bit-identical results across CPU architectures.";

/// A function of one float.
macro_rules! unary {
    ($function:expr) => {
        Function(|_, call, eval| apply(call, eval, |[x]| $function(x)))
    };
}

/// A function of two floats.
macro_rules! binary {
    ($function:expr) => {
        Function(|_, call, eval| apply(call, eval, |[x, y]| $function(x, y)))
    };
}

module! {
    "math" "Functions of floating-point numbers.",
    "acos" "(x)" "Arc cosine, in radians." => unary!(math::acos),
    "acosh" "(x)" "Inverse hyperbolic cosine." => unary!(math::acosh),
    "asin" "(x)" "Arc sine, in radians." => unary!(math::asin),
    "asinh" "(x)" "Inverse hyperbolic sine." => unary!(math::asinh),
    "atan" "(x)" "Arc tangent, in radians." => unary!(math::atan),
    "atan2" "(y, x)" "The angle of a point, in radians." => binary!(math::atan2),
    "atanh" "(x)" "Inverse hyperbolic tangent." => unary!(math::atanh),
    "ceil" "(x)" "The smallest integer that is not less." => Function(|_, call, eval| whole(call, eval, f64::ceil)),
    "copysign" "(x, y)" "The first with the sign of the second." => binary!(f64::copysign),
    "cos" "(x)" "Cosine of radians." => unary!(math::cos),
    "cosh" "(x)" "Hyperbolic cosine." => unary!(math::cosh),
    "degrees" "(x)" "Radians as degrees." => unary!(|x| 360.0 * x / (2.0 * PI)),
    "e" "" "Euler's number." => Constant(|_, eval| Ok(eval.heap().alloc(E))),
    "exp" "(x)" "e to this power." => unary!(math::exp),
    "fabs" "(x)" "The absolute value, a float." => unary!(f64::abs),
    "floor" "(x)" "The largest integer that is not greater." => Function(|_, call, eval| whole(call, eval, f64::floor)),
    "gamma" "(x)" "The gamma function." => unary!(math::gamma),
    "hypot" "(x, y)" "The length of a vector." => binary!(math::hypot),
    "log" "(x, base)"
        "The logarithm, to the base e by default."
        => Constant(|_, eval| Ok(unnamed_native(eval.heap(), "log", log, Vec::new()))),
    "mod" "(x, y)"
        "The remainder, with the sign of the first."
        => Constant(|_, eval| Ok(native(eval.heap(), "round", modulo, Vec::new()))),
    "pi" "" "The number π." => Constant(|_, eval| Ok(eval.heap().alloc(PI))),
    "pow" "(x, y)" "The first to the power of the second." => binary!(math::pow),
    "radians" "(x)" "Degrees as radians." => unary!(|x| 2.0 * PI * x / 360.0),
    "remainder" "(x, y)" "The IEEE 754 remainder." => binary!(math::remainder),
    "round" "(x)" "The nearest integer, halves away from zero." => unary!(math::round),
    "sin" "(x)" "Sine of radians." => unary!(math::sin),
    "sinh" "(x)" "Hyperbolic sine." => unary!(math::sinh),
    "sqrt" "(x)" "The square root." => unary!(math::sqrt),
    "tan" "(x)" "Tangent of radians." => unary!(math::tan),
    "tanh" "(x)" "Hyperbolic tangent." => unary!(math::tanh),
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

fn modulo<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    apply(call, eval, |[x, y]| math::fmod(x, y))
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
