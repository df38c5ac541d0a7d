//! When a run is cut off: after so many steps, so much time, or for so much memory.
//!
//! The crate counts a step for each call and each turn of a loop, and asks every thousand steps whether to go on. A
//! no becomes an error at the line that was running. It asks once more when an evaluation has ended, and its answer
//! then replaces the result: a second no would put an error without a place over the one that has it. Its own limit
//! on steps is of that kind, so the steps are counted here.
//!
//! What goes before and after code takes no steps either: reading YAML, compiling templates, schemas, checks and overlays
//! count their tokens or nodes with [`work`], which looks at the clock now and then.
//!
//! Natives take no steps, however much they do: what walks values or makes long ones says so with [`work`], and before
//! each of them [`check_memory`] is asked, so that no more than one can make stands above the limit.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::errors::coded;
use super::host::{self, Unfit};
use super::session::{Clock, Run};
use super::store::Store;
use crate::boundary::Limits;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::Position;
use crate::memory;

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
    Memory,
}

/// Nodes or the like between two looks at the clock: some hundred microseconds.
const UNITS_PER_LOOK: usize = 4096;

thread_local! {
    /// The run under way: values are compared and converted where no evaluator is at hand.
    static RUNNING: RefCell<Option<Rc<Stopping>>> = const { RefCell::new(None) };
    /// Bytes that may be in use, of the run under way.
    static MEMORY: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Items or bytes that one list or string may have, of the run under way.
    static LENGTH: Cell<usize> = const { Cell::new(10_000_000) };
    /// Bytes that the output may have, of the run under way.
    static OUTPUT: Cell<usize> = const { Cell::new(64 << 20) };
    /// Units since the last look.
    static UNITS: Cell<usize> = const { Cell::new(0) };
}

/// Takes note of work that takes no steps, in nodes, elements or lines; fails where the run is to stop.
#[inline]
pub(crate) fn work(units: usize) -> Result<(), Error> {
    let sum = UNITS.get().saturating_add(units);
    if sum < UNITS_PER_LOOK {
        UNITS.set(sum);
        return Ok(());
    }
    UNITS.set(0);
    look()
}

/// [`work`] on what is at `position`.
#[inline]
pub(crate) fn work_at(units: usize, position: &Position) -> Result<(), Error> {
    work(units).map_err(|error| error.placed(position))
}

/// While it exists, [`work`] is limited. What is done after a run, for an editor, has no limit.
pub(crate) struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.set(None);
    }
}

fn look() -> Result<(), Error> {
    RUNNING.with_borrow(|running| match running {
        Some(stopping) => stopping.fail_if_over(),
        None => Ok(()),
    })
}

/// How long a list, a string or the text of a value may be made: items, bytes, nodes.
pub(crate) fn max_length() -> usize {
    LENGTH.get()
}

/// Fails for a result that is longer than `most`; `what` made it.
pub(crate) fn check_length(what: &str, length: usize) -> Result<(), Error> {
    let most = max_length();
    if length <= most {
        return Ok(());
    }
    let text = format!("{what}: the result would be longer than {most} (limit of this playground)");
    Err(Error::message(text).coded(Code::Limit))
}

/// Fails for more bytes of output than there may be.
pub(crate) fn check_output(bytes: usize) -> Result<(), Error> {
    let most = OUTPUT.get();
    if bytes <= most {
        return Ok(());
    }
    Err(Error::message(format!("the output has more than {most} bytes (limit of this playground)")).coded(Code::Limit))
}

/// The result of a native, if it is no longer than a text may be.
pub(crate) fn check_result<'v>(what: &str, value: Value<'v>) -> starlark::Result<Value<'v>> {
    if let Some(text) = value.unpack_str() {
        check_length(what, text.len()).map_err(super::errors::fail)?;
    }
    Ok(value)
}

/// Fails when more memory is in use than may be.
#[inline]
pub(crate) fn check_memory() -> starlark::Result<()> {
    if memory::in_use() <= MEMORY.get() {
        return Ok(());
    }
    RUNNING.with_borrow(|running| {
        if let Some(stopping) = running.as_ref().filter(|stopping| stopping.uncollected.is_some()) {
            stopping.needs_collection.set(true);
        }
    });
    Err(look().map_or_else(super::errors::fail, |()| coded(Code::Limit, "stopped (limit of this playground)")))
}

/// The steps and the time that a run has left.
pub(crate) struct Stopping {
    clock: RefCell<Clock>,
    deadline: Cell<f64>,
    limits: Limits,
    /// Taken by evaluations that have ended.
    steps: Cell<u64>,
    /// While steps were taken, over all evaluations.
    asks: Cell<u64>,
    silent: Cell<u32>,
    stopped: Cell<Option<Stop>>,
    /// Bytes that a program may allocate where nothing collects garbage.
    uncollected: Option<usize>,
    /// Garbage would have to be collected.
    needs_collection: Cell<bool>,
}

/// Where nothing collects garbage, a program may use this part of the memory limit; then the run is done again with a collector.
const UNCOLLECTED_PART: u64 = 4;

/// Steps, and how often the crate asked.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    steps: u64,
    asks: u64,
}

impl Stopping {
    /// The time starts now, and this is the run under way.
    pub(super) fn new(limits: &Limits, clock: Clock) -> Rc<Stopping> {
        let uncollected = usize::try_from(limits.memory_bytes / UNCOLLECTED_PART).ok();
        let stopping = Rc::new(Stopping {
            uncollected,
            needs_collection: Cell::new(false),
            deadline: Cell::new(0.0),
            clock: RefCell::new(clock.clone()),
            limits: limits.clone(),
            steps: Cell::new(0),
            asks: Cell::new(0),
            silent: Cell::new(0),
            stopped: Cell::new(None),
        });
        stopping.restart(clock);
        stopping
    }

    /// For the same run from the start, within the time that is left and with a collector; it is the run under way.
    pub(super) fn again(&self) -> Rc<Stopping> {
        let again = Rc::new(Stopping {
            uncollected: None,
            needs_collection: Cell::new(false),
            deadline: self.deadline.clone(),
            clock: self.clock.clone(),
            limits: self.limits.clone(),
            steps: Cell::new(0),
            asks: Cell::new(0),
            silent: Cell::new(0),
            stopped: Cell::new(None),
        });
        again.begin();
        again
    }

    /// Whether the run was stopped because nothing collects garbage.
    pub(super) fn needs_collection(&self) -> bool {
        self.needs_collection.get()
    }

    /// Sets how many bytes may be in use while the program runs that is about to start.
    pub(super) fn start_program(&self) {
        let most = usize::try_from(self.limits.memory_bytes).unwrap_or(usize::MAX);
        MEMORY.set(self.uncollected.map_or(most, |part| most.min(memory::in_use().saturating_add(part))));
    }

    /// The time starts once more, and this is the run under way.
    pub(super) fn restart(self: &Rc<Self>, clock: Clock) {
        self.deadline.set(clock() + self.limits.millis as f64);
        *self.clock.borrow_mut() = clock;
        self.begin();
    }

    fn begin(self: &Rc<Self>) {
        RUNNING.set(Some(self.clone()));
        self.start_program();
        LENGTH.set(usize::try_from(self.limits.sequence_length).unwrap_or(usize::MAX));
        OUTPUT.set(usize::try_from(self.limits.output_bytes).unwrap_or(usize::MAX));
        UNITS.set(0);
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
            () if memory::in_use() > MEMORY.get() => Stop::Memory,
            () if steps > self.limits.steps => Stop::Steps,
            () => return false,
        };
        if stop == Stop::Memory && self.uncollected.is_some() {
            self.needs_collection.set(true);
        }
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

    fn is_over_memory(&self) -> bool {
        usize::try_from(self.limits.memory_bytes).is_ok_and(|most| memory::in_use() > most)
    }

    /// An error when the time is up, or more memory is in use than may be.
    pub(super) fn fail_if_over(&self) -> Result<(), Error> {
        let stop = match () {
            () if self.is_late() => Stop::Time,
            () if self.is_over_memory() => Stop::Memory,
            () => return Ok(()),
        };
        // The crate asks once more when the evaluation has ended; this error has a place.
        self.silent.set(ASKS_AFTER_STOP);
        Err(Error::message(self.words(stop)).coded(Code::Limit))
    }

    /// What the crate was told to stop for, in words.
    pub(super) fn stopped(&self) -> Option<String> {
        self.stopped.get().map(|stop| self.words(stop))
    }

    fn words(&self, stop: Stop) -> String {
        let (steps, millis) = (self.limits.steps, self.limits.millis);
        let mebibytes = self.limits.memory_bytes >> 20;
        match stop {
            Stop::Steps => format!("stopped after {steps} steps (limit of this playground)"),
            Stop::Time => format!("stopped after {millis} ms (limit of this playground)"),
            Stop::Memory => format!("stopped for using more than {mebibytes} MiB of memory (limit of this playground)"),
        }
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
    let result = match Run::of(eval) {
        Ok(run) => {
            let loops = Store::of(eval).map_or(0, |store| store.shared().running_loops());
            let result = run.with_callback(|| eval.eval_function(function, positional, named));
            run.session.stopping.ended();
            if let (Err(_), Some(store)) = (&result, Store::of(eval)) {
                store.shared().end_loops_after(loops);
            }
            result
        }
        Err(_) => eval.eval_function(function, positional, named),
    };
    if let (Err(_), Some(parameters), Some(host)) = (&result, function.parameters_spec(), host::host(eval)) {
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        if !parameters.can_fill_with_args(positional.len(), &names) {
            *host.unfit.borrow_mut() = Some(Unfit { parameters: parameters.parameters_str() });
        }
    }
    result
}
