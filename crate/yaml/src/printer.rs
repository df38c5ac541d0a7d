//! Prints trees as ytt does, byte for byte.
//!
//! Collections are printed in block style, indented by two, and strings without folding. The style of a string depends only on its
//! characters; the rules are those of ytt's YAML library, which `tests/strings.tsv` records.

use std::cell::Ref;

use super::node::Node;
use super::scalars;
use super::tree::{Array, ArrayItem, Document, Map, MapItem, Meta, Value};
use crate::go::float;

/// Prints the documents of a file, separated by `---`, without empty and [injected](Document::injected) ones.
pub fn print<'a>(documents: impl IntoIterator<Item = &'a Node<Document>>) -> String {
    print_limited(documents, usize::MAX)
}

/// Like [`print()`], but stops soon after `most` bytes: a few aliases can make the output arbitrarily long.
pub fn print_limited<'a>(documents: impl IntoIterator<Item = &'a Node<Document>>, most: usize) -> String {
    print_documents(documents, None, most).text
}

/// A line of the output.
#[derive(Clone)]
pub struct PrintedLine {
    /// The node that was printed; None for a computed document without a position.
    pub node: Option<PrintedNode>,
    /// For lines of a block scalar, the number of lines after the line of the node in the source.
    pub below: u32,
}

/// The node of a line.
#[derive(Clone)]
pub enum PrintedNode {
    /// A document.
    Document(Node<Document>),
    /// An item of a map.
    MapItem(Node<MapItem>),
    /// An item of an array.
    ArrayItem(Node<ArrayItem>),
}

impl PrintedNode {
    /// The data of the node besides its value.
    pub fn meta(&self) -> Ref<'_, Meta> {
        match self {
            PrintedNode::Document(node) => Ref::map(node.borrow(), |document| &document.meta),
            PrintedNode::MapItem(node) => Ref::map(node.borrow(), |item| &item.meta),
            PrintedNode::ArrayItem(node) => Ref::map(node.borrow(), |item| &item.meta),
        }
    }
}

/// Like [`print_limited`], together with the node of each line.
pub fn print_with_nodes<'a>(
    documents: impl IntoIterator<Item = &'a Node<Document>>,
    most: usize,
) -> (String, Vec<PrintedLine>) {
    let printer = print_documents(documents, Some(Vec::new()), most);
    (printer.text, printer.lines.unwrap_or_default())
}

/// Prints a value as a document, with a line break at the end.
pub fn print_value(value: &Value) -> String {
    print_value_limited(value, usize::MAX)
}

/// Prints a value as a document, without line breaks at the end.
pub fn print_trimmed(value: &Value) -> String {
    print_value(value).trim_end_matches('\n').to_owned()
}

/// Like [`print_value`], but stops soon after `most` bytes.
pub fn print_value_limited(value: &Value, most: usize) -> String {
    let mut printer = Printer { text: String::new(), most, lines: None, node: None };
    printer.document(value);
    printer.text
}

fn print_documents<'a>(
    documents: impl IntoIterator<Item = &'a Node<Document>>,
    lines: Option<Vec<PrintedLine>>,
    most: usize,
) -> Printer {
    let mut printer = Printer { text: String::new(), most, lines, node: None };
    let mut first = true;
    for node in documents {
        let document = node.borrow();
        if document.injected || document.is_empty() {
            continue;
        }
        if printer.is_full() {
            break;
        }
        printer.set_node(&document.meta, || PrintedNode::Document(node.clone()), None);
        if !first {
            printer.text.push_str("---");
            printer.line_break();
        }
        first = false;
        printer.document(&document.value);
    }
    // The last line may end with a Unicode line separator instead of a line feed.
    if !printer.text.is_empty()
        && !printer.text.ends_with('\n')
        && let Some(lines) = &mut printer.lines
    {
        lines.push(PrintedLine { node: printer.node.clone(), below: 0 });
    }
    printer
}

struct Printer {
    text: String,
    /// The number of bytes after which printing stops.
    most: usize,
    /// The finished lines, if requested.
    lines: Option<Vec<PrintedLine>>,
    /// The node of the current line, if lines are requested.
    node: Option<PrintedNode>,
}

/// The text before a node on the same line.
#[derive(Clone, Copy, PartialEq)]
enum Prefix {
    /// Nothing: it is the root of a document.
    Root,
    /// `- `, `? ` or `: `: collections continue on the same line.
    Indicator,
    /// `key:`
    Key,
}

impl Printer {
    fn is_full(&self) -> bool {
        self.text.len() > self.most
    }

    /// Sets the node of the current line: for a node without a position, the one around it.
    fn set_node(&mut self, meta: &Meta, node: impl FnOnce() -> PrintedNode, outer: Option<&PrintedNode>) {
        if self.lines.is_some() {
            self.node = if meta.position.is_known() { Some(node()) } else { outer.cloned() };
        }
    }

    fn document(&mut self, value: &Value) {
        self.node(value, 0, Prefix::Root);
        self.end_line();
    }

    fn line_break(&mut self) {
        self.line_break_below(0);
    }

    fn line_break_below(&mut self, below: u32) {
        self.text.push('\n');
        if let Some(lines) = &mut self.lines {
            lines.push(PrintedLine { node: self.node.clone(), below });
        }
    }

    /// Ends the line unless a block scalar has ended it.
    fn end_line(&mut self) {
        self.end_line_below(0);
    }

    fn end_line_below(&mut self, below: u32) {
        if !self.text.ends_with(['\n', LINE_SEPARATOR, PARAGRAPH_SEPARATOR]) {
            self.line_break_below(below);
        }
    }

    fn pad(&mut self, indent: usize) {
        const SPACES: &str = "                                ";
        let mut missing = indent;
        while missing > 0 {
            let spaces = &SPACES[..missing.min(SPACES.len())];
            self.text.push_str(spaces);
            missing -= spaces.len();
        }
    }

    /// `indent` is the column of the collection around the node.
    fn node(&mut self, value: &Value, indent: usize, prefix: Prefix) {
        let nested = if prefix == Prefix::Root { 0 } else { indent + 2 };
        match value {
            Value::Map(map) if !map.borrow().items.is_empty() => self.map(&map.borrow(), nested, prefix),
            Value::Array(array) if !array.borrow().items.is_empty() => {
                // The dashes of an array in a map have the column of the key.
                let column = if prefix == Prefix::Key { indent } else { nested };
                self.array(&array.borrow(), column, prefix);
            }
            _ => {
                if prefix == Prefix::Key {
                    self.text.push(' ');
                }
                self.leaf(value, indent + 2);
            }
        }
    }

    fn start_item(&mut self, index: usize, prefix: Prefix, indent: usize) {
        if index > 0 || prefix == Prefix::Key {
            self.end_line();
            self.pad(indent);
        }
    }

    fn map(&mut self, map: &Map, indent: usize, prefix: Prefix) {
        let outer = self.node.clone();
        for (index, node) in map.items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            let item = node.borrow();
            self.start_item(index, prefix, indent);
            self.set_node(&item.meta, || PrintedNode::MapItem(node.clone()), outer.as_ref());
            if self.simple_key(&item.key, indent) {
                self.text.push(':');
                self.node(&item.value, indent, Prefix::Key);
            } else {
                self.text.push_str("? ");
                self.node(&item.key, indent, Prefix::Indicator);
                self.end_line();
                self.pad(indent);
                self.text.push_str(": ");
                self.node(&item.value, indent, Prefix::Indicator);
            }
        }
    }

    fn array(&mut self, array: &Array, indent: usize, prefix: Prefix) {
        let outer = self.node.clone();
        for (index, node) in array.items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            let item = node.borrow();
            self.start_item(index, prefix, indent);
            self.set_node(&item.meta, || PrintedNode::ArrayItem(node.clone()), outer.as_ref());
            self.text.push_str("- ");
            self.node(&item.value, indent, Prefix::Indicator);
        }
    }

    /// Writes a key that is allowed before a colon on one line; returns false for others.
    fn simple_key(&mut self, key: &Value, indent: usize) -> bool {
        const LONGEST: usize = 128;
        let fits = match key {
            Value::Str(text) => text.len() <= LONGEST && !text.contains(is_break),
            Value::Bytes(bytes) => {
                let digits = bytes.len().div_ceil(3) * 4;
                BINARY_TAG.len() + digits <= LONGEST && !scalars::encode_base64(bytes).contains('\n')
            }
            Value::Map(_) | Value::Array(_) => key.is_empty_collection(),
            _ => true,
        };
        if fits {
            self.leaf(key, indent + 2);
        }
        fits
    }

    /// Writes a scalar or an empty collection. `indent` is that of further lines.
    fn leaf(&mut self, value: &Value, indent: usize) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = match value {
            // Document sets are flattened before printing.
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
                // Like ytt, indent text after a line or paragraph separator, although reading it back adds these spaces.
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
        // ytt's library treats every character as a byte order mark if the text starts with one.
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

    /// A block scalar. The header states the indentation, if the first line does not show it, and whether final line breaks count.
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
            as_written = as_written && self.is_source_line(line, number);
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

    /// Whether a line of a block scalar is the source line with this distance from its node: the source may be a block scalar too.
    fn is_source_line(&self, line: &str, number: u32) -> bool {
        let Some(node) = &self.node else { return false };
        let position = &node.meta().position;
        let Some(source) = position.source() else { return false };
        let range = source.line_range(position.line().saturating_add(number));
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

/// Whether a character needs no escape. ytt's library escapes characters of four bytes, such as emoji.
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

/// The style of a string, as a key or as a value.
fn style(text: &str) -> Style {
    // A fast path for words and paths.
    if !text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        || !text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
    {
        return general_style(text);
    }
    if scalars::is_text(text) { Style::Plain } else { Style::DoubleQuoted }
}

fn general_style(text: &str) -> Style {
    if text.is_empty() {
        return Style::DoubleQuoted;
    }
    let features = Features::of(text);
    if features.has_line_feed {
        return if features.block_allowed() { Style::Literal } else { Style::DoubleQuoted };
    }
    if !scalars::is_text(text) || scalars::is_base_60(text) || !features.single_quotes_allowed() {
        return Style::DoubleQuoted;
    }
    if features.plain_allowed() { Style::Plain } else { Style::SingleQuoted }
}

/// Features of a text that some styles do not allow.
#[derive(Default)]
struct Features {
    /// A character that YAML would read as punctuation.
    indicators: bool,
    /// A character that can only be written as an escape.
    special: bool,
    has_break: bool,
    has_line_feed: bool,
    /// The first or last character is a space or line break.
    bare_edge: bool,
    trailing_space: bool,
    break_then_space: bool,
    space_then_break: bool,
}

impl Features {
    fn of(text: &str) -> Features {
        let indicators = text.starts_with("---") || text.starts_with("...");
        let mut found = Features { indicators, ..Features::default() };
        let mut before = None;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let blank_follows = chars.peek().is_none_or(|next| matches!(next, ' ' | '\t'));
            found.indicators |= match (c, before) {
                (
                    '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`',
                    None,
                ) => true,
                ('?' | '-', None) | (':', _) => blank_follows,
                ('#', Some(before)) => matches!(before, ' ' | '\t' | '\0') || is_break(before),
                _ => false,
            };
            found.special |= !is_printable(c);
            let at_edge = before.is_none() || chars.peek().is_none();
            if c == ' ' {
                found.bare_edge |= at_edge;
                found.trailing_space |= chars.peek().is_none();
                found.break_then_space |= before.is_some_and(is_break);
            } else if is_break(c) {
                found.has_break = true;
                found.has_line_feed |= c == '\n';
                found.bare_edge |= at_edge;
                found.space_then_break |= before == Some(' ');
            }
            before = Some(c);
        }
        found
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

/// A float as Go's `%g` formats it, with YAML's names of infinities and NaN.
pub fn float(number: f64) -> String {
    match number {
        f64::INFINITY => ".inf".to_owned(),
        f64::NEG_INFINITY => "-.inf".to_owned(),
        _ if number.is_nan() => ".nan".to_owned(),
        _ => float::general(number),
    }
}
