//! Values of a format that `%` does not see: `"%s-%d" % x, y`, which needs brackets, and `"%s-%d" % [x, y]`, which is one value.

use super::fixes::code::{Line, certain};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::{Cause, FormatMistake};
use crate::diagnostics::edits::Edits;
use crate::syntax::arguments;
use crate::syntax::token::Tok;

/// Explains a format with too few values: with the headline, and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let Some(Cause::Format(FormatMistake::TooFewValues { placeholder: "%s" })) = &message.cause else { return None };
    let (source, span) = (at.source()?, at.own_span()?);
    let line = Line::around(source, span.start)?;
    let first = line.tokens.iter().position(|token| token.range.start == span.start)?;
    let [format, percent, value, ..] = &line.tokens[first..] else { return None };
    // In brackets, the text after it may be something else.
    let is_enclosed = line.tokens[..first].iter().map(|token| token.tok.nesting()).sum::<i32>() > 0;
    if format.tok != Tok::Str || percent.tok != Tok::Percent {
        return None;
    }
    let text = line.text(format.range.clone()).replace("%%", "");
    let wanted = text.matches('%').count();
    let is_list = value.tok == Tok::LBrack;
    // The values to the end of the list, or of the code or the brackets around it.
    let start = first + 2 + usize::from(is_list);
    let mut depth = 0;
    let count = line.tokens[start..].iter().take_while(|token| {
        depth += token.tok.nesting();
        depth >= 0
    });
    let end = start + count.count();
    let values = arguments::arguments(&line.tokens[start..end]);
    if values.len() != wanted || is_enclosed && !is_list || values.iter().any(|value| value.is_empty()) {
        return None;
    }
    let (from, to) = (line.tokens[start].range.start, line.tokens[end - 1].range.end);
    let meant = format!("({})", line.text(from..to));
    let range = match is_list {
        true if line.tokens.get(end)?.range.end == span.end => value.range.start..span.end,
        false => from..to,
        true => return None,
    };
    let edits = Edits::one(range, meant.clone());
    let fix = certain(format!("Replace with {meant}"), source, edits)?;
    let why = if is_list { "A list is one value of a format" } else { "The values of a format need brackets" };
    Some(Explanation::new(format!("{why}: {}", quoted(&format!("% {meant}")))).fixes([fix]))
}
