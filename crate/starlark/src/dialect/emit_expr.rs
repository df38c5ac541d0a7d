//! Emits expressions.
//!
//! Operators whose meaning differs between ytt and the starlark crate become calls, and so do indexing, slices and methods.
//! Parentheses are emitted only where they are needed. Long chains of operators are split into pieces, since the compiler of the
//! starlark crate recurses for each operator.
//!
//! Functions that emit an expression return the range that the starlark crate reports for it. Its parser drops parentheses, so that
//! `(a or b) + c` starts at `a`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::ast::*;
use super::emit::{Emitter, is_row};
use super::entry;
use super::kinds::Kind;
use super::map::{CallArguments, Operation};
use super::names::{mangle, needs_mangling};
use super::places::last_place_of_slice;
use super::resolve::Reference;
use super::runtime;
use super::source::Span;
use super::token::{Literal, NOT_LEVEL, Tok};
use crate::syntax::height::PIECE;

/// The level of an argument or item, where any expression is allowed without parentheses.
pub(super) const ARGUMENT: u8 = 0;
/// The level of an operator is its precedence plus this.
const OPERATORS: u8 = 1;
const UNARY: u8 = 11;
/// Attributes, calls, indexes and their operands.
const PRIMARY: u8 = 12;
/// The number of digits of ints, decimal or hexadecimal, that are below 2^53 and thus exact floats.
const EXACT_DIGITS: usize = 15;
/// 2^53: smaller floats are not the rounded form of an int.
const EXACT_FLOATS: f64 = 9_007_199_254_740_992.0;

/// The function that replaces an operator whose meaning differs in the starlark crate. `left` is `None` for a variable; `kinds` are
/// those of both operands.
pub(super) fn replacement(op: Tok, left: Option<&Expr>, right: &Expr, kinds: [Kind; 2]) -> Option<&'static str> {
    if agrees(op, right, kinds) {
        return None;
    }
    let is_number = |e: &Expr| matches!(e.kind, ExprKind::Literal(Literal::Int(_) | Literal::Float(_)));
    let is_float = |e: &Expr| matches!(e.kind, ExprKind::Literal(Literal::Float(_)));
    // Comparisons with these literals are the same in the starlark crate, since the literals contain no other values. Comparisons of
    // numbers differ: the starlark crate rounds long ints for comparisons with floats, and compares ints with infinities and NaN
    // differently.
    let is_plain = |e: &Expr| match &e.kind {
        ExprKind::Literal(Literal::Str(_)) => true,
        ExprKind::Name(name) => matches!(name.text.as_str(), "None" | "True" | "False"),
        _ => false,
    };
    let is_exact = |e: &Expr| match &e.kind {
        ExprKind::Literal(Literal::Int(digits)) => digits.len() <= EXACT_DIGITS,
        ExprKind::Literal(Literal::Float(float)) => float.abs() < EXACT_FLOATS,
        _ => is_plain(e),
    };
    let left_number = left.is_some_and(is_number);
    let either = |is_same: &dyn Fn(&Expr) -> bool| left.is_some_and(is_same) || is_same(right);
    let both_exact = left.is_some_and(is_exact) && is_exact(right);
    // The starlark crate compares values that are nested more deeply than ytt allows, and does not terminate for cyclic ones.
    let compares = |function| (!either(&is_plain) && !both_exact).then_some(function);
    // Strings are ordered by their bytes, which the starlark crate does correctly only if one is ASCII. ytt orders two `None`, the
    // starlark crate does not.
    let is_ordered_otherwise = |e: &Expr| match &e.kind {
        ExprKind::Literal(Literal::Str(text)) => !text.is_ascii(),
        ExprKind::Name(name) => name.text == "None",
        _ => false,
    };
    let orders = |function| if either(&is_ordered_otherwise) { Some(function) } else { compares(function) };
    match op {
        Tok::Plus => (!left_number && !is_number(right)).then_some(runtime::ADD),
        Tok::EqEq => (!either(&is_exact)).then_some(runtime::EQ),
        Tok::NotEq => compares(runtime::NE),
        Tok::Lt => orders(runtime::LT),
        Tok::Le => orders(runtime::LE),
        Tok::Gt => orders(runtime::GT),
        Tok::Ge => orders(runtime::GE),
        Tok::Percent => Some(runtime::MOD),
        Tok::LtLt => Some(runtime::SHL),
        Tok::GtGt => Some(runtime::SHR),
        Tok::In => Some(runtime::IN),
        Tok::NotIn => Some(runtime::NOTIN),
        // Repeating a sequence is limited, and sets and dicts differ; numbers do not.
        Tok::Star => {
            let numbers = left_number && is_number(right);
            let float = is_float(right) || left.is_some_and(is_float);
            (!numbers && !float).then_some(runtime::MUL)
        }
        // To the starlark crate, `None | int` is a type.
        Tok::Pipe => (!(left_number && is_number(right))).then_some(runtime::BITOR),
        Tok::Amp => (!left_number && !is_number(right)).then_some(runtime::BITAND),
        Tok::Minus => (!left_number && !is_number(right)).then_some(runtime::SUB),
        _ => None,
    }
}

/// Whether an operator means the same to the starlark crate and to ytt for operands of these kinds.
fn agrees(op: Tok, right: &Expr, kinds: [Kind; 2]) -> bool {
    let ints = kinds.iter().all(|kind| kind.is_int());
    match op {
        // With a small operand no result is much longer than the other one, so nothing has to be limited.
        Tok::Plus | Tok::Minus | Tok::Star => ints && kinds.contains(&Kind::Small),
        Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge => ints,
        Tok::EqEq => ints || kinds.contains(&Kind::Small) || kinds.contains(&Kind::Text),
        Tok::NotEq => ints || kinds.contains(&Kind::Text),
        // Zero has another message.
        Tok::Percent => match &right.kind {
            ExprKind::Literal(Literal::Int(digits)) => ints && digits.parse::<u32>().is_ok_and(|number| number > 0),
            _ => false,
        },
        _ => false,
    }
}

/// The first entry whose key is the same string literal as a preceding one.
fn first_repeated(entries: &[Entry]) -> Option<usize> {
    let mut texts = HashSet::new();
    entries.iter().position(|entry| match &entry.key.unparen().kind {
        ExprKind::Literal(Literal::Str(text)) => !texts.insert(text),
        _ => false,
    })
}

/// The operator of a condition that orders two values.
pub(super) fn comparison_of(condition: &Expr) -> Option<&'static str> {
    match &condition.unparen().kind {
        ExprKind::Unary { op: Tok::Not, operand, .. } => comparison_of(operand),
        ExprKind::Chain(chain) => match chain.links.as_slice() {
            [link] if matches!(link.op, Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge) => Some(link.op.name()),
            // The starlark crate removes literals, and comparisons of literals, around the others.
            [.., link] if matches!(link.op, Tok::And | Tok::Or) => {
                let mut operands = chain.links.iter().rev().map(|link| &link.operand).chain([&chain.first]);
                comparison_of(operands.find(|operand| !compares_literals(operand))?)
            }
            _ => None,
        },
        // For a literal condition, the starlark crate removes the other branch.
        ExprKind::Conditional(conditional) => {
            let decides = literal_truth(&conditional.condition)?;
            comparison_of(if decides { &conditional.then } else { &conditional.otherwise })
        }
        _ => None,
    }
}

fn compares_literals(expr: &Expr) -> bool {
    let is_literal = |e: &Expr| matches!(e.unparen().kind, ExprKind::Literal(_)) || literal_truth(e).is_some();
    match &expr.unparen().kind {
        ExprKind::Unary { operand, .. } => compares_literals(operand),
        ExprKind::Chain(chain) => is_literal(&chain.first) && chain.links.iter().all(|link| is_literal(&link.operand)),
        _ => is_literal(expr),
    }
}

/// The truth value of a literal; None for other expressions.
fn literal_truth(expr: &Expr) -> Option<bool> {
    match &expr.unparen().kind {
        ExprKind::Name(name) => match name.text.as_str() {
            "True" => Some(true),
            "False" | "None" => Some(false),
            _ => None,
        },
        ExprKind::Literal(Literal::Int(digits)) => Some(digits != "0"),
        ExprKind::Literal(Literal::Str(text)) => Some(!text.is_empty()),
        _ => None,
    }
}

impl Emitter<'_> {
    /// Whether `object[index]` is emitted unchanged: a string literal looks up a dict, or fails with an error that can be translated,
    /// unless the object is a tuple or a range, which the error does not distinguish from a list. The starlark crate folds constants
    /// and reports them elsewhere.
    fn is_native_index(&self, object: &Expr, index: &Expr) -> bool {
        let is_known = match &object.unparen().kind {
            ExprKind::Name(name) => !self.rows.contains(&name.text),
            ExprKind::Dot { .. } => true,
            ExprKind::Call(_) | ExprKind::Index { .. } => !is_row(object),
            _ => false,
        };
        is_known && matches!(index.unparen().kind, ExprKind::Literal(Literal::Str(_)))
    }

    /// The level of the emitted form of an expression.
    fn own_level(&self, expr: &Expr) -> u8 {
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
                        let before = links.iter().take(links.len() - 1);
                        let kind = before
                            .fold(self.kind(first), |kind, link| kind.of_operation(link.op, self.kind(&link.operand)));
                        match replacement(last.op, left, last.operand.unparen(), [kind, self.kind(&last.operand)]) {
                            Some(_) => PRIMARY,
                            None => level_of(last.op),
                        }
                    }
                    None => PRIMARY,
                }
            }
            _ => PRIMARY,
        }
    }

    /// Writes an expression, in parentheses if its operator binds less tightly than `level`. Returns its range.
    pub(super) fn expr(&mut self, expr: &Expr, level: u8) -> Span {
        let expr = expr.unparen();
        let parens = self.own_level(expr) < level;
        if parens {
            self.push("(");
        }
        let range = self.bare(expr);
        if parens {
            self.push(")");
        }
        range
    }

    /// An expression before a `.`, `[` or `(`.
    pub(super) fn operand(&mut self, expr: &Expr) -> Span {
        // `1.x` would be read as a number.
        let number = matches!(expr.unparen().kind, ExprKind::Literal(Literal::Int(_) | Literal::Float(_)));
        self.expr(expr, if number { u8::MAX } else { PRIMARY })
    }

    /// The iterable of a `for`. The error that it is not iterable is reported at the `for`.
    pub(super) fn iterable(&mut self, expr: &Expr, keyword: Span) {
        // Lambdas and conditionals need parentheses, since the parser would read an `if` after them as part of them.
        if may_be_constant(expr) {
            let start = self.here();
            self.push(&format!("{}(", runtime::ITERABLE));
            self.expr(expr, ARGUMENT);
            self.push(")");
            self.mark(self.since(start), keyword, Operation::Other);
            return;
        }
        let range = self.expr(expr, OPERATORS);
        self.mark(range, keyword, Operation::Other);
    }

    fn bare(&mut self, expr: &Expr) -> Span {
        let range = self.unmarked(expr);
        // A literal cannot fail.
        if !matches!(expr.kind, ExprKind::Literal(_)) {
            self.mark_expression(range, expr.span);
        }
        range
    }

    fn unmarked(&mut self, expr: &Expr) -> Span {
        self.at(expr.span);
        let start = self.here();
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(op) = self.instruction_of(expr) {
                    self.push(runtime::INSTRUCTION_PREFIX);
                    self.push(op);
                } else {
                    if matches!(self.resolved.reference(name), Some(Reference::Local(_))) {
                        self.map.local(start);
                    }
                    let text = self.variables.emitted(name);
                    self.push(&text);
                }
            }
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::List(items) => {
                self.push("[");
                self.items(items);
                self.push("]");
            }
            ExprKind::Tuple(items) => return self.tuple(items),
            ExprKind::Dict(entries) => self.dict(entries),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.then, OPERATORS);
                self.push(" if ");
                self.expr(&conditional.condition, OPERATORS);
                self.push(" else ");
                self.expr(&conditional.otherwise, 0);
            }
            ExprKind::Lambda(lambda) if let Some(name) = self.hoisted.get(&lambda.keyword.start).cloned() => {
                self.push(&name);
            }
            ExprKind::Lambda(lambda) => {
                let captured = self.captured(lambda.keyword, &[]);
                if captured.is_some() {
                    self.push(&format!("{}(", runtime::CAPTURED));
                }
                self.push("lambda ");
                self.params(&lambda.params);
                self.push(": ");
                self.expr(&lambda.body, 0);
                let entry = entry::of_lambda(self.resolved, lambda);
                self.function("lambda", "lambda", lambda.keyword, Some(entry), &lambda.params);
                if let Some(captured) = captured {
                    self.push(&captured);
                }
            }
            ExprKind::Unary { op, at, operand } => {
                self.push(op.name());
                if *op == Tok::Not {
                    self.push(" ");
                    self.expr(operand, OPERATORS + NOT_LEVEL);
                } else {
                    self.expr(operand, UNARY);
                }
                let range = self.since(start);
                self.mark(range, *at, Operation::Operator(op.name()));
            }
            ExprKind::Chain(chain) => return self.chain(chain),
            ExprKind::Dot { object, dot, name } => {
                let range = self.attribute(&name.text, |e| e.operand(object));
                return self.marked_attribute(range, *dot, name);
            }
            ExprKind::Call(call) => {
                let (range, arguments) = self.call(call);
                self.note_call(range, call.paren);
                let operation = self.map.call(arguments);
                self.mark(range, call.paren, operation);
                if let ExprKind::Dot { dot, name, .. } = &call.callee.kind {
                    self.mark_attribute(range, *dot);
                    self.mark_name(range, name.span);
                }
                return range;
            }
            ExprKind::Index { object, bracket, index } if self.kind(object) == Kind::List => {
                return self.own_index(*bracket, object, index);
            }
            ExprKind::Index { object, bracket, index } => {
                let mut operation = Operation::Other;
                let range = if self.is_native_index(object, index) {
                    let object = self.operand(object);
                    self.push("[");
                    self.expr(index, ARGUMENT);
                    self.push("]");
                    operation = self.use_of_key(index);
                    self.since(object.start)
                } else {
                    self.push(runtime::INDEX);
                    self.push("(");
                    self.expr(object, ARGUMENT);
                    self.push(", ");
                    self.expr(index, ARGUMENT);
                    self.push(")");
                    self.since(start)
                };
                self.mark(range, *bracket, operation);
                return range;
            }
            ExprKind::Slice(slice) => self.slice(slice),
            // `expr` has removed parentheses.
            ExprKind::Paren(inner) => return self.expr(inner, ARGUMENT),
        }
        self.since(start)
    }

    /// `object[index]` of a list, read or assigned to.
    pub(super) fn own_index(&mut self, bracket: Span, object: &Expr, index: &Expr) -> Span {
        let start = self.operand(object).start;
        self.push("[");
        self.expr(index, ARGUMENT);
        self.push("]");
        let range = self.since(start);
        self.mark(range, bracket, Operation::Other);
        self.map.unchecked(range.start..range.end);
        range
    }

    /// The object and name of a method of the starlark crate that does what ytt's does with these arguments.
    fn own_method<'c>(&self, call: &'c Call) -> Option<(&'c Expr, &'c str)> {
        let ExprKind::Dot { object, name, .. } = &call.callee.unparen().kind else { return None };
        let [Arg { kind: ArgKind::Positional, value, .. }] = call.args.as_slice() else { return None };
        let is_own = match name.text.as_str() {
            "append" => self.kind(object) == Kind::List,
            // Others are evaluated while the starlark crate compiles, by its own function.
            "format" => is_format_of_one(object) && is_computed(value) && self.kind(value).is_int(),
            _ => false,
        };
        is_own.then_some((&**object, name.text.as_str()))
    }

    /// The range of the output since `start`.
    pub(super) fn since(&self, start: u32) -> Span {
        Span::new(start, self.here())
    }

    fn tuple(&mut self, items: &[Expr]) -> Span {
        let start = self.here();
        self.push("(");
        let inside = self.here();
        self.items(items);
        if items.len() == 1 {
            self.push(",");
        }
        let range = self.since(inside);
        self.push(")");
        if items.is_empty() { self.since(start) } else { range }
    }

    fn items(&mut self, items: &[Expr]) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.expr(item, ARGUMENT);
        }
    }

    fn dict(&mut self, entries: &[Entry]) {
        let is_text = |entry: &Entry| matches!(entry.key.unparen().kind, ExprKind::Literal(Literal::Str(_)));
        if entries.len() > 1 && !entries.iter().all(is_text) {
            return self.growing_dict(entries);
        }
        self.push("{");
        // A duplicate key is an error before the entries after it are evaluated.
        let written = first_repeated(entries).map_or(entries.len(), |repeated| repeated + 1);
        for (i, entry) in entries.iter().take(written).enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.entry(entry);
        }
        self.push("}");
    }

    /// `[[__entry(t, a, b), __entry(t, c, d)] and t for t in [{}]][0]`: ytt adds each entry before it evaluates the next one, the
    /// starlark crate evaluates all entries first. The calls are not nested, since there may be thousands.
    fn growing_dict(&mut self, entries: &[Entry]) {
        let dict = self.temporary('t');
        self.push("[[");
        for (i, entry) in entries.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            let start = self.here();
            self.push(&format!("{}({dict}, ", runtime::ENTRY));
            self.expr(&entry.key, ARGUMENT);
            self.push(", ");
            self.expr(&entry.value, ARGUMENT);
            self.push(")");
            self.mark(self.since(start), entry.colon, Operation::Other);
        }
        self.push(&format!("] and {dict} for {dict} in [{{}}]][0]"));
    }

    /// An entry of a dict. The errors that its key is not hashable or duplicate are reported at the colon.
    fn entry(&mut self, entry: &Entry) {
        let key = self.expr(&entry.key, ARGUMENT);
        let operation = self.use_of_key(&entry.key);
        self.mark(key, entry.colon, operation);
        self.push(": ");
        self.expr(&entry.value, ARGUMENT);
    }

    /// The operation with an expression as its key.
    pub(super) fn use_of_key(&mut self, key: &Expr) -> Operation {
        match &key.unparen().kind {
            ExprKind::Literal(Literal::Str(text)) => self.map.key(text),
            _ => Operation::Other,
        }
    }

    /// `x.name`, where `object` emits `x` as an operand.
    pub(super) fn attribute(&mut self, name: &str, object: impl FnOnce(&mut Self) -> Span) -> Span {
        if runtime::METHODS.binary_search(&name).is_ok() || needs_mangling(name) {
            return self.attribute_value(name, object);
        }
        let object = object(self);
        self.push(".");
        self.push(name);
        self.since(object.start)
    }

    /// `__attr(x, "name")`.
    fn attribute_value(&mut self, name: &str, object: impl FnOnce(&mut Self) -> Span) -> Span {
        let start = self.here();
        self.push(runtime::ATTR);
        self.push("(");
        object(self);
        self.push(", ");
        self.string(name);
        self.push(")");
        self.since(start)
    }

    fn marked_attribute(&mut self, range: Span, dot: Span, name: &Name) -> Span {
        self.mark(range, dot, Operation::Other);
        self.mark_name(range, name.span);
        range
    }

    fn comprehension(&mut self, comprehension: &Comprehension) {
        for clause in &comprehension.clauses {
            if let Clause::For { vars, iterable, .. } = clause {
                self.note_rows_of(vars, iterable);
            }
        }
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

    /// A call, with positional arguments, keyword arguments, `*` and `**`. The starlark crate requires this order, in which ytt
    /// evaluates them.
    fn call(&mut self, call: &Call) -> (Span, CallArguments) {
        let mut arguments = CallArguments::default();
        let mut start = self.here();
        let mut first = true;
        let own_method = self.own_method(call);
        if let Some((object, name)) = own_method {
            start = self.operand(object).start;
            self.push(".");
            self.push(name);
            self.push("(");
        } else if let Some(op) = self.instruction_of(&call.callee) {
            self.instruction(op);
            first = false;
        } else if let Some((object, dot, name)) = member_that_comes_first(call) {
            let range = self.attribute_value(&name.text, |e| e.operand(object));
            self.marked_attribute(range, dot, name);
            self.mark_expression(range, call.callee.span);
            start = range.start;
            self.push("(");
        } else {
            start = self.operand(&call.callee).start;
            self.push("(");
        }
        // Keyword arguments from the first one on whose name the starlark crate does not allow; a dict preserves their order.
        let mut unwritable: Vec<(Cow<'_, str>, &Expr)> = Vec::new();
        let (mut star, mut double_star) = (None, None);
        for arg in &call.args {
            if let ArgKind::Named(name) = &arg.kind {
                arguments.keywords.push(name.text.clone());
            }
            match &arg.kind {
                ArgKind::Positional => {
                    arguments.positional += 1;
                    self.comma(&mut first);
                    self.expr(&arg.value, ARGUMENT);
                }
                ArgKind::Named(name) if needs_mangling(&name.text) && !self.mangled_params.contains(&name.text) => {
                    unwritable.push((Cow::Borrowed(&name.text), &arg.value));
                }
                ArgKind::Named(name) if !unwritable.is_empty() => {
                    unwritable.push((Cow::Owned(mangle(&name.text)), &arg.value));
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
            arguments.has_star = true;
            self.spread("*", runtime::ARGS, Some(value), &[], call.paren);
        }
        if double_star.is_some() || !unwritable.is_empty() {
            self.comma(&mut first);
            arguments.has_double_star = true;
            self.spread("**", runtime::KW, double_star, &unwritable, call.paren);
        }
        self.push(")");
        let range = self.since(start);
        if own_method.is_some() {
            self.map.unchecked(range.start..range.end);
        }
        (range, arguments)
    }

    fn comma(&mut self, first: &mut bool) {
        if !*first {
            self.push(", ");
        }
        *first = false;
    }

    /// `*__args(value)` or `**__kw(value, {extra})`. The error of an invalid value is reported at the call.
    fn spread(
        &mut self,
        stars: &str,
        function: &str,
        value: Option<&Expr>,
        extra: &[(Cow<'_, str>, &Expr)],
        paren: Span,
    ) {
        self.push(stars);
        let start = self.here();
        self.push(function);
        self.push("(");
        match value {
            Some(value) => {
                self.expr(value, ARGUMENT);
            }
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
        let range = self.since(start);
        self.mark(range, paren, Operation::Other);
    }

    /// A slice. Its errors are reported at the last of its parts that can fail, else at the bracket, as in ytt.
    fn slice(&mut self, slice: &Slice) {
        let start = self.here();
        self.push(runtime::SLICE);
        self.push("(");
        self.expr(&slice.object, ARGUMENT);
        for part in [&slice.low, &slice.high, &slice.step] {
            self.push(", ");
            match part {
                Some(part) => {
                    self.expr(part, ARGUMENT);
                }
                None => self.push("None"),
            }
        }
        self.push(")");
        let range = self.since(start);
        let place = last_place_of_slice(self.resolved, slice);
        self.mark(range, place, Operation::Other);
    }

    fn chain(&mut self, chain: &Chain) -> Span {
        if chain.links.len() <= PIECE {
            let first = Some(&chain.first);
            return self.operations(&chain.links, first, |e, level| e.expr(&chain.first, level));
        }
        let start = self.here();
        match chain.links.first().map(|link| link.op) {
            Some(op @ (Tok::And | Tok::Or)) => {
                let mut operands = vec![&chain.first];
                operands.extend(chain.links.iter().map(|link| &link.operand));
                self.balanced(&operands, op.name());
            }
            _ => self.pieces(&chain.first, &chain.links),
        }
        self.since(start)
    }

    /// Up to [`PIECE`] operators, applied to the operand that `write_first` emits.
    fn operations(
        &mut self,
        links: &[Link],
        first: Option<&Expr>,
        write_first: impl FnOnce(&mut Self, u8) -> Span,
    ) -> Span {
        let mut left = first.map(Expr::unparen);
        let mut kind = left.map_or(Kind::Any, |left| self.kind(left));
        let mut functions = Vec::with_capacity(links.len());
        for link in links {
            let operand = link.operand.unparen();
            let right = self.kind(operand);
            functions.push(replacement(link.op, left, operand, [kind, right]));
            left = None;
            kind = kind.of_operation(link.op, right);
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
            // Comparisons are not associative.
            Some(None) => level + u8::from(level == COMPARISON),
            _ => ARGUMENT,
        };
        let mut range = write_first(self, first_level);
        for ((link, function), start) in links.iter().zip(&functions).zip(starts) {
            range = match function {
                Some(_) => {
                    self.push(", ");
                    self.expr(&link.operand, ARGUMENT);
                    self.push(")");
                    self.since(start)
                }
                None => {
                    self.push(" ");
                    self.push(link.op.name());
                    self.push(" ");
                    range.to(self.expr(&link.operand, level + 1))
                }
            };
            self.mark(range, link.at, Operation::Operator(link.op.name()));
        }
        range
    }

    /// `[u + c for t in [first + a] for u in [t + b]][0]`: a `for` for each piece but the last. They are not nested, since the
    /// starlark crate copies the iterable of the first `for`.
    fn pieces(&mut self, first: &Expr, links: &[Link]) {
        let pieces: Vec<&[Link]> = links.chunks(PIECE).collect();
        let Some((last, before)) = pieces.split_last() else { return };
        self.push("[");
        let held: Vec<String> = before.iter().map(|_| self.temporary('t')).collect();
        self.piece(last, held.last(), first);
        for (i, piece) in before.iter().enumerate() {
            self.push(&format!(" for {} in [", held[i]));
            self.piece(piece, i.checked_sub(1).map(|before| &held[before]), first);
            self.push("]");
        }
        self.push("][0]");
    }

    /// Operators applied to a variable, or else to the first operand.
    fn piece(&mut self, links: &[Link], held: Option<&String>, first: &Expr) {
        match held {
            Some(held) => self.operations(links, None, |e, _| {
                let start = e.here();
                e.push(held);
                e.since(start)
            }),
            None => self.operations(links, Some(first), |e, level| e.expr(first, level)),
        };
    }

    /// A balanced tree of many operands of `and` or `or`, which are associative.
    fn balanced(&mut self, operands: &[&Expr], op: &str) {
        match operands {
            [] => {}
            [one] => {
                self.expr(one, PRIMARY);
            }
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

/// The callee of a method call whose arguments may fail: ytt looks up the member before evaluating arguments, the starlark crate after.
fn member_that_comes_first(call: &Call) -> Option<(&Expr, Span, &Name)> {
    let ExprKind::Dot { object, dot, name } = &call.callee.unparen().kind else { return None };
    call.args.iter().any(|arg| may_fail(&arg.value)).then_some((object, *dot, name))
}

fn may_fail(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => false,
        ExprKind::Lambda(lambda) => lambda.params.iter().any(|param| matches!(param.kind, ParamKind::Default(_))),
        ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().any(may_fail),
        ExprKind::Dict(entries) => {
            let is_literal = |entry: &Entry| matches!(entry.key.unparen().kind, ExprKind::Literal(Literal::Str(_)));
            first_repeated(entries).is_some()
                || entries.iter().any(|entry| !is_literal(entry) || may_fail(&entry.value))
        }
        _ => true,
    }
}

const COMPARISON: u8 = OPERATORS + super::token::COMPARISON_LEVEL;

fn level_of(op: Tok) -> u8 {
    OPERATORS + op.precedence().unwrap_or(0)
}

/// Whether an expression is an ASCII text with one replacement field, `{}`, and no other braces.
fn is_format_of_one(expr: &Expr) -> bool {
    let ExprKind::Literal(Literal::Str(text)) = &expr.unparen().kind else { return false };
    text.is_ascii() && text.contains("{}") && text.matches(['{', '}']).count() == 2
}

/// Whether an expression is a variable or calculated from one.
fn is_computed(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Name(_) => true,
        ExprKind::Chain(chain) => {
            is_computed(&chain.first) || chain.links.iter().any(|link| is_computed(&link.operand))
        }
        _ => false,
    }
}

/// Whether the starlark crate may fold an iterable to a constant. It removes loops over empty constants, also over an empty string,
/// which is not iterable in ytt.
fn may_be_constant(iterable: &Expr) -> bool {
    !matches!(
        iterable.unparen().kind,
        ExprKind::Call(_) | ExprKind::List(_) | ExprKind::Dict(_) | ExprKind::Tuple(_) | ExprKind::Comprehension(_)
    )
}
