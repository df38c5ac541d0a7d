//! `@ytt:overlay`: `apply`, and the matchers of `@overlay/match by=`.

use super::arguments;
use crate::diagnostics::{Error, report};
use crate::natives::{self, Call, Captured, Evaluation, Value};
use crate::overlay::matchers::{Matcher, Subset};
use crate::overlay::{Onto, apply_values};
use crate::positions::Position;
use crate::starlark::PlainValue;

module! {
    "overlay" "Overlays from code, and matchers for overlay/match by=.",
    "overlay.apply" "(left, overlay, …)" "The left side with overlays applied in order." => Function(apply),
    "overlay.index" "(i)"
        "Matches the item or document at an index; negative ones count from the end." => Function(index),
    "all" "" "Matches everything." => Constant(|_, eval| Ok(natives::data_function(eval.heap(), Matcher::All))),
    "overlay.map_key" "(name)" "Matches items whose values at this key are equal." => Function(map_key),
    "overlay.subset" "(value)" "Matches nodes that contain at least this." => Function(subset),
    "overlay.and_op" "(matcher, …)" "Matches nodes that all of these match." => Function(and_op),
    "overlay.or_op" "(matcher, …)" "Matches nodes that one of these matches." => Function(or_op),
    "overlay.not_op" "(matcher)" "Matches nodes that this does not match." => Function(not_op),
}

/// `overlay.apply(left, right, …)`. As in ytt, the nodes of a fragment on the left are modified.
fn apply<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let Some((left, rights)) = call.args().split_first() else {
        return Err(arguments::wrong("expected exactly at least argument"));
    };
    // In ytt, computed values become nodes only when something is applied.
    let position = if rights.is_empty() { Position::computed() } else { Position::unknown() };
    let mut result = eval.to_tree_at(*left, &position)?;
    let rights = rights.iter().map(|right| eval.to_tree(*right)).collect::<Result<Vec<_>, _>>()?;
    for right in rights {
        result = apply_values(result, right, Onto::Matched, &mut *eval.function_caller())?;
    }
    // ytt also returns a scalar as a fragment.
    Ok(natives::fragment(eval.heap(), result))
}

fn index<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let index = arguments::int(arguments::only(call)?)?;
    Ok(natives::data_function(eval.heap(), Matcher::Index(index)))
}

fn map_key<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let key = arguments::only_string(call)?;
    Ok(natives::data_function(eval.heap(), Matcher::MapKey(key.into())))
}

fn subset<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let expected = arguments::only(call)?;
    let tree = eval.to_tree(expected).map_err(|error| report::text(&error));
    let mut subset = Subset::of(tree);
    if expected.unpack_frozen().is_none() {
        subset = subset.of_handle(eval.handle(expected)?);
    }
    Ok(natives::data_function(eval.heap(), Matcher::Subset(subset)))
}

fn and_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(natives::data_function(eval.heap(), Matcher::And(operands)))
}

fn or_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(natives::data_function(eval.heap(), Matcher::Or(operands)))
}

fn not_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operand = arguments::only(call)?;
    let operand = eval.plain(operand)?;
    Ok(natives::data_function(eval.heap(), Matcher::Not(operand)))
}

fn operands<'v>(call: &Call<'v>, eval: &dyn Evaluation<'v>) -> Result<Vec<PlainValue>, Error> {
    if call.args().is_empty() {
        return Err(arguments::wrong("expected at least one argument"));
    }
    call.args().iter().map(|operand| eval.plain(*operand)).collect()
}
