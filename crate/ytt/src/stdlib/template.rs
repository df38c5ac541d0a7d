//! `@ytt:template`: `replace`.

use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Value};

module! {
    "template" "Templates from code.",
    "template.replace" "(value)"
        "Replaces this node with the items of a map, list or document set." => Function(replace),
}

/// The captured value of the function: the template that loads the module.
pub(super) fn template<'v>(eval: &dyn Evaluation<'v>) -> Result<Vec<Value<'v>>, Error> {
    let index = eval.template()?;
    Ok(vec![natives::opaque(eval.heap(), index)])
}

/// `template.replace(nodes)`, in the template that loaded the module.
fn replace<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    match natives::captured(captured) {
        Some(Some(index)) => eval.replace_nodes(*index, call),
        _ => Err(Error::message("expected a template")),
    }
}
