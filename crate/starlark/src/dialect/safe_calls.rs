//! Calls during which the starlark crate holds no value of the calling function but in variables.
//!
//! The starlark crate's collector moves values. It follows variables, not the operands of an expression that is being evaluated: in
//! `[1] + f()`, the list must not move while `f` runs. In `x = f()` nothing is in the way, nor in `len(f())`: built-in functions
//! and literals never move. A call that is not found here only delays the collector.

use std::collections::HashSet;

use super::ast::*;
use super::resolve::{Reference, Resolved};
use super::token::Tok;
use crate::syntax::height::PIECE;

/// The places of the parentheses of safe calls.
pub(super) fn find(file: &File, resolved: &Resolved) -> HashSet<u32> {
    let mut finder = Finder { resolved, found: HashSet::new() };
    finder.body(&file.body);
    finder.found
}

struct Finder<'a> {
    resolved: &'a Resolved,
    found: HashSet<u32>,
}

impl Finder<'_> {
    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Expr(value) => self.first(value),
                StmtKind::Assign { target, op, value, .. } if op.augmented_operator().is_none() => {
                    if is_variables(target) {
                        self.first(value);
                    }
                }
                StmtKind::Return { value, .. } => value.iter().for_each(|value| self.first(value)),
                StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        self.first(&arm.condition);
                        self.body(&arm.body);
                    }
                    self.body(otherwise.as_deref().unwrap_or_default());
                }
                StmtKind::For { iterable, body, .. } => {
                    self.first(iterable);
                    self.body(body);
                }
                StmtKind::While { condition, body } => {
                    self.first(condition);
                    self.body(body);
                }
                StmtKind::Def(def) => self.body(&def.body),
                StmtKind::Assign { .. } | StmtKind::Branch(_) | StmtKind::Load(_) => {}
            }
        }
    }

    /// An expression that is evaluated while there are no other operands.
    fn first(&mut self, expr: &Expr) {
        match &expr.unparen().kind {
            ExprKind::Call(call) => {
                self.found.insert(call.paren.start);
                match &call.callee.unparen().kind {
                    ExprKind::Name(name) if self.is_builtin(name) => self.arguments(call),
                    ExprKind::Call(_) => self.first(&call.callee),
                    ExprKind::Dot { object, .. } => self.first(object),
                    _ => {}
                }
            }
            ExprKind::Chain(chain) => {
                let is_boolean = matches!(chain.links.first().map(|link| link.op), Some(Tok::And | Tok::Or));
                // Longer ones are emitted as comprehensions, which hold what they iterate over.
                if is_boolean || chain.links.len() <= PIECE {
                    self.first(&chain.first);
                }
                if is_boolean {
                    chain.links.iter().for_each(|link| self.first(&link.operand));
                }
            }
            ExprKind::Conditional(conditional) => {
                self.first(&conditional.condition);
                self.first(&conditional.then);
                self.first(&conditional.otherwise);
            }
            ExprKind::Unary { operand, .. } => self.first(operand),
            ExprKind::Dot { object, .. } | ExprKind::Index { object, .. } => self.first(object),
            _ => {}
        }
    }

    fn is_builtin(&self, name: &Name) -> bool {
        matches!(self.resolved.reference(name), Some(Reference::Universal | Reference::Predeclared))
    }

    /// The arguments of a built-in function up to the first that is no literal.
    fn arguments(&mut self, call: &Call) {
        for arg in &call.args {
            match (&arg.kind, &arg.value.unparen().kind) {
                (ArgKind::Positional | ArgKind::Named(_), ExprKind::Literal(_)) => {}
                (ArgKind::Positional, _) => return self.first(&arg.value),
                _ => return,
            }
        }
    }
}

/// Whether a target is nothing but variables.
fn is_variables(target: &Expr) -> bool {
    match &target.unparen().kind {
        ExprKind::Name(_) => true,
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().all(is_variables),
        _ => false,
    }
}
