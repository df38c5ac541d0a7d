//! Errors of the machine: ytt's words, and the frames with their lines of the program.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Code, Op};
use super::values::Function;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code as ErrorCode;
use crate::eval::errors::{self, Operation, TranslatedFrame, fail};
use crate::eval::session::Session;
use crate::limits::depth;
use crate::syntax::source::Span;

/// An instruction that runs.
pub(super) struct Running {
    pub(super) code: Arc<Code>,
    /// Its index.
    pub(super) at: usize,
    /// The template of its module, by its index in the session.
    pub(super) template: usize,
}

/// An error of an instruction, with the frames of its machine. `callers` are from the innermost to the outermost.
#[cold]
pub(super) fn raised(
    error: &starlark::Error,
    failed: &Running,
    callers: impl Iterator<Item = Running>,
    session: &Session,
) -> starlark::Error {
    let operation = match failed.code.ops[failed.at] {
        Op::Binary { op, .. } | Op::Test { op, .. } => Operation { operator: op.sign() },
        Op::Grow { .. } => Operation { operator: Some("+") },
        Op::Unary { op, .. } => Operation { operator: Some(op.sign()) },
        _ => Operation::default(),
    };
    let mut frames = vec![frame(failed, session)];
    frames.extend(callers.map(|caller| frame(&caller, session)));
    errors::raised(error, &operation, frames)
}

/// The error of a call with arguments that do not fit the parameters of a function, which therefore has a frame.
#[cold]
pub(super) fn misfit(error: starlark::Error, function: &Function<'_>, session: &Session) -> starlark::Error {
    let (code, template) = (&function.code, function.template());
    let entry = code.entry.map(|entry| TranslatedFrame {
        name: code.name.clone(),
        template,
        line: line(template, entry.start, session),
        code: None,
    });
    errors::misfit(&error, entry)
}

fn frame(running: &Running, session: &Session) -> TranslatedFrame {
    let (place, template) = (running.code.places[running.at], running.template);
    TranslatedFrame {
        name: running.code.name.clone(),
        template,
        line: place.at.map_or(0, |at| line(template, at, session)),
        code: place.expression.and_then(|span| original(template, span, session)),
    }
}

fn line(template: usize, at: u32, session: &Session) -> u32 {
    session.running(template).map_or(0, |running| running.template.source.line(at))
}

fn original(template: usize, span: Span, session: &Session) -> Option<Range<u32>> {
    Some(session.running(template)?.template.source.original_range(span))
}

/// The error for a variable without a value.
#[cold]
pub(super) fn unassigned(kind: &str, name: &str) -> starlark::Error {
    let cause = Cause::Unassigned { name: name.to_owned(), is_local: kind == "local" };
    let text = format!("{kind} variable {name} referenced before assignment");
    fail(Error::message(text).coded(ErrorCode::Name).caused(cause))
}

/// The error for calls that are nested too deeply.
#[cold]
pub(super) fn out_of_depth(session: &Session) -> starlark::Error {
    let most = session.limits.call_depth;
    let text = format!("calls are nested deeper than {most} (limit of Ytterby)");
    errors::overflow(Error::message(text).coded(ErrorCode::Limit))
}

/// The error for functions that built-in functions call, nested too deeply.
#[cold]
pub(super) fn out_of_stack() -> starlark::Error {
    let most = depth::CALLBACKS;
    let text = format!("built-in functions call functions nested deeper than {most} (limit of Ytterby)");
    errors::overflow(Error::message(text).coded(ErrorCode::Limit))
}
