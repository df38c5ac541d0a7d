//! Finds the first syntax error of a TOML document, with the message of BurntSushi/toml, which ytt uses.
//!
//! The parser of the `toml` crate has other messages, and accepts more (trailing commas, `\e`). This one checks the
//! syntax of TOML 1.0 and produces nothing but the message.

use std::cell::RefCell;

use crate::byte_text;
use crate::limits::depth;

/// The message of the first error, if any. `text` is `bytes` with U+FFFD in place of bytes that are not UTF-8.
pub(super) fn first(text: &str, bytes: &[u8]) -> Option<String> {
    let mut walk = Walk { text, bytes, at: 0, line: 1, keys: Vec::new(), depth: 0, control: RefCell::default() };
    let fault = walk.document().err();
    walk.control.take().or(fault)
}

struct Walk<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    line: usize,
    /// The key of the current or last value, outermost part first.
    keys: Vec<String>,
    depth: usize,
    /// The error of the first control character, which takes precedence over other errors, as in the library.
    control: RefCell<Option<String>>,
}

type Outcome = Result<(), String>;

impl Walk<'_> {
    fn peek(&self) -> Option<char> {
        let mut rest = self.text.get(self.at..)?.chars();
        let c = rest.next()?;
        // The library also rejects U+FFFD itself.
        if c == char::REPLACEMENT_CHARACTER && self.control.borrow().is_none() {
            let before = self.text.get(..self.at).map_or(0, |before| before.matches(c).count());
            let mut replaced = byte_text::characters(self.bytes)
                .filter(|character| std::str::from_utf8(character).map_or(true, |text| text == "\u{fffd}"));
            let byte = replaced.nth(before).and_then(|character| character.first()).copied().unwrap_or_default();
            *self.control.borrow_mut() = Some(self.here(&format!("invalid UTF-8 byte: 0x{byte:02x}")));
        }
        let allowed = matches!(c, '\n' | '\t') || c == '\r' && matches!(rest.next(), Some('\n') | None);
        if c.is_ascii_control() && !allowed && self.control.borrow().is_none() {
            let fault = self.here(&format!("TOML files cannot contain control characters: '0x{:02x}'", u32::from(c)));
            *self.control.borrow_mut() = Some(fault);
        }
        Some(c)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, part: &str) -> bool {
        let found = self.rest().starts_with(part);
        if found {
            for _ in part.chars() {
                self.next();
            }
        }
        found
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.next();
        }
    }

    /// An error in a line, with the last key.
    fn fault(&self, line: usize, problem: &str) -> String {
        match self.keys.as_slice() {
            [] => format!("toml: line {line}: {problem}"),
            keys => format!("toml: line {line} (last key \"{}\"): {problem}", keys.join(".")),
        }
    }

    fn here(&self, problem: &str) -> String {
        self.fault(self.line, problem)
    }

    /// An error at the next character, with the line of the library, which has read it: after a line break, it is the
    /// next line, and at the end the previous one.
    fn at_next(&self, problem: &str) -> String {
        let line = match self.peek() {
            Some('\n') => self.line + 1,
            Some(_) => self.line,
            None => self.line - 1,
        };
        self.fault(line, problem)
    }

    fn next_quoted(&self) -> String {
        match self.peek() {
            None => "'\\x00'".to_owned(),
            Some('\n') => "'\\n'".to_owned(),
            Some('\r') => "'\\r'".to_owned(),
            Some('\t') => "'\\t'".to_owned(),
            Some('\'') => "'\\''".to_owned(),
            Some('\\') => "'\\\\'".to_owned(),
            Some(c) => format!("'{c}'"),
        }
    }

    fn end(&self, expected: &str) -> String {
        self.fault(self.line - 1, &format!("unexpected EOF; expected {expected}"))
    }

    fn document(&mut self) -> Outcome {
        loop {
            self.blank();
            let Some(c) = self.peek() else { return Ok(()) };
            if c == '[' {
                self.header()?;
            } else {
                self.keys.clear();
                self.key_value(&mut Vec::new())?;
                self.keys.clear();
            }
            self.spaces();
            match self.peek() {
                None | Some('\n' | '#') => {}
                Some('\r') if self.rest().starts_with("\r\n") => {}
                Some(_) => {
                    let problem = format!(
                        "expected a top-level item to end with a newline, comment, or EOF, but got {} instead",
                        self.next_quoted()
                    );
                    return Err(self.at_next(&problem));
                }
            }
        }
    }

    /// Skips white space, line breaks and comments.
    fn blank(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\n' | '\r' => {
                    self.next();
                }
                '#' => {
                    while !matches!(self.peek(), None | Some('\n')) {
                        self.next();
                    }
                }
                _ => return,
            }
        }
    }

    fn header(&mut self) -> Outcome {
        self.keys.clear();
        self.next();
        let array = self.skip("[");
        let mut name = Vec::new();
        loop {
            self.spaces();
            match self.peek() {
                Some(']') => {
                    return Err(self.here("unexpected end of table name (table names cannot be empty)"));
                }
                Some('.') => {
                    return Err(self.here("unexpected table separator (table names cannot be empty)"));
                }
                _ => {}
            }
            name.push(self.simple_key()?);
            self.spaces();
            match self.peek() {
                Some('.') => {
                    self.next();
                }
                Some(']') => {
                    self.next();
                    break;
                }
                _ => {
                    let problem =
                        format!("expected '.' or ']' to end table name, but got {} instead", self.next_quoted());
                    return Err(self.at_next(&problem));
                }
            }
        }
        if array && !self.skip("]") {
            let problem =
                format!("expected end of table array name delimiter ']', but got {} instead", self.next_quoted());
            return Err(self.at_next(&problem));
        }
        self.keys = name;
        Ok(())
    }

    /// A bare or quoted part of a key.
    fn simple_key(&mut self) -> Result<String, String> {
        match self.peek() {
            Some('"') => {
                let start = self.at + 1;
                self.next();
                self.basic_string()?;
                Ok(self.text.get(start..self.at - 1).unwrap_or_default().to_owned())
            }
            Some('\'') => {
                let start = self.at + 1;
                self.next();
                self.literal_string()?;
                Ok(self.text.get(start..self.at - 1).unwrap_or_default().to_owned())
            }
            _ => {
                let start = self.at;
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
                    self.next();
                }
                Ok(self.text.get(start..self.at).unwrap_or_default().to_owned())
            }
        }
    }

    /// `a.b = value`, within the tables of `path`.
    fn key_value(&mut self, path: &mut Vec<String>) -> Outcome {
        let outer = path.len();
        loop {
            self.spaces();
            match self.peek() {
                Some('=') if path.len() == outer => {
                    return Err(self.here("unexpected '=': key name appears blank"));
                }
                Some(c @ ('=' | '.')) => return Err(self.here(&format!("unexpected '{c}'"))),
                _ => {}
            }
            path.push(self.simple_key()?);
            self.spaces();
            match self.peek() {
                Some('.') => {
                    self.next();
                }
                Some('=') => {
                    self.next();
                    break;
                }
                None => return Err(self.end("key separator '='")),
                Some(_) => {
                    let problem = format!("expected '.' or '=', but got {} instead", self.next_quoted());
                    return Err(self.at_next(&problem));
                }
            }
        }
        self.keys.clone_from(path);
        self.value(path)?;
        path.truncate(outer);
        Ok(())
    }

    fn value(&mut self, path: &mut Vec<String>) -> Outcome {
        self.spaces();
        match self.peek() {
            None => Err(self.end("value")),
            Some('"') if self.skip("\"\"\"") => self.long_string("\"\"\""),
            Some('\'') if self.skip("'''") => self.long_string("'''"),
            Some('"') => {
                self.next();
                self.basic_string()
            }
            Some('\'') => {
                self.next();
                self.literal_string()
            }
            Some('[') => self.nested(|walk| walk.array(path)),
            Some('{') => self.nested(|walk| walk.inline_table(path)),
            Some('t' | 'f') => self.word(&["true", "false"]),
            Some('i' | 'n') => self.word(&["inf", "nan"]),
            Some('+' | '-') => {
                self.next();
                match self.peek() {
                    Some('i' | 'n') => self.word(&["inf", "nan"]),
                    Some('.') => Err(self.here("floats must start with a digit, not '.'")),
                    Some(c) if c.is_ascii_digit() => self.number(true),
                    _ => Err(self.at_next(&format!("expected a digit but got {}", self.next_quoted()))),
                }
            }
            Some('.') => Err(self.here("floats must start with a digit, not '.'")),
            Some(c) if c.is_ascii_digit() => self.number(false),
            Some(c) if c.is_alphabetic() => self.word(&[]),
            Some(_) => Err(self.at_next(&format!("expected value but found {} instead", self.next_quoted()))),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        if self.depth >= depth::TOML {
            return Err(self.here("nested too deep (limit of Ytterby)"));
        }
        self.depth += 1;
        self.next();
        let outcome = read(self);
        self.depth -= 1;
        outcome
    }

    fn word(&mut self, known: &[&str]) -> Outcome {
        let start = self.at;
        while self.peek().is_some_and(char::is_alphabetic) {
            self.next();
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        if known.contains(&word) {
            return Ok(());
        }
        Err(self.here(&format!("expected value but found \"{word}\" instead")))
    }

    /// A number, date or time.
    fn number(&mut self, signed: bool) -> Outcome {
        let start = self.at;
        let radix: Option<(u32, &str)> = match self.rest().get(..2) {
            Some("0x") => Some((16, "a hexidecimal")),
            Some("0o") => Some((8, "an octal")),
            Some("0b") => Some((2, "a binary")),
            _ => None,
        };
        if let Some((radix, name)) = radix.filter(|_| !signed) {
            let prefix: String = self.rest().chars().take(2).collect();
            self.skip(&prefix);
            match self.peek() {
                Some(c) if c.is_digit(radix) => {}
                other => {
                    let c = other.unwrap_or('\0');
                    return Err(self.here(&format!("not {name} number: '{prefix}{c}'")));
                }
            }
            while self.peek().is_some_and(|c| c.is_digit(radix) || c == '_') {
                self.next();
            }
            return Ok(());
        }
        let mut sign_allowed = false;
        while let Some(c) = self.peek() {
            let part = c.is_ascii_digit()
                || matches!(c, '_' | '.' | 'e' | 'E' | ':' | 'T' | 'Z')
                || c == '-'
                || c == '+' && sign_allowed;
            if !part {
                break;
            }
            sign_allowed = matches!(c, 'e' | 'E');
            self.next();
        }
        let digits = self.text.get(start..self.at).unwrap_or_default();
        let text = self.text.get(start - usize::from(signed)..self.at).unwrap_or_default().to_owned();
        self.number_fault(digits, &text).map_or(Ok(()), |problem| Err(self.here(&problem)))
    }

    fn number_fault(&self, digits: &str, text: &str) -> Option<String> {
        let dated = digits.contains(':') || digits.get(4..5) == Some("-");
        if dated {
            let valid = text.parse::<toml::value::Datetime>().is_ok();
            return (!valid).then(|| format!("Invalid TOML Datetime: \"{text}\"."));
        }
        let float = digits.contains(['.', 'e', 'E']);
        let kind = if float { "float" } else { "integer" };
        let bytes = digits.as_bytes();
        let lone = |at: usize| {
            let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
            bytes.get(at) == Some(&b'_') && !(digit(at.checked_sub(1)) && digit(Some(at + 1)))
        };
        if (0..bytes.len()).any(lone) {
            return Some(format!("Invalid {kind} \"{text}\": underscores must be surrounded by digits"));
        }
        let whole = digits.split(['.', 'e', 'E']).next().unwrap_or_default();
        if whole.len() > 1 && whole.starts_with('0') {
            return Some(format!("Invalid {kind} \"{text}\": cannot have leading zeroes"));
        }
        let plain = text.replace('_', "");
        if !float {
            return plain.parse::<i64>().err().map(|_| format!("{plain} is out of range for int64"));
        }
        let open = |at: usize| bytes.get(at) == Some(&b'.') && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if (0..bytes.len()).any(open) {
            return Some(format!("Invalid float \"{text}\": '.' must be followed by one or more digits"));
        }
        match plain.parse::<f64>() {
            Ok(float) if float.is_finite() => None,
            Ok(_) => Some(format!("{plain} is out of range for float64")),
            Err(_) => Some(format!("Invalid float value: \"{plain}\"")),
        }
    }

    fn basic_string(&mut self) -> Outcome {
        loop {
            match self.peek() {
                None => return Err(self.end("'\"'")),
                Some('\n') => return Err(self.here("strings cannot contain newlines")),
                Some('"') => {
                    self.next();
                    return Ok(());
                }
                Some('\\') => self.escape()?,
                Some(_) => {
                    self.next();
                }
            }
        }
    }

    fn escape(&mut self) -> Outcome {
        self.next();
        match self.peek() {
            Some('b' | 't' | 'n' | 'f' | 'r' | '"' | '\\') => {
                self.next();
                Ok(())
            }
            Some(c @ ('u' | 'U')) => {
                self.next();
                let (count, name) = if c == 'u' { (4, "four") } else { (8, "eight") };
                let start = self.at;
                for _ in 0..count {
                    let found = self.next();
                    if !found.is_some_and(|c| c.is_ascii_hexdigit()) {
                        let read = self.text.get(start..self.at).unwrap_or_default();
                        let read = read.replace('\\', "\\\\").replace('"', "\\\"");
                        return Err(self.here(&format!(
                            "expected {name} hexadecimal digits after '\\{c}', but got \"\\\\{c}{read}\" instead"
                        )));
                    }
                }
                Ok(())
            }
            Some(c) => Err(self.at_next(&format!("invalid escape in string '\\{c}'"))),
            None => Err(self.end("'\"'")),
        }
    }

    fn literal_string(&mut self) -> Outcome {
        loop {
            match self.next() {
                None => return Err(self.end("\"'\"")),
                Some('\n') => {
                    return Err(self.fault(self.line - 1, "strings cannot contain newlines"));
                }
                Some('\'') => return Ok(()),
                Some(_) => {}
            }
        }
    }

    fn long_string(&mut self, quotes: &str) -> Outcome {
        let quote = quotes.chars().next();
        loop {
            if self.skip(quotes) {
                // Up to two quotes before the delimiter are part of the string.
                for _ in 0..2 {
                    if self.peek() == quote {
                        self.next();
                    }
                }
                return Ok(());
            }
            match self.peek() {
                None if quote == Some('"') => return Err(self.end("'\"\"\"'")),
                None => return Err(self.end("\"'''\"")),
                Some('\\') if quote == Some('"') => {
                    let after = self.rest().get(1..).unwrap_or_default();
                    if after.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
                        self.next();
                    } else {
                        self.escape()?;
                    }
                }
                Some(_) => {
                    self.next();
                }
            }
        }
    }

    fn array(&mut self, path: &mut Vec<String>) -> Outcome {
        let mut after_value = false;
        loop {
            self.blank();
            match self.peek() {
                Some(']') => {
                    self.next();
                    return Ok(());
                }
                Some(',') if after_value => {
                    self.next();
                    after_value = false;
                }
                Some(',') => return Err(self.here("unexpected comma")),
                other if after_value => {
                    let found = other.map_or_else(|| "end of file".to_owned(), |_| self.next_quoted());
                    let problem = format!("expected a comma (',') or array terminator (']'), but got {found}");
                    return Err(self.at_next(&problem));
                }
                _ => {
                    self.value(path)?;
                    after_value = true;
                }
            }
        }
    }

    fn inline_table(&mut self, path: &mut Vec<String>) -> Outcome {
        let mut after_value = false;
        let mut after_comma = false;
        loop {
            self.spaces();
            match self.peek() {
                Some('\n') => return Err(self.here("newlines not allowed within inline tables")),
                Some('}') if after_comma => {
                    return Err(self.here("trailing comma not allowed in inline tables"));
                }
                Some('}') => {
                    self.next();
                    return Ok(());
                }
                Some(',') if after_value => {
                    self.next();
                    (after_value, after_comma) = (false, true);
                }
                Some(',') => return Err(self.here("unexpected comma")),
                other if after_value => {
                    let found = other.map_or_else(|| "end of file".to_owned(), |_| self.next_quoted());
                    let problem =
                        format!("expected a comma or an inline table terminator '}}', but got {found} instead");
                    return Err(self.at_next(&problem));
                }
                _ => {
                    self.key_value(path)?;
                    (after_value, after_comma) = (true, false);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_the_messages_of_the_library() {
        let fault = |text: &str| first(text, text.as_bytes()).unwrap_or_default();
        assert_eq!(fault("a = "), "toml: line 0 (last key \"a\"): unexpected EOF; expected value");
        assert_eq!(fault("a=1\n\nb"), "toml: line 2: unexpected EOF; expected key separator '='");
        assert_eq!(fault("a = \nb = 1"), "toml: line 2 (last key \"a\"): expected value but found '\\n' instead");
        assert_eq!(fault("a = {b=1,}"), "toml: line 1 (last key \"a.b\"): trailing comma not allowed in inline tables");
        let text = "[a.b]\nc = [1, {d = 'x'}, \"\\u00e9\"] # e\n[[f]]\ng = 1979-05-27T07:32:00Z\n";
        assert_eq!(first(text, text.as_bytes()), None);
    }
}
