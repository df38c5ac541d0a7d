//! The emitter's assignments. Assignments to items and augmented ones become several statements: the starlark crate evaluates their parts in
//! another order than ytt, and its errors are others.

use super::{Emitter, is_row};
use crate::dialect::emit_expr::{self, ARGUMENT};
use crate::dialect::kinds::Kind;
use crate::dialect::map::Operation;
use crate::dialect::names::mangle;
use crate::dialect::runtime;
use crate::syntax::ast::*;
use crate::syntax::resolve::Reference;
use crate::syntax::source::Span;
use crate::syntax::token::Tok;

impl Emitter<'_> {
    pub(super) fn assignment(&mut self, span: Span, target: &Expr, at: Span, value: &Expr) {
        self.line(span);
        if let (Some(name), true) = (target.unparen().as_name(), is_row(value)) {
            self.rows.insert(name.text.clone());
        }
        if let ExprKind::Index { object, bracket, index } = &target.unparen().kind {
            self.set_index(*bracket, object, index, value);
        } else {
            let start = self.here();
            let mut held = assigns_items(target).then(Vec::new);
            self.target_in_parts(target, at, &mut held);
            self.push(" = ");
            if unpacks(target) && !unpacks(value) {
                let start = self.here();
                self.push(&format!("{}(", runtime::UNPACK));
                self.at(value.span);
                self.expr(value, ARGUMENT);
                self.push(")");
                self.mark(self.since(start), at, Operation::Other);
            } else {
                self.at(value.span);
                self.expr(value, 0);
            }
            // The starlark crate reports unpacking at the target, attributes at the statement.
            if let ExprKind::Dot { dot, .. } = &target.unparen().kind {
                self.mark(self.since(start), *dot, Operation::Other);
            }
            self.end_line();
            self.assign_held(held.unwrap_or_default());
            return;
        }
        self.end_line();
    }

    /// `object[index] = value` of a list; else `__setindex(value, object, index)`.
    fn set_index(&mut self, bracket: Span, object: &Expr, index: &Expr, value: &Expr) {
        if self.kind(object) == Kind::List {
            self.own_index(bracket, object, index);
            self.push(" = ");
            self.at(value.span);
            self.expr(value, ARGUMENT);
            return;
        }
        let start = self.here();
        self.push(runtime::SETINDEX);
        self.push("(");
        self.expr(value, ARGUMENT);
        self.push(", ");
        self.expr(object, ARGUMENT);
        self.push(", ");
        self.expr(index, ARGUMENT);
        self.push(")");
        self.mark(self.since(start), bracket, Operation::Other);
    }

    /// A target of an assignment or loop; unpacking it fails at `at`.
    pub(in crate::dialect) fn target(&mut self, target: &Expr, at: Span) {
        self.target_in_parts(target, at, &mut None);
    }

    /// [`Emitter::target`], with a temporary in place of each single target if there is a list to add them to.
    pub(super) fn target_in_parts<'e>(
        &mut self,
        target: &'e Expr,
        at: Span,
        held: &mut Option<Vec<(String, &'e Expr)>>,
    ) {
        match &target.kind {
            ExprKind::Paren(inner) => self.target_in_parts(inner, at, held),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                self.push("(");
                let start = self.here();
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.push(", ");
                    }
                    self.target_in_parts(item, at, held);
                }
                if items.len() == 1 {
                    self.push(",");
                }
                self.mark(self.since(start), at, Operation::Unpacking);
                self.push(")");
            }
            _ if held.is_some() => {
                let name = self.temporary('t');
                self.push(&name);
                held.iter_mut().for_each(|held| held.push((name.clone(), target)));
            }
            // Of a comprehension.
            ExprKind::Index { object, bracket, index } => {
                let start = self.operand(object).start;
                self.push("[");
                self.expr(index, 0);
                self.push("]");
                self.mark(self.since(start), *bracket, Operation::Other);
            }
            ExprKind::Dot { object, dot, name } => {
                let start = self.operand(object).start;
                self.push(".");
                let text = mangle(&name.text);
                self.push(&text);
                self.mark(self.since(start), *dot, Operation::Other);
            }
            _ => {
                self.expr(target, 0);
            }
        }
    }

    /// Assigns what temporaries hold to their targets, in order.
    pub(super) fn assign_held(&mut self, held: Vec<(String, &Expr)>) {
        for (name, target) in held {
            self.line(target.span);
            let start = self.here();
            if let ExprKind::Index { object, bracket, index } = &target.unparen().kind {
                self.push(&format!("{}({name}, ", runtime::SETINDEX));
                self.expr(object, ARGUMENT);
                self.push(", ");
                self.expr(index, ARGUMENT);
                self.push(")");
                self.mark(self.since(start), *bracket, Operation::Other);
            } else {
                self.target(target, target.span);
                self.push(&format!(" = {name}"));
                if let ExprKind::Dot { dot, .. } = &target.unparen().kind {
                    self.mark(self.since(start), *dot, Operation::Other);
                }
            }
            self.end_line();
        }
    }

    /// `target op= value`. The target's parts are evaluated once.
    pub(super) fn augmented(&mut self, span: Span, target: &Expr, op: Tok, at: Span, value: &Expr) {
        self.line(span);
        match &target.unparen().kind {
            ExprKind::Index { object, bracket, index } => {
                let (held, key, new) = (self.temporary('t'), self.temporary('t'), self.temporary('t'));
                let is_list = self.kind(object) == Kind::List;
                self.hold(&held, object);
                self.hold(&key, index);
                self.push(&format!("{new} = "));
                let start = self.here();
                if is_list {
                    self.push(&format!("{held}[{key}]"));
                    self.map.unchecked(start..self.here());
                } else {
                    self.push(&format!("{}({held}, {key})", runtime::INDEX));
                }
                self.mark(self.since(start), *bracket, Operation::Other);
                self.next_statement(at);
                self.apply(&new, Variable::OTHER, op, at, value);
                self.next_statement(*bracket);
                let start = self.here();
                if is_list {
                    self.push(&format!("{held}[{key}]"));
                    self.map.unchecked(start..self.here());
                    self.mark(self.since(start), *bracket, Operation::Other);
                    self.push(&format!(" = {new}"));
                } else {
                    self.push(&format!("{}({new}, {held}, {key})", runtime::SETINDEX));
                    self.mark(self.since(start), *bracket, Operation::Other);
                }
            }
            ExprKind::Dot { object, dot, name } => {
                let (held, new) = (self.temporary('t'), self.temporary('t'));
                self.hold(&held, object);
                self.push(&format!("{new} = "));
                let range = self.attribute(&name.text, |e| {
                    let start = e.here();
                    e.push(&held);
                    e.since(start)
                });
                self.mark(range, *dot, Operation::Other);
                self.next_statement(at);
                self.apply(&new, Variable::OTHER, op, at, value);
                self.next_statement(*dot);
                let start = self.here();
                self.push(&format!("{held}.{} = {new}", mangle(&name.text)));
                self.mark(self.since(start), *dot, Operation::Other);
            }
            ExprKind::Name(name) => {
                let variable = self.variables.emitted(name);
                let is_local = matches!(self.resolved.reference(name), Some(Reference::Local(_)));
                let kind = self.kinds.of_variable(name, self.resolved);
                self.apply(&variable, Variable { is_local, kind }, op, at, value);
            }
            // The resolver refuses anything else.
            _ => self.push("pass"),
        }
        self.end_line();
    }

    /// `held = expr`, then the next line.
    fn hold(&mut self, held: &str, expr: &Expr) {
        self.push(&format!("{held} = "));
        self.expr(expr, 0);
        self.next_statement(expr.span);
    }

    /// `variable op= value` for a plain variable.
    fn apply(&mut self, variable: &str, Variable { is_local, kind }: Variable, op: Tok, at: Span, value: &Expr) {
        let start = self.here();
        if is_local {
            self.map.local(start);
        }
        match emit_expr::replacement(op, None, value.unparen(), [kind, self.kind(value)]) {
            Some(runtime::ADD) => {
                self.push(&format!("{variable} += {}({variable}, ", runtime::GROW));
                self.at(value.span);
                self.expr(value, ARGUMENT);
                self.push(")");
            }
            Some(function) => {
                self.push(&format!("{variable} = "));
                let start = self.here();
                self.push(&format!("{function}("));
                if is_local {
                    self.map.local(self.here());
                }
                self.push(&format!("{variable}, "));
                self.at(value.span);
                self.expr(value, ARGUMENT);
                self.push(")");
                self.mark(self.since(start), at, Operation::Operator(op.name()));
            }
            None => {
                self.push(&format!("{variable} {}= ", op.name()));
                self.at(value.span);
                self.expr(value, 0);
            }
        }
        self.mark(self.since(start), at, Operation::Operator(op.name()));
    }
}

/// What is known of a variable that an augmented assignment changes.
#[derive(Clone, Copy)]
struct Variable {
    is_local: bool,
    kind: Kind,
}

impl Variable {
    const OTHER: Variable = Variable { is_local: false, kind: Kind::Any };
}

/// Whether an item is assigned to, alone or among other targets. The starlark crate's own assignment has other errors than ytt's.
pub(super) fn assigns_items(target: &Expr) -> bool {
    match &target.unparen().kind {
        ExprKind::Index { .. } => true,
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().any(assigns_items),
        _ => false,
    }
}

/// Whether it is several targets, or several values.
pub(super) fn unpacks(expr: &Expr) -> bool {
    matches!(expr.unparen().kind, ExprKind::Tuple(_) | ExprKind::List(_))
}
