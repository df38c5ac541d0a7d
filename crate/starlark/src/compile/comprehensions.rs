//! Comprehensions.

use super::Compiler;
use crate::machine::code::{Op, Operand, Place, Register};
use crate::syntax::ast::{Body, Clause, Comprehension};
use crate::syntax::source::Span;

/// A `for` of a comprehension that is open.
struct Open {
    start: u32,
    keyword: Span,
    /// The instruction that leaves the loop.
    exit: usize,
    /// Jumps to the next turn.
    skips: Vec<usize>,
}

impl Compiler<'_, '_> {
    pub(super) fn comprehension(&mut self, comprehension: &Comprehension, to: Register) {
        let dict = self.temporary();
        match &comprehension.body {
            Body::List(_) => self.emit(Op::BeginList, Place::NONE),
            Body::Dict(_) => self.emit(Op::Dict { to: dict }, Place::NONE),
        };
        let mut open: Vec<Open> = Vec::new();
        let mut before = None;
        for clause in &comprehension.clauses {
            match clause {
                Clause::For { keyword, vars, iterable } => {
                    self.scoped(|compiler| compiler.iterate(iterable, *keyword));
                    // The first iterable is evaluated in any case.
                    before.get_or_insert_with(|| self.assigned());
                    let start = self.here();
                    let exit = self.next_item(vars, *keyword, iterable, false);
                    open.push(Open { start, keyword: *keyword, exit, skips: Vec::new() });
                }
                Clause::If { condition } => {
                    let exits = self.scoped(|compiler| compiler.condition(condition));
                    if let Some(open) = open.last_mut() {
                        open.skips.extend(exits);
                    }
                }
            }
        }
        self.scoped(|compiler| match &comprehension.body {
            Body::List(body) => {
                let a = compiler.operand(body);
                compiler.emit(Op::Collect { a }, Place::new(body.span, None));
            }
            Body::Dict(entry) => {
                let key = compiler.operand(&entry.key);
                let value = compiler.operand(&entry.value);
                let place = Place::new(entry.colon, Some(entry.key.unparen().span));
                compiler.emit(Op::Insert { dict, key, value }, place);
            }
        });
        while let Some(Open { start, keyword, exit, skips }) = open.pop() {
            self.land(skips);
            self.emit(Op::Loop { to: start }, Place::new(keyword, None));
            self.land([exit]);
        }
        if let Some(before) = &before {
            self.restore(before);
        }
        match &comprehension.body {
            Body::List(_) => self.emit(Op::EndList { to }, Place::NONE),
            Body::Dict(_) => self.emit(Op::Move { to, from: Operand::register(dict) }, Place::NONE),
        };
    }
}
