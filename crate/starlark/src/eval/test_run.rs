//! Runs small programs for tests, without files and modules.

use std::rc::Rc;

use starlark::values::Value;

use super::evaluation::Purpose;
use super::modules::Modules;
use super::plain_value::data_function::DataFunction;
use super::scope::{Exports, RunLoaded, Scope};
use super::session::Session;
use crate::diagnostics::{Error, ErrorKind, Frame, FrameLines, report};
use crate::extensions::Extensions;
use crate::limits::Limits;
use crate::natives::evaluation::Evaluation;
use crate::positions::{Position, Source};
use crate::program::{Line, Program, SourceLine};

/// The surroundings of a program that loads nothing.
struct Nothing;

impl Scope for Nothing {
    fn evaluation(&self) -> *const () {
        std::ptr::null()
    }

    fn load(&self, _: &str, _: &mut RunLoaded<'_>) -> Result<(), Error> {
        Err(Error::message("there are no files"))
    }

    fn load_native<'v>(self: Rc<Self>, _: &str, _: &mut dyn Evaluation<'v>) -> Option<Result<Exports<'v>, Error>> {
        None
    }
}

impl Modules for Nothing {
    fn path(&self, _: &str, _: Extensions) -> Option<String> {
        None
    }

    fn call<'v>(
        &self,
        function: &dyn DataFunction,
        _: &[Value<'v>],
        _: &mut dyn Evaluation<'v>,
    ) -> Result<Value<'v>, Error> {
        Err(Error::message(function.name()))
    }
}

/// The outcome as the table has it, and the frames of an error as `name:line`. Garbage is collected that many times without need.
pub(super) fn run(statements: &str, expression: &str, collections: u32) -> (String, Vec<String>) {
    let limits = Limits { call_depth: 1000, ..Limits::default() };
    let session = Session::new(&limits, false, &Nothing, Rc::new(|| 0.0));
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
    let outcome =
        session.compile(program).and_then(|template| session.run(&template, 2, Rc::new(Nothing), Purpose::Exports));
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
