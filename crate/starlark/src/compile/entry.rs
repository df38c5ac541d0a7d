//! The first position in a function's code. ytt reports it for a call with wrong arguments, since nothing of the function
//! has run then.
//!
//! ytt's compiler notes a position before some instructions only, and it arranges the code in blocks, where the one for a
//! false condition precedes the one for a true condition. This follows its instructions as far as positions depend on them.

use crate::syntax::ast::*;
use crate::syntax::resolve::{Reference, Resolved};
use crate::syntax::source::Span;
use crate::syntax::token::{Literal, Tok};

/// The first position of a `def`. `None` if no instruction has one: the function opens a context, which takes away its own
/// position, and does nothing else that has one.
pub(crate) fn of_def(resolved: &Resolved, def: &Def) -> Option<Span> {
    let own = def.context.is_none().then_some(def.keyword);
    let mut code = Code::new(resolved, own);
    code.block(&def.body);
    // The return at the end.
    code.emit();
    code.first_position()
}

pub(crate) fn of_lambda(resolved: &Resolved, lambda: &Lambda) -> Span {
    let mut code = Code::new(resolved, Some(lambda.keyword));
    code.expr(&lambda.body);
    code.first_position().unwrap_or(lambda.keyword)
}

#[derive(Default)]
struct Block {
    position: Option<Span>,
    /// Follows the block.
    next: Option<usize>,
    /// The target of its last instruction, if it jumps.
    branch: Option<usize>,
}

struct Code<'a> {
    resolved: &'a Resolved,
    blocks: Vec<Block>,
    current: usize,
    /// For the next instruction.
    pending: Option<Span>,
    /// The targets of `break` and `continue`.
    loops: Vec<(usize, usize)>,
}

impl<'a> Code<'a> {
    fn new(resolved: &'a Resolved, position: Option<Span>) -> Self {
        Code { resolved, blocks: vec![Block::default()], current: 0, pending: position, loops: Vec::new() }
    }

    fn first_position(&self) -> Option<Span> {
        let mut visited = vec![false; self.blocks.len()];
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            if std::mem::replace(&mut visited[index], true) {
                continue;
            }
            let block = &self.blocks[index];
            if block.position.is_some() {
                return block.position;
            }
            waiting.extend(block.branch);
            waiting.extend(block.next);
        }
        None
    }

    fn new_block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    /// An instruction.
    fn emit(&mut self) {
        let block = &mut self.blocks[self.current];
        block.position = block.position.or(self.pending.take());
        self.pending = None;
    }

    fn emit_at(&mut self, position: Span) {
        self.pending = Some(position);
        self.emit();
    }

    fn jump(&mut self, to: usize) {
        self.blocks[self.current].next = Some(to);
    }

    fn jump_if(&mut self, then: usize, otherwise: usize) {
        self.emit();
        self.blocks[self.current].branch = Some(then);
        self.jump(otherwise);
    }

    fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            if self.blocks[0].position.is_some() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            // A text alone makes no instruction.
            StmtKind::Expr(expr) if matches!(expr.kind, ExprKind::Literal(_)) => {}
            StmtKind::Expr(expr) => {
                self.expr(expr);
                self.emit();
            }
            StmtKind::If { arms, otherwise } => {
                let done = self.new_block();
                for arm in arms {
                    let [then, otherwise] = [self.new_block(), self.new_block()];
                    self.condition(&arm.condition, then, otherwise);
                    self.current = then;
                    self.block(&arm.body);
                    self.jump(done);
                    self.current = otherwise;
                }
                self.block(otherwise.as_deref().unwrap_or_default());
                self.jump(done);
                self.current = done;
            }
            StmtKind::Assign { target, op: Tok::Eq, at, value } => {
                self.expr(value);
                self.assign(target, *at);
            }
            StmtKind::Assign { target, at, value, .. } => {
                self.expr(target);
                self.expr(value);
                self.emit_at(*at);
            }
            StmtKind::Def(def) => {
                self.function(def.keyword, &def.params);
                self.emit();
            }
            StmtKind::For { vars, iterable, body } => {
                let [head, turn, tail] = self.start_loop(iterable, statement.span);
                self.assign(vars, statement.span);
                self.loops.push((tail, head));
                self.block(body);
                self.loops.pop();
                self.end_loop([head, turn, tail]);
            }
            StmtKind::While { condition, body } => {
                let [head, turn, done] = [self.new_block(), self.new_block(), self.new_block()];
                self.jump(head);
                self.current = head;
                self.condition(condition, turn, done);
                self.current = turn;
                self.loops.push((done, head));
                self.block(body);
                self.loops.pop();
                self.jump(head);
                self.current = done;
            }
            StmtKind::Return { value, .. } => {
                if let Some(value) = value {
                    self.expr(value);
                }
                self.emit();
                // The instructions after it are not reached.
                self.current = self.new_block();
            }
            StmtKind::Branch(kind) => {
                if let Some((out, head)) = self.loops.last().copied() {
                    self.jump(if *kind == Tok::Break { out } else { head });
                    self.current = self.new_block();
                }
            }
            StmtKind::Load(load) => self.emit_at(load.keyword),
        }
    }

    /// Up to the body of a loop: the block that is repeated, the body, and the block after the loop.
    fn start_loop(&mut self, iterable: &Expr, keyword: Span) -> [usize; 3] {
        let blocks = [self.new_block(), self.new_block(), self.new_block()];
        let [head, turn, tail] = blocks;
        self.expr(iterable);
        self.emit_at(keyword);
        self.jump(head);
        self.current = head;
        self.jump_if(tail, turn);
        self.current = turn;
        blocks
    }

    fn end_loop(&mut self, [head, _, tail]: [usize; 3]) {
        self.jump(head);
        self.current = tail;
        self.emit();
    }

    fn assign(&mut self, target: &Expr, at: Span) {
        match &target.unparen().kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                self.emit_at(at);
                items.iter().for_each(|item| self.assign(item, at));
            }
            ExprKind::Index { object, index, bracket } => {
                self.expr(object);
                self.emit();
                self.expr(index);
                self.emit();
                self.emit_at(*bracket);
            }
            ExprKind::Dot { object, dot, .. } => {
                self.expr(object);
                self.emit();
                self.emit_at(*dot);
            }
            _ => self.emit(),
        }
    }

    /// Makes a function.
    fn function(&mut self, keyword: Span, params: &[Param]) {
        self.pending = Some(keyword);
        for param in params {
            if let ParamKind::Default(value) = &param.kind {
                self.expr(value);
            }
        }
        self.emit();
        self.emit();
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if self.resolved.reference(name) != Some(Reference::Universal) {
                    self.pending = Some(name.span);
                }
                self.emit();
            }
            ExprKind::Literal(_) => self.emit(),
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                items.iter().for_each(|item| self.expr(item));
                self.emit();
            }
            ExprKind::Dict(entries) => {
                self.emit();
                for entry in entries {
                    self.emit();
                    self.entry(entry);
                }
            }
            ExprKind::Comprehension(comprehension) => {
                self.emit();
                self.clauses(&comprehension.clauses, &comprehension.body);
            }
            ExprKind::Conditional(conditional) => {
                let [then, otherwise, done] = [self.new_block(), self.new_block(), self.new_block()];
                self.condition(&conditional.condition, then, otherwise);
                for (block, value) in [(then, &conditional.then), (otherwise, &conditional.otherwise)] {
                    self.current = block;
                    self.expr(value);
                    self.jump(done);
                }
                self.current = done;
            }
            ExprKind::Lambda(lambda) => self.function(lambda.keyword, &lambda.params),
            ExprKind::Unary { at, operand, .. } => {
                self.expr(operand);
                self.emit_at(*at);
            }
            ExprKind::Chain(chain) => self.chain(&chain.first, &chain.links),
            ExprKind::Dot { object, dot, .. } => {
                self.expr(object);
                self.emit_at(*dot);
            }
            ExprKind::Call(call) => {
                self.expr(&call.callee);
                for arg in &call.args {
                    if matches!(arg.kind, ArgKind::Named(_)) {
                        self.emit();
                    }
                    self.expr(&arg.value);
                }
                self.emit_at(call.paren);
            }
            ExprKind::Index { object, bracket, index } => {
                self.expr(object);
                self.expr(index);
                self.emit_at(*bracket);
            }
            ExprKind::Slice(slice) => {
                self.pending = Some(slice.bracket);
                self.expr(&slice.object);
                for part in [&slice.low, &slice.high, &slice.step] {
                    match part {
                        Some(part) => self.expr(part),
                        None => self.emit(),
                    }
                }
                self.emit();
            }
            ExprKind::Paren(inner) => self.expr(inner),
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.expr(&entry.key);
        self.expr(&entry.value);
        self.emit_at(entry.colon);
    }

    fn clauses(&mut self, clauses: &[Clause], body: &Body) {
        match clauses.split_first() {
            None => {
                self.emit();
                match body {
                    Body::Dict(entry) => self.entry(entry),
                    Body::List(item) => {
                        self.expr(item);
                        self.emit();
                    }
                }
            }
            Some((Clause::If { condition }, rest)) => {
                let [then, done] = [self.new_block(), self.new_block()];
                self.condition(condition, then, done);
                self.current = then;
                self.clauses(rest, body);
                self.jump(done);
                self.current = done;
            }
            Some((Clause::For { keyword, vars, iterable }, rest)) => {
                let blocks = self.start_loop(iterable, *keyword);
                self.assign(vars, *keyword);
                self.clauses(rest, body);
                self.end_loop(blocks);
            }
        }
    }

    fn chain(&mut self, first: &Expr, links: &[Link]) {
        self.expr(first);
        let mut left = first;
        for link in links {
            match link.op {
                Tok::And | Tok::Or => {
                    let [right, done] = [self.new_block(), self.new_block()];
                    self.emit();
                    if link.op == Tok::Or {
                        self.jump_if(done, right)
                    } else {
                        self.jump_if(right, done)
                    }
                    self.current = right;
                    self.emit();
                    self.expr(&link.operand);
                    self.jump(done);
                    self.current = done;
                }
                _ => {
                    self.expr(&link.operand);
                    if !is_folded(left, link) {
                        self.emit_at(link.at);
                    }
                }
            }
            left = &link.operand;
        }
    }

    /// Decides where to go.
    fn condition(&mut self, condition: &Expr, then: usize, otherwise: usize) {
        match &condition.kind {
            ExprKind::Unary { op: Tok::Not, operand, .. } => return self.condition(operand, otherwise, then),
            ExprKind::Chain(chain) => {
                if let Some((last, before)) = chain.links.split_last() {
                    match last.op {
                        Tok::And | Tok::Or => {
                            self.chain(&chain.first, before);
                            let right = self.new_block();
                            if last.op == Tok::And {
                                self.jump_if(right, otherwise)
                            } else {
                                self.jump_if(then, right)
                            }
                            self.current = right;
                            return self.condition(&last.operand, then, otherwise);
                        }
                        Tok::NotIn => {
                            self.chain(&chain.first, &chain.links);
                            return self.jump_if(otherwise, then);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        self.expr(condition);
        self.jump_if(then, otherwise);
    }
}

/// Whether ytt's compiler makes one literal of two that are added.
fn is_folded(left: &Expr, link: &Link) -> bool {
    link.op == Tok::Plus
        && matches!(
            (&left.unparen().kind, &link.operand.unparen().kind),
            (ExprKind::Literal(Literal::Str(_)), ExprKind::Literal(Literal::Str(_)))
                | (ExprKind::List(_), ExprKind::List(_))
                | (ExprKind::Tuple(_), ExprKind::Tuple(_))
        )
}
