//! `@ytt:md5`: `sum`. Deprecated: a run that calls it warns once.

use md5::{Digest, Md5};

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Value};

const WARNING: &str = "\nWarning: @ytt:md5 module is deprecated because MD5 is a cryptographically weak hash algorithm; \
                       use @ytt:sha256 instead.";

module! {
    "md5" "MD5 digests.",
    "md5.sum" "(text)" "The digest of a string, in hexadecimal digits." => Function(sum),
}

fn sum<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    // Before the arguments are checked, as in ytt.
    if let Ok(host) = eval.host() {
        host.warn_once(WARNING);
    }
    let text = arguments::only_string(call)?;
    Ok(eval.heap().alloc(super::hex(&Md5::digest(byte_text::to_bytes(text)))))
}
