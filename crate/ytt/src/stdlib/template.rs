//! `@ytt:template`: `replace`.

use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluator, ModuleBuilder, Value};

pub(super) fn module<'v>(eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let index = natives::current_template(eval)?;
    let heap = eval.heap();
    let index = index.map_or(Value::new_none(), |index| natives::index(heap, index));
    Ok(ModuleBuilder::new(heap, "template").capturing(vec![index]).function("template.replace", replace).build())
}

/// `template.replace(nodes)`, in the template that loaded the module.
fn replace<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    match natives::captured_index(captured) {
        Some(index) => natives::replace_nodes(index, call, eval),
        None => Err(Error::message("expected a template")),
    }
}
