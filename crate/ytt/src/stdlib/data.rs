//! `@ytt:data`: data values, and the files of the library of the file that loads the module.

use std::rc::Rc;

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Maps, Value};
use crate::starlark::Scope;

module! {
    "data" "Data values, and the other files of the library.",
    "values" "" "The data values, a struct with a member for each key." => Constant(values),
    "data.list" "(path)" "The paths of the files, all or those below a folder." => Function(list),
    "data.read" "(path)" "The content of a file." => Function(read),
}

/// What the functions are made with.
pub(super) fn scope<'v>(eval: &dyn Evaluation<'v>) -> Result<Vec<Value<'v>>, Error> {
    Ok(vec![natives::opaque(eval.heap(), eval.scope()?)])
}

fn values<'v>(eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    eval.value_of(&eval.scope()?.data_values(), Maps::Struct)
}

/// The scope of the file that loaded the module.
pub(super) fn captured_scope<'v>(captured: &Captured<'v>) -> Result<&'v Rc<dyn Scope>, Error> {
    natives::captured(captured).ok_or_else(|| Error::message("expected a running template"))
}

/// `data.list(path)`: the files in a directory, or all files.
fn list<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    if call.args().len() > 1 {
        return Err(arguments::wrong("expected exactly zero or one argument"));
    }
    let path = call.get(0).map(arguments::string).transpose()?;
    let paths = captured_scope(captured)?.list(path)?;
    let heap = eval.heap();
    Ok(natives::list(heap, paths.iter().map(|path| heap.alloc(path.as_str())).collect()))
}

/// `data.read(path)`: the content of a file.
fn read<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let bytes = captured_scope(captured)?.read(arguments::only_string(call)?)?;
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&bytes)))
}
