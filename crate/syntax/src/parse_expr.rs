//! Expressions: the other half of the parser.
//!
//! Operators are read by precedence climbing into flat chains. Each expression has the height of its tree, and a height over the limit is
//! an error at once, so no deep tree ever exists.

use super::ast::*;
use super::parse::Parser;
use super::scan::Syntax;
use super::source::Span;
use super::token::{COMPARISON_LEVEL, NOT_LEVEL, Tok};
use crate::diagnostics::cause::CodeMistake;

fn highest<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> u32 {
    exprs.into_iter().map(|e| e.height).max().unwrap_or(0)
}

fn params_height(params: &[Param]) -> u32 {
    highest(params.iter().filter_map(|p| match &p.kind {
        ParamKind::Default(value) => Some(value),
        _ => None,
    }))
}

impl Parser<'_> {
    /// An expression node over parts of that height.
    fn node(&self, kind: ExprKind, span: Span, below: u32) -> Syntax<Expr> {
        let height = below.saturating_add(1);
        // A level of the program is often two of the tree: `(1 + (1 + …` is a chain in parentheses in a chain.
        if height > self.max_nesting.saturating_mul(2) {
            return self.too_deep(span);
        }
        Ok(Expr { kind, span, height })
    }

    /// Runs one level deeper, up to the limit.
    fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Syntax<T>) -> Syntax<T> {
        if self.depth >= self.max_nesting {
            return self.too_deep(self.token.span);
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// One expression, or several with commas: a tuple.
    pub(super) fn expression(&mut self, in_parens: bool) -> Syntax<Expr> {
        let first = self.test()?;
        if self.tok() != Tok::Comma {
            return Ok(first);
        }
        let items = self.more_items(first, in_parens)?;
        self.tuple(items)
    }

    fn tuple(&self, items: Vec<Expr>) -> Syntax<Expr> {
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        };
        let below = highest(&items);
        self.node(ExprKind::Tuple(items), span, below)
    }

    fn more_items(&mut self, first: Expr, allow_trailing_comma: bool) -> Syntax<Vec<Expr>> {
        let mut items = vec![first];
        while self.tok() == Tok::Comma {
            let comma = self.advance()?.span;
            if self.ends_list() {
                if !allow_trailing_comma {
                    return self.error_at(comma, "unparenthesized tuple with trailing comma");
                }
                break;
            }
            items.push(self.test()?);
        }
        Ok(items)
    }

    fn ends_list(&self) -> bool {
        use Tok::*;
        matches!(self.tok(), Eof | Newline | Eq | RBrace | RBrack | RParen | Semi)
    }

    /// The variables between `for` and `in`.
    pub(super) fn loop_variables(&mut self) -> Syntax<Expr> {
        let first = self.primary()?;
        if self.tok() != Tok::Comma {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.tok() == Tok::Comma {
            self.advance()?;
            if self.ends_list() {
                break;
            }
            items.push(self.primary()?);
        }
        self.tuple(items)
    }

    /// A single expression: a lambda, a conditional, or operators.
    pub(super) fn test(&mut self) -> Syntax<Expr> {
        self.deeper(|p| {
            if p.tok() == Tok::Lambda {
                return p.lambda(true);
            }
            let then = p.operators(0)?;
            if p.tok() != Tok::If {
                return Ok(then);
            }
            let keyword = p.advance()?.span;
            let condition = p.operators(0)?;
            if p.tok() != Tok::Else {
                let error = p.error_at(keyword, "conditional expression without else clause");
                return error.map_err(|mut problem| {
                    problem.mistake = Some(Box::new(CodeMistake::NoElse));
                    problem
                });
            }
            p.advance()?;
            let otherwise = p.test()?;
            let span = then.span.to(otherwise.span);
            let below = highest([&then, &condition, &otherwise]);
            let kind = ExprKind::Conditional(Box::new(Conditional { then, condition, otherwise }));
            p.node(kind, span, below)
        })
    }

    /// The expression after `if` in a comprehension: no conditional, which would take the next `if`.
    fn test_without_conditional(&mut self) -> Syntax<Expr> {
        self.deeper(|p| if p.tok() == Tok::Lambda { p.lambda(false) } else { p.operators(0) })
    }

    fn lambda(&mut self, conditional: bool) -> Syntax<Expr> {
        let keyword = self.advance()?.span;
        let params = if self.tok() == Tok::Colon { Vec::new() } else { self.params()? };
        self.expect(Tok::Colon)?;
        let body = if conditional { self.test()? } else { self.test_without_conditional()? };
        let span = keyword.to(body.span);
        let below = body.height.max(params_height(&params));
        let kind = ExprKind::Lambda(Box::new(Lambda { keyword, params, body }));
        self.node(kind, span, below)
    }

    /// Operators of at least this precedence, with their operands.
    fn operators(&mut self, level: u8) -> Syntax<Expr> {
        let mut left = if self.tok() == Tok::Not && level <= NOT_LEVEL {
            let at = self.advance()?.span;
            let operand = self.deeper(|p| p.operators(NOT_LEVEL))?;
            self.unary(Tok::Not, at, operand)?
        } else {
            self.primary()?
        };
        // A parenthesised chain is a chain of its own; only what this loop made may grow.
        let mut grown: Option<u8> = None;
        let mut comparison: Option<Tok> = None;
        loop {
            if self.tok() == Tok::Not {
                self.advance()?;
                if self.tok() != Tok::In {
                    return self.unexpected("in");
                }
                self.token.tok = Tok::NotIn;
            }
            let op = self.tok();
            let Some(precedence) = op.precedence().filter(|p| *p >= level) else {
                return Ok(left);
            };
            if precedence == COMPARISON_LEVEL {
                if let Some(previous) = comparison.replace(op) {
                    return self.error(format!(
                        "{} does not associate with {} (use parens)",
                        previous.name(),
                        op.name()
                    ));
                }
            } else {
                comparison = None;
            }
            let at = self.advance()?.span;
            let operand = self.operators(precedence + 1)?;
            let span = left.span.to(operand.span);
            let link = Link { op, at, operand };
            let (below, chain) = match left.kind {
                ExprKind::Chain(mut chain) if grown == Some(precedence) => {
                    let below = link.operand.height.max(left.height - 1);
                    chain.links.push(link);
                    (below, chain)
                }
                _ => (left.height.max(link.operand.height), Box::new(Chain { first: left, links: vec![link] })),
            };
            grown = Some(precedence);
            left = self.node(ExprKind::Chain(chain), span, below)?;
        }
    }

    fn unary(&self, op: Tok, at: Span, operand: Expr) -> Syntax<Expr> {
        let span = at.to(operand.span);
        let below = operand.height;
        let operand = Box::new(operand);
        self.node(ExprKind::Unary { op, at, operand }, span, below)
    }

    /// An operand with the attributes, calls and brackets behind it.
    fn primary(&mut self) -> Syntax<Expr> {
        let mut expr = self.atom()?;
        loop {
            expr = match self.tok() {
                Tok::Dot => {
                    let dot = self.advance()?.span;
                    let name = self.name()?;
                    let span = expr.span.to(name.span);
                    let below = expr.height;
                    let object = Box::new(expr);
                    self.node(ExprKind::Dot { object, dot, name }, span, below)?
                }
                Tok::LBrack => self.brackets(expr)?,
                Tok::LParen => self.call(expr)?,
                _ => return Ok(expr),
            };
        }
    }

    fn brackets(&mut self, object: Expr) -> Syntax<Expr> {
        let bracket = self.advance()?.span;
        let (mut low, mut high, mut step) = (None, None, None);
        if self.tok() != Tok::Colon {
            let index = self.expression(false)?;
            if self.tok() == Tok::RBrack {
                let end = self.advance()?.span;
                let span = object.span.to(end);
                let below = highest([&object, &index]);
                let kind = ExprKind::Index { object: Box::new(object), bracket, index: Box::new(index) };
                return self.node(kind, span, below);
            }
            low = Some(index);
        }
        if self.tok() == Tok::Colon {
            self.advance()?;
            if !matches!(self.tok(), Tok::Colon | Tok::RBrack) {
                high = Some(self.test()?);
            }
        }
        if self.tok() == Tok::Colon {
            self.advance()?;
            if self.tok() != Tok::RBrack {
                step = Some(self.test()?);
            }
        }
        let end = self.expect(Tok::RBrack)?;
        let span = object.span.to(end);
        let below = highest([Some(&object), low.as_ref(), high.as_ref(), step.as_ref()].into_iter().flatten());
        let kind = ExprKind::Slice(Box::new(Slice { object, bracket, low, high, step }));
        self.node(kind, span, below)
    }

    fn call(&mut self, callee: Expr) -> Syntax<Expr> {
        let paren = self.advance()?.span;
        let args = self.args()?;
        let end = self.expect(Tok::RParen)?;
        let span = callee.span.to(end);
        let below = highest(args.iter().map(|a| &a.value)).max(callee.height);
        let kind = ExprKind::Call(Box::new(Call { callee, paren, args }));
        self.node(kind, span, below)
    }

    fn args(&mut self) -> Syntax<Vec<Arg>> {
        let mut args: Vec<Arg> = Vec::new();
        let mut stars = false;
        while !matches!(self.tok(), Tok::RParen | Tok::Eof) {
            if !args.is_empty() {
                self.expect(Tok::Comma)?;
            }
            if self.tok() == Tok::RParen {
                if stars {
                    return self.unexpected("argument");
                }
                break;
            }
            let start = self.token.span;
            if matches!(self.tok(), Tok::Star | Tok::StarStar) {
                stars = true;
                let kind = match self.advance()?.tok {
                    Tok::Star => ArgKind::Star,
                    _ => ArgKind::StarStar,
                };
                let value = self.test()?;
                let span = start.to(value.span);
                args.push(Arg { kind, value, span });
                continue;
            }
            let value = self.test()?;
            if self.tok() != Tok::Eq {
                let span = value.span;
                args.push(Arg { kind: ArgKind::Positional, value, span });
                continue;
            }
            let ExprKind::Name(name) = value.kind else {
                return self.error("keyword argument must have form name=expr");
            };
            self.advance()?;
            let value = self.test()?;
            let span = start.to(value.span);
            args.push(Arg { kind: ArgKind::Named(name), value, span });
        }
        Ok(args)
    }

    fn atom(&mut self) -> Syntax<Expr> {
        match self.tok() {
            Tok::Ident => {
                let name = self.name()?;
                let span = name.span;
                self.node(ExprKind::Name(name), span, 0)
            }
            Tok::Int | Tok::Float | Tok::Str => {
                let token = self.advance()?;
                match token.literal {
                    Some(literal) => self.node(ExprKind::Literal(literal), token.span, 0),
                    None => self.no_expression(),
                }
            }
            Tok::LBrack => self.list(),
            Tok::LBrace => self.dict(),
            Tok::LParen => {
                let start = self.advance()?.span;
                if self.tok() == Tok::RParen {
                    let end = self.advance()?.span;
                    return self.node(ExprKind::Tuple(Vec::new()), start.to(end), 0);
                }
                let inner = self.expression(true)?;
                let end = self.expect(Tok::RParen)?;
                let below = inner.height;
                self.node(ExprKind::Paren(Box::new(inner)), start.to(end), below)
            }
            Tok::Minus | Tok::Plus | Tok::Tilde => {
                let op = self.advance()?;
                let operand = self.deeper(Self::primary)?;
                self.unary(op.tok, op.span, operand)
            }
            _ => self.no_expression(),
        }
    }

    fn list(&mut self) -> Syntax<Expr> {
        let start = self.advance()?.span;
        if self.tok() == Tok::RBrack {
            let end = self.advance()?.span;
            return self.node(ExprKind::List(Vec::new()), start.to(end), 0);
        }
        let first = self.test()?;
        if self.tok() == Tok::For {
            let below = first.height;
            return self.comprehension(start, Body::List(first), below, Tok::RBrack);
        }
        let items = self.more_items(first, true)?;
        let end = self.expect(Tok::RBrack)?;
        let below = highest(&items);
        self.node(ExprKind::List(items), start.to(end), below)
    }

    fn dict(&mut self) -> Syntax<Expr> {
        let start = self.advance()?.span;
        let mut entries = Vec::new();
        if self.tok() != Tok::RBrace {
            let first = self.entry()?;
            if self.tok() == Tok::For {
                let below = highest([&first.key, &first.value]);
                return self.comprehension(start, Body::Dict(first), below, Tok::RBrace);
            }
            entries.push(first);
            while self.tok() == Tok::Comma {
                self.advance()?;
                if self.tok() == Tok::RBrace {
                    break;
                }
                entries.push(self.entry()?);
            }
        }
        let end = self.expect(Tok::RBrace)?;
        let below = highest(entries.iter().flat_map(|e| [&e.key, &e.value]));
        self.node(ExprKind::Dict(entries), start.to(end), below)
    }

    fn entry(&mut self) -> Syntax<Entry> {
        let key = self.test()?;
        let colon = self.expect(Tok::Colon)?;
        let value = self.test()?;
        Ok(Entry { key, colon, value })
    }

    fn comprehension(&mut self, start: Span, body: Body, below: u32, close: Tok) -> Syntax<Expr> {
        let mut clauses = Vec::new();
        let mut below = below;
        while self.tok() != close {
            match self.tok() {
                Tok::For => {
                    let keyword = self.advance()?.span;
                    let vars = self.loop_variables()?;
                    self.expect(Tok::In)?;
                    let iterable = self.deeper(|p| p.operators(0))?;
                    below = below.max(highest([&vars, &iterable]));
                    clauses.push(Clause::For { keyword, vars, iterable });
                }
                Tok::If => {
                    self.advance()?;
                    let condition = self.test_without_conditional()?;
                    below = below.max(condition.height);
                    clauses.push(Clause::If { condition });
                }
                _ => return self.unexpected(&format!("'{}', for, or if", close.name())),
            }
        }
        let end = self.advance()?.span;
        // Each clause is a level of its own in the starlark crate's compiler.
        let below = below.saturating_add(u32::try_from(clauses.len()).unwrap_or(u32::MAX));
        let kind = ExprKind::Comprehension(Box::new(Comprehension { body, clauses }));
        self.node(kind, start.to(end), below)
    }
}
