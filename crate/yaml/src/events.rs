//! The adapter to libyaml-safer, and the only file that uses it.
//!
//! Returns [`Event`]s with their bytes and lines, or a [`Problem`]. UTF-8 is checked in chunks of 512 bytes, as ytt's library does, so
//! that of several problems the same one is found first.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::ops::Range;

use libyaml_safer::{self as library, EventData, MappingStyle, ScalarStyle, SequenceStyle};

pub(crate) trait EventSource {
    /// The next event. Must not be called after a problem or [`EventKind::StreamEnd`].
    fn next(&mut self) -> Result<Event, Problem>;
}

/// A step in a YAML stream.
#[derive(Debug)]
pub(crate) struct Event {
    pub kind: EventKind,
    /// The bytes of the event, including anchor and tag.
    pub range: Range<usize>,
    /// 0-based; lines end at all line breaks of YAML.
    pub first_line: u32,
    pub last_line: u32,
}

#[derive(Debug)]
pub(crate) enum EventKind {
    StreamStart,
    StreamEnd,
    /// The range is empty without `---`.
    DocumentStart {
        /// The minor version of a `%YAML 1.x` before it.
        minor_version: Option<i32>,
    },
    DocumentEnd,
    Alias {
        name: String,
    },
    Scalar {
        anchor: Option<String>,
        tag: Option<String>,
        value: String,
        style: Style,
    },
    SequenceStart {
        anchor: Option<String>,
        tagged: bool,
        flow: bool,
    },
    SequenceEnd,
    MappingStart {
        anchor: Option<String>,
        tagged: bool,
        flow: bool,
    },
    MappingEnd,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    Plain,
    Quoted,
    Block,
}

/// A syntax error.
#[derive(Debug)]
pub(crate) struct Problem {
    pub text: &'static str,
    /// The position of the error; `None` if the bytes are not valid text.
    pub mark: Option<Mark>,
    /// The start of the erroneous construct.
    pub context: Option<Mark>,
    /// Found by the scanner, not by the parser.
    pub in_scanner: bool,
}

/// A position in the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub at: usize,
    /// 0-based.
    pub line: u32,
}

/// `libyaml-safer` as a source of events.
pub(crate) struct Libyaml<'b> {
    parser: library::Parser<Chunks<'b>>,
    bad_bytes: &'b Cell<Option<&'static str>>,
}

impl<'b> Libyaml<'b> {
    /// `bad_bytes` receives the message if the bytes are not valid text.
    pub(crate) fn new(bytes: &'b [u8], bad_bytes: &'b Cell<Option<&'static str>>) -> Libyaml<'b> {
        let mut parser = library::Parser::new();
        parser.set_encoding(library::Encoding::Utf8);
        parser.set_input(Chunks { rest: bytes, checked: 0, bad_bytes });
        Libyaml { parser, bad_bytes }
    }
}

impl EventSource for Libyaml<'_> {
    fn next(&mut self) -> Result<Event, Problem> {
        let event = self.parser.parse().map_err(|error| match self.bad_bytes.get() {
            Some(text) => Problem { text, mark: None, context: None, in_scanner: false },
            None => Problem {
                text: error.problem(),
                mark: error.problem_mark().map(mark),
                context: error.context_mark().map(mark),
                in_scanner: error.kind() == library::ErrorKind::Scanner,
            },
        })?;
        let (start, mut end) = (mark(event.start_mark), mark(event.end_mark));
        if matches!(event.data, EventData::DocumentStart { implicit: true, .. }) {
            end = start;
        }
        Ok(Event { kind: kind(event.data), range: start.at..end.at, first_line: start.line, last_line: end.line })
    }
}

fn mark(mark: library::Mark) -> Mark {
    Mark { at: mark.index as usize, line: mark.line as u32 }
}

fn kind(data: EventData) -> EventKind {
    match data {
        EventData::StreamStart { .. } => EventKind::StreamStart,
        EventData::StreamEnd => EventKind::StreamEnd,
        EventData::DocumentStart { version_directive, .. } => {
            EventKind::DocumentStart { minor_version: version_directive.map(|version| version.minor) }
        }
        EventData::DocumentEnd { .. } => EventKind::DocumentEnd,
        EventData::Alias { anchor } => EventKind::Alias { name: anchor },
        EventData::Scalar { anchor, tag, value, style, .. } => {
            let style = match style {
                ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
                ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
                _ => Style::Plain,
            };
            EventKind::Scalar { anchor, tag: tag.filter(|tag| !tag.is_empty()), value, style }
        }
        EventData::SequenceStart { anchor, tag, style, .. } => {
            EventKind::SequenceStart { anchor, tagged: tag.is_some(), flow: style == SequenceStyle::Flow }
        }
        EventData::SequenceEnd => EventKind::SequenceEnd,
        EventData::MappingStart { anchor, tag, style, .. } => {
            EventKind::MappingStart { anchor, tagged: tag.is_some(), flow: style == MappingStyle::Flow }
        }
        EventData::MappingEnd => EventKind::MappingEnd,
    }
}

/// A reader of bytes that checks each chunk before the parser sees it.
struct Chunks<'b> {
    rest: &'b [u8],
    /// The number of checked bytes of `rest`.
    checked: usize,
    bad_bytes: &'b Cell<Option<&'static str>>,
}

/// The number of bytes that ytt's library reads at a time.
const CHUNK: usize = 512;

impl BufRead for Chunks<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.checked == 0 && !self.rest.is_empty() {
            let chunk = &self.rest[..self.rest.len().min(CHUNK)];
            match check(chunk, chunk.len() == self.rest.len()) {
                Ok(length) => self.checked = length,
                Err(text) => {
                    self.bad_bytes.set(Some(text));
                    return Err(io::ErrorKind::InvalidData.into());
                }
            }
        }
        Ok(&self.rest[..self.checked])
    }

    fn consume(&mut self, amount: usize) {
        let amount = amount.min(self.checked);
        self.rest = &self.rest[amount..];
        self.checked -= amount;
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

/// The number of bytes at the start that are complete characters allowed in YAML. The error is a message of ytt's library. `last` if
/// no more bytes follow.
fn check(bytes: &[u8], last: bool) -> Result<usize, &'static str> {
    let (text, bad) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, bad) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), Some(bad))
        }
    };
    if !text.bytes().all(|b| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~')) && !text.chars().all(is_allowed) {
        return Err("control characters are not allowed");
    }
    match bad.and_then(bad_character) {
        Some(text) => Err(text),
        // The end of the text is found only on the next read.
        None if text.is_empty() && last && !bytes.is_empty() => Err("incomplete UTF-8 octet sequence"),
        None => Ok(text.len()),
    }
}

fn is_allowed(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}

/// The message for an invalid character at the start; None if it may be incomplete.
fn bad_character(bytes: &[u8]) -> Option<&'static str> {
    let lead = *bytes.first()?;
    let (width, lead_bits) = match lead {
        0xc0..=0xdf => (2, lead & 0x1f),
        0xe0..=0xef => (3, lead & 0x0f),
        0xf0..=0xf7 => (4, lead & 0x07),
        _ => return Some("invalid leading UTF-8 octet"),
    };
    if width > bytes.len() {
        return None;
    }
    let mut code = u32::from(lead_bits);
    for trail in &bytes[1..width] {
        if trail & 0xc0 != 0x80 {
            return Some("invalid trailing UTF-8 octet");
        }
        code = code << 6 | u32::from(trail & 0x3f);
    }
    let shortest = [0, 0, 0x80, 0x800, 0x10000][width];
    Some(if code < shortest { "invalid length of a UTF-8 sequence" } else { "invalid Unicode character" })
}
