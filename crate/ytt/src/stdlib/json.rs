//! `@ytt:json`: `encode` and `decode`, compatible with Go's encoding/json.

use super::arguments;
use crate::byte_text;
use crate::decoding::json;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Maps, Value};
use crate::yaml::json::{self as layout, Layout};

module! {
    "json" "JSON of values.",
    "json.encode" "(value, indent=0, escape_html=False)"
        "The value as JSON, on one line by default." => Function(encode),
    "json.decode" "(text)" "The decoded value." => Function(decode),
    "json.decodable" "(value)" "Whether it is a string of JSON; also a rule of schema/validate."
        => Proposed(|_, call, eval| super::accepts(decode, call, eval)),
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let value = arguments::only(call)?;
    arguments::keywords(call, &["indent", "escape_html"])?;
    let tree = eval.to_tree(value)?;
    let indent = arguments::indent(call)?;
    let escape_html = arguments::flag(call, "escape_html", true)?;
    let text =
        layout::json(&tree, Layout { indent, escape_html }).map_err(|refused| Error::message(refused.to_string()))?;
    Ok(eval.heap().alloc(&*byte_text::from_text(&text)))
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let tree = json::decode(arguments::only_string(call)?).map_err(Error::message)?;
    eval.value_of(&tree, Maps::Dict)
}
