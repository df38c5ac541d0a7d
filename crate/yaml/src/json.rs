//! Prints a tree as JSON, as `-o json` and `@ytt:json` do.
//!
//! Like Go's `encoding/json`, it sorts keys and escapes HTML's special characters.

use std::fmt;

use super::node::Node;
use super::tree::{Map, MapItem, Value};
use crate::go::float;

/// The layout of JSON.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Spaces per level; 0 for a single line.
    pub indent: usize,
    /// Whether `<`, `>` and `&` are escaped.
    pub escape_html: bool,
}

impl Layout {
    /// The layout of `-o json`.
    pub const COMPACT: Layout = Layout { indent: 0, escape_html: true };
}

/// A value that has no JSON.
#[derive(Debug, PartialEq)]
pub enum Unsupported {
    /// A key that is not a string.
    Key(Node<MapItem>),
    /// An infinity or NaN, with Go's name.
    Number(&'static str),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Key(_) => f.write_str("Expected key to be string"),
            Unsupported::Number(name) => write!(f, "json: unsupported value: {name}"),
        }
    }
}

/// A string of JSON with HTML's special characters escaped.
pub fn quoted(bytes: &[u8]) -> String {
    let mut writer = Writer { text: String::new(), layout: Layout::COMPACT, depth: 0 };
    writer.bytes(bytes);
    writer.text
}

/// A value as JSON, without a line break at the end.
///
/// Fails on keys that are not strings and on numbers that JSON does not have.
pub fn json(value: &Value, layout: Layout) -> Result<String, Unsupported> {
    let mut writer = Writer { text: String::new(), layout, depth: 0 };
    writer.value(value)?;
    Ok(writer.text)
}

struct Writer {
    text: String,
    layout: Layout,
    depth: usize,
}

impl Writer {
    fn value(&mut self, value: &Value) -> Result<(), Unsupported> {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(bool) => self.text.push_str(if *bool { "true" } else { "false" }),
            Value::Int(number) => self.text.push_str(&number.to_string()),
            Value::UInt(number) => self.text.push_str(&number.to_string()),
            Value::Float(number) => self.text.push_str(&float(*number)?),
            Value::Str(text) => self.string(text),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::Map(map) => self.map(&map.borrow())?,
            Value::Array(array) => {
                self.collection(array.borrow().iter(), ('[', ']'), |writer, item| writer.value(&item.value))?;
            }
            Value::DocumentSet(set) => {
                self.collection(set.borrow().iter(), ('[', ']'), |writer, document| writer.value(&document.value))?;
            }
        }
        Ok(())
    }

    fn map(&mut self, map: &Map) -> Result<(), Unsupported> {
        if let Some(item) = map.items.iter().find(|item| key(&item.borrow()).is_none()) {
            return Err(Unsupported::Key(item.clone()));
        }
        let mut items: Vec<_> = map.iter().collect();
        items.sort_by(|a, b| key(a).cmp(&key(b)));
        self.collection(items.into_iter(), ('{', '}'), |writer, item| {
            writer.bytes(key(&item).unwrap_or_default());
            writer.text.push_str(if writer.layout.indent > 0 { ": " } else { ":" });
            writer.value(&item.value)
        })
    }

    fn collection<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        (open, close): (char, char),
        mut write: impl FnMut(&mut Writer, T) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.text.push(open);
        let some = items.len() > 0;
        self.depth += 1;
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.new_line();
            write(self, item)?;
        }
        self.depth -= 1;
        if some {
            self.new_line();
        }
        self.text.push(close);
        Ok(())
    }

    fn new_line(&mut self) {
        if self.layout.indent > 0 {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n(' ', self.layout.indent * self.depth));
        }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        self.characters(text);
        self.text.push('"');
    }

    /// Writes each byte that is not UTF-8 as an escaped U+FFFD.
    fn bytes(&mut self, bytes: &[u8]) {
        self.text.push('"');
        for chunk in bytes.utf8_chunks() {
            self.characters(chunk.valid());
            for _ in chunk.invalid() {
                self.text.push_str("\\ufffd");
            }
        }
        self.text.push('"');
    }

    fn characters(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '\x08' => self.text.push_str("\\b"),
                '\x0c' => self.text.push_str("\\f"),
                '\0'..='\x1f' | '\u{2028}' | '\u{2029}' => self.escape(c),
                '<' | '>' | '&' if self.layout.escape_html => self.escape(c),
                _ => self.text.push(c),
            }
        }
    }

    fn escape(&mut self, c: char) {
        self.text.push_str(&format!("\\u{:04x}", u32::from(c)));
    }
}

/// The bytes of a key that is a string.
fn key(item: &MapItem) -> Option<&[u8]> {
    match &item.key {
        Value::Str(key) => Some(key.as_bytes()),
        Value::Bytes(key) => Some(key),
        _ => None,
    }
}

/// A float as in Go's `encoding/json`: with an exponent only if very small or large, and without leading zeros in it.
fn float(number: f64) -> Result<String, Unsupported> {
    match number {
        f64::INFINITY => Err(Unsupported::Number("+Inf")),
        f64::NEG_INFINITY => Err(Unsupported::Number("-Inf")),
        _ if number.is_nan() => Err(Unsupported::Number("NaN")),
        _ => Ok(float::shortest(number, -6..21).replace("e-0", "e-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Source;
    use crate::reader::{ReadOptions, read};

    fn parse(text: &str) -> Value {
        let set = read(&Source::new("f.yml", text), text.as_bytes(), &ReadOptions::default());
        set.expect("valid").items.remove(0).into_content().value
    }

    #[test]
    fn values_are_printed_as_by_ytt() {
        for (text, expected) in [
            (
                r#""<&>\b\f\u2028\x7fé\U0001F600\x00\\\"/\n\t\r""#,
                "\"\\u003c\\u0026\\u003e\\b\\f\\u2028\u{7f}é😀\\u0000\\\\\\\"/\\n\\t\\r\"",
            ),
            (
                "[1.0, 1e21, 1e20, 1e-6, 1e-7, 123456789.25, -0.0]",
                "[1,1e+21,100000000000000000000,0.000001,1e-7,123456789.25,-0]",
            ),
            ("{z: {b: 1, a: []}, c: {}, b: ~, a: yes}", r#"{"a":true,"b":null,"c":{},"z":{"a":[],"b":1}}"#),
            ("[18446744073709551615, 2020-01-01]", r#"[18446744073709551615,"2020-01-01"]"#),
            ("!!binary /w==", r#""\ufffd""#),
        ] {
            assert_eq!(json(&parse(text), Layout::COMPACT), Ok(expected.to_owned()), "for {text}");
        }
    }

    #[test]
    fn values_without_json_are_errors() {
        for (text, expected) in [
            ("[.nan]", "json: unsupported value: NaN"),
            ("-.inf", "json: unsupported value: -Inf"),
            ("1: a", "Expected key to be string"),
        ] {
            let value = parse(text);
            let refused = json(&value, Layout::COMPACT).map_err(|unsupported| unsupported.to_string());
            assert_eq!(refused, Err(expected.to_owned()), "for {text}");
        }
    }

    #[test]
    fn indented_without_escaped_html() {
        let layout = Layout { indent: 2, escape_html: false };
        let expected = "{\n  \"a\": [\n    \"<\"\n  ],\n  \"b\": {}\n}";
        assert_eq!(json(&parse("{b: {}, a: ['<']}"), layout), Ok(expected.to_owned()));
    }
}
