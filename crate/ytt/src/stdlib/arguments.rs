//! Reads the arguments of functions in `@ytt:` modules, with ytt's error messages.

use crate::diagnostics::Error;
use crate::diagnostics::cause::{ArgumentMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::natives::{self, Call, Value};

/// The error of a call with wrong arguments.
pub(super) fn wrong(text: impl Into<String>) -> Error {
    Error::message(text).coded(Code::Arguments)
}

/// The only positional argument.
pub(super) fn only<'v>(call: &Call<'v>) -> Result<Value<'v>, Error> {
    match call.args() {
        [value] => Ok(*value),
        several => Err(wrong("expected exactly one argument").caused(count(call, 1, several.len()))),
    }
}

/// Fails if there are positional arguments.
pub(super) fn none(call: &Call<'_>) -> Result<(), Error> {
    match call.args() {
        [] => Ok(()),
        several => Err(wrong("expected no argument").caused(count(call, 0, several.len()))),
    }
}

fn count(call: &Call<'_>, wanted: usize, given: usize) -> Cause {
    let mistake = ArgumentMistake::Count { least: wanted, most: Some(wanted), given, by_position: false };
    Cause::Arguments { function: call.name.to_owned(), mistake }
}

pub(super) fn string(value: Value<'_>) -> Result<&str, Error> {
    let text = value.unpack_str();
    text.ok_or_else(|| {
        let (argument, found) = (String::new(), natives::type_name(value).to_owned());
        let text = format!("expected a string, but was {found}");
        let mistake = ArgumentMistake::Type { argument, found, wanted: "string".to_owned() };
        wrong(text).caused(Cause::Arguments { function: String::new(), mistake })
    })
}

/// The only positional argument, a string.
pub(super) fn only_string<'v>(call: &Call<'v>) -> Result<&'v str, Error> {
    string(only(call)?)
}

pub(super) fn int(value: Value<'_>) -> Result<i64, Error> {
    match natives::int64(value) {
        Some(int) => Ok(int),
        None if natives::is_int(value) => Err(wrong("expected int64 value")),
        None => Err(wrong("expected starlark.Int")),
    }
}

pub(super) fn boolean(value: Value<'_>) -> Result<bool, Error> {
    value.unpack_bool().ok_or_else(|| wrong(format!("expected starlark.Bool, but was {}", go_type(value))))
}

/// A number as a float.
pub(super) fn float(value: Value<'_>) -> Result<f64, Error> {
    natives::number(value).ok_or_else(|| wrong(format!("expected float value, but was {}", go_type(value))))
}

/// The keyword argument of a name.
pub(super) fn keyword<'v>(call: &Call<'v>, name: &str) -> Option<Value<'v>> {
    call.kwargs().iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
}

/// The bool of a keyword argument.
pub(super) fn flag(call: &Call<'_>, name: &str, default: bool) -> Result<bool, Error> {
    keyword(call, name).map_or(Ok(default), boolean)
}

/// `indent=` of encoders, from 0 to 8; 0 by default.
pub(super) fn indent(call: &Call<'_>) -> Result<usize, Error> {
    let indent = keyword(call, "indent").map_or(Ok(0), int)?;
    match usize::try_from(indent) {
        Ok(indent) if indent <= 8 => Ok(indent),
        _ => Err(wrong("indent value must be between 0 and 8")),
    }
}

/// Fails if there are other keyword arguments than these.
pub(super) fn keywords(call: &Call<'_>, known: &[&str]) -> Result<(), Error> {
    match call.kwargs().iter().find(|(key, _)| !known.contains(key)) {
        Some((key, _)) => {
            let mistake = ArgumentMistake::unknown(key, known);
            let cause = Cause::Arguments { function: call.name.to_owned(), mistake };
            let error = wrong(format!("invalid argument name: {key}")).caused(cause);
            Err(error.with_remedy(Remedy::rename_keyword(key, known)))
        }
        None => Ok(()),
    }
}

/// The Go type of a value in ytt, which some of its messages name.
pub(super) fn go_type(value: Value<'_>) -> &str {
    natives::go_type_name(value)
}
