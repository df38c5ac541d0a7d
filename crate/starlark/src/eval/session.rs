//! One render's evaluator: compiled templates, what they left behind, and the limits they share.
//!
//! [`Session::run`] takes a program and gives back what it built and what it exports. Values of one
//! module's heap leave it frozen ([`Module`]) or as data; functions among them are called later through
//! [`FunctionCaller`](super::plain_value::FunctionCaller).

use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::LazyLock;

use starlark::any::ProvidesStaticType;
use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, Module as StarlarkModule};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::{FrozenValue, OwnedFrozenValue, Value as StarlarkValue, ValueLike};

use super::errors;
use super::fragment::Fragment;
use super::frames;
use super::host::Host;
use super::instructions;
use super::module::Module;
use super::scope::{Library, Scope};
use super::shared::{self, Attempt};
use super::tree_builder::{Built, Context, Text};

use super::modules::Modules;
use super::store::Store;
use super::{builtins, loads, nesting};
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::{Position, Source};
use crate::diagnostics::{Error, ErrorKind};
use crate::dialect::{self, Compiled, Options};
use crate::extensions::Extensions;
use crate::limits::depth;
use crate::limits::{Budget, Clock, Limits};
use crate::program::Program;
use crate::syntax::{self, Problem, TemplateNames};
use crate::yaml::tree::{DocumentSet, Value};
use crate::{compile, machine};

/// A template that is compiled for one place in a session.
pub struct Template {
    /// The program it was compiled from.
    pub program: Program,
    /// What the dialect made of it.
    pub(crate) compiled: Executable,
    /// Its place: how many were run before it.
    pub index: usize,
    /// Trees in the making, the file's own first.
    pub contexts: RefCell<Vec<Context>>,
    /// The finished tree of the file.
    pub root: RefCell<Option<Built>>,
}

/// What a program was compiled to.
pub(crate) enum Executable {
    /// Text for the starlark crate.
    Emitted {
        /// The text, and what it says about the program.
        compiled: Compiled,
        /// The text, parsed; gone when it was run for the last time.
        ast: RefCell<Option<AstModule>>,
    },
    /// Instructions of the machine.
    Machine {
        /// The instructions.
        program: compile::Program,
        /// What they were compiled from, for messages.
        source: syntax::source::Source,
    },
}

/// How programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// As text for the starlark crate.
    Emitter,
    /// As instructions of the machine.
    Machine,
}

impl Engine {
    /// The one that tests ask for, with a feature or a variable of the environment, and how many collections they want without need.
    fn chosen() -> (Engine, u32) {
        static ASKED: LazyLock<Option<u32>> = LazyLock::new(|| {
            let variable = if cfg!(target_family = "wasm") { None } else { std::env::var("YTTERBY_MACHINE").ok() };
            let collections = variable.as_ref().and_then(|collections| collections.parse().ok()).unwrap_or_default();
            (cfg!(feature = "machine") || variable.is_some()).then_some(collections)
        });
        ASKED.map_or((Engine::Emitter, 0), |collections| (Engine::Machine, collections))
    }
}

impl Template {
    /// The names that other programs can load, and the variables of the module with their values.
    fn exports(&self) -> Box<dyn Iterator<Item = (&str, &str)> + '_> {
        match &self.compiled {
            Executable::Emitted { compiled, .. } => {
                Box::new(compiled.exports.iter().map(|export| (&*export.name, &*export.emitted)))
            }
            Executable::Machine { program, .. } => {
                let names = program.variables.iter().map(String::as_str);
                Box::new(names.filter(|name| !name.starts_with('_')).map(|name| (name, name)))
            }
        }
    }

    /// What the machine's program was compiled from.
    pub(crate) fn source(&self) -> Option<&syntax::source::Source> {
        match &self.compiled {
            Executable::Machine { source, .. } => Some(source),
            Executable::Emitted { .. } => None,
        }
    }

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
    engine: Engine,
    /// How programs are run.
    pub attempt: Attempt,
    /// The result is not ytt's: another attempt is needed.
    failed_attempt: Cell<bool>,
    /// Bytes in use from which on garbage is collected.
    pub(super) next_collection: Cell<usize>,
    /// Collections that are done without need.
    pub(super) needless_collections: Cell<u32>,
    /// What is left of the limits.
    pub budget: Rc<Budget>,
    pub(super) templates: RefCell<Vec<Rc<Template>>>,
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
    /// Files of a shared heap that are being loaded.
    loading: Cell<u32>,
    /// Functions that native functions are calling.
    callbacks: Cell<u32>,
    /// Calls of functions that machines are running.
    calls: Cell<usize>,
    /// Steps until machines that natives start look at the limits.
    fuel: Cell<u32>,
}

impl Run {
    pub(crate) fn new(session: &Rc<Session>, scope: Option<usize>, template: Option<usize>) -> Run {
        let (loading, callbacks, calls) = Default::default();
        let (scope, template, fuel) = (Cell::new(scope), Cell::new(template), Cell::new(machine::FUEL));
        Run { session: session.clone(), scope, template, loading, callbacks, calls, fuel }
    }

    /// How many calls of functions machines are running.
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

    /// How many calls are running.
    pub(crate) fn depth(&self, eval: &Evaluator<'_, '_, '_>) -> usize {
        self.calls() + eval.call_stack_count()
    }

    pub(crate) fn fuel(&self) -> u32 {
        self.fuel.get()
    }

    pub(crate) fn set_fuel(&self, fuel: u32) {
        self.fuel.set(fuel);
    }

    pub(super) fn is_loading(&self) -> bool {
        self.loading.get() > 0
    }

    /// Whether native functions are calling functions of the program.
    pub(super) fn has_callbacks(&self) -> bool {
        self.callbacks.get() > 0
    }

    /// Runs a call by a native function.
    pub(super) fn with_callback<T>(&self, call: impl FnOnce() -> T) -> T {
        self.callbacks.set(self.callbacks.get() + 1);
        let result = call();
        self.callbacks.set(self.callbacks.get() - 1);
        result
    }

    pub(crate) fn of<'x>(eval: &Evaluator<'_, 'x, '_>) -> starlark::Result<&'x Run> {
        eval.extra
            .and_then(|extra| extra.downcast_ref::<Run>())
            .ok_or_else(|| errors::message("this function needs a running template"))
    }
}

/// How the emitted text is parsed: what the dialect did not rewrite means the same to the starlark crate.
pub(crate) const DIALECT: Dialect = Dialect {
    enable_def: true,
    enable_lambda: true,
    enable_load: false,
    enable_keyword_only_arguments: true,
    enable_positional_only_arguments: false,
    enable_types: DialectTypes::Disable,
    enable_load_reexport: false,
    enable_top_level_stmt: true,
    enable_f_strings: false,
    ..Dialect::Standard
};

/// Whether the `starlark` crate can parse emitted text; the error is in its words.
pub fn check_emitted(text: &str) -> Result<(), String> {
    AstModule::parse("0", text.to_owned(), &DIALECT).map(drop).map_err(|error| format!("{error:?}"))
}

static GLOBALS: LazyLock<Globals> = LazyLock::new(|| globals(Attempt::Fast));
static THOROUGH_GLOBALS: LazyLock<Globals> = LazyLock::new(|| globals(Attempt::Thorough));

fn globals(attempt: Attempt) -> Globals {
    let mut builder = GlobalsBuilder::new();
    builtins::universe(&mut builder);
    shared::register(&mut builder);
    instructions::register(&mut builder);
    loads::register(&mut builder);
    if attempt == Attempt::Thorough {
        builtins::checked_operators(&mut builder);
    }
    builder.build()
}

/// The values of built-in names.
static UNIVERSE: LazyLock<HashMap<&'static str, FrozenValue>> = LazyLock::new(|| {
    let globals: &'static Globals = &GLOBALS;
    globals.iter().collect()
});

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

impl Session {
    /// The time limit starts now.
    pub fn new(limits: &Limits, records_history: bool, modules: &'static dyn Modules, clock: Clock) -> Rc<Session> {
        let budget = Budget::new(limits, clock);
        let (engine, collections) = Engine::chosen();
        let session = Session::begin(limits, records_history, modules, budget, Attempt::Fast, engine);
        session.collect_needlessly(collections);
        session
    }

    /// A session that runs its programs on the machine.
    #[cfg(test)]
    pub(crate) fn on_machine(limits: &Limits, modules: &'static dyn Modules, clock: Clock) -> Rc<Session> {
        Session::begin(limits, false, modules, Budget::new(limits, clock), Attempt::Fast, Engine::Machine)
    }

    /// A session for the same run from the start, thoroughly and within the time that is left.
    pub fn again(&self) -> Rc<Session> {
        Session::begin(
            &self.limits,
            self.records_history,
            self.modules,
            self.budget.again(),
            Attempt::Thorough,
            Engine::Emitter,
        )
    }

    fn begin(
        limits: &Limits,
        records_history: bool,
        modules: &'static dyn Modules,
        budget: Rc<Budget>,
        attempt: Attempt,
        engine: Engine,
    ) -> Rc<Session> {
        // A run that was cut off may have left one.
        errors::take_crash();
        // The machine collects garbage.
        let budget = if engine == Engine::Machine { budget.again() } else { budget };
        Rc::new(Session {
            engine,
            attempt,
            failed_attempt: Cell::new(false),
            next_collection: Cell::new(shared::first_collection()),
            needless_collections: Cell::new(0),
            host: Host::default(),
            limits: limits.clone(),
            records_history,
            modules,
            extensions: Cell::default(),
            budget,
            templates: RefCell::default(),
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

    /// Notes that what this attempt has done is not what ytt does.
    pub(super) fn try_thoroughly(&self) {
        self.failed_attempt.set(true);
    }

    /// Collects garbage without need, as often as that, where it is possible.
    pub fn collect_needlessly(&self, times: u32) {
        self.needless_collections.set(times);
    }

    /// Whether the result is to be thrown away, and the run to be done [again](Session::again).
    pub fn needs_another_attempt(&self) -> bool {
        self.attempt == Attempt::Fast && (self.failed_attempt.get() || self.budget.needs_collection())
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

    /// The template at an index.
    pub fn template(&self, index: usize) -> Option<Rc<Template>> {
        self.templates.borrow().get(index).cloned()
    }

    /// The templates that were run so far, in that order.
    pub(super) fn templates(&self) -> Ref<'_, [Rc<Template>]> {
        Ref::map(self.templates.borrow(), Vec::as_slice)
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

    /// Evaluates a template in its surroundings; `again` where it will be run in a later render, too.
    ///
    /// Errors are [`ErrorKind::Template`]: the error of the run with its frames.
    pub fn run(self: &Rc<Self>, template: Rc<Template>, scope: Rc<dyn Scope>, again: bool) -> Result<Outcome, Error> {
        let index = template.index;
        template.clear();
        self.templates.borrow_mut().push(template.clone());
        let scope_index = {
            let mut scopes = self.scopes.borrow_mut();
            scopes.push(scope);
            scopes.len() - 1
        };
        let run = Run::new(self, Some(scope_index), Some(index));
        let store = self.new_store();

        let fragments = Fragment::alive();
        let frozen = StarlarkModule::with_temp_heap(|module| {
            module.set_extra_value(module.heap().alloc(Store::new(store)));
            self.nested(|| {
                let mut eval = Evaluator::new(&module);
                self.prepare(&mut eval, &run)?;
                let result = match &template.compiled {
                    Executable::Emitted { ast, .. } => self.run_emitted(ast, again, &mut eval),
                    Executable::Machine { program, .. } => {
                        let result = machine::run_module(program, &mut eval);
                        self.budget.count(u64::from(machine::FUEL - run.fuel()));
                        result.map(|variables| {
                            for (index, name) in program.variables.iter().enumerate() {
                                if let Some(value) = variables.get(index) {
                                    module.set(name, value);
                                }
                            }
                        })
                    }
                };
                result.map_err(|error| frames::error(self, &error))?;
                self.check_contexts(&template)
            })?;
            freeze(module, |emitted| {
                let (name, _) = template.exports().find(|(_, variable)| *variable == emitted)?;
                Some(format!("{}: {name}", template.program.source.name))
            })
        })?;
        self.keep_store(store, &frozen);
        if Fragment::alive() > fragments {
            self.has_fragments.set(true);
        }

        let mut exports = Vec::new();
        for (name, variable) in template.exports() {
            if let Ok((value, _)) = frozen.get_any_visibility(variable) {
                exports.push((name.to_owned(), value));
            }
        }
        template.contexts.borrow_mut().clear();
        let output = match template.root.borrow_mut().take() {
            Some(Built::Tree(Value::DocumentSet(documents))) => Output::Documents(documents.into_content()),
            Some(Built::Text(text)) => Output::Text(text),
            _ => Output::None,
        };
        Ok(Outcome { output, module: Rc::new(Module { exports }) })
    }

    /// Evaluates a template in the heap of the program that loads it, and gives back what it exports.
    ///
    /// Errors are those of [`Session::run`].
    pub(super) fn load<'v>(
        self: &Rc<Self>,
        eval: &mut Evaluator<'v, '_, '_>,
        template: &Rc<Template>,
        scope: Rc<dyn Scope>,
    ) -> Result<Vec<(String, StarlarkValue<'v>)>, Error> {
        let loader = Run::of(eval).map_err(|error| errors::flatten(&error))?;
        let scope_index = {
            let mut scopes = self.scopes.borrow_mut();
            scopes.push(scope);
            scopes.len() - 1
        };
        self.templates.borrow_mut().push(template.clone());
        let (outer_scope, outer_template) =
            (loader.scope.replace(Some(scope_index)), loader.template.replace(Some(template.index)));
        loader.loading.set(loader.loading.get() + 1);
        let outer_frames = eval.call_stack_count();
        let result = self.nested(|| {
            let Executable::Emitted { ast, .. } = &template.compiled else {
                return Err(Error::message("expected a program of the thorough attempt"));
            };
            let ast = ast.take();
            let ast = ast.ok_or_else(|| Error::message("expected a template that was not run before"))?;
            let result = eval.eval_module(ast, &THOROUGH_GLOBALS).map(|_| ());
            self.budget.ended();
            result.map_err(|error| frames::error_of_loaded(self, &error, outer_frames))?;
            self.check_contexts(template)
        });
        let variables = |name: &str| eval.module().get(name);
        let exports = template.exports();
        let exports = exports.filter_map(|(name, variable)| Some((name.to_owned(), variables(variable)?))).collect();
        if let (Ok(()), Executable::Emitted { compiled, .. }) = (&result, &template.compiled) {
            let all = compiled.variables.iter().filter_map(|name| variables(name)).collect();
            shared::freeze(all, eval);
        }
        loader.loading.set(loader.loading.get() - 1);
        loader.scope.set(outer_scope);
        loader.template.set(outer_template);
        template.contexts.borrow_mut().clear();
        result.map(|()| exports)
    }

    /// Runs text on the starlark crate.
    fn run_emitted(
        &self,
        ast: &RefCell<Option<AstModule>>,
        again: bool,
        eval: &mut Evaluator<'_, '_, '_>,
    ) -> starlark::Result<()> {
        let ast = if again { ast.borrow().clone() } else { ast.take() };
        let ast = ast.ok_or_else(|| errors::message("expected a template that was not run before"))?;
        let globals: &Globals = match self.attempt {
            Attempt::Fast => &GLOBALS,
            Attempt::Thorough => &THOROUGH_GLOBALS,
        };
        let result = eval.eval_module(ast, globals).map(|_| ());
        self.budget.ended();
        self.count_steps(eval);
        result
    }

    /// A character that is no text ends a program early, and ytt says no more than this.
    fn check_contexts(&self, template: &Template) -> Result<(), Error> {
        if !template.contexts.borrow().is_empty() {
            return Err(frames::error(self, &errors::crash("expected all ctxs to end")));
        }
        errors::take_crash().map_or(Ok(()), |crash| Err(frames::error(self, &errors::crashed(crash))))
    }

    /// A program ready to be the next that is run.
    ///
    /// Errors are [`ErrorKind::Template`]: syntax and name errors.
    pub fn compile(&self, program: Program) -> Result<Rc<Template>, Error> {
        let index = self.next_index();
        let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
        let prefix = program.instruction_prefix();
        let names = TemplateNames { prefix: &prefix };
        let is_template = !program.nodes.items.is_empty();
        let shared = (self.attempt == Attempt::Thorough).then_some(index as u32);
        let syntax = syntax::Options {
            template: is_template.then_some(names),
            is_escaped: program.source.is_escaped(),
            budget: Some(self.budget.clone()),
            ..syntax::Options::default()
        };
        let failed = |problems: Vec<Problem>| {
            let problems = problems.iter().map(|problem| frames::syntax_problem(self, &program, problem));
            Error::of(ErrorKind::Template(problems.collect()))
        };
        let in_time = |source: &Arc<Source>| {
            self.check_time().map_err(|error| error.placed(&Position::unknown_in(source.clone())))
        };
        let compiled = match self.engine {
            Engine::Machine => {
                let parsed = syntax::parse(&lines, &syntax).map_err(|problem| failed(vec![problem]))?;
                let resolved = parsed.resolve(&syntax).map_err(failed)?;
                parsed.check_first_statement().map_err(|problem| failed(vec![problem]))?;
                let names = syntax.template;
                let universe = |name: &str| UNIVERSE.get(name).copied();
                let input = compile::Input {
                    parsed: &parsed,
                    resolved: &resolved,
                    names,
                    template: index,
                    universe: &universe,
                };
                let code = compile::compile(&input);
                in_time(&program.source)?;
                Executable::Machine { program: code, source: parsed.source }
            }
            Engine::Emitter => {
                let options = Options { syntax, number: index as u32, shared, loadable: program.loadable };
                let compiled = dialect::compile(&lines, &options).map_err(failed)?;
                // The starlark crate's parser cannot be stopped.
                in_time(&program.source)?;
                let parsed = AstModule::parse(&index.to_string(), compiled.text.clone(), &DIALECT);
                in_time(&program.source)?;
                match parsed {
                    Ok(ast) => Executable::Emitted { compiled, ast: RefCell::new(Some(ast)) },
                    Err(error) => {
                        // The error's place is found through the template.
                        let compiled = Executable::Emitted { compiled, ast: RefCell::default() };
                        let (contexts, root) = Default::default();
                        let template = Rc::new(Template { program, compiled, index, contexts, root });
                        self.templates.borrow_mut().push(template);
                        return Err(frames::error(self, &error));
                    }
                }
            }
        };
        let (contexts, root) = Default::default();
        Ok(Rc::new(Template { program, compiled, index, contexts, root }))
    }

    /// The place of the template that is run next.
    pub fn next_index(&self) -> usize {
        self.templates.borrow().len()
    }

    /// Lets go of all templates and their surroundings: those hold the session, too.
    pub fn end(&self) {
        self.templates.borrow_mut().clear();
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

    /// Sets the limits of an evaluator and what its natives find.
    pub(super) fn prepare<'v, 'x>(&'x self, eval: &mut Evaluator<'v, 'x, '_>, run: &'x Run) -> Result<(), Error> {
        eval.extra = Some(run);
        let failed = |error: &dyn std::fmt::Display| Error::message(error.to_string());
        let calls = (self.limits.call_depth as usize).saturating_sub(self.outer_calls.get()).max(1);
        eval.set_max_callstack_size(calls).map_err(|e| failed(&e))?;
        self.budget.start_program();
        // See `nesting`. The machine lets garbage be collected, and looks at the limits itself.
        if self.engine == Engine::Emitter {
            eval.disable_gc();
            eval.set_check_cancelled(Box::new(|| self.budget.asked()));
        }
        Ok(())
    }

    /// Takes the steps of an evaluator that has ended.
    pub(super) fn count_steps(&self, eval: &Evaluator<'_, '_, '_>) {
        self.budget.count(eval.get_total_tick_count());
    }
}
