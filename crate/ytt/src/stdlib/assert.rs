//! `@ytt:assert`: assertions, and the named rules of validations as objects with `check`.

use super::arguments;
use super::yaml;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::{Error, report};
use crate::natives::{
    self, Call, Captured, Evaluation, Heap, Lambda, Object, ObjectType, Value, object_of, unnamed_native,
};
use crate::starlark::PlainValue;
use crate::validations::misfit;
use crate::validations::rules::{ASSERTION, NamedRule, is_sequence, length_limit};

module! {
    "assert" "Assertions, and functions for rules.",
    "assert.equals" "(expected, actual)" "Fails unless both are equal as YAML." => Function(equals),
    "assert.fail" "(message)" "Ends the run with this message; in a rule, reports a violation." => Function(fail),
    "assert.try_to" "(function)"
        "Calls the function: (result, None), or (None, error) if it fails." => Function(try_to),
    "assert.min" "(limit)"
        "A rule: the value is at least this."
        => Function(|_, call, eval| rule(call, eval, |limit| Ok(NamedRule::Min(limit)))),
    "assert.min_len" "(limit)"
        "A rule: there are at least this many characters or items."
        => Function(|_, call, eval| rule(call, eval, |limit| Ok(NamedRule::MinLen(length(&limit)?)))),
    "assert.max" "(limit)"
        "A rule: the value is at most this."
        => Function(|_, call, eval| rule(call, eval, |limit| Ok(NamedRule::Max(limit)))),
    "assert.max_len" "(limit)"
        "A rule: there are at most this many characters or items."
        => Function(|_, call, eval| rule(call, eval, |limit| Ok(NamedRule::MaxLen(length(&limit)?)))),
    "assert.not_null" "()" "A rule: the value is not null." => Function(not_null),
    "assert.one_not_null" "(keys)" "A rule: exactly one of the keys has a value." => Function(one_not_null),
    "assert.one_of" "(allowed)" "A rule: the value is one of these." => Function(one_of),
}

/// The error of an assertion that does not hold.
fn failed(text: String) -> Error {
    Error::message(text).coded(Code::FailedAssertion)
}

/// The error of a rule that does not hold, or cannot be applied to the value.
fn unfulfilled(rule: &NamedRule, value: &PlainValue, text: String) -> Error {
    match misfit(rule, value, &text) {
        Some(cause) => Error::message(text).coded(Code::Operator).caused(cause),
        None => failed(text),
    }
}

fn wrong_count(call: &Call<'_>, want: &str) -> Error {
    arguments::wrong(format!("got {} arguments, want {want}", call.args().len()))
}

/// The Go type of a function.
fn go_function(value: Value<'_>) -> &'static str {
    if natives::type_name(value) == "function" { "*starlark.Function" } else { "*starlark.Builtin" }
}

/// `assert.equals(expected, actual)`, which compares both as YAML text.
fn equals<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [expected, actual] = call.args() else { return Err(wrong_count(call, "2")) };
    for side in [expected, actual] {
        if natives::is_callable(*side) {
            return Err(Error::message(format!(
                "expected argument not to be a function, but was {}",
                go_function(*side)
            )));
        }
    }
    let (wanted, found) = (yaml::encoded(*expected, eval)?, yaml::encoded(*actual, eval)?);
    if wanted == found {
        return Ok(Value::new_none());
    }
    Err(failed(format!(
        "Not equal:\n(expected type: {})\n{wanted}\n\n(was type: {})\n{found}",
        natives::type_name(*expected),
        natives::type_name(*actual),
    )))
}

fn fail<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [message] = call.args() else { return Err(wrong_count(call, "1")) };
    let text = arguments::string(*message)?;
    Err(failed(format!("fail: {text}")).caused(Cause::Failed { text: text.to_owned() }))
}

/// `assert.try_to(function)`: the result and None, or None and the text of the error.
fn try_to<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [function] = call.args() else { return Err(wrong_count(call, "1")) };
    if !natives::is_callable(*function) {
        return Err(Error::message(format!(
            "expected argument to be a function, but was {}",
            arguments::go_type(*function)
        )));
    }
    let result = eval.attempt(*function)?;
    let heap = eval.heap();
    Ok(match result {
        Ok(value) => natives::pair(heap, value, Value::new_none()),
        Err(error) => natives::pair(heap, Value::new_none(), heap.alloc(report::text(&error))),
    })
}

/// An assertion with a rule of one argument.
fn rule<'v>(
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
    make: impl FnOnce(PlainValue) -> Result<NamedRule, Error>,
) -> Result<Value<'v>, Error> {
    let [limit] = call.args() else { return Err(wrong_count(call, "1")) };
    let rule = make(eval.plain(*limit)?)?;
    Ok(assertion(eval.heap(), rule))
}

fn length(limit: &PlainValue) -> Result<PlainValue, Error> {
    length_limit(limit)
        .ok_or_else(|| Error::message(format!("expected value to be an number, but was {}", limit.type_name())))
}

/// `assert.not_null()`, or `assert.not_null(value)`, which checks the value at once.
fn not_null<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    match call.args() {
        [] => Ok(assertion(eval.heap(), NamedRule::NotNull)),
        [value] => {
            NamedRule::NotNull.check(&eval.plain(*value)?).map_err(failed)?;
            Ok(Value::new_bool(true))
        }
        _ => Err(wrong_count(call, "at most 1")),
    }
}

fn one_not_null<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let keys = match call.args() {
        [] => None,
        [keys] => match eval.plain(*keys)? {
            PlainValue::Bool(true) => None,
            PlainValue::Bool(false) => return Err(Error::message("one_not_null() cannot be False")),
            keys if is_sequence(&keys) => Some(keys),
            other => {
                return Err(Error::message(format!("expected a sequence of keys, but was a '{}'", other.type_name())));
            }
        },
        _ => return Err(wrong_count(call, "1")),
    };
    Ok(assertion(eval.heap(), NamedRule::OneNotNull(keys)))
}

/// `assert.one_of(values)` or `assert.one_of(value, …)`.
fn one_of<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let allowed = match call.args() {
        [] => return Err(wrong_count(call, "at least 1")),
        [allowed] => eval.plain(*allowed)?,
        several => {
            let values = several.iter().map(|value| eval.plain(*value)).collect::<Result<_, _>>()?;
            PlainValue::Tuple(values)
        }
    };
    if !is_sequence(&allowed) {
        return Err(Error::message(format!("expected a sequence, but was a '{}'", allowed.type_name())));
    }
    Ok(assertion(eval.heap(), NamedRule::OneOf(allowed)))
}

/// The object of an assertion; its `check(value)` fails or returns True.
impl Object for NamedRule {
    fn object_type(&self) -> &'static ObjectType {
        &ASSERTION
    }

    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if name != "check" {
            return None;
        }
        let own = assertion(heap, self.clone());
        Some(match self {
            // In ytt, the others are lambdas.
            NamedRule::OneNotNull(_) => unnamed_native(heap, "assert.one_not_null", check_keys, vec![own]),
            _ => {
                let (file, parameter) = source(self);
                natives::lambda(heap, Lambda { file, parameter, code: check }, own)
            }
        })
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["check"]
    }
}

fn assertion(heap: Heap<'_>, rule: NamedRule) -> Value<'_> {
    natives::object(heap, rule)
}

/// The file name that ytt gives the lambda of a rule, and the name of its parameter.
fn source(rule: &NamedRule) -> (&'static str, &'static str) {
    match rule {
        NamedRule::MinLen(_) => ("assert.min_len", "sequence"),
        NamedRule::MaxLen(_) => ("assert.max_len", "sequence"),
        NamedRule::Min(_) => ("assert.min", "val"),
        NamedRule::Max(_) => ("assert.max", "val"),
        NamedRule::NotNull => ("assert.not_null", "value"),
        NamedRule::OneNotNull(_) => ("assert.one_not_null", "value"),
        NamedRule::OneOf(_) => ("assert.one_of", "val"),
        // These are no functions of the module.
        NamedRule::Regexp { .. }
        | NamedRule::Format(_)
        | NamedRule::Unique
        | NamedRule::StartsWith(_)
        | NamedRule::EndsWith(_) => ("assert", "val"),
    }
}

fn rule_receiver(own: Value<'_>) -> Result<&NamedRule, Error> {
    object_of(own).ok_or_else(|| Error::message("expected an assertion"))
}

/// `check(value)` of most rules.
fn check<'v>(own: Value<'v>, value: Value<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let rule = rule_receiver(own)?;
    let plain = eval.plain(value)?;
    match (rule, &plain, natives::length(value)) {
        // Only the evaluator knows the length of such a value.
        (NamedRule::MinLen(_) | NamedRule::MaxLen(_), PlainValue::Object(_), Some(length)) => rule.check_count(length),
        (_, plain, _) => rule.check(plain),
    }
    .map_err(|text| unfulfilled(rule, &plain, text))?;
    Ok(Value::new_bool(true))
}

/// `check(value)` of `one_not_null`.
fn check_keys<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [value] = call.args() else {
        return Err(Error::message(format!("check: got {} arguments, want 1", call.args().len())));
    };
    let [own] = own else { return Err(Error::message("expected an assertion")) };
    let (rule, value) = (rule_receiver(*own)?, eval.plain(*value)?);
    rule.check(&value).map_err(|text| unfulfilled(rule, &value, text))?;
    Ok(Value::new_bool(true))
}
