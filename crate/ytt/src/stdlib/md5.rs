//! `@ytt:md5`: `sum`.

use md5::{Digest, Md5};

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluator, Heap, ModuleBuilder, Value};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "md5").function("md5.sum", sum).build()
}

fn sum<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let text = arguments::only_string(call)?;
    Ok(eval.heap().alloc(super::hex(&Md5::digest(byte_text::to_bytes(text)))))
}
