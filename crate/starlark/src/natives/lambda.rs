//! Native functions that are lambdas of a built-in file in ytt, and look like them in messages.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_complex_value;
use starlark::values::{
    Freeze, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, ValueLike, starlark_value,
};

use super::Call;
use super::evaluation::Evaluation;
use crate::diagnostics::code::Code;
use crate::diagnostics::{Error, Frame, FrameLines};
use crate::eval::builtins::kinds::LAMBDA_TYPE;
use crate::eval::errors;
use crate::positions::{Position, Source};

/// A lambda with one parameter.
#[derive(Clone, Copy)]
pub struct Lambda {
    /// The file that ytt's messages name.
    pub file: &'static str,
    /// The name of its only parameter.
    pub parameter: &'static str,
    /// Takes the value that the lambda was made with, and the argument.
    pub code: for<'v> fn(Value<'v>, Value<'v>, &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error>,
}

/// Makes a lambda, with the value that its code receives first.
pub fn lambda<'v>(heap: Heap<'v>, lambda: Lambda, captured: Value<'v>) -> Value<'v> {
    heap.alloc(LambdaValue { lambda, captured })
}

#[derive(Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
struct LambdaValueGen<V> {
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    lambda: Lambda,
    captured: V,
}

starlark_complex_value!(LambdaValue);

impl<V> fmt::Debug for LambdaValueGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lambda({})", self.lambda.file)
    }
}

impl<V> fmt::Display for LambdaValueGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<function lambda>")
    }
}

/// The only argument, by position or by name.
fn argument<'v>(parameter: &str, call: &Call<'v>) -> Result<Value<'v>, Error> {
    let problem = |text: String| Err(Error::message(format!("function lambda {text}")).coded(Code::Arguments));
    let mut value = match call.args() {
        [] => None,
        [value] => Some(*value),
        several => return problem(format!("accepts 1 positional argument ({} given)", several.len())),
    };
    for (name, named) in call.kwargs() {
        if *name != parameter {
            return problem(format!("got an unexpected keyword argument \"{name}\""));
        }
        if value.replace(*named).is_some() {
            return problem(format!("got multiple values for parameter \"{name}\""));
        }
    }
    value.map_or_else(|| problem(format!("missing 1 argument ({parameter})")), Ok)
}

#[starlark_value(type = LAMBDA_TYPE)]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for LambdaValueGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn name_for_call_stack(&self, _me: Value<'v>) -> String {
        "<built-in lambda>".to_owned()
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let Lambda { file, parameter, code } = self.lambda;
        let mut call = Call::new("lambda");
        call.fill(args, eval.heap())?;
        let result = argument(parameter, &call).and_then(|value| code(self.captured.to_value(), value, eval));
        result.map_err(|error| {
            let lines = FrameLines::Source(Position::new(Source::built_in(file), 1), String::new());
            let unavailable = Some(format!("{file}:1"));
            errors::fail_within(error, vec![Frame { name: "lambda".to_owned(), lines, unavailable }])
        })
    }
}
