//! `@ytt:template`: `replace`.

use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, ModuleBuilder, Value};

pub(super) fn module<'v>(eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let index = eval.template()?;
    let heap = eval.heap();
    let index = index.map_or(Value::new_none(), |index| natives::index(heap, index));
    Ok(ModuleBuilder::new(heap, "template").capturing(vec![index]).function("template.replace", replace).build())
}

/// `template.replace(nodes)`, in the template that loaded the module.
fn replace<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    match natives::captured_index(captured) {
        Some(index) => eval.replace_nodes(index, call),
        None => Err(Error::message("expected a template")),
    }
}
