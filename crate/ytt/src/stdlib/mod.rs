//! The modules of `@ytt:`, one file each, named after the module.
//!
//! A module has a function `module` that takes the heap, or the evaluator if the module depends on the file that loads
//! it. Every module is listed in [`MODULES`] and in `module`.

mod arguments;
mod assert;
mod base64;
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
mod template;
mod toml;
mod url;
mod version;
mod yaml;

pub use version::YTT_VERSION;

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::remedy::Remedy;
use crate::extensions::Extensions;
use crate::natives::{Evaluation, Value};
use crate::overlay::matcher;
use crate::spelling::{nearest, only_nearest};
use crate::starlark::{FunctionCaller, Matcher, Modules, Pair};

/// ytt's modules, in alphabetical order.
const MODULES: [&str; 18] = [
    "assert", "base64", "data", "ip", "json", "library", "math", "md5", "module", "overlay", "regexp", "sha256",
    "struct", "template", "toml", "url", "version", "yaml",
];

/// The modules of the extension `schema-proposal`.
const PROPOSED_MODULES: [&str; 2] = ["schema", "spelling"];

/// Whether ytt has a module of this name, without `@ytt:`.
pub fn is_module(name: &str) -> bool {
    MODULES.binary_search(&name).is_ok()
}

/// The modules of `@ytt:`, for a session.
pub struct StandardModules;

impl Modules for StandardModules {
    fn contain(&self, name: &str, extensions: Extensions) -> bool {
        MODULES.binary_search(&name).is_ok() || (extensions.schema_proposal && PROPOSED_MODULES.contains(&name))
    }

    fn matches(&self, matcher: &Matcher, pair: &Pair<'_>, calls: &mut dyn FunctionCaller) -> Result<bool, Error> {
        matcher::matches(matcher, pair, calls)
    }

    fn load<'v>(&self, name: &str, eval: &mut dyn Evaluation<'v>) -> Result<Vec<(String, Value<'v>)>, Error> {
        let proposal = eval.extensions()?.schema_proposal;
        // The only symbol of a module that can be loaded is the module itself.
        Ok(vec![(name.to_owned(), module(name, proposal, eval)?)])
    }
}

fn module<'v>(name: &str, proposal: bool, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let heap = eval.heap();
    Ok(match name {
        "assert" => assert::module(heap),
        "base64" => base64::module(heap, proposal),
        "data" => data::module(eval)?,
        "ip" => ip::module(heap),
        "json" => json::module(heap, proposal),
        "library" => library::module(eval)?,
        "math" => math::module(heap),
        "md5" => md5::module(heap),
        "module" => module::module(heap),
        "overlay" => overlay::module(heap),
        "regexp" => regexp::module(heap, proposal),
        "schema" if proposal => schema::module(heap),
        "sha256" => sha256::module(heap),
        "spelling" if proposal => spelling::module(heap),
        "struct" => r#struct::module(heap),
        "template" => template::module(eval)?,
        "toml" => toml::module(heap),
        "url" => url::module(heap),
        "version" => version::module(heap),
        "yaml" => yaml::module(heap, proposal),
        _ => {
            let proposed: &[&str] = if proposal { &PROPOSED_MODULES } else { &[] };
            let nearest = nearest(name, MODULES.iter().chain(proposed).copied()).map(str::to_owned);
            let text = format!(
                "builtin ytt library does not have module '{name}' (hint: is it available in newer version of ytt?)"
            );
            let meant = only_nearest(name, MODULES.iter().chain(proposed).copied());
            let string = |name: &str| format!("@ytt:{name}");
            let remedy = meant.map(|meant| Remedy::InString { from: string(name), to: string(meant) });
            return Err(Error::message(text)
                .caused(Cause::NoModule { name: name.to_owned(), nearest })
                .with_remedy(remedy));
        }
    })
}

/// True if a call succeeded, False if it failed. Fails if a limit was reached.
fn succeeds<'v>(result: Result<Value<'v>, Error>) -> Result<Value<'v>, Error> {
    match result {
        Err(error) if error.is_limit() => Err(error),
        result => Ok(Value::new_bool(result.is_ok())),
    }
}

/// Bytes as lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
