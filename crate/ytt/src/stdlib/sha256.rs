//! `@ytt:sha256`: `sum`.

use sha2::{Digest, Sha256};

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Value};

module! {
    "sha256" "SHA-256 digests.",
    "sha256.sum" "(text)" "The digest of a string, in hexadecimal digits." => Function(sum),
}

fn sum<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = arguments::only_string(call)?;
    Ok(eval.heap().alloc(super::hex(&Sha256::digest(byte_text::to_bytes(text)))))
}
