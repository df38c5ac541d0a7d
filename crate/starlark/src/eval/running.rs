//! Runs of templates.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::scope::Scope;
use super::template::Template;
use super::tree_builder::{Built, Context};

/// A run of a template.
pub(crate) struct Running {
    pub(crate) template: Rc<Template>,
    /// ytt's number of the template, which each run has anew.
    pub(super) number: u32,
    /// The surroundings of the file.
    pub(crate) scope: Rc<dyn Scope>,
    /// Whether what outlives the run contains YAML fragments. Frozen values cannot be changed, but fragments can, so such a file must be
    /// evaluated again where ytt does.
    pub(super) has_fragments: Cell<bool>,
    /// Trees in the making, the file's own first.
    pub(super) contexts: RefCell<Vec<Context>>,
    /// The finished tree of the file.
    pub(super) root: RefCell<Option<Built>>,
}

impl Running {
    /// Drops unfinished trees, which code that fails leaves behind.
    pub(super) fn clear(&self) {
        self.contexts.borrow_mut().clear();
        self.root.take();
    }
}
