//! `@ytt:sha256`: `sum`.

use sha2::{Digest, Sha256};

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Heap, ModuleBuilder, Value};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "sha256").function("sha256.sum", sum).build()
}

fn sum<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = arguments::only_string(call)?;
    Ok(eval.heap().alloc(super::hex(&Sha256::digest(byte_text::to_bytes(text)))))
}
