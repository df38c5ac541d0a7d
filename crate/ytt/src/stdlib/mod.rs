//! The modules of `@ytt:`, one file each, named after the module.
//!
//! To add one: write its file with a `pub(super) fn module(heap) -> Value` (or with the evaluator, when it
//! depends on the file that loads it), and name it in [`module`].

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
mod toml_faults;
mod url;
mod version;
mod yaml;

use crate::diagnostics::Error;
use crate::extensions::Extensions;
use crate::natives::{self, Evaluator, Value};
use crate::overlay::matcher;
use crate::starlark::{Calls, Matcher, Modules, Pair};

/// The modules that there are, in alphabetical order.
const MODULES: [&str; 18] = [
    "assert", "base64", "data", "ip", "json", "library", "math", "md5", "module", "overlay", "regexp", "sha256",
    "struct", "template", "toml", "url", "version", "yaml",
];

/// Those that there are besides with the extension `schema-proposal`.
const PROPOSED_MODULES: [&str; 2] = ["schema", "spelling"];

/// All modules of ytt.
pub struct StandardModules;

impl Modules for StandardModules {
    fn contain(&self, name: &str, extensions: Extensions) -> bool {
        MODULES.binary_search(&name).is_ok() || (extensions.schema_proposal && PROPOSED_MODULES.contains(&name))
    }

    fn matches(&self, matcher: &Matcher, pair: &mut Pair<'_>, calls: &mut dyn Calls) -> Result<bool, Error> {
        matcher::matches(matcher, pair, calls)
    }

    fn load<'v>(&self, name: &str, eval: &mut Evaluator<'v, '_, '_>) -> Result<Vec<(String, Value<'v>)>, Error> {
        let proposal = natives::session(eval)?.extensions.get().schema_proposal;
        // A load can take the module itself only.
        Ok(vec![(name.to_owned(), module(name, proposal, eval)?)])
    }
}

fn module<'v>(name: &str, proposal: bool, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
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
            return Err(Error::message(format!(
                "builtin ytt library does not have module '{name}' (hint: is it available in newer version of ytt?)"
            )));
        }
    })
}

/// Whether a function took what it was called with. A limit that it came to says nothing of that.
fn is_taken<'v>(result: Result<Value<'v>, Error>) -> Result<Value<'v>, Error> {
    match result {
        Err(error) if error.is_limit() => Err(error),
        result => Ok(Value::new_bool(result.is_ok())),
    }
}

/// Bytes in lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
