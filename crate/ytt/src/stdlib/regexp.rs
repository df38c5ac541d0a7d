//! `@ytt:regexp`: `match` and `replace`.

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Value};
use crate::regexp::{Regexp, is_pattern};

module! {
    "regexp" "Regular expressions in Go's syntax.",
    "regexp.match" "(pattern, text)" "Whether the string contains a match of the pattern." => Function(is_match),
    "regexp.replace" "(pattern, text, replacement)"
        "The string with each match replaced, by a string (with $1 for a group) or by the result of a function."
        => Function(replace),
    "regexp.is_valid" "(value)" "Whether it is a valid pattern; also a rule of schema/validate." => Proposed(is_valid),
}

/// `regexp.is_valid(value)`: whether it is a string that is a valid pattern.
fn is_valid<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = arguments::only(call)?.unpack_str();
    Ok(Value::new_bool(text.is_some_and(is_pattern)))
}

fn is_match<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [pattern, text] = call.args() else {
        return Err(arguments::wrong("expected exactly two arguments"));
    };
    let (pattern, text) = (arguments::string(*pattern)?, arguments::string(*text)?);
    let regexp = Regexp::new(pattern).map_err(Error::message)?;
    regexp.check_effort(text)?;
    Ok(Value::new_bool(regexp.is_match(&byte_text::lossy(text))))
}

fn replace<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [pattern, text, replacement] = call.args() else {
        return Err(arguments::wrong("expected exactly 3 arguments"));
    };
    let regexp = Regexp::new(arguments::string(*pattern)?).map_err(Error::message)?;
    let text = arguments::string(*text)?;
    regexp.check_effort(text)?;
    let budget = &*eval.budget()?;
    let replaced = if natives::is_callable(*replacement) {
        regexp.replace_with(text, budget, |found| {
            let found = eval.heap().alloc(found);
            let result = eval.call(*replacement, &[found], &[])?;
            arguments::string(result).map(str::to_owned)
        })?
    } else {
        regexp.replace(text, arguments::string(*replacement)?, budget)?
    };
    Ok(eval.heap().alloc(byte_text::joined(replaced)))
}
