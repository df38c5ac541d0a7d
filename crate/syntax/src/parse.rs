//! Statements: tokens to a tree, by recursive descent over ytt's grammar.
//!
//! The first error ends the parse, with ytt's text and at ytt's place (mostly the scanner's position, which
//! is behind the token in hand). Expressions are in `parse_expr`. Nesting is limited, because both this parser
//! and the `starlark` crate's recurse.

use super::ast::*;
use super::blocks::Blocks;
use super::scan::{Syntax, check_time, problem_at};
use super::source::{Source, Span};
use super::token::{Literal, Tok, Token};
use crate::diagnostics::cause::CodeMistake;

/// The characters of a token that messages show.
const MOST_SHOWN: usize = 40;

/// Reads a program. `max_nesting` bounds blocks, and separately expressions.
pub(super) fn parse(source: &Source, max_nesting: u32) -> Syntax<File> {
    let mut tokens = Blocks::new(source);
    let token = tokens.next()?;
    let mut parser = Parser { tokens, token, names: Vec::new(), depth: 0, blocks: 0, max_nesting };
    let mut body = Vec::new();
    while parser.token.tok != Tok::Eof {
        if parser.token.tok == Tok::Newline {
            parser.advance()?;
        } else {
            parser.statement(&mut body)?;
        }
    }
    Ok(File { body, names: parser.names })
}

pub(super) struct Parser<'a> {
    tokens: Blocks<'a>,
    pub(super) token: Token,
    names: Vec<Span>,
    /// Open expression levels.
    pub(super) depth: u32,
    /// Open blocks.
    blocks: u32,
    pub(super) max_nesting: u32,
}

impl Parser<'_> {
    pub(super) fn tok(&self) -> Tok {
        self.token.tok
    }

    /// Steps to the next token and returns the one before it.
    pub(super) fn advance(&mut self) -> Syntax<Token> {
        check_time(self.tokens.source(), self.token.span, 1)?;
        let next = self.tokens.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    pub(super) fn expect(&mut self, tok: Tok) -> Syntax<Span> {
        if self.tok() != tok {
            return self.unexpected(&tok.quoted());
        }
        Ok(self.advance()?.span)
    }

    /// `got X, want Y`, where the scanner is.
    pub(super) fn unexpected<T>(&self, want: &str) -> Syntax<T> {
        let mistake = CodeMistake::Unexpected { found: self.found(), wanted: want.to_owned() };
        self.mistaken(self.unclosed().unwrap_or(mistake), format!("got {}, want {want}", self.tok().quoted()))
    }

    /// [`Parser::unexpected`] where an expression should be.
    pub(super) fn no_expression<T>(&self) -> Syntax<T> {
        let at = self.token.span;
        let before = self.tokens.source().slice(Span::new(at.start.saturating_sub(1), at.start));
        let mistake = match (self.tok(), before) {
            (Tok::Amp, "&") => CodeMistake::Operator { found: "&&", meant: "and" },
            (Tok::Else, _) if self.is_before("if") => CodeMistake::ElseIf,
            (Tok::Else, _) if self.is_last() => CodeMistake::MissingColon { statement: "else" },
            (Tok::Pipe, "|") => CodeMistake::Operator { found: "||", meant: "or" },
            _ => self.unclosed().unwrap_or_else(|| CodeMistake::NoExpression { found: self.found() }),
        };
        self.mistaken(mistake, format!("got {}, want primary expression", self.tok().quoted()))
    }

    /// The colon at the end of a line that opens a block.
    fn colon(&mut self, statement: &'static str) -> Syntax<()> {
        let mistake = match (self.tok(), statement) {
            (Tok::Newline | Tok::Eof, _) => CodeMistake::MissingColon { statement },
            (Tok::Eq, "if" | "elif" | "while") => CodeMistake::AssignmentInCondition,
            (Tok::If, "else") => CodeMistake::ElseIf,
            _ => return self.expect(Tok::Colon).map(|_| ()),
        };
        self.mistaken(mistake, format!("got {}, want {}", self.tok().quoted(), Tok::Colon.quoted()))
    }

    /// Whether a word follows the token in hand.
    fn is_before(&self, word: &str) -> bool {
        let after = self.tokens.source().text().get(self.token.span.end as usize..).unwrap_or_default();
        after.trim_start_matches(' ').strip_prefix(word).is_some_and(|rest| rest.starts_with(' '))
    }

    /// Whether the token in hand ends its line.
    fn is_last(&self) -> bool {
        let after = self.tokens.source().text().get(self.token.span.end as usize..).unwrap_or_default();
        after.lines().next().unwrap_or_default().trim().is_empty()
    }

    /// The token in hand as written; None at the end of a line.
    fn found(&self) -> Option<String> {
        let text = self.tokens.source().slice(self.token.span).trim();
        let is_written = !matches!(self.tok(), Tok::Newline | Tok::Eof | Tok::Indent) && !text.is_empty();
        is_written.then(|| text.chars().take(MOST_SHOWN).collect())
    }

    /// An open bracket of a line above the token in hand, or before the colon that ends a line.
    fn unclosed(&self) -> Option<CodeMistake> {
        let (bracket, at) = self.tokens.open_bracket()?;
        let source = self.tokens.source();
        let is_above = source.line(at.start) < source.line(self.token.span.start) || self.tok() == Tok::Eof;
        let ends_line = self.tok() == Tok::Colon && self.is_last();
        (is_above || ends_line).then_some(CodeMistake::OpenBracket { bracket })
    }

    fn mistaken<T>(&self, mistake: CodeMistake, message: impl Into<String>) -> Syntax<T> {
        self.error(message).map_err(|mut problem| {
            if let (CodeMistake::OpenBracket { .. }, Some((_, bracket))) = (&mistake, self.tokens.open_bracket()) {
                problem.span = Some(self.tokens.source().original_range(bracket));
            }
            problem.mistake = Some(Box::new(mistake));
            problem
        })
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Syntax<T> {
        let mut problem = problem_at(self.tokens.source(), self.tokens.position(), message);
        // ytt's line is that of the scanner; the mistake is the token.
        problem.span = Some(self.tokens.source().original_range(self.token.span));
        Err(problem)
    }

    pub(super) fn error_at<T>(&self, at: Span, message: impl Into<String>) -> Syntax<T> {
        Err(problem_at(self.tokens.source(), at, message))
    }

    /// The error of a program that nests deeper than the limit.
    pub(super) fn too_deep<T>(&self, at: Span) -> Syntax<T> {
        self.error_at(at, format!("code is nested too deeply (limit of {} levels)", self.max_nesting))
    }

    pub(super) fn name_from(&mut self, text: String, span: Span) -> Name {
        let id = self.names.len() as u32;
        self.names.push(span);
        Name { text, span, id }
    }

    pub(super) fn name(&mut self) -> Syntax<Name> {
        if self.tok() != Tok::Ident {
            if self.tok().is_keyword() {
                let word = self.tokens.source().slice(self.token.span);
                let mistake = CodeMistake::Reserved { word: word.to_owned() };
                let message = format!("use of reserved keyword '{word}' is not allowed (expected identifier)");
                return self.mistaken(mistake, message);
            }
            return self.mistaken(CodeMistake::NoName { found: self.found() }, "not an identifier");
        }
        let text = self.tokens.source().slice(self.token.span).to_owned();
        let span = self.advance()?.span;
        Ok(self.name_from(text, span))
    }

    /// The end of the last token; spans of statements stop there.
    fn stmt(&self, kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span }
    }

    fn statement(&mut self, into: &mut Vec<Stmt>) -> Syntax<()> {
        let start = self.token.span;
        let kind = match self.tok() {
            Tok::Def => self.def()?,
            Tok::If => self.if_statement()?,
            Tok::For => self.for_statement()?,
            Tok::While => self.while_statement()?,
            _ => return self.simple_statements(into),
        };
        let end = self.token.span.start.max(start.end);
        into.push(self.stmt(kind, Span::new(start.start, end)));
        Ok(())
    }

    fn def(&mut self) -> Syntax<StmtKind> {
        let keyword = self.advance()?.span;
        let name = self.name()?;
        self.expect(Tok::LParen)?;
        let params = self.params()?;
        self.expect(Tok::RParen)?;
        self.colon("def")?;
        let body = self.suite()?;
        Ok(StmtKind::Def(Box::new(Def { keyword, name, params, body, context: None })))
    }

    fn if_statement(&mut self) -> Syntax<StmtKind> {
        let mut arms: Vec<Arm> = Vec::new();
        while arms.is_empty() || self.tok() == Tok::Elif {
            let keyword = self.advance()?.span;
            let condition = self.test()?;
            self.colon(if arms.is_empty() { "if" } else { "elif" })?;
            let body = self.suite()?;
            arms.push(Arm { keyword, condition, body });
        }
        let mut otherwise = None;
        if self.tok() == Tok::Else {
            self.advance()?;
            self.colon("else")?;
            otherwise = Some(self.suite()?);
        }
        Ok(StmtKind::If { arms, otherwise })
    }

    fn for_statement(&mut self) -> Syntax<StmtKind> {
        self.advance()?;
        let vars = self.loop_variables()?;
        self.expect(Tok::In)?;
        let iterable = self.expression(false)?;
        self.colon("for")?;
        let body = self.suite()?;
        Ok(StmtKind::For { vars, iterable, body })
    }

    fn while_statement(&mut self) -> Syntax<StmtKind> {
        self.advance()?;
        let condition = self.test()?;
        self.colon("while")?;
        let body = self.suite()?;
        Ok(StmtKind::While { condition, body })
    }

    /// The statements after a colon: a block, or statements on the same line.
    fn suite(&mut self) -> Syntax<Vec<Stmt>> {
        self.blocks += 1;
        if self.blocks > self.max_nesting {
            return self.too_deep(self.token.span);
        }
        let mut body = Vec::new();
        if self.tok() == Tok::Newline {
            self.advance()?;
            self.expect(Tok::Indent)?;
            while !matches!(self.tok(), Tok::Outdent | Tok::Eof) {
                self.statement(&mut body)?;
            }
            self.expect(Tok::Outdent)?;
        } else {
            self.simple_statements(&mut body)?;
        }
        self.blocks -= 1;
        Ok(body)
    }

    fn simple_statements(&mut self, into: &mut Vec<Stmt>) -> Syntax<()> {
        loop {
            let start = self.token.span;
            let kind = self.small_statement()?;
            let end = self.token.span.start.max(start.end);
            into.push(self.stmt(kind, Span::new(start.start, end)));
            if self.tok() != Tok::Semi {
                break;
            }
            self.advance()?;
            if matches!(self.tok(), Tok::Newline | Tok::Eof) {
                break;
            }
        }
        if self.tok() != Tok::Eof {
            self.expect(Tok::Newline)?;
        }
        Ok(())
    }

    fn small_statement(&mut self) -> Syntax<StmtKind> {
        match self.tok() {
            Tok::Return => {
                self.advance()?;
                let value = match self.tok() {
                    Tok::Eof | Tok::Newline | Tok::Semi => None,
                    _ => Some(self.expression(false)?),
                };
                return Ok(StmtKind::Return { value, ends_context: false });
            }
            Tok::Break | Tok::Continue => return Ok(StmtKind::Branch(self.advance()?.tok)),
            Tok::Load => return Ok(StmtKind::Load(self.load()?)),
            _ => {}
        }
        let target = self.expression(false)?;
        if self.tok() == Tok::Eq || self.tok().augmented_operator().is_some() {
            let op = self.advance()?;
            let value = self.expression(false)?;
            return Ok(StmtKind::Assign { target, op: op.tok, at: op.span, value });
        }
        Ok(StmtKind::Expr(target))
    }

    fn load(&mut self) -> Syntax<Load> {
        let keyword = self.advance()?.span;
        let paren = self.expect(Tok::LParen)?;
        if self.tok() != Tok::Str {
            return self.error("first operand of load statement must be a string literal");
        }
        let (module, module_span) = self.string()?;
        let mut bindings = Vec::new();
        while !matches!(self.tok(), Tok::RParen | Tok::Eof) {
            self.expect(Tok::Comma)?;
            match self.tok() {
                Tok::RParen => break,
                Tok::Str => {
                    let (from, from_span) = self.string()?;
                    let to = self.name_from(from.clone(), from_span);
                    bindings.push(LoadBinding { to, from, from_span });
                }
                Tok::Ident => {
                    let to = self.name()?;
                    let id = &to.text;
                    if self.tok() != Tok::Eq {
                        return self.error(format!(
                            "load operand must be \"{id}\" or {id}=\"originalname\" (want '=' after {id})"
                        ));
                    }
                    self.advance()?;
                    if self.tok() != Tok::Str {
                        return self
                            .error(format!("original name of loaded symbol must be quoted: {id}=\"originalname\""));
                    }
                    let (from, from_span) = self.string()?;
                    bindings.push(LoadBinding { to, from, from_span });
                }
                got => {
                    return self
                        .error(format!("load operand must be \"name\" or localname=\"name\" (got {})", got.quoted()));
                }
            }
        }
        self.expect(Tok::RParen)?;
        if bindings.is_empty() {
            return self.error_at(paren, "load statement must import at least 1 symbol");
        }
        Ok(Load { keyword, module, module_span, bindings })
    }

    /// The string literal in hand.
    fn string(&mut self) -> Syntax<(String, Span)> {
        let token = self.advance()?;
        match token.literal {
            Some(Literal::Str(value)) => Ok((value, token.span)),
            _ => Ok((String::new(), token.span)),
        }
    }

    /// Parameters of a `def` or `lambda`, up to the `)` or `:`.
    pub(super) fn params(&mut self) -> Syntax<Vec<Param>> {
        let mut params: Vec<Param> = Vec::new();
        let mut stars = false;
        while !matches!(self.tok(), Tok::RParen | Tok::Colon | Tok::Eof) {
            if !params.is_empty() {
                self.expect(Tok::Comma)?;
            }
            if self.tok() == Tok::RParen {
                if stars {
                    return self.unexpected("parameter");
                }
                break;
            }
            if matches!(self.tok(), Tok::Star | Tok::StarStar) {
                stars = true;
                let star = self.advance()?;
                let double = star.tok == Tok::StarStar;
                let name = if double || self.tok() == Tok::Ident { Some(self.name()?) } else { None };
                let kind = if double { ParamKind::StarStar } else { ParamKind::Star };
                params.push(Param { kind, name, at: star.span });
                continue;
            }
            let name = self.name()?;
            let (kind, at) = if self.tok() == Tok::Eq {
                let at = self.advance()?.span;
                (ParamKind::Default(self.test()?), at)
            } else {
                (ParamKind::Plain, name.span)
            };
            params.push(Param { kind, name: Some(name), at });
        }
        Ok(params)
    }
}
