//! From the crate's errors to ytt's: the text, and the frames with their lines of the program.
//!
//! Natives of ours fail with an [`Error`] of ours inside (see [`fail`]), which comes out as it went in.
//! The crate's own errors are recognised by their type where they have one, else by their text (the crate
//! is pinned), and worded anew in `texts`; calls whose arguments do not fit are looked at again in `signature`.

mod signature;
mod texts;

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use starlark::ErrorKind;
use starlark::codemap::FileSpan;
use starlark::values::ValueError;

use super::host::{Spread, Unfit};
use crate::diagnostics::code::Code;
use crate::diagnostics::{self, Error, Frame};
use crate::dialect::{Compiled, unmangle};

/// An error of ours on its way through the crate, and frames that come before those of the crate's call stack.
struct Carried(Error, Vec<Frame>);

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&diagnostics::report::text(&self.0))
    }
}

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Carried {}

/// What a native returns to fail with an error of ours.
pub fn fail(error: Error) -> starlark::Error {
    fail_within(error, Vec::new())
}

/// [`fail`] in code that is no program: it shows with frames of its own.
pub fn fail_within(error: Error, frames: Vec<Frame>) -> starlark::Error {
    starlark::Error::new_native(Carried(error.readable(), frames))
}

/// [`fail`] with one sentence.
pub fn message(text: impl Into<String>) -> starlark::Error {
    fail(Error::message(text))
}

/// [`message`] of a known kind.
pub fn coded(code: Code, text: impl Into<String>) -> starlark::Error {
    fail(Error::message(text).coded(code))
}

thread_local! {
    /// How the program under way has crashed in ytt.
    static CRASH: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// What ytt's messages of crashes begin with.
const CRASHED: &str = "(p) ";

/// [`message`] where ytt crashes: it shows no lines.
pub fn crash(text: &str) -> starlark::Error {
    message(format!("{CRASHED}{text}"))
}

/// [`crash`] where nothing can fail: the run does, with this as its error, when it next fails or ends.
pub fn crash_later<T: Default>(text: &str) -> T {
    CRASH.with_borrow_mut(|crash| _ = crash.get_or_insert_with(|| Error::message(format!("{CRASHED}{text}"))));
    T::default()
}

/// The crash that came first, if there was one since it was last asked for.
pub fn take_crash() -> Option<Error> {
    CRASH.take()
}

fn is_crash(error: &starlark::Error) -> bool {
    carried(error).is_some_and(|error| diagnostics::report::text(error).starts_with(CRASHED))
}

/// The error of ours inside, if there is one.
pub fn carried(error: &starlark::Error) -> Option<&Error> {
    match error.kind() {
        ErrorKind::Native(inner) => inner.downcast_ref::<Carried>().map(|carried| &carried.0),
        _ => None,
    }
}

/// The frames that an error of ours brought along.
pub fn carried_frames(error: &starlark::Error) -> &[Frame] {
    match error.kind() {
        ErrorKind::Native(inner) => inner.downcast_ref::<Carried>().map_or(&[], |carried| &carried.1),
        _ => &[],
    }
}

/// The crate's own structured error inside, if there is one.
pub fn value_error(error: &starlark::Error) -> Option<&ValueError> {
    match error.kind() {
        ErrorKind::Native(inner) | ErrorKind::Value(inner) | ErrorKind::Other(inner) => inner.downcast_ref(),
        _ => None,
    }
}

/// The text of an error without its place, in ytt's words as far as they do not depend on the place.
pub fn plain(error: &starlark::Error) -> String {
    match carried(error) {
        Some(error) => diagnostics::report::text(error),
        None => diagnostics::report::text(&texts::describe(error, &texts::Place::default(), None)),
    }
}

/// An error as one of ours, its place left out.
pub fn flatten(error: &starlark::Error) -> Error {
    carried(error).cloned().unwrap_or_else(|| texts::describe(error, &texts::Place::default(), None))
}

/// A function's name as the program has it.
pub fn program_name(name: &str) -> String {
    unmangle(name)
}

/// Whether a limit on steps, time or memory ended the run: no template may catch that and go on.
pub fn is_limit(error: &starlark::Error) -> bool {
    match carried(error) {
        Some(error) => error.is_limit(),
        None => error.without_diagnostic().to_string() == "Evaluation cancelled",
    }
}

/// The programs that ran, by the number that their text was parsed under (`AstModule::parse("0", …)`).
pub trait SourceLookup {
    /// Hands the compiled program of a template to `read`; does nothing for an unknown one.
    fn with_compiled(&self, template: usize, read: &mut dyn FnMut(&Compiled));

    /// What `*` and `**` added to the last call that used them.
    fn spread(&self) -> Spread;

    /// The last call by a native, if its arguments did not fit.
    fn unfit(&self) -> Option<Unfit>;

    /// Notes that a lambda cannot be told from others of its program, as it can when the program runs again.
    fn ambiguous_lambda(&self);

    /// What messages say of the limits.
    fn limits(&self) -> RunLimits;
}

/// The limits of a run that messages name.
#[derive(Clone, Debug, Default)]
pub struct RunLimits {
    pub calls: usize,
    /// What ended the run, in words.
    pub stopped: Option<String>,
}

/// An error with ytt's text, and where it came from.
#[derive(Debug)]
pub struct Translated {
    pub message: Error,
    /// Innermost first; natives do not show.
    pub frames: Vec<TranslatedFrame>,
    /// The innermost frame is that of a function that did not begin: its arguments do not fit.
    pub is_misfit: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub struct TranslatedFrame {
    /// `<toplevel>`, or the function's name.
    pub name: String,
    pub template: usize,
    /// Line of the program, from 1; 0 for code that ytt adds itself, which shows no lines.
    pub line: u32,
    /// Bytes of the program: what failed, or was called.
    pub code: Option<Range<u32>>,
}

/// Words an error of a run as ytt does, and finds its frames, without the outermost `outer` of the call stack.
pub fn translate(error: &starlark::Error, sources: &dyn SourceLookup, outer: usize) -> Translated {
    if let Some(message) = take_crash().or_else(|| carried(error).filter(|_| is_crash(error)).cloned()) {
        return Translated { message: message.coded(Code::Template), frames: Vec::new(), is_misfit: false };
    }
    let place = place(error.span(), sources);
    let mismatch = if carried(error).is_none() { signature::mismatch(error, &place, sources) } else { None };
    let mut frames = frames(error, mismatch.is_some(), sources, outer);
    if let (Some(span), Some(innermost), true) = (error.span(), frames.first_mut(), texts::is_attribute(error)) {
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
        (None, None) => texts::describe(error, &place, Some(sources.limits())),
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
fn place(span: Option<&FileSpan>, sources: &dyn SourceLookup) -> texts::Place {
    let Some(span) = span else { return texts::Place::default() };
    let range = span.span.begin().get()..span.span.end().get();
    let mut place = texts::Place {
        template: template_of(span),
        text: span.source_span().to_owned(),
        operator: None,
        function: None,
    };
    if let Some(template) = place.template {
        sources.with_compiled(template, &mut |compiled| {
            place.operator = compiled.map.operator(range.clone()).map(str::to_owned);
            let around = compiled.functions.iter().find(|function| function.text.contains(&range.start));
            let text = around.and_then(|f| compiled.text.get(f.text.start as usize..f.text.end as usize));
            place.function = text.map(str::to_owned);
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

/// The functions that were running, from the crate's call stack, which says for each where it was called.
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
