//! `@ytt:overlay`: `apply`, and the matchers for `@overlay/match by=`.

use std::sync::Arc;

use super::arguments;
use crate::diagnostics::positions::Position;
use crate::diagnostics::{Error, report};
use crate::eval::argument::Argument;
use crate::eval::calls::LiveCalls;
use crate::eval::fragment::Fragment;
use crate::eval::matcher::{Matcher, Subset};
use crate::eval::matchers::MatcherValue;
use crate::eval::shared;
use crate::eval::store::Store;
use crate::eval::values::{self, Keep};
use crate::natives::{Call, Captured, Evaluator, Heap, ModuleBuilder, Value};
use crate::overlay::{Onto, apply_values};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "overlay")
        .function("overlay.apply", apply)
        .function("overlay.index", index)
        .value("all", matcher(heap, Matcher::All))
        .function("overlay.map_key", map_key)
        .function("overlay.subset", subset)
        .function("overlay.and_op", and_op)
        .function("overlay.or_op", or_op)
        .function("overlay.not_op", not_op)
        .build()
}

fn matcher(heap: Heap<'_>, matcher: Matcher) -> Value<'_> {
    heap.alloc(MatcherValue(Arc::new(matcher)))
}

/// `overlay.apply(left, right, …)`. A fragment on the left is changed itself, as in ytt.
fn apply<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let Some((left, rights)) = call.args().split_first() else {
        return Err(arguments::wrong("expected exactly at least argument"));
    };
    let heap = eval.heap();
    // Without anything to apply, what code made does not become nodes.
    let position = if rights.is_empty() { Position::computed() } else { Position::unknown() };
    let mut result = values::to_tree_at(*left, heap, &position)?;
    let rights = rights.iter().map(|right| values::to_tree(*right, heap)).collect::<Result<Vec<_>, _>>()?;
    for right in rights {
        result = apply_values(result, right, Onto::Matched, &mut LiveCalls { eval })?;
    }
    if let Some(fragment) = Fragment::from_value(*left) {
        // A frozen one may belong to a module that others have loaded as well.
        if left.unpack_frozen().is_none() {
            fragment.set_tree(Arc::new(result));
            return Ok(*left);
        }
        shared::note_frozen(*left, eval);
    }
    // Scalars stay wrapped, as in ytt.
    Ok(heap.alloc(Fragment::new(Arc::new(result))))
}

fn index<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let index = arguments::int(arguments::only(call)?)?;
    Ok(matcher(eval.heap(), Matcher::Index(index)))
}

fn map_key<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let key = arguments::only_string(call)?;
    Ok(matcher(eval.heap(), Matcher::MapKey(key.into())))
}

fn subset<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let expected = arguments::only(call)?;
    let tree = values::to_tree(expected, eval.heap()).map_err(|error| report::text(&error));
    let mut subset = Subset::of(tree);
    if expected.unpack_frozen().is_none() {
        let mut store = Store::of(eval).ok_or_else(|| Error::message("expected a running template"))?;
        subset = subset.of_handle(store.keep(expected));
    }
    Ok(matcher(eval.heap(), Matcher::Subset(subset)))
}

fn and_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(matcher(eval.heap(), Matcher::And(operands)))
}

fn or_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let operands = operands(call, eval)?;
    Ok(matcher(eval.heap(), Matcher::Or(operands)))
}

fn not_op<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let operand = arguments::only(call)?;
    let operand = argument(operand, eval)?;
    Ok(matcher(eval.heap(), Matcher::Not(operand)))
}

fn operands<'v>(call: &Call<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Vec<Argument>, Error> {
    if call.args().is_empty() {
        return Err(arguments::wrong("expected at least one argument"));
    }
    call.args().iter().map(|operand| argument(*operand, eval)).collect()
}

fn argument<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Argument, Error> {
    let mut store = Store::of(eval).ok_or_else(|| Error::message("expected a running template"))?;
    values::to_argument(value, eval.heap(), &mut store)
}
