//! A quote between letters of a string, which ends it: `'it's'`.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Explains such a quote in the line of a syntax error: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let source = at.source().filter(|_| message.code == Some(Code::Syntax) && at.is_known())?;
    let line = match at.own_span() {
        Some(span) => Line::around(source, span.start)?,
        None => Line::of(source, at.line())?,
    };
    let is_open = line.tokens.iter().any(|token| token.tok == Tok::Illegal);
    let is_ended = |pair: &[Lexeme]| {
        let literal = line.text(pair[0].range.clone());
        let is_literal = literal.starts_with('\'') || literal.starts_with('"') && is_open;
        pair[0].tok == Tok::Str
            && is_literal
            && pair[0].range.end == pair[1].range.start
            && literal.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
            && line.text(pair[1].range.clone()).starts_with(char::is_alphanumeric)
    };
    let start = line.tokens.windows(2).find(|pair| is_ended(pair))?[0].range.start;
    let all = meant(&line)?;
    let (range, meant) = all.iter().find(|(range, _)| range.start == start)?.clone();
    let quote = source.text[start..].chars().next()?;
    let fix = certain(format!("Replace with {meant}"), source, Edits(all))?;
    let headline = match meant.starts_with(quote) {
        true => format!("A quote inside of a string needs a backslash: `\\{quote}`"),
        false => format!("A quote inside of a string ends it; in other quotes, it is {}", quoted(&meant)),
    };
    Some(Explanation::new(headline).at(source, range).fixes([fix]))
}

/// The strings of a line that contain their quote, and the strings that are meant. A quote before a letter does not end a string.
fn meant(line: &Line<'_>) -> Option<Vec<(Range<usize>, String)>> {
    let (mut rest, mut found) = (line.text(line.code.clone()), Vec::new());
    while let Some(open) = rest.find(['\'', '"']) {
        let start = line.code.end - rest.len() + open;
        let quote = rest[open..].chars().next()?;
        let text = &rest[open + 1..];
        let mut ends = text.match_indices(quote).map(|(at, _)| at);
        let end = ends.find(|end| !text[end + 1..].starts_with(char::is_alphanumeric))?;
        let inner = Some(&text[..end]).filter(|inner| !inner.contains('\\'))?;
        let other = if quote == '"' { '\'' } else { '"' };
        if inner.contains(quote) {
            let meant = match inner.contains(other) {
                true => format!("{quote}{}{quote}", inner.replace(quote, &format!("\\{quote}"))),
                false => format!("{other}{inner}{other}"),
            };
            found.push((start..start + end + 2, meant));
        }
        rest = &text[end + 1..];
    }
    Some(found)
}
