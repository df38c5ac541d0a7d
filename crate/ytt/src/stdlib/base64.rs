//! `@ytt:base64`: `encode` and `decode`, with `url=`, `raw=` and `strict=`.

use super::arguments;
use crate::byte_text;
use crate::decoding::base64::Form;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Value};

module! {
    "base64" "Base64 of text.",
    "base64.encode" "(text)" "The string in base64." => Function(encode),
    "base64.decode" "(text)" "The decoded string." => Function(decode),
    "base64.decodable" "(value)"
        "Whether it is a string of base64; also a rule of schema/validate." => Proposed(decodable),
}

/// `base64.decodable(value)`: whether it is a string that `base64.decode` accepts.
fn decodable<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let form = form(call)?;
    let text = arguments::only(call)?.unpack_str();
    Ok(Value::new_bool(text.is_some_and(|text| form.decode(text).is_ok())))
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = arguments::only_string(call)?;
    Ok(eval.heap().alloc(form(call)?.encode(&byte_text::to_bytes(text))))
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = arguments::only_string(call)?;
    let bytes = form(call)?.decode(text).map_err(Error::message)?;
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&bytes)))
}

/// The keyword arguments of all three functions.
fn form(call: &Call<'_>) -> Result<Form, Error> {
    let flag = |name| arguments::flag(call, name, false);
    Ok(Form { url: flag("url")?, raw: flag("raw")?, strict: flag("strict")? })
}
