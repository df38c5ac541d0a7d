//! Brackets that close another kind of bracket: `len([1, 2)`.

use super::fixes::code::{Line, is_certain};
use super::fixes::edited;
use super::places::place;
use super::recognisers::Problem;
use crate::boundary::Diagnostic;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Explains a closing bracket that does not belong to the last one that its line has opened.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let Problem { message, at, .. } = *problem;
    let is_known = matches!(message.cause, Some(Cause::Code(CodeMistake::Unexpected { found: Some(_), .. })));
    let (source, span) = (at.source()?, at.own_span().filter(|_| is_known)?);
    let line = Line::around(source, span.end)?;
    let (open, close) = crossed(&line)?;
    let missing = closing(open.tok);
    let [opened, closed] = [open, close].map(|token| line.text(token.range.clone()));
    diagnostic.headline = format!("`{opened}` ends with `{missing}`, not with `{closed}`");
    diagnostic.primary = place(&Position::new(source.clone(), line.number).with_span(close.range.clone()));
    let fixes = [
        (format!("Insert the missing {missing}"), Edits::insert(close.range.start, missing)),
        (format!("Replace {closed} with {missing}"), Edits::one(close.range.clone(), missing)),
    ];
    let certain = fixes.into_iter().find(|(_, edits)| is_certain(source, edits));
    diagnostic.fixes = certain.into_iter().map(|(title, edits)| edited(title, source, edits)).collect();
    Some(())
}

/// The first closing bracket that does not belong to the last one that is open, which comes before it.
fn crossed<'l>(line: &'l Line<'_>) -> Option<(&'l Lexeme, &'l Lexeme)> {
    let mut open: Vec<&Lexeme> = Vec::new();
    for token in &line.tokens {
        match token.tok.nesting() {
            1 => open.push(token),
            -1 => {
                let last = open.pop()?;
                if line.text(token.range.clone()) != closing(last.tok) {
                    return Some((last, token));
                }
            }
            _ => {}
        }
    }
    None
}

/// The end of an opening bracket.
fn closing(open: Tok) -> &'static str {
    match open {
        Tok::LBrack => "]",
        Tok::LBrace => "}",
        _ => ")",
    }
}
