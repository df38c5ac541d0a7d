//! The scanner for editors: the tokens of code that may be broken, with their places.
//!
//! Splits a text into the tokens of the dialect. Where the scanner stops, this continues: a string that
//! is never closed becomes one token up to the end of its line, anything else is stepped over.

use std::ops::Range;

use super::scan::Scanner;
use super::source::Source;
use super::token::{Literal, Tok};

/// A token and the bytes of the text that it covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Lexeme {
    /// `Illegal` for a string that is never closed.
    pub tok: Tok,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The content of a string; for one that is never closed, the text after its quote.
    pub string: Option<String>,
}

/// So often the scanner is started again; more is no code.
const MAX_RESTARTS: usize = 64;

/// The tokens of a text, without indentation and without the end.
pub fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut from = 0;
    for _ in 0..MAX_RESTARTS {
        let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) else { break };
        let lines: Vec<&str> = rest.split('\n').collect();
        let source = Source::new(&lines);
        let mut scanner = Scanner::new(&source);
        let stopped = loop {
            match scanner.next() {
                Ok(token) if token.tok == Tok::Eof => return lexemes,
                Ok(token) if matches!(token.tok, Tok::Indent | Tok::Outdent) => {}
                Ok(token) => {
                    let range = source.original_range(token.span);
                    let string = match token.literal {
                        Some(Literal::Str(value)) => Some(value),
                        _ => None,
                    };
                    let range = from + range.start as usize..from + range.end as usize;
                    lexemes.push(Lexeme { tok: token.tok, range, string });
                }
                Err(problem) => break from + problem.span.map_or(0, |span| span.start as usize),
            }
        };
        // A bad escape is reported inside its string, a stray character at its own position.
        let last = lexemes.last().map_or(from, |lexeme| lexeme.range.end).max(from);
        let at = stopped.max(last);
        let Some(rest) = text.get(at..) else { break };
        let line = rest.find('\n').unwrap_or(rest.len());
        let quoted = rest.strip_prefix('r').unwrap_or(rest);
        if quoted.starts_with(['"', '\'']) {
            let inner = rest.len() - quoted.len() + 1;
            let string = rest.get(inner..line).unwrap_or_default().to_owned();
            lexemes.push(Lexeme { tok: Tok::Illegal, range: at..at + line, string: Some(string) });
            from = at + line;
            // The string is over, and so are the brackets around it: the next line starts anew.
            if rest.as_bytes().get(line) == Some(&b'\n') {
                lexemes.push(Lexeme { tok: Tok::Newline, range: from..from + 1, string: None });
                from += 1;
            }
        } else {
            from = at + rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    lexemes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(Tok, &str)> {
        lex(text).into_iter().map(|lexeme| (lexeme.tok, &text[lexeme.range])).collect()
    }

    #[test]
    fn an_open_string_reaches_to_the_end_of_its_line() {
        let tokens = shown("load(\"@ytt:da\n  x.y");
        let expected = [
            (Tok::Load, "load"),
            (Tok::LParen, "("),
            (Tok::Illegal, "\"@ytt:da"),
            (Tok::Newline, "\n"),
            (Tok::Ident, "x"),
            (Tok::Dot, "."),
            (Tok::Ident, "y"),
        ];
        assert_eq!(tokens, expected);
        assert_eq!(lex("f(\"a b")[2].string.as_deref(), Some("a b"));
    }

    #[test]
    fn what_is_no_code_is_stepped_over() {
        assert_eq!(shown("a ? b"), [(Tok::Ident, "a"), (Tok::Ident, "b")]);
        assert_eq!(shown(")x"), [(Tok::Ident, "x")]);
        assert!(lex(&"?".repeat(1000)).is_empty());
        assert!(lex("").is_empty());
    }
}
