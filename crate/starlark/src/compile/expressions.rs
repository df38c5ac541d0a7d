//! Expressions.

use super::Compiler;
use super::slice_place::last_place_of_slice;
use super::variables::Variable;
use crate::machine::code::{Binary, Op, Operand, Place, Register, Unary};
use crate::syntax::ast::{Chain, Conditional, Entry, Expr, ExprKind, Slice};
use crate::syntax::token::Tok;

impl Compiler<'_, '_> {
    /// The operand with the value of an expression: a variable's register, a constant, or a new temporary register.
    pub(super) fn operand(&mut self, expr: &Expr) -> Operand {
        let expr = expr.unparen();
        match &expr.kind {
            ExprKind::Literal(literal) => return self.literal(literal),
            ExprKind::Name(name) => return self.read(name, Place::new(expr.span, Some(expr.span))),
            _ => {}
        }
        let to = self.temporary();
        self.expression(expr, to);
        Operand::register(to)
    }

    /// The values of expressions in temporary registers, one after the other. Returns the first register and how many there are.
    pub(super) fn row<'e>(&mut self, items: impl Iterator<Item = &'e Expr>) -> (Register, u32) {
        let start = self.next;
        let mut count = 0;
        for item in items {
            let to = self.temporary();
            self.expression(item, to);
            count += 1;
        }
        (start, count)
    }

    /// Computes an expression into a register.
    pub(super) fn expression(&mut self, expr: &Expr, to: Register) {
        self.scoped(|compiler| compiler.expression_unscoped(expr.unparen(), to));
    }

    fn expression_unscoped(&mut self, expr: &Expr, to: Register) {
        let place = |at| Place::new(at, Some(expr.span));
        match &expr.kind {
            ExprKind::Name(name) => self.read_to(name, place(expr.span), to),
            ExprKind::Literal(literal) => {
                let from = self.literal(literal);
                self.emit(Op::Move { to, from }, Place::NONE);
            }
            ExprKind::List(items) => {
                let (start, count) = self.row(items.iter());
                self.emit(Op::List { to, start, count }, place(expr.span));
            }
            ExprKind::Tuple(items) => {
                let (start, count) = self.row(items.iter());
                self.emit(Op::Tuple { to, start, count }, place(expr.span));
            }
            ExprKind::Dict(entries) => self.dict(entries, to),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension, to),
            ExprKind::Conditional(conditional) => self.conditional(conditional, to),
            ExprKind::Lambda(lambda) => self.lambda(lambda, to),
            ExprKind::Unary { op, at, operand } => {
                let a = self.operand(operand);
                let op = match op {
                    Tok::Not => Unary::Not,
                    Tok::Minus => Unary::Minus,
                    Tok::Tilde => Unary::Invert,
                    _ => Unary::Plus,
                };
                self.emit(Op::Unary { op, to, a }, place(*at));
            }
            ExprKind::Chain(chain) => self.chain(expr, chain, to),
            ExprKind::Dot { object, dot, name } => {
                let object = self.operand(object);
                let text = self.text(&name.text);
                self.emit(Op::Attribute { to, object, name: text }, Place::new(*dot, Some(name.span)));
            }
            ExprKind::Call(call) => self.call(expr.span, call, to),
            ExprKind::Index { object, bracket, index } => {
                let a = self.operand(object);
                let b = self.operand(index);
                self.emit(Op::Binary { op: Binary::Index, to, a, b }, place(*bracket));
            }
            ExprKind::Slice(slice) => self.slice(expr, slice, to),
            ExprKind::Paren(inner) => self.expression(inner, to),
        }
    }

    /// ytt adds each entry before it evaluates the next one.
    fn dict(&mut self, entries: &[Entry], to: Register) {
        let dict = self.temporary();
        self.emit(Op::Dict { to: dict }, Place::NONE);
        for entry in entries {
            self.scoped(|compiler| {
                let key = compiler.operand(&entry.key);
                let value = compiler.operand(&entry.value);
                let expression = (entries.len() == 1).then_some(entry.key.unparen().span);
                compiler.emit(Op::Entry { dict, key, value }, Place::new(entry.colon, expression));
            });
        }
        self.emit(Op::Move { to, from: Operand::register(dict) }, Place::NONE);
    }

    fn conditional(&mut self, conditional: &Conditional, to: Register) {
        let exits = self.scoped(|compiler| compiler.condition(&conditional.condition));
        let before = self.assigned();
        self.expression(&conditional.then, to);
        let end = self.jump();
        self.restore(&before);
        self.land(exits);
        self.expression(&conditional.otherwise, to);
        self.restore(&before);
        self.land([end]);
    }

    fn chain(&mut self, expr: &Expr, chain: &Chain, to: Register) {
        if let Some(Tok::And | Tok::Or) = chain.links.first().map(|link| link.op) {
            self.expression(&chain.first, to);
            let before = self.assigned();
            let mut ends = Vec::new();
            for link in &chain.links {
                let a = Operand::register(to);
                let op = match link.op {
                    Tok::And => Op::JumpIfNot { a, to: 0 },
                    _ => Op::JumpIf { a, to: 0 },
                };
                ends.push(self.emit(op, Place::NONE));
                self.expression(&link.operand, to);
            }
            self.restore(&before);
            self.land(ends);
            return;
        }
        let mut a = self.operand(&chain.first);
        let last = chain.links.len().saturating_sub(1);
        let partial = self.temporary();
        for (i, link) in chain.links.iter().enumerate() {
            a = self.scoped(|compiler| {
                let b = compiler.operand(&link.operand);
                let whole = chain.first.span.to(link.operand.span);
                let (to, expression) = if i == last { (to, expr.span) } else { (partial, whole) };
                let op = binary(link.op);
                compiler.emit(Op::Binary { op, to, a, b }, Place::new(link.at, Some(expression)));
                Operand::register(to)
            });
        }
    }

    fn slice(&mut self, expr: &Expr, slice: &Slice, to: Register) {
        let object = self.operand(&slice.object);
        let start = self.next;
        for part in [&slice.low, &slice.high, &slice.step] {
            let to = self.temporary();
            match part {
                Some(part) => self.expression(part, to),
                None => {
                    let from = self.none();
                    self.emit(Op::Move { to, from }, Place::NONE);
                }
            }
        }
        let at = last_place_of_slice(self.program.input.resolved, slice);
        self.emit(Op::Slice { to, object, start }, Place::new(at, Some(expr.span)));
    }

    /// Whether a callee is this instruction of the template.
    pub(super) fn is_instruction(&mut self, callee: &Expr, instruction: &str) -> bool {
        self.instruction_name(callee) == Some(instruction)
    }

    /// The instruction that a callee is.
    pub(super) fn instruction_name<'e>(&mut self, callee: &'e Expr) -> Option<&'e str> {
        let name = callee.as_name()?;
        match self.variable(name) {
            Variable::Other => self.program.input.names?.instruction(&name.text),
            _ => None,
        }
    }
}

/// The operator of a token that compares two values.
pub(super) fn comparison(tok: Tok) -> Option<Binary> {
    Some(match tok {
        Tok::EqEq => Binary::Eq,
        Tok::NotEq => Binary::Ne,
        Tok::Lt => Binary::Lt,
        Tok::Le => Binary::Le,
        Tok::Gt => Binary::Gt,
        Tok::Ge => Binary::Ge,
        _ => return None,
    })
}

pub(super) fn binary(tok: Tok) -> Binary {
    match tok {
        Tok::Minus => Binary::Sub,
        Tok::Star => Binary::Mul,
        Tok::Slash => Binary::Div,
        Tok::SlashSlash => Binary::FloorDiv,
        Tok::Percent => Binary::Mod,
        Tok::Amp => Binary::And,
        Tok::Pipe => Binary::Or,
        Tok::Circumflex => Binary::Xor,
        Tok::LtLt => Binary::Shl,
        Tok::GtGt => Binary::Shr,
        Tok::In => Binary::In,
        Tok::NotIn => Binary::NotIn,
        tok => comparison(tok).unwrap_or(Binary::Add),
    }
}
