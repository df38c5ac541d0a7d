//! `@ytt:overlay`: `apply`, and the matchers of `@overlay/match by=`.

use super::arguments;
use crate::diagnostics::{Error, report};
use crate::natives::{self, Call, Captured, Evaluation, Heap, ModuleBuilder, Value};
use crate::overlay::{Onto, apply_values};
use crate::positions::Position;
use crate::starlark::{Matcher, PlainValue, Subset};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "overlay")
        .function("overlay.apply", apply)
        .function("overlay.index", index)
        .value("all", natives::matcher(heap, Matcher::All))
        .function("overlay.map_key", map_key)
        .function("overlay.subset", subset)
        .function("overlay.and_op", and_op)
        .function("overlay.or_op", or_op)
        .function("overlay.not_op", not_op)
        .build()
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
    // As in ytt, a scalar is also returned as a fragment.
    Ok(natives::fragment(eval.heap(), result))
}

fn index<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let index = arguments::int(arguments::only(call)?)?;
    Ok(natives::matcher(eval.heap(), Matcher::Index(index)))
}

fn map_key<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let key = arguments::only_string(call)?;
    Ok(natives::matcher(eval.heap(), Matcher::MapKey(key.into())))
}

fn subset<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let expected = arguments::only(call)?;
    let tree = eval.to_tree(expected).map_err(|error| report::text(&error));
    let mut subset = Subset::of(tree);
    if expected.unpack_frozen().is_none() {
        subset = subset.of_handle(eval.handle(expected)?);
    }
    Ok(natives::matcher(eval.heap(), Matcher::Subset(subset)))
}

fn and_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(natives::matcher(eval.heap(), Matcher::And(operands)))
}

fn or_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(natives::matcher(eval.heap(), Matcher::Or(operands)))
}

fn not_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let operand = arguments::only(call)?;
    let operand = eval.plain(operand)?;
    Ok(natives::matcher(eval.heap(), Matcher::Not(operand)))
}

fn operands<'v>(call: &Call<'v>, eval: &dyn Evaluation<'v>) -> Result<Vec<PlainValue>, Error> {
    if call.args().is_empty() {
        return Err(arguments::wrong("expected at least one argument"));
    }
    call.args().iter().map(|operand| eval.plain(*operand)).collect()
}
