//! One render's evaluator: compiled templates, what they left behind, and the limits they share.
//!
//! [`Session::run`] takes a program and gives back what it built and what it exports. Values of one
//! module's heap leave it frozen ([`Module`]) or as data; functions among them are called later through
//! [`FunctionCaller`](super::plain_value::FunctionCaller).

use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use starlark::any::ProvidesStaticType;
use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, Module as StarlarkModule};
use starlark::eval::Evaluator;
use starlark::values::{FrozenValue, OwnedFrozenValue, Value as StarlarkValue, ValueLike};

use super::fragment::Fragment;
use super::host::Host;
use super::module::Module;
use super::modules::Modules;
use super::scope::{Library, Scope};
use super::store::Store;
use super::tree_builder::{Built, Context, Text};
use super::{builtins, errors, frames, freezing, nesting};
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::Position;
use crate::diagnostics::{Error, ErrorKind};
use crate::extensions::Extensions;
use crate::limits::{Budget, Clock, Limits, depth};
use crate::program::Program;
use crate::syntax::{self, Problem, TemplateNames};
use crate::yaml::tree::{DocumentSet, Value};
use crate::{compile, machine};

/// A template that is compiled: what all its runs share.
pub struct Template {
    /// The program it was compiled from.
    pub program: Program,
    pub(crate) code: compile::Program,
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
    fn exports(&self) -> impl Iterator<Item = (usize, &str)> {
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

/// What a file evaluated to.
pub enum Output {
    /// Of a YAML template.
    Documents(DocumentSet),
    /// Of a text template.
    Text(Text),
    /// Of a Starlark file.
    None,
}

/// What a run of a template leaves.
pub struct Outcome {
    /// What the file evaluated to.
    pub output: Output,
    /// What other files can load from it.
    pub module: Rc<Module>,
}

/// All that is shared by the evaluations of one render.
pub struct Session {
    /// What native functions write to.
    pub host: Host,
    /// The limits of the run.
    pub limits: Limits,
    /// Nodes remember what overlays did to them.
    pub records_history: bool,
    pub(super) modules: &'static dyn Modules,
    /// Set before the first step.
    pub extensions: Cell<Extensions>,
    /// Collections that are to be done without need.
    needless_collections: Cell<u32>,
    /// What is left of the limits.
    pub budget: Rc<Budget>,
    pub(super) runs: RefCell<Vec<Rc<Running>>>,
    pub(super) scopes: RefCell<Vec<Rc<dyn Scope>>>,
    pub(super) libraries: RefCell<Vec<Rc<dyn Library>>>,
    /// Frozen stores of finished modules, by their number.
    pub(super) stores: RefCell<Vec<Option<OwnedFrozenValue>>>,
    template_numbers: Cell<u32>,
    /// Evaluations within evaluations: loads, libraries, rules.
    depth: Cell<u32>,
    /// See [`Session::noting_fragments`].
    has_fragments: Cell<bool>,
    /// Calls that are running in evaluators around the present one: all share one limit, as they share one stack.
    outer_calls: Cell<usize>,
}

/// What natives find in `Evaluator::extra`.
#[derive(ProvidesStaticType)]
pub(crate) struct Run {
    pub session: Rc<Session>,
    /// The file's surroundings; none for calls after all files were evaluated.
    pub scope: Cell<Option<usize>>,
    /// The file's template.
    pub template: Cell<Option<usize>>,
    /// Calls of functions that machines are running.
    calls: Cell<usize>,
    /// Steps until machines that natives start look at the limits.
    fuel: Cell<u32>,
}

impl Run {
    pub(crate) fn new(session: &Rc<Session>, scope: Option<usize>, template: Option<usize>) -> Run {
        let (scope, template, fuel) = (Cell::new(scope), Cell::new(template), Cell::new(machine::FUEL));
        Run { session: session.clone(), scope, template, calls: Cell::default(), fuel }
    }

    /// How many calls of functions are running.
    #[inline]
    pub(crate) fn calls(&self) -> usize {
        self.calls.get()
    }

    #[inline]
    pub(crate) fn enter_call(&self) {
        self.calls.set(self.calls.get() + 1);
    }

    #[inline]
    pub(crate) fn leave_calls(&self, count: usize) {
        self.calls.set(self.calls.get() - count);
    }

    pub(crate) fn fuel(&self) -> u32 {
        self.fuel.get()
    }

    pub(crate) fn set_fuel(&self, fuel: u32) {
        self.fuel.set(fuel);
    }

    pub(crate) fn of<'x>(eval: &Evaluator<'_, 'x, '_>) -> starlark::Result<&'x Run> {
        eval.extra
            .and_then(|extra| extra.downcast_ref::<Run>())
            .ok_or_else(|| errors::message("this function needs a running template"))
    }
}

/// The values of built-in names.
static UNIVERSE: LazyLock<Universe> = LazyLock::new(|| {
    let mut builder = GlobalsBuilder::new();
    builtins::universe(&mut builder);
    let globals = builder.build();
    let values = globals.iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Universe { values, _globals: globals }
});

struct Universe {
    values: HashMap<String, FrozenValue>,
    /// Owns the values.
    _globals: Globals,
}

/// ytt's number of the first template of a run.
const FIRST_TEMPLATE_NUMBER: u32 = 2;

/// Freezes a module that has been run, if its values can be; `describe` says of a variable what it is.
pub(super) fn freeze(
    module: StarlarkModule<'_>,
    describe: impl Fn(&str) -> Option<String>,
) -> Result<FrozenModule, Error> {
    let mut levels = nesting::Levels::default();
    let store = module.extra_value().and_then(|value| value.downcast_ref::<Store>());
    let kept = store.into_iter().flat_map(|store| store.values()).map(|value| (None, value));
    let variables = module.names().filter_map(|name| Some((Some(name), module.get(&name)?)));
    for (name, value) in variables.chain(kept) {
        if levels.are_too_many(value, module.heap()) {
            let what = name.and_then(|name| describe(&name)).unwrap_or_else(|| "value".to_owned());
            return Err(nesting::too_deep(&what));
        }
    }
    module.freeze().map_err(|error| Error::message(format!("{error:?}")))
}

/// How often garbage is to be collected without need, which tests ask for with a variable of the environment.
fn needless_collections() -> u32 {
    let is_possible = cfg!(debug_assertions) && !cfg!(target_family = "wasm");
    let variable = if is_possible { std::env::var("YTTERBY_COLLECT").ok() } else { None };
    variable.and_then(|times| times.parse().ok()).unwrap_or_default()
}

/// What a run of a template is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Its output.
    Output,
    /// Also what other files can load from it.
    Exports,
}

impl Session {
    /// The time limit starts now.
    pub fn new(limits: &Limits, records_history: bool, modules: &'static dyn Modules, clock: Clock) -> Rc<Session> {
        Rc::new(Session {
            needless_collections: Cell::new(needless_collections()),
            host: Host::default(),
            limits: limits.clone(),
            records_history,
            modules,
            extensions: Cell::default(),
            budget: Budget::new(limits, clock),
            runs: RefCell::default(),
            scopes: RefCell::default(),
            libraries: RefCell::default(),
            stores: RefCell::default(),
            template_numbers: Cell::default(),
            depth: Cell::new(0),
            has_fragments: Cell::new(false),
            outer_calls: Cell::new(0),
        })
    }

    /// The number of the next compiled template, as it shows in messages.
    pub fn next_template_number(&self) -> u32 {
        self.skip_template_numbers(1)
    }

    /// Takes `count` numbers; gives back the first.
    pub fn skip_template_numbers(&self, count: u32) -> u32 {
        let taken = self.template_numbers.get();
        self.template_numbers.set(taken.saturating_add(count));
        taken.saturating_add(FIRST_TEMPLATE_NUMBER)
    }

    /// How many template numbers were taken so far.
    pub fn template_numbers(&self) -> u32 {
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

    /// Whether this collection is one of those.
    pub(crate) fn take_needless_collection(&self) -> bool {
        let left = self.needless_collections.get();
        self.needless_collections.set(left.saturating_sub(1));
        left > 0
    }

    /// How many calls the present evaluation may nest.
    pub(crate) fn most_calls(&self) -> usize {
        (self.limits.call_depth as usize).saturating_sub(self.outer_calls.get()).max(1)
    }

    /// Whether `act` evaluates a file with a YAML fragment in its values. Frozen values cannot be changed, but fragments can, so such a
    /// file must be evaluated again where ytt does.
    pub fn noting_fragments<T>(&self, act: impl FnOnce() -> T) -> (T, bool) {
        let before = self.has_fragments.replace(false);
        let result = act();
        let found = self.has_fragments.get();
        self.has_fragments.set(before || found);
        (result, found)
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

    /// The surroundings at an index.
    pub fn scope(&self, index: usize) -> Option<Rc<dyn Scope>> {
        self.scopes.borrow().get(index).cloned()
    }

    /// The library at an index.
    pub fn library(&self, index: usize) -> Option<Rc<dyn Library>> {
        self.libraries.borrow().get(index).cloned()
    }

    /// Adds a library.
    ///
    /// Returns its index.
    pub fn add_library(&self, library: Rc<dyn Library>) -> usize {
        let mut libraries = self.libraries.borrow_mut();
        libraries.push(library);
        libraries.len() - 1
    }

    /// The frozen store of a number.
    pub fn frozen_store(&self, number: u32) -> Option<OwnedFrozenValue> {
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

    /// Evaluates a template in its surroundings, with ytt's number of it.
    ///
    /// Errors are [`ErrorKind::Template`]: the error of the run with its frames.
    pub fn run(
        self: &Rc<Self>,
        template: &Rc<Template>,
        number: u32,
        scope: Rc<dyn Scope>,
        purpose: Purpose,
    ) -> Result<Outcome, Error> {
        let (index, running) = self.begin(template, number);
        let run = Run::new(self, Some(self.add_scope(scope)), Some(index));
        let store = self.new_store();
        let fragments = Fragment::alive();
        let frozen = StarlarkModule::with_temp_heap(|module| {
            module.set_extra_value(module.heap().alloc(Store::new(store)));
            let is_kept = self.nested(|| {
                let mut eval = Evaluator::new(&module);
                eval.extra = Some(&run);
                let result = machine::run_module(&template.code, index, &mut eval);
                self.budget.count(u64::from(machine::FUEL - run.fuel()));
                let variables = result.map_err(|error| frames::error(self, &error))?;
                self.check_contexts(&running)?;
                if purpose == Purpose::Exports {
                    for (index, name) in template.exports() {
                        if let Some(value) = variables.get(index) {
                            module.set(name, value);
                        }
                    }
                }
                Ok(purpose == Purpose::Exports || Store::of(&eval).is_some_and(|store| !store.is_empty()))
            })?;
            let describe = |variable: &str| Some(format!("{}: {variable}", template.program.source.name));
            is_kept.then(|| freeze(module, describe)).transpose()
        })?;
        let mut exports = Vec::new();
        if let Some(frozen) = frozen {
            self.keep_store(store, &frozen);
            for (_, name) in template.exports().filter(|_| purpose == Purpose::Exports) {
                if let Ok(value) = frozen.get(name) {
                    exports.push((name.to_owned(), value));
                }
            }
        }
        if Fragment::alive() > fragments {
            self.has_fragments.set(true);
        }
        running.contexts.borrow_mut().clear();
        let output = match running.root.borrow_mut().take() {
            Some(Built::Tree(Value::DocumentSet(documents))) => Output::Documents(documents.into_content()),
            Some(Built::Text(text)) => Output::Text(text),
            _ => Output::None,
        };
        Ok(Outcome { output, module: Rc::new(Module { exports }) })
    }

    /// Evaluates a template in the heap of the program that loads it. Returns what it exports.
    ///
    /// Errors are those of [`Session::run`].
    pub(super) fn load<'v>(
        self: &Rc<Self>,
        eval: &mut Evaluator<'v, '_, '_>,
        template: &Rc<Template>,
        number: u32,
        scope: Rc<dyn Scope>,
    ) -> Result<Vec<(String, StarlarkValue<'v>)>, Error> {
        let loader = Run::of(eval).map_err(|error| errors::flatten(&error))?;
        let (index, running) = self.begin(template, number);
        let outer_scope = loader.scope.replace(Some(self.add_scope(scope)));
        let outer_template = loader.template.replace(Some(index));
        let result = self.nested(|| {
            let variables = machine::run_module(&template.code, index, eval);
            let variables = variables.map_err(|error| frames::error(self, &error))?;
            self.check_contexts(&running)?;
            Ok(variables)
        });
        loader.scope.set(outer_scope);
        loader.template.set(outer_template);
        running.clear();
        let variables = result?;
        freezing::freeze(variables.values(), eval.heap());
        let export = |(index, name): (usize, &str)| Some((name.to_owned(), variables.get(index)?));
        Ok(template.exports().filter_map(export).collect())
    }

    /// Adds a run of a template. Returns it with its index.
    fn begin(&self, template: &Rc<Template>, number: u32) -> (usize, Rc<Running>) {
        let (contexts, root) = Default::default();
        let running = Rc::new(Running { template: template.clone(), number, contexts, root });
        let mut runs = self.runs.borrow_mut();
        runs.push(running.clone());
        (runs.len() - 1, running)
    }

    fn add_scope(&self, scope: Rc<dyn Scope>) -> usize {
        let mut scopes = self.scopes.borrow_mut();
        scopes.push(scope);
        scopes.len() - 1
    }

    /// A character that is no text ends a program early, and ytt says no more than this.
    fn check_contexts(&self, running: &Running) -> Result<(), Error> {
        if !running.contexts.borrow().is_empty() {
            return Err(frames::error(self, &errors::crash("expected all ctxs to end")));
        }
        Ok(())
    }

    /// Compiles a program.
    ///
    /// Errors are [`ErrorKind::Template`]: syntax and name errors.
    pub fn compile(&self, program: Program) -> Result<Rc<Template>, Error> {
        let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
        let prefix = program.instruction_prefix();
        let is_template = !program.nodes.items.is_empty();
        let options = syntax::Options {
            template: is_template.then_some(TemplateNames { prefix: &prefix }),
            is_escaped: program.source.is_escaped(),
            budget: Some(self.budget.clone()),
            ..syntax::Options::default()
        };
        let failed = |problems: Vec<Problem>| {
            let problems = problems.iter().map(|problem| frames::syntax_problem(self, &program, problem));
            Error::of(ErrorKind::Template(problems.collect()))
        };
        let parsed = syntax::parse(&lines, &options).map_err(|problem| failed(vec![problem]))?;
        let resolved = parsed.resolve(&options).map_err(failed)?;
        parsed.check_first_statement().map_err(|problem| failed(vec![problem]))?;
        let universe = |name: &str| UNIVERSE.values.get(name).copied();
        let input =
            compile::Input { parsed: &parsed, resolved: &resolved, names: options.template, universe: &universe };
        let code = compile::compile(&input);
        self.check_time().map_err(|error| error.placed(&Position::unknown_in(program.source.clone())))?;
        Ok(Rc::new(Template { code, source: parsed.source, program }))
    }

    /// Lets go of all templates and their surroundings: those hold the session, too.
    pub fn end(&self) {
        self.runs.borrow_mut().clear();
        self.scopes.borrow_mut().clear();
        self.libraries.borrow_mut().clear();
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

    /// Runs what may start another evaluation, while `calls` of the present one are running.
    pub fn with_outer_calls<T>(&self, calls: usize, run: impl FnOnce() -> T) -> T {
        let outer = self.outer_calls.get();
        self.outer_calls.set(outer + calls);
        let result = run();
        self.outer_calls.set(outer);
        result
    }
}
