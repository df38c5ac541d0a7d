//! Errors as data, with what an editor needs to explain them.
//!
//! - An [`Error`] has [`code`]s and [`cause`]s, which are recorded where it is created, and [`remedy`]s.
//! - [`report`] formats it as ytt does.
//! - [`key_position`], [`edits`] and [`hints`] find keys and places in texts.
//!
//! Errors are data until `report` formats them. This layer has the facts of mistakes in YAML, Starlark and schemas, but parses none of them.

#![warn(missing_docs)]

pub mod cause;
pub mod code;
pub mod edits;
pub mod hints;
pub mod key_position;
pub mod remedy;
pub mod report;

use std::borrow::Cow;

use cause::Cause;
use code::Code;
use positions::Position;
use remedy::Remedy;
use ytterby_text::{byte_text, positions, spelling};

/// A value for a deprecated data value.
#[derive(Clone, Debug)]
pub struct Deprecated {
    /// The path in reports: `kiln.heat`.
    pub path: String,
    /// The notice in the schema.
    pub notice: String,
    /// The position of the value.
    pub at: Position,
    /// The position of the data value in the schema.
    pub defined: Position,
}

/// An error of any phase. Its messages and contexts, and the code of its frames, are strings of [`byte_text`].
#[derive(Clone, Debug)]
pub struct Error(pub Box<ErrorKind>);

#[derive(Clone, Debug)]
/// The kinds of errors, by how ytt reports them.
pub enum ErrorKind {
    /// A message of ytt, which may have several lines.
    Message(Message),
    /// `context: inner`, e.g. "Overlaying data values (in following order: values.yml)".
    Context(String, Error),
    /// `context:` on a line of its own, then the inner text.
    ContextLine(String, Error),
    /// Errors of compiling or running a template, with their frames.
    Template(Vec<TemplateProblem>),
    /// An invalid schema, or data values that do not conform to it.
    Schema(SchemaReport),
    /// Broken validation rules.
    Violations(Vec<Invalid>),
}

#[derive(Clone, Debug)]
/// A message with its position and other data for editors.
pub struct Message {
    /// ytt's message.
    pub text: String,
    /// The position of the problem, which the text may name as well.
    pub at: Position,
    /// Other positions that the problem involves.
    pub related: Vec<Related>,
    /// None until it is known.
    pub code: Option<Code>,
    /// Why it is a problem, if that is known.
    pub cause: Option<Cause>,
    /// Advice for the user; ytt does not have this.
    pub advice: Option<String>,
    /// Changes of which each certainly solves the problem.
    pub remedies: Vec<Remedy>,
}

/// Another position that a problem involves.
#[derive(Clone, Debug)]
pub struct Related {
    /// The position.
    pub at: Position,
    /// A label for editors: `annotation`, `function`, `near miss: …`, `no match: …`.
    pub label: Cow<'static, str>,
}

/// An error in a template with its frames, innermost first.
#[derive(Clone, Debug)]
pub struct TemplateProblem {
    /// The error.
    pub message: Error,
    /// ytt's hint in parentheses after the first line.
    pub hint: Option<&'static str>,
    /// The frames of the call stack, in ytt's order.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug)]
/// A frame of the call stack of an error.
pub struct Frame {
    /// `in NAME`; empty for problems found before the run.
    pub name: String,
    /// The lines of the frame.
    pub lines: FrameLines,
    /// For code of another library, the place that ytt prints: it does not have the lines.
    pub unavailable: Option<String>,
}

/// The lines that ytt prints for a frame.
#[derive(Clone, Debug)]
pub enum FrameLines {
    /// No line is known; the frame is not printed.
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

/// A report such as "One or more data values were invalid".
#[derive(Clone, Debug)]
pub struct SchemaReport {
    /// The heading of the report; empty if there is none.
    pub summary: String,
    /// The problems in order.
    pub findings: Vec<SchemaFinding>,
    /// Errors without a position, after the findings.
    pub others: Vec<Error>,
}

#[derive(Clone, Debug)]
/// A value that does not conform to the schema, or an invalid part of a schema.
pub struct SchemaFinding {
    /// The kind of problem.
    pub code: Code,
    /// ytt's sentence before the lines, if any.
    pub description: Option<String>,
    /// The path of the data value, if known.
    pub path: Option<String>,
    /// The position of the value or annotation.
    pub at: Position,
    /// The position of the text to change, if that is not `at`, which is ytt's.
    pub origin: Position,
    /// The positions of annotations above it that are involved.
    pub annotations: Vec<Position>,
    /// The text after "found: "; if empty, the line is empty.
    pub found: String,
    /// The text after "expected: "; if empty, the line is empty.
    pub expected: String,
    /// The position of the definition in the schema.
    pub defined: Position,
    /// ytt's lines after `hint: `.
    pub hints: Vec<String>,
    /// Why it is a problem, if that is known.
    pub cause: Option<Cause>,
    /// Changes of which each certainly solves the problem.
    pub remedies: Vec<Remedy>,
}

/// A value that breaks rules.
#[derive(Clone, Debug)]
pub struct Invalid {
    /// The path in ytt's report: `kiln.heat`, or `(document)`.
    pub path: String,
    /// The position of the data value.
    pub at: Position,
    /// The broken rules.
    pub violations: Vec<Violation>,
}

#[derive(Clone, Debug)]
/// A broken rule.
pub struct Violation {
    /// The text after "must be: ".
    pub description: String,
    /// The text after "found: "; empty if the rule has none.
    pub found: String,
    /// The position of the rule.
    pub rule: Position,
    /// How it is broken.
    pub cause: Option<Cause>,
    /// Changes of which each certainly solves the problem.
    pub remedies: Vec<Remedy>,
}

impl Error {
    /// An error without a position.
    pub fn message(text: impl Into<String>) -> Error {
        Error::at(text, Position::unknown())
    }

    /// An error with a position.
    pub fn at(text: impl Into<String>, at: Position) -> Error {
        Error::of(ErrorKind::Message(Message {
            text: text.into(),
            at,
            related: Vec::new(),
            code: None,
            cause: None,
            advice: None,
            remedies: Vec::new(),
        }))
    }

    /// An error of this kind.
    pub fn of(kind: ErrorKind) -> Error {
        Error(Box::new(kind))
    }

    /// Sets the code, unless it is set.
    pub fn coded(mut self, code: Code) -> Error {
        self.set_code(code);
        self
    }

    /// The innermost message, if the error consists of contexts and a single message.
    pub fn sentence_mut(&mut self) -> Option<&mut Message> {
        match &mut *self.0 {
            ErrorKind::Message(message) => Some(message),
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => inner.sentence_mut(),
            _ => None,
        }
    }

    /// Sets the position, unless it is known.
    pub fn placed(mut self, position: &Position) -> Error {
        if let Some(message) = self.sentence_mut().filter(|message| !message.at.is_known()) {
            message.at = position.clone();
        }
        self
    }

    /// Sets the cause of a message.
    pub fn caused(mut self, cause: impl Into<Option<Cause>>) -> Error {
        if let ErrorKind::Message(message) = &mut *self.0 {
            message.cause = cause.into();
        }
        self
    }

    /// Takes the cause and the remedies of the message of another error.
    pub fn explained_by(mut self, mut other: Error) -> Error {
        if let (Some(message), Some(other)) = (self.sentence_mut(), other.sentence_mut()) {
            message.cause = other.cause.take();
            message.remedies = std::mem::take(&mut other.remedies);
        }
        self
    }

    /// Names a file that must be meant where there is none.
    pub fn similar_file(mut self, path: &str, nearest: String, remedy: Remedy) -> Error {
        if let Some(message) = self.sentence_mut() {
            message.cause = Some(Cause::NoFile { path: path.to_owned(), nearest: Some(nearest) });
            message.remedies = vec![remedy];
        }
        self
    }

    /// Adds a remedy to a message.
    pub fn with_remedy(mut self, remedy: Option<Remedy>) -> Error {
        if let ErrorKind::Message(message) = &mut *self.0 {
            message.remedies.extend(remedy);
        }
        self
    }

    /// Sets the advice of a message.
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

    /// Whether the error or one of its inner errors is an exceeded limit.
    pub fn is_limit(&self) -> bool {
        match &*self.0 {
            ErrorKind::Message(message) => message.code == Some(Code::Limit),
            ErrorKind::Context(_, inner) | ErrorKind::ContextLine(_, inner) => inner.is_limit(),
            ErrorKind::Template(problems) => problems.iter().any(|problem| problem.message.is_limit()),
            ErrorKind::Schema(_) | ErrorKind::Violations(_) => false,
        }
    }

    /// Prepends `context: `.
    pub fn context(self, context: impl Into<String>) -> Error {
        Error::of(ErrorKind::Context(context.into(), self))
    }
}
