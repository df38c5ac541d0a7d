//! The modules of `@ytt:`, one file each, named after the module.
//!
//! To add one: write its file with a `pub(super) fn module(heap) -> Value` (or with the evaluator, when it
//! depends on the file that loads it), and name it in [`module`].

mod assert;
mod data;
mod library;
mod module;
pub(crate) mod native;
mod r#struct;
mod template;

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::diagnostics::Error;

/// The names that `load("@ytt:NAME", …)` can take: the module itself.
pub(crate) fn module<'v>(name: &str, eval: &mut Evaluator<'v, '_, '_>) -> Result<SmallMap<String, Value<'v>>, Error> {
    let heap = eval.heap();
    let value = match name {
        "assert" => assert::module(heap),
        "data" => data::module(eval)?,
        "library" => library::module(eval)?,
        "module" => module::module(heap),
        "struct" => r#struct::module(heap),
        "template" => template::module(eval)?,
        _ => {
            return Err(Error::message(format!(
                "builtin ytt library does not have module '{name}' (hint: is it available in newer version of ytt?)"
            )));
        }
    };
    Ok(SmallMap::from_iter([(name.to_owned(), value)]))
}
