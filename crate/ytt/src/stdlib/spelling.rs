//! `@ytt:spelling`, of the extension `schema-proposal`: `nearest`.

use super::arguments;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Value};
use crate::spelling;
use crate::yaml::tree;

module! {
    "spelling" "Suggestions for misspelt words.",
    "spelling.nearest" "(text, candidates)"
        "The candidate that is most similar to the string; None if none is similar." => Proposed(nearest),
}

/// `spelling.nearest(text, candidates)`: the candidate that is spelled most like the text; None if none is similar.
fn nearest<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    arguments::keywords(call, &[])?;
    let [text, candidates] = call.args() else {
        return Err(arguments::wrong("expected a string, and the strings that it may be"));
    };
    let text = arguments::string(*text)?;
    let candidates = match eval.to_tree(*candidates)? {
        tree::Value::Array(array) => array.borrow().iter().map(|item| item.value.clone()).collect::<Vec<_>>(),
        tree::Value::Map(map) => map.borrow().iter().map(|item| item.key.clone()).collect(),
        other => return Err(arguments::wrong(format!("expected strings, but was {}", other.type_name()))),
    };
    let mut names = Vec::with_capacity(candidates.len());
    for candidate in &candidates {
        let name = candidate.as_str();
        names.push(
            name.ok_or_else(|| arguments::wrong(format!("expected strings, but one was {}", candidate.type_name())))?,
        );
    }
    names.sort_unstable();
    Ok(spelling::nearest(text, names).map_or_else(Value::new_none, |name| eval.heap().alloc(name)))
}
