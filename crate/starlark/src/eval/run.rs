//! The content of `Evaluator::extra` for natives and the machine: the state of an evaluation, and the layers above that it calls.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use starlark::any::ProvidesStaticType;
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors;
use super::host::Host;
use super::plain_value::data_function::DataFunction;
use crate::limits::Budget;

/// Calls and turns of loops between two looks at the limits.
pub(crate) const FUEL: u32 = 1000;

/// Calls any function, with positional and named arguments.
type CallFunction = for<'v> fn(
    &mut Evaluator<'v, '_, '_>,
    Value<'v>,
    &[Value<'v>],
    &[(&'v str, Value<'v>)],
) -> starlark::Result<Value<'v>>;

/// The interface of lower layers to the layers above.
pub(crate) struct Engine {
    pub call: CallFunction,
    /// Calls a function that is data for layers above.
    pub call_data:
        for<'v> fn(&dyn DataFunction, &[Value<'v>], &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>,
    /// `load(path, …)`: the names of the module.
    pub load: for<'v> fn(&str, &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>,
}

/// The state of an evaluation.
#[derive(ProvidesStaticType)]
pub(crate) struct Run {
    pub budget: Rc<Budget>,
    pub host: Rc<Host>,
    pub engine: &'static Engine,
    /// The `Session`, which only higher layers know.
    pub session: Rc<dyn Any>,
    /// The run of the file's template, by its index in the session; none for calls after all files were evaluated.
    pub template: Cell<Option<usize>>,
    /// Calls of functions that machines are running.
    calls: Cell<usize>,
    /// Calls that natives make. Only these take stack.
    callbacks: Cell<usize>,
    /// Steps until machines that natives start look at the limits.
    fuel: Cell<u32>,
}

impl Run {
    pub(crate) fn new(budget: Rc<Budget>, host: Rc<Host>, engine: &'static Engine, session: Rc<dyn Any>) -> Run {
        let (template, calls, callbacks) = Default::default();
        Run { budget, host, engine, session, template, calls, callbacks, fuel: Cell::new(FUEL) }
    }

    /// How many calls of functions are running.
    #[inline]
    pub(crate) fn calls(&self) -> usize {
        self.calls.get()
    }

    #[inline]
    pub(crate) fn enter_call(&self) {
        self.calls.set(self.calls.get() + 1);
    }

    #[inline]
    pub(crate) fn leave_calls(&self, count: usize) {
        self.calls.set(self.calls.get() - count);
    }

    /// How many calls that natives make are running.
    pub(crate) fn callbacks(&self) -> usize {
        self.callbacks.get()
    }

    /// Runs a call that a native makes.
    pub(crate) fn call_back<T>(&self, call: impl FnOnce() -> T) -> T {
        self.enter_call();
        self.callbacks.set(self.callbacks.get() + 1);
        let result = call();
        self.callbacks.set(self.callbacks.get() - 1);
        self.leave_calls(1);
        result
    }

    pub(crate) fn fuel(&self) -> u32 {
        self.fuel.get()
    }

    pub(crate) fn set_fuel(&self, fuel: u32) {
        self.fuel.set(fuel);
    }

    /// The steps since the budget was last charged.
    pub(crate) fn steps(&self) -> u64 {
        u64::from(FUEL - self.fuel.get())
    }

    /// The run of an evaluator.
    pub(crate) fn find<'x>(eval: &Evaluator<'_, 'x, '_>) -> Option<&'x Run> {
        eval.extra.and_then(|extra| extra.downcast_ref::<Run>())
    }

    /// Like [`Run::find`].
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn of<'x>(eval: &Evaluator<'_, 'x, '_>) -> starlark::Result<&'x Run> {
        Run::find(eval).ok_or_else(|| errors::message("this function needs a running template"))
    }
}
