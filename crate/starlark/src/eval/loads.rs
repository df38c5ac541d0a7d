//! `load(…)`: one instruction for the module, and one for each name of it.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::starlark_complex_value;
use starlark::values::{Freeze, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, starlark_value};

use super::errors;
use super::session::Run;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::spelling;

/// The names of a loaded module, between the instructions.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
struct LoadedGen<V> {
    path: String,
    names: SmallMap<String, V>,
}

starlark_complex_value!(Loaded);

impl<V> fmt::Display for LoadedGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("module")
    }
}

#[starlark_value(type = "loaded")]
impl<'v, V: starlark::values::ValueLike<'v>> StarlarkValue<'v> for LoadedGen<V> where Self: ProvidesStaticType<'v> {}

/// The module of a path, for [`loaded_name`].
pub(crate) fn load_module<'v>(path: &str, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let names = names(path, eval)
        .map_err(|error| errors::fail(error.coded(Code::Load).context(format!("cannot load {path}"))))?;
    Ok(eval.heap().alloc(Loaded { path: path.to_owned(), names }))
}

fn names<'v>(path: &str, eval: &mut Evaluator<'v, '_, '_>) -> Result<SmallMap<String, Value<'v>>, Error> {
    let run = Run::of(eval).map_err(|error| errors::flatten(&error))?;
    if let Some(name) = path.strip_prefix("@ytt:") {
        return Ok(run.session.modules.load(name, eval)?.into_iter().collect());
    }
    let scope = run.scope.get().and_then(|index| run.session.scope(index));
    let scope = scope.ok_or_else(|| Error::message("load is not possible here"))?;
    let session = run.session.clone();
    let mut exports = Vec::new();
    scope.load(path, &mut |template, number, scope| {
        exports = session.load(eval, template, number, scope)?;
        Ok(())
    })?;
    Ok(exports.into_iter().collect())
}

/// What a module has under a name.
pub(crate) fn loaded_name<'v>(module: Value<'v>, name: &str) -> starlark::Result<Value<'v>> {
    let Some(module) = Loaded::from_value(module) else {
        return Err(errors::message("expected a module"));
    };
    match module.names.get(name) {
        Some(value) => Ok(*value),
        None => {
            let mut names: Vec<&str> = module.names.keys().map(String::as_str).collect();
            names.sort_unstable();
            let meant = spelling::nearest(name, names);
            let hint = meant.map(|meant| format!(" (did you mean {meant}?)")).unwrap_or_default();
            let text = format!("load: name {name} not found in module {}{hint}", module.path);
            let cause = Cause::NoExport {
                name: name.to_owned(),
                module: module.path.clone(),
                nearest: meant.map(str::to_owned),
            };
            let remedy = meant.map(|to| Remedy::InString { from: name.to_owned(), to: to.to_owned() });
            Err(errors::fail(Error::message(text).coded(Code::Load).caused(cause).with_remedy(remedy)))
        }
    }
}
