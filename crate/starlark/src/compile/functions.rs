//! Functions: their parameters, default values and captured variables.

use std::sync::Arc;

use super::{Compiler, entry};
use crate::eval::notes::BlockKind;
use crate::machine::code::{Instruction, Op, Operand, Parameter, Parameters, Place, Register};
use crate::syntax::ast::{Def, Lambda, Name, Param, ParamKind};
use crate::syntax::resolve::{Owner, Reference};
use crate::syntax::source::Span;

impl Compiler<'_, '_> {
    pub(super) fn def(&mut self, def: &Def) {
        let to = self.temporary();
        let entry = entry::of_def(self.program.input.resolved, def);
        let block = self.block(BlockKind::Def, def.keyword, &def.body);
        self.reach(block);
        self.function(&def.name.text, def.keyword, &def.params, entry, to, |inner| {
            inner.note_call(block, &def.params);
            match &def.context {
                None => inner.statements(&def.body),
                Some(_) => {
                    let start = inner.temporary();
                    let instruction = Instruction::StartContext;
                    inner.emit(Op::Instruction { instruction, to: start, start, count: 0 }, Place::NONE);
                    inner.statements(&def.body);
                    inner.end_context(start, 0, Place::NONE);
                    inner.emit(Op::Return { a: Operand::register(start) }, Place::NONE);
                }
            }
        });
        self.assign(&def.name, Operand::register(to), def.keyword);
    }

    pub(super) fn lambda(&mut self, lambda: &Lambda, to: Register) {
        let entry = entry::of_lambda(self.program.input.resolved, lambda);
        self.function("lambda", lambda.keyword, &lambda.params, Some(entry), to, |inner| {
            let a = inner.operand(&lambda.body);
            inner.emit(Op::Return { a }, Place::NONE);
        });
    }

    fn function(
        &mut self,
        name: &str,
        keyword: Span,
        params: &[Param],
        entry: Option<Span>,
        to: Register,
        body: impl FnOnce(&mut Compiler<'_, '_>),
    ) {
        let defaults = params.iter().filter_map(|param| match &param.kind {
            ParamKind::Default(value) => Some(value),
            _ => None,
        });
        let (start, _) = self.row(defaults);
        let (signature, variables) = self.parameters(params);
        let mut inner = Compiler::new(self.program, Owner::function(keyword), name, signature, &variables);
        inner.code.entry = entry;
        body(&mut inner);
        let free = inner.free.clone();
        let code = inner.finish();
        for local in free {
            let to = self.temporary();
            let known = &self.program.input.resolved.locals()[local];
            let op = if known.owner == self.owner {
                Op::Move { to, from: Operand::register(self.program.registers[local]) }
            } else {
                Op::FreeCell { to, index: self.free(local) }
            };
            self.emit(op, Place::NONE);
        }
        self.code.functions.push(Arc::new(code));
        let index = (self.code.functions.len() - 1) as u32;
        self.emit(Op::Function { to, index, start }, Place::new(keyword, None));
    }

    /// The signature of a function, and the variables of its parameters in the order of their registers: those that take one argument,
    /// `*args`, `**kwargs`.
    fn parameters(&self, params: &[Param]) -> (Parameters, Vec<usize>) {
        let mut signature = Parameters::default();
        let (mut single, mut star, mut double_star, mut has_star) = (Vec::new(), None, None, false);
        for param in params {
            match (&param.kind, &param.name) {
                (ParamKind::Star, name) => {
                    has_star = true;
                    signature.star = name.is_some();
                    star = name.as_ref();
                }
                (ParamKind::StarStar, name) => {
                    signature.double_star = true;
                    double_star = name.as_ref();
                }
                (kind, Some(name)) => {
                    signature.positional += usize::from(!has_star);
                    let is_required = matches!(kind, ParamKind::Plain);
                    signature.single.push(Parameter { name: name.text.clone(), is_required });
                    single.push(name);
                }
                // Only a star may lack its name.
                (_, None) => {}
            }
        }
        signature.are_simple =
            !has_star && !signature.double_star && signature.single.iter().all(|single| single.is_required);
        let local = |name: &Name| match self.program.input.resolved.reference(name) {
            Some(Reference::Local(local)) => Some(local),
            _ => None,
        };
        let variables = single.into_iter().chain(star).chain(double_star).filter_map(local).collect();
        (signature, variables)
    }
}
