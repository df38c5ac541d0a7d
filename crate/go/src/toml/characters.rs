//! The characters of a TOML document with the line that the library reports for a problem.

use crate::quote::quote;

/// The problem and its line.
#[derive(Debug, PartialEq)]
pub(super) struct Problem {
    pub(super) line: usize,
    pub(super) message: String,
}

/// A position in a document.
pub(super) struct Characters<'t> {
    text: &'t str,
    /// The byte after the text, if it is not UTF-8.
    invalid: Option<u8>,
    at: usize,
    line: usize,
}

impl<'t> Characters<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Characters<'t> {
        let (text, invalid) = match bytes.utf8_chunks().next() {
            Some(chunk) => (chunk.valid(), chunk.invalid().first().copied()),
            None => ("", None),
        };
        Characters { text, invalid, at: 0, line: 1 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The text from a position to the current one.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The next character; None at the end. Fails for characters that are not allowed anywhere.
    pub(super) fn peek(&self) -> Result<Option<char>, Problem> {
        let mut rest = self.text.get(self.at..).unwrap_or_default().chars();
        let Some(c) = rest.next() else {
            return match self.invalid {
                Some(byte) => Err(self.problem(format!("invalid UTF-8 byte: 0x{byte:02x}"))),
                None => Ok(None),
            };
        };
        let allowed = matches!(c, '\n' | '\t') || c == '\r' && rest.next() == Some('\n');
        if c.is_ascii_control() && !allowed {
            let message = format!("TOML files cannot contain control characters: '0x{:02x}'", u32::from(c));
            return Err(self.problem(message));
        }
        Ok(Some(c))
    }

    /// Reads the next character.
    pub(super) fn next(&mut self) -> Result<Option<char>, Problem> {
        let next = self.peek()?;
        self.at += next.map_or(0, char::len_utf8);
        self.line += usize::from(next == Some('\n'));
        Ok(next)
    }

    /// Reads a character if it is the next.
    pub(super) fn accept(&mut self, wanted: char) -> Result<bool, Problem> {
        let is_next = self.peek()? == Some(wanted);
        if is_next {
            self.next()?;
        }
        Ok(is_next)
    }

    /// Goes back over ASCII characters of the same line.
    pub(super) fn back(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count);
    }

    pub(super) fn skip(&mut self, test: impl Fn(char) -> bool) -> Result<(), Problem> {
        while self.peek()?.is_some_and(&test) {
            self.next()?;
        }
        Ok(())
    }

    pub(super) fn skip_spaces(&mut self) -> Result<(), Problem> {
        self.skip(is_space)
    }

    /// A problem on the current line.
    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        Problem { line: self.line, message: message.into() }
    }

    /// A problem on the line before.
    pub(super) fn problem_before(&self, message: impl Into<String>) -> Problem {
        Problem { line: self.line - 1, message: message.into() }
    }

    /// A problem with a character that was read. The end of the document belongs to the last line that is not empty.
    pub(super) fn problem_with(&self, read: Option<char>, message: impl Into<String>) -> Problem {
        let is_after_break = read.is_none() && self.text.ends_with('\n');
        if is_after_break { self.problem_before(message) } else { self.problem(message) }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// A character in single quotes as Go's `%q`; the end is NUL.
pub(super) fn quoted(c: Option<char>) -> String {
    match c.unwrap_or('\0') {
        '\'' => r"'\''".to_owned(),
        '"' => "'\"'".to_owned(),
        c => format!("'{}'", quote(&c.to_string()).trim_matches('"')),
    }
}
