//! The additions of a step to its session, recorded so that a later render can repeat them without the step.

use std::ops::Range;
use std::rc::Rc;

use starlark::values::OwnedFrozenValue;

use super::running::Running;
use super::session::Session;
use crate::diagnostics::Deprecated;

/// Everything that a step added to its session.
pub struct Recording {
    start: Start,
    runs: Vec<Rc<Running>>,
    stores: Vec<Option<OwnedFrozenValue>>,
    template_numbers: u32,
    steps: u64,
    prints: String,
    /// The warnings in `prints`, which a render prints once.
    warnings: Vec<(&'static str, Range<usize>)>,
    deprecated: Vec<Deprecated>,
}

/// The state of a session when a step begins. Compiled code and handles contain indexes into its tables, messages contain template
/// numbers, and each warning is printed once: with the same start, a step does the same again.
#[derive(PartialEq, Eq)]
struct Start {
    runs: usize,
    stores: usize,
    template_numbers: u32,
    warned: Vec<&'static str>,
}

impl Recording {
    /// Whether the result of the step may share nodes with values of code.
    pub fn has_fragments(&self) -> bool {
        self.runs.iter().any(|running| running.has_fragments.get())
    }
}

impl Session {
    fn start(&self) -> Start {
        Start {
            runs: self.runs.borrow().len(),
            stores: self.stores.borrow().len(),
            template_numbers: self.template_numbers(),
            warned: self.host.warned(),
        }
    }

    /// Takes a step, and records its additions.
    pub fn record<T>(&self, step: impl FnOnce() -> T) -> (T, Recording) {
        let start = self.start();
        let (steps, prints) = (self.budget.steps(), self.host.prints.borrow().len());
        let deprecated = self.host.deprecated.borrow().len();
        let result = step();
        let warnings = self.host.warnings.borrow();
        let warnings = warnings[start.warned.len()..].iter();
        let recording = Recording {
            runs: self.runs.borrow()[start.runs..].to_vec(),
            stores: self.stores.borrow()[start.stores..].to_vec(),
            template_numbers: self.template_numbers() - start.template_numbers,
            steps: self.budget.steps() - steps,
            prints: self.host.prints.borrow()[prints..].to_owned(),
            warnings: warnings.map(|(text, range)| (*text, range.start - prints..range.end - prints)).collect(),
            deprecated: self.host.deprecated.borrow()[deprecated..].to_vec(),
            start,
        };
        (result, recording)
    }

    /// Repeats the recorded additions. False, and nothing is added, if taking the step now would not do the same.
    pub fn replay(&self, recording: &Recording) -> bool {
        let mut prints = self.host.prints.borrow_mut();
        let is_too_long = prints.len().saturating_add(recording.prints.len()) > self.budget.max_length();
        if self.start() != recording.start || is_too_long || !self.budget.take_again(recording.steps) {
            return false;
        }
        // Code that failed in the last render may have left its trees.
        recording.runs.iter().for_each(|running| running.clear());
        self.runs.borrow_mut().extend_from_slice(&recording.runs);
        self.stores.borrow_mut().extend_from_slice(&recording.stores);
        self.skip_template_numbers(recording.template_numbers);
        let moved = |range: &Range<usize>| prints.len() + range.start..prints.len() + range.end;
        let warnings = recording.warnings.iter().map(|(text, range)| (*text, moved(range)));
        self.host.warnings.borrow_mut().extend(warnings);
        prints.push_str(&recording.prints);
        self.host.deprecated.borrow_mut().extend_from_slice(&recording.deprecated);
        true
    }
}
