//! The resolver: the meaning of each name, and all errors of names, in ytt's order and words.
//!
//! Uses at the top level are resolved in program order (a built-in may be hidden later); uses inside
//! functions and comprehensions at the end, when all names of the module are known. Once looked up, a name
//! stays known to its block, which is why it is reported once there and can be suggested afterwards.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::*;
use super::names::UNIVERSE;
use super::scan::{check_time, problem_at};
use super::source::{Source, Span};
use super::token::Tok;
use super::{Problem, ProblemKind};
use crate::spelling::{nearest, only_nearest};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// A variable of a function or comprehension, with a number that no other one has.
    Local(usize),
    /// A variable of the module, by index.
    Global(usize),
    /// A name bound by `load`, by index.
    Loaded(usize),
    /// An instruction of a template program.
    Predeclared,
    /// A built-in name.
    Universal,
    /// Nothing.
    Undefined,
}

/// The top level of a module, or a function by its keyword: no two functions begin at the same place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Owner(Option<u32>);

impl Owner {
    /// The top level, which owns the variables of its comprehensions.
    pub const MODULE: Owner = Owner(None);

    /// The function with its `def` or `lambda` at this position.
    pub fn function(keyword: Span) -> Owner {
        Owner(Some(keyword.start))
    }
}

/// A variable of a function or comprehension.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in the program.
    pub name: String,
    /// The function that has it. A comprehension's variables belong to the function around it.
    pub owner: Owner,
    /// Whether functions inside of its owner use it.
    pub is_captured: bool,
}

/// The resolver's answer.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// Per `Name::id`.
    references: Vec<Option<Reference>>,
    globals: Vec<String>,
    global_index: BTreeMap<String, usize>,
    loaded: Vec<String>,
    locals: Vec<Local>,
}

impl Resolved {
    /// The meaning of a name; `None` for names that are no variables.
    pub fn reference(&self, name: &Name) -> Option<Reference> {
        self.references.get(name.id as usize).copied().flatten()
    }

    /// The meanings of all names, by `Name::id`.
    pub fn references(&self) -> &[Option<Reference>] {
        &self.references
    }

    /// The module's variables, in order of first binding.
    pub fn globals(&self) -> &[String] {
        &self.globals
    }

    /// The names that `load` binds, by the number of [`Reference::Loaded`].
    pub fn loaded(&self) -> &[String] {
        &self.loaded
    }

    /// The variables of functions and comprehensions, by the number of [`Reference::Local`].
    pub fn locals(&self) -> &[Local] {
        &self.locals
    }
}

/// Resolves a program. `is_predeclared` knows the instructions of a template program.
pub(crate) fn resolve(
    source: &Source,
    file: &File,
    is_predeclared: &dyn Fn(&str) -> bool,
) -> Result<Resolved, Vec<Problem>> {
    let resolver = Resolver::of(source, file, is_predeclared);
    if let Some(stopped) = resolver.stopped {
        return Err(vec![*stopped]);
    }
    if resolver.problems.is_empty() { Ok(resolver.answer) } else { Err(resolver.problems) }
}

/// Resolves a program that may have errors of names.
pub fn references(source: &Source, file: &File) -> Resolved {
    Resolver::of(source, file, &|_| false).answer
}

const FILE: usize = 0;

#[derive(Default)]
struct Block {
    parent: Option<usize>,
    is_function: bool,
    /// The function that it belongs to.
    owner: Owner,
    bindings: BTreeMap<String, Reference>,
    children: Vec<usize>,
    /// Only functions and the file have uses.
    uses: Vec<Use>,
}

#[derive(Clone)]
struct Use {
    name: String,
    id: u32,
    at: Span,
    /// The block it appears in.
    block: usize,
}

struct Resolver<'a> {
    source: &'a Source,
    is_predeclared: &'a dyn Fn(&str) -> bool,
    answer: Resolved,
    blocks: Vec<Block>,
    current: usize,
    /// Open loops, per open function.
    loops: Vec<u32>,
    problems: Vec<Problem>,
    /// Set when the run's time is up.
    stopped: Option<Box<Problem>>,
}

impl<'a> Resolver<'a> {
    fn of(source: &'a Source, file: &File, is_predeclared: &'a dyn Fn(&str) -> bool) -> Resolver<'a> {
        let mut resolver = Resolver {
            source,
            is_predeclared,
            answer: Resolved { references: vec![None; file.names.len()], ..Resolved::default() },
            blocks: vec![Block::default()],
            current: FILE,
            loops: Vec::from([0]),
            problems: Vec::new(),
            stopped: None,
        };
        resolver.body(&file.body);
        resolver.resolve_local_uses(FILE);
        resolver.resolve_nonlocal_uses(FILE);
        resolver
    }

    fn error(&mut self, at: Span, message: impl Into<String>) {
        self.problems.push(*problem_at(self.source, at, message));
    }

    fn error_of(&mut self, kind: ProblemKind, at: Span, message: impl Into<String>) {
        self.problems.push(Problem { kind, ..*problem_at(self.source, at, message) });
    }

    /// Opens a block: that of a function, or else of a comprehension.
    fn push(&mut self, function: Option<Owner>) -> usize {
        let block = self.blocks.len();
        let owner = function.unwrap_or(self.blocks[self.current].owner);
        let is_function = function.is_some();
        self.blocks.push(Block { parent: Some(self.current), is_function, owner, ..Block::default() });
        self.blocks[self.current].children.push(block);
        self.current = block;
        block
    }

    fn pop(&mut self) {
        self.current = self.blocks[self.current].parent.unwrap_or(FILE);
    }

    /// The function or file around the current block.
    fn container(&self) -> usize {
        let mut block = self.current;
        loop {
            let found = &self.blocks[block];
            match found.parent {
                Some(parent) if !found.is_function => block = parent,
                _ => return block,
            }
        }
    }

    fn in_function(&self) -> bool {
        self.container() != FILE
    }

    /// Sets the meaning of a use, once that is known.
    fn settle(&mut self, found: &Use, reference: Reference) {
        if let Reference::Local(index) = reference
            && let Some(local) = self.answer.locals.get_mut(index)
            && local.owner != self.blocks[found.block].owner
        {
            local.is_captured = true;
        }
        self.refer(found.id, reference);
    }

    fn refer(&mut self, id: u32, reference: Reference) {
        if let Some(slot) = self.answer.references.get_mut(id as usize) {
            *slot = Some(reference);
        }
    }

    /// Binds a name in the current block; says whether it was bound before.
    fn bind(&mut self, name: &Name) -> bool {
        if self.current != FILE {
            return self.bind_local(name);
        }
        if let Some(known) = self.blocks[FILE].bindings.get(&name.text).copied() {
            self.refer(name.id, known);
            return true;
        }
        let known = self.answer.global_index.get(&name.text).copied();
        let index = known.unwrap_or(self.answer.globals.len());
        if known.is_none() {
            self.answer.globals.push(name.text.clone());
            self.answer.global_index.insert(name.text.clone(), index);
        }
        self.refer(name.id, Reference::Global(index));
        known.is_some()
    }

    fn bind_local(&mut self, name: &Name) -> bool {
        let known = self.blocks[self.current].bindings.contains_key(&name.text);
        if !known {
            let reference = if self.current == FILE {
                self.answer.loaded.push(name.text.clone());
                Reference::Loaded(self.answer.loaded.len() - 1)
            } else {
                let owner = self.blocks[self.current].owner;
                self.answer.locals.push(Local { name: name.text.clone(), owner, is_captured: false });
                Reference::Local(self.answer.locals.len() - 1)
            };
            self.blocks[self.current].bindings.insert(name.text.clone(), reference);
        }
        self.use_name(name);
        known
    }

    fn use_name(&mut self, name: &Name) {
        let found = Use { name: name.text.clone(), id: name.id, at: name.span, block: self.current };
        if self.current == FILE {
            let reference = self.use_at_top_level(&found);
            self.refer(found.id, reference);
        } else {
            let container = self.container();
            self.blocks[container].uses.push(found);
        }
    }

    /// A name as the module sees it now.
    fn use_at_top_level(&mut self, found: &Use) -> Reference {
        let name = found.name.as_str();
        if let Some(known) = self.blocks[FILE].bindings.get(name) {
            return *known;
        }
        if let Some(index) = self.answer.global_index.get(name) {
            return Reference::Global(*index);
        }
        if (self.is_predeclared)(name) {
            return Reference::Predeclared;
        }
        if UNIVERSE.contains(&name) {
            return Reference::Universal;
        }
        // Like ytt, compare each undefined name with all others.
        let known = self.answer.globals.len();
        if let Err(stopped) = check_time(self.source, found.at, known) {
            self.stopped.get_or_insert(stopped);
        }
        if self.stopped.is_some() {
            return Reference::Undefined;
        }
        let names = self.names_around(found);
        let hint = nearest(name, names.iter().map(|(name, _)| *name));
        let hint = hint.map(|other| format!(" (did you mean {other}?)")).unwrap_or_default();
        let defined = names.iter().filter(|(_, is_defined)| *is_defined).map(|(name, _)| *name);
        let meant = only_nearest(name, defined).map(str::to_owned);
        let kind = ProblemKind::Undefined { name: name.to_owned(), meant };
        self.error_of(kind, found.at, format!("undefined: {name}{hint}"));
        Reference::Undefined
    }

    /// The names of the blocks around and the module's variables, sorted, and whether they are defined.
    fn names_around(&self, found: &Use) -> Vec<(&str, bool)> {
        let mut names: Vec<(&str, bool)> = self.answer.globals.iter().map(|name| (name.as_str(), true)).collect();
        let mut block = Some(found.block);
        while let Some(index) = block {
            let bindings = self.blocks[index].bindings.iter();
            names.extend(bindings.map(|(name, reference)| (name.as_str(), *reference != Reference::Undefined)));
            block = self.blocks[index].parent;
        }
        // Stable, because that is fast for a list of a few sorted runs.
        names.sort();
        names
    }

    /// On leaving a function (or the file): uses of its own variables are settled, the others wait.
    fn resolve_local_uses(&mut self, container: usize) {
        let uses = std::mem::take(&mut self.blocks[container].uses);
        for found in uses {
            match self.lookup_in_function(&found) {
                Some(reference) => self.settle(&found, reference),
                None => self.blocks[container].uses.push(found),
            }
        }
    }

    fn lookup_in_function(&self, found: &Use) -> Option<Reference> {
        let mut block = Some(found.block);
        while let Some(index) = block {
            let env = &self.blocks[index];
            if let Some(reference) = env.bindings.get(&found.name) {
                return matches!(reference, Reference::Local(_) | Reference::Loaded(_)).then_some(*reference);
            }
            if env.is_function {
                return None;
            }
            block = env.parent;
        }
        None
    }

    /// At the end: everything else, innermost blocks first.
    fn resolve_nonlocal_uses(&mut self, block: usize) {
        for child in self.blocks[block].children.clone() {
            self.resolve_nonlocal_uses(child);
        }
        for found in std::mem::take(&mut self.blocks[block].uses) {
            let reference = self.lookup_outwards(&found);
            self.settle(&found, reference);
        }
    }

    fn lookup_outwards(&mut self, found: &Use) -> Reference {
        let mut missed = Vec::new();
        let mut block = found.block;
        let reference = loop {
            if block == FILE {
                break self.use_at_top_level(found);
            }
            if let Some(reference) = self.blocks[block].bindings.get(&found.name) {
                break *reference;
            }
            missed.push(block);
            block = self.blocks[block].parent.unwrap_or(FILE);
        };
        for block in missed {
            self.blocks[block].bindings.insert(found.name.clone(), reference);
        }
        reference
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn loop_body(&mut self, body: &[Stmt]) {
        if let Some(open) = self.loops.last_mut() {
            *open += 1;
        }
        self.body(body);
        if let Some(open) = self.loops.last_mut() {
            *open -= 1;
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Branch(tok) => {
                if self.loops.last() == Some(&0) {
                    self.error(stmt.span, format!("{} not in a loop", tok.name()));
                }
            }
            StmtKind::If { arms, otherwise } => {
                for arm in arms {
                    self.expr(&arm.condition);
                    self.body(&arm.body);
                }
                self.body(otherwise.as_deref().unwrap_or_default());
            }
            StmtKind::Assign { target, op, value, .. } => {
                self.expr(value);
                self.assign(target, *op != Tok::Eq);
            }
            StmtKind::Def(def) => {
                self.bind(&def.name);
                self.function(def.keyword, &def.params, FunctionBody::Block(&def.body));
            }
            StmtKind::For { vars, iterable, body } => {
                self.expr(iterable);
                self.assign(vars, false);
                self.loop_body(body);
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.loop_body(body);
            }
            StmtKind::Return { value, .. } => {
                if !self.in_function() {
                    self.error(stmt.span, "return statement not within a function");
                }
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            StmtKind::Load(load) => self.load(load),
        }
    }

    fn load(&mut self, load: &Load) {
        if self.in_function() {
            self.error(load.keyword, "load statement within a function");
        }
        for binding in &load.bindings {
            if binding.from.is_empty() {
                self.error(binding.from_span, "load: empty identifier");
                continue;
            }
            if binding.from.starts_with('_') {
                self.error_of(
                    ProblemKind::Load,
                    binding.from_span,
                    format!("load: names with leading underscores are not exported: {}", binding.from),
                );
            }
            self.bind_local(&binding.to);
        }
    }

    fn assign(&mut self, target: &Expr, augmented: bool) {
        match &target.kind {
            ExprKind::Name(name) => {
                self.bind(name);
            }
            ExprKind::Index { object, index, .. } => {
                self.expr(object);
                self.expr(index);
            }
            ExprKind::Dot { object, .. } => self.expr(object),
            ExprKind::Tuple(items) => {
                self.assign_sequence(target, items, augmented, "()", "tuple");
            }
            ExprKind::List(items) => self.assign_sequence(target, items, augmented, "[]", "list"),
            ExprKind::Paren(inner) => self.assign(inner, augmented),
            _ => {
                self.error(target.span, format!("can't assign to {}", target.kind_name()));
            }
        }
    }

    fn assign_sequence(&mut self, target: &Expr, items: &[Expr], augmented: bool, empty: &str, kind: &str) {
        if items.is_empty() {
            self.error(target.span, format!("can't assign to {empty}"));
        }
        if augmented {
            self.error(target.span, format!("can't use {kind} expression in augmented assignment"));
        }
        for item in items {
            self.assign(item, augmented);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.use_name(name),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Lambda(lambda) => {
                self.function(lambda.keyword, &lambda.params, FunctionBody::Value(&lambda.body));
            }
            ExprKind::Call(call) => self.call(expr.span, call),
            _ => expr.for_each_part(&mut |part| self.expr(part)),
        }
    }

    /// The first iterable belongs to the block around, everything else to the comprehension's own.
    fn comprehension(&mut self, comprehension: &Comprehension) {
        for (i, clause) in comprehension.clauses.iter().enumerate() {
            match clause {
                Clause::For { vars, iterable, .. } if i == 0 => {
                    self.expr(iterable);
                    self.push(None);
                    self.assign(vars, false);
                }
                Clause::For { vars, iterable, .. } => {
                    self.assign(vars, false);
                    self.expr(iterable);
                }
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
        self.pop();
    }

    fn call(&mut self, span: Span, call: &Call) {
        self.expr(&call.callee);
        let (mut stars, mut double_stars) = (false, false);
        let mut named: BTreeSet<&str> = BTreeSet::new();
        let (mut named_count, mut positional) = (0, 0);
        for arg in &call.args {
            match &arg.kind {
                ArgKind::StarStar => {
                    if double_stars {
                        self.error(arg.span, "multiple **kwargs not allowed");
                    }
                    double_stars = true;
                }
                ArgKind::Star => {
                    if double_stars {
                        self.error(arg.span, "*args may not follow **kwargs");
                    } else if stars {
                        self.error(arg.span, "multiple *args not allowed");
                    }
                    stars = true;
                }
                ArgKind::Named(name) => {
                    named_count += 1;
                    if double_stars {
                        self.error(arg.span, "argument may not follow **kwargs");
                    }
                    if !named.insert(&name.text) {
                        self.error(name.span, format!("keyword argument {} repeated", name.text));
                    }
                }
                ArgKind::Positional => {
                    positional += 1;
                    if stars {
                        self.error(arg.span, "argument may not follow *args");
                    } else if double_stars {
                        self.error(arg.span, "argument may not follow **kwargs");
                    } else if !named.is_empty() {
                        self.error(arg.span, "positional argument may not follow named");
                    }
                }
            }
            self.expr(&arg.value);
        }
        for (count, kind) in [(positional, "positional"), (named_count, "keyword")] {
            if count >= 256 {
                self.error(span, format!("{count} {kind} arguments in call, limit is 255"));
            }
        }
    }

    fn function(&mut self, keyword: Span, params: &[Param], body: FunctionBody<'_>) {
        for param in params {
            if let ParamKind::Default(value) = &param.kind {
                self.expr(value);
            }
        }
        let block = self.push(Some(Owner::function(keyword)));
        self.params(params);
        self.loops.push(0);
        match body {
            FunctionBody::Block(body) => self.body(body),
            FunctionBody::Value(value) => self.expr(value),
        }
        self.loops.pop();
        self.resolve_local_uses(block);
        self.pop();
    }

    fn params(&mut self, params: &[Param]) {
        let mut optional = false;
        let mut star: Option<&Param> = None;
        let mut double_star: Option<&Name> = None;
        let mut keyword_only = 0;
        for param in params {
            let after = double_star.map(|name| name.text.as_str());
            match (&param.kind, &param.name) {
                (ParamKind::Plain, Some(name)) => {
                    if let Some(after) = after {
                        self.error(param.at, format!("required parameter may not follow **{after}"));
                    } else if star.is_some() {
                        keyword_only += 1;
                    } else if optional {
                        self.error(param.at, "required parameter may not follow optional");
                    }
                    self.bind_param(name, param.at);
                }
                (ParamKind::Default(_), Some(name)) => {
                    if let Some(after) = after {
                        self.error(param.at, format!("optional parameter may not follow **{after}"));
                    } else if star.is_some() {
                        keyword_only += 1;
                    }
                    self.bind_param(name, param.at);
                    optional = true;
                }
                (ParamKind::StarStar, Some(name)) => {
                    if after.is_some() {
                        self.error(param.at, "multiple ** parameters not allowed");
                    }
                    double_star = Some(name);
                }
                (ParamKind::Star, _) => {
                    if let Some(after) = after {
                        self.error(param.at, format!("* parameter may not follow **{after}"));
                    } else if star.is_some() {
                        self.error(param.at, "multiple * parameters not allowed");
                    } else {
                        star = Some(param);
                    }
                }
                // Only a star may lack its name.
                (_, None) => {}
            }
        }
        match star.map(|star| (star.at, &star.name)) {
            Some((_, Some(name))) => self.bind_param(name, name.span),
            Some((at, None)) if keyword_only == 0 => {
                self.error(at, "bare * must be followed by keyword-only parameters");
            }
            _ => {}
        }
        if let Some(name) = double_star {
            self.bind_param(name, name.span);
        }
    }

    fn bind_param(&mut self, name: &Name, at: Span) {
        if self.bind(name) {
            self.error(at, format!("duplicate parameter: {}", name.text));
        }
    }
}

#[derive(Clone, Copy)]
enum FunctionBody<'a> {
    Block(&'a [Stmt]),
    Value(&'a Expr),
}
