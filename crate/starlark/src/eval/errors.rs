//! From the starlark crate's errors to ytt's: the text, and the frames with their lines of the program.
//!
//! Native functions fail with an [`Error`] inside (see [`fail`]), which comes out as it went in.
//! The `starlark` crate's own errors are recognised by their type where they have one, else by their text (`untyped`), and
//! worded in `messages`, calls whose arguments do not fit in `signature`. What they need to know of the operation that failed
//! is in the program's [`SourceMap`](crate::dialect::SourceMap).

mod messages;
mod signature;
mod untyped;

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use starlark::ErrorKind;
use starlark::codemap::FileSpan;
use starlark::values::ValueError;

use super::host::Spread;
use crate::diagnostics::code::Code;
use crate::diagnostics::{self, Error, Frame};
use crate::dialect::{CallArguments, Compiled, unmangle};

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

    fn of(error: &starlark::Error, place: &messages::Place, limits: Option<RunLimits>) -> Carried {
        let Some(carried) = carrier(error) else {
            let is_overflow = matches!(error.kind(), ErrorKind::StackOverflow(_));
            return Carried { is_overflow, ..Carried::new(messages::describe(error, place, limits)) };
        };
        let (frames, stack) = (carried.frames.clone(), carried.stack.clone());
        Carried { error: carried.error.clone(), frames, stack, ..*carried }
    }
}

/// What messages about an instruction of the machine depend on.
#[derive(Debug, Default)]
pub(crate) struct Operation {
    /// As the program has it.
    pub operator: Option<&'static str>,
}

/// An error of an instruction in ytt's words, with the frames of the machine.
pub(crate) fn raised(
    error: &starlark::Error,
    operation: &Operation,
    frames: impl IntoIterator<Item = TranslatedFrame>,
    limits: RunLimits,
) -> starlark::Error {
    let place = messages::Place { operator: operation.operator, ..messages::Place::default() };
    let mut carried = Carried::of(error, &place, Some(limits));
    carried.stack.extend(frames);
    starlark::Error::new_native(carried)
}

/// An error about the arguments of a call, with a frame of the function.
pub(crate) fn misfit(error: &starlark::Error, callee: Option<TranslatedFrame>) -> starlark::Error {
    let mut carried = Carried::of(error, &messages::Place::default(), None);
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

thread_local! {
    /// How ytt crashes at what the present program has done. A variable of the thread: the `starlark` crate asks values for their truth without
    /// the evaluator, and that cannot fail.
    static CRASH: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// What ytt's messages of crashes begin with.
const CRASHED: &str = "(p) ";

/// [`message`] where ytt crashes.
pub(crate) fn crash(text: &str) -> starlark::Error {
    crashed(Error::message(format!("{CRASHED}{text}")))
}

/// A crash of [`take_crash`].
pub(crate) fn crashed(error: Error) -> starlark::Error {
    starlark::Error::new_native(Carried { is_crash: true, ..Carried::new(error) })
}

/// [`crash`] where nothing can fail: the run does, with this as its error, when it next fails or ends.
pub(crate) fn crash_later<T: Default>(text: &str) -> T {
    CRASH.with_borrow_mut(|crash| _ = crash.get_or_insert_with(|| Error::message(format!("{CRASHED}{text}"))));
    T::default()
}

/// The crash that came first, if there was one since it was last asked for.
pub(crate) fn take_crash() -> Option<Error> {
    CRASH.take()
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
        None => diagnostics::report::text(&messages::describe(error, &messages::Place::default(), None)),
    }
}

/// The [`Error`] of an error, without its position.
pub(crate) fn flatten(error: &starlark::Error) -> Error {
    carried(error).cloned().unwrap_or_else(|| messages::describe(error, &messages::Place::default(), None))
}

/// A function's name as the program has it.
pub(crate) fn program_name(name: &str) -> String {
    unmangle(name)
}

/// Whether a limit on steps, time or memory ended the run: no template may catch that and go on.
pub(crate) fn is_limit(error: &starlark::Error) -> bool {
    match carried(error) {
        Some(error) => error.is_limit(),
        None => untyped::Untyped::read(&error.without_diagnostic().to_string()) == Some(untyped::Untyped::Cancelled),
    }
}

/// The programs that ran, by the number that their text was parsed under (`AstModule::parse("0", …)`).
pub(crate) trait SourceLookup {
    /// Hands the compiled program of a template to `read`; does nothing for an unknown one.
    fn with_compiled(&self, template: usize, read: &mut dyn FnMut(&Compiled));

    /// What `*` and `**` added to the last call that used them.
    fn spread(&self) -> Spread;

    /// The arguments of the last call by a native, if they did not fit.
    fn native_call(&self) -> Option<CallArguments>;

    /// Notes that only the thorough attempt can tell what ytt says: there lambdas have different names, and operations of the starlark
    /// crate are calls.
    fn unclear(&self);

    /// What messages say of the limits.
    fn limits(&self) -> RunLimits;
}

/// The limits of a run that messages name.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunLimits {
    pub calls: usize,
    /// What ended the run, in words.
    pub stopped: Option<String>,
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
    /// Bytes of the program: what failed, or was called.
    pub code: Option<Range<u32>>,
}

/// Words an error of a run as ytt does, and finds its frames, without the outermost `outer` of the call stack.
pub(crate) fn translate(error: &starlark::Error, sources: &dyn SourceLookup, outer: usize) -> Translated {
    if let Some(message) =
        take_crash().or_else(|| carrier(error).filter(|carried| carried.is_crash).map(|carried| carried.error.clone()))
    {
        return Translated { message: message.coded(Code::Template), frames: Vec::new(), is_misfit: false };
    }
    if let Some(carried) = carrier(error).filter(|carried| !carried.stack.is_empty()) {
        let mut frames = carried.stack.clone();
        if carried.is_overflow && frames.len() > OVERFLOW_FRAMES {
            // The rest is the same again.
            frames.drain(OVERFLOW_FRAMES - 1..frames.len() - 1);
        }
        let message = carried.error.clone().coded(Code::Template);
        return Translated { message, frames, is_misfit: carried.is_misfit };
    }
    let place = place(error.span(), sources);
    if place.has_unchecked && carried(error).is_none() && !is_limit(error) {
        sources.unclear();
    }
    let mismatch = if carried(error).is_none() { signature::mismatch(error, &place, sources) } else { None };
    let mut frames = frames(error, mismatch.is_some(), sources, outer);
    if let (Some(span), Some(innermost), true) = (error.span(), frames.first_mut(), messages::is_attribute(error)) {
        sources.with_compiled(innermost.template, &mut |compiled| {
            let range = span.span.begin().get()..span.span.end().get();
            innermost.code = compiled.map.attribute_name(&range);
            innermost.line = compiled.map.attribute_line(range);
        });
    }
    if matches!(error.kind(), ErrorKind::StackOverflow(_)) && frames.len() > OVERFLOW_FRAMES {
        // The rest is the same again.
        frames.drain(OVERFLOW_FRAMES - 1..frames.len() - 1);
    }
    let mut is_misfit = false;
    let message = match (carried(error), mismatch) {
        (Some(inner), _) => inner.clone().coded(Code::Template),
        (None, Some(mismatch)) => {
            if let Some(callee) = mismatch.callee {
                frames.insert(0, callee);
                is_misfit = true;
            }
            Error::message(mismatch.text).coded(Code::Arguments)
        }
        (None, None) => messages::describe(error, &place, Some(sources.limits())),
    };
    Translated { message, frames, is_misfit }
}

/// How many frames of an endless recursion are shown.
const OVERFLOW_FRAMES: usize = 6;

/// The template that a span of emitted text belongs to.
fn template_of(span: &FileSpan) -> Option<usize> {
    span.filename().parse().ok()
}

/// What the error's span is about.
fn place(span: Option<&FileSpan>, sources: &dyn SourceLookup) -> messages::Place {
    let Some(span) = span else { return messages::Place::default() };
    let range = span.span.begin().get()..span.span.end().get();
    let mut place = messages::Place { template: template_of(span), ..messages::Place::default() };
    if let Some(template) = place.template {
        sources.with_compiled(template, &mut |Compiled { map, .. }| {
            place.operator = map.operator(range.clone());
            place.is_unpacking = map.is_unpacking(&range);
            place.key = map.literal_key(&range).map(str::to_owned);
            place.has_unchecked = map.has_unchecked(&range);
            place.is_local = map.is_local(range.start);
            place.arguments = map.call_arguments(&range).cloned().unwrap_or_default();
        });
    }
    place
}

/// A frame at a span of emitted text.
fn frame(name: &str, span: &FileSpan, sources: &dyn SourceLookup) -> Option<TranslatedFrame> {
    let template = template_of(span)?;
    let range = span.span.begin().get()..span.span.end().get();
    let (mut line, mut code) = (0, None);
    sources.with_compiled(template, &mut |compiled| {
        code = compiled.map.expression_at(&range);
        line = compiled.map.line_of(range.clone());
    });
    Some(TranslatedFrame { name: program_name(name), template, line, code })
}

/// The functions that were running, from the starlark crate's call stack, which says for each where it was called.
fn frames(error: &starlark::Error, mismatch: bool, sources: &dyn SourceLookup, outer: usize) -> Vec<TranslatedFrame> {
    let mut frames = Vec::new();
    let mut at = error.span();
    for (depth, called) in error.call_stack().frames.iter().skip(outer).rev().enumerate() {
        let native = called.name.starts_with("<built-in ")
            // What the engine puts between a native and the function that it calls.
            || called.name == "None" && called.location.is_none()
            // What was called at the very place of the error has not begun: it is no function, or its
            // arguments do not fit.
            || depth == 0 && (mismatch || called.location.is_some() && called.location.as_ref() == error.span());
        if !native && let Some(span) = at {
            frames.extend(frame(&called.name, span, sources));
        }
        at = match &called.location {
            None if native => at,
            location => location.as_ref(),
        };
    }
    if let Some(span) = at {
        frames.extend(frame("<toplevel>", span, sources));
    }
    frames
}
