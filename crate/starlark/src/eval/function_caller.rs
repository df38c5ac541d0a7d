//! Calling functions that stayed in the evaluator: from a native of a running template, or after all files
//! were evaluated.

use std::rc::Rc;

use starlark::environment::Module as StarlarkModule;
use starlark::eval::Evaluator;
use starlark::values::{Heap, Value, ValueLike};

use super::errors;
use super::frames;
use super::matcher::Current;
use super::plain_value::{FunctionCaller, PlainValue, ValueHandle};
use super::session::{self, Run, Session};
use super::stopping::call_function;
use super::store::{self, FrozenStore, Store};
use super::values;
use crate::diagnostics::{Error, report};
use crate::machine;

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
        let run = Run::of(self.eval).map_err(|error| errors::flatten(&error))?;
        let (own, heap) = (Store::of(self.eval), self.eval.heap());
        values::from_argument(argument, heap, &|handle| find(&run.session, own, heap, handle))
    }

    fn argument(&self, value: Value<'v>) -> Result<PlainValue, Error> {
        let mut store = Store::of(self.eval).ok_or_else(|| Error::message("expected a store"))?;
        values::to_argument(value, self.eval, &mut store)
    }
}

impl FunctionCaller for RunningCaller<'_, '_, '_, '_> {
    fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error> {
        let session = Run::of(self.eval).map_err(|error| errors::flatten(&error))?.session.clone();
        let function = self.value(&PlainValue::Function(function.clone()))?;
        let args = args.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        let result = call_function(self.eval, function, &args, &[]).map_err(|error| frames::error(&session, &error))?;
        self.argument(result)
    }

    fn attribute(&mut self, object: &ValueHandle, name: &str) -> Result<Option<PlainValue>, Error> {
        let object = self.value(&PlainValue::Object(object.clone()))?;
        let value = object.get_attr(name, self.eval.heap()).map_err(|error| errors::flatten(&error))?;
        value.map(|value| self.argument(value)).transpose()
    }

    fn current(&mut self, handle: u64) -> Option<Current> {
        let run = Run::of(self.eval).ok()?;
        let (own, heap) = (Store::of(self.eval), self.eval.heap());
        let value = find(&run.session, own, heap, handle).ok()?;
        let tree = values::to_tree(value, self.eval).map_err(|error| report::text(&error));
        Some(if value.unpack_frozen().is_some() { Current::Last(tree) } else { Current::Changing(tree) })
    }

    fn work(&mut self, units: usize) -> Result<(), Error> {
        Run::of(self.eval).map_or(Ok(()), |run| run.session.budget.work(units))
    }

    fn records_history(&self) -> bool {
        Run::of(self.eval).is_ok_and(|run| run.session.records_history)
    }
}

/// Calls outside of any template: of frozen functions only.
pub struct SessionCaller {
    pub session: Rc<Session>,
}

impl SessionCaller {
    /// Runs `act` with an evaluator of its own. What it keeps stays reachable.
    fn with_evaluator<T>(
        &mut self,
        act: impl FnOnce(&mut RunningCaller<'_, '_, '_, '_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let session = self.session.clone();
        let run = Run::new(&session, None, None);
        StarlarkModule::with_temp_heap(|module| {
            let number = session.new_store();
            module.set_extra_value(module.heap().alloc(Store::new(number)));
            let (result, kept) = {
                let mut eval = Evaluator::new(&module);
                eval.extra = Some(&run);
                let result = session.nested(|| act(&mut RunningCaller { eval: &mut eval }));
                session.budget.count(u64::from(machine::FUEL - run.fuel()));
                let kept = Store::of(&eval).is_some_and(|store| !store.is_empty());
                (result, kept)
            };
            if kept {
                let frozen = session::freeze(module, |_| None)?;
                session.keep_store(number, &frozen);
            }
            result
        })
    }
}

impl FunctionCaller for SessionCaller {
    fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error> {
        self.with_evaluator(|calls| calls.call(function, args))
    }

    fn attribute(&mut self, object: &ValueHandle, name: &str) -> Result<Option<PlainValue>, Error> {
        self.with_evaluator(|calls| calls.attribute(object, name))
    }

    fn current(&mut self, handle: u64) -> Option<Current> {
        self.with_evaluator(|calls| Ok(calls.current(handle))).ok().flatten()
    }

    fn work(&mut self, units: usize) -> Result<(), Error> {
        self.session.budget.work(units)
    }

    fn records_history(&self) -> bool {
        self.session.records_history
    }
}

impl Session {
    /// For what happens outside of the templates: validations, overlays of whole files.
    pub fn calls(self: &Rc<Self>) -> SessionCaller {
        SessionCaller { session: self.clone() }
    }
}
