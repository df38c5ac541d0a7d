//! `@ytt:yaml`: `encode` and `decode`.

use std::collections::HashSet;

use starlark::eval::Evaluator;
use starlark::values::{Heap, Value};

use super::arguments;
use super::native::{Captured, ModuleBuilder};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::positions::{Position, Source};
use crate::eval::builtins::arguments::Call;
use crate::eval::fragment::Fragment;
use crate::eval::values::{self, Maps};
use crate::limits::max_length;
use crate::overlay::Scalar;
use crate::yaml::reader::{ReadOptions, read};
use crate::yaml::{go_format, printer, tree};

/// `proposal`: with what the extension `schema-proposal` adds.
pub(super) fn module(heap: Heap<'_>, proposal: bool) -> Value<'_> {
    let module = ModuleBuilder::new(heap, "yaml").function("yaml.encode", encode).function("yaml.decode", decode);
    if proposal { module.function("yaml.decodable", decodable).build() } else { module.build() }
}

/// `yaml.decodable(value)`: whether it is a text that `decode` can read.
fn decodable<'v>(
    captured: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Value<'v>, Error> {
    arguments::only(call)?;
    super::is_taken(decode(captured, call, eval))
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let text = encoded(arguments::only(call)?, eval.heap())?;
    Ok(eval.heap().alloc(&*byte_text::from_text(&text)))
}

/// The value as YAML text: nothing for None and for empty fragments.
pub(super) fn encoded<'v>(value: Value<'v>, heap: Heap<'v>) -> Result<String, Error> {
    let most = max_length();
    Ok(match values::to_tree(value, heap)? {
        tree::Value::DocumentSet(set) => printer::print_within(&set.items, most),
        tree::Value::Null => printer::print([]),
        // Only fragments know that they are empty.
        tree if Fragment::from_value(value).is_some() => {
            printer::print_within([&tree::Document::new(tree, Position::unknown())], most)
        }
        tree => printer::print_value_within(&tree, most),
    })
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let document = only_document(arguments::only_string(call)?)?;
    values::from_tree(&document.value, Maps::Dict, eval.heap())
}

/// The document of a text that has one.
pub(super) fn only_document(text: &str) -> Result<tree::Document, Error> {
    let options = ReadOptions { without_comments: true, ..ReadOptions::default() };
    // Advice names lines of the text, which is no file.
    let bytes = byte_text::to_bytes(text);
    let set = read(&Source::new("", byte_text::readable(&bytes)), &bytes, &options)
        .map_err(|error| error.with_advice(None))?;
    let [document] =
        <[_; 1]>::try_from(set.items).map_err(|_| Error::message("Expected to find exactly one YAML document"))?;
    check_keys(&document.value)?;
    Ok(document)
}

/// Refuses maps in which a key stands twice: ytt ends there with a backtrace.
fn check_keys(value: &tree::Value) -> Result<(), Error> {
    match value {
        tree::Value::Map(map) => {
            if let Some(key) = first_repeated(map) {
                return Err(Error::message(format!("Unexpected duplicate key: {}", go_format::file_key(key))));
            }
            map.items.iter().try_for_each(|item| check_keys(&item.value))
        }
        tree::Value::Array(array) => array.items.iter().try_for_each(|item| check_keys(&item.value)),
        _ => Ok(()),
    }
}

fn first_repeated(map: &tree::Map) -> Option<&tree::Value> {
    let mut seen = HashSet::new();
    map.items.iter().map(|item| &item.key).find(|key| Scalar::of(key).is_some_and(|key| !seen.insert(key)))
}
