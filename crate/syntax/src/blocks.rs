//! Blocks closed by `end`: turns the scanner's tokens into ones with indents and outdents where ytt sees them.
//!
//! A newline after a colon opens a block; the name `end`, `elif`, and `else` followed by a colon close one.
//! How far it looks ahead decides where errors are reported, so reading ahead is done exactly as ytt does it:
//! it always reads from the text, never from the tokens already put back.

use std::collections::VecDeque;

use super::scan::{Scanner, Syntax, problem_at};
use super::source::{Source, Span};
use super::token::{Tok, Token};
use crate::diagnostics::cause::CodeMistake;

struct Waiting {
    token: Token,
    /// Set on an `else` or `elif` that has closed its block already.
    closed: bool,
}

/// The token stream the parser reads.
pub(super) struct Blocks<'a> {
    scanner: Scanner<'a>,
    waiting: VecDeque<Waiting>,
    /// Headers of the open blocks: where the newline after the colon is.
    open: Vec<Span>,
    last: [Tok; 2],
    last_span: Span,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(source: &'a Source) -> Blocks<'a> {
        Blocks {
            scanner: Scanner::new(source),
            waiting: VecDeque::new(),
            open: Vec::new(),
            last: [Tok::Illegal; 2],
            last_span: Span::default(),
        }
    }

    /// The position of the scanner, where most syntax errors are reported.
    pub(super) fn position(&self) -> Span {
        self.scanner.position()
    }

    pub(super) fn open_bracket(&self) -> Option<(char, Span)> {
        self.scanner.open_bracket()
    }

    pub(super) fn source(&self) -> &'a Source {
        self.scanner.source()
    }

    /// The next token, or the error that ends the parse.
    pub(super) fn next(&mut self) -> Syntax<Token> {
        let token = self.closing_blocks()?;
        self.last = [self.last[1], token.tok];
        self.last_span = token.span;
        Ok(token)
    }

    fn closing_blocks(&mut self) -> Syntax<Token> {
        if self.last == [Tok::Colon, Tok::Newline] {
            self.open.push(self.last_span);
            return Ok(Token::plain(Tok::Indent, self.last_span));
        }
        loop {
            let Waiting { token, closed } = match self.waiting.pop_front() {
                Some(waiting) => waiting,
                None => Waiting { token: self.scanner.next()?, closed: false },
            };
            let token_span = token.span;
            match token.tok {
                Tok::Else if !closed => {
                    let ahead = self.scanner.next()?;
                    if ahead.tok == Tok::Colon {
                        self.put_back(token, true);
                        self.put_back(ahead, false);
                        return self.outdent(token_span);
                    }
                    self.put_back(ahead, false);
                }
                Tok::Elif if !closed => {
                    self.put_back(token, true);
                    return self.outdent(token_span);
                }
                // Indentation says nothing here.
                Tok::Indent | Tok::Outdent => continue,
                Tok::Pass => {
                    let mistake = CodeMistake::Reserved { word: "pass".to_owned() };
                    return self.error(mistake, self.position(), "use of reserved keyword 'pass' is not allowed");
                }
                Tok::Ident if self.source().slice(token.span) == "end" => {
                    let ahead = self.scanner.next()?;
                    if ahead.tok != Tok::Newline {
                        self.put_back(ahead, false);
                    }
                    return self.outdent(token_span);
                }
                Tok::Eof => {
                    if let Some(header) = self.open.last() {
                        return self.error(
                            CodeMistake::MissingEnd { opener: self.opener(*header) },
                            *header,
                            "mismatched set of block openings (if/else/elif/for/def) and closing (end)",
                        );
                    }
                }
                _ => {}
            }
            return Ok(token);
        }
    }

    fn put_back(&mut self, token: Token, closed: bool) {
        self.waiting.push_back(Waiting { token, closed });
    }

    /// Closes a block, for the token at `at`.
    fn outdent(&mut self, at: Span) -> Syntax<Token> {
        match self.open.pop() {
            Some(_) => Ok(Token::plain(Tok::Outdent, self.last_span)),
            None => {
                let mut problem = problem_at(self.source(), self.position(), "unexpected end");
                // ytt's line is that of the scanner, which is further on.
                problem.span = Some(self.source().original_range(at));
                problem.mistake = Some(Box::new(CodeMistake::ExtraEnd { word: self.source().slice(at).to_owned() }));
                Err(problem)
            }
        }
    }

    /// The word that opens a block, from the position of the line break after its colon.
    fn opener(&self, header: Span) -> String {
        let before = self.source().slice(Span::new(0, header.start));
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().take_while(|c| c.is_alphabetic()).collect()
    }

    fn error<T>(&self, mistake: CodeMistake, at: Span, message: &str) -> Syntax<T> {
        let mut problem = problem_at(self.source(), at, message);
        problem.mistake = Some(Box::new(mistake));
        Err(problem)
    }
}
