//! Calls of functions after all files were evaluated.

use std::any::Any;
use std::rc::Rc;

use starlark::environment::Module as StarlarkModule;
use starlark::eval::Evaluator;

use super::function_caller::RunningCaller;
use super::nesting;
use super::plain_value::{Current, FunctionCaller, PlainValue, ValueHandle};
use super::run::Run;
use super::session::Session;
use super::store::Store;
use crate::diagnostics::Error;
use crate::positions::Position;

/// Calls outside of any template: of frozen functions only.
pub struct SessionCaller {
    pub session: Rc<Session>,
}

impl SessionCaller {
    /// Runs `act` with an evaluator of its own. The values that it keeps stay reachable.
    fn with_evaluator<T>(
        &mut self,
        act: impl FnOnce(&mut RunningCaller<'_, '_, '_, '_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let session = self.session.clone();
        let run = Run::of_session(&session);
        StarlarkModule::with_temp_heap(|module| {
            let number = session.new_store();
            module.set_extra_value(module.heap().alloc(Store::new(number)));
            let (result, kept) = {
                let mut eval = Evaluator::new(&module);
                eval.extra = Some(&run);
                let result = session.nested(|| act(&mut RunningCaller { eval: &mut eval }));
                session.budget.count(run.steps());
                let kept = Store::of(&eval).is_some_and(|store| !store.is_empty());
                (result, kept)
            };
            if kept {
                let frozen = nesting::freeze(module, |_| None)?;
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

    fn trial(&mut self, test: &mut dyn FnMut(&mut dyn FunctionCaller) -> bool) -> bool {
        self.with_evaluator(|calls| Ok(calls.trial(test))).unwrap_or(false)
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

    fn notes(&self, at: &Position) -> Option<Rc<dyn Any>> {
        self.session.notes_above(at)
    }
}

impl Session {
    /// For what happens outside of the templates.
    pub fn calls(self: &Rc<Self>) -> SessionCaller {
        SessionCaller { session: self.clone() }
    }
}
