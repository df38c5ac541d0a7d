//! The places of variables, and which of them surely have a value.
//!
//! A variable of a function is checked where it may have no value: before the first use on each way that does not assign it. So the
//! machine need not check registers again, and the error comes where the variable is read, also when an operation reads it later.

use super::Compiler;
use crate::machine::code::{Op, Operand, Place, Register};
use crate::syntax::ast::Name;
use crate::syntax::resolve::Reference;
use crate::syntax::source::Span;

/// The place of a variable.
#[derive(Clone, Copy)]
pub(super) enum Variable {
    Register(Register),
    /// In the cell that is in this register.
    Cell(Register),
    /// In a cell of the function, by its index.
    Free(u32),
    /// A variable of the module, by its index.
    Global(u32),
    /// A built-in name, which is no variable.
    Universal,
    /// An instruction of a template, or nothing.
    Other,
}

/// The variables that surely have a value at some place.
pub(super) struct Assigned(Vec<bool>);

impl Compiler<'_, '_> {
    pub(super) fn variable(&mut self, name: &Name) -> Variable {
        match self.program.input.resolved.reference(name) {
            Some(Reference::Local(local)) => self.local(local),
            Some(Reference::Global(index)) => Variable::Global(index as u32),
            // Names that `load` binds come after the other variables of a module.
            Some(Reference::Loaded(index)) => {
                Variable::Global((self.program.input.resolved.globals().len() + index) as u32)
            }
            Some(Reference::Universal) => Variable::Universal,
            _ => Variable::Other,
        }
    }

    fn local(&mut self, local: usize) -> Variable {
        let known = &self.program.input.resolved.locals()[local];
        let register = self.program.registers[local];
        match (known.owner == self.owner, known.is_captured) {
            (true, false) => Variable::Register(register),
            (true, true) => Variable::Cell(register),
            (false, _) => Variable::Free(self.free(local)),
        }
    }

    /// The index of the function's cell of a variable of a function around.
    pub(super) fn free(&mut self, local: usize) -> u32 {
        let known = self.free.iter().position(|known| *known == local);
        known.unwrap_or_else(|| {
            self.free.push(local);
            self.free.len() - 1
        }) as u32
    }

    /// Reads a variable: its register, or a new one. `place` is that of the error if it has no value.
    pub(super) fn read(&mut self, name: &Name, place: Place) -> Operand {
        match self.variable(name) {
            Variable::Register(register) => {
                self.check(register, place);
                Operand::register(register)
            }
            Variable::Universal => self.universal(&name.text),
            _ => {
                let to = self.temporary();
                self.read_to(name, place, to);
                Operand::register(to)
            }
        }
    }

    /// Reads a variable into a register.
    pub(super) fn read_to(&mut self, name: &Name, place: Place, to: Register) {
        let op = match self.variable(name) {
            Variable::Register(register) => {
                self.check(register, place);
                Op::Move { to, from: Operand::register(register) }
            }
            Variable::Cell(cell) => Op::GetCell { to, cell },
            Variable::Free(index) => Op::GetFree { to, index },
            Variable::Global(index) => Op::GetGlobal { to, index },
            Variable::Universal => Op::Move { to, from: self.universal(&name.text) },
            Variable::Other => Op::Move { to, from: self.none() },
        };
        self.emit(op, place);
    }

    /// Assigns a value to a variable.
    pub(super) fn assign(&mut self, name: &Name, from: Operand, at: Span) {
        let op = match self.variable(name) {
            Variable::Register(to) => {
                self.set_assigned(to);
                Op::Move { to, from }
            }
            Variable::Cell(cell) => Op::SetCell { cell, from },
            Variable::Global(index) => Op::SetGlobal { index, from },
            // The resolver binds no other names.
            Variable::Free(_) | Variable::Universal | Variable::Other => return,
        };
        self.emit(op, Place::new(at, None));
    }

    fn check(&mut self, register: Register, place: Place) {
        if !self.is_assigned(register) {
            self.emit(Op::Check { local: register }, place);
            self.set_assigned(register);
        }
    }

    fn is_assigned(&self, register: Register) -> bool {
        // A register without a variable has a temporary value.
        self.assigned.get(register as usize).is_none_or(|assigned| *assigned)
    }

    pub(super) fn set_assigned(&mut self, register: Register) {
        if let Some(assigned) = self.assigned.get_mut(register as usize) {
            *assigned = true;
        }
    }

    /// The variables that have a value before something that may not run.
    pub(super) fn assigned(&self) -> Assigned {
        Assigned(self.assigned.clone())
    }

    /// Restores which variables have a value.
    pub(super) fn restore(&mut self, before: &Assigned) {
        self.assigned.copy_from_slice(&before.0);
    }

    /// After one of two ways: this one, or that which ended with `other`.
    pub(super) fn merge(&mut self, other: &Assigned) {
        for (here, there) in self.assigned.iter_mut().zip(&other.0) {
            *here &= there;
        }
    }
}
