//! Calls without parentheses around a dict: `overlay.subset{"kind": "Service"}`.

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::syntax::arguments;
use crate::syntax::token::Tok;

/// Explains a syntax error in a line in which a dict directly follows a name.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
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
    let fix = certain("Insert the parentheses", source, edits)?;
    let call = quoted(&format!("{}({{…}})", line.text(name.clone())));
    let explanation = Explanation::new(format!("A call needs parentheses: {call}"));
    Some(explanation.at(source, start..end).without_hints().fixes([fix]))
}
