//! The emitter: a resolved tree to text for the `starlark` crate, statement by statement.
//!
//! The text need not look like the program, only mean it: a statement may become several, blocks are
//! indented, `while` is a `for` over an endless iterable, `load` is two kinds of calls. The map written
//! beside it leads every place back to its line. Expressions are in `emit_expr`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::ast::*;
use super::captures::Captures;
use super::emit_expr::{ARGUMENT, PIECE, comparison_of};
use super::entry;
use super::map::{Operation, SourceMap};
use super::names::{function_name, mangle, needs_mangling, temporary};
use super::resolve::{Reference, Resolved};
use super::runtime;
use super::source::{Source, Span, offset};
use super::token::{Literal, Tok};
use super::{Compiled, Export, Function, Options, Parameter, ParameterKind, TemplateNames, captures, safe_calls};

/// Writes the text of a resolved program.
pub(super) fn emit(source: &Source, file: &File, resolved: &Resolved, options: &Options) -> Compiled {
    let template = options.template.as_ref();
    let shared = options.shared.map(|_| Shared {
        captures: captures::find(file, resolved),
        safe: safe_calls::find(file, resolved),
        safe_calls: Vec::new(),
    });
    let mut emitter = Emitter {
        shared,
        source,
        resolved,
        template,
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
        .map(|(i, name)| Export { name: name.clone(), emitted: resolved.emitted_global(i) })
        .collect();
    let mut safe_calls = emitter.shared.map(|shared| shared.safe_calls).unwrap_or_default();
    safe_calls.sort_unstable_by_key(|range| (range.start, range.end));
    let variables = (0..resolved.globals().len()).map(|i| resolved.emitted_global(i)).collect();
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
    pub(super) template: Option<&'a TemplateNames<'a>>,
    pub(super) out: String,
    pub(super) map: SourceMap,
    indent: usize,
    temporaries: u64,
    /// Parameters whose names the starlark crate cannot write; calls that name them write them mangled too.
    pub(super) mangled_params: BTreeSet<String>,
    pub(super) functions: Vec<Function>,
    /// The emitted names of those that a `def` has begun.
    function_names: HashSet<String>,
    shared: Option<Shared>,
    /// Variables that were given a tuple or a range somewhere before.
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
            ExprKind::Call(call) => self.instruction_of(&call.callee) == Some(super::context_calls::SET_CTX_TYPE),
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
        let number = self.template.map_or(0, |t| t.number);
        self.push(&format!("({number}"));
    }

    fn assignment(&mut self, span: Span, target: &Expr, at: Span, value: &Expr) {
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

    /// `__setindex(value, object, index)`.
    fn set_index(&mut self, bracket: Span, object: &Expr, index: &Expr, value: &Expr) {
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
    pub(super) fn target(&mut self, target: &Expr, at: Span) {
        self.target_in_parts(target, at, &mut None);
    }

    /// [`Emitter::target`], with a temporary in place of each single target if there is a list to add them to.
    fn target_in_parts<'e>(&mut self, target: &'e Expr, at: Span, held: &mut Option<Vec<(String, &'e Expr)>>) {
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
    fn assign_held(&mut self, held: Vec<(String, &Expr)>) {
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
    fn augmented(&mut self, span: Span, target: &Expr, op: Tok, at: Span, value: &Expr) {
        self.line(span);
        match &target.unparen().kind {
            ExprKind::Index { object, bracket, index } => {
                let (held, key, new) = (self.temporary('t'), self.temporary('t'), self.temporary('t'));
                self.hold(&held, object);
                self.hold(&key, index);
                self.push(&format!("{new} = "));
                let start = self.here();
                self.push(&format!("{}({held}, {key})", runtime::INDEX));
                self.mark(self.since(start), *bracket, Operation::Other);
                self.next_statement(at);
                self.apply(&new, false, op, at, value);
                self.next_statement(*bracket);
                let start = self.here();
                self.push(&format!("{}({new}, {held}, {key})", runtime::SETINDEX));
                self.mark(self.since(start), *bracket, Operation::Other);
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
                self.apply(&new, false, op, at, value);
                self.next_statement(*dot);
                let start = self.here();
                self.push(&format!("{held}.{} = {new}", mangle(&name.text)));
                self.mark(self.since(start), *dot, Operation::Other);
            }
            ExprKind::Name(name) => {
                let variable = self.resolved.emitted(name);
                let is_local = self.resolved.reference(name) == Some(Reference::Local);
                self.apply(&variable, is_local, op, at, value);
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

    fn next_statement(&mut self, place: Span) {
        self.end_line();
        self.line(place);
    }

    /// `variable op= value` for a plain variable.
    fn apply(&mut self, variable: &str, is_local: bool, op: Tok, at: Span, value: &Expr) {
        let start = self.here();
        if is_local {
            self.map.local(start);
        }
        match super::emit_expr::replacement(op, None, value.unparen()) {
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

    fn def(&mut self, def: &Def) {
        let defaults = self.hold_defaults(def);
        self.line(def.keyword);
        self.push("def ");
        let variable = self.resolved.emitted(&def.name);
        // Messages about the arguments of a call name the function only.
        let name = if self.function_names.insert(variable.clone()) {
            variable.clone()
        } else {
            function_name(self.next_temporary(), &def.name.text)
        };
        self.push(&name);
        self.push("(");
        self.params_with(&def.params, &defaults);
        self.push("):\n");
        match &def.context {
            None => {
                self.indent += 1;
                self.keep_frame(returned_at_once(&def.body));
                self.indent -= 1;
                self.block(&def.body);
            }
            Some(dialect) => {
                self.indent += 1;
                self.line_without_place();
                self.instruction("start_ctx");
                self.push(", ");
                self.string(dialect);
                self.push(")\n");
                self.statements(&def.body);
                self.line_without_place();
                self.push("return ");
                self.instruction("end_ctx");
                self.push(")\n");
                self.indent -= 1;
            }
        }
        let entry = entry::of_def(self.resolved, def);
        self.function(&def.name.text, &name, def.keyword, entry, &def.params);
        if name != variable {
            self.line(def.keyword);
            self.push(&format!("{variable} = {name}\n"));
        }
        self.note_captures(&variable, def.keyword, &defaults);
    }

    /// `__captured(f, …)` for the function that was written last.
    pub(super) fn note_captures(&mut self, name: &str, keyword: Span, defaults: &[String]) {
        if let Some(captured) = self.captured(keyword, defaults) {
            self.line(keyword);
            self.push(&format!("{}({name}{captured}\n", runtime::CAPTURED));
        }
    }

    /// Default values of a shared program's function as temporaries: what they hold is frozen with the function.
    fn hold_defaults(&mut self, def: &Def) -> Vec<String> {
        if self.shared.is_none() {
            return Vec::new();
        }
        let defaults = def.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Default(value) => Some(value),
            _ => None,
        });
        let mut names = Vec::new();
        for value in defaults {
            self.line(def.keyword);
            let name = self.temporary('d');
            self.push(&format!("{name} = "));
            self.at(value.span);
            self.expr(value, 0);
            self.end_line();
            names.push(name);
        }
        names
    }

    /// An assignment that keeps the starlark crate from inlining the function (see `eval`).
    pub(super) fn keep_frame(&mut self, returned: Option<&Expr>) {
        if self.loadable
            && let Some(value) = returned
            && matches!(
                value.unparen().kind,
                ExprKind::Unary { .. }
                    | ExprKind::Chain(_)
                    | ExprKind::Dot { .. }
                    | ExprKind::Index { .. }
                    | ExprKind::Conditional(_)
            )
        {
            self.start_line();
            let unused = self.temporary('o');
            self.push(&format!("{unused} = None\n"));
        }
    }

    /// Records a function that was written.
    pub(super) fn function(&mut self, name: &str, emitted: &str, keyword: Span, entry: Option<Span>, params: &[Param]) {
        let params = params
            .iter()
            .filter_map(|param| {
                let kind = match &param.kind {
                    ParamKind::Plain => ParameterKind::Required,
                    ParamKind::Default(_) => ParameterKind::Optional,
                    ParamKind::Star => ParameterKind::Args,
                    ParamKind::StarStar => ParameterKind::Kwargs,
                };
                let name = match (&param.name, kind) {
                    (Some(name), _) => name.text.clone(),
                    (None, ParameterKind::Args) => String::new(),
                    (None, _) => return None,
                };
                Some(Parameter { name, kind })
            })
            .collect();
        self.functions.push(Function {
            name: name.to_owned(),
            emitted: emitted.to_owned(),
            line: self.source.line(keyword.start),
            entry_line: entry.map(|entry| self.source.line(entry.start)),
            params,
        });
    }

    pub(super) fn params(&mut self, params: &[Param]) {
        self.params_with(params, &[]);
    }

    /// Parameters whose default values are those variables, if there are any.
    fn params_with(&mut self, params: &[Param], defaults: &[String]) {
        let mut defaults = defaults.iter();
        for (i, param) in params.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            match &param.kind {
                ParamKind::Star => self.push("*"),
                ParamKind::StarStar => self.push("**"),
                _ => {}
            }
            if let Some(name) = &param.name {
                let text = mangle(&name.text);
                self.push(&text);
            }
            if let ParamKind::Default(value) = &param.kind {
                self.push("=");
                match defaults.next() {
                    Some(name) => self.push(name),
                    None => {
                        self.expr(value, ARGUMENT);
                    }
                }
            }
        }
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
            let name = self.resolved.emitted(&binding.to);
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

    /// Finds the parameters that the starlark crate cannot name, of all functions of the program.
    fn find_mangled_params(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Def(def) => {
                    self.note_params(&def.params);
                    self.find_mangled_params(&def.body);
                }
                StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        self.find_mangled_params(&arm.body);
                    }
                    self.find_mangled_params(otherwise.as_deref().unwrap_or_default());
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                    self.find_mangled_params(body);
                }
                _ => {}
            }
        }
    }

    fn note_params(&mut self, params: &[Param]) {
        for name in params.iter().filter_map(|p| p.name.as_ref()) {
            if needs_mangling(&name.text) {
                self.mangled_params.insert(name.text.clone());
            }
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

/// What a function returns that does nothing else.
fn returned_at_once(body: &[Stmt]) -> Option<&Expr> {
    let first = body.iter().find(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => !matches!(expr.kind, ExprKind::Literal(_)),
        _ => true,
    })?;
    match &first.kind {
        StmtKind::Return { value, .. } => value.as_ref(),
        _ => None,
    }
}

/// Whether an item is assigned to, alone or among other targets. The starlark crate's own assignment has other errors than ytt's.
fn assigns_items(target: &Expr) -> bool {
    match &target.unparen().kind {
        ExprKind::Index { .. } => true,
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().any(assigns_items),
        _ => false,
    }
}

/// Whether it is several targets, or several values.
fn unpacks(expr: &Expr) -> bool {
    matches!(expr.unparen().kind, ExprKind::Tuple(_) | ExprKind::List(_))
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
