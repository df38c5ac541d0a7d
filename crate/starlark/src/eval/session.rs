//! One render's state: templates that run, their surroundings, what they left behind, and the limits they share.

use std::any::Any;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use starlark::environment::FrozenModule;
use starlark::eval::Evaluator;
use starlark::values::{OwnedFrozenValue, Value};

use super::errors;
use super::host::Host;
use super::modules::Modules;
use super::notes::Notes;
use super::run::Run;
use super::running::Running;
use super::scope::Scope;
use super::template::Template;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::extensions::Extensions;
use crate::limits::{Budget, Clock, Limits, depth};
use crate::positions::{Position, Source};

/// All that is shared by the evaluations of one render.
pub struct Session {
    /// The host that native functions write to.
    pub host: Rc<Host>,
    /// The limits of the run.
    pub limits: Limits,
    /// Nodes remember their changes.
    pub records_history: bool,
    pub(super) modules: &'static dyn Modules,
    /// Set before the first step.
    pub extensions: Cell<Extensions>,
    /// Collections that are to be done without need.
    needless_collections: Cell<u32>,
    /// The unused part of the limits.
    pub budget: Rc<Budget>,
    pub(super) runs: RefCell<Vec<Rc<Running>>>,
    /// Frozen stores of finished modules, by their number.
    pub(super) stores: RefCell<Vec<Option<OwnedFrozenValue>>>,
    template_numbers: Cell<u32>,
    /// Evaluations within evaluations, as of loads.
    depth: Cell<u32>,
    /// Calls by natives that are running in evaluators around the present one: all share one limit, as they share one stack.
    outer_callbacks: Cell<usize>,
    /// Notes about the files that an editor watches.
    notes: RefCell<Option<Notes>>,
}

/// ytt's number of the first template of a run.
const FIRST_TEMPLATE_NUMBER: u32 = 2;

/// How often garbage is to be collected without need, which tests ask for with a variable of the environment.
fn needless_collections() -> u32 {
    let is_possible = cfg!(debug_assertions) && !cfg!(target_family = "wasm");
    let variable = if is_possible { std::env::var("YTTERBY_COLLECT").ok() } else { None };
    variable.and_then(|times| times.parse().ok()).unwrap_or_default()
}

impl Session {
    /// The time limit starts now.
    pub fn new(limits: &Limits, records_history: bool, modules: &'static dyn Modules, clock: Clock) -> Rc<Session> {
        Rc::new(Session {
            needless_collections: Cell::new(needless_collections()),
            host: Rc::default(),
            limits: limits.clone(),
            records_history,
            modules,
            extensions: Cell::default(),
            budget: Budget::new(limits, clock),
            runs: RefCell::default(),
            stores: RefCell::default(),
            template_numbers: Cell::default(),
            depth: Cell::new(0),
            outer_callbacks: Cell::new(0),
            notes: RefCell::default(),
        })
    }

    /// Watches files for an editor: the programs that are compiled of them from now on. Layers above write their notes to `above`.
    pub fn watch(&self, files: Vec<String>, above: Rc<dyn Any>) {
        self.notes.replace(Some(Notes::of(files, above)));
    }

    /// The notes of the files that are watched.
    pub fn take_notes(&self) -> Notes {
        self.notes.take().unwrap_or_default()
    }

    /// Whether any files are watched.
    pub(super) fn is_watched(&self) -> bool {
        self.notes.borrow().is_some()
    }

    /// Notes of the layers above about the node at a position, if its file is watched.
    pub(super) fn notes_above(&self, at: &Position) -> Option<Rc<dyn Any>> {
        let notes = self.notes.borrow();
        let notes = notes.as_ref()?;
        notes.above().filter(|_| at.source().is_some_and(|source| notes.watch(source)))
    }

    /// Whether a file is watched.
    pub(super) fn watches(&self, source: &Source) -> bool {
        self.notes.borrow().as_ref().is_some_and(|notes| notes.watch(source))
    }

    /// Notes a value of a site.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_value(&self, site: u32, value: Value<'_>) {
        self.note(|notes| notes.note(site, value));
    }

    /// Notes that the run has come to the statement of a block.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_reached(&self, block: u32) {
        self.note(|notes| notes.reach(block));
    }

    /// Notes that the statements of a block run.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_entered(&self, block: u32) {
        self.note(|notes| notes.enter(block));
    }

    /// Changes the notes, if files are watched.
    pub(super) fn note<T>(&self, act: impl FnOnce(&mut Notes) -> T) -> Option<T> {
        self.notes.borrow_mut().as_mut().map(act)
    }

    /// The session of an evaluator.
    pub(crate) fn of(eval: &Evaluator<'_, '_, '_>) -> starlark::Result<Rc<Session>> {
        Session::of_run(Run::of(eval)?)
    }

    /// The session of a run.
    pub(crate) fn of_run(run: &Run) -> starlark::Result<Rc<Session>> {
        run.session.clone().downcast().map_err(|_| errors::message("expected a session"))
    }

    /// The number of the next compiled template, as it shows in messages.
    pub fn next_template_number(&self) -> u32 {
        self.skip_template_numbers(1)
    }

    /// Takes `count` numbers and returns the first.
    pub(crate) fn skip_template_numbers(&self, count: u32) -> u32 {
        let taken = self.template_numbers.get();
        self.template_numbers.set(taken.saturating_add(count));
        taken.saturating_add(FIRST_TEMPLATE_NUMBER)
    }

    /// How many template numbers were taken so far.
    pub(crate) fn template_numbers(&self) -> u32 {
        self.template_numbers.get()
    }

    /// Collects garbage without need, as often as that, where it is possible.
    #[cfg(test)]
    pub(crate) fn collect_needlessly(&self, times: u32) {
        self.needless_collections.set(times);
    }

    /// Whether tests want garbage to be collected without need.
    #[inline]
    pub(crate) fn collects_needlessly(&self) -> bool {
        self.needless_collections.get() > 0
    }

    /// One of the needless collections has taken place.
    pub(crate) fn count_needless_collection(&self) {
        self.needless_collections.set(self.needless_collections.get().saturating_sub(1));
    }

    /// How many functions that natives call may run within each other in the present evaluation.
    pub(crate) fn most_callbacks(&self) -> usize {
        depth::CALLBACKS.saturating_sub(self.outer_callbacks.get()).max(1)
    }

    /// Starlark steps taken so far.
    pub fn steps(&self) -> u64 {
        self.budget.steps()
    }

    /// An error when the time is up, or more memory is in use than may be.
    pub fn check_time(&self) -> Result<(), Error> {
        self.budget.fail_if_over()
    }

    /// The run of a template at an index.
    pub(crate) fn running(&self, index: usize) -> Option<Rc<Running>> {
        self.runs.borrow().get(index).cloned()
    }

    /// The runs so far, in that order.
    pub(super) fn runs(&self) -> Ref<'_, [Rc<Running>]> {
        Ref::map(self.runs.borrow(), Vec::as_slice)
    }

    /// The frozen store of a number.
    pub(crate) fn frozen_store(&self, number: u32) -> Option<OwnedFrozenValue> {
        self.stores.borrow().get(number as usize).cloned().flatten()
    }

    pub(super) fn new_store(&self) -> u32 {
        let mut stores = self.stores.borrow_mut();
        stores.push(None);
        stores.len() as u32 - 1
    }

    pub(super) fn keep_store(&self, number: u32, frozen: &FrozenModule) {
        if let Some(slot) = self.stores.borrow_mut().get_mut(number as usize) {
            *slot = frozen.owned_extra_value();
        }
    }

    /// Adds a run of a template. Returns it with its index.
    pub(super) fn begin(&self, template: &Rc<Template>, number: u32, scope: Rc<dyn Scope>) -> (usize, Rc<Running>) {
        let (contexts, root, has_fragments) = Default::default();
        let template = template.clone();
        let running = Rc::new(Running { template, number, scope, has_fragments, contexts, root });
        let mut runs = self.runs.borrow_mut();
        runs.push(running.clone());
        (runs.len() - 1, running)
    }

    /// Lets go of all templates and their surroundings: those hold the session, too.
    pub fn end(&self) {
        self.runs.borrow_mut().clear();
        self.stores.borrow_mut().clear();
    }

    /// Starts another render, which has run nothing yet.
    pub fn restart(&self, clock: Clock) {
        self.end();
        self.template_numbers.take();
        self.host.clear();
        self.budget.restart(clock);
    }

    /// Runs one evaluation inside another, within the limit on that.
    pub(super) fn nested<T>(&self, run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let depth = self.depth.get();
        if depth >= depth::EVALUATIONS {
            let text = format!("loads and libraries are nested deeper than the limit of {}", depth::EVALUATIONS);
            return Err(Error::message(text).coded(Code::Limit));
        }
        self.check_time()?;
        self.depth.set(depth + 1);
        let result = run();
        self.depth.set(depth);
        result
    }

    /// Runs what may start another evaluation, while natives of the present one are running that many calls.
    pub(crate) fn with_outer_callbacks<T>(&self, callbacks: usize, run: impl FnOnce() -> T) -> T {
        let outer = self.outer_callbacks.get();
        self.outer_callbacks.set(outer + callbacks);
        let result = run();
        self.outer_callbacks.set(outer);
        result
    }
}
