//! `load(…)` in a program: evaluates the file in the heap of the program that loads it.

use std::rc::Rc;

use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::loaded::Loaded;
use super::run::Run;
use super::scope::{Exports, Scope};
use super::session::Session;
use super::template::Template;
use super::{errors, frames, freezing};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::machine;

/// The module of a path.
pub(super) fn load<'v>(path: &str, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let names = names(path, eval)
        .map_err(|error| errors::fail(error.coded(Code::Load).context(format!("cannot load {path}"))))?;
    Ok(eval.heap().alloc(Loaded { path: path.to_owned(), names }))
}

fn names<'v>(path: &str, eval: &mut Evaluator<'v, '_, '_>) -> Result<SmallMap<String, Value<'v>>, Error> {
    let run = Run::of(eval).map_err(|error| errors::flatten(&error))?;
    let session = Session::of(eval).map_err(|error| errors::flatten(&error))?;
    let running = run.template.get().and_then(|index| session.running(index));
    let running = running.ok_or_else(|| Error::message("load is not possible here"))?;
    if let Some(exports) = running.scope.clone().load_native(path, eval) {
        return Ok(exports?.into_iter().collect());
    }
    let mut exports = Vec::new();
    running.scope.load(path, &mut |template, number, scope| {
        exports = evaluated(run, &session, eval, template, number, scope)?;
        Ok(())
    })?;
    Ok(exports.into_iter().collect())
}

/// The exports of a template.
///
/// Errors are those of [`Session::run`].
fn evaluated<'v>(
    loader: &Run,
    session: &Rc<Session>,
    eval: &mut Evaluator<'v, '_, '_>,
    template: &Rc<Template>,
    number: u32,
    scope: Rc<dyn Scope>,
) -> Result<Exports<'v>, Error> {
    let (index, running) = session.begin(template, number, scope);
    let outer = loader.template.replace(Some(index));
    let result = session.nested(|| {
        let variables = machine::run_module(&template.code, index, eval);
        let variables = variables.map_err(|error| frames::error(session, Some(&*running.scope), &error))?;
        frames::check_contexts(session, &running)?;
        Ok(variables)
    });
    loader.template.set(outer);
    running.clear();
    let variables = result?;
    freezing::freeze(variables.values(), eval.heap());
    let export = |(index, name): (usize, &str)| Some((name.to_owned(), variables.get(index)?));
    Ok(template.exports().filter_map(export).collect())
}
