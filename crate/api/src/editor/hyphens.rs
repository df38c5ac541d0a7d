//! Text with hyphens where code is expected: `shop-name` is a subtraction of two names that do not exist.

use std::ops::Range;

use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::{FrameLines, Message, TemplateProblem};
use crate::positions::Position;

/// Explains a name that is not defined if it is part of such a text.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, problems, .. } = *problem;
    let undefined: Vec<Range<usize>> = problems.iter().filter_map(|problem| undefined(problem, at)).collect();
    let span = at.own_span().filter(|span| is_undefined(message) && undefined.contains(span))?;
    let source = at.source()?;
    let text = &source.text;
    let is_part = |c: char| c == '_' || c == '-' || c.is_alphanumeric();
    let start = text.get(..span.start)?.trim_end_matches(is_part).len();
    let end = text.len() - text.get(span.end..)?.trim_start_matches(is_part).len();
    let word = text.get(start..end)?;
    if text[..start].ends_with(['.', '/', '"', '\'']) || text[end..].starts_with(['.', '(', '[', '"', '\'']) {
        return None;
    }
    let mut from = start;
    let mut count = 0;
    for part in word.split('-') {
        let range = from..from + part.len();
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !undefined.contains(&range) {
            return None;
        }
        from = range.end + 1;
        count += 1;
    }
    if count < 2 {
        return None;
    }
    let headline = format!("{} is a subtraction in code; as text it needs quotes", quoted(word));
    let edits = Edits::one(start..end, format!("\"{word}\""));
    Some(Explanation::new(headline).at(source, start..end).fix("Quote it", source, edits))
}

fn is_undefined(message: &Message) -> bool {
    matches!(message.cause, Some(Cause::Undefined { .. } | Cause::NotLoaded { .. }))
}

/// The range of a problem that is a name that is not defined, in the same file.
pub(super) fn undefined(problem: &TemplateProblem, at: &Position) -> Option<Range<usize>> {
    let message = super::sentence(&problem.message).filter(|message| is_undefined(message))?;
    let own = match problem.frames.first().map(|frame| &frame.lines) {
        Some(FrameLines::Source(at, _)) if !message.at.is_known() => at,
        _ => &message.at,
    };
    own.own_span().filter(|_| own.file() == at.file())
}
