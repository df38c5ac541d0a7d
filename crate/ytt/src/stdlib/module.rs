//! `@ytt:module`: `make`.

use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Value};

module! {
    "module" "Modules created by code.",
    "module.make" "(name, member=…)" "A module with these members." => Function(make),
}

/// `module.make(name, member=…)`.
fn make<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [_] = call.args() else {
        return Err(Error::message(format!("{}: got {} arguments, want 1", call.name, call.args().len())));
    };
    let name = natives::string_argument(call, 0)?;
    let members = call.kwargs().iter().map(|(name, value)| ((*name).to_owned(), *value));
    Ok(natives::module(eval.heap(), name.to_owned(), members))
}
