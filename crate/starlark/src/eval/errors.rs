//! From errors of natives, of the machine and of the `starlark` crate to ytt's: the text, and the frames with their lines of the program.
//!
//! Native functions fail with an [`Error`] inside (see [`fail`]), which comes out as it went in. Errors of the `starlark` crate's own
//! operations are recognised by their type, and worded in `messages`.

mod messages;

use std::fmt;
use std::ops::Range;

use starlark::ErrorKind;
use starlark::values::ValueError;

use crate::diagnostics::cause::{ArgumentMistake, Cause};
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{self, Error, Frame};
use crate::spelling::{meant, nearest};

/// An [`Error`] on its way through the `starlark` crate.
struct Carried {
    error: Error,
    /// Frames that come before those of the starlark crate's call stack.
    frames: Vec<Frame>,
    /// Frames of the machine, after those.
    stack: Vec<TranslatedFrame>,
    /// ytt crashes here: it shows no frames.
    is_crash: bool,
    /// See [`Translated`].
    is_misfit: bool,
    /// Calls are nested too deeply: not all frames are shown.
    is_overflow: bool,
}

impl Carried {
    fn new(error: Error) -> Carried {
        let (frames, stack, is_crash, is_misfit, is_overflow) = Default::default();
        Carried { error, frames, stack, is_crash, is_misfit, is_overflow }
    }

    fn of(error: &starlark::Error, operation: &Operation) -> Carried {
        let Some(carried) = carrier(error) else { return Carried::new(messages::describe(error, operation)) };
        let (frames, stack) = (carried.frames.clone(), carried.stack.clone());
        Carried { error: carried.error.clone(), frames, stack, ..*carried }
    }
}

/// The part of an instruction that its messages depend on.
#[derive(Debug, Default)]
pub(crate) struct Operation {
    /// The operator as written in the program.
    pub operator: Option<&'static str>,
}

/// An error of an instruction in ytt's words, with the frames of the machine.
pub(crate) fn raised(
    error: &starlark::Error,
    operation: &Operation,
    frames: impl IntoIterator<Item = TranslatedFrame>,
) -> starlark::Error {
    let mut carried = Carried::of(error, operation);
    carried.stack.extend(frames);
    starlark::Error::new_native(carried)
}

/// An error about the arguments of a call, with a frame of the function.
pub(crate) fn misfit(error: &starlark::Error, callee: Option<TranslatedFrame>) -> starlark::Error {
    let mut carried = Carried::of(error, &Operation::default());
    carried.is_misfit = callee.is_some();
    carried.stack.extend(callee);
    starlark::Error::new_native(carried)
}

/// The error for calls that are nested too deeply.
pub(crate) fn overflow(error: Error) -> starlark::Error {
    starlark::Error::new_native(Carried { is_overflow: true, ..Carried::new(error) })
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&diagnostics::report::text(&self.error))
    }
}

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Carried {}

/// Wraps an [`Error`] for the starlark crate.
pub(crate) fn fail(error: Error) -> starlark::Error {
    fail_within(error, Vec::new())
}

/// [`fail`] in code that is no program: it shows with frames of its own.
pub(crate) fn fail_within(error: Error, frames: Vec<Frame>) -> starlark::Error {
    starlark::Error::new_native(Carried { frames, ..Carried::new(error) })
}

/// [`fail`] with one sentence.
pub(crate) fn message(text: impl Into<String>) -> starlark::Error {
    fail(Error::message(text))
}

/// [`message`] of a known kind.
pub(crate) fn coded(code: Code, text: impl Into<String>) -> starlark::Error {
    fail(Error::message(text).coded(code))
}

/// [`coded`] with a cause.
pub(crate) fn caused(code: Code, text: impl Into<String>, cause: Cause) -> starlark::Error {
    fail(Error::message(text).coded(code).caused(cause))
}

/// The error of a call with wrong arguments; a name of a function without one is empty.
pub(crate) fn arguments(text: impl Into<String>, function: &str, mistake: ArgumentMistake) -> starlark::Error {
    let remedy = match &mistake {
        ArgumentMistake::Unknown { keyword, nearest: Some(to), .. } => {
            Some(Remedy::RenameKeyword { from: keyword.clone(), to: to.clone() })
        }
        _ => None,
    };
    let cause = Cause::Arguments { function: function.to_owned(), mistake };
    fail(Error::message(text).coded(Code::Arguments).caused(cause).with_remedy(remedy))
}

/// The error of an operator that does not accept the types of its operands.
pub(crate) fn operands(operator: &str, left: &str, right: &str, text: String) -> Error {
    let cause = Cause::Operands { operator: operator.to_owned(), left: left.to_owned(), right: right.to_owned() };
    Error::message(text).coded(Code::Operator).caused(cause)
}

/// The error of a key that is none of `keys`; it has a cause if it is a string.
pub(crate) fn no_key(text: String, key: Option<&str>, mut keys: Vec<String>) -> Error {
    keys.sort_unstable();
    let cause = key.map(|key| {
        let keys = || keys.iter().map(String::as_str);
        let nearest = nearest(key, keys()).or_else(|| meant(key, keys())).map(str::to_owned);
        Cause::NoKey { key: key.to_owned(), nearest }
    });
    Error::message(text).coded(Code::Attribute).caused(cause)
}

/// The start of ytt's messages of crashes.
const CRASHED: &str = "(p) ";

/// [`message`] where ytt crashes.
pub(crate) fn crash(text: &str) -> starlark::Error {
    let error = Error::message(format!("{CRASHED}{text}"));
    starlark::Error::new_native(Carried { is_crash: true, ..Carried::new(error) })
}

fn carrier(error: &starlark::Error) -> Option<&Carried> {
    match error.kind() {
        ErrorKind::Native(inner) => inner.downcast_ref(),
        _ => None,
    }
}

/// The [`Error`] inside, if there is one.
pub(crate) fn carried(error: &starlark::Error) -> Option<&Error> {
    carrier(error).map(|carried| &carried.error)
}

/// The frames that came with it.
pub(crate) fn carried_frames(error: &starlark::Error) -> &[Frame] {
    carrier(error).map_or(&[], |carried| &carried.frames)
}

/// The starlark crate's own structured error inside, if there is one.
pub(crate) fn value_error(error: &starlark::Error) -> Option<&ValueError> {
    match error.kind() {
        ErrorKind::Native(inner) | ErrorKind::Value(inner) | ErrorKind::Other(inner) => inner.downcast_ref(),
        _ => None,
    }
}

/// The text of an error without its place, in ytt's words as far as they do not depend on the place.
pub(crate) fn plain(error: &starlark::Error) -> String {
    match carried(error) {
        Some(error) => diagnostics::report::text(error),
        None => diagnostics::report::text(&messages::describe(error, &Operation::default())),
    }
}

/// The [`Error`] of an error, without its position.
pub(crate) fn flatten(error: &starlark::Error) -> Error {
    carried(error).cloned().unwrap_or_else(|| messages::describe(error, &Operation::default()))
}

/// Whether a limit on steps, time or memory ended the run: no template may catch that and go on.
pub(crate) fn is_limit(error: &starlark::Error) -> bool {
    carried(error).is_some_and(Error::is_limit)
}

/// An error with ytt's text, and where it came from.
#[derive(Debug)]
pub(crate) struct Translated {
    pub message: Error,
    /// Innermost first; natives do not show.
    pub frames: Vec<TranslatedFrame>,
    /// The innermost frame is that of a function that did not begin: its arguments do not fit.
    pub is_misfit: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TranslatedFrame {
    /// `<toplevel>`, or the function's name.
    pub name: String,
    pub template: usize,
    /// Line of the program, from 1; 0 for code that ytt adds itself, which shows no lines.
    pub line: u32,
    /// Bytes of the program: the code that failed, or was called.
    pub code: Option<Range<u32>>,
}

/// Words an error of a run as ytt does, and finds its frames.
pub(crate) fn translate(error: &starlark::Error) -> Translated {
    let message = flatten(error).coded(Code::Template);
    let Some(carried) = carrier(error).filter(|carried| !carried.is_crash) else {
        return Translated { message, frames: Vec::new(), is_misfit: false };
    };
    let mut frames = carried.stack.clone();
    if carried.is_overflow && frames.len() > OVERFLOW_FRAMES {
        // The rest is the same again.
        frames.drain(OVERFLOW_FRAMES - 1..frames.len() - 1);
    }
    Translated { message, frames, is_misfit: carried.is_misfit }
}

/// How many frames of an endless recursion are shown.
const OVERFLOW_FRAMES: usize = 6;
