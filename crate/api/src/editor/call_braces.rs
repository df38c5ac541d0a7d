//! Calls without parentheses around a dict: `overlay.subset{"kind": "Service"}`.

use super::fixes::code::{Line, is_certain};
use super::fixes::edited;
use super::headline::quoted;
use super::places::place;
use super::recognisers::Problem;
use crate::boundary::Diagnostic;
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::syntax::arguments;
use crate::syntax::token::Tok;

/// Explains a syntax error in a line in which a dict directly follows a name.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let Problem { message, at, .. } = *problem;
    let source = at.source().filter(|_| message.code == Some(Code::Syntax) && at.is_known())?;
    let line = Line::of(source, at.line())?;
    let called = |index: &usize| {
        let [name, brace] = [&line.tokens[*index], &line.tokens[index + 1]];
        name.tok == Tok::Ident && brace.tok == Tok::LBrace && name.range.end == brace.range.start
    };
    let index = (0..line.tokens.len().saturating_sub(1)).find(called)?;
    let end = &line.tokens[index + 1 + arguments::closing(&line.tokens[index + 1..])?];
    let (name, start, end) = (&line.tokens[index].range, line.tokens[index + 1].range.start, end.range.end);
    let edits = Edits(vec![(start..start, "(".to_owned()), (end..end, ")".to_owned())]);
    if !is_certain(source, &edits) {
        return None;
    }
    diagnostic.headline =
        format!("A call needs parentheses: {}", quoted(&format!("{}({{…}})", line.text(name.clone()))));
    diagnostic.hints.clear();
    diagnostic.primary = place(&Position::new(source.clone(), at.line()).with_span(start..end));
    diagnostic.fixes = vec![edited("Insert the parentheses", source, edits)];
    Some(())
}
