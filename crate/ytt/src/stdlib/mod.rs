//! The modules of `@ytt:`, one file each, named after the module.
//!
//! Each file declares its module with `module!`: the members with their signatures, documentation and code. What editors show is a
//! table of its own ([`catalog`]), so that a render does not need it.

/// Declares the members of a module: `"name" "signature" "documentation" => code`.
macro_rules! module {
    ($module:literal $about:literal, $($name:literal $signature:literal $documentation:literal => $code:expr,)+) => {
        use super::Code::*;

        pub(super) const NATIVES: super::Natives = super::Natives { name: $module, members: &[$(($name, $code)),+] };

        pub(super) const MODULE: super::catalog::Module = super::catalog::Module {
            name: $module,
            documentation: $about,
            members: &[$(super::catalog::Member {
                full_name: $name,
                signature: $signature,
                documentation: $documentation,
                is_proposed: matches!($code, Proposed(_)),
            }),+],
        };
    };
}

mod arguments;
mod assert;
mod base64;
mod catalog;
mod data;
mod ip;
mod json;
mod library;
mod math;
mod md5;
mod module;
mod overlay;
mod regexp;
mod schema;
mod sha256;
mod spelling;
mod r#struct;
mod surroundings;
mod template;
mod toml;
mod url;
mod version;
mod yaml;

pub use catalog::{Member, Module, module_named, modules};
pub use surroundings::{Library, LibraryOptions, Surroundings};
pub use version::YTT_VERSION;

use std::rc::Rc;

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code;
use crate::diagnostics::remedy::Remedy;
use crate::extensions::Extensions;
use crate::natives::{self, Call, Evaluation, ModuleBuilder, Value};
use crate::overlay::matcher;
use crate::spelling::{nearest, only_nearest};
use crate::starlark::{DataFunction, Exports, Modules};

/// Lists the modules.
macro_rules! modules {
    ($($module:ident),+) => {
        const NATIVES: &[Natives] = &[$($module::NATIVES),+];
        static MODULES: &[catalog::Module] = &[$($module::MODULE),+];
    };
}

// The modules of the extension `schema-proposal` are last, also in completions.
modules!(
    assert, base64, data, ip, json, library, math, md5, module, overlay, regexp, sha256, r#struct, template, toml, url,
    version, yaml, schema, spelling
);

/// A module with the code of its members.
struct Natives {
    name: &'static str,
    members: &'static [(&'static str, Code)],
}

/// The code of a member.
enum Code {
    Function(natives::Code),
    /// A function that only the extension `schema-proposal` has.
    Proposed(natives::Code),
    /// Makes a value.
    Constant(for<'v> fn(&dyn Surroundings, &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error>),
}

/// The members of the module of a name; none if there is no such module.
fn members(name: &str, proposal: bool) -> impl Iterator<Item = &'static (&'static str, Code)> {
    let named = NATIVES.iter().filter(move |module| module.name == name);
    named.flat_map(|module| module.members).filter(move |(_, code)| proposal || !matches!(code, Code::Proposed(_)))
}

/// The name of a member without that of its module.
fn own_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Whether ytt has a module of this name, without `@ytt:`.
pub fn is_module(name: &str) -> bool {
    members(name, false).next().is_some()
}

/// The modules of `@ytt:`, for a session.
pub struct StandardModules;

impl Modules for StandardModules {
    fn path(&self, name: &str, extensions: Extensions) -> Option<String> {
        members(name, extensions.schema_proposal).next().map(|_| path(name))
    }

    fn call<'v>(
        &self,
        function: &dyn DataFunction,
        arguments: &[Value<'v>],
        eval: &mut dyn Evaluation<'v>,
    ) -> Result<Value<'v>, Error> {
        matcher::call(function, arguments, eval)
    }
}

const PREFIX: &str = "@ytt:";

/// The path from which a module is loaded.
pub fn path(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// `load(path, …)` in a file; none where the path is that of a file.
pub fn load<'v>(
    path: &str,
    file: Rc<dyn Surroundings>,
    eval: &mut dyn Evaluation<'v>,
) -> Option<Result<Exports<'v>, Error>> {
    let name = path.strip_prefix(PREFIX)?;
    // The only symbol of a module that can be loaded is the module itself.
    Some(module(name, file, eval).map(|module| vec![(name.to_owned(), module)]))
}

fn module<'v>(name: &str, file: Rc<dyn Surroundings>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let proposal = eval.extensions()?.schema_proposal;
    if members(name, proposal).next().is_none() {
        return Err(no_module(name, proposal));
    }
    let heap = eval.heap();
    let module = ModuleBuilder::new(heap, name);
    let mut module = match name {
        "data" => module.capturing(vec![natives::opaque(heap, file.clone())]).failing(code::Code::File),
        "library" => module.capturing(vec![natives::opaque(heap, file.clone())]).failing(code::Code::Library),
        "template" => module.capturing(template::template(eval)?),
        _ => module,
    };
    for (name, code) in members(name, proposal) {
        module = match code {
            Code::Function(code) | Code::Proposed(code) => module.function(name, *code),
            Code::Constant(make) => module.value(own_name(name), make(&*file, eval)?),
        };
    }
    Ok(module.build())
}

fn no_module(name: &str, proposal: bool) -> Error {
    let known = || NATIVES.iter().map(|module| module.name).filter(|name| members(name, proposal).next().is_some());
    let text =
        format!("builtin ytt library does not have module '{name}' (hint: is it available in newer version of ytt?)");
    let meant = only_nearest(name, known());
    let remedy = meant.map(|meant| Remedy::InString { from: path(name), to: path(meant) });
    let nearest = nearest(name, known()).map(str::to_owned);
    Error::message(text).caused(Cause::NoModule { name: name.to_owned(), nearest }).with_remedy(remedy)
}

/// Whether a function accepts the only argument of a call. Fails if a limit was reached.
fn accepts<'v>(function: natives::Code, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    arguments::only(call)?;
    match function(&[], call, eval) {
        Err(error) if error.is_limit() => Err(error),
        result => Ok(Value::new_bool(result.is_ok())),
    }
}

/// Bytes as lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
