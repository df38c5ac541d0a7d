//! Lambdas as functions of their own, so that errors say which of them was called.
//!
//! The `starlark` crate calls every lambda `lambda`, and copies most into callers in other modules. So each is written before its
//! statement, as a `def` with a unique name. That means the same: creating a function has no effect, and the variables around it are
//! looked up when it runs.
//!
//! A `def` takes longer to compile than a lambda. Where no other module can call the functions of a program, its lambdas are therefore
//! left as they are until a call of one of several fails for its arguments: then the program runs again, as in
//! [`Attempt::Thorough`](crate::eval::shared::Attempt::Thorough). What a lambda needs from the same statement keeps it in its place: variables of a comprehension or of a lambda around it,
//! and defaults, which are evaluated at the lambda.

use super::ast::*;
use super::emit::Emitter;
use super::entry;
use super::names::temporary;
use crate::limits::depth;

/// The names that the statement itself gives values to.
type Bound<'e> = Vec<&'e str>;

impl Emitter<'_> {
    /// Writes the lambdas of a statement that need nothing from it.
    pub(super) fn hoist_lambdas(&mut self, stmt: &Stmt) {
        if !self.hoists {
            return;
        }
        let mut found = Vec::new();
        for expr in expressions(stmt) {
            find(expr, &mut Vec::new(), &mut found);
        }
        found.into_iter().for_each(|lambda| self.hoist(lambda, 1));
    }

    fn hoist(&mut self, lambda: &Lambda, depth: u32) {
        let name = temporary('f', self.next_temporary());
        self.line(lambda.keyword);
        self.push(&format!("def {name}("));
        self.params(&lambda.params);
        self.push("):\n");
        self.nested(|emitter| {
            let mut inner = Vec::new();
            if depth < depth::HOISTED_LAMBDAS {
                find(&lambda.body, &mut Vec::new(), &mut inner);
            }
            inner.into_iter().for_each(|lambda| emitter.hoist(lambda, depth + 1));
            emitter.keep_frame(Some(&lambda.body));
            emitter.line(lambda.keyword);
            emitter.push("return ");
            emitter.expr(&lambda.body, 0);
            emitter.push("\n");
        });
        let entry = entry::of_lambda(self.resolved, lambda);
        self.function("lambda", &name, lambda.keyword, Some(entry), &lambda.params);
        self.note_captures(&name, lambda.keyword, &[]);
        self.hoisted.insert(lambda.keyword.start, name);
    }
}

/// The expressions of a statement, without those of its blocks.
fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(expr) => vec![expr],
        StmtKind::Branch(_) | StmtKind::Load(_) => Vec::new(),
        StmtKind::If { arms, .. } => arms.iter().map(|arm| &arm.condition).collect(),
        StmtKind::Assign { target, value, .. } => vec![target, value],
        StmtKind::Def(def) => defaults(&def.params).collect(),
        StmtKind::For { vars, iterable, .. } => vec![vars, iterable],
        StmtKind::While { condition, .. } => vec![condition],
        StmtKind::Return { value, .. } => value.iter().collect(),
    }
}

fn defaults(params: &[Param]) -> impl Iterator<Item = &Expr> {
    params.iter().filter_map(|param| match &param.kind {
        ParamKind::Default(value) => Some(value),
        _ => None,
    })
}

/// The outermost lambdas within an expression that can be written before it.
fn find<'e>(expr: &'e Expr, bound: &mut Bound<'e>, found: &mut Vec<&'e Lambda>) {
    match &expr.kind {
        ExprKind::Lambda(lambda) => {
            let literal = |value: &Expr| matches!(value.unparen().kind, ExprKind::Literal(_));
            if defaults(&lambda.params).all(literal) && !mentions(&lambda.body, bound) {
                found.push(lambda);
                return;
            }
            defaults(&lambda.params).for_each(|value| find(value, bound, found));
            let outside = bound.len();
            bound.extend(lambda.params.iter().filter_map(|param| param.name.as_ref()).map(|name| name.text.as_str()));
            find(&lambda.body, bound, found);
            bound.truncate(outside);
        }
        ExprKind::Comprehension(comprehension) => {
            let outside = bound.len();
            for clause in &comprehension.clauses {
                if let Clause::For { vars, .. } = clause {
                    names(vars, bound);
                }
            }
            for_each_part(comprehension, &mut |part| find(part, bound, found));
            bound.truncate(outside);
        }
        _ => expr.for_each_part(&mut |part| find(part, bound, found)),
    }
}

/// Whether one of the names occurs anywhere in an expression, whatever it means there.
fn mentions(expr: &Expr, bound: &Bound) -> bool {
    if bound.is_empty() {
        return false;
    }
    let mut found = false;
    let mut visit = |part: &Expr| found = found || mentions(part, bound);
    match &expr.kind {
        ExprKind::Name(name) => return bound.contains(&name.text.as_str()),
        ExprKind::Lambda(lambda) => {
            defaults(&lambda.params).for_each(&mut visit);
            visit(&lambda.body);
        }
        ExprKind::Comprehension(comprehension) => for_each_part(comprehension, &mut visit),
        _ => expr.for_each_part(&mut visit),
    }
    found
}

/// The names in a target.
fn names<'e>(target: &'e Expr, bound: &mut Bound<'e>) {
    match target.as_name() {
        Some(name) => bound.push(&name.text),
        None => target.for_each_part(&mut |part| names(part, bound)),
    }
}

/// Calls `visit` on the expressions of a comprehension.
fn for_each_part<'a>(comprehension: &'a Comprehension, visit: &mut dyn FnMut(&'a Expr)) {
    for clause in &comprehension.clauses {
        match clause {
            Clause::For { vars, iterable, .. } => {
                visit(vars);
                visit(iterable);
            }
            Clause::If { condition } => visit(condition),
        }
    }
    match &comprehension.body {
        Body::List(body) => visit(body),
        Body::Dict(entry) => {
            visit(&entry.key);
            visit(&entry.value);
        }
    }
}
