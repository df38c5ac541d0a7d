//! A lint of matchers of overlays that `and` or `or` joins: these are functions, which are true, so that only one of them is used.

use std::ops::Range;

use super::super::Buffer;
use super::super::names::closing;
use super::{Change, Kind, Lint};
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Functions of the module `overlay` that return a matcher, or are one.
const MATCHERS: [&str; 6] = ["all", "and_op", "index", "not_op", "or_op", "subset"];

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    let text = buffer.text;
    for fragment in &buffer.fragments {
        let tokens = &fragment.tokens;
        let mut at = 0;
        while at < tokens.len() {
            let Some(joined) = Joined::at(text, tokens, at) else {
                at += 1;
                continue;
            };
            at = joined.end;
            let function = joined.function();
            let matchers: Vec<&str> = joined.matchers.iter().map(|range| &text[range.clone()]).collect();
            let call = format!("overlay.{function}({})", matchers.join(", "));
            let (word, used) = match joined.operator {
                Tok::And => ("and", "last"),
                _ => ("or", "first"),
            };
            found.push(Lint {
                message: format!("Of matchers joined by {word}, only the {used} one is used"),
                hint: format!("overlay.{function}(…) joins matchers"),
                fixes: Change::only(format!("Use overlay.{function}"), joined.range(), call),
                ..Lint::new(Kind::JoinedMatchers, file, joined.range())
            });
        }
    }
}

/// Matchers with the same operator between them.
struct Joined {
    operator: Tok,
    /// In bytes of the file.
    matchers: Vec<Range<usize>>,
    /// Index of the token after them.
    end: usize,
}

impl Joined {
    fn at(text: &str, tokens: &[Lexeme], start: usize) -> Option<Joined> {
        let first = matcher(text, tokens, start)?;
        let operator = tokens.get(first).map(|token| token.tok).filter(|tok| matches!(tok, Tok::And | Tok::Or))?;
        let range = |from: usize, end: usize| tokens[from].range.start..tokens[end - 1].range.end;
        let (mut matchers, mut end) = (vec![range(start, first)], first);
        while tokens.get(end).is_some_and(|token| token.tok == operator) {
            let next = matcher(text, tokens, end + 1)?;
            matchers.push(range(end + 1, next));
            end = next;
        }
        // With other operators around them, it is not clear what they join.
        let before = start.checked_sub(1).map(|before| tokens[before].tok);
        let starts = !matches!(before, Some(Tok::And | Tok::Or | Tok::Not | Tok::Else));
        let after = tokens.get(end).map(|token| token.tok);
        let ends = matches!(after, None | Some(Tok::Comma | Tok::RParen | Tok::Newline | Tok::Eof));
        (starts && ends).then_some(Joined { operator, matchers, end })
    }

    fn function(&self) -> &'static str {
        if self.operator == Tok::And { "and_op" } else { "or_op" }
    }

    fn range(&self) -> Range<usize> {
        let (first, last) = (&self.matchers[0], &self.matchers[self.matchers.len() - 1]);
        first.start..last.end
    }
}

/// The index of the token after `overlay.all` or `overlay.subset(…)` that starts at a token.
fn matcher(text: &str, tokens: &[Lexeme], start: usize) -> Option<usize> {
    let is = |at: usize, tok: Tok| tokens.get(at).is_some_and(|token| token.tok == tok);
    let name = |at: usize| tokens.get(at).and_then(|token| text.get(token.range.clone())).unwrap_or_default();
    let is_name = is(start, Tok::Ident) && name(start) == "overlay" && is(start + 1, Tok::Dot);
    if !is_name || !MATCHERS.contains(&name(start + 2)) {
        return None;
    }
    if name(start + 2) == "all" {
        return Some(start + 3);
    }
    let arguments = tokens.get(start + 3..)?;
    closing(arguments).map(|last| start + 3 + last + 1)
}
