//! Statements.

use super::{Compiler, OpenLoop};
use crate::eval::notes::{BlockKind, SiteKind};
use crate::machine::code::{Instruction, Op, Operand, Place};
use crate::syntax::ast::{Expr, ExprKind, Load, Stmt, StmtKind};
use crate::syntax::names::SET_CTX_TYPE;
use crate::syntax::source::Span;
use crate::syntax::token::Tok;

impl Compiler<'_, '_> {
    pub(super) fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.scoped(|compiler| compiler.statement(stmt));
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expression_statement(expr),
            StmtKind::Branch(tok) => self.branch(*tok, stmt.span),
            StmtKind::If { arms, otherwise } => {
                let mut ends = Vec::new();
                let mut after = None;
                let kinds = std::iter::once(BlockKind::If).chain(std::iter::repeat(BlockKind::Elif));
                let blocks: Vec<_> =
                    arms.iter().zip(kinds).map(|(arm, kind)| self.block(kind, arm.keyword, &arm.body)).collect();
                let otherwise = otherwise.as_deref().unwrap_or_default();
                let last = otherwise.first().and_then(|first| self.block(BlockKind::Else, first.span, otherwise));
                blocks.iter().chain([&last]).for_each(|block| self.reach(*block));
                for (arm, block) in arms.iter().zip(blocks) {
                    let exits = self.scoped(|compiler| compiler.condition(&arm.condition));
                    let skipped = self.assigned();
                    self.note_condition(&arm.condition, true);
                    self.enter(block);
                    self.statements(&arm.body);
                    ends.push(self.jump());
                    if let Some(others) = &after {
                        self.merge(others);
                    }
                    after = Some(self.assigned());
                    self.restore(&skipped);
                    self.land(exits);
                    self.note_condition(&arm.condition, false);
                }
                self.enter(last);
                self.statements(otherwise);
                if let Some(others) = &after {
                    self.merge(others);
                }
                self.land(ends);
            }
            StmtKind::Assign { target, op, at, value } => match op.augmented_operator() {
                None => self.assignment(target, *at, value),
                Some(operator) => self.augmented(stmt.span, target, operator, *at, value),
            },
            StmtKind::Def(def) => self.def(def),
            StmtKind::For { vars, iterable, body } => {
                let block = self.block(BlockKind::For, stmt.span, body);
                self.reach(block);
                self.scoped(|compiler| compiler.iterate(iterable, stmt.span));
                let before = self.assigned();
                let start = self.here();
                let exit = self.next_item(vars, stmt.span, iterable, true);
                self.enter(block);
                self.loops.push(OpenLoop { start, iterates: true, breaks: Vec::new() });
                self.statements(body);
                self.end_loop(vec![exit], start, stmt.span);
                self.restore(&before);
            }
            StmtKind::While { condition, body } => {
                let block = self.block(BlockKind::While, stmt.span, body);
                self.reach(block);
                let start = self.here();
                let exits = self.scoped(|compiler| compiler.condition(condition));
                let before = self.assigned();
                self.enter(block);
                self.loops.push(OpenLoop { start, iterates: false, breaks: Vec::new() });
                self.statements(body);
                self.end_loop(exits, start, stmt.span);
                self.restore(&before);
            }
            StmtKind::Return { value, ends_context } => self.return_value(stmt.span, value.as_ref(), *ends_context),
            StmtKind::Load(load) => self.load(load),
        }
    }

    fn expression_statement(&mut self, expr: &Expr) {
        // A string alone is documentation. The type of contexts was noted when the program was read.
        let is_set_type = match &expr.kind {
            ExprKind::Call(call) => self.is_instruction(&call.callee, SET_CTX_TYPE),
            _ => false,
        };
        if !is_set_type && !matches!(expr.kind, ExprKind::Literal(_)) {
            self.operand(expr);
        }
    }

    /// Evaluates the iterable of a loop at `keyword`.
    pub(super) fn iterate(&mut self, iterable: &Expr, keyword: Span) {
        let a = self.operand(iterable);
        self.emit(Op::Iterate { a }, Place::new(keyword, Some(iterable.unparen().span)));
    }

    /// Assigns the next item to the variables of a loop. Returns the instruction that leaves the loop.
    pub(super) fn next_item(&mut self, vars: &Expr, keyword: Span, iterable: &Expr, is_noted: bool) -> usize {
        let is_noted = is_noted && !super::notes::is_literal(iterable);
        self.scoped(|compiler| {
            if let Some(name) = vars.unparen().as_name()
                && let super::variables::Variable::Register(to) = compiler.variable(name)
            {
                compiler.set_assigned(to);
                let exit = compiler.emit(Op::Next { to, exit: 0 }, Place::new(keyword, None));
                if is_noted {
                    compiler.note(vars, Operand::register(to), SiteKind::Item);
                }
                return exit;
            }
            let to = compiler.temporary();
            let exit = compiler.emit(Op::Next { to, exit: 0 }, Place::new(keyword, None));
            if is_noted {
                compiler.note(vars, Operand::register(to), SiteKind::Item);
            }
            compiler.store(vars, Operand::register(to), keyword, iterable);
            exit
        })
    }

    fn end_loop(&mut self, exits: Vec<usize>, start: u32, place: Span) {
        self.emit(Op::Loop { to: start }, Place::new(place, None));
        self.land(exits);
        if let Some(ended) = self.loops.pop() {
            self.land(ended.breaks);
        }
    }

    fn branch(&mut self, tok: Tok, place: Span) {
        // The resolver allows both in loops only.
        let Some((start, iterates)) = self.loops.last().map(|open| (open.start, open.iterates)) else { return };
        match tok {
            Tok::Break => {
                if iterates {
                    self.emit(Op::EndLoop, Place::NONE);
                }
                let jump = self.jump();
                if let Some(open) = self.loops.last_mut() {
                    open.breaks.push(jump);
                }
            }
            Tok::Continue => {
                self.emit(Op::Loop { to: start }, Place::new(place, None));
            }
            // `pass` does nothing.
            _ => {}
        }
    }

    /// Jumps that are taken where the condition does not hold.
    pub(super) fn condition(&mut self, condition: &Expr) -> Vec<usize> {
        let expr = condition.unparen();
        if let ExprKind::Unary { op: Tok::Not, operand, .. } = &expr.kind {
            let a = self.operand(operand);
            return vec![self.emit(Op::JumpIf { a, to: 0 }, Place::NONE)];
        }
        let ExprKind::Chain(chain) = &expr.kind else {
            let a = self.operand(expr);
            return vec![self.emit(Op::JumpIfNot { a, to: 0 }, Place::NONE)];
        };
        if let [link] = chain.links.as_slice()
            && let Some(op) = super::expressions::comparison(link.op)
        {
            let a = self.operand(&chain.first);
            let b = self.operand(&link.operand);
            self.emit(Op::Test { op, a, b }, Place::new(link.at, Some(expr.span)));
            return vec![self.jump()];
        }
        if chain.links.iter().all(|link| link.op == Tok::And) {
            let mut exits = self.condition(&chain.first);
            let first = self.assigned();
            for link in &chain.links {
                exits.extend(self.condition(&link.operand));
            }
            self.restore(&first);
            return exits;
        }
        let a = self.operand(expr);
        vec![self.emit(Op::JumpIfNot { a, to: 0 }, Place::NONE)]
    }

    fn return_value(&mut self, place: Span, value: Option<&Expr>, ends_context: bool) {
        let a = match value {
            Some(value) if ends_context => {
                let start = self.temporary();
                self.expression(value, start);
                self.end_context(start, 1, Place::new(place, None));
                Operand::register(start)
            }
            Some(value) => self.operand(value),
            None if ends_context => {
                let start = self.temporary();
                self.end_context(start, 0, Place::new(place, None));
                Operand::register(start)
            }
            None => self.none(),
        };
        if let Some(value) = value {
            self.note(value, a, SiteKind::Value);
        }
        self.emit(Op::Return { a }, Place::NONE);
    }

    /// Ends the context of a template function. Its value may be in `start` and will be there.
    pub(super) fn end_context(&mut self, start: u32, count: u32, place: Place) {
        let instruction = Instruction::EndContext;
        self.emit(Op::Instruction { instruction, to: start, start, count }, place);
    }

    fn load(&mut self, load: &Load) {
        let module = self.temporary();
        let path = self.text(&load.module);
        self.emit(Op::Load { to: module, path }, Place::new(load.keyword, Some(load.module_span)));
        let to = self.temporary();
        // ytt looks the names up from the last to the first.
        for binding in load.bindings.iter().rev() {
            let name = self.text(&binding.from);
            self.emit(Op::Loaded { to, module, name }, Place::new(load.keyword, Some(binding.from_span)));
            self.assign(&binding.to, Operand::register(to), load.keyword);
        }
    }
}
