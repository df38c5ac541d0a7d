//! `@ytt:data`: data values, and the other files of the library that loads it.

use std::rc::Rc;

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::eval::errors;
use crate::eval::scope::Scope;
use crate::eval::session::Run;
use crate::eval::values::{self, Maps};
use crate::natives::{self, Call, Captured, Evaluator, ModuleBuilder, Value};

pub(super) fn module<'v>(eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let (index, scope) = own_scope(eval)?;
    let heap = eval.heap();
    let values = values::from_tree(&scope.data_values(), Maps::Struct, heap)?;
    Ok(ModuleBuilder::new(heap, "data")
        .capturing(vec![heap.alloc(index as i32)])
        .failing(Code::File)
        .function("data.list", list)
        .function("data.read", read)
        .value("values", values)
        .build())
}

/// The surroundings of the file that is being evaluated.
pub(super) fn own_scope(eval: &Evaluator<'_, '_, '_>) -> Result<(usize, Rc<dyn Scope>), Error> {
    let run = Run::of(eval).map_err(|error| errors::flatten(&error))?;
    run.scope
        .get()
        .and_then(|index| Some((index, run.session.scope(index)?)))
        .ok_or_else(|| Error::message("this module cannot be loaded here"))
}

/// The surroundings that a native was made in: those of the file that loaded the module.
pub(super) fn captured_scope(captured: &Captured<'_>, eval: &Evaluator<'_, '_, '_>) -> Result<Rc<dyn Scope>, Error> {
    let run = Run::of(eval).map_err(|error| errors::flatten(&error))?;
    let index = captured.first().and_then(|v| v.unpack_i32()).and_then(|i| usize::try_from(i).ok());
    index.and_then(|index| run.session.scope(index)).ok_or_else(|| Error::message("expected a running template"))
}

/// `data.list(path)`: the files below a folder, or all.
fn list<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    if call.args().len() > 1 {
        return Err(arguments::wrong("expected exactly zero or one argument"));
    }
    let path = call.get(0).map(arguments::string).transpose()?;
    let paths = captured_scope(captured, eval)?.list(path)?;
    let heap = eval.heap();
    Ok(natives::list(heap, paths.iter().map(|path| heap.alloc(path.as_str())).collect()))
}

/// `data.read(path)`: what a file holds.
fn read<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let bytes = captured_scope(captured, eval)?.read(arguments::only_string(call)?)?;
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&bytes)))
}
