//! The place that ytt reports for a slice: its compiler notes a place before some instructions and not before others,
//! and an error takes the place noted last.

use crate::syntax::ast::*;
use crate::syntax::resolve::{Reference, Resolved};
use crate::syntax::source::Span;
use crate::syntax::token::Tok;

/// The position of an error of a slice: the last of its parts that leaves a place, else its bracket.
pub(crate) fn last_place_of_slice(resolved: &Resolved, slice: &Slice) -> Span {
    let parts = [&slice.step, &slice.high, &slice.low];
    let mut parts = parts.into_iter().flatten().chain([&slice.object]);
    parts.find_map(|part| last_place(resolved, part)).unwrap_or(slice.bracket)
}

/// The last position of ytt when it has evaluated an expression. Literals and built-in names leave no trace.
fn last_place(resolved: &Resolved, expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Name(name) => (resolved.reference(name) != Some(Reference::Universal)).then_some(name.span),
        ExprKind::Literal(_) => None,
        ExprKind::List(items) | ExprKind::Tuple(items) => {
            items.iter().rev().find_map(|item| last_place(resolved, item))
        }
        ExprKind::Dict(entries) => entries.last().map(|entry| entry.colon),
        ExprKind::Comprehension(comprehension) => match &comprehension.body {
            Body::Dict(entry) => Some(entry.colon),
            Body::List(body) => last_place(resolved, body).or_else(|| {
                let mut clauses = comprehension.clauses.iter().rev();
                clauses.find_map(|clause| match clause {
                    Clause::For { keyword, .. } => Some(*keyword),
                    Clause::If { condition } => last_place(resolved, condition),
                })
            }),
        },
        ExprKind::Conditional(c) => {
            [&c.otherwise, &c.then, &c.condition].into_iter().find_map(|part| last_place(resolved, part))
        }
        ExprKind::Lambda(lambda) => Some(lambda.keyword),
        ExprKind::Unary { at, .. } => Some(*at),
        ExprKind::Chain(chain) => match chain.links.last() {
            Some(link) if !matches!(link.op, Tok::And | Tok::Or) => Some(link.at),
            _ => {
                let operands = chain.links.iter().rev().map(|link| &link.operand);
                let mut operands = operands.chain([&chain.first]);
                operands.find_map(|operand| last_place(resolved, operand))
            }
        },
        ExprKind::Dot { dot, .. } => Some(*dot),
        ExprKind::Call(call) => Some(call.paren),
        ExprKind::Index { bracket, .. } => Some(*bracket),
        ExprKind::Slice(slice) => Some(last_place_of_slice(resolved, slice)),
        ExprKind::Paren(inner) => last_place(resolved, inner),
    }
}
