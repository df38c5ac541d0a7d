//! `@ytt:module`: modules made by hand.

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::{Heap, Value};

use super::native::{Captured, ModuleBuilder, module as module_value};
use crate::diagnostics::Error;
use crate::eval::builtins::arguments::Call;
use crate::eval::errors;

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "module").function("module.make", make).build()
}

/// `module.make(name, member=…)`.
fn make<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let [_] = call.args() else {
        return Err(Error::message(format!("{}: got {} arguments, want 1", call.name, call.args().len())));
    };
    let name = call.string(0).map_err(|error| errors::flatten(&error))?;
    let members: SmallMap<String, Value<'v>> = call.kwargs().iter().map(|(k, v)| ((*k).to_owned(), *v)).collect();
    Ok(module_value(eval.heap(), name.to_owned(), members))
}
