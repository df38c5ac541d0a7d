//! Sources and positions in them.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::byte_text;

const STRIDE: usize = 256;

/// U+FEFF at the start of a file, which ytt skips. Offsets count it, but it is part of no line.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text with positions: an input file, or the text of a flag.
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The path in the request, which may differ from the name.
    path: Arc<str>,
    /// The content, with U+FFFD in place of bytes that are not UTF-8.
    pub text: String,
    /// The content as a string of [`byte_text`], if it is not UTF-8.
    escaped: Option<String>,
    /// The byte offsets of lines, which end at LF, as in ytt.
    line_starts: Vec<u32>,
    /// The UTF-16 offset of each [`STRIDE`] bytes, computed on demand. Not of each line, since a line may be long.
    utf16_starts: OnceLock<Vec<u32>>,
    /// The text is not an input but the text of a computed value, or empty.
    memory: bool,
    /// For the value of a flag that is read as text, the flag that reads it as YAML.
    yaml_flag: Option<&'static str>,
}

impl Source {
    /// A file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source::lines(name.into(), text.into()))
    }

    /// A file with a path in the request that may differ from its name in messages.
    pub fn of_file(name: &str, path: &str, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { path: path.into(), ..Source::lines(name.to_owned(), text.into()) })
    }

    /// Like [`of_file`](Source::of_file), with content that need not be UTF-8.
    pub fn of_bytes(name: &str, path: &str, bytes: &[u8]) -> Arc<Source> {
        let Err(_) = std::str::from_utf8(bytes) else {
            return Source::of_file(name, path, String::from_utf8_lossy(bytes));
        };
        let (path, escaped) = (path.into(), Some(byte_text::from_bytes(bytes).into_owned()));
        let text = String::from_utf8_lossy(bytes).into_owned();
        Arc::new(Source { path, escaped, ..Source::lines(name.to_owned(), text) })
    }

    /// A source for code of ytt itself, which is not a file.
    pub fn built_in(name: &str) -> Arc<Source> {
        Arc::new(Source { memory: true, ..Source::lines(name.to_owned(), String::new()) })
    }

    /// The path in the request.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// [`Source::path`], shared with the source.
    pub fn shared_path(&self) -> Arc<str> {
        self.path.clone()
    }

    fn lines(name: String, text: String) -> Source {
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() as u32 } else { 0 };
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let line_starts = std::iter::once(first).chain(starts).collect();
        Source::of_lines(name, text, line_starts)
    }

    /// The content without a byte order mark. If it [is not UTF-8](Source::is_escaped), it is a string of [`byte_text`].
    pub fn code(&self) -> &str {
        let text = self.escaped.as_deref().unwrap_or(&self.text);
        text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
    }

    /// The offset of [`code`](Source::code) in the content; None if offsets in it would be others than in the content.
    pub fn code_start(&self) -> Option<usize> {
        self.line_range(1).map(|range| range.start).filter(|_| !self.is_escaped())
    }

    /// The content as a string of [`byte_text`], if it is one line and not UTF-8.
    fn escaped_line(&self) -> Option<&str> {
        self.escaped.as_deref().filter(|_| self.line_starts.len() == 1)
    }

    /// Whether the content is not UTF-8.
    pub fn is_escaped(&self) -> bool {
        self.escaped.is_some()
    }

    /// The value of a flag, a string of [`byte_text`]: a single line even if it has line breaks, as in ytt. If the value is read as text,
    /// `yaml_flag` reads it as YAML.
    pub fn argument(name: impl Into<String>, string: &str, yaml_flag: Option<&'static str>) -> Arc<Source> {
        let escaped = byte_text::is_escaped(string).then(|| string.to_owned());
        let text = byte_text::displayed(string).into_owned();
        Arc::new(Source { yaml_flag, escaped, ..Source::of_lines(name.into(), text, vec![0]) })
    }

    /// For the value of a flag that is read as text, the flag that reads it as YAML.
    pub fn yaml_flag(&self) -> Option<&'static str> {
        self.yaml_flag
    }

    fn of_lines(name: String, text: String, line_starts: Vec<u32>) -> Source {
        Source {
            path: name.as_str().into(),
            name,
            text,
            escaped: None,
            line_starts,
            utf16_starts: OnceLock::new(),
            memory: false,
            yaml_flag: None,
        }
    }

    /// The text of a line (1-based) without its LF; empty if there is no such line.
    pub fn line(&self, number: u32) -> &str {
        let Some(range) = self.line_range(number) else { return "" };
        &self.text[range]
    }

    /// The bytes of a line (1-based) without its LF.
    pub fn line_range(&self, number: u32) -> Option<Range<usize>> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize - 1);
        Some(start..end)
    }

    /// The line (1-based) of a byte offset.
    pub fn line_at(&self, offset: usize) -> u32 {
        (self.line_starts.partition_point(|start| *start as usize <= offset) as u32).max(1)
    }

    /// The UTF-16 code units before a byte offset.
    pub fn utf16(&self, offset: usize) -> usize {
        let text = &self.text;
        let start_of = |stride: usize| text.floor_char_boundary(stride * STRIDE);
        let starts = self.utf16_starts.get_or_init(|| {
            let strides = (0..text.len() / STRIDE).scan(0, |length, stride| {
                *length += utf16_length(&text[start_of(stride)..start_of(stride + 1)]) as u32;
                Some(*length)
            });
            std::iter::once(0).chain(strides).collect()
        });
        let offset = text.floor_char_boundary(offset);
        let stride = offset / STRIDE;
        let before = starts.get(stride).map_or(0, |start| *start as usize);
        before + utf16_length(&text[start_of(stride)..offset])
    }
}

fn utf16_length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.name)
    }
}

/// A position in a source. Computed values have none; the source may be known without the line.
#[derive(Clone, Default)]
pub struct Position {
    source: Option<Arc<Source>>,
    /// 1-based; 0 if unknown.
    line: u32,
    /// The byte range; empty if unknown.
    start: u32,
    end: u32,
    /// Messages do not contain the text of the line.
    without_text: bool,
    computed: bool,
}

impl Position {
    /// No position.
    pub fn unknown() -> Position {
        Position::default()
    }

    /// No position, for a computed collection: ytt distinguishes it from YAML nodes until an overlay is applied.
    pub fn computed() -> Position {
        Position { computed: true, ..Position::default() }
    }

    /// Whether it is the position of a computed collection.
    pub fn is_computed(&self) -> bool {
        self.computed
    }

    /// An unknown line of a source.
    pub fn unknown_in(source: Arc<Source>) -> Position {
        Position { source: Some(source), ..Position::default() }
    }

    /// A line, counted from 1, of a source.
    pub fn new(source: Arc<Source>, line: u32) -> Position {
        Position { source: Some(source), line, ..Position::default() }
    }

    /// No position, but the text of a computed value (`with_data_values(…)`) for messages, as in `desks: "two"`.
    pub fn in_memory(text: impl Into<String>) -> Position {
        let source = Source { memory: true, ..Source::of_lines(String::new(), text.into(), vec![0]) };
        Position::unknown_in(Arc::new(source))
    }

    /// The text of a computed value, see [`Position::in_memory`].
    pub fn memory_text(&self) -> Option<&str> {
        self.source.as_ref().filter(|s| s.memory).map(|s| &*s.text)
    }

    /// The position with a byte range in the source.
    pub fn with_span(mut self, span: Range<usize>) -> Position {
        self.start = span.start as u32;
        self.end = span.end as u32;
        self
    }

    /// The position, without the text of the line in messages, as for a document without a `---` in the file.
    pub fn without_text(mut self) -> Position {
        self.without_text = true;
        self
    }

    /// Whether it has a line.
    pub fn is_known(&self) -> bool {
        self.line != 0
    }

    /// The line, 1-based; 0 if unknown.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The file, if there is one.
    pub fn source(&self) -> Option<&Arc<Source>> {
        self.source.as_ref()
    }

    /// The name of the file; empty if there is none.
    pub fn file(&self) -> &str {
        self.source.as_ref().map_or("", |s| &s.name)
    }

    /// The byte range, if it is known.
    pub fn own_span(&self) -> Option<Range<usize>> {
        (self.end > self.start).then_some(self.start as usize..self.end as usize)
    }

    /// The byte range: its own, or else its whole line without the indentation.
    pub fn span(&self) -> Option<Range<usize>> {
        if let Some(own) = self.own_span() {
            return Some(own);
        }
        let source = self.source.as_ref()?;
        let range = source.line_range(self.line)?;
        let text = &source.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = range.start + text.trim_end().len();
        Some(start..end.max(start))
    }

    /// The text of its line; empty if unknown.
    pub fn line_text(&self) -> &str {
        self.source.as_ref().filter(|_| !self.without_text).map_or("", |s| s.line(self.line))
    }

    /// Like [`line_text`](Position::line_text), as a string of [`byte_text`].
    pub fn line_string(&self) -> Cow<'_, str> {
        let escaped = self.source.as_ref().filter(|_| !self.without_text).and_then(|source| source.escaped_line());
        escaped.map_or_else(|| byte_text::from_text(self.line_text()), Cow::Borrowed)
    }

    /// The position some lines below.
    pub fn plus_lines(&self, lines: u32) -> Position {
        Position { source: self.source.clone(), line: self.line + lines, ..Position::default() }
    }

    /// `file:3`, `file:?`, or without the name of a file `3` or `?`.
    pub fn compact(&self) -> String {
        let source = self.source.as_ref();
        match (source, self.line) {
            (Some(s), 0) if !s.name.is_empty() => format!("{}:?", s.name),
            (Some(s), line) if !s.name.is_empty() => format!("{}:{line}", s.name),
            (_, 0) => "?".to_owned(),
            (_, line) => line.to_string(),
        }
    }

    /// `line file:3`.
    pub fn long(&self) -> String {
        format!("line {}", self.compact())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.compact())
    }
}

/// Always equal, so that comparing nodes ignores positions.
impl PartialEq for Position {
    fn eq(&self, _: &Position) -> bool {
        true
    }
}
