//! What went wrong, as data. `report.rs` makes ytt's text of it.

pub mod code;
pub mod hints;
pub mod key_position;
pub mod positions;
pub mod remedy;
pub mod report;

use std::borrow::Cow;

use code::Code;
use positions::Position;
use remedy::Remedy;

use crate::byte_text;

/// A value for a data value that the schema calls deprecated.
#[derive(Clone, Debug)]
pub struct Deprecated {
    /// As in reports: `kiln.heat`.
    pub path: String,
    /// The text of the notice in the schema.
    pub notice: String,
    /// Of the value.
    pub at: Position,
    /// Of the data value in the schema.
    pub defined: Position,
}

/// An error of any phase.
#[derive(Clone, Debug)]
pub struct Error(pub Box<ErrorKind>);

#[derive(Clone, Debug)]
/// The kinds of errors, by how ytt reports them.
pub enum ErrorKind {
    /// One sentence as ytt says it (it may hold line breaks).
    Message(Message),
    /// `context: inner`, e.g. "Overlaying data values (in following order: values.yml)".
    Context(String, Error),
    /// `context:` on a line of its own, then the inner text.
    ContextLine(String, Error),
    /// What a template's compilation or run gave: one problem with its frames, or several.
    Template(Vec<TemplateProblem>),
    /// A schema that is wrong, or data values that do not fit it.
    Schema(SchemaReport),
    /// Validation rules that do not hold.
    Violations(Vec<Invalid>),
}

#[derive(Clone, Debug)]
/// A message with a position and what is known besides.
pub struct Message {
    /// In ytt's words.
    pub text: String,
    /// The place it is about, for the editor. The text names it where ytt does.
    pub at: Position,
    /// Other positions that the problem involves.
    pub related: Vec<Related>,
    /// None until somebody knows.
    pub code: Option<Code>,
    /// What to do about it, in our own words.
    pub advice: Option<String>,
    /// A change that would solve the problem, where one is certain.
    pub remedy: Option<Remedy>,
}

/// Another place that explains a problem.
#[derive(Clone, Debug)]
pub struct Related {
    /// The other position.
    pub at: Position,
    /// What is there, for an editor: `annotation`, `function`, `near miss: …`.
    pub label: Cow<'static, str>,
}

/// A problem in a template: a message and where it came from, innermost frame first.
#[derive(Clone, Debug)]
pub struct TemplateProblem {
    /// What failed.
    pub message: Error,
    /// ytt's hint in parentheses after the first line.
    pub hint: Option<&'static str>,
    /// The calls that led there, in the order in which ytt lists them.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug)]
/// One call in the trace of an error.
pub struct Frame {
    /// `in NAME`; empty for problems found before the run.
    pub name: String,
    /// The lines that ytt shows of it.
    pub lines: FrameLines,
}

/// The lines shown for a frame.
#[derive(Clone, Debug)]
pub enum FrameLines {
    /// No line is known; the frame is left out.
    None,
    /// A line of the template.
    Source(Position, String),
    /// A generated line, between the nearest template lines before and after it.
    Generated {
        /// The name of the template.
        file: String,
        /// The generated line.
        code: String,
        /// The template line before it.
        before: Option<(Position, String)>,
        /// The template line after it.
        after: Option<(Position, String)>,
    },
}

/// "One or more data values were invalid" and what is under it.
#[derive(Clone, Debug)]
pub struct SchemaReport {
    /// The heading of the report; empty if there is none.
    pub summary: String,
    /// What is wrong, in order.
    pub findings: Vec<SchemaFinding>,
    /// Errors without a place, after the findings.
    pub others: Vec<Error>,
}

#[derive(Clone, Debug)]
/// One value that does not match the schema, or one part of a schema that is wrong.
pub struct SchemaFinding {
    /// The kind of problem.
    pub code: Code,
    /// A sentence before the lines, where ytt has one.
    pub description: Option<String>,
    /// Dotted path of the data value, where known.
    pub path: Option<String>,
    /// The value or annotation that is wrong.
    pub at: Position,
    /// Annotations above it that take part.
    pub annotations: Vec<Position>,
    /// What stands after "found: "; the line is left empty when this is.
    pub found: String,
    /// What stands after "expected: "; the line is left empty when this is.
    pub expected: String,
    /// Where what was expected is defined.
    pub defined: Position,
    /// Lines that ytt adds after `hint: `.
    pub hints: Vec<String>,
    /// A change that would solve the problem, where one is certain.
    pub remedy: Option<Remedy>,
}

/// A value that breaks rules.
#[derive(Clone, Debug)]
pub struct Invalid {
    /// As ytt shows it: `kiln.heat`, or `(document)`.
    pub path: String,
    /// The position of the data value.
    pub at: Position,
    /// The rules that it breaks.
    pub violations: Vec<Violation>,
}

#[derive(Clone, Debug)]
/// A rule that a data value breaks.
pub struct Violation {
    /// What stands after "must be: ".
    pub description: String,
    /// What stands after "found: ", empty when the rule said nothing.
    pub found: String,
    /// Where the rule is written.
    pub rule: Position,
    /// What to do about it, in our own words.
    pub advice: Option<String>,
    /// A change that would solve the problem, where one is certain.
    pub remedy: Option<Remedy>,
}

impl Error {
    /// An error with a text and no position.
    pub fn message(text: impl Into<String>) -> Error {
        Error::at(text, Position::unknown())
    }

    /// An error with a text, at a position.
    pub fn at(text: impl Into<String>, at: Position) -> Error {
        Error::of(ErrorKind::Message(Message {
            text: text.into(),
            at,
            related: Vec::new(),
            code: None,
            advice: None,
            remedy: None,
        }))
    }

    /// An error of this kind.
    pub fn of(kind: ErrorKind) -> Error {
        Error(Box::new(kind))
    }

    /// Says what kind of problem it is. What its parts are known to be stays.
    pub fn coded(mut self, code: Code) -> Error {
        self.set_code(code);
        self
    }

    /// The only sentence of it, behind its contexts, if it is that simple.
    pub fn sentence_mut(&mut self) -> Option<&mut Message> {
        match &mut *self.0 {
            ErrorKind::Message(message) => Some(message),
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => inner.sentence_mut(),
            _ => None,
        }
    }

    /// With U+FFFD in its sentences for what is no text in the strings of a program, see [`byte_text`].
    pub fn readable(mut self) -> Error {
        self.make_readable();
        self
    }

    fn make_readable(&mut self) {
        let readable = |text: &mut String| {
            if let Cow::Owned(shown) = byte_text::shown(text) {
                *text = shown;
            }
        };
        match &mut *self.0 {
            ErrorKind::Message(message) => readable(&mut message.text),
            ErrorKind::Context(context, inner) | ErrorKind::ContextLine(context, inner) => {
                readable(context);
                inner.make_readable();
            }
            ErrorKind::Template(_) | ErrorKind::Schema(_) | ErrorKind::Violations(_) => {}
        }
    }

    /// Says what place it is about, unless that is known.
    pub fn placed(mut self, position: &Position) -> Error {
        if let Some(message) = self.sentence_mut().filter(|message| !message.at.is_known()) {
            message.at = position.clone();
        }
        self
    }

    /// Says what would make it go away.
    pub fn with_remedy(mut self, remedy: Option<Remedy>) -> Error {
        if let ErrorKind::Message(message) = &mut *self.0 {
            message.remedy = remedy;
        }
        self
    }

    /// Says what to do about it.
    pub fn with_advice(mut self, advice: Option<String>) -> Error {
        if let ErrorKind::Message(message) = &mut *self.0 {
            message.advice = advice;
        }
        self
    }

    fn set_code(&mut self, code: Code) {
        match &mut *self.0 {
            ErrorKind::Message(message) => {
                message.code.get_or_insert(code);
            }
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => inner.set_code(code),
            ErrorKind::Template(problems) => problems.iter_mut().for_each(|problem| problem.message.set_code(code)),
            ErrorKind::Schema(report) => report.others.iter_mut().for_each(|other| other.set_code(code)),
            ErrorKind::Violations(_) => {}
        }
    }

    /// Whether it is about a limit, itself or inside of what it tells of.
    pub fn is_limit(&self) -> bool {
        match &*self.0 {
            ErrorKind::Message(message) => message.code == Some(Code::Limit),
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => inner.is_limit(),
            ErrorKind::Template(problems) => problems.iter().any(|problem| problem.message.is_limit()),
            ErrorKind::Schema(_) | ErrorKind::Violations(_) => false,
        }
    }

    /// Puts `context: ` in front.
    pub fn context(self, context: impl Into<String>) -> Error {
        Error::of(ErrorKind::Context(context.into(), self))
    }
}
