//! `@ytt:data`: data values, and the files of the library of the file that loads the module.

use std::rc::Rc;

use super::arguments;
use super::surroundings::Surroundings;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Maps, Value};

module! {
    "data" "Data values, and the other files of the library.",
    "values" "" "The data values, a struct with a member for each key." => Constant(values),
    "data.list" "(path)" "The paths of the files, all or those below a folder." => Function(list),
    "data.read" "(path)" "The content of a file." => Function(read),
}

fn values<'v>(file: &dyn Surroundings, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    eval.value_of(&file.data_values(), Maps::Struct)
}

/// The surroundings of the file that loaded the module.
pub(super) fn surroundings<'v>(captured: &Captured<'v>) -> Result<&'v Rc<dyn Surroundings>, Error> {
    natives::captured(captured).ok_or_else(|| Error::message("expected a running template"))
}

/// `data.list(path)`: the files in a directory, or all files.
fn list<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    if call.args().len() > 1 {
        return Err(arguments::wrong("expected exactly zero or one argument"));
    }
    let path = call.get(0).map(arguments::string).transpose()?;
    let paths = surroundings(captured)?.list(path)?;
    let heap = eval.heap();
    Ok(natives::list(heap, paths.iter().map(|path| heap.alloc(path.as_str())).collect()))
}

/// `data.read(path)`: the content of a file.
fn read<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let bytes = surroundings(captured)?.read(arguments::only_string(call)?)?;
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&bytes)))
}
