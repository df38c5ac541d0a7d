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
use super::builtins::kinds::BUILTIN_TYPE;
use super::plain_value::matcher::Matcher;
use super::run::Run;

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
        (Run::of(eval)?.engine.call_matcher)(&self.0, call.args(), eval)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(self.0.name(), hasher);
        Ok(())
    }
}
