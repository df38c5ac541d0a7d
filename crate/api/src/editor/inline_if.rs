//! A statement where a value is: `x: #@ if enabled: "a" else: "b"`, which is `"a" if enabled else "b"`.

use std::ops::Range;

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::syntax::arguments::outer;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;

/// Explains an `if` where an expression begins: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::Code(CodeMistake::NoExpression { found: Some(found) })) = &message.cause else { return None };
    let (source, span) = (at.source()?, at.own_span().filter(|_| found == "if")?);
    let line = Line::around(source, span.start)?;
    let index = line.tokens.iter().position(|token| token.range.start == span.start && token.tok == Tok::If)?;
    let is_enclosed = line.tokens[..index].iter().map(|token| token.tok.nesting()).sum::<i32>() > 0;
    let is_value = match index.checked_sub(1).map(|before| line.tokens[before].tok) {
        None => !line.is_only_code(),
        Some(Tok::LParen | Tok::LBrack | Tok::Comma | Tok::Eq | Tok::Return) => true,
        Some(Tok::Colon) => is_enclosed,
        _ => false,
    };
    let conditional = Conditional::of(&line, index, is_enclosed).filter(|_| is_value)?;
    let range = span.start..conditional.end;
    let [value, condition] = &conditional.cases[0];
    let otherwise = conditional.otherwise.as_deref();
    let (mut meant, mut shown) = (String::new(), format!("{value} if {condition} else "));
    for [value, condition] in &conditional.cases {
        meant.push_str(&format!("{value} if {condition} else "));
    }
    shown.push_str(otherwise.filter(|_| conditional.cases.len() == 1).unwrap_or("…"));
    // None is not a text.
    let is_text =
        source.text[..line.code.start].ends_with("(@") && line.text(line.code.start..span.start).trim() == "=";
    meant.push_str(otherwise.unwrap_or(if is_text { "\"\"" } else { "None" }));
    let fix = certain(format!("Replace with {meant}"), source, Edits::one(range.clone(), meant));
    let headline = format!("A value has no statements; a condition is {}", quoted(&shown));
    Some(Explanation::new(headline).at(source, range).fixes(fix))
}

/// `if condition: value elif condition: value else: value`, in a line.
struct Conditional {
    /// Each value with its condition.
    cases: Vec<[String; 2]>,
    otherwise: Option<String>,
    end: usize,
}

impl Conditional {
    /// The one that begins with a token.
    fn of(line: &Line<'_>, index: usize, is_enclosed: bool) -> Option<Conditional> {
        let mut depth = 0;
        let is_inside = |token: &&Lexeme| {
            depth += token.tok.nesting();
            depth >= 0 && !(depth == 0 && token.tok == Tok::Comma && is_enclosed)
        };
        let mut rest: &[Lexeme] = &line.tokens[index..];
        rest = &rest[..rest.iter().take_while(is_inside).count()];
        let end = rest.last()?.range.end;
        let (mut cases, mut otherwise) = (Vec::new(), None);
        while let [first, after @ ..] = rest {
            rest = match (first.tok, after) {
                (Tok::If | Tok::Elif, _) => after,
                (Tok::Else, [next, after @ ..]) if next.tok == Tok::If => after,
                (Tok::Else, [next, after @ ..]) if next.tok == Tok::Colon => {
                    otherwise = Some(operand(line, after)?);
                    break;
                }
                (Tok::Else, _) => {
                    otherwise = Some(operand(line, after)?);
                    break;
                }
                _ => return None,
            };
            let is_colon = |token: &Lexeme| token.tok == Tok::Colon || line.text(token.range.clone()) == "then";
            let colon = outer(rest, is_colon)?;
            let after = &rest[colon + 1..];
            // `a if b else c` within has an `else` of its own.
            let mut open = 0;
            let value = outer(after, |token| {
                open += i32::from(token.tok == Tok::If) - i32::from(token.tok == Tok::Else);
                token.tok == Tok::Elif || open < 0
            });
            let value = value.unwrap_or(after.len());
            cases.push([operand(line, &after[..value])?, operand(line, &rest[..colon])?]);
            rest = &after[value..];
        }
        Some(Conditional { cases, otherwise, end })
    }
}

/// The text of an operand of a conditional, in brackets if it needs them.
fn operand(line: &Line<'_>, tokens: &[Lexeme]) -> Option<String> {
    let all: Range<usize> = tokens.first()?.range.start..tokens.last()?.range.end;
    let text = line.text(all).trim_end_matches([';', ' ']);
    let needs_brackets = outer(tokens, |token| matches!(token.tok, Tok::If | Tok::Lambda | Tok::Comma)).is_some();
    Some(if needs_brackets { format!("({text})") } else { text.to_owned() })
}
