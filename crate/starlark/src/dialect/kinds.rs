//! What is known about the values of variables before a program runs, as far as it shows that the starlark crate's own operators
//! give the same results as ytt's.
//!
//! A variable is assigned only in the program that it belongs to, so its kind is that of all values assigned to it there. Only programs
//! with loops are examined: nothing else runs often enough.

use std::collections::HashMap;

use super::ast::*;
use super::resolve::{Reference, Resolved};
use super::token::{Literal, Tok};

/// The values that an expression can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Ints of 32 bits.
    Small,
    Int,
    Text,
    List,
    Dict,
    /// The result of `range`.
    Range,
    /// All values.
    Any,
}

impl Kind {
    pub(super) fn is_int(self) -> bool {
        matches!(self, Kind::Small | Kind::Int)
    }

    fn join(self, other: Kind) -> Kind {
        match (self, other) {
            (x, y) if x == y => x,
            (x, y) if x.is_int() && y.is_int() => Kind::Int,
            _ => Kind::Any,
        }
    }

    /// The kind of `self op other`, if that does not fail.
    pub(super) fn of_operation(self, op: Tok, other: Kind) -> Kind {
        let ints = self.is_int() && other.is_int();
        match op {
            Tok::Percent if self.is_int() && other == Kind::Small => Kind::Small,
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Percent | Tok::SlashSlash if ints => Kind::Int,
            Tok::Plus if matches!(self, Kind::Text | Kind::List) => self,
            Tok::Star if matches!(self, Kind::Text | Kind::List) => self,
            Tok::Star if matches!(other, Kind::Text | Kind::List) => other,
            Tok::Percent if self == Kind::Text => Kind::Text,
            _ => Kind::Any,
        }
    }
}

/// The longest decimal or hexadecimal int that is known to have 32 bits, in characters.
const SMALL_DIGITS: usize = 9;
/// How often all assignments are looked at. Programs that need more turns than nearly all do are not examined further.
const TURNS: usize = 4;

/// The kinds of a program's variables.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    variables: HashMap<Reference, Kind>,
}

impl Kinds {
    /// The kinds of the variables of a program.
    pub(super) fn find(file: &File, resolved: &Resolved) -> Kinds {
        let mut finder = Finder { resolved, assignments: Vec::new(), loops: false };
        finder.body(&file.body);
        if !finder.loops {
            return Kinds::default();
        }
        let mut kinds = Kinds::default();
        for _ in 0..TURNS {
            let mut is_stable = true;
            for (variable, source) in &finder.assignments {
                let known = kinds.variables.get(variable).copied();
                let Some(kind) = kinds.of_source(known, source, resolved) else { continue };
                let joined = known.map_or(kind, |known| known.join(kind));
                if known != Some(joined) {
                    kinds.variables.insert(*variable, joined);
                    is_stable = false;
                }
            }
            if is_stable {
                return kinds;
            }
        }
        Kinds::default()
    }

    /// The kind of an expression.
    pub(super) fn of(&self, expr: &Expr, resolved: &Resolved) -> Kind {
        if self.variables.is_empty() { Kind::Any } else { self.known(expr, resolved).unwrap_or(Kind::Any) }
    }

    /// The kind of a variable.
    pub(super) fn of_variable(&self, name: &Name, resolved: &Resolved) -> Kind {
        resolved.reference(name).and_then(|variable| self.variables.get(&variable)).copied().unwrap_or(Kind::Any)
    }

    fn of_source(&self, known: Option<Kind>, source: &Source<'_>, resolved: &Resolved) -> Option<Kind> {
        match source {
            Source::Any => Some(Kind::Any),
            Source::Count => Some(Kind::Small),
            Source::Value(value) => self.known(value, resolved),
            Source::Operation(op, value) => Some(known?.of_operation(*op, self.known(value, resolved)?)),
            Source::Element(iterable) => match self.known(iterable, resolved)? {
                Kind::Range => Some(Kind::Small),
                _ => Some(Kind::Any),
            },
        }
    }

    /// The kind of an expression; `None` if it uses a variable of which no kind is known yet.
    fn known(&self, expr: &Expr, resolved: &Resolved) -> Option<Kind> {
        Some(match &expr.unparen().kind {
            ExprKind::Literal(Literal::Int(digits)) if digits.len() <= SMALL_DIGITS => Kind::Small,
            ExprKind::Literal(Literal::Int(_)) => Kind::Int,
            ExprKind::Literal(Literal::Str(_)) => Kind::Text,
            ExprKind::List(_) => Kind::List,
            ExprKind::Dict(_) => Kind::Dict,
            ExprKind::Comprehension(comprehension) => match comprehension.body {
                Body::List(_) => Kind::List,
                Body::Dict(_) => Kind::Dict,
            },
            ExprKind::Name(name) => match resolved.reference(name) {
                Some(variable @ (Reference::Local(_) | Reference::Global(_))) => {
                    return self.variables.get(&variable).copied();
                }
                _ => Kind::Any,
            },
            ExprKind::Call(call) => of_call(call, resolved),
            ExprKind::Unary { op: Tok::Minus, operand, .. } => match self.known(operand, resolved)? {
                kind if kind.is_int() => match operand.unparen().kind {
                    ExprKind::Literal(_) => kind,
                    _ => Kind::Int,
                },
                _ => Kind::Any,
            },
            ExprKind::Conditional(conditional) => {
                self.known(&conditional.then, resolved)?.join(self.known(&conditional.otherwise, resolved)?)
            }
            ExprKind::Chain(chain) => {
                let mut kind = self.known(&chain.first, resolved)?;
                for link in &chain.links {
                    kind = kind.of_operation(link.op, self.known(&link.operand, resolved)?);
                }
                kind
            }
            ExprKind::Slice(slice) => match self.known(&slice.object, resolved)? {
                kind @ (Kind::List | Kind::Text) => kind,
                _ => Kind::Any,
            },
            _ => Kind::Any,
        })
    }
}

fn of_call(call: &Call, resolved: &Resolved) -> Kind {
    match universal(&call.callee, resolved) {
        Some("len" | "ord" | "hash") => Kind::Small,
        Some("int") => Kind::Int,
        Some("str" | "repr" | "type") => Kind::Text,
        Some("list" | "sorted" | "reversed" | "enumerate" | "zip" | "dir") => Kind::List,
        Some("dict") => Kind::Dict,
        Some("range") => Kind::Range,
        _ => Kind::Any,
    }
}

/// The built-in function that an expression names.
fn universal<'e>(expr: &'e Expr, resolved: &Resolved) -> Option<&'e str> {
    let name = expr.unparen().as_name()?;
    (resolved.reference(name) == Some(Reference::Universal)).then_some(name.text.as_str())
}

/// Where the value of an assignment comes from.
enum Source<'a> {
    Any,
    Value(&'a Expr),
    /// The number of an element.
    Count,
    /// Each element of an iterable.
    Element(&'a Expr),
    /// The variable itself, an operator and an operand.
    Operation(Tok, &'a Expr),
}

struct Finder<'a> {
    resolved: &'a Resolved,
    assignments: Vec<(Reference, Source<'a>)>,
    loops: bool,
}

impl<'a> Finder<'a> {
    fn body(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Expr(value) => self.expr(value),
            StmtKind::Assign { target, op, value, .. } => {
                self.expr(target);
                self.expr(value);
                let source = match op.augmented_operator() {
                    None => Source::Value(value),
                    Some(op) => Source::Operation(op, value),
                };
                self.assign(target, source);
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
                self.each(vars, iterable);
                self.body(body);
            }
            StmtKind::While { condition, body } => {
                self.loops = true;
                self.expr(condition);
                self.body(body);
            }
            StmtKind::Def(def) => {
                self.bind(&def.name, Source::Any);
                self.params(&def.params);
                self.body(&def.body);
            }
            // Loaded names are no variables.
            StmtKind::Branch(_) | StmtKind::Load(_) => {}
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Lambda(lambda) => {
                self.params(&lambda.params);
                self.expr(&lambda.body);
            }
            ExprKind::Comprehension(comprehension) => {
                for clause in &comprehension.clauses {
                    match clause {
                        Clause::For { vars, iterable, .. } => self.each(vars, iterable),
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
            }
            _ => expr.for_each_part(&mut |part| self.expr(part)),
        }
    }

    fn params(&mut self, params: &'a [Param]) {
        for param in params {
            if let ParamKind::Default(value) = &param.kind {
                self.expr(value);
            }
            if let Some(name) = &param.name {
                self.bind(name, Source::Any);
            }
        }
    }

    /// `for vars in iterable`.
    fn each(&mut self, vars: &'a Expr, iterable: &'a Expr) {
        self.loops = true;
        self.expr(iterable);
        self.expr(vars);
        match (&vars.unparen().kind, &iterable.unparen().kind) {
            (ExprKind::Tuple(items), ExprKind::Call(call))
                if let [number, value] = items.as_slice()
                    && let [Arg { kind: ArgKind::Positional, .. }] = call.args.as_slice()
                    && universal(&call.callee, self.resolved) == Some("enumerate") =>
            {
                self.assign(number, Source::Count);
                self.assign(value, Source::Any);
            }
            _ => self.assign(vars, Source::Element(iterable)),
        }
    }

    fn assign(&mut self, target: &'a Expr, source: Source<'a>) {
        match &target.unparen().kind {
            ExprKind::Name(name) => self.bind(name, source),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for item in items {
                    self.assign(item, Source::Any);
                }
            }
            _ => {}
        }
    }

    fn bind(&mut self, name: &Name, source: Source<'a>) {
        if let Some(variable) = self.resolved.reference(name) {
            self.assignments.push((variable, source));
        }
    }
}
