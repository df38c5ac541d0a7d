//! Instructions that note for an editor which values expressions have, and which blocks run. Programs that are not watched have none.

use super::Compiler;
use super::constants::Key;
use crate::eval::notes::{BlockKind, SiteKind};
use crate::machine::code::{Op, Operand, Place, Register};
use crate::syntax::ast::{Expr, ExprKind, Param, ParamKind, Stmt};
use crate::syntax::source::Span;
use starlark::values::FrozenValue;

/// Numbers the sites and blocks that are watched in a program.
pub(crate) trait Sites {
    /// The number of an expression; none if the template does not contain it.
    fn site(&self, expression: Span, kind: SiteKind) -> Option<u32>;

    /// The number of a block that begins at a keyword.
    fn block(&self, kind: BlockKind, keyword: Span, body: Span) -> Option<u32>;
}

// Few programs are watched: the work is in functions of its own, which a first render does not need.
impl Compiler<'_, '_> {
    fn is_watched(&self) -> bool {
        self.program.input.sites.is_some()
    }

    /// Notes the value of an expression, but not that of literals, which is in view.
    pub(super) fn note(&mut self, expr: &Expr, a: Operand, kind: SiteKind) {
        if self.is_watched() && !is_literal(expr) {
            self.note_at(expr.unparen().span, a, kind);
        }
    }

    /// Notes the new value of a target at the value that changes it.
    pub(super) fn note_new(&mut self, value: &Expr, register: Register) {
        if self.is_watched() {
            self.note_at(value.unparen().span, Operand::register(register), SiteKind::Value);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_at(&mut self, span: Span, a: Operand, kind: SiteKind) {
        let Some(site) = self.program.input.sites.and_then(|sites| sites.site(span, kind)) else { return };
        self.emit(Op::Note { site, a }, Place::NONE);
    }

    /// Notes whether a condition held.
    pub(super) fn note_condition(&mut self, condition: &Expr, holds: bool) {
        if self.is_watched() {
            self.note_truth(condition, holds);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_truth(&mut self, condition: &Expr, holds: bool) {
        let (name, value) = if holds { ("True", true) } else { ("False", false) };
        let a = self.constants.operand(Key::Name(name), || FrozenValue::new_bool(value));
        self.note(condition, a, SiteKind::Condition);
    }

    /// Notes that the function begins, and its arguments.
    pub(super) fn note_call(&mut self, block: Option<u32>, params: &[Param]) {
        self.enter(block);
        if self.is_watched() {
            self.note_arguments(params);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_arguments(&mut self, params: &[Param]) {
        for (register, param) in in_registers(params).enumerate() {
            let Some(name) = &param.name else { continue };
            let kind = SiteKind::Argument { name: name.text.clone() };
            self.note_at(name.span, Operand::register(register as Register), kind);
        }
    }

    /// The number of a block.
    pub(super) fn block(&mut self, kind: BlockKind, keyword: Span, body: &[Stmt]) -> Option<u32> {
        let body = body.first()?.span.to(body.last()?.span);
        self.program.input.sites?.block(kind, keyword, body)
    }

    /// The run has come to the statement of a block.
    pub(super) fn reach(&mut self, block: Option<u32>) {
        if let Some(block) = block {
            self.emit(Op::Reach { block }, Place::NONE);
        }
    }

    /// The statements of a block begin.
    pub(super) fn enter(&mut self, block: Option<u32>) {
        if let Some(block) = block {
            self.emit(Op::Enter { block }, Place::NONE);
        }
    }
}

/// Whether an expression consists of literals.
pub(super) fn is_literal(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Literal(_) => true,
        ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().all(is_literal),
        ExprKind::Dict(entries) => entries.iter().all(|entry| is_literal(&entry.key) && is_literal(&entry.value)),
        ExprKind::Unary { operand, .. } => is_literal(operand),
        _ => false,
    }
}

/// The parameters in the order of their registers.
fn in_registers(params: &[Param]) -> impl Iterator<Item = &Param> {
    let of =
        |wanted: fn(&ParamKind) -> bool| params.iter().filter(move |param| param.name.is_some() && wanted(&param.kind));
    of(|kind| !matches!(kind, ParamKind::Star | ParamKind::StarStar))
        .chain(of(|kind| matches!(kind, ParamKind::Star)))
        .chain(of(|kind| matches!(kind, ParamKind::StarStar)))
}
