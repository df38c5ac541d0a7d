//! The code of a file as flat lists: expressions, the names they are bound to, functions, and what is around each line.
//!
//! Takes a [`Program`], hands on what the questions "where does this value come from" and "what happens to it" need.
//! Nothing is resolved here: names keep their scope, and [`super`] looks them up, also across files.

use std::collections::BTreeMap;
use std::ops::Range;

use super::program::Program;
use crate::syntax::ast::{self, ArgKind, Body, Clause, ExprKind, ParamKind, Stmt, StmtKind};
use crate::syntax::token::{Literal, Tok};
use crate::yaml::outline::Step;

/// Index of an expression, a scope, a block or a function.
pub(crate) type Id = usize;

#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) functions: Vec<Function>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) roots: Vec<Root>,
    /// Lists and maps that get something more: the scope, the name, and what they get.
    pub(crate) mutations: Vec<(Id, String, Id)>,
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Node {
    /// Bytes of the file.
    pub(crate) range: Range<usize>,
    pub(crate) kind: NodeKind,
    pub(crate) scope: Id,
    pub(crate) usage: Usage,
    pub(crate) block: Option<Id>,
    pub(crate) function: Option<Id>,
}

#[derive(Debug)]
pub(crate) enum NodeKind {
    Name(String),
    /// A member, or what stands at an index.
    Step {
        object: Id,
        step: Step,
        /// The name as written.
        link: Range<usize>,
        written: Written,
        /// The index, where it is computed.
        index: Option<Id>,
    },
    Call {
        callee: Id,
        args: Vec<Argument>,
    },
    /// One of these, as the others say.
    Either {
        values: Vec<Id>,
        conditions: Vec<Id>,
    },
    /// The same value, or a part of the same list.
    Same {
        value: Id,
        others: Vec<Id>,
    },
    Lambda(Id),
    Text(String),
    /// A number, None.
    Scalar,
    List(Vec<Id>),
    /// Keys and values.
    Map(Vec<(Id, Id)>),
    /// Anything else that is made of these.
    Made(Vec<Id>),
}

/// How the name of a member is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Behind a dot.
    Word,
    /// As a text: an index, or the argument of `getattr`.
    Text,
    /// As a text in front of `in`, which may as well be an item of a list.
    Tested,
    /// Not at all: it is computed, or a number.
    Computed,
}

#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: Option<String>,
    pub(crate) is_starred: bool,
    pub(crate) value: Id,
}

/// What is done with the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// A member of it is taken.
    Object,
    Callee,
    /// Another name for it.
    Bound,
    Argument,
    /// A function's result.
    Returned(Id),
    /// Gone through item by item.
    Iterated,
    /// Only whether it is there, how long it is, or whether it equals something.
    Tested,
    /// Anything else; why it is not followed.
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
    /// Counts through it.
    Item(Id),
    /// Some part of it.
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
pub(crate) struct Function {
    pub(crate) parameters: Vec<Parameter>,
    /// What it returns.
    pub(crate) results: Vec<Id>,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// `*args` or `**kwargs`.
    pub(crate) is_starred: bool,
}

/// What stands between `if` or `for` and its `end`.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) is_loop: bool,
    /// The conditions, those of the branches before it included; what is counted through.
    pub(crate) header: Vec<Id>,
    pub(crate) parent: Option<Id>,
}

/// A piece of code that stands for itself, or a line without code.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) node: Option<Id>,
    pub(crate) range: Range<usize>,
    pub(crate) block: Option<Id>,
    pub(crate) function: Option<Id>,
}

/// Methods that put something into a list or a map.
const MUTATING: [&str; 7] = ["append", "extend", "insert", "update", "setdefault", "add", "set"];
/// Functions that only look.
const LOOKING: [&str; 3] = ["len", "type", "bool"];

impl Tree {
    pub(super) fn of(program: &Program) -> Tree {
        let tree = Tree { scopes: vec![Scope::default()], ..Tree::default() };
        let mut builder = Builder { program, tree, scope: 0, block: None, function: None };
        builder.body(&program.file.body);
        builder.tree
    }

    /// The expressions that an expression is made of.
    pub(crate) fn parts(&self, node: Id) -> Vec<Id> {
        match self.nodes.get(node).map(|node| &node.kind) {
            Some(NodeKind::Step { object, index, .. }) => index.iter().copied().chain([*object]).collect(),
            Some(NodeKind::Call { callee, args }) => args.iter().map(|arg| arg.value).chain([*callee]).collect(),
            Some(NodeKind::Either { values, conditions }) => values.iter().chain(conditions).copied().collect(),
            Some(NodeKind::Same { value, others }) => others.iter().copied().chain([*value]).collect(),
            Some(NodeKind::Lambda(function)) => {
                self.functions.get(*function).map_or_else(Vec::new, |function| function.results.clone())
            }
            Some(NodeKind::Made(parts) | NodeKind::List(parts)) => parts.clone(),
            Some(NodeKind::Map(entries)) => entries.iter().flat_map(|(key, value)| [*key, *value]).collect(),
            Some(NodeKind::Name(_) | NodeKind::Text(_) | NodeKind::Scalar) | None => Vec::new(),
        }
    }

    /// The scope, at or around one, that has a name.
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
    tree: Tree,
    scope: Id,
    block: Option<Id>,
    function: Option<Id>,
}

impl Builder<'_> {
    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => match self.program.marked(expr) {
                Some(range) => self.root(None, range),
                None => {
                    self.root_expr(expr, Usage::Whole("it is handed on as a whole"));
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
                if let Some(function) = self.function.and_then(|function| self.tree.functions.get_mut(function)) {
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
        self.tree.roots.push(Root { node, range, block: self.block, function: self.function });
    }

    fn root_expr(&mut self, expr: &ast::Expr, usage: Usage) -> Id {
        let id = self.expr(expr, usage);
        self.root(Some(id), self.program.range(expr.span));
        id
    }

    fn block(&mut self, is_loop: bool, header: Vec<Id>, inside: impl FnOnce(&mut Self)) {
        let parent = self.block;
        self.tree.blocks.push(Block { is_loop, header, parent });
        self.block = Some(self.tree.blocks.len() - 1);
        inside(self);
        self.block = parent;
    }

    fn bind(&mut self, name: &ast::Name, source: Source) {
        let block = self.block;
        if let Some(scope) = self.tree.scopes.get_mut(self.scope) {
            scope.names.entry(name.text.clone()).or_default().push(Binding { source, block });
        }
    }

    fn assignment(&mut self, target: &ast::Expr, op: Tok, value: &ast::Expr) {
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

    /// What is put into the list or map that an expression starts with.
    fn mutates(&mut self, object: &ast::Expr, value: Id) {
        let mut object = object.unparen();
        loop {
            object = match &object.kind {
                ExprKind::Dot { object, .. } | ExprKind::Index { object, .. } => object.unparen(),
                ExprKind::Name(name) => {
                    return self.tree.mutations.push((self.scope, name.text.clone(), value));
                }
                _ => return,
            };
        }
    }

    /// Names that are given something all together.
    fn targets(&mut self, target: &ast::Expr, source: &Source) {
        match &target.unparen().kind {
            ExprKind::Name(name) => self.bind(name, source.clone()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.targets(item, source));
            }
            _ => {}
        }
    }

    /// What a loop counts through; its variables come into a scope.
    fn iterable(&mut self, vars: &ast::Expr, iterable: &ast::Expr, scope: Id) -> Id {
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

    fn new_function(&mut self, params: &[ast::Param]) -> Id {
        let parameter = |param: &ast::Param| Parameter {
            name: param.name.as_ref().map(|name| name.text.clone()).unwrap_or_default(),
            is_starred: matches!(param.kind, ParamKind::Star | ParamKind::StarStar),
        };
        let parameters = params.iter().map(parameter).collect();
        self.tree.functions.push(Function { parameters, results: Vec::new() });
        self.tree.functions.len() - 1
    }

    fn within(&mut self, function: Id, params: &[ast::Param], inside: impl FnOnce(&mut Self)) {
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
        self.tree.scopes.push(Scope { parent: Some(self.scope), ..Scope::default() });
        self.scope = self.tree.scopes.len() - 1;
    }

    fn node(&mut self, expr: &ast::Expr, kind: NodeKind, usage: Usage) -> Id {
        let range = self.program.range(expr.span);
        let (scope, block, function) = (self.scope, self.block, self.function);
        self.tree.nodes.push(Node { range, kind, scope, usage, block, function });
        self.tree.nodes.len() - 1
    }

    fn whole(
        &mut self,
        exprs: impl IntoIterator<Item = impl std::borrow::Borrow<ast::Expr>>,
        why: &'static str,
    ) -> Vec<Id> {
        exprs.into_iter().map(|expr| self.expr(expr.borrow(), Usage::Whole(why))).collect()
    }

    fn expr(&mut self, expr: &ast::Expr, usage: Usage) -> Id {
        let kind = match &expr.kind {
            ExprKind::Name(name) if matches!(&*name.text, "None" | "True" | "False") => NodeKind::Scalar,
            ExprKind::Name(name) => NodeKind::Name(name.text.clone()),
            ExprKind::Literal(Literal::Str(text)) => NodeKind::Text(text.clone()),
            ExprKind::Literal(_) => NodeKind::Scalar,
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                NodeKind::List(self.whole(items, "it is put into a list"))
            }
            ExprKind::Dict(entries) => {
                let mut part = |expr| self.expr(expr, Usage::Whole("it is put into a map"));
                NodeKind::Map(entries.iter().map(|entry| (part(&entry.key), part(&entry.value))).collect())
            }
            ExprKind::Comprehension(comprehension) => NodeKind::Made(self.comprehension(comprehension)),
            ExprKind::Conditional(conditional) => NodeKind::Either {
                conditions: vec![self.expr(&conditional.condition, Usage::Tested)],
                values: vec![self.expr(&conditional.then, usage), self.expr(&conditional.otherwise, usage)],
            },
            ExprKind::Lambda(lambda) => {
                let function = self.new_function(&lambda.params);
                self.within(function, &lambda.params, |builder| {
                    let result = builder.expr(&lambda.body, Usage::Returned(function));
                    if let Some(function) = builder.tree.functions.get_mut(function) {
                        function.results.push(result);
                    }
                });
                NodeKind::Lambda(function)
            }
            ExprKind::Unary { op: Tok::Not, operand, .. } => {
                let operand = self.expr(operand, Usage::Tested);
                NodeKind::Made(vec![operand])
            }
            ExprKind::Unary { operand, .. } => NodeKind::Made(self.whole([&**operand], "it is computed with")),
            ExprKind::Chain(chain) => self.chain(chain, usage),
            ExprKind::Dot { object, name, .. } => {
                let object = self.expr(object, Usage::Object);
                let link = self.program.range(name.span);
                NodeKind::Step { object, step: Step::Key(name.text.clone()), link, written: Written::Word, index: None }
            }
            ExprKind::Index { object, index, .. } => {
                let object = self.expr(object, Usage::Object);
                self.index(object, index, Written::Text)
            }
            ExprKind::Slice(slice) => {
                let value = self.expr(&slice.object, usage);
                let parts = [&slice.low, &slice.high, &slice.step].into_iter().flatten();
                NodeKind::Same { value, others: self.whole(parts, "it is computed with") }
            }
            ExprKind::Paren(inner) => NodeKind::Same { value: self.expr(inner, usage), others: Vec::new() },
            ExprKind::Call(call) => self.call(call, usage),
        };
        self.node(expr, kind, usage)
    }

    /// A member by an index, or by a name that is given as text.
    fn index(&mut self, object: Id, index: &ast::Expr, written: Written) -> NodeKind {
        let link = self.program.range(index.span);
        if let ExprKind::Literal(Literal::Str(name)) = &index.unparen().kind {
            return NodeKind::Step { object, step: Step::Key(name.clone()), link, written, index: None };
        }
        let index = self.expr(index, Usage::Whole("it is computed with"));
        NodeKind::Step { object, step: Step::Item, link, written: Written::Computed, index: Some(index) }
    }

    fn chain(&mut self, chain: &ast::Chain, usage: Usage) -> NodeKind {
        let operands = std::iter::once(&chain.first).chain(chain.links.iter().map(|link| &link.operand));
        let is = |toks: &[Tok]| chain.links.iter().all(|link| toks.contains(&link.op));
        if is(&[Tok::And, Tok::Or]) {
            let values = operands.map(|operand| self.expr(operand, usage)).collect();
            return NodeKind::Either { values, conditions: Vec::new() };
        }
        if is(&[Tok::EqEq, Tok::NotEq]) {
            let parts = operands.map(|operand| self.expr(operand, Usage::Tested)).collect();
            return NodeKind::Made(parts);
        }
        if let ([link], ExprKind::Literal(Literal::Str(_))) = (&chain.links[..], &chain.first.unparen().kind)
            && matches!(link.op, Tok::In | Tok::NotIn)
        {
            // `"name" in map` reads the member, as far as anybody can tell.
            let object = self.expr(&link.operand, Usage::Object);
            return self.index(object, &chain.first, Written::Tested);
        }
        NodeKind::Made(self.whole(operands, "it is computed with"))
    }

    fn comprehension(&mut self, comprehension: &ast::Comprehension) -> Vec<Id> {
        let outer = self.scope;
        self.new_scope();
        let inner = self.scope;
        let mut parts = Vec::new();
        for (number, clause) in comprehension.clauses.iter().enumerate() {
            match clause {
                Clause::For { vars, iterable, .. } => {
                    // The first iterable belongs to what is around.
                    self.scope = if number == 0 { outer } else { inner };
                    parts.push(self.iterable(vars, iterable, inner));
                    self.scope = inner;
                }
                Clause::If { condition } => parts.push(self.expr(condition, Usage::Tested)),
            }
        }
        match &comprehension.body {
            Body::List(body) => parts.extend(self.whole([body], "it is put into a list")),
            Body::Dict(entry) => parts.extend(self.whole([&entry.key, &entry.value], "it is put into a map")),
        }
        self.scope = outer;
        parts
    }

    fn call(&mut self, call: &ast::Call, usage: Usage) -> NodeKind {
        let positional = |index: usize| call.args.get(index).filter(|arg| matches!(arg.kind, ArgKind::Positional));
        let callee = call.callee.unparen();
        if let ExprKind::Name(name) = &callee.kind
            && self.tree.lookup(self.scope, &name.text).is_none()
        {
            match (&*name.text, positional(0), positional(1)) {
                ("getattr" | "hasattr", Some(object), Some(member)) => {
                    let object = self.expr(&object.value, Usage::Object);
                    return self.index(object, &member.value, Written::Text);
                }
                ("list" | "reversed" | "tuple", Some(list), None) => {
                    return NodeKind::Same { value: self.expr(&list.value, usage), others: Vec::new() };
                }
                (looking, Some(value), None) if LOOKING.contains(&looking) => {
                    return NodeKind::Made(vec![self.expr(&value.value, Usage::Tested)]);
                }
                _ => {}
            }
        }
        let id = self.expr(callee, Usage::Callee);
        let mut args = Vec::new();
        for arg in &call.args {
            let name = match &arg.kind {
                ArgKind::Named(name) => Some(name.text.clone()),
                _ => None,
            };
            let is_starred = matches!(arg.kind, ArgKind::Star | ArgKind::StarStar);
            let value = self.expr(&arg.value, Usage::Argument);
            args.push(Argument { name, is_starred, value });
        }
        if let ExprKind::Dot { object, name, .. } = &callee.kind
            && MUTATING.contains(&&*name.text)
        {
            for arg in &args {
                self.mutates(object, arg.value);
            }
        }
        NodeKind::Call { callee: id, args }
    }
}

/// What `enumerate(…)` counts.
fn enumerated(iterable: &ast::Expr) -> Option<&ast::Expr> {
    let ExprKind::Call(call) = &iterable.unparen().kind else { return None };
    let ExprKind::Name(name) = &call.callee.unparen().kind else { return None };
    let arg = call.args.first().filter(|arg| matches!(arg.kind, ArgKind::Positional))?;
    (name.text == "enumerate").then_some(&arg.value)
}
