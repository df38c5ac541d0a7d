//! Places that ytt reports although nothing of the operation stands there.
//!
//! ytt's compiler notes a place before some instructions and not before others; an error takes the place noted
//! last. That shows in two spots: slices, and the line of a function that was called with wrong arguments.

use super::ast::*;
use super::resolve::{Reference, Resolved};
use super::source::Span;
use super::token::Tok;

/// Where an error of a slice is reported: at the last of its parts that leaves a place, else at its bracket.
pub(super) fn last_place_of_slice(resolved: &Resolved, slice: &Slice) -> Span {
    let parts = [&slice.step, &slice.high, &slice.low];
    let mut parts = parts.into_iter().flatten().chain([&slice.object]);
    parts.find_map(|part| last_place(resolved, part)).unwrap_or(slice.bracket)
}

/// Where ytt was last when it had evaluated an expression. Literals and built-in names leave no trace.
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

/// Where a function stands before it has done anything, which is what ytt reports for a call with wrong arguments:
/// the place of its first instruction if that has one, else the function itself. A function that opens a context and
/// returns before anything that has a place is reported nowhere.
pub(super) fn entry_of_block(resolved: &Resolved, def: &Def) -> Option<Span> {
    // Opening a context takes away the function's own place; what has one first counts then.
    let opens_context = def.context.is_some();
    for stmt in &def.body {
        let place = match &stmt.kind {
            // A text alone makes no instruction.
            StmtKind::Expr(expr) if matches!(expr.kind, ExprKind::Literal(_)) => continue,
            StmtKind::Expr(expr) => first_place(resolved, expr),
            StmtKind::If { arms, .. } => arms.first().and_then(|arm| first_place(resolved, &arm.condition)),
            StmtKind::Assign { target, op, value, .. } => match (&target.unparen().kind, op) {
                (_, Tok::Eq) => first_place(resolved, value),
                (ExprKind::Index { object, .. } | ExprKind::Dot { object, .. }, _) => first_place(resolved, object),
                _ => first_place(resolved, target),
            },
            StmtKind::Def(inner) => Some(first_default(resolved, &inner.params).unwrap_or(inner.keyword)),
            // The loop itself has a place, after its iterable.
            StmtKind::For { iterable, .. } => {
                first_place(resolved, iterable).or_else(|| opens_context.then_some(stmt.span))
            }
            StmtKind::While { condition, .. } => first_place(resolved, condition),
            StmtKind::Return { value, .. } => value.as_ref().and_then(|v| first_place(resolved, v)),
            StmtKind::Branch(_) | StmtKind::Load(_) => None,
        };
        match place {
            Some(place) => return Some(place),
            // What follows a return is not compiled.
            None if opens_context && matches!(stmt.kind, StmtKind::Return { .. }) => return None,
            None if opens_context => {}
            None => break,
        }
    }
    Some(def.keyword)
}

fn first_default(resolved: &Resolved, params: &[Param]) -> Option<Span> {
    params.iter().find_map(|param| match &param.kind {
        ParamKind::Default(value) => Some(first_place(resolved, value)),
        _ => None,
    })?
}

/// The place of an expression's first instruction, if it has one.
pub(super) fn first_place(resolved: &Resolved, expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Name(name) => (resolved.reference(name) != Some(Reference::Universal)).then_some(name.span),
        ExprKind::Literal(_) | ExprKind::Dict(_) | ExprKind::Comprehension(_) => None,
        ExprKind::List(items) | ExprKind::Tuple(items) => items.first().and_then(|item| first_place(resolved, item)),
        ExprKind::Conditional(conditional) => first_place(resolved, &conditional.condition),
        ExprKind::Lambda(lambda) => Some(first_default(resolved, &lambda.params).unwrap_or(lambda.keyword)),
        ExprKind::Unary { operand, .. } => first_place(resolved, operand),
        ExprKind::Chain(chain) => first_place(resolved, &chain.first),
        ExprKind::Dot { object, .. } | ExprKind::Index { object, .. } => first_place(resolved, object),
        ExprKind::Call(call) => first_place(resolved, &call.callee),
        ExprKind::Slice(slice) => Some(first_place(resolved, &slice.object).unwrap_or(slice.bracket)),
        ExprKind::Paren(inner) => first_place(resolved, inner),
    }
}
