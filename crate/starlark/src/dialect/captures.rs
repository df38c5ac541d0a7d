//! Which variables of the functions around them inner functions and lambdas use.
//!
//! In ytt, a function that is frozen freezes what it captures, and the starlark crate does not show that.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::ast::*;
use super::resolve::{Reference, Resolved};
use super::source::Span;

/// The names of captured variables, by the place of the keyword `def` or `lambda`.
#[derive(Debug, Default)]
pub(super) struct Captures(HashMap<u32, BTreeSet<String>>);

impl Captures {
    /// What the function at `keyword` captures.
    pub(super) fn of(&self, keyword: Span) -> Vec<String> {
        self.0.get(&keyword.start).into_iter().flatten().cloned().collect()
    }
}

pub(super) fn find(file: &File, resolved: &Resolved) -> Captures {
    let mut finder = Finder { resolved, scopes: Vec::new(), found: Captures::default() };
    finder.body(&file.body);
    finder.found
}

/// A function or comprehension that is open.
struct Scope {
    bound: HashSet<String>,
    /// Where the keyword of a function is.
    function: Option<u32>,
}

struct Finder<'a> {
    resolved: &'a Resolved,
    scopes: Vec<Scope>,
    found: Captures,
}

impl Finder<'_> {
    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Expr(value) => self.expr(value),
                StmtKind::Assign { target, value, .. } => {
                    self.expr(target);
                    self.expr(value);
                }
                StmtKind::Return { value, .. } => value.iter().for_each(|value| self.expr(value)),
                StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        self.expr(&arm.condition);
                        self.body(&arm.body);
                    }
                    self.body(otherwise.as_deref().unwrap_or_default());
                }
                StmtKind::For { vars, iterable, body } => {
                    self.expr(iterable);
                    self.expr(vars);
                    self.body(body);
                }
                StmtKind::While { condition, body } => {
                    self.expr(condition);
                    self.body(body);
                }
                StmtKind::Def(def) => {
                    let mut bound = HashSet::new();
                    bind_statements(&def.body, &mut bound);
                    self.function(def.keyword, &def.params, bound, |finder| finder.body(&def.body));
                }
                StmtKind::Branch(_) | StmtKind::Load(_) => {}
            }
        }
    }

    fn function(
        &mut self,
        keyword: Span,
        params: &[Param],
        mut bound: HashSet<String>,
        inside: impl FnOnce(&mut Self),
    ) {
        for param in params {
            if let ParamKind::Default(value) = &param.kind {
                self.expr(value);
            }
        }
        bound.extend(params.iter().filter_map(|param| param.name.as_ref()).map(|name| name.text.clone()));
        self.scopes.push(Scope { bound, function: Some(keyword.start) });
        inside(self);
        self.scopes.pop();
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Lambda(lambda) => {
                self.function(lambda.keyword, &lambda.params, HashSet::new(), |finder| finder.expr(&lambda.body));
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            _ => expr.for_each_part(&mut |part| self.expr(part)),
        }
    }

    fn comprehension(&mut self, comprehension: &Comprehension) {
        let mut bound = HashSet::new();
        for (i, clause) in comprehension.clauses.iter().enumerate() {
            if let Clause::For { vars, iterable, .. } = clause {
                bind_target(vars, &mut bound);
                // The first is evaluated outside.
                if i == 0 {
                    self.expr(iterable);
                }
            }
        }
        self.scopes.push(Scope { bound, function: None });
        for (i, clause) in comprehension.clauses.iter().enumerate() {
            match clause {
                Clause::For { iterable, .. } if i > 0 => self.expr(iterable),
                Clause::For { .. } => {}
                Clause::If { condition } => self.expr(condition),
            }
        }
        match &comprehension.body {
            Body::List(body) => self.expr(body),
            Body::Dict(entry) => {
                self.expr(&entry.key);
                self.expr(&entry.value);
            }
        }
        self.scopes.pop();
    }

    fn name(&mut self, name: &Name) {
        if !matches!(self.resolved.reference(name), Some(Reference::Local(_))) {
            return;
        }
        let Some(owner) = self.scopes.iter().rposition(|scope| scope.bound.contains(&name.text)) else { return };
        for function in self.scopes.iter().skip(owner + 1).filter_map(|scope| scope.function) {
            self.found.0.entry(function).or_default().insert(name.text.clone());
        }
    }
}

/// The variables that statements bind in the function that they are in.
fn bind_statements(body: &[Stmt], bound: &mut HashSet<String>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign { target, .. } => bind_target(target, bound),
            StmtKind::For { vars, body, .. } => {
                bind_target(vars, bound);
                bind_statements(body, bound);
            }
            StmtKind::While { body, .. } => bind_statements(body, bound),
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| bind_statements(&arm.body, bound));
                bind_statements(otherwise.as_deref().unwrap_or_default(), bound);
            }
            StmtKind::Def(def) => {
                bound.insert(def.name.text.clone());
            }
            StmtKind::Expr(_) | StmtKind::Return { .. } | StmtKind::Branch(_) | StmtKind::Load(_) => {}
        }
    }
}

fn bind_target(target: &Expr, bound: &mut HashSet<String>) {
    match &target.unparen().kind {
        ExprKind::Name(name) => {
            bound.insert(name.text.clone());
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| bind_target(item, bound)),
        _ => {}
    }
}
