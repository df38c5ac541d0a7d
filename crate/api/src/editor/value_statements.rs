//! Statements behind a key or a dash, where only values can be: `ports: #@ for port in ports:`.

use super::fixes::code::{Language, Line, certain, language};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::boundary::Fix;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::edits::Edits;
use crate::syntax::token::Tok;
use crate::yaml::indent;

/// Explains an `if` or a `for` that is the code of a value: with the place of the statement, and fixes that move it to a line of its own.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, .. } = *problem;
    let is_known = matches!(message.cause, Some(Cause::ValueAndCode | Cause::Code(CodeMistake::NoExpression { .. })));
    let source = at.source().filter(|source| is_known && at.is_known() && language(source) == Language::Yaml)?;
    let line = Line::of(source, at.line())?;
    let range = source.line_range(at.line())?;
    let text = &source.text;
    let before = text[range.start..line.code.start].strip_suffix("#@")?.trim_end();
    let (first, last) = (line.tokens.first()?, line.tokens.last()?);
    if !matches!(first.tok, Tok::If | Tok::For) || before.trim().is_empty() {
        return None;
    }
    let colon = if last.tok == Tok::Colon { "" } else { ":" };
    let code = format!("{}{colon}", &text[line.code.start..last.range.end]);
    let spaces = |text: &str| " ".repeat(indent(text));
    let is_node = |text: &&str| !text.trim().is_empty() && !text.trim_start().starts_with('#');
    let inner = text[range.end..].lines().find(is_node).map(spaces).unwrap_or_default();
    let outer = spaces(before);
    let cut = range.start + before.len()..last.range.end;
    let below = Edits::one(cut.clone(), format!("\n{}#@{code}", inner.max(outer.clone())));
    // The content of an item moves up to its dash.
    let content = text[range.end..].strip_prefix('\n').filter(|below| before.trim() == "-" && is_node(below));
    let rest = match content.map(indent) {
        Some(depth) if depth == outer.len() + 2 => (cut.start..range.end + 1 + depth, " ".to_owned()),
        _ => (cut, String::new()),
    };
    let above = Edits(vec![(range.start..range.start, format!("{outer}#@{code}\n")), rest]);
    let below = ("Move the code below this line", below);
    let above = ("Move the code above this line", above);
    // A loop over a key would repeat it; one over an item makes items.
    let fixes = match first.tok {
        Tok::For if before.ends_with(':') => vec![below],
        Tok::For => vec![above],
        _ => vec![above, below],
    };
    let fixes: Vec<Fix> = fixes.into_iter().filter_map(|(title, edits)| certain(title, source, edits)).collect();
    fixes.first()?;
    let word = quoted(line.text(first.range.clone()));
    let span = line.code.start - "#@".len()..last.range.end;
    let explanation = Explanation::new(format!("{word} is a statement, which needs a line of its own"));
    Some(explanation.at(source, span).without_hints().fixes(fixes))
}
