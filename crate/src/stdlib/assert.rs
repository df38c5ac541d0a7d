//! `@ytt:assert`: failing on purpose, and the named rules of validations as objects with `check`.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};

use super::arguments;
use super::data::text;
use super::native::{Captured, ModuleBuilder};
use super::yaml;
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::{Position, Source};
use crate::diagnostics::{Error, Frame, FrameLines};
use crate::eval::argument::Argument;
use crate::eval::builtins::arguments::Call;
use crate::eval::builtins::attributes;
use crate::eval::builtins::kinds::{self, LAMBDA_TYPE};
use crate::eval::builtins::native::BUILTIN_TYPE;
use crate::eval::errors;
use crate::eval::frames;
use crate::eval::stopping::call_function;
use crate::eval::store::Store;
use crate::eval::values::{self, ASSERTION_TYPE};
use crate::validations::rules::{NamedRule, is_sequence, length_limit};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "assert")
        .function("assert.equals", equals)
        .function("assert.fail", fail)
        .function("assert.try_to", try_to)
        .function("assert.min", |_, call, eval| rule(call, eval, |limit| Ok(NamedRule::Min(limit))))
        .function("assert.min_len", |_, call, eval| rule(call, eval, |limit| Ok(NamedRule::MinLen(length(&limit)?))))
        .function("assert.max", |_, call, eval| rule(call, eval, |limit| Ok(NamedRule::Max(limit))))
        .function("assert.max_len", |_, call, eval| rule(call, eval, |limit| Ok(NamedRule::MaxLen(length(&limit)?))))
        .function("assert.not_null", not_null)
        .function("assert.one_not_null", one_not_null)
        .function("assert.one_of", one_of)
        .build()
}

/// An assertion that does not hold.
fn failed(text: String) -> Error {
    Error::message(text).coded(Code::FailedAssertion)
}

fn wrong_count(call: &Call<'_>, want: &str) -> Error {
    arguments::wrong(format!("got {} arguments, want {want}", call.args().len()))
}

/// The kinds of functions as Go names them.
fn go_function(value: Value<'_>) -> &'static str {
    if values::type_name(value) == "function" { "*starlark.Function" } else { "*starlark.Builtin" }
}

/// `assert.equals(expected, actual)`: both are compared as YAML.
fn equals<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let [expected, actual] = call.args() else { return Err(wrong_count(call, "2")) };
    for side in [expected, actual] {
        if kinds::is_callable(*side) {
            return Err(Error::message(format!(
                "expected argument not to be a function, but was {}",
                go_function(*side)
            )));
        }
    }
    let (wanted, found) = (yaml::encoded(*expected, eval.heap())?, yaml::encoded(*actual, eval.heap())?);
    if wanted == found {
        return Ok(Value::new_none());
    }
    Err(failed(format!(
        "Not equal:\n(expected type: {})\n{wanted}\n\n(was type: {})\n{found}",
        values::type_name(*expected),
        values::type_name(*actual),
    )))
}

fn fail<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let [message] = call.args() else { return Err(wrong_count(call, "1")) };
    Err(failed(format!("fail: {}", text(*message)?)))
}

/// `assert.try_to(function)`: the result and no error, or no result and the error's text.
fn try_to<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let [function] = call.args() else { return Err(wrong_count(call, "1")) };
    if !kinds::is_callable(*function) {
        return Err(Error::message(format!(
            "expected argument to be a function, but was {}",
            arguments::go_type(*function)
        )));
    }
    let result = call_function(eval, *function, &[], &[]);
    let heap = eval.heap();
    match result {
        Ok(value) => Ok(heap.alloc(AllocTuple([value, Value::new_none()]))),
        // The limits end the run whatever the template tries.
        Err(error) if errors::is_limit(&error) => Err(frames::message(eval, &error)),
        Err(error) => Ok(heap.alloc(AllocTuple([
            Value::new_none(),
            heap.alloc(crate::diagnostics::report::text(&frames::message(eval, &error))),
        ]))),
    }
}

fn argument<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Argument, Error> {
    let mut store = Store::of(eval).ok_or_else(|| Error::message("expected a store"))?;
    values::to_argument(value, eval.heap(), &mut store)
}

/// An assertion with one argument.
fn rule<'v>(
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
    make: impl FnOnce(Argument) -> Result<NamedRule, Error>,
) -> Result<Value<'v>, Error> {
    let [limit] = call.args() else { return Err(wrong_count(call, "1")) };
    let rule = make(argument(*limit, eval)?)?;
    Ok(eval.heap().alloc(Assertion { rule }))
}

fn length(limit: &Argument) -> Result<Argument, Error> {
    length_limit(limit)
        .ok_or_else(|| Error::message(format!("expected value to be an number, but was {}", limit.type_name())))
}

/// `assert.not_null()`, or at once `assert.not_null(value)`.
fn not_null<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    match call.args() {
        [] => Ok(eval.heap().alloc(Assertion { rule: NamedRule::NotNull })),
        [value] => {
            NamedRule::NotNull.check(&argument(*value, eval)?).map_err(failed)?;
            Ok(Value::new_bool(true))
        }
        _ => Err(wrong_count(call, "at most 1")),
    }
}

fn one_not_null<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let keys = match call.args() {
        [] => None,
        [keys] => match argument(*keys, eval)? {
            Argument::Bool(true) => None,
            Argument::Bool(false) => return Err(Error::message("one_not_null() cannot be False")),
            keys if is_sequence(&keys) => Some(keys),
            other => {
                return Err(Error::message(format!("expected a sequence of keys, but was a '{}'", other.type_name())));
            }
        },
        _ => return Err(wrong_count(call, "1")),
    };
    Ok(eval.heap().alloc(Assertion { rule: NamedRule::OneNotNull(keys) }))
}

/// `assert.one_of(values)`, or the values one by one.
fn one_of<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let allowed = match call.args() {
        [] => return Err(wrong_count(call, "at least 1")),
        [allowed] => argument(*allowed, eval)?,
        several => {
            let values = several.iter().map(|value| argument(*value, eval)).collect::<Result<_, _>>()?;
            Argument::Tuple(values)
        }
    };
    if !is_sequence(&allowed) {
        return Err(Error::message(format!("expected a sequence, but was a '{}'", allowed.type_name())));
    }
    Ok(eval.heap().alloc(Assertion { rule: NamedRule::OneOf(allowed) }))
}

/// `assert.min(1)`: an object whose `check(value)` fails or gives True.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Assertion {
    #[allocative(skip)]
    rule: NamedRule,
}

starlark_simple_value!(Assertion);

impl fmt::Display for Assertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct(...)")
    }
}

#[starlark_value(type = ASSERTION_TYPE)]
impl<'v> StarlarkValue<'v> for Assertion {
    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if attribute != "check" {
            return None;
        }
        let rule = self.rule.clone();
        Some(match rule {
            NamedRule::OneNotNull(_) => heap.alloc(NativeCheck(rule)),
            _ => heap.alloc(Check(rule)),
        })
    }

    fn dir_attr(&self) -> Vec<String> {
        attributes::asked(vec!["check".to_owned()])
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(1)
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(vec![heap.alloc("check")])
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let found = index.unpack_str().and_then(|name| self.get_attr(name, heap));
        found.ok_or_else(|| errors::message(format!("key {} not in {ASSERTION_TYPE}", values::repr(index, heap))))
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other.unpack_str() == Some("check"))
    }
}

/// The check of most rules: in ytt a lambda, and it shows as one.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Check(#[allocative(skip)] NamedRule);

starlark_simple_value!(Check);

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<function lambda>")
    }
}

impl Check {
    /// The file that ytt says the lambda is in, and the name of its parameter.
    fn source(&self) -> (&'static str, &'static str) {
        match self.0 {
            NamedRule::MinLen(_) => ("assert.min_len", "sequence"),
            NamedRule::MaxLen(_) => ("assert.max_len", "sequence"),
            NamedRule::Min(_) => ("assert.min", "val"),
            NamedRule::Max(_) => ("assert.max", "val"),
            NamedRule::NotNull => ("assert.not_null", "value"),
            NamedRule::OneNotNull(_) => ("assert.one_not_null", "value"),
            NamedRule::OneOf(_) => ("assert.one_of", "val"),
            // The module has no more.
            NamedRule::Regexp { .. }
            | NamedRule::Format(_)
            | NamedRule::Unique
            | NamedRule::StartsWith(_)
            | NamedRule::EndsWith(_) => ("assert", "val"),
        }
    }
}

impl Check {
    /// The only argument, by position or by name.
    fn argument<'v>(&self, call: &Call<'v>) -> Result<Value<'v>, Error> {
        let parameter = self.source().1;
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

    fn checked<'v>(&self, call: &Call<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<(), Error> {
        let value = self.argument(call)?;
        let value = match (&self.0, argument(value, eval)?, kinds::length(value)) {
            // What stays in the evaluator has its length there.
            (NamedRule::MinLen(_) | NamedRule::MaxLen(_), Argument::Object(_), Some(length)) => {
                return self.0.check_count(length).map_err(failed);
            }
            (_, value, _) => value,
        };
        self.0.check(&value).map_err(failed)
    }
}

#[starlark_value(type = LAMBDA_TYPE)]
impl<'v> StarlarkValue<'v> for Check {
    fn name_for_call_stack(&self, _me: Value<'v>) -> String {
        "<built-in lambda>".to_owned()
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut call = Call::new("lambda");
        call.fill(args, eval.heap())?;
        match self.checked(&call, eval) {
            Ok(()) => Ok(Value::new_bool(true)),
            Err(error) => {
                let at = Position::new(Source::built_in(self.source().0), 1);
                let lines = FrameLines::Source(at, "(unavailable)".to_owned());
                Err(errors::fail_within(error, vec![Frame { name: "lambda".to_owned(), lines }]))
            }
        }
    }
}

/// The check of `one_not_null`, which is native in ytt too.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct NativeCheck(#[allocative(skip)] NamedRule);

starlark_simple_value!(NativeCheck);

impl fmt::Display for NativeCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<built-in function assert.one_not_null>")
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v> StarlarkValue<'v> for NativeCheck {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut call = Call::new("assert.one_not_null");
        call.fill(args, eval.heap())?;
        let [value] = call.args() else {
            return Err(errors::message(format!("check: got {} arguments, want 1", call.args().len())));
        };
        let value = argument(*value, eval).map_err(errors::fail)?;
        self.0.check(&value).map_err(|text| errors::fail(failed(text)))?;
        Ok(Value::new_bool(true))
    }
}
