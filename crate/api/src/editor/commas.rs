//! Commas that are missing between arguments or items: `min=1 max=5`.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::syntax::token::Tok;

/// The number of lines in which the end of a bracket is searched.
const MOST_LINES: u32 = 40;

/// Explains a syntax error if the code can be parsed with commas between all values that follow each other.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_known = matches!(
        message.cause,
        Some(Cause::Code(CodeMistake::Unexpected { found: Some(_), .. } | CodeMistake::OpenBracket { .. }))
    );
    let (source, span) = (at.source()?, at.own_span().filter(|_| is_known)?);
    let gaps = gaps(source, span.end);
    let next = gaps.first()?.1.clone();
    let edits = Edits(gaps.iter().map(|(end, _)| (*end..*end, ",".to_owned())).collect());
    let title = if gaps.len() == 1 { "Insert a comma" } else { "Insert the commas" };
    let fix = certain(title, source, edits)?;
    let headline = format!("A comma is missing before {}", quoted(&source.text[next.clone()]));
    Some(Explanation::new(headline).at(source, next).fixes([fix]))
}

/// Values that follow another one within brackets, or in the arguments of an annotation: the end of the one, and the first token of the other.
/// From the line of a byte until all brackets are closed.
fn gaps(source: &Source, byte: usize) -> Vec<(usize, Range<usize>)> {
    let Some(first) = Line::around(source, byte) else { return Vec::new() };
    let name = first.annotation_name();
    let mut depth = i32::from(name.is_some());
    let mut last: Option<(Tok, usize)> = None;
    let mut gaps = Vec::new();
    let below = (first.number + 1..).take(MOST_LINES as usize);
    let below = below.map_while(|number| Line::of(source, number).filter(Line::is_only_code));
    let after_name = name.map_or(0, |name| name.end);
    for line in std::iter::once(first).chain(below) {
        for token in line.tokens.iter().filter(|token| token.range.start >= after_name) {
            if let Some((_, end)) = last.filter(|(tok, _)| depth > 0 && ends_value(*tok) && starts_value(token.tok)) {
                gaps.push((end, token.range.clone()));
            }
            depth += token.tok.nesting();
            last = Some((token.tok, token.range.end));
        }
        if depth <= 0 {
            break;
        }
    }
    gaps
}

fn ends_value(tok: Tok) -> bool {
    matches!(tok, Tok::Ident | Tok::Int | Tok::Float | Tok::Str | Tok::RParen | Tok::RBrack | Tok::RBrace)
}

/// Not for other brackets: `f (x)` is a call, `f [0]` an index.
fn starts_value(tok: Tok) -> bool {
    matches!(tok, Tok::Ident | Tok::Int | Tok::Float | Tok::Str | Tok::LBrace | Tok::Lambda)
}
