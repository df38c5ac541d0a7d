//! Calls of functions that stayed in the evaluator, from a native of a running template.

use std::any::Any;
use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::{Heap, Value, ValueLike};

use super::errors;
use super::frames;
use super::plain_value::{Current, FunctionCaller, PlainValue, ValueHandle};
use super::run::Run;
use super::session::Session;
use super::stopping::call_function;
use super::store::{self, FrozenStore, Store};
use super::values;
use crate::diagnostics::{Error, report};
use crate::positions::Position;

/// Calls from a native of a running template: functions of its own module are reached too.
pub(crate) struct RunningCaller<'c, 'v, 'x, 'e> {
    pub eval: &'c mut Evaluator<'v, 'x, 'e>,
}

/// The value of a handle: of this module, or of one that is finished.
fn find<'v>(session: &Session, own: Option<&'v Store<'v>>, heap: Heap<'v>, handle: u64) -> Result<Value<'v>, Error> {
    let number = store::number(handle);
    if let Some(value) = own.filter(|s| s.number() == number).and_then(|s| s.get(handle)) {
        return Ok(value);
    }
    session
        .frozen_store(number)
        .and_then(|owned| heap.access_owned_frozen_value(&owned).downcast_ref::<FrozenStore>()?.get(handle))
        .map(|frozen| frozen.to_value())
        .ok_or_else(|| Error::message("a function of a template that is still being evaluated cannot be called here"))
}

impl<'v> RunningCaller<'_, 'v, '_, '_> {
    fn value(&self, argument: &PlainValue) -> Result<Value<'v>, Error> {
        let session = Session::of(self.eval).map_err(|error| errors::flatten(&error))?;
        let (own, heap) = (Store::of(self.eval), self.eval.heap());
        values::from_argument(argument, heap, &|handle| find(&session, own, heap, handle))
    }

    fn argument(&self, value: Value<'v>) -> Result<PlainValue, Error> {
        let mut store = Store::of(self.eval).ok_or_else(|| Error::message("expected a store"))?;
        values::to_argument(value, self.eval, &mut store)
    }
}

impl FunctionCaller for RunningCaller<'_, '_, '_, '_> {
    fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error> {
        let session = Session::of(self.eval).map_err(|error| errors::flatten(&error))?;
        let function = self.value(&PlainValue::Function(function.clone()))?;
        let args = args.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        let result = call_function(self.eval, function, &args, &[]);
        let result = result.map_err(|error| frames::error(&session, None, &error))?;
        self.argument(result)
    }

    fn attribute(&mut self, object: &ValueHandle, name: &str) -> Result<Option<PlainValue>, Error> {
        let object = self.value(&PlainValue::Object(object.clone()))?;
        let value = object.get_attr(name, self.eval.heap()).map_err(|error| errors::flatten(&error))?;
        value.map(|value| self.argument(value)).transpose()
    }

    fn trial(&mut self, test: &mut dyn FnMut(&mut dyn FunctionCaller) -> bool) -> bool {
        let Ok(session) = Session::of(self.eval) else { return false };
        session.records_history && !session.is_watched() && session.host.untraced(|| test(self))
    }

    fn current(&mut self, handle: u64) -> Option<Current> {
        let session = Session::of(self.eval).ok()?;
        let (own, heap) = (Store::of(self.eval), self.eval.heap());
        let value = find(&session, own, heap, handle).ok()?;
        let tree = values::to_tree(value, self.eval).map_err(|error| report::text(&error));
        Some(if value.unpack_frozen().is_some() { Current::Last(tree) } else { Current::Changing(tree) })
    }

    fn work(&mut self, units: usize) -> Result<(), Error> {
        Run::of(self.eval).map_or(Ok(()), |run| run.budget.work(units))
    }

    fn records_history(&self) -> bool {
        Session::of(self.eval).is_ok_and(|session| session.records_history)
    }

    fn notes(&self, at: &Position) -> Option<Rc<dyn Any>> {
        Session::of(self.eval).ok()?.notes_above(at)
    }
}
