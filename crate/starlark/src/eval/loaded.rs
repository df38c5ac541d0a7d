//! The names of a module that is loaded: one instruction takes each of them.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::SmallMap;
use starlark::starlark_complex_value;
use starlark::values::{Freeze, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, starlark_value};

use super::errors;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::spelling;

/// The names of a loaded module, between the instructions.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(super) struct LoadedGen<V> {
    pub(super) path: String,
    pub(super) names: SmallMap<String, V>,
}

starlark_complex_value!(pub(super) Loaded);

impl<V> fmt::Display for LoadedGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("module")
    }
}

#[starlark_value(type = "loaded")]
impl<'v, V: starlark::values::ValueLike<'v>> StarlarkValue<'v> for LoadedGen<V> where Self: ProvidesStaticType<'v> {}

/// The value of a name in a module.
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
