//! Templates that are compiled, and their runs.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::scope::Scope;
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
    pub(crate) scope: Rc<dyn Scope>,
    /// Whether what outlives the run contains YAML fragments. Frozen values cannot be changed, but fragments can, so such a file must be
    /// evaluated again where ytt does.
    pub(super) has_fragments: Cell<bool>,
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
