//! Facts about the expressions of a program: their scopes, how their values are used, and the blocks around each line.
//!
//! The expressions are those of the dialect's syntax tree. [`super`] resolves names, also across files.

use std::collections::BTreeMap;
use std::ops::Range;

use super::program::Program;
use crate::syntax::ast::{self, Arg, ArgKind, Body, Clause, Expr, ExprKind, Param, ParamKind, Stmt, StmtKind};
use crate::syntax::token::{Literal, Tok};
use crate::yaml::outline::Step;

/// Index of an expression, a scope, a block or a function.
pub(crate) type Id = usize;

/// The facts about a file's program.
#[derive(Debug, Default)]
pub(crate) struct Facts<'p> {
    /// All expressions, each after its operands.
    pub(crate) nodes: Vec<Node<'p>>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) functions: Vec<Function<'p>>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) roots: Vec<Root>,
    /// Values added to lists and maps: the scope, the name of the list or map, and the value.
    pub(crate) mutations: Vec<(Id, String, Id)>,
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Node<'p> {
    pub(crate) expr: &'p Expr,
    pub(crate) form: Form,
    /// The operands. The object of a member, the callee of a call and a condition come last.
    pub(crate) parts: Vec<Id>,
    /// Bytes of the file.
    pub(crate) range: Range<usize>,
    pub(crate) scope: Id,
    pub(crate) usage: Usage,
    pub(crate) block: Option<Id>,
    pub(crate) function: Option<Id>,
}

/// How the value of an expression depends on its operands.
#[derive(Debug)]
pub(crate) enum Form {
    /// A member of a value: an attribute, an item, or a key named by `getattr`, `hasattr` or `in`.
    Member {
        object: Id,
        step: Step,
        /// The bytes of the name.
        link: Range<usize>,
        notation: Notation,
    },
    /// A call, except of built-in functions with a form of their own.
    Call {
        callee: Id,
    },
    /// One of several values; the last operand may be the condition.
    Either {
        has_condition: bool,
    },
    /// The value of an operand, or a slice of it.
    Same(Id),
    Lambda(Id),
    /// Any other expression.
    Plain,
}

impl<'p> Node<'p> {
    /// The variable that the expression names.
    pub(crate) fn name(&self) -> Option<&'p str> {
        self.expr.as_name().map(|name| &*name.text).filter(|name| !is_constant(name))
    }

    /// The text of a string literal.
    pub(crate) fn text(&self) -> Option<&'p str> {
        match &self.expr.kind {
            ExprKind::Literal(Literal::Str(text)) => Some(text),
            _ => None,
        }
    }

    /// The possible values, if the form is [`Form::Either`].
    pub(crate) fn values(&self) -> &[Id] {
        match (&self.form, self.parts.split_last()) {
            (Form::Either { has_condition: true }, Some((_, values))) => values,
            _ => &self.parts,
        }
    }

    /// The arguments of a call and their values; empty for other forms.
    pub(crate) fn args(&self) -> impl Iterator<Item = (&'p Arg, Id)> {
        let args = match (&self.form, &self.expr.kind) {
            (Form::Call { .. }, ExprKind::Call(call)) => &call.args[..],
            _ => &[],
        };
        args.iter().zip(self.parts.iter().copied())
    }
}

/// Constants, which the dialect parses as names.
fn is_constant(name: &str) -> bool {
    matches!(name, "None" | "True" | "False")
}

/// How the name of a member is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// After a dot.
    Word,
    /// A string: an index, or the argument of `getattr`.
    Text,
    /// A string before `in`, which may also test for an item of a list.
    Tested,
    /// By an expression or a number.
    Computed,
}

/// How the value of an expression is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// The object of a member.
    Object,
    Callee,
    /// Assigned to a name.
    Bound,
    Argument,
    /// The result of a function.
    Returned(Id),
    Iterated,
    /// Tested for truth, length or equality.
    Tested,
    /// Any other way, with the reason why it is not followed.
    Whole(&'static str),
}

#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) parent: Option<Id>,
    pub(crate) names: BTreeMap<String, Vec<Binding>>,
}

/// How a name gets a value.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) source: Source,
    pub(crate) block: Option<Id>,
}

#[derive(Clone, Debug)]
pub(crate) enum Source {
    Value(Id),
    /// An item of the value, by iteration.
    Item(Id),
    /// A part of the value, by unpacking or an operator.
    Part(Id),
    Parameter {
        function: Id,
        index: usize,
        default: Option<Id>,
    },
    Function(Id),
    Loaded {
        module: String,
        name: String,
    },
}

#[derive(Debug)]
pub(crate) struct Function<'p> {
    pub(crate) params: &'p [Param],
    /// The returned expressions.
    pub(crate) results: Vec<Id>,
}

/// A branch of an `if`, or the body of a loop.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) is_loop: bool,
    /// The conditions of this branch and of those before it, or the iterable.
    pub(crate) header: Vec<Id>,
    pub(crate) parent: Option<Id>,
}

/// A top-level expression of a statement, or a line without code.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) node: Option<Id>,
    pub(crate) range: Range<usize>,
    pub(crate) block: Option<Id>,
    pub(crate) function: Option<Id>,
    /// It is the whole statement.
    pub(crate) is_statement: bool,
}

/// Methods that add a value to a list or a map.
const MUTATING: [&str; 7] = ["append", "extend", "insert", "update", "setdefault", "add", "set"];
/// Functions that only test a value.
const TESTING: [&str; 3] = ["len", "type", "bool"];
/// Why the operands of operators are not followed.
const COMPUTED: &str = "it is computed with";

impl<'p> Facts<'p> {
    pub(crate) fn of(program: &'p Program) -> Facts<'p> {
        let facts = Facts { scopes: vec![Scope::default()], ..Facts::default() };
        let mut builder = Builder { program, facts, scope: 0, block: None, function: None, parts: Vec::new() };
        builder.body(&program.file.body);
        builder.facts
    }

    /// The operand of nested parentheses and slices.
    pub(crate) fn same(&self, node: Id) -> Option<&Node<'p>> {
        let mut node = self.nodes.get(node)?;
        while let Form::Same(value) = &node.form {
            node = self.nodes.get(*value)?;
        }
        Some(node)
    }

    /// The innermost scope with a name, starting from `scope`.
    pub(crate) fn lookup(&self, scope: Id, name: &str) -> Option<(Id, &[Binding])> {
        let mut at = Some(scope);
        while let Some(id) = at {
            let scope = self.scopes.get(id)?;
            if let Some(bindings) = scope.names.get(name) {
                return Some((id, bindings));
            }
            at = scope.parent;
        }
        None
    }
}

struct Builder<'p> {
    program: &'p Program,
    facts: Facts<'p>,
    scope: Id,
    block: Option<Id>,
    function: Option<Id>,
    /// The parts of the current expression.
    parts: Vec<Id>,
}

impl<'p> Builder<'p> {
    fn body(&mut self, body: &'p [Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => match self.program.marked(expr) {
                Some(range) => self.root(None, range),
                None => {
                    self.root_expr(expr, Usage::Whole("it is handed on as a whole"));
                    if let Some(root) = self.facts.roots.last_mut() {
                        root.is_statement = true;
                    }
                }
            },
            StmtKind::Branch(_) => {}
            StmtKind::If { arms, otherwise } => {
                let mut conditions = Vec::new();
                for arm in arms {
                    conditions.push(self.root_expr(&arm.condition, Usage::Tested));
                    self.block(false, conditions.clone(), |builder| builder.body(&arm.body));
                }
                if let Some(body) = otherwise {
                    self.block(false, conditions, |builder| builder.body(body));
                }
            }
            StmtKind::Assign { target, op, value, .. } => self.assignment(target, *op, value),
            StmtKind::Def(def) => {
                let function = self.new_function(&def.params);
                self.bind(&def.name, Source::Function(function));
                self.within(function, &def.params, |builder| builder.body(&def.body));
            }
            StmtKind::For { vars, iterable, body } => {
                let range = self.program.range(iterable.span);
                let iterable = self.iterable(vars, iterable, self.scope);
                self.root(Some(iterable), range);
                self.block(true, vec![iterable], |builder| builder.body(body));
            }
            StmtKind::While { condition, body } => {
                let condition = self.root_expr(condition, Usage::Tested);
                self.block(true, vec![condition], |builder| builder.body(body));
            }
            StmtKind::Return { value: Some(value), .. } => {
                let usage = self.function.map_or(Usage::Tested, Usage::Returned);
                let value = self.root_expr(value, usage);
                if let Some(function) = self.function.and_then(|function| self.facts.functions.get_mut(function)) {
                    function.results.push(value);
                }
            }
            StmtKind::Return { value: None, .. } => {}
            StmtKind::Load(load) => {
                for binding in &load.bindings {
                    let source = Source::Loaded { module: load.module.clone(), name: binding.from.clone() };
                    self.bind(&binding.to, source);
                }
            }
        }
    }

    fn root(&mut self, node: Option<Id>, range: Range<usize>) {
        self.facts.roots.push(Root { node, range, block: self.block, function: self.function, is_statement: false });
    }

    fn root_expr(&mut self, expr: &'p Expr, usage: Usage) -> Id {
        let outer = std::mem::take(&mut self.parts);
        let id = self.expr(expr, usage);
        self.parts = outer;
        self.root(Some(id), self.program.range(expr.span));
        id
    }

    fn block(&mut self, is_loop: bool, header: Vec<Id>, inside: impl FnOnce(&mut Self)) {
        let parent = self.block;
        self.facts.blocks.push(Block { is_loop, header, parent });
        self.block = Some(self.facts.blocks.len() - 1);
        inside(self);
        self.block = parent;
    }

    fn bind(&mut self, name: &ast::Name, source: Source) {
        let block = self.block;
        if let Some(scope) = self.facts.scopes.get_mut(self.scope) {
            scope.names.entry(name.text.clone()).or_default().push(Binding { source, block });
        }
    }

    fn assignment(&mut self, target: &'p Expr, op: Tok, value: &'p Expr) {
        let target = target.unparen();
        match (&target.kind, op) {
            (ExprKind::Name(name), Tok::Eq) => {
                let value = self.root_expr(value, Usage::Bound);
                self.bind(name, Source::Value(value));
            }
            (ExprKind::Tuple(names) | ExprKind::List(names), Tok::Eq) => {
                let values = match &value.unparen().kind {
                    ExprKind::Tuple(values) | ExprKind::List(values) if values.len() == names.len() => values,
                    _ => {
                        let value = self.root_expr(value, Usage::Whole("it is taken apart"));
                        return self.targets(target, &Source::Part(value));
                    }
                };
                for (name, value) in names.iter().zip(values) {
                    self.assignment(name, op, value);
                }
            }
            (ExprKind::Name(name), _) => {
                let value = self.root_expr(value, Usage::Whole("it is added to something"));
                self.bind(name, Source::Part(value));
            }
            _ => {
                let value = self.root_expr(value, Usage::Whole("it is put into something"));
                self.root_expr(target, Usage::Tested);
                self.mutates(target, value);
            }
        }
    }

    /// Records a value that is added to the list or map at the start of an expression.
    fn mutates(&mut self, object: &Expr, value: Id) {
        let mut object = object.unparen();
        loop {
            object = match &object.kind {
                ExprKind::Dot { object, .. } | ExprKind::Index { object, .. } => object.unparen(),
                ExprKind::Name(name) => {
                    return self.facts.mutations.push((self.scope, name.text.clone(), value));
                }
                _ => return,
            };
        }
    }

    /// Binds the names of an unpacking assignment.
    fn targets(&mut self, target: &Expr, source: &Source) {
        match &target.unparen().kind {
            ExprKind::Name(name) => self.bind(name, source.clone()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.targets(item, source));
            }
            _ => {}
        }
    }

    /// The iterable of a loop. Its variables are bound in `scope`.
    fn iterable(&mut self, vars: &Expr, iterable: &'p Expr, scope: Id) -> Id {
        let counted = enumerated(iterable);
        let names = match (&vars.unparen().kind, counted) {
            (ExprKind::Name(name), None) => Some((None, name)),
            (ExprKind::Tuple(names) | ExprKind::List(names), Some(_)) => match &names[..] {
                [number, item] => item.unparen().as_name().map(|item| (Some(number), item)),
                _ => None,
            },
            _ => None,
        };
        let id = match names {
            Some(_) => self.expr(counted.unwrap_or(iterable), Usage::Iterated),
            None => self.expr(iterable, Usage::Whole("its items are taken apart")),
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        match names {
            Some((number, item)) => {
                if let Some(number) = number {
                    self.targets(number, &Source::Part(id));
                }
                self.bind(item, Source::Item(id));
            }
            None => self.targets(vars, &Source::Part(id)),
        }
        self.scope = outer;
        id
    }

    fn new_function(&mut self, params: &'p [Param]) -> Id {
        self.facts.functions.push(Function { params, results: Vec::new() });
        self.facts.functions.len() - 1
    }

    fn within(&mut self, function: Id, params: &'p [Param], inside: impl FnOnce(&mut Self)) {
        let defaults: Vec<Option<Id>> = params
            .iter()
            .map(|param| match &param.kind {
                ParamKind::Default(value) => Some(self.root_expr(value, Usage::Bound)),
                _ => None,
            })
            .collect();
        let outer = (self.scope, self.block, self.function);
        self.new_scope();
        (self.block, self.function) = (None, Some(function));
        for (index, (param, default)) in params.iter().zip(defaults).enumerate() {
            if let Some(name) = &param.name {
                self.bind(name, Source::Parameter { function, index, default });
            }
        }
        inside(self);
        (self.scope, self.block, self.function) = outer;
    }

    fn new_scope(&mut self) {
        self.facts.scopes.push(Scope { parent: Some(self.scope), ..Scope::default() });
        self.scope = self.facts.scopes.len() - 1;
    }

    fn whole(&mut self, expr: &'p Expr, why: &'static str) -> Id {
        self.expr(expr, Usage::Whole(why))
    }

    fn expr(&mut self, expr: &'p Expr, usage: Usage) -> Id {
        let outer = std::mem::take(&mut self.parts);
        let form = self.form(expr, usage);
        let mut parts = std::mem::replace(&mut self.parts, outer);
        let has_source = !matches!(form, Form::Either { has_condition: false } | Form::Lambda(_) | Form::Plain);
        if has_source && !parts.is_empty() {
            parts.rotate_left(1);
        }
        let range = self.program.range(expr.span);
        let (scope, block, function) = (self.scope, self.block, self.function);
        let id = self.facts.nodes.len();
        self.facts.nodes.push(Node { expr, form, parts, range, scope, usage, block, function });
        self.parts.push(id);
        id
    }

    fn form(&mut self, expr: &'p Expr, usage: Usage) -> Form {
        let why = match &expr.kind {
            ExprKind::List(_) | ExprKind::Tuple(_) => "it is put into a list",
            ExprKind::Dict(_) => "it is put into a map",
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.condition, Usage::Tested);
                self.expr(&conditional.then, usage);
                self.expr(&conditional.otherwise, usage);
                return Form::Either { has_condition: true };
            }
            ExprKind::Lambda(lambda) => {
                let function = self.new_function(&lambda.params);
                self.within(function, &lambda.params, |builder| {
                    let result = builder.expr(&lambda.body, Usage::Returned(function));
                    if let Some(function) = builder.facts.functions.get_mut(function) {
                        function.results.push(result);
                    }
                });
                return Form::Lambda(function);
            }
            ExprKind::Comprehension(comprehension) => {
                self.comprehension(comprehension);
                return Form::Plain;
            }
            ExprKind::Unary { op: Tok::Not, operand, .. } => {
                self.expr(operand, Usage::Tested);
                return Form::Plain;
            }
            ExprKind::Chain(chain) => return self.chain(chain, usage),
            ExprKind::Dot { object, name, .. } => {
                let object = self.expr(object, Usage::Object);
                let (step, link) = (Step::Key(name.text.clone()), self.program.range(name.span));
                return Form::Member { object, step, link, notation: Notation::Word };
            }
            ExprKind::Index { object, index, .. } => {
                let object = self.expr(object, Usage::Object);
                return self.index(object, index, Notation::Text);
            }
            ExprKind::Slice(slice) => {
                let value = self.expr(&slice.object, usage);
                for part in [&slice.low, &slice.high, &slice.step].into_iter().flatten() {
                    self.whole(part, COMPUTED);
                }
                return Form::Same(value);
            }
            ExprKind::Paren(inner) => return Form::Same(self.expr(inner, usage)),
            ExprKind::Call(call) => return self.call(call, usage),
            ExprKind::Unary { .. } | ExprKind::Name(_) | ExprKind::Literal(_) => COMPUTED,
        };
        expr.for_each_part(&mut |part| {
            self.whole(part, why);
        });
        Form::Plain
    }

    /// A member by an index, or by its name as a string.
    fn index(&mut self, object: Id, index: &'p Expr, notation: Notation) -> Form {
        let link = self.program.range(index.span);
        if let ExprKind::Literal(Literal::Str(name)) = &index.unparen().kind {
            return Form::Member { object, step: Step::Key(name.clone()), link, notation };
        }
        self.whole(index, COMPUTED);
        Form::Member { object, step: Step::Item, link, notation: Notation::Computed }
    }

    fn chain(&mut self, chain: &'p ast::Chain, usage: Usage) -> Form {
        let operands = std::iter::once(&chain.first).chain(chain.links.iter().map(|link| &link.operand));
        let is = |toks: &[Tok]| chain.links.iter().all(|link| toks.contains(&link.op));
        if is(&[Tok::And, Tok::Or]) {
            operands.for_each(|operand| {
                self.expr(operand, usage);
            });
            return Form::Either { has_condition: false };
        }
        if let ([link], ExprKind::Literal(Literal::Str(_))) = (&chain.links[..], &chain.first.unparen().kind)
            && matches!(link.op, Tok::In | Tok::NotIn)
        {
            // `"name" in map` reads the member if `map` is a map.
            let object = self.expr(&link.operand, Usage::Object);
            return self.index(object, &chain.first, Notation::Tested);
        }
        let usage = if is(&[Tok::EqEq, Tok::NotEq]) { Usage::Tested } else { Usage::Whole(COMPUTED) };
        operands.for_each(|operand| {
            self.expr(operand, usage);
        });
        Form::Plain
    }

    fn comprehension(&mut self, comprehension: &'p ast::Comprehension) {
        let outer = self.scope;
        self.new_scope();
        let inner = self.scope;
        for (number, clause) in comprehension.clauses.iter().enumerate() {
            match clause {
                Clause::For { vars, iterable, .. } => {
                    // The first iterable is evaluated in the scope around the comprehension.
                    self.scope = if number == 0 { outer } else { inner };
                    self.iterable(vars, iterable, inner);
                    self.scope = inner;
                }
                Clause::If { condition } => {
                    self.expr(condition, Usage::Tested);
                }
            }
        }
        match &comprehension.body {
            Body::List(body) => {
                self.whole(body, "it is put into a list");
            }
            Body::Dict(entry) => {
                self.whole(&entry.key, "it is put into a map");
                self.whole(&entry.value, "it is put into a map");
            }
        }
        self.scope = outer;
    }

    fn call(&mut self, call: &'p ast::Call, usage: Usage) -> Form {
        let positional = |index: usize| call.args.get(index).filter(|arg| matches!(arg.kind, ArgKind::Positional));
        let callee = call.callee.unparen();
        if let ExprKind::Name(name) = &callee.kind
            && self.facts.lookup(self.scope, &name.text).is_none()
        {
            match (&*name.text, positional(0), positional(1)) {
                ("getattr" | "hasattr", Some(object), Some(member)) => {
                    let object = self.expr(&object.value, Usage::Object);
                    return self.index(object, &member.value, Notation::Text);
                }
                ("list" | "reversed" | "tuple", Some(list), None) => {
                    return Form::Same(self.expr(&list.value, usage));
                }
                (testing, Some(value), None) if TESTING.contains(&testing) => {
                    self.expr(&value.value, Usage::Tested);
                    return Form::Plain;
                }
                _ => {}
            }
        }
        let id = self.expr(callee, Usage::Callee);
        let args: Vec<Id> = call.args.iter().map(|arg| self.expr(&arg.value, Usage::Argument)).collect();
        if let ExprKind::Dot { object, name, .. } = &callee.kind
            && MUTATING.contains(&&*name.text)
        {
            args.into_iter().for_each(|arg| self.mutates(object, arg));
        }
        Form::Call { callee: id }
    }
}

/// The argument of `enumerate(…)`.
fn enumerated(iterable: &Expr) -> Option<&Expr> {
    let ExprKind::Call(call) = &iterable.unparen().kind else { return None };
    let ExprKind::Name(name) = &call.callee.unparen().kind else { return None };
    let arg = call.args.first().filter(|arg| matches!(arg.kind, ArgKind::Positional))?;
    (name.text == "enumerate").then_some(&arg.value)
}
