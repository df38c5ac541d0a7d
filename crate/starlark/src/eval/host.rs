//! What natives need of the run they are part of: where `print` writes, what a call was made of.
//!
//! Kept in `Evaluator::extra`; natives get it through [`host`] only, so that the evaluator may embed it
//! in a larger state.

use std::cell::RefCell;
use std::ops::Range;

use starlark::any::ProvidesStaticType;
use starlark::eval::Evaluator;

use crate::diagnostics::Deprecated;
use crate::dialect::CallArguments;

/// Arguments that are not in the text of a call.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// How many the last `*` gave.
    pub positional: usize,
    /// Those that the last `**` gave.
    pub keywords: Vec<String>,
}

/// The part of a run that natives see.
#[derive(Debug, Default, ProvidesStaticType)]
pub struct Host {
    /// The lines that `print` wrote, over all files, as a string of `byte_text`.
    pub prints: RefCell<String>,
    /// The arguments of the last call by a native, if they did not fit.
    pub native_call: RefCell<Option<CallArguments>>,
    /// The warnings of this render, each with its range in the prints.
    pub(super) warnings: RefCell<Vec<(&'static str, Range<usize>)>>,
    /// Deprecated data values that are set.
    pub deprecated: RefCell<Vec<Deprecated>>,
    /// What `*` and `**` added to the call that is being made, for messages about its arguments.
    pub spread: RefCell<Spread>,
}

impl Host {
    /// Prints a warning, unless this render has printed it already; the command shows it among the prints.
    pub fn warn_once(&self, text: &'static str) {
        if self.warned().contains(&text) {
            return;
        }
        let start = self.prints.borrow().len();
        self.print(text);
        self.warnings.borrow_mut().push((text, start..self.prints.borrow().len()));
    }

    /// The warnings that this render has printed, in order.
    pub(super) fn warned(&self) -> Vec<&'static str> {
        self.warnings.borrow().iter().map(|(text, _)| *text).collect()
    }

    /// What was printed from `start` on and would be printed again if the code ran once more.
    pub fn repeatable_prints(&self, start: usize) -> String {
        let (prints, warnings) = (self.prints.borrow(), self.warnings.borrow());
        let mut printed = prints.get(start..).unwrap_or_default().to_owned();
        // From the last to the first, so that the ranges of the others stay valid.
        for (_, warning) in warnings.iter().rev().take_while(|(_, warning)| start <= warning.start) {
            printed.replace_range(warning.start - start..warning.end - start, "");
        }
        printed
    }

    /// Forgets everything, for another render.
    pub(super) fn clear(&self) {
        self.prints.take();
        self.warnings.take();
        self.deprecated.take();
        self.native_call.take();
        self.spread.take();
    }

    /// Takes one line of `print`.
    pub fn print(&self, text: &str) {
        let mut prints = self.prints.borrow_mut();
        prints.push_str(text);
        prints.push('\n');
    }
}

/// The host of this evaluation; `None` if there is none (natives then use defaults and drop prints).
pub(crate) fn host<'x>(eval: &Evaluator<'_, 'x, '_>) -> Option<&'x Host> {
    let extra = eval.extra?;
    match extra.downcast_ref::<super::session::Run>() {
        Some(run) => Some(&run.session.host),
        None => extra.downcast_ref::<Host>(),
    }
}
