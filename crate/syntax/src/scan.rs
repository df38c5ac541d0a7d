//! The scanner: text to tokens, lazily, one token per call.
//!
//! It is lazy because ytt reports many errors at the scanner's current place, that is after the token
//! looked ahead to; `position` is that place. Indentation tokens are produced as in Starlark and dropped
//! by `blocks`, which closes blocks by `end` instead.

use super::source::{Source, Span, offset};
use super::strings::unquote;
use super::token::{Literal, Tok, Token};
use super::{Problem, ProblemKind};
use crate::byte_text;
use crate::diagnostics::cause::CodeMistake;
use crate::diagnostics::report::text;

/// A syntax error: the first one ends the parse.
pub(super) type Syntax<T> = Result<T, Box<Problem>>;

/// Makes the error of a message at a place.
pub(super) fn problem_at(source: &Source, span: Span, message: impl Into<String>) -> Box<Problem> {
    Box::new(Problem {
        line: source.line(span.start),
        span: Some(source.original_range(span)),
        message: message.into(),
        mistake: None,
        kind: ProblemKind::default(),
    })
}

/// Fails at a place where the run's time is up; `units` as for [`Budget::work`](crate::limits::Budget::work).
pub(super) fn check_time(source: &Source, span: Span, units: usize) -> Syntax<()> {
    let counted = source.budget.as_ref().map_or(Ok(()), |budget| budget.work(units));
    counted.map_err(|error| Box::new(Problem { kind: ProblemKind::Limit, ..*problem_at(source, span, text(&error)) }))
}

/// Reads tokens off a source.
pub(super) struct Scanner<'a> {
    source: &'a Source,
    text: &'a str,
    pos: usize,
    /// The positions of open brackets; newlines inside them do not count.
    open: Vec<usize>,
    indents: Vec<usize>,
    /// Indent (positive) or outdent (negative) tokens still to hand out.
    dents: isize,
    line_start: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of the text.
    pub(super) fn new(source: &'a Source) -> Scanner<'a> {
        Scanner { source, text: source.text(), pos: 0, open: Vec::new(), indents: vec![0], dents: 0, line_start: true }
    }

    /// The position of the scanner: just behind the last token.
    pub(super) fn position(&self) -> Span {
        Span::new(offset(self.pos), offset(self.pos))
    }

    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    fn error_at<T>(&self, at: usize, message: impl Into<String>) -> Syntax<T> {
        let end = self.pos.max(at);
        Err(problem_at(self.source, Span::new(offset(at), offset(end)), message))
    }

    /// [`Scanner::error_at`] with the mistake behind it, which is at least a character.
    fn mistaken<T>(&self, mistake: CodeMistake, at: usize, message: impl Into<String>) -> Syntax<T> {
        let character = self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let end = self.pos.max(at + character);
        let problem = problem_at(self.source, Span::new(offset(at), offset(end)), message);
        Err(Box::new(Problem { mistake: Some(Box::new(mistake)), ..*problem }))
    }

    /// The innermost open bracket, and its position.
    pub(super) fn open_bracket(&self) -> Option<(char, Span)> {
        let at = *self.open.last()?;
        Some((self.text.get(at..)?.chars().next()?, Span::new(offset(at), offset(at + 1))))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or("")
    }

    /// The next character; all line breaks look like `\n`, the end (and NUL, as in ytt) like NUL.
    fn peek(&self) -> char {
        match self.character() {
            None => '\0',
            Some('\r') => '\n',
            Some(c) => c,
        }
    }

    fn character(&self) -> Option<char> {
        match self.text.as_bytes().get(self.pos) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.rest().chars().next(),
        }
    }

    fn read(&mut self) -> char {
        let Some(c) = self.character() else {
            return '\0';
        };
        self.pos += c.len_utf8();
        if c == '\r' {
            if self.rest().starts_with('\n') {
                self.pos += 1;
            }
            return '\n';
        }
        c
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        while test(self.peek()) {
            self.read();
        }
    }

    fn finish(&self, tok: Tok, start: usize) -> Token {
        Token::plain(tok, Span::new(offset(start), offset(self.pos)))
    }

    /// The next token. After the end it keeps saying `Eof`.
    pub(super) fn next(&mut self) -> Syntax<Token> {
        loop {
            let mut blank = false;
            let was_line_start = self.line_start;
            if self.line_start {
                self.line_start = false;
                blank = self.indentation()?;
            }
            if self.dents != 0 {
                let tok = if self.dents < 0 {
                    self.dents += 1;
                    Tok::Outdent
                } else {
                    self.dents -= 1;
                    Tok::Indent
                };
                return Ok(self.finish(tok, self.pos));
            }
            self.skip_while(|c| c == ' ' || c == '\t');
            if self.peek() == '#' {
                self.skip_while(|c| c != '\0' && c != '\n');
            }
            let start = self.pos;
            match self.peek() {
                '\n' => {
                    self.line_start = true;
                    self.read();
                    if !self.open.is_empty() || blank {
                        continue;
                    }
                    return Ok(self.finish(Tok::Newline, start));
                }
                '\0' => {
                    if self.indents.len() > 1 {
                        if was_line_start {
                            self.dents = 1 - isize::try_from(self.indents.len()).unwrap_or(1);
                            self.indents.truncate(1);
                            continue;
                        }
                        self.line_start = true;
                        return Ok(self.finish(Tok::Newline, start));
                    }
                    return Ok(self.finish(Tok::Eof, start));
                }
                '\\' => {
                    self.read();
                    if self.peek() != '\n' {
                        return self.error_at(self.pos, "stray backslash in program");
                    }
                    self.read();
                }
                c => return self.token(c, start),
            }
        }
    }

    /// Skips leading spaces of a line. Returns whether nothing but a comment follows.
    fn indentation(&mut self) -> Syntax<bool> {
        let mut column = 0;
        let from = self.pos;
        loop {
            match self.peek() {
                ' ' => column += 1,
                '\t' => column += 8 - (self.pos - from) % 8,
                _ => break,
            }
            self.read();
        }
        if matches!(self.peek(), '#' | '\n' | '\0') {
            return Ok(true);
        }
        if !self.open.is_empty() {
            return Ok(false);
        }
        let current = self.indents.last().copied().unwrap_or(0);
        if column > current {
            self.dents += 1;
            self.indents.push(column);
        } else {
            while self.indents.last().is_some_and(|i| column < *i) {
                self.dents -= 1;
                self.indents.pop();
            }
            if self.indents.last() != Some(&column) {
                return self.error_at(self.pos, "unindent does not match any outer indentation level");
            }
        }
        Ok(false)
    }

    fn token(&mut self, c: char, start: usize) -> Syntax<Token> {
        if c == '"' || c == '\'' {
            return self.string(start);
        }
        if is_ident_start(c) {
            if self.rest().starts_with("r\"") || self.rest().starts_with("r'") {
                self.read();
                return self.string(start);
            }
            // Most names are ASCII, of which a byte is a character.
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            self.pos += self.rest().bytes().take_while(plain).count();
            self.skip_while(is_ident);
            let word = self.text.get(start..self.pos).unwrap_or("");
            return Ok(self.finish(Tok::keyword(word).unwrap_or(Tok::Ident), start));
        }
        if c.is_ascii_digit() || c == '.' {
            return self.number(c, start);
        }
        match c {
            '[' | '(' | '{' => self.open.push(start),
            ']' | ')' | '}' => {
                let opening = self.open.pop();
                if opening.is_none() {
                    return self.mistaken(CodeMistake::ExtraBracket { bracket: c }, start, format!("unexpected '{c}'"));
                }
            }
            _ => {}
        }
        let Some((length, tok)) = punctuation(self.rest()) else {
            let c = if self.source.is_escaped { displayed(c) } else { c };
            let mistake = match c {
                '!' => CodeMistake::Operator { found: "!", meant: "not" },
                character => CodeMistake::Character { character },
            };
            return self.mistaken(mistake, start, format!("unexpected input character {}", quote_char(c)));
        };
        self.pos += length;
        Ok(self.finish(tok, start))
    }

    /// A string after its prefix, if it has one; `start` is where the literal begins.
    fn string(&mut self, start: usize) -> Syntax<Token> {
        let quoted_from = self.pos;
        let quote = self.read();
        let mut next = self.rest().chars();
        let triple = next.next() == Some(quote) && next.next() == Some(quote);
        if triple {
            self.read();
            self.read();
        }
        let mut quotes = 0;
        loop {
            if self.rest().is_empty() {
                return self.mistaken(CodeMistake::OpenString, start, "unexpected EOF in string");
            }
            let c = self.read();
            if c == quote {
                quotes += 1;
                if !triple || quotes == 3 {
                    break;
                }
            } else {
                quotes = 0;
            }
            if c == '\n' && !triple {
                return self.mistaken(CodeMistake::OpenString, start, "unexpected newline in string");
            }
            if c == '\\' {
                if self.rest().is_empty() {
                    return self.mistaken(CodeMistake::OpenString, start, "unexpected EOF in string");
                }
                self.read();
            }
        }
        let mut token = self.finish(Tok::Str, start);
        let written = self.source.slice(token.span);
        let value = if triple && self.source.is_escaped {
            // ytt's scanner decodes the characters of these literals.
            unquote(&byte_text::lossy(written), false)
        } else {
            unquote(written, self.source.is_escaped)
        };
        match value {
            Ok(value) => token.literal = Some(Literal::Str(value)),
            Err(message) => return self.error_at(quoted_from, message),
        }
        Ok(token)
    }

    fn number(&mut self, first: char, start: usize) -> Syntax<Token> {
        let digit = |c: char| c.is_ascii_digit();
        let mut float = false;
        if first == '.' {
            self.read();
            if !digit(self.peek()) {
                return Ok(self.finish(Tok::Dot, start));
            }
            float = true;
            self.skip_while(digit);
        } else if first == '0' {
            self.read();
            match self.peek() {
                'x' | 'X' => {
                    self.read();
                    if !self.peek().is_ascii_hexdigit() {
                        return self.error_at(start, "invalid hex literal");
                    }
                    self.skip_while(|c| c.is_ascii_hexdigit());
                    return self.integer(start);
                }
                'o' | 'O' => {
                    self.read();
                    if !matches!(self.peek(), '0'..='7') {
                        return self.error_at(self.pos, "invalid octal literal");
                    }
                    self.skip_while(|c| matches!(c, '0'..='7'));
                    return self.integer(start);
                }
                'b' | 'B' => {
                    self.read();
                    if !matches!(self.peek(), '0' | '1') {
                        return self.error_at(self.pos, "invalid binary literal");
                    }
                    self.skip_while(|c| matches!(c, '0' | '1'));
                    return self.integer(start);
                }
                _ => {
                    self.skip_while(digit);
                    let digits = self.text.get(start + 1..self.pos).unwrap_or("");
                    let old_octal = digits.bytes().all(|b| b <= b'7') && digits.bytes().any(|b| b != b'0');
                    if old_octal && !matches!(self.peek(), '.' | 'e' | 'E') {
                        return self.error_at(self.pos, format!("obsolete form of octal literal; use 0o{digits}"));
                    }
                }
            }
        } else {
            self.skip_while(digit);
        }
        if !float && self.peek() == '.' {
            float = true;
            self.read();
            self.skip_while(digit);
        }
        if matches!(self.peek(), 'e' | 'E') {
            float = true;
            self.read();
            if matches!(self.peek(), '+' | '-') {
                self.read();
                if !digit(self.peek()) {
                    return self.error_at(self.pos, "invalid float literal");
                }
            }
            self.skip_while(digit);
        }
        if !float {
            return self.integer(start);
        }
        let mut token = self.finish(Tok::Float, start);
        match self.source.slice(token.span).parse::<f64>() {
            Ok(value) if value.is_finite() => token.literal = Some(Literal::Float(value)),
            _ => return self.error_at(self.pos, "invalid float literal"),
        }
        Ok(token)
    }

    /// An integer that has been read; its value is written anew in a form the starlark crate reads.
    fn integer(&mut self, start: usize) -> Syntax<Token> {
        let mut token = self.finish(Tok::Int, start);
        let raw = self.source.slice(token.span);
        let small = |digits: &str, radix| i64::from_str_radix(digits, radix).ok().map(|n| n.to_string());
        let value = match raw.as_bytes() {
            [b'0', b'o' | b'O', ..] => small(&raw[2..], 8),
            [b'0', b'b' | b'B', ..] => small(&raw[2..], 2),
            [b'0', b'x' | b'X', ..] => Some(format!("0x{}", &raw[2..])),
            [b'0', ..] if raw.bytes().all(|b| b == b'0') => Some("0".to_owned()),
            // Others with a leading zero are octal by their form and have an 8 or a 9.
            [b'0', ..] => None,
            _ => Some(raw.to_owned()),
        };
        match value {
            Some(value) => token.literal = Some(Literal::Int(value)),
            None => return self.error_at(start, "invalid int literal"),
        }
        Ok(token)
    }
}

/// The longest punctuation the text starts with, and its length.
fn punctuation(text: &str) -> Option<(usize, Tok)> {
    use Tok::*;
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or_default();
    Some(match (at(0), at(1), at(2)) {
        (b'<', b'<', b'=') => (3, LtLtEq),
        (b'>', b'>', b'=') => (3, GtGtEq),
        (b'/', b'/', b'=') => (3, SlashSlashEq),
        (b'<', b'<', _) => (2, LtLt),
        (b'>', b'>', _) => (2, GtGt),
        (b'/', b'/', _) => (2, SlashSlash),
        (b'*', b'*', _) => (2, StarStar),
        (b'<', b'=', _) => (2, Le),
        (b'>', b'=', _) => (2, Ge),
        (b'=', b'=', _) => (2, EqEq),
        (b'!', b'=', _) => (2, NotEq),
        (b'+', b'=', _) => (2, PlusEq),
        (b'-', b'=', _) => (2, MinusEq),
        (b'*', b'=', _) => (2, StarEq),
        (b'/', b'=', _) => (2, SlashEq),
        (b'%', b'=', _) => (2, PercentEq),
        (b'&', b'=', _) => (2, AmpEq),
        (b'|', b'=', _) => (2, PipeEq),
        (b'^', b'=', _) => (2, CircumflexEq),
        (b'+', ..) => (1, Plus),
        (b'-', ..) => (1, Minus),
        (b'*', ..) => (1, Star),
        (b'/', ..) => (1, Slash),
        (b'%', ..) => (1, Percent),
        (b'&', ..) => (1, Amp),
        (b'|', ..) => (1, Pipe),
        (b'^', ..) => (1, Circumflex),
        (b'~', ..) => (1, Tilde),
        (b',', ..) => (1, Comma),
        (b'=', ..) => (1, Eq),
        (b';', ..) => (1, Semi),
        (b':', ..) => (1, Colon),
        (b'(', ..) => (1, LParen),
        (b')', ..) => (1, RParen),
        (b'[', ..) => (1, LBrack),
        (b']', ..) => (1, RBrack),
        (b'{', ..) => (1, LBrace),
        (b'}', ..) => (1, RBrace),
        (b'<', ..) => (1, Lt),
        (b'>', ..) => (1, Gt),
        _ => return None,
    })
}

/// Whether a name can start with the character. Letter-like numerals are alphabetic to Rust but no letters to Go.
pub(super) fn is_ident_start(c: char) -> bool {
    c == '_' || c.is_ascii_alphabetic() || (!c.is_ascii() && c.is_alphabetic() && !c.is_numeric())
}

/// Whether the character can continue a name.
pub(super) fn is_ident(c: char) -> bool {
    c.is_ascii_digit() || is_ident_start(c)
}

/// A character of a string of `byte_text` as Go decodes it: U+FFFD if it is a byte.
fn displayed(c: char) -> char {
    byte_text::lossy(c.encode_utf8(&mut [0; 4])).chars().next().unwrap_or(c)
}

/// A character in single quotes, as Go's `%q` writes it.
fn quote_char(c: char) -> String {
    let escaped = match c {
        '\x07' => "\\a".to_owned(),
        '\x08' => "\\b".to_owned(),
        '\x0c' => "\\f".to_owned(),
        '\x0b' => "\\v".to_owned(),
        c if u32::from(c) < 0x20 || c == '\x7f' => format!("\\x{:02x}", u32::from(c)),
        c if !c.is_ascii() && !is_printable(c) => {
            let n = u32::from(c);
            if n < 0x10000 { format!("\\u{n:04x}") } else { format!("\\U{n:08x}") }
        }
        c => c.to_string(),
    };
    format!("'{escaped}'")
}

/// Go prints letters, marks, numbers, punctuation and symbols; not spaces, controls, formats, private use.
fn is_printable(c: char) -> bool {
    !(c.is_control()
        || c.is_whitespace()
        || matches!(u32::from(c), 0xad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f
            | 0xe000..=0xf8ff | 0xfeff | 0xfff9..=0xfffb | 0xfffe..=0xffff | 0xe0000..=0xe0fff | 0xf0000..=0x10ffff))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Tok> {
        let lines: Vec<&str> = text.split('\n').collect();
        let source = Source::new(&lines);
        let mut scanner = Scanner::new(&source);
        let mut found = Vec::new();
        loop {
            let token = scanner.next().unwrap();
            found.push(token.tok);
            if token.tok == Tok::Eof {
                return found;
            }
        }
    }

    #[test]
    fn newlines_count_outside_brackets_and_on_lines_with_code() {
        use Tok::*;
        assert_eq!(kinds("\n# c\na = (1,\n2)\n\nb"), [Ident, Eq, LParen, Int, Comma, Int, RParen, Newline, Ident, Eof]);
        assert_eq!(kinds("a \\\n + b"), [Ident, Plus, Ident, Eof]);
    }

    #[test]
    fn numbers() {
        use Tok::*;
        assert_eq!(
            kinds("1 .5 1. 1e3 0x1F 0o17 0b11 00 x.y"),
            [Int, Float, Float, Float, Int, Int, Int, Int, Ident, Dot, Ident, Eof]
        );
    }
}
