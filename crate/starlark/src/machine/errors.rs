//! Errors of the machine: ytt's words, and the frames with their lines of the program.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Code, Op};
use super::run::Frame;
use crate::diagnostics::Error;
use crate::diagnostics::code::Code as ErrorCode;
use crate::eval::errors::{self, Operation, SourceLookup, TranslatedFrame, coded};
use crate::eval::session::Run;

/// An error of the instruction at `at`.
pub(super) struct Failure {
    error: starlark::Error,
    code: Arc<Code>,
    at: usize,
}

impl Failure {
    #[cold]
    pub(super) fn new(error: starlark::Error, code: Arc<Code>, at: usize) -> Failure {
        Failure { error, code, at }
    }
}

/// The error with the frames of a machine: of the function that failed, and of its callers.
#[cold]
pub(super) fn raised(failure: Failure, callers: &[Frame], run: &Run) -> starlark::Error {
    let Failure { error, code, at } = failure;
    let operation = match code.ops[at] {
        Op::Binary { op, .. } | Op::Test { op, .. } => Operation { operator: op.sign() },
        Op::Grow { .. } => Operation { operator: Some("+") },
        Op::Unary { op, .. } => Operation { operator: Some(op.sign()) },
        _ => Operation::default(),
    };
    let mut frames = vec![frame(&code, at, run)];
    frames.extend(callers.iter().rev().map(|caller| frame(&caller.code, caller.next - 1, run)));
    errors::raised(&error, &operation, frames, SourceLookup::limits(&*run.session))
}

/// The error of a call whose arguments do not fit the parameters of a function, which therefore has a frame.
#[cold]
pub(super) fn misfit(error: starlark::Error, code: &Code, run: &Run) -> starlark::Error {
    let entry = code.entry.map(|entry| TranslatedFrame {
        name: code.name.clone(),
        template: code.template,
        line: line(code, entry.start, run),
        code: None,
    });
    errors::misfit(&error, entry)
}

fn frame(code: &Code, at: usize, run: &Run) -> TranslatedFrame {
    let place = code.places[at];
    TranslatedFrame {
        name: code.name.clone(),
        template: code.template,
        line: place.at.map_or(0, |at| line(code, at, run)),
        code: place.expression.and_then(|span| original(code, span, run)),
    }
}

fn line(code: &Code, at: u32, run: &Run) -> u32 {
    run.session.template(code.template).and_then(|template| Some(template.source()?.line(at))).unwrap_or_default()
}

fn original(code: &Code, span: crate::syntax::source::Span, run: &Run) -> Option<Range<u32>> {
    let template = run.session.template(code.template)?;
    Some(template.source()?.original_range(span))
}

/// The error for a variable without a value.
#[cold]
pub(super) fn unassigned(kind: &str, name: &str) -> starlark::Error {
    coded(ErrorCode::Name, format!("{kind} variable {name} referenced before assignment"))
}

/// The error when a limit has ended the run.
#[cold]
pub(super) fn stopped(run: &Run) -> starlark::Error {
    let words = run.session.budget.stopped();
    coded(ErrorCode::Limit, words.unwrap_or_else(|| "stopped (limit of Ytterby)".to_owned()))
}

/// The error for calls that are nested too deeply.
#[cold]
pub(super) fn out_of_depth(run: &Run) -> starlark::Error {
    let most = run.session.limits.call_depth;
    let text = format!("calls are nested deeper than {most} (limit of Ytterby)");
    errors::overflow(Error::message(text).coded(ErrorCode::Limit))
}
