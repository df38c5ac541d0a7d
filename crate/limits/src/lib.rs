//! Limits of a render: steps, time, memory, lengths and output.
//!
//! [`Limits`] is what a request sets. A [`Budget`] counts what a render uses of it; the session owns one, and passes it to whatever
//! does an amount of work that the input decides. This crate must not know what is counted. The memory in use is a counter of the
//! thread ([`memory`]), because an allocator has no arguments.
//!
//! - Starlark code: each call and each turn of a loop is a step. Every thousand steps the machine calls [`Budget::take_steps`], which fails
//!   at the line that is running.
//! - Everything else (reading YAML, compiling, schema checks, overlays, natives that walk values) counts tokens or nodes with
//!   [`Budget::work`], which checks time and memory now and then.
//! - Before each native call [`Budget::is_over_memory`] is checked, so memory exceeds its limit by the result of one call at most.

#![warn(missing_docs)]

pub mod depth;
pub mod memory;

use ytterby_diagnostics as diagnostics;

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
    /// Calls of functions within each other. Default 250,000.
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
            call_depth: 250_000,
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

/// The default of [`Budget::max_length`].
pub const DEFAULT_MAX_LENGTH: usize = 10_000_000;

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
    /// Steps of Starlark that were counted so far.
    steps: Cell<u64>,
    /// Bytes that may be in use.
    most_in_use: usize,
    /// Units of [`Budget::work`] since the clock was last asked.
    units: Cell<usize>,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Budget {
    /// Milliseconds of the host's clock.
    pub fn now(&self) -> f64 {
        (self.clock.borrow())()
    }

    /// For a render that starts now.
    pub fn new(limits: &Limits, clock: Clock) -> Rc<Budget> {
        let budget = Rc::new(Budget {
            most_in_use: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
            deadline: Cell::new(0.0),
            clock: RefCell::new(clock.clone()),
            limits: limits.clone(),
            steps: Cell::new(0),
            units: Cell::new(0),
        });
        budget.restart(clock);
        budget
    }

    /// Starts another render: its time, with no steps taken.
    pub fn restart(&self, clock: Clock) {
        self.deadline.set(clock() + self.limits.millis as f64);
        *self.clock.borrow_mut() = clock;
        self.steps.take();
        self.units.take();
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

    /// Fails for a result of `what` that is longer than [`Budget::max_length`].
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
        let stopped = || Error::message("stopped (limit of Ytterby)").coded(Code::Limit);
        self.fail_if_over().err().unwrap_or_else(stopped)
    }

    /// Counts steps, and fails where the render is to stop.
    pub fn take_steps(&self, steps: u64) -> Result<(), Error> {
        self.count(steps);
        self.fail_if_over()
    }

    /// Counts steps.
    pub fn count(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// Counts the steps of an earlier evaluation. Returns false, and counts nothing, if that evaluation might be stopped now.
    pub fn take_again(&self, steps: u64) -> bool {
        let sum = self.steps.get().saturating_add(steps);
        if sum > self.limits.steps {
            return false;
        }
        self.steps.set(sum);
        true
    }

    /// The steps that were counted so far.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Whether the time is up.
    pub(crate) fn is_late(&self) -> bool {
        let now = self.now();
        now > self.deadline.get()
    }

    /// Whether more memory is in use than may be.
    #[inline]
    pub fn is_over_memory(&self) -> bool {
        memory::in_use() > self.most_in_use
    }

    /// An error when too many steps were counted, the time is up, or more memory is in use than may be.
    pub fn fail_if_over(&self) -> Result<(), Error> {
        let stop = match () {
            () if self.is_late() => Stop::Time,
            () if self.is_over_memory() => Stop::Memory,
            () if self.steps.get() > self.limits.steps => Stop::Steps,
            () => return Ok(()),
        };
        Err(Error::message(self.words(stop)).coded(Code::Limit))
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
