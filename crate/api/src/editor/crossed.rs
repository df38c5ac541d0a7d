//! Brackets that close another kind of bracket: `len([1, 2)`.

use super::fixes::code::{Line, certain};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Explains a closing bracket that does not belong to the last one that its line has opened.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_known = matches!(message.cause, Some(Cause::Code(CodeMistake::Unexpected { found: Some(_), .. })));
    let (source, span) = (at.source()?, at.own_span().filter(|_| is_known)?);
    let line = Line::around(source, span.end)?;
    let (open, close) = crossed(&line)?;
    let missing = closing(open.tok);
    let [opened, closed] = [open, close].map(|token| line.text(token.range.clone()));
    let fixes = [
        (format!("Insert the missing {missing}"), Edits::insert(close.range.start, missing)),
        (format!("Replace {closed} with {missing}"), Edits::one(close.range.clone(), missing)),
    ];
    let fix = fixes.into_iter().find_map(|(title, edits)| certain(title, source, edits));
    let headline = format!("`{opened}` ends with `{missing}`, not with `{closed}`");
    Some(Explanation::new(headline).at(source, close.range.clone()).fixes(fix))
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
