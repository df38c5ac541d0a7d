//! Calls and their arguments.

use super::Compiler;
use crate::eval::builtins::attributes;
use crate::eval::notes::SiteKind;
use crate::machine::code::{Instruction, MethodSite, Op, Operand, Place, Register, SpreadSite};
use crate::syntax::ast::{Arg, ArgKind, Call, Expr, ExprKind};
use crate::syntax::source::Span;

impl Compiler<'_, '_> {
    pub(super) fn call(&mut self, span: Span, call: &Call, to: Register) {
        let place = Place::new(call.paren, Some(span));
        if let Some(instruction) = self.instruction_name(&call.callee).and_then(instruction) {
            return self.instruction(instruction, &call.args, place, to);
        }
        let is_plain = call.args.iter().all(|arg| matches!(arg.kind, ArgKind::Positional));
        let start = self.temporary();
        if let ExprKind::Dot { object, dot, name } = &call.callee.unparen().kind
            && is_plain
        {
            // ytt looks the attribute up before it evaluates the arguments.
            self.temporary();
            let text = self.string(&name.text);
            let count = call.args.len() as u32;
            let known = attributes::known_methods(&name.text);
            self.code.methods.push(MethodSite { name: text, count, known });
            let site = (self.code.methods.len() - 1) as u32;
            self.scoped(|compiler| {
                let object = compiler.operand(object);
                compiler.emit(Op::Method { start, object, site }, Place::new(*dot, Some(name.span)));
            });
            self.row(call.args.iter().map(|arg| &arg.value));
            self.emit(Op::CallMethod { to, start, site }, place);
            return;
        }
        self.expression(&call.callee, start);
        if is_plain {
            let (_, count) = self.row(call.args.iter().map(|arg| &arg.value));
            self.emit(Op::Call { to, start, count }, place);
        } else {
            let site = self.spread(&call.args);
            self.emit(Op::CallSpread { to, start, site }, place);
        }
    }

    fn instruction(&mut self, instruction: Instruction, args: &[Arg], place: Place, to: Register) {
        let start = self.next;
        if args.iter().all(|arg| matches!(arg.kind, ArgKind::Positional)) {
            let (start, count) = self.row(args.iter().map(|arg| &arg.value));
            if let (Instruction::SetNode, [_, arg]) = (instruction, args) {
                self.note(&arg.value, Operand::register(start + 1), SiteKind::Value);
            }
            self.emit(Op::Instruction { instruction, to, start, count }, place);
        } else {
            let site = self.spread(args);
            self.emit(Op::InstructionSpread { instruction, to, start, site }, place);
        }
    }

    /// Evaluates arguments in the order in which ytt does: those by position and by name, then those with stars.
    fn spread(&mut self, args: &[Arg]) -> u32 {
        fn of(args: &[Arg], is_wanted: fn(&ArgKind) -> bool) -> impl Iterator<Item = &Expr> {
            args.iter().filter(move |arg| is_wanted(&arg.kind)).map(|arg| &arg.value)
        }
        let (_, positional) = self.row(of(args, |kind| matches!(kind, ArgKind::Positional)));
        self.row(of(args, |kind| matches!(kind, ArgKind::Named(_))));
        let (_, stars) = self.row(of(args, |kind| matches!(kind, ArgKind::Star)));
        let (_, double_stars) = self.row(of(args, |kind| matches!(kind, ArgKind::StarStar)));
        let names = args.iter().filter_map(|arg| match &arg.kind {
            ArgKind::Named(name) => Some(name.text.as_str()),
            _ => None,
        });
        let names = names.map(|name| self.string(name)).collect();
        self.code.spreads.push(SpreadSite { positional, names, star: stars > 0, double_star: double_stars > 0 });
        (self.code.spreads.len() - 1) as u32
    }
}

/// The instruction of a name, without its prefix.
fn instruction(name: &str) -> Option<Instruction> {
    Some(match name {
        "start_ctx" => Instruction::StartContext,
        "end_ctx" => Instruction::EndContext,
        "start_node_annotation" => Instruction::StartAnnotation,
        "collect_node_annotation" => Instruction::CollectAnnotation,
        "start_node" => Instruction::StartNode,
        "set_node" => Instruction::SetNode,
        "set_map_item_key" => Instruction::SetMapItemKey,
        _ => return None,
    })
}
