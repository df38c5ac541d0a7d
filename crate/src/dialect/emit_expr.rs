//! Expressions of the emitted text.
//!
//! Operators that differ between ytt and the crate become calls; so do reads of items, slices and methods.
//! Parentheses are written only where the emitted form needs them. Long chains are cut into pieces, because
//! the crate's compiler recurses once per operator.

use super::ast::*;
use super::emit::Emitter;
use super::names::{mangle, needs_mangling};
use super::runtime;
use super::source::Span;
use super::token::{Literal, NOT_LEVEL, Tok};

/// The level of an argument or item: anything goes, as between brackets.
pub(super) const ARGUMENT: u8 = 0;
/// Operators: their precedence plus this.
const OPERATORS: u8 = 1;
const UNARY: u8 = 11;
/// Attributes, calls, indexes and what can stand before them.
const PRIMARY: u8 = 12;
/// Operators emitted in one piece.
const PIECE: usize = 40;

/// The height of what `chain` emits: each operator nests what is left of it, each piece adds the levels around it.
pub(super) fn chain_height(chain: &Chain) -> u32 {
    let count = chain.links.len();
    let level = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let pieces = level(count.saturating_sub(1) / PIECE);
    let below = |operand: &Expr, applied_after: usize| operand.height.saturating_add(level(applied_after.min(PIECE)));
    let mut height = below(&chain.first, count);
    for (i, link) in chain.links.iter().enumerate() {
        height = height.max(below(&link.operand, count - i));
    }
    height.saturating_add(pieces.saturating_mul(3))
}

/// The function that stands for an operator, when the crate's own would not do: `left` is missing when it is a variable.
pub(super) fn replacement(op: Tok, left: Option<&Expr>, right: &Expr) -> Option<&'static str> {
    let is_number = |e: &Expr| matches!(e.kind, ExprKind::Literal(Literal::Int(_) | Literal::Float(_)));
    let is_float = |e: &Expr| matches!(e.kind, ExprKind::Literal(Literal::Float(_)));
    let left_number = left.is_some_and(is_number);
    match op {
        Tok::Percent => Some(runtime::MOD),
        Tok::LtLt => Some(runtime::SHL),
        // Only sequences need a limit, and only sets and dicts are treated differently.
        Tok::Star => {
            let numbers = left_number && is_number(right);
            let float = is_float(right) || left.is_some_and(is_float);
            (!numbers && !float).then_some(runtime::MUL)
        }
        Tok::Pipe => (!left_number && !is_number(right)).then_some(runtime::BITOR),
        Tok::Amp => (!left_number && !is_number(right)).then_some(runtime::BITAND),
        Tok::Minus => (!left_number && !is_number(right)).then_some(runtime::SUB),
        _ => None,
    }
}

impl Emitter<'_> {
    /// Writes an expression where operators below `level` would bind wrongly.
    pub(super) fn expr(&mut self, expr: &Expr, level: u8) {
        let expr = expr.unparen();
        let parens = own_level(expr) < level;
        if parens {
            self.push("(");
        }
        self.bare(expr);
        if parens {
            self.push(")");
        }
    }

    /// An expression before a `.`, `[` or `(`.
    pub(super) fn operand(&mut self, expr: &Expr) {
        // `1.x` would be read as a number.
        let number = matches!(expr.unparen().kind, ExprKind::Literal(Literal::Int(_) | Literal::Float(_)));
        self.expr(expr, if number { u8::MAX } else { PRIMARY });
    }

    /// What a `for` runs over; not being iterable is reported at the `for`.
    pub(super) fn iterable(&mut self, expr: &Expr, _keyword: Span) {
        self.at(expr.span);
        // Lambdas and conditionals are in parentheses, because the crate reads on at an `if`.
        self.expr(expr, OPERATORS);
    }

    fn bare(&mut self, expr: &Expr) {
        self.at(expr.span);
        let start = self.here();
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(op) = self.instruction_of(expr) {
                    self.push(runtime::INSTRUCTION_PREFIX);
                    self.push(op);
                } else {
                    let text = self.resolved.emitted(name);
                    self.push(&text);
                }
            }
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::List(items) => {
                self.push("[");
                self.items(items);
                self.push("]");
            }
            ExprKind::Tuple(items) => {
                self.push("(");
                self.items(items);
                self.push(if items.len() == 1 { ",)" } else { ")" });
            }
            ExprKind::Dict(entries) => {
                self.push("{");
                for (i, entry) in entries.iter().enumerate() {
                    if i > 0 {
                        self.push(", ");
                    }
                    self.entry(entry);
                }
                self.push("}");
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.then, OPERATORS);
                self.push(" if ");
                self.expr(&conditional.condition, OPERATORS);
                self.push(" else ");
                self.expr(&conditional.otherwise, 0);
            }
            ExprKind::Lambda(lambda) => {
                self.push("lambda ");
                self.params(&lambda.params);
                self.push(": ");
                self.expr(&lambda.body, 0);
                self.function(start, "lambda", lambda.keyword, &lambda.params);
            }
            ExprKind::Unary { op, at, operand } => {
                self.push(op.name());
                if *op == Tok::Not {
                    self.push(" ");
                    self.expr(operand, OPERATORS + NOT_LEVEL);
                } else {
                    self.expr(operand, UNARY);
                }
                self.mark(start, *at, Some(op.name()));
            }
            ExprKind::Chain(chain) => self.chain(chain),
            ExprKind::Dot { object, dot, name } => {
                self.attribute(&name.text, |e| e.operand(object));
                self.mark(start, *dot, None);
            }
            ExprKind::Call(call) => {
                self.call(call);
                self.mark(start, call.paren, None);
            }
            ExprKind::Index { object, bracket, index } => {
                if matches!(index.unparen().kind, ExprKind::Literal(Literal::Str(_))) {
                    self.operand(object);
                    self.push("[");
                    self.expr(index, 0);
                    self.push("]");
                } else {
                    self.push(runtime::INDEX);
                    self.push("(");
                    self.expr(object, ARGUMENT);
                    self.push(", ");
                    self.expr(index, ARGUMENT);
                    self.push(")");
                }
                self.mark(start, *bracket, None);
            }
            ExprKind::Slice(slice) => self.slice(slice),
            // `expr` has taken parentheses off.
            ExprKind::Paren(inner) => self.expr(inner, ARGUMENT),
        }
    }

    fn items(&mut self, items: &[Expr]) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.expr(item, ARGUMENT);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.expr(&entry.key, ARGUMENT);
        self.push(": ");
        self.expr(&entry.value, ARGUMENT);
    }

    /// `x.name`, the object being written by `object` in a form that may stand before a dot.
    pub(super) fn attribute(&mut self, name: &str, object: impl FnOnce(&mut Self)) {
        if runtime::METHODS.binary_search(&name).is_ok() || needs_mangling(name) {
            self.push(runtime::ATTR);
            self.push("(");
            object(self);
            self.push(", ");
            self.string(name);
            self.push(")");
        } else {
            object(self);
            self.push(".");
            self.push(name);
        }
    }

    fn comprehension(&mut self, comprehension: &Comprehension) {
        let close = match &comprehension.body {
            Body::List(body) => {
                self.push("[");
                self.expr(body, ARGUMENT);
                "]"
            }
            Body::Dict(entry) => {
                self.push("{");
                self.entry(entry);
                "}"
            }
        };
        for clause in &comprehension.clauses {
            match clause {
                Clause::For { keyword, vars, iterable } => {
                    self.push(" for ");
                    self.at(*keyword);
                    self.target(vars, *keyword);
                    self.push(" in ");
                    self.iterable(iterable, *keyword);
                }
                Clause::If { condition } => {
                    self.push(" if ");
                    self.expr(condition, OPERATORS);
                }
            }
        }
        self.push(close);
    }

    /// Positional, named, `*`, `**`: the order the crate wants and the order ytt evaluates in.
    fn call(&mut self, call: &Call) {
        let mut first = true;
        if let Some(op) = self.instruction_of(&call.callee) {
            self.instruction(op);
            first = false;
        } else {
            self.operand(&call.callee);
            self.push("(");
        }
        let mut unwritable: Vec<(&str, &Expr)> = Vec::new();
        let (mut star, mut double_star) = (None, None);
        for arg in &call.args {
            match &arg.kind {
                ArgKind::Positional => {
                    self.comma(&mut first);
                    self.expr(&arg.value, ARGUMENT);
                }
                ArgKind::Named(name) if needs_mangling(&name.text) && !self.mangled_params.contains(&name.text) => {
                    unwritable.push((&name.text, &arg.value));
                }
                ArgKind::Named(name) => {
                    self.comma(&mut first);
                    let text = mangle(&name.text);
                    self.push(&text);
                    self.push("=");
                    self.expr(&arg.value, ARGUMENT);
                }
                ArgKind::Star => star = Some(&arg.value),
                ArgKind::StarStar => double_star = Some(&arg.value),
            }
        }
        if let Some(value) = star {
            self.comma(&mut first);
            self.spread("*", runtime::ARGS, Some(value), &[], call.paren);
        }
        if double_star.is_some() || !unwritable.is_empty() {
            self.comma(&mut first);
            self.spread("**", runtime::KW, double_star, &unwritable, call.paren);
        }
        self.push(")");
    }

    fn comma(&mut self, first: &mut bool) {
        if !*first {
            self.push(", ");
        }
        *first = false;
    }

    /// `*__args(value)` or `**__kw(value, {extra})`; a wrong value is reported at the call.
    fn spread(&mut self, stars: &str, function: &str, value: Option<&Expr>, extra: &[(&str, &Expr)], paren: Span) {
        self.push(stars);
        let start = self.here();
        self.push(function);
        self.push("(");
        match value {
            Some(value) => self.expr(value, ARGUMENT),
            None => self.push("None"),
        }
        if !extra.is_empty() {
            self.push(", {");
            for (i, (name, value)) in extra.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.string(name);
                self.push(": ");
                self.expr(value, ARGUMENT);
            }
            self.push("}");
        }
        self.push(")");
        self.mark(start, paren, None);
    }

    /// A slice is reported where ytt last was: at the last of its parts that can fail, else at the bracket.
    fn slice(&mut self, slice: &Slice) {
        let start = self.here();
        self.push(runtime::SLICE);
        self.push("(");
        self.expr(&slice.object, ARGUMENT);
        for part in [&slice.low, &slice.high, &slice.step] {
            self.push(", ");
            match part {
                Some(part) => self.expr(part, ARGUMENT),
                None => self.push("None"),
            }
        }
        self.push(")");
        self.mark(start, slice.bracket, None);
    }

    fn chain(&mut self, chain: &Chain) {
        let op = chain.links.first().map(|link| link.op);
        if chain.links.len() > PIECE {
            match op {
                Some(Tok::And | Tok::Or) => {
                    let mut operands = vec![&chain.first];
                    operands.extend(chain.links.iter().map(|link| &link.operand));
                    self.balanced(&operands, op.map_or("", Tok::name));
                }
                _ => self.pieces(&chain.first, &chain.links),
            }
        } else {
            self.operations(&chain.links, Some(&chain.first), |e, level| {
                e.expr(&chain.first, level);
            });
        }
    }

    /// Up to [`PIECE`] operators, applied to what `first` writes.
    fn operations(&mut self, links: &[Link], first: Option<&Expr>, write_first: impl FnOnce(&mut Self, u8)) {
        let mut left = first.map(Expr::unparen);
        let mut functions = Vec::with_capacity(links.len());
        for link in links {
            functions.push(replacement(link.op, left, link.operand.unparen()));
            left = None;
        }
        let mut starts = vec![0; links.len()];
        for (function, start) in functions.iter().zip(&mut starts).rev() {
            *start = self.here();
            if let Some(function) = function {
                self.push(function);
                self.push("(");
            }
        }
        let level = links.first().map_or(0, |link| level_of(link.op));
        let first_level = match functions.first() {
            Some(None) => level,
            _ => ARGUMENT,
        };
        // Comparisons do not associate.
        let first_level = first_level + u8::from(level == COMPARISON && first_level == level);
        write_first(self, first_level);
        for ((link, function), start) in links.iter().zip(&functions).zip(starts) {
            match function {
                Some(_) => {
                    self.push(", ");
                    self.expr(&link.operand, ARGUMENT);
                    self.push(")");
                }
                None => {
                    self.push(" ");
                    self.push(link.op.name());
                    self.push(" ");
                    self.expr(&link.operand, level + 1);
                }
            }
            self.mark(start, link.at, Some(link.op.name()));
        }
    }

    /// `[t + b + c for t in [first + a]][0]`: pieces inside each other's `for`, the first innermost.
    fn pieces(&mut self, first: &Expr, links: &[Link]) {
        let pieces: Vec<&[Link]> = links.chunks(PIECE).collect();
        let mut open = String::new();
        for piece in pieces.iter().skip(1).rev() {
            let held = self.temporary('t');
            // The piece comes before the text it depends on, so it is written where it stands.
            self.push("[");
            let name = held.clone();
            self.operations(piece, None, move |e, _| e.push(&name));
            self.push(&format!(" for {held} in ["));
            open.push_str("]][0]");
        }
        if let Some(piece) = pieces.first() {
            self.operations(piece, Some(first), |e, level| e.expr(first, level));
        }
        self.push(&open);
    }

    /// `and` and `or` associate, so a long run can be a balanced tree.
    fn balanced(&mut self, operands: &[&Expr], op: &str) {
        match operands {
            [] => {}
            [one] => self.expr(one, PRIMARY),
            _ => {
                let (left, right) = operands.split_at(operands.len() / 2);
                self.push("(");
                self.balanced(left, op);
                self.push(&format!(" {op} "));
                self.balanced(right, op);
                self.push(")");
            }
        }
    }
}

const COMPARISON: u8 = OPERATORS + super::token::COMPARISON_LEVEL;

fn level_of(op: Tok) -> u8 {
    OPERATORS + op.precedence().unwrap_or(0)
}

/// How tightly the emitted form of an expression holds together.
fn own_level(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Conditional(_) | ExprKind::Lambda(_) => 0,
        ExprKind::Unary { op: Tok::Not, .. } => OPERATORS + NOT_LEVEL,
        ExprKind::Unary { .. } => UNARY,
        ExprKind::Chain(chain) => {
            let first = &chain.first;
            let links = &chain.links;
            if links.len() > PIECE {
                return PRIMARY;
            }
            match links.last() {
                Some(last) => {
                    let left = (links.len() == 1).then(|| first.unparen());
                    match replacement(last.op, left, last.operand.unparen()) {
                        Some(_) => PRIMARY,
                        None => level_of(last.op),
                    }
                }
                None => PRIMARY,
            }
        }
        ExprKind::Literal(Literal::Int(_) | Literal::Float(_)) => PRIMARY,
        _ => PRIMARY,
    }
}
