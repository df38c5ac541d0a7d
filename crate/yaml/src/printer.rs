//! Prints a tree as ytt prints it, byte for byte.
//!
//! Takes documents or a single value, hands on text in block style, indented by two, never
//! folded. How a string is written (plain, quoted, as a block) follows from its characters alone;
//! the rules are those of ytt's YAML library, measured in some 1,400 probes.

use super::scalars;
use super::tree::{Array, Document, Map, Meta, Value};
use crate::go_float;

/// The documents of a file as ytt writes them: joined by `---`, without those that are empty or
/// only carry comments.
pub fn print<'a>(documents: impl IntoIterator<Item = &'a Document>) -> String {
    print_within(documents, usize::MAX)
}

/// Like [`print`]; stops soon after `most` bytes: a few aliases of a long text are far more than anybody can have.
pub fn print_within<'a>(documents: impl IntoIterator<Item = &'a Document>, most: usize) -> String {
    print_documents(documents, None, most).text
}

/// A line of the output.
#[derive(Clone, Copy)]
pub struct PrintedLine<'a> {
    /// The node that made it; none where code made a document that stands nowhere.
    pub node: Option<&'a Meta>,
    /// How many lines below the node's own the text of the line stands in the source: of block scalars.
    pub below: u32,
}

/// Like [`print_within`], together with what made each line.
pub fn print_with_nodes<'a>(
    documents: impl IntoIterator<Item = &'a Document>,
    most: usize,
) -> (String, Vec<PrintedLine<'a>>) {
    let printer = print_documents(documents, Some(Vec::new()), most);
    (printer.text, printer.lines.unwrap_or_default())
}

/// One value as a document of its own, with the line break at its end.
pub fn print_value(value: &Value) -> String {
    print_value_within(value, usize::MAX)
}

/// Like [`print_value`]; stops soon after `most` bytes.
pub fn print_value_within(value: &Value, most: usize) -> String {
    let mut printer = Printer { text: String::new(), most, lines: None, here: None };
    printer.document(value);
    printer.text
}

fn print_documents<'a>(
    documents: impl IntoIterator<Item = &'a Document>,
    lines: Option<Vec<PrintedLine<'a>>>,
    most: usize,
) -> Printer<'a> {
    let mut printer = Printer { text: String::new(), most, lines, here: None };
    let mut first = true;
    for document in documents {
        if document.injected || document.is_empty() {
            continue;
        }
        if printer.is_full() {
            break;
        }
        printer.stand_at(&document.meta, None);
        if !first {
            printer.text.push_str("---");
            printer.line_break();
        }
        first = false;
        printer.document(&document.value);
    }
    // A separator of Unicode may stand where the last line would break.
    if !printer.text.is_empty()
        && !printer.text.ends_with('\n')
        && let Some(lines) = &mut printer.lines
    {
        lines.push(PrintedLine { node: printer.here, below: 0 });
    }
    printer
}

struct Printer<'a> {
    text: String,
    /// Bytes after which nothing more is printed.
    most: usize,
    /// What made each finished line, where wanted.
    lines: Option<Vec<PrintedLine<'a>>>,
    /// The node that makes the line being written.
    here: Option<&'a Meta>,
}

/// What stands on the line before a node.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Nothing: it is the root of a document.
    Root,
    /// `- `, `? ` or `: `: collections go on in the same line.
    Indicator,
    /// `key:`
    Key,
}

impl<'a> Printer<'a> {
    fn is_full(&self) -> bool {
        self.text.len() > self.most
    }

    /// What stands nowhere was made by the node it is in.
    fn stand_at(&mut self, meta: &'a Meta, outer: Option<&'a Meta>) {
        self.here = if meta.position.is_known() { Some(meta) } else { outer };
    }

    fn document(&mut self, value: &'a Value) {
        self.node(value, 0, Place::Root);
        self.end_line();
    }

    fn line_break(&mut self) {
        self.line_break_below(0);
    }

    fn line_break_below(&mut self, below: u32) {
        self.text.push('\n');
        if let Some(lines) = &mut self.lines {
            lines.push(PrintedLine { node: self.here, below });
        }
    }

    /// Ends the line unless a block scalar just did.
    fn end_line(&mut self) {
        self.end_line_below(0);
    }

    fn end_line_below(&mut self, below: u32) {
        if !self.text.ends_with(['\n', LINE_SEPARATOR, PARAGRAPH_SEPARATOR]) {
            self.line_break_below(below);
        }
    }

    fn pad(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// `indent` is the column of the collection that holds the node.
    fn node(&mut self, value: &'a Value, indent: usize, place: Place) {
        let nested = if place == Place::Root { 0 } else { indent + 2 };
        match value {
            Value::Map(map) if !map.items.is_empty() => self.map(map, nested, place),
            Value::Array(array) if !array.items.is_empty() => {
                // Below a key, dashes stand under the key itself.
                let column = if place == Place::Key { indent } else { nested };
                self.array(array, column, place);
            }
            _ => {
                if place == Place::Key {
                    self.text.push(' ');
                }
                self.leaf(value, indent + 2);
            }
        }
    }

    fn start_item(&mut self, index: usize, place: Place, indent: usize) {
        if index > 0 || place == Place::Key {
            self.end_line();
            self.pad(indent);
        }
    }

    fn map(&mut self, map: &'a Map, indent: usize, place: Place) {
        let outer = self.here;
        for (index, item) in map.items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            self.start_item(index, place, indent);
            self.stand_at(&item.meta, outer);
            if self.simple_key(&item.key, indent) {
                self.text.push(':');
                self.node(&item.value, indent, Place::Key);
            } else {
                self.text.push_str("? ");
                self.node(&item.key, indent, Place::Indicator);
                self.end_line();
                self.pad(indent);
                self.text.push_str(": ");
                self.node(&item.value, indent, Place::Indicator);
            }
        }
    }

    fn array(&mut self, array: &'a Array, indent: usize, place: Place) {
        let outer = self.here;
        for (index, item) in array.items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            self.start_item(index, place, indent);
            self.stand_at(&item.meta, outer);
            self.text.push_str("- ");
            self.node(&item.value, indent, Place::Indicator);
        }
    }

    /// Writes a key that may stand before a colon in one line; says no to others.
    fn simple_key(&mut self, key: &Value, indent: usize) -> bool {
        const LONGEST: usize = 128;
        let fits = match key {
            Value::Str(text) => {
                // Most keys are short words.
                text.len() <= LONGEST && !text.contains(is_break)
            }
            Value::Bytes(bytes) => {
                let digits = bytes.len().div_ceil(3) * 4;
                BINARY_TAG.len() + digits <= LONGEST && !scalars::encode_base64(bytes).contains('\n')
            }
            Value::Map(map) => map.items.is_empty(),
            Value::Array(array) => array.items.is_empty(),
            _ => true,
        };
        if fits {
            self.leaf(key, indent + 2);
        }
        fits
    }

    /// A scalar or an empty collection. `indent` is that of further lines.
    fn leaf(&mut self, value: &Value, indent: usize) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = match value {
            // A document set never stands in a document: it is spliced into the file's documents.
            Value::Null | Value::DocumentSet(_) => self.text.write_str("null"),
            Value::Bool(bool) => write!(self.text, "{bool}"),
            Value::Int(number) => write!(self.text, "{number}"),
            Value::UInt(number) => write!(self.text, "{number}"),
            Value::Float(number) => self.text.write_str(&float(*number)),
            Value::Map(_) => self.text.write_str("{}"),
            Value::Array(_) => self.text.write_str("[]"),
            Value::Str(text) => {
                let style = style(text);
                self.string(text, style, indent);
                Ok(())
            }
            Value::Bytes(bytes) => {
                let digits = scalars::encode_base64(bytes);
                self.text.push_str(BINARY_TAG);
                self.text.push(' ');
                let style = if digits.contains('\n') { Style::Literal } else { Style::Plain };
                self.string(&digits, style, indent);
                Ok(())
            }
        };
    }

    fn string(&mut self, text: &str, style: Style, indent: usize) {
        match style {
            Style::Plain => self.text.push_str(text),
            Style::SingleQuoted => self.single_quoted(text, indent),
            Style::DoubleQuoted => self.double_quoted(text),
            Style::Literal => self.literal(text, indent),
        }
    }

    fn single_quoted(&mut self, text: &str, indent: usize) {
        self.text.push('\'');
        let mut after_break = false;
        for c in text.chars() {
            if is_break(c) {
                // Line and paragraph separators: they come back with the indentation as spaces.
                after_break = true;
            } else if std::mem::take(&mut after_break) {
                self.pad(indent);
            }
            if c == '\'' {
                self.text.push('\'');
            }
            self.text.push(c);
        }
        self.text.push('\'');
    }

    fn double_quoted(&mut self, text: &str) {
        use std::fmt::Write as _;
        // ytt's library takes every character for a byte order mark when the text starts with one.
        let all = text.starts_with(BYTE_ORDER_MARK);
        self.text.push('"');
        for c in text.chars() {
            if !all && is_printable(c) && !is_break(c) && c != '"' && c != '\\' {
                self.text.push(c);
                continue;
            }
            let code = u32::from(c);
            // Writing to a string cannot fail.
            let _ = match c {
                '\0' => self.text.write_str("\\0"),
                '\x07' => self.text.write_str("\\a"),
                '\x08' => self.text.write_str("\\b"),
                '\t' => self.text.write_str("\\t"),
                '\n' => self.text.write_str("\\n"),
                '\x0b' => self.text.write_str("\\v"),
                '\x0c' => self.text.write_str("\\f"),
                '\r' => self.text.write_str("\\r"),
                '\x1b' => self.text.write_str("\\e"),
                '"' => self.text.write_str("\\\""),
                '\\' => self.text.write_str("\\\\"),
                NEXT_LINE => self.text.write_str("\\N"),
                '\u{a0}' => self.text.write_str("\\_"),
                LINE_SEPARATOR => self.text.write_str("\\L"),
                PARAGRAPH_SEPARATOR => self.text.write_str("\\P"),
                _ if code <= 0xff => write!(self.text, "\\x{code:02X}"),
                _ if code <= 0xffff => write!(self.text, "\\u{code:04X}"),
                _ => write!(self.text, "\\U{code:08X}"),
            };
        }
        self.text.push('"');
    }

    /// A block scalar: the header says how far it is indented, where that cannot be seen, and what
    /// becomes of the last line breaks.
    fn literal(&mut self, text: &str, indent: usize) {
        self.text.push('|');
        if text.starts_with(|c: char| c == ' ' || is_break(c)) {
            self.text.push('2');
        }
        let mut backwards = text.chars().rev();
        match (backwards.next().is_some_and(is_break), backwards.next().is_none_or(is_break)) {
            (false, _) => self.text.push('-'),
            (true, true) => self.text.push('+'),
            (true, false) => {}
        }
        self.line_break();
        let (mut as_written, mut last) = (true, 0);
        for (line, number) in text.split_inclusive(is_break).zip(1..) {
            as_written = as_written && self.stands_below(line, number);
            let below = if as_written { number } else { 0 };
            if !line.starts_with(is_break) {
                self.pad(indent);
            }
            match line.strip_suffix('\n') {
                Some(line) => {
                    self.text.push_str(line);
                    self.line_break_below(below);
                }
                None => {
                    self.text.push_str(line);
                    last = below;
                }
            }
        }
        self.end_line_below(last);
    }

    /// Whether a line of a block stands so many lines below its node in the source: a block may be written as one there.
    fn stands_below(&self, line: &str, number: u32) -> bool {
        let Some(node) = self.here.filter(|_| self.lines.is_some()) else { return false };
        let Some(source) = node.position.source() else { return false };
        let range = source.line_range(node.position.line().saturating_add(number));
        range.is_some_and(|range| source.text[range].trim() == line.trim())
    }
}

const BINARY_TAG: &str = "!!binary";
const BYTE_ORDER_MARK: char = '\u{feff}';
const NEXT_LINE: char = '\u{85}';
const LINE_SEPARATOR: char = '\u{2028}';
const PARAGRAPH_SEPARATOR: char = '\u{2029}';

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | NEXT_LINE | LINE_SEPARATOR | PARAGRAPH_SEPARATOR)
}

/// What need not be escaped. Characters of four bytes (emoji) count as not printable.
fn is_printable(c: char) -> bool {
    match c {
        '\n' | ' '..='~' => true,
        BYTE_ORDER_MARK | '\u{fffe}' | '\u{ffff}' => false,
        _ => ('\u{a0}'..='\u{ffff}').contains(&c),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// How a string is written, whether as a key or as a value.
fn style(text: &str) -> Style {
    // Words and paths are by far the most frequent.
    if !text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        || !text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
    {
        return careful_style(text);
    }
    if scalars::is_text(text) { Style::Plain } else { Style::DoubleQuoted }
}

fn careful_style(text: &str) -> Style {
    if text.is_empty() {
        return Style::DoubleQuoted;
    }
    let look = Look::at(text);
    if look.has_line_feed {
        return if look.block_allowed() { Style::Literal } else { Style::DoubleQuoted };
    }
    if !scalars::is_text(text) || scalars::is_base_60(text) || !look.single_quotes_allowed() {
        return Style::DoubleQuoted;
    }
    if look.plain_allowed() { Style::Plain } else { Style::SingleQuoted }
}

/// What there is in a text that keeps it from being written in some style.
#[derive(Default)]
struct Look {
    /// Something at its place would read as YAML's own punctuation.
    indicators: bool,
    /// A character that can only be written as an escape.
    special: bool,
    has_break: bool,
    has_line_feed: bool,
    /// A space or break is first or last.
    bare_edge: bool,
    trailing_space: bool,
    break_then_space: bool,
    space_then_break: bool,
}

impl Look {
    fn at(text: &str) -> Look {
        let mut look = Look { indicators: text.starts_with("---") || text.starts_with("..."), ..Look::default() };
        let mut before = None;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let blank_follows = chars.peek().is_none_or(|next| matches!(next, ' ' | '\t'));
            look.indicators |= match (c, before) {
                (
                    '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`',
                    None,
                ) => true,
                ('?' | '-', None) | (':', _) => blank_follows,
                ('#', Some(before)) => matches!(before, ' ' | '\t' | '\0') || is_break(before),
                _ => false,
            };
            look.special |= !is_printable(c);
            let at_edge = before.is_none() || chars.peek().is_none();
            if c == ' ' {
                look.bare_edge |= at_edge;
                look.trailing_space |= chars.peek().is_none();
                look.break_then_space |= before.is_some_and(is_break);
            } else if is_break(c) {
                look.has_break = true;
                look.has_line_feed |= c == '\n';
                look.bare_edge |= at_edge;
                look.space_then_break |= before == Some(' ');
            }
            before = Some(c);
        }
        look
    }

    fn plain_allowed(&self) -> bool {
        self.single_quotes_allowed() && !self.bare_edge && !self.has_break && !self.indicators
    }

    fn single_quotes_allowed(&self) -> bool {
        !self.break_then_space && !self.space_then_break && !self.special
    }

    fn block_allowed(&self) -> bool {
        !self.trailing_space && !self.space_then_break && !self.special
    }
}

/// A float as Go's `%g` writes it, with YAML's names for what is not a number.
pub fn float(number: f64) -> String {
    match number {
        f64::INFINITY => ".inf".to_owned(),
        f64::NEG_INFINITY => "-.inf".to_owned(),
        _ if number.is_nan() => ".nan".to_owned(),
        _ => go_float::general(number),
    }
}
