//! `@ytt:yaml`: `encode` and `decode`.

use super::arguments;
use crate::byte_text;
use crate::decoding::yaml;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Maps, Value};
use crate::positions::Position;
use crate::yaml::{printer, tree};

module! {
    "yaml" "YAML of values.",
    "yaml.encode" "(value)" "The value as YAML." => Function(encode),
    "yaml.decode" "(text)" "The decoded value." => Function(decode),
    "yaml.decodable" "(value)" "Whether it is a string of YAML; also a rule of schema/validate."
        => Proposed(|_, call, eval| super::accepts(decode, call, eval)),
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let text = encoded(arguments::only(call)?, eval)?;
    Ok(eval.heap().alloc(&*byte_text::from_text(&text)))
}

/// A value as YAML; empty for None and empty fragments.
pub(super) fn encoded<'v>(value: Value<'v>, eval: &dyn Evaluation<'v>) -> Result<String, Error> {
    let most = eval.max_length();
    Ok(match eval.to_tree(value)? {
        tree::Value::DocumentSet(set) => printer::print_limited(&set.borrow().items, most),
        tree::Value::Null => printer::print([]),
        // Unlike an empty dict, an empty fragment is printed as an empty document.
        tree if natives::is_fragment(value) => {
            printer::print_limited([&tree::Document::new(tree, Position::unknown()).into()], most)
        }
        tree => printer::print_value_limited(&tree, most),
    })
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let document = yaml::decode(arguments::only_string(call)?)?;
    eval.value_of(&document.value, Maps::Dict)
}
