//! The matchers of `@ytt:overlay` as Starlark values: functions for templates, data for overlays.

use std::fmt;
use std::rc::Rc;

use allocative::Allocative;
use send_wrapper::SendWrapper;
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::{NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};

use super::builtins::call::Call;
use super::builtins::native::BUILTIN_TYPE;
use super::errors;
use super::function_caller::RunningCaller;
use super::matcher::{Matcher, Pair};
use super::session::Run;
use super::store::Store;
use super::values;
use crate::diagnostics::positions::Position;

/// A matcher; calling it with index, left and right says whether it matches.
#[derive(ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub struct MatcherValue(#[allocative(skip)] pub SendWrapper<Rc<Matcher>>);

starlark_simple_value!(MatcherValue);

impl fmt::Debug for MatcherValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for MatcherValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<built-in function {}>", self.0.name())
    }
}

#[starlark_value(type = BUILTIN_TYPE)]
impl<'v> StarlarkValue<'v> for MatcherValue {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut call = Call::new(self.0.name());
        call.fill(args, eval.heap())?;
        let [first, left, right] = call.args() else {
            return Err(errors::message(format!("{}: expected exactly 3 arguments", self.0.name())));
        };
        if matches!(**self.0, Matcher::All) {
            return Ok(Value::new_bool(true));
        }
        let mut store = Store::of(eval).ok_or_else(|| errors::message("expected a store"))?;
        let first = values::to_argument(*first, eval, &mut store).map_err(errors::fail)?;
        let [left, right] = [left, right].map(|side| values::to_tree_at(*side, eval, &Position::computed()));
        let (left, right) = (left.map_err(errors::fail)?, right.map_err(errors::fail)?);
        if let Matcher::Subset(_) = **self.0 {
            // As in ytt, dicts and lists in a fragment become nodes.
            left.clone().convert_computed();
        }
        let pair = Pair { first, left: &left, right: &right };
        let modules = Run::of(eval)?.session.modules;
        let matched = modules.matches(&self.0, &pair, &mut RunningCaller { eval }).map_err(errors::fail)?;
        Ok(Value::new_bool(matched))
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.0.name(), hasher);
        Ok(())
    }
}
