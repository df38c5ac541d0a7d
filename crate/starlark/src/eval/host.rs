//! The part of a run that natives see: where `print` writes.

use std::cell::RefCell;
use std::ops::Range;

use crate::diagnostics::Deprecated;

/// The part of a run that natives see.
#[derive(Debug, Default)]
pub struct Host {
    /// The lines that `print` wrote, over all files, as a string of `byte_text`.
    pub prints: RefCell<String>,
    /// The warnings of this render, each with its range in the prints.
    pub(super) warnings: RefCell<Vec<(&'static str, Range<usize>)>>,
    /// Deprecated data values that are set.
    pub deprecated: RefCell<Vec<Deprecated>>,
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

    /// Forgets everything, for another render.
    pub(super) fn clear(&self) {
        self.prints.take();
        self.warnings.take();
        self.deprecated.take();
    }

    /// Does something that leaves neither prints nor warnings.
    pub(super) fn untraced<T>(&self, act: impl FnOnce() -> T) -> T {
        let lengths = (self.prints.borrow().len(), self.warnings.borrow().len(), self.deprecated.borrow().len());
        let result = act();
        self.prints.borrow_mut().truncate(lengths.0);
        self.warnings.borrow_mut().truncate(lengths.1);
        self.deprecated.borrow_mut().truncate(lengths.2);
        result
    }

    /// Takes one line of `print`.
    pub fn print(&self, text: &str) {
        let mut prints = self.prints.borrow_mut();
        prints.push_str(text);
        prints.push('\n');
    }
}
