//! Assignments.

use super::Compiler;
use super::expressions::binary;
use super::variables::Variable;
use crate::eval::notes::SiteKind;
use crate::machine::code::{Binary, Op, Operand, Place, Register};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::source::Span;
use crate::syntax::token::Tok;

impl Compiler<'_, '_> {
    /// `target = value`, with the `=` at `at`.
    pub(super) fn assignment(&mut self, target: &Expr, at: Span, value: &Expr) {
        if let Some(name) = target.unparen().as_name()
            && let Variable::Register(to) = self.variable(name)
            && !writes_early(value)
        {
            self.expression(value, to);
            self.set_assigned(to);
            self.note(value, Operand::register(to), SiteKind::Value);
            return;
        }
        let from = self.operand(value);
        self.note(value, from, SiteKind::Value);
        self.store(target, from, at, value);
    }

    /// Assigns a value to a target; unpacking it fails at `at`, because of `source`.
    pub(super) fn store(&mut self, target: &Expr, from: Operand, at: Span, source: &Expr) {
        let target = target.unparen();
        match &target.kind {
            ExprKind::Name(name) => self.assign(name, from, target.span),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let start = self.next;
                for _ in items {
                    self.temporary();
                }
                let place = Place::new(at, Some(source.unparen().span));
                self.emit(Op::Unpack { a: from, start, count: items.len() as u32 }, place);
                for (item, register) in items.iter().zip(start..) {
                    self.scoped(|compiler| compiler.store(item, Operand::register(register), at, source));
                }
            }
            ExprKind::Index { object, bracket, index } => {
                let object = self.operand(object);
                let index = self.operand(index);
                let place = Place::new(*bracket, Some(target.span));
                self.emit(Op::SetIndex { object, index, value: from }, place);
            }
            ExprKind::Dot { object, dot, name } => {
                let object = self.operand(object);
                let name = self.text(&name.text);
                let place = Place::new(*dot, Some(target.span));
                self.emit(Op::SetAttribute { object, name, value: from }, place);
            }
            // The resolver refuses all others.
            _ => {}
        }
    }

    /// `target op= value`, with the operator at `at`. The target's parts are evaluated once.
    pub(super) fn augmented(&mut self, span: Span, target: &Expr, op: Tok, at: Span, value: &Expr) {
        let target = target.unparen();
        let whole = target.span.to(value.span);
        match &target.kind {
            ExprKind::Index { object, bracket, index } => {
                let object = self.operand(object);
                let index = self.operand(index);
                let new = self.temporary();
                let read = Op::Binary { op: Binary::Index, to: new, a: object, b: index };
                let place = Place::new(*bracket, Some(target.span));
                self.emit(read, place);
                self.apply(op, at, whole, Operand::register(new), value, new);
                self.note_new(value, new);
                let value = Operand::register(new);
                self.emit(Op::SetIndex { object, index, value }, place);
            }
            ExprKind::Dot { object, dot, name } => {
                let object = self.operand(object);
                let name_text = self.text(&name.text);
                let new = self.temporary();
                let read = Op::Attribute { to: new, object, name: name_text };
                self.emit(read, Place::new(*dot, Some(name.span)));
                self.apply(op, at, whole, Operand::register(new), value, new);
                let value = Operand::register(new);
                let place = Place::new(*dot, Some(target.span));
                self.emit(Op::SetAttribute { object, name: name_text, value }, place);
            }
            ExprKind::Name(name) => {
                let old = self.read(name, Place::new(span, Some(name.span)));
                match self.variable(name) {
                    Variable::Register(to) => {
                        self.apply(op, at, whole, old, value, to);
                        self.note_new(value, to);
                    }
                    _ => {
                        let to = self.temporary();
                        self.apply(op, at, whole, old, value, to);
                        self.note_new(value, to);
                        self.assign(name, Operand::register(to), span);
                    }
                }
            }
            _ => {}
        }
    }

    fn apply(&mut self, op: Tok, at: Span, whole: Span, a: Operand, value: &Expr, to: Register) {
        let b = self.operand(value);
        let op = match binary(op) {
            Binary::Add => Op::Grow { to, a, b },
            op => Op::Binary { op, to, a, b },
        };
        self.emit(op, Place::new(at, Some(whole)));
    }
}

/// Whether the code of an expression writes its register before it has read all variables.
fn writes_early(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Conditional(_) => true,
        ExprKind::Chain(chain) => matches!(chain.links.first().map(|link| link.op), Some(Tok::And | Tok::Or)),
        _ => false,
    }
}
