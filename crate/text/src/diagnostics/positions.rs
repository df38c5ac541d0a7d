//! Where something stands: a file, a line of it, and, where known, the bytes it covers.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

const STRIDE: usize = 256;

/// A text that positions point into: an input file, or the text of a flag.
pub struct Source {
    /// As messages name it.
    pub name: String,
    /// The path under which the host has it, where that is another one.
    path: Option<String>,
    /// The content of the file.
    pub text: String,
    /// Byte offset of the start of each line; lines end at LF, as ytt splits source lines.
    line_starts: Vec<u32>,
    /// Where each [`STRIDE`] bytes start as editors count, made when the first editor asks. Not where each line does:
    /// a long line may hold many places.
    utf16_starts: OnceLock<Vec<u32>>,
    /// The text is no input: it shows a value that code made, or there is none.
    memory: bool,
    /// The flag that would read the text as YAML, where it is that of a flag that does not.
    yaml_flag: Option<&'static str>,
}

impl Source {
    /// A file of this name and content.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source::lines(name.into(), text.into()))
    }

    /// A file of the input that messages do not call by its path.
    pub fn of_file(name: &str, path: &str, text: impl Into<String>) -> Arc<Source> {
        let path = Some(path.to_owned()).filter(|path| path != name);
        Arc::new(Source { path, ..Source::lines(name.to_owned(), text.into()) })
    }

    /// What ytt calls code of its own in messages: no file has it.
    pub fn built_in(name: &str) -> Arc<Source> {
        Arc::new(Source { memory: true, ..Source::lines(name.to_owned(), String::new()) })
    }

    /// The path under which the host has it.
    pub fn path(&self) -> &str {
        self.path.as_ref().unwrap_or(&self.name)
    }

    fn lines(name: String, text: String) -> Source {
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        Source::of_lines(name, text, line_starts)
    }

    /// A text that counts as one line whatever is in it, as ytt shows the values of flags.
    pub fn one_line(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source::of_lines(name.into(), text.into(), vec![0]))
    }

    /// The text of a flag that takes it as it is; `flag` would read it as YAML.
    pub fn plain_text(name: impl Into<String>, text: impl Into<String>, flag: &'static str) -> Arc<Source> {
        Arc::new(Source { yaml_flag: Some(flag), ..Source::of_lines(name.into(), text.into(), vec![0]) })
    }

    /// The flag that would read the text as YAML, where it is that of a flag that does not.
    pub fn yaml_flag(&self) -> Option<&'static str> {
        self.yaml_flag
    }

    fn of_lines(name: String, text: String, line_starts: Vec<u32>) -> Source {
        Source { name, path: None, text, line_starts, utf16_starts: OnceLock::new(), memory: false, yaml_flag: None }
    }

    /// The text of a line (1-based) without its LF; empty when there is no such line.
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

    /// The line (1-based) that holds a byte.
    pub fn line_at(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|start| *start as usize <= offset) as u32
    }

    /// A byte offset as a count of UTF-16 code units from the start, as editors count.
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

/// A place in a source. Unknown for what code made; the source may be known without the line.
#[derive(Clone, Default)]
pub struct Position {
    source: Option<Arc<Source>>,
    /// 1-based; 0 is unknown.
    line: u32,
    /// Bytes covered, empty when not known.
    start: u32,
    end: u32,
    /// Messages show the line alone.
    without_file: bool,
    /// Messages show no text of the line.
    without_text: bool,
    computed: bool,
}

impl Position {
    /// No position: its line is 0.
    pub fn unknown() -> Position {
        Position::default()
    }

    /// Nowhere, of a collection that code made: ytt keeps it apart from YAML nodes until an overlay is applied.
    pub fn computed() -> Position {
        Position { computed: true, ..Position::default() }
    }

    /// Whether it is the position of a value that code made.
    pub fn is_computed(&self) -> bool {
        self.computed
    }

    /// In a file, but nobody knows at which line.
    pub fn unknown_in(source: Arc<Source>) -> Position {
        Position { source: Some(source), ..Position::default() }
    }

    /// A line, counted from 1, of a source.
    pub fn new(source: Arc<Source>, line: u32) -> Position {
        Position { source: Some(source), line, ..Position::default() }
    }

    /// Of a value that code made (`with_data_values(…)`): no place, but a text that shows it, as in `desks: "two"`.
    pub fn in_memory(text: impl Into<String>) -> Position {
        let source = Source { memory: true, ..Source::of_lines(String::new(), text.into(), vec![0]) };
        Position::unknown_in(Arc::new(source))
    }

    /// The text that shows a value that code made.
    pub fn memory_text(&self) -> Option<&str> {
        self.source.as_ref().filter(|s| s.memory).map(|s| &*s.text)
    }

    /// The same line with a range of bytes in the source.
    pub fn with_span(mut self, span: Range<usize>) -> Position {
        self.start = span.start as u32;
        self.end = span.end as u32;
        self
    }

    /// The same place; messages show its line without the file.
    pub fn without_file(mut self) -> Position {
        self.without_file = true;
        self
    }

    /// The same place; messages show nothing of its line, as for a document whose `---` is not in the file.
    pub fn without_text(mut self) -> Position {
        self.without_text = true;
        self
    }

    /// Whether it has a line.
    pub fn is_known(&self) -> bool {
        self.line != 0
    }

    /// 1-based; 0 is unknown.
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

    /// The bytes it was said to cover.
    pub fn own_span(&self) -> Option<Range<usize>> {
        (self.end > self.start).then_some(self.start as usize..self.end as usize)
    }

    /// The bytes it covers: its own span, else its whole line without the indentation.
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

    /// The text of its line; empty when unknown.
    pub fn line_text(&self) -> &str {
        self.source.as_ref().filter(|_| !self.without_text).map_or("", |s| s.line(self.line))
    }

    /// The same place some lines further down.
    pub fn plus_lines(&self, lines: u32) -> Position {
        Position { source: self.source.clone(), line: self.line + lines, ..Position::default() }
    }

    /// `file:3`, `file:?`, `3` or `?`.
    pub fn compact(&self) -> String {
        let source = self.source.as_ref().filter(|_| !self.without_file);
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

/// Values are equal wherever they stand.
impl PartialEq for Position {
    fn eq(&self, _: &Position) -> bool {
        true
    }
}
