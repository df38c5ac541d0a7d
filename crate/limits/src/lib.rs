//! Limits of a render: steps, time, memory, lengths and output.
//!
//! [`Limits`] is what a request sets. A [`Budget`] counts what a render uses of it; the session owns one, and passes it to whatever
//! does an amount of work that the input decides. This crate must not know what is counted. The memory in use is a counter of the
//! thread ([`memory`]), because an allocator has no arguments.
//!
//! - Starlark code: the `starlark` crate counts a step for each call and each turn of a loop, and polls [`Budget::asked`] every
//!   thousand steps. Cancelling becomes an error at the line that is running. The crate polls once more at the end of an evaluation,
//!   and cancelling then would replace that error by one without a position. Its own limit on steps has the same flaw, so steps are
//!   counted here.
//! - Everything else (reading YAML, compiling, schema checks, overlays, natives that walk values) counts tokens or nodes with
//!   [`Budget::work`], which checks time and memory now and then.
//! - Before each native call [`Budget::is_over_memory`] is checked, so memory exceeds its limit by the result of one call at most.

#![warn(missing_docs)]

pub mod depth;
pub mod memory;

use ytterby_text::diagnostics;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;

/// Milliseconds since some fixed moment, as the host counts them.
pub type Clock = Rc<dyn Fn() -> f64>;

/// The limits of a render. Exceeding one is an ordinary diagnostic that names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Limits {
    /// Starlark steps (loop turns and calls) of all templates together. Default 100,000,000.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub steps: u64,
    /// Wall time in milliseconds. Default 10,000.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub millis: u64,
    /// Calls within calls, template functions and loads of modules alike. Default 300.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub call_depth: u32,
    /// Nesting of YAML nodes and of code. Default 500.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub nesting: u32,
    /// Input files. Default 10,000.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub files: u64,
    /// Bytes of all input files together. Default 64 MiB.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub input_bytes: u64,
    /// Nodes that aliases and merge keys may copy in one file. Default 1,000,000.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub alias_nodes: u64,
    /// Bytes of all output together. Default 64 MiB.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub output_bytes: u64,
    /// Items of one list, bytes of one string, nodes of one value: what code may make of little. Default 10,000,000.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub sequence_length: u64,
    /// Bytes in use, where the host counts them (`memory`). Default 1.5 GiB: a wasm module can have four, and one step may double what there is.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 100_000_000,
            millis: 10_000,
            call_depth: 300,
            nesting: depth::DEFAULT,
            files: 10_000,
            input_bytes: 64 << 20,
            alias_nodes: 1_000_000,
            output_bytes: 64 << 20,
            sequence_length: DEFAULT_MAX_LENGTH as u64,
            memory_bytes: 3 << 29,
        }
    }
}

/// What [`Budget::max_length`] is by default.
pub const DEFAULT_MAX_LENGTH: usize = 10_000_000;

/// Steps of the `starlark` crate between two calls of its cancellation check.
const STEPS_PER_ASK: u64 = 1000;

/// Polls to ignore after cancelling: starlark polls again while unwinding, and cancelling twice would replace the error that has
/// a position. Code that still runs is cancelled again after that many.
const ASKS_AFTER_STOP: u32 = 64;

/// The limit that ended a render.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Steps,
    Time,
    Memory,
}

/// Units of work between two checks of time and memory: some hundred microseconds.
const UNITS_PER_LOOK: usize = 4096;

/// Fails for more bytes of output than there may be.
pub fn check_output(bytes: u64, most: u64) -> Result<(), Error> {
    if bytes <= most {
        return Ok(());
    }
    Err(Error::message(format!("the output has more than {most} bytes (limit of Ytterby)")).coded(Code::Limit))
}

/// Fails for a result of `what` that is longer than `most`.
pub fn check_length_below(most: usize, what: &str, length: usize) -> Result<(), Error> {
    if length <= most {
        return Ok(());
    }
    let text = format!("{what}: the result would be longer than {most} (limit of Ytterby)");
    Err(Error::message(text).coded(Code::Limit))
}

/// The steps, time, memory and lengths that a render may use. Its session owns it, and passes it to what counts work.
pub struct Budget {
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
    /// Bytes that may be in use while the present program runs.
    most_in_use: Cell<usize>,
    /// Garbage would have to be collected.
    needs_collection: Cell<bool>,
    /// Units of [`Budget::work`] since the clock was last asked.
    units: Cell<usize>,
}

/// The part of the memory limit (a fraction, 1/4) that a program may allocate while no garbage is collected. A program that needs
/// more is run again with a collector.
const UNCOLLECTED_PART: u64 = 4;

/// Steps and cancellation checks.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    steps: u64,
    asks: u64,
}

impl Taken {
    /// Those after `earlier`.
    pub fn since(self, earlier: Taken) -> Taken {
        Taken { steps: self.steps.saturating_sub(earlier.steps), asks: self.asks.saturating_sub(earlier.asks) }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Budget {
    /// For a render that starts now.
    pub fn new(limits: &Limits, clock: Clock) -> Rc<Budget> {
        let uncollected = usize::try_from(limits.memory_bytes / UNCOLLECTED_PART).ok();
        let budget = Rc::new(Budget {
            uncollected,
            most_in_use: Cell::new(usize::MAX),
            needs_collection: Cell::new(false),
            deadline: Cell::new(0.0),
            clock: RefCell::new(clock.clone()),
            limits: limits.clone(),
            steps: Cell::new(0),
            asks: Cell::new(0),
            silent: Cell::new(0),
            stopped: Cell::new(None),
            units: Cell::new(0),
        });
        budget.restart(clock);
        budget
    }

    /// For the same render from the start, within the time that is left and with a collector.
    pub fn again(&self) -> Rc<Budget> {
        let again = Rc::new(Budget {
            uncollected: None,
            most_in_use: Cell::new(usize::MAX),
            needs_collection: Cell::new(false),
            deadline: self.deadline.clone(),
            clock: self.clock.clone(),
            limits: self.limits.clone(),
            steps: Cell::new(0),
            asks: Cell::new(0),
            silent: Cell::new(0),
            stopped: Cell::new(None),
            units: Cell::new(0),
        });
        again.start_program();
        again
    }

    /// Whether the run was stopped because nothing collects garbage.
    pub fn needs_collection(&self) -> bool {
        self.needs_collection.get()
    }

    /// Sets how many bytes may be in use while the program runs that is about to start.
    pub fn start_program(&self) {
        let most = usize::try_from(self.limits.memory_bytes).unwrap_or(usize::MAX);
        self.most_in_use.set(self.uncollected.map_or(most, |part| most.min(memory::in_use().saturating_add(part))));
    }

    /// Starts another render: its time, with no steps taken.
    pub fn restart(&self, clock: Clock) {
        self.deadline.set(clock() + self.limits.millis as f64);
        *self.clock.borrow_mut() = clock;
        self.steps.take();
        self.asks.take();
        self.silent.take();
        self.stopped.take();
        self.units.take();
        self.start_program();
    }

    /// Counts work that takes no steps, in nodes, elements or lines; fails where the render is to stop.
    #[inline]
    pub fn work(&self, units: usize) -> Result<(), Error> {
        let sum = self.units.get().saturating_add(units);
        if sum < UNITS_PER_LOOK {
            self.units.set(sum);
            return Ok(());
        }
        self.units.set(0);
        self.fail_if_over()
    }

    /// How long a list, a string or the text of a value may be made: items, bytes, nodes.
    pub fn max_length(&self) -> usize {
        usize::try_from(self.limits.sequence_length).unwrap_or(usize::MAX)
    }

    /// Fails for a result that is longer than [`Budget::max_length`]; `what` made it.
    pub fn check_length(&self, what: &str, length: usize) -> Result<(), Error> {
        check_length_below(self.max_length(), what, length)
    }

    /// Fails for more bytes of output than there may be.
    pub fn check_output(&self, bytes: usize) -> Result<(), Error> {
        check_output(u64::try_from(bytes).unwrap_or(u64::MAX), self.limits.output_bytes)
    }

    /// The error of a program that uses more memory than it may.
    #[cold]
    pub fn out_of_memory(&self) -> Error {
        if self.uncollected.is_some() {
            self.needs_collection.set(true);
        }
        let stopped = || Error::message("stopped (limit of Ytterby)").coded(Code::Limit);
        self.fail_if_over().err().unwrap_or_else(stopped)
    }

    /// What was taken so far.
    pub fn taken(&self) -> Taken {
        Taken { steps: self.steps.get(), asks: self.asks.get() }
    }

    /// Counts what an earlier evaluation took. False, and nothing is counted, where that evaluation might be stopped now.
    pub fn take_again(&self, taken: Taken) -> bool {
        let steps = self.steps.get().saturating_add(taken.steps);
        let asks = self.asks.get().saturating_add(taken.asks);
        // An evaluation asks once more at its end, which is not counted (`ended`).
        if steps.max(asks.saturating_add(1).saturating_mul(STEPS_PER_ASK)) > self.limits.steps {
            return false;
        }
        self.steps.set(steps);
        self.asks.set(asks);
        true
    }

    /// Whether to cancel: for starlark's poll, every thousand steps.
    pub fn asked(&self) -> bool {
        self.asks.set(self.asks.get() + 1);
        if self.silent.get() > 0 {
            self.silent.set(self.silent.get() - 1);
            return false;
        }
        let steps = self.steps.get().max(self.asks.get().saturating_mul(STEPS_PER_ASK));
        let stop = match () {
            () if self.is_late() => Stop::Time,
            () if self.is_over_memory() => Stop::Memory,
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

    /// Uncounts the poll at the end of an evaluation, which no steps precede.
    pub fn ended(&self) {
        self.asks.set(self.asks.get().saturating_sub(1));
    }

    /// Adds the steps of an evaluation that has ended.
    pub fn count(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// Starlark steps of the evaluations that have ended.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        let now = (self.clock.borrow())();
        now > self.deadline.get()
    }

    /// Whether the present program uses more memory than it may.
    #[inline]
    pub fn is_over_memory(&self) -> bool {
        memory::in_use() > self.most_in_use.get()
    }

    /// An error when the time is up, or more memory is in use than may be.
    pub fn fail_if_over(&self) -> Result<(), Error> {
        let stop = match () {
            () if self.is_late() => Stop::Time,
            () if usize::try_from(self.limits.memory_bytes).is_ok_and(|most| memory::in_use() > most) => Stop::Memory,
            () => return Ok(()),
        };
        // The crate checks once more when the evaluation has ended; this error has a position.
        self.silent.set(ASKS_AFTER_STOP);
        Err(Error::message(self.words(stop)).coded(Code::Limit))
    }

    /// The message of the limit that ended the run.
    pub fn stopped(&self) -> Option<String> {
        self.stopped.get().map(|stop| self.words(stop))
    }

    fn words(&self, stop: Stop) -> String {
        let (steps, millis) = (self.limits.steps, self.limits.millis);
        let mebibytes = self.limits.memory_bytes >> 20;
        match stop {
            Stop::Steps => format!("stopped after {steps} steps (limit of Ytterby)"),
            Stop::Time => format!("stopped after {millis} ms (limit of Ytterby)"),
            Stop::Memory => format!("stopped for using more than {mebibytes} MiB of memory (limit of Ytterby)"),
        }
    }
}
