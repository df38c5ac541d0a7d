//! `load(…)`: the dialect emits it as one call for the module and one for each name of it.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::SmallMap;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_complex_value;
use starlark::values::{Freeze, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, starlark_value};

use super::builtins::call::Call;
use super::builtins::native::Function;
use super::errors;
use super::session::Run;
use super::shared::Attempt;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::dialect::runtime;
use crate::spelling;

pub(super) fn register(builder: &mut GlobalsBuilder) {
    builder.set(runtime::LOAD, Function { name: runtime::LOAD, code: load, engine: None });
    builder.set(runtime::LOADED, Function { name: runtime::LOADED, code: loaded, engine: None });
}

/// The names of a loaded module, between the two calls.
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

fn load<'v>(call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    load_module(call.string(0)?, eval)
}

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
    if run.session.attempt == Attempt::Thorough {
        let session = run.session.clone();
        let mut exports = Vec::new();
        scope.load_shared(path, &mut |template, scope| {
            exports = session.load(eval, &template, scope)?;
            Ok(())
        })?;
        return Ok(exports.into_iter().collect());
    }
    let module = run.session.with_outer_calls(run.depth(eval), || scope.load(path))?;
    let heap = eval.heap();
    Ok(module.exports.iter().map(|(name, value)| (name.clone(), heap.access_owned_frozen_value(value))).collect())
}

fn loaded<'v>(call: &Call<'v>, _eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    loaded_name(call.value(0), call.string(1)?)
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
