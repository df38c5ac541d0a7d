//! Templates that are compiled, and their runs.

use std::cell::RefCell;
use std::rc::Rc;

use super::tree_builder::{Built, Context};
use crate::machine::code::Compiled;
use crate::program::Program;
use crate::syntax;

/// A template that is compiled: what all its runs share.
pub struct Template {
    /// The program it was compiled from.
    pub program: Program,
    pub(crate) code: Compiled,
    /// The text of the program, for positions in messages.
    pub(crate) source: syntax::source::Source,
}

/// A run of a template.
pub(crate) struct Running {
    pub(crate) template: Rc<Template>,
    /// ytt's number of the template, which each run has anew.
    pub(super) number: u32,
    /// Trees in the making, the file's own first.
    pub(super) contexts: RefCell<Vec<Context>>,
    /// The finished tree of the file.
    pub(super) root: RefCell<Option<Built>>,
}

impl Template {
    /// The variables that other programs can load, with their indexes.
    pub(super) fn exports(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.code.variables.iter().map(String::as_str).enumerate();
        names.filter(|(_, name)| !name.starts_with('_'))
    }
}

impl Running {
    /// Drops unfinished trees, which code that fails leaves behind.
    pub(super) fn clear(&self) {
        self.contexts.borrow_mut().clear();
        self.root.take();
    }
}
