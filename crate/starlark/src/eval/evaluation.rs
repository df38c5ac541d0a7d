//! Compiling and running templates: [`Session::run`] takes a compiled program and returns its output and its exports.
//!
//! Values of one module's heap leave it frozen ([`Module`]) or as data; functions among them are called later through
//! [`FunctionCaller`](super::plain_value::FunctionCaller).

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use starlark::environment::{Globals, GlobalsBuilder, Module as StarlarkModule};
use starlark::eval::Evaluator;
use starlark::values::{FrozenValue, Value as Starlark};

use super::fragment::Fragment;
use super::module::Module;
use super::notes::{Block, BlockKind, SiteKind};
use super::plain_value::data_function::DataFunction;
use super::run::{Engine, Run};
use super::scope::Scope;
use super::session::Session;
use super::store::Store;
use super::template::Template;
use super::tree_builder::{Built, Text};
use super::{builtins, errors, frames, loads, nesting};
use crate::compile::notes::Sites;
use crate::diagnostics::{Error, ErrorKind};
use crate::positions::Position;
use crate::program::Program;
use crate::syntax::source::Span;
use crate::syntax::{self, Problem, TemplateNames};
use crate::yaml::tree::{DocumentSet, Value};
use crate::{compile, machine};

static ENGINE: Engine = Engine { call: machine::call, call_data, load: loads::load };

fn call_data<'v>(
    function: &dyn DataFunction,
    arguments: &[Starlark<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Starlark<'v>> {
    Session::of(eval)?.modules.call(function, arguments, eval).map_err(errors::fail)
}

impl Run {
    /// The state of an evaluation of a session.
    pub(super) fn of_session(session: &Rc<Session>) -> Run {
        Run::new(session.budget.clone(), session.host.clone(), &ENGINE, session.clone())
    }
}

/// The result of a file.
pub enum Output {
    /// The documents of a YAML template.
    Documents(DocumentSet),
    /// The text of a text template.
    Text(Text),
    /// A Starlark file has no output.
    None,
}

/// The results of a run of a template.
pub struct Outcome {
    /// The output of the file.
    pub output: Output,
    /// The values that other files can load from it.
    pub module: Rc<Module>,
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

/// The purpose of a run of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Its output.
    Output,
    /// Also the values that other files can load from it.
    Exports,
}

impl Session {
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
        let (index, running) = self.begin(template, number, scope);
        let run = Run::of_session(self);
        run.template.set(Some(index));
        let store = self.new_store();
        let fragments = Fragment::alive();
        let frozen = StarlarkModule::with_temp_heap(|module| {
            module.set_extra_value(module.heap().alloc(Store::new(store)));
            let is_kept = self.nested(|| {
                let mut eval = Evaluator::new(&module);
                eval.extra = Some(&run);
                let result = machine::run_module(&template.code, index, &mut eval);
                self.budget.count(run.steps());
                let variables = result.map_err(|error| frames::error(self, Some(&*running.scope), &error))?;
                frames::check_contexts(self, &running)?;
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
            is_kept.then(|| nesting::freeze(module, describe)).transpose()
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
        running.has_fragments.set(Fragment::alive() > fragments);
        running.contexts.borrow_mut().clear();
        let output = match running.root.borrow_mut().take() {
            Some(Built::Tree(Value::DocumentSet(documents))) => Output::Documents(documents.into_content()),
            Some(Built::Text(text)) => Output::Text(text),
            _ => Output::None,
        };
        Ok(Outcome { output, module: Rc::new(Module { exports }) })
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
        let watched = WatchedProgram { session: self, program: &program, text: &parsed.source };
        let is_watched = self.watches(&program.source);
        let input = compile::Input {
            parsed: &parsed,
            resolved: &resolved,
            names: options.template,
            universe: &universe,
            sites: is_watched.then_some(&watched as &dyn Sites),
        };
        let code = compile::compile(&input);
        self.check_time().map_err(|error| error.placed(&Position::unknown_in(program.source.clone())))?;
        Ok(Rc::new(Template { code, source: parsed.source, program }))
    }
}

/// Finds what is watched of a program in its template.
struct WatchedProgram<'a> {
    session: &'a Session,
    program: &'a Program,
    /// The text that was parsed.
    text: &'a syntax::source::Source,
}

impl Sites for WatchedProgram<'_> {
    fn site(&self, expression: Span, kind: SiteKind) -> Option<u32> {
        let range = self.program.in_template(&self.text.original_range(expression))?;
        self.session.note(|notes| notes.site(&self.program.source, range, kind))?
    }

    fn block(&self, kind: BlockKind, keyword: Span, body: Span) -> Option<u32> {
        let entry = |at: u32| Some(self.program.line_with(self.text.original(at) as usize)?.0);
        let line = |entry: usize| Some(self.program.lines.get(entry)?.source.as_ref()?.position.line());
        let first = entry(keyword.start)?;
        let last = entry(body.end.saturating_sub(1));
        let last_line = last.and_then(|last| (first..=last).filter_map(line).max());
        let (source, line) = (self.program.source.clone(), line(first)?);
        let block = Block { source, line, last_line, kind, is_reached: false, is_entered: false };
        self.session.note(|notes| notes.block(block))?
    }
}
