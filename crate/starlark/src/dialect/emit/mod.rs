//! The emitter: a resolved tree to text for the `starlark` crate, statement by statement.
//!
//! The text need not look like the program, only mean it: a statement may become several, blocks are
//! indented, `while` is a `for` over an endless iterable, `load` is two kinds of calls. The map written
//! beside it leads every place back to its line. Assignments and functions are in files of their own, expressions
//! in `emit_expr`.

mod assignments;
mod functions;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use self::assignments::{assigns_items, unpacks};
use super::ast::*;
use super::captures::Captures;
use super::emit_expr::{ARGUMENT, comparison_of};
use super::kinds::{Kind, Kinds};
use super::map::{Operation, SourceMap};
use super::names::{Variables, mangle, temporary};
use super::resolve::{Reference, Resolved};
use super::runtime;
use super::source::{Source, Span, offset};
use super::token::Literal;
use super::{Compiled, Export, Function, Options, TemplateNames, captures, safe_calls};
use crate::syntax::height::PIECE;
use crate::syntax::names::SET_CTX_TYPE;

/// Writes the text of a resolved program.
pub(super) fn emit(source: &Source, file: &File, resolved: &Resolved, options: &Options) -> Compiled {
    let template = options.syntax.template.as_ref();
    let variables = Variables { resolved, shared: options.shared };
    let shared = options.shared.map(|_| Shared {
        captures: captures::find(file, resolved),
        safe: safe_calls::find(file, resolved),
        safe_calls: Vec::new(),
    });
    // In a shared program, each change of a list is checked.
    let kinds = if shared.is_some() { Kinds::default() } else { Kinds::find(file, resolved) };
    let mut emitter = Emitter {
        kinds,
        shared,
        source,
        resolved,
        variables,
        template,
        number: options.number,
        out: String::with_capacity(source.text().len() * 2),
        map: SourceMap::default(),
        indent: 0,
        // Other programs have temporaries in the same module.
        temporaries: u64::from(options.shared.unwrap_or_default()) << 32,
        mangled_params: BTreeSet::new(),
        functions: Vec::new(),
        function_names: HashSet::new(),
        rows: HashSet::new(),
        hoists: (options.loadable || options.shared.is_some()) && source.text().contains("lambda"),
        loadable: options.loadable,
        hoisted: HashMap::new(),
    };
    emitter.find_mangled_params(&file.body);
    emitter.statements(&file.body);
    emitter.map.finish();
    let exports = resolved
        .globals()
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.starts_with('_'))
        .map(|(i, name)| Export { name: name.clone(), emitted: emitter.variables.emitted_global(i) })
        .collect();
    let variables = (0..resolved.globals().len()).map(|i| emitter.variables.emitted_global(i)).collect();
    let mut safe_calls = emitter.shared.map(|shared| shared.safe_calls).unwrap_or_default();
    safe_calls.sort_unstable_by_key(|range| (range.start, range.end));
    Compiled { text: emitter.out, map: emitter.map, exports, variables, functions: emitter.functions, safe_calls }
}

/// What only programs need that share a module and whose garbage is collected.
pub(super) struct Shared {
    captures: Captures,
    /// The parentheses of safe calls in the program.
    safe: HashSet<u32>,
    /// Safe calls in the emitted text.
    safe_calls: Vec<Range<u32>>,
}

pub(super) struct Emitter<'a> {
    pub(super) source: &'a Source,
    pub(super) resolved: &'a Resolved,
    pub(super) variables: Variables<'a>,
    pub(super) template: Option<&'a TemplateNames<'a>>,
    /// The template's number.
    number: u32,
    pub(super) out: String,
    pub(super) map: SourceMap,
    indent: usize,
    temporaries: u64,
    /// Parameters whose names the starlark crate cannot write; calls that name them write them mangled too.
    pub(super) mangled_params: BTreeSet<String>,
    pub(super) functions: Vec<Function>,
    /// The emitted names of those that a `def` has begun.
    function_names: HashSet<String>,
    kinds: Kinds,
    shared: Option<Shared>,
    /// Variables that were assigned a tuple or a range before.
    pub(super) rows: HashSet<String>,
    /// The program has lambdas (see `hoist`).
    pub(super) hoists: bool,
    loadable: bool,
    /// The names of lambdas that were written before their statement, by where they begin.
    pub(super) hoisted: HashMap<u32, String>,
}

impl Emitter<'_> {
    pub(super) fn here(&self) -> u32 {
        offset(self.out.len())
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// What is known of an expression's values.
    pub(super) fn kind(&self, expr: &Expr) -> Kind {
        self.kinds.of(expr, self.resolved)
    }

    /// The text from here on comes from this place of the program.
    pub(super) fn at(&mut self, place: Span) {
        let line = self.source.line(place.start);
        let here = self.here();
        self.map.point(here, line);
    }

    /// What the starlark crate reports at `range` is an operation at `place`.
    pub(super) fn mark(&mut self, range: Span, place: Span, operation: Operation) {
        let line = self.source.line(place.start);
        self.map.mark(range.start..range.end, line, operation);
    }

    /// A call at `range` of an attribute that may not exist, which is reported at its dot.
    pub(super) fn mark_attribute(&mut self, range: Span, dot: Span) {
        let line = self.source.line(dot.start);
        self.map.mark_attribute(range.start..range.end, line);
    }

    /// An expression of the program was written at `range`.
    pub(super) fn mark_expression(&mut self, range: Span, program: Span) {
        self.map.expression(range.start..range.end, self.source.original_range(program));
    }

    /// What was written at `range` reads the attribute that is named at `name`.
    pub(super) fn mark_name(&mut self, range: Span, name: Span) {
        self.map.name(range.start..range.end, self.source.original_range(name));
    }

    pub(super) fn temporary(&mut self, kind: char) -> String {
        temporary(kind, self.next_temporary())
    }

    pub(super) fn next_temporary(&mut self) -> u64 {
        self.temporaries += 1;
        self.temporaries
    }

    /// Notes a call at `range`, whose parenthesis is at `paren`, if it is safe.
    pub(super) fn note_call(&mut self, range: Span, paren: Span) {
        if let Some(shared) = &mut self.shared
            && shared.safe.contains(&paren.start)
        {
            shared.safe_calls.push(range.start..range.end);
        }
    }

    /// A line that collects garbage, where nothing but variables holds values. A limit may end the loop at `place` there.
    fn collect(&mut self, place: Span) {
        if self.shared.is_some() {
            self.line(place);
            self.push(&format!("{}()\n", runtime::COLLECT));
        }
    }

    /// The rest of `__captured(f`: what the function at `keyword` captures, and its default values. None where that is nothing.
    pub(super) fn captured(&self, keyword: Span, defaults: &[String]) -> Option<String> {
        let names = self.shared.as_ref()?.captures.of(keyword);
        if names.is_empty() && defaults.is_empty() {
            return None;
        }
        let variables: String = names.iter().map(|name| format!("lambda: {}, ", mangle(name))).collect();
        let defaults: String = defaults.iter().map(|name| format!("{name}, ")).collect();
        Some(format!(", ({variables}), ({defaults}))"))
    }

    /// What `write` writes is a level further in.
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// Starts a line of the text for a place of the program.
    pub(super) fn line(&mut self, place: Span) {
        self.start_line();
        self.at(place);
    }

    /// Starts a line for code that ytt adds itself.
    fn line_without_place(&mut self) {
        self.start_line();
        let here = self.here();
        self.map.point(here, 0);
    }

    fn start_line(&mut self) {
        for _ in 0..self.indent {
            self.out.push(' ');
        }
    }

    fn end_line(&mut self) {
        self.out.push('\n');
    }

    fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    /// An indented block; one that comes out empty gets a `pass`.
    fn block(&mut self, body: &[Stmt]) {
        self.indent += 1;
        let before = self.out.len();
        self.statements(body);
        if self.out.len() == before {
            self.start_line();
            self.push("pass\n");
        }
        self.indent -= 1;
    }

    fn statement(&mut self, stmt: &Stmt) {
        self.hoist_lambdas(stmt);
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expression_statement(stmt.span, expr),
            StmtKind::Branch(tok) => {
                self.line(stmt.span);
                self.push(tok.name());
                self.end_line();
            }
            StmtKind::If { arms, otherwise } => self.if_statement(arms, otherwise.as_deref()),
            StmtKind::Assign { target, op, at, value } => match op.augmented_operator() {
                None => self.assignment(stmt.span, target, *at, value),
                Some(operator) => self.augmented(stmt.span, target, operator, *at, value),
            },
            StmtKind::Def(def) => self.def(def),
            StmtKind::For { vars, iterable, body } => {
                self.note_rows_of(vars, iterable);
                self.line(stmt.span);
                self.push("for ");
                let has_items = assigns_items(vars);
                let item = (has_items || unpacks(vars) && !yields_pairs(iterable)).then(|| self.temporary('u'));
                match &item {
                    Some(item) => self.push(item),
                    None => self.target(vars, stmt.span),
                }
                self.push(" in ");
                if self.shared.is_some() {
                    let start = self.here();
                    self.push(&format!("{}(", runtime::EACH));
                    self.expr(iterable, ARGUMENT);
                    self.push(")");
                    self.mark(self.since(start), stmt.span, Operation::Other);
                } else {
                    self.iterable(iterable, stmt.span);
                }
                self.push(":\n");
                self.nested(|emitter| emitter.collect(stmt.span));
                if let Some(item) = item {
                    self.indent += 1;
                    if unpacks(vars) {
                        self.line(stmt.span);
                        let mut held = has_items.then(Vec::new);
                        self.target_in_parts(vars, stmt.span, &mut held);
                        self.push(" = ");
                        let start = self.here();
                        self.push(&format!("{}({item})", runtime::UNPACK));
                        self.mark(self.since(start), stmt.span, Operation::Other);
                        self.end_line();
                        self.assign_held(held.unwrap_or_default());
                    } else {
                        self.assign_held(vec![(item, vars)]);
                    }
                    self.indent -= 1;
                }
                self.block(body);
            }
            StmtKind::While { condition, body } => self.while_loop(stmt.span, condition, body),
            StmtKind::Return { value, ends_context } => {
                self.line(stmt.span);
                self.push("return");
                if *ends_context {
                    self.push(" ");
                    self.instruction("end_ctx");
                    if let Some(value) = value {
                        self.push(", ");
                        self.expr(value, ARGUMENT);
                    }
                    self.push(")");
                } else if let Some(value) = value {
                    self.push(" ");
                    self.expr(value, 0);
                }
                self.end_line();
            }
            StmtKind::Load(load) => self.load(load),
        }
    }

    /// The starlark crate nests each `elif` in the one before it. Pieces of a long chain follow each other instead:
    ///
    /// ```text
    /// t = True
    /// if t:
    ///   t = False
    ///   if a: …
    ///   elif b: …
    ///   else: t = True
    /// if t: …
    /// ```
    fn if_statement(&mut self, arms: &[Arm], otherwise: Option<&[Stmt]>) {
        if arms.len() <= PIECE {
            self.arms(arms);
            if let Some(otherwise) = otherwise {
                self.start_line();
                self.push("else:\n");
                self.block(otherwise);
            }
            return;
        }
        let goes_on = self.temporary('t');
        let set = |emitter: &mut Self, value: &str| {
            emitter.line_without_place();
            emitter.push(&format!("{goes_on} = {value}\n"));
        };
        set(self, "True");
        let pieces = arms.chunks(PIECE).count();
        for (i, piece) in arms.chunks(PIECE).enumerate() {
            self.line_without_place();
            self.push(&format!("if {goes_on}:\n"));
            self.indent += 1;
            set(self, "False");
            self.arms(piece);
            self.start_line();
            self.push("else:\n");
            if i + 1 < pieces {
                self.indent += 1;
                set(self, "True");
                self.indent -= 1;
            } else {
                self.block(otherwise.unwrap_or_default());
            }
            self.indent -= 1;
        }
    }

    fn arms(&mut self, arms: &[Arm]) {
        for (i, arm) in arms.iter().enumerate() {
            self.line(arm.keyword);
            let start = self.here();
            if let Some(operator) = comparison_of(&arm.condition) {
                self.map.mark_condition(start, operator);
            }
            self.push(if i == 0 { "if " } else { "elif " });
            self.expr(&arm.condition, 0);
            self.push(":\n");
            self.block(&arm.body);
        }
    }

    fn expression_statement(&mut self, span: Span, expr: &Expr) {
        // A string alone is documentation. `contexts` has already handled the dialect of contexts.
        if matches!(expr.kind, ExprKind::Literal(_)) || self.is_set_ctx_type(expr) {
            return;
        }
        self.line(span);
        self.expr(expr, 0);
        self.end_line();
    }

    fn is_set_ctx_type(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(call) => self.instruction_of(&call.callee) == Some(SET_CTX_TYPE),
            _ => false,
        }
    }

    /// The instruction a callee is, without the prefix.
    pub(super) fn instruction_of<'e>(&self, callee: &'e Expr) -> Option<&'e str> {
        let name = callee.as_name()?;
        match self.resolved.reference(name) {
            Some(Reference::Predeclared) => self.template?.instruction(&name.text),
            _ => None,
        }
    }

    /// Opens a call of an instruction: its name, `(` and the template's number.
    pub(super) fn instruction(&mut self, op: &str) {
        self.push(runtime::INSTRUCTION_PREFIX);
        self.push(op);
        self.push(&format!("({}", self.number));
    }

    fn next_statement(&mut self, place: Span) {
        self.end_line();
        self.line(place);
    }

    fn while_loop(&mut self, span: Span, condition: &Expr, body: &[Stmt]) {
        self.line(span);
        let variable = self.temporary('w');
        self.push(&format!("for {variable} in {}:\n", runtime::FOREVER));
        self.indent += 1;
        self.line(condition.span);
        self.push("if not (");
        self.expr(condition, 0);
        self.push("):\n");
        self.indent += 1;
        self.start_line();
        self.push("break\n");
        self.indent -= 1;
        self.collect(span);
        self.indent -= 1;
        self.block(body);
    }

    fn load(&mut self, load: &Load) {
        self.line(load.keyword);
        let module = self.temporary('m');
        self.push(&format!("{module} = "));
        let start = self.here();
        self.push(runtime::LOAD);
        self.push("(");
        self.string(&load.module);
        self.push(")");
        self.mark_expression(self.since(start), load.module_span);
        self.mark(self.since(start), load.keyword, Operation::Other);
        let end = self.here();
        if let Some(shared) = &mut self.shared {
            shared.safe_calls.push(start..end);
        }
        // ytt looks the names up from the last to the first.
        for binding in load.bindings.iter().rev() {
            self.next_statement(load.keyword);
            let name = self.variables.emitted(&binding.to);
            self.push(&format!("{name} = "));
            let start = self.here();
            self.push(&format!("{}({module}, ", runtime::LOADED));
            self.string(&binding.from);
            self.push(")");
            self.mark_expression(self.since(start), binding.from_span);
            self.mark(self.since(start), load.keyword, Operation::Other);
        }
        self.end_line();
    }

    /// A loop over pairs gives its variable tuples.
    pub(super) fn note_rows_of(&mut self, vars: &Expr, iterable: &Expr) {
        if let (Some(name), true) = (vars.unparen().as_name(), yields_pairs(iterable)) {
            self.rows.insert(name.text.clone());
        }
    }

    /// A string literal in the starlark crate's syntax.
    pub(super) fn string(&mut self, value: &str) {
        self.out.push('"');
        for c in value.chars() {
            match c {
                '"' => self.push("\\\""),
                '\\' => self.push("\\\\"),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                c if u32::from(c) < 0x20 || u32::from(c) == 0x7f => {
                    self.push(&format!("\\x{:02x}", u32::from(c)));
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    pub(super) fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(digits) => self.push(digits),
            // Debug is the shortest text that reads back as the same number, always with a point or an exponent.
            Literal::Float(value) => self.push(&format!("{value:?}")),
            Literal::Str(value) => self.string(value),
        }
    }
}

/// Whether it is known to be a tuple or a range.
pub(super) fn is_row(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Tuple(_) => true,
        ExprKind::Call(call) => match &call.callee.unparen().kind {
            ExprKind::Name(name) => matches!(name.text.as_str(), "range" | "tuple"),
            ExprKind::Dot { name, .. } => matches!(name.text.as_str(), "partition" | "rpartition" | "popitem"),
            _ => false,
        },
        ExprKind::Index { object, .. } => yields_pairs(object),
        _ => false,
    }
}

/// Whether a loop over it is known to be over tuples.
fn yields_pairs(iterable: &Expr) -> bool {
    let ExprKind::Call(call) = &iterable.unparen().kind else { return false };
    match &call.callee.unparen().kind {
        ExprKind::Dot { name, .. } => name.text == "items",
        ExprKind::Name(name) => matches!(name.text.as_str(), "enumerate" | "zip"),
        _ => false,
    }
}
