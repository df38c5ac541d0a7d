//! When a run is cut off: after so many steps, or so much time.
//!
//! The crate counts a step for each call and each turn of a loop, and asks every thousand steps whether to go on. A
//! no becomes an error at the line that was running. It asks once more when an evaluation has ended, and its answer
//! then replaces the result: a second no would put an error without a place over the one that has it. Its own limit
//! on steps is of that kind, so the steps are counted here.

use std::cell::{Cell, RefCell};

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::host::{self, Unfit};
use super::session::{Clock, Run};
use crate::boundary::Limits;

/// How many steps the crate takes before it asks.
const STEPS_PER_ASK: u64 = 1000;

/// How often the crate may ask after it was told to stop, before it is told again: evaluations that end ask, too,
/// and what goes on all the same must stop later.
const ASKS_AFTER_STOP: u32 = 64;

/// What ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Steps,
    Time,
}

/// The steps and the time that a run has left.
pub(crate) struct Stopping {
    clock: RefCell<Clock>,
    deadline: Cell<f64>,
    millis: f64,
    max_steps: u64,
    /// Taken by evaluations that have ended.
    steps: Cell<u64>,
    /// While steps were taken, over all evaluations.
    asks: Cell<u64>,
    silent: Cell<u32>,
    stopped: Cell<Option<Stop>>,
}

/// Steps, and how often the crate asked.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    steps: u64,
    asks: u64,
}

impl Stopping {
    /// The time starts now.
    pub(super) fn new(limits: &Limits, clock: Clock) -> Stopping {
        let millis = limits.millis as f64;
        Stopping {
            deadline: Cell::new(clock() + millis),
            clock: RefCell::new(clock),
            millis,
            max_steps: limits.steps,
            steps: Cell::new(0),
            asks: Cell::new(0),
            silent: Cell::new(0),
            stopped: Cell::new(None),
        }
    }

    /// The time starts once more.
    pub(super) fn restart(&self, clock: Clock) {
        self.deadline.set(clock() + self.millis);
        *self.clock.borrow_mut() = clock;
    }

    /// What was taken so far, for [`Stopping::back_to`].
    pub(super) fn taken(&self) -> Taken {
        Taken { steps: self.steps.get(), asks: self.asks.get() }
    }

    /// As if no more had been taken, and nothing been told to stop.
    pub(super) fn back_to(&self, taken: &Taken) {
        self.steps.set(taken.steps);
        self.asks.set(taken.asks);
        self.silent.set(0);
        self.stopped.set(None);
    }

    /// Whether the crate is to stop now.
    pub(super) fn asked(&self) -> bool {
        self.asks.set(self.asks.get() + 1);
        if self.silent.get() > 0 {
            self.silent.set(self.silent.get() - 1);
            return false;
        }
        let steps = self.steps.get().max(self.asks.get().saturating_mul(STEPS_PER_ASK));
        let stop = match () {
            () if self.is_late() => Stop::Time,
            () if steps > self.max_steps => Stop::Steps,
            () => return false,
        };
        self.stopped.set(Some(stop));
        self.silent.set(ASKS_AFTER_STOP);
        true
    }

    /// Takes back the ask at the end of an evaluation, which no steps went before.
    pub(super) fn ended(&self) {
        self.asks.set(self.asks.get().saturating_sub(1));
    }

    /// Adds the steps of an evaluator that is done.
    pub(super) fn count(&self, eval: &Evaluator<'_, '_, '_>) {
        self.steps.set(self.steps.get().saturating_add(eval.get_total_tick_count()));
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    pub(super) fn is_late(&self) -> bool {
        let now = (self.clock.borrow())();
        now > self.deadline.get()
    }

    /// What the crate was told to stop for.
    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped.get()
    }
}

/// Calls a function of the program from a native.
pub(crate) fn call_function<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&str, Value<'v>)],
) -> starlark::Result<Value<'v>> {
    if let Some(host) = host::host(eval) {
        host.unfit.take();
    }
    let result = eval.eval_function(function, positional, named);
    if let Ok(run) = Run::of(eval) {
        run.session.stopping.ended();
    }
    if let (Err(_), Some(parameters), Some(host)) = (&result, function.parameters_spec(), host::host(eval)) {
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        if !parameters.can_fill_with_args(positional.len(), &names) {
            *host.unfit.borrow_mut() = Some(Unfit { parameters: parameters.parameters_str() });
        }
    }
    result
}
