//! Calls of the matchers of `@ytt:overlay` by programs.

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors;
use super::function_caller::RunningCaller;
use super::plain_value::matcher::{Matcher, Pair};
use super::session::Session;
use super::store::Store;
use super::values;
use crate::positions::Position;

/// Whether a matcher accepts its arguments: index, left and right.
pub(super) fn call<'v>(
    matcher: &Matcher,
    arguments: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let [first, left, right] = arguments else {
        return Err(errors::message(format!("{}: expected exactly 3 arguments", matcher.name())));
    };
    if matches!(matcher, Matcher::All) {
        return Ok(Value::new_bool(true));
    }
    let mut store = Store::of(eval).ok_or_else(|| errors::message("expected a store"))?;
    let first = values::to_argument(*first, eval, &mut store).map_err(errors::fail)?;
    let [left, right] = [left, right].map(|side| values::to_tree_at(*side, eval, &Position::computed()));
    let (left, right) = (left.map_err(errors::fail)?, right.map_err(errors::fail)?);
    if let Matcher::Subset(_) = matcher {
        // As in ytt, dicts and lists in a fragment become nodes.
        left.clone().convert_computed();
    }
    let pair = Pair { first, left: &left, right: &right };
    let modules = Session::of(eval)?.modules;
    let matched = modules.matches(matcher, &pair, &mut RunningCaller { eval }).map_err(errors::fail)?;
    Ok(Value::new_bool(matched))
}
