//! Programs and what the real ytt makes of them: `snippets.json` holds statements, an expression, and its
//! `repr` or the error. They go through the dialect, the engine, the natives and the error texts.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use starlark::environment::{GlobalsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;
use starlark::values::Value;

use super::builtins::native::Function;
use super::builtins::universe;
use super::errors::{self, RunLimits, SourceLookup};
use super::host::{Host, Spread};
use super::matcher::{Matcher, Pair};
use super::modules::Modules;
use super::plain_value::FunctionCaller;
use super::scope::{Library, LibraryOptions, RunShared, Scope};
use super::session::{DIALECT, Session};
use super::shared;
use crate::diagnostics::positions::{Position, Source};
use crate::diagnostics::{Error, ErrorKind, Frame, FrameLines, report};
use crate::dialect::runtime::COLLECT;
use crate::dialect::{self, CallArguments, Compiled, Options};
use crate::extensions::Extensions;
use crate::limits::Limits;
use crate::program::{Line, Program, SourceLine};
use crate::yaml::tree;

struct One<'h> {
    compiled: Compiled,
    host: &'h Host,
    is_unclear: Cell<bool>,
}

impl SourceLookup for One<'_> {
    fn with_compiled(&self, _: usize, read: &mut dyn FnMut(&Compiled)) {
        read(&self.compiled);
    }

    fn spread(&self) -> Spread {
        self.host.spread.borrow().clone()
    }

    fn native_call(&self) -> Option<CallArguments> {
        self.host.native_call.borrow().clone()
    }

    fn unclear(&self) {
        self.is_unclear.set(true);
    }

    fn limits(&self) -> RunLimits {
        RunLimits { calls: 1000, stopped: None }
    }
}

/// The outcome as the table has it, and the frames of an error as `name:line`.
pub(super) fn run(statements: &str, expression: &str) -> (String, Vec<String>) {
    let thoroughly = Options { shared: Some(0), ..Options::default() };
    let first = attempt(statements, expression, &Options::default());
    first.or_else(|| attempt(statements, expression, &thoroughly)).unwrap()
}

/// The outcome of one attempt; `None` if only the thorough one can tell what ytt says.
fn attempt(statements: &str, expression: &str, options: &Options) -> Option<(String, Vec<String>)> {
    let mut lines: Vec<&str> = statements.lines().collect();
    let last = format!("zz_result = repr({expression})");
    lines.extend(last.split('\n'));
    let host = Host::default();
    let compiled = match dialect::compile(&lines, options) {
        Ok(compiled) => One { compiled, host: &host, is_unclear: Cell::new(false) },
        Err(problems) => {
            let problem = &problems[0];
            return Some((format!("ERR {}", problem.message), vec![format!(":{}", problem.line)]));
        }
    };
    let ast = match AstModule::parse("0", compiled.compiled.text.clone(), &DIALECT) {
        Ok(ast) => ast,
        Err(error) => return Some((format!("NOT STARLARK {error}"), Vec::new())),
    };
    let globals = GlobalsBuilder::new().with(universe).with(shared::register).with(without_collector).build();
    Module::with_temp_heap(|module| {
        let mut eval = Evaluator::new(&module);
        eval.extra = Some(&host);
        eval.set_max_callstack_size(1000).unwrap();
        if let Err(error) = eval.eval_module(ast, &globals) {
            let translated = errors::translate(&error, &compiled, 0);
            let frames = translated.frames.iter().map(|frame| format!("{}:{}", frame.name, frame.line)).collect();
            let is_clear = options.shared.is_some() || !compiled.is_unclear.get();
            return is_clear.then(|| (format!("ERR {}", report::text(&translated.message)), frames));
        }
        let value = module.get("zz_result").unwrap();
        Some((value.unpack_str().unwrap().to_owned(), Vec::new()))
    })
}

/// Collecting garbage needs a session.
fn without_collector(builder: &mut GlobalsBuilder) {
    builder.set(COLLECT, Function { name: COLLECT, code: |_, _| Ok(Value::new_none()), engine: None });
}

/// What the table says of a row, in the form that [`run`] gives.
fn expected(row: &serde_json::Value) -> (String, Vec<String>) {
    if let Some(repr) = row["repr"].as_str() {
        return (repr.to_owned(), Vec::new());
    }
    let error = row["error"].as_str().unwrap_or_default();
    // Hints are added where reports are made.
    let error = error.split(" (hint: ").next().unwrap_or_default();
    let frames = row["frames"].as_array().into_iter().flatten();
    (format!("ERR {error}"), frames.map(|frame| frame.as_str().unwrap_or_default().to_owned()).collect())
}

#[test]
fn snippets_answer_as_ytt_does() {
    // Deep calls take more stack in a debug build than a test's thread has.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(compare_all);
    thread.unwrap().join().unwrap();
}

/// The surroundings of a program that loads nothing.
struct Nothing;

impl Scope for Nothing {
    fn load(&self, _: &str) -> Result<Rc<super::module::Module>, Error> {
        Err(Error::message("there are no files"))
    }

    fn load_shared(&self, _: &str, _: &mut RunShared<'_>) -> Result<(), Error> {
        Err(Error::message("there are no files"))
    }

    fn data_values(&self) -> tree::Value {
        tree::Value::Null
    }

    fn list(&self, _: Option<&str>) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    fn read(&self, _: &str) -> Result<Arc<[u8]>, Error> {
        Err(Error::message("there are no files"))
    }

    fn library(&self, _: &str, _: LibraryOptions) -> Result<Rc<dyn Library>, Error> {
        Err(Error::message("there are no libraries"))
    }
}

impl Modules for Nothing {
    fn contain(&self, _: &str, _: Extensions) -> bool {
        false
    }

    fn matches(&self, _: &Matcher, _: &Pair<'_>, _: &mut dyn FunctionCaller) -> Result<bool, Error> {
        Ok(false)
    }

    fn load<'v>(&self, _: &str, _: &mut Evaluator<'v, '_, '_>) -> Result<Vec<(String, Value<'v>)>, Error> {
        Err(Error::message("there are no modules"))
    }
}

/// The outcome on the machine, which collects garbage that many times without need.
fn run_on_machine(statements: &str, expression: &str, collections: u32) -> (String, Vec<String>) {
    let limits = Limits { call_depth: 1000, ..Limits::default() };
    let session = Session::on_machine(&limits, &Nothing, Rc::new(|| 0.0));
    session.collect_needlessly(collections);
    let last = format!("zz_result = repr({expression})");
    let lines: Vec<&str> = statements.lines().chain(last.split('\n')).collect();
    let source = Source::new("snippet.star", lines.join("\n"));
    let mut program = Program::empty(&source, 2);
    program.lines = lines
        .iter()
        .zip(1..)
        .map(|(line, number)| Line {
            code: (*line).to_owned(),
            source: Some(SourceLine {
                position: Position::new(source.clone(), number),
                content: (*line).into(),
                selection: None,
            }),
            written: None,
        })
        .collect();
    let outcome = session.compile(program).and_then(|template| session.run(template, Rc::new(Nothing), false));
    match outcome {
        Ok(outcome) => {
            let result = outcome.module.get("zz_result").unwrap();
            (result.value().unpack_str().unwrap().to_owned(), Vec::new())
        }
        Err(error) => {
            let ErrorKind::Template(problems) = &*error.0 else { panic!("{error:?}") };
            let frame = |frame: &Frame| match &frame.lines {
                FrameLines::Source(position, _) => format!("{}:{}", frame.name, position.line()),
                _ => frame.name.clone(),
            };
            let frames = problems[0].frames.iter().map(frame).collect();
            (format!("ERR {}", report::text(&problems[0].message)), frames)
        }
    }
}

#[test]
fn snippets_answer_on_the_machine_as_ytt_does() {
    compare(|statements, expression| run_on_machine(statements, expression, 0));
}

#[test]
fn snippets_answer_the_same_if_garbage_is_collected_all_the_time() {
    compare(|statements, expression| run_on_machine(statements, expression, 1000));
}

fn compare_all() {
    compare(run);
}

fn compare(run: impl Fn(&str, &str) -> (String, Vec<String>)) {
    let table: Vec<serde_json::Value> = serde_json::from_str(include_str!("snippets.json")).unwrap();
    let (mut compared, mut different) = (0, Vec::new());
    for row in &table {
        let field = |name: &str| row[name].as_str().unwrap_or_default();
        let (statements, expression) = (field("statements"), field("expression"));
        // Modules are not part of this test; where ytt crashes there is nothing to compare.
        if statements.contains("load(") || row["crash"].is_string() {
            continue;
        }
        let (expected, got) = (expected(row), run(statements, expression));
        compared += 1;
        if got != expected {
            different.push(format!("{statements:?} {expression:?}\n  ytt  {expected:?}\n  ours {got:?}"));
        }
    }
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n"));
    assert!(compared >= 300, "{compared} of {} are compared", table.len());
}
