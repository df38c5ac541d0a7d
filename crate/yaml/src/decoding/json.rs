//! JSON with the errors of Go's `encoding/json`.

use std::collections::BTreeMap;

use crate::byte_text;
use crate::limits::depth;
use crate::node::Node;
use crate::tree::{MapItem, Value as Tree};

/// A value as it is written: numbers as text, and all entries of objects in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what they are")]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The type in errors about values of a wrong type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "bool",
            Json::Number(_) => "number",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }
    }
}

/// Reads JSON. Fails with Go's message about the first byte that is wrong.
pub fn read(bytes: &[u8]) -> Result<Json, String> {
    let mut reader = Reader { text: bytes, place: 0 };
    reader.blanks();
    let value = reader.value(0)?;
    reader.blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected("after top-level value")),
    }
}

/// Decodes JSON as Go does for a value of any type: all numbers are floats, keys are sorted, and the last of duplicate keys wins.
pub fn decode(text: &str) -> Result<Tree, String> {
    tree(read(&byte_text::to_bytes(text))?)
}

fn tree(json: Json) -> Result<Tree, String> {
    Ok(match json {
        Json::Null => Tree::Null,
        Json::Bool(value) => Tree::Bool(value),
        Json::Number(text) => match text.parse::<f64>() {
            Ok(f) if f.is_finite() => Tree::Float(f),
            _ => return Err(format!("json: cannot unmarshal number {text} into Go value of type float64")),
        },
        Json::String(text) => Tree::str(text),
        Json::Array(items) if items.is_empty() => Tree::Array(Node::default()),
        Json::Array(items) => Tree::array(items.into_iter().map(tree).collect::<Result<Vec<_>, _>>()?),
        Json::Object(entries) if entries.is_empty() => Tree::Map(Node::default()),
        Json::Object(entries) => {
            let mut sorted = BTreeMap::new();
            for (key, value) in entries {
                sorted.insert(key, tree(value)?);
            }
            Tree::map(sorted.into_iter().map(|(key, value)| MapItem::new(key, value)).collect())
        }
    })
}

/// The error for an unexpected byte.
fn wrong(byte: u8, context: &str) -> String {
    // Go formats each byte as the character with that number.
    let text = match byte {
        b'\'' => "\\'".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\t' => "\\t".to_owned(),
        0x07 => "\\a".to_owned(),
        0x08 => "\\b".to_owned(),
        0x0b => "\\v".to_owned(),
        0x0c => "\\f".to_owned(),
        0..=0x1f | 0x7f => format!("\\x{byte:02x}"),
        0x80..=0xa0 | 0xad => format!("\\u{byte:04x}"),
        byte => char::from(byte).to_string(),
    };
    format!("invalid character '{text}' {context}")
}

struct Reader<'a> {
    text: &'a [u8],
    place: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.place).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.place += 1;
        }
    }

    /// The error for the next byte where white space is allowed.
    fn unexpected(&self, context: &str) -> String {
        match self.peek() {
            Some(byte) => wrong(byte, context),
            None => "unexpected end of JSON input".to_owned(),
        }
    }

    /// The error for the next byte inside a token. At the end, Go reports a space.
    fn misplaced(&self, context: &str) -> String {
        wrong(self.peek().unwrap_or(b' '), context)
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > depth::JSON {
            return Err("exceeded max depth".to_owned());
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true", Json::Bool(true)),
            Some(b'f') => self.literal("false", Json::Bool(false)),
            Some(b'n') => self.literal("null", Json::Null),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.place += 1;
        let mut entries = Vec::new();
        self.blanks();
        if self.peek() == Some(b'}') {
            self.place += 1;
            return Ok(Json::Object(entries));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("looking for beginning of object key string"));
            }
            let key = self.string()?;
            self.blanks();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("after object key"));
            }
            self.place += 1;
            self.blanks();
            entries.push((key, self.value(depth + 1)?));
            self.blanks();
            match self.peek() {
                Some(b',') => self.place += 1,
                Some(b'}') => break,
                _ => return Err(self.unexpected("after object key:value pair")),
            }
        }
        self.place += 1;
        Ok(Json::Object(entries))
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        self.place += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.peek() == Some(b']') {
            self.place += 1;
            return Ok(Json::Array(items));
        }
        loop {
            self.blanks();
            items.push(self.value(depth + 1)?);
            self.blanks();
            match self.peek() {
                Some(b',') => self.place += 1,
                Some(b']') => break,
                _ => return Err(self.unexpected("after array element")),
            }
        }
        self.place += 1;
        Ok(Json::Array(items))
    }

    fn literal(&mut self, word: &str, value: Json) -> Result<Json, String> {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                let context = format!("in literal {word} (expecting '{}')", char::from(expected));
                return Err(self.misplaced(&context));
            }
            self.place += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.place;
        if self.peek() == Some(b'-') {
            self.place += 1;
        }
        match self.peek() {
            Some(b'0') => self.place += 1,
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.place += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.place += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.place += 1;
            }
            self.digits("in exponent of numeric literal")?;
        }
        Ok(Json::Number(byte_text::lossy_bytes(&self.text[start..self.place])))
    }

    /// Reads one digit or more.
    fn digits(&mut self, context: &str) -> Result<(), String> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.misplaced(context));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.place += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, String> {
        self.place += 1;
        let mut out = String::new();
        loop {
            let start = self.place;
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
                self.place += 1;
            }
            out.push_str(&byte_text::lossy_bytes(&self.text[start..self.place]));
            match self.peek() {
                Some(b'"') => {
                    self.place += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.place += 1;
                    self.escape(&mut out)?;
                }
                _ => return Err(self.unexpected("in string literal")),
            }
        }
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self, out: &mut String) -> Result<(), String> {
        let c = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.place += 1;
                let unit = self.hex()?;
                out.push(self.unicode(unit)?);
                return Ok(());
            }
            _ => return Err(self.misplaced("in string escape code")),
        };
        self.place += 1;
        out.push(c);
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, String> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.misplaced("in \\u hexadecimal character escape"));
            };
            unit = unit * 16 + digit;
            self.place += 1;
        }
        Ok(unit)
    }

    /// A UTF-16 code unit as a character, with the second unit of a surrogate pair; unpaired surrogates become U+FFFD.
    fn unicode(&mut self, unit: u32) -> Result<char, String> {
        if (0xd800..0xdc00).contains(&unit) && self.text[self.place..].starts_with(b"\\u") {
            let before = self.place;
            self.place += 2;
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.place = before;
        }
        Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_go() {
        let fault = |text: &str| decode(text).expect_err("is no JSON");
        assert_eq!(fault("{\"a\": "), "unexpected end of JSON input");
        assert_eq!(fault("{} x"), "invalid character 'x' after top-level value");
        assert_eq!(fault("[1 2]"), "invalid character '2' after array element");
        assert_eq!(fault("{a}"), "invalid character 'a' looking for beginning of object key string");
        assert_eq!(fault("{\"a\":1,}"), "invalid character '}' looking for beginning of object key string");
        assert_eq!(fault("tru"), "invalid character ' ' in literal true (expecting 'e')");
        assert_eq!(fault("1."), "invalid character ' ' after decimal point in numeric literal");
        assert_eq!(fault("\"x"), "unexpected end of JSON input");
        assert_eq!(fault("trux"), "invalid character 'x' in literal true (expecting 'e')");
        assert_eq!(fault("\"\n\""), "invalid character '\\n' in string literal");
        assert_eq!(fault("-x"), "invalid character 'x' in numeric literal");
        assert_eq!(fault("é"), "invalid character 'Ã' looking for beginning of value");
        assert_eq!(fault(&"[".repeat(100_000)), "exceeded max depth");
        assert_eq!(fault("[1e400, -1e400]"), "json: cannot unmarshal number 1e400 into Go value of type float64");
        assert_eq!(fault("[1e400, x]"), "invalid character 'x' looking for beginning of value");
    }

    #[test]
    fn surrogate_pairs_are_one_character() {
        assert_eq!(decode(r#""\ud83c\udf50\ud800x""#), Ok(Tree::str("🍐\u{fffd}x")));
    }
}
