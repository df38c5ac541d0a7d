//! `@ytt:template`: puts other nodes in the place of one.

use crate::diagnostics::Error;
use crate::eval::session::Run;
use crate::eval::{errors, instructions};
use crate::natives::{Call, Captured, Evaluator, ModuleBuilder, Value};

pub(super) fn module<'v>(eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let index = Run::of(eval).map_err(|error| errors::flatten(&error))?.template.get();
    let heap = eval.heap();
    let index = index.map_or(Value::new_none(), |index| heap.alloc(index as i32));
    Ok(ModuleBuilder::new(heap, "template").capturing(vec![index]).function("template.replace", replace).build())
}

/// `template.replace(nodes)`, in the template that loaded the module.
fn replace<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let index = captured.first().and_then(|v| v.unpack_i32()).and_then(|i| usize::try_from(i).ok());
    match index {
        Some(index) => instructions::replace(index, call, eval),
        None => Err(Error::message("expected a template")),
    }
}
