//! Definitions of functions and variables in a file.

use super::fixes::code::Line;
use super::places;
use crate::boundary::RelatedPlace;
use crate::diagnostics::Related;
use crate::diagnostics::cause::Cause;
use crate::positions::Source;
use crate::syntax::token::Tok;

/// The place of the function that a call does not fit: its `def`, where ytt has the first line of its body.
pub(super) fn called(known: &Related, cause: Option<&Cause>) -> Option<RelatedPlace> {
    let Some(Cause::Arguments { function, .. }) = cause.filter(|_| known.label == "function") else { return None };
    let source = known.at.source()?;
    let lines = (1..=known.at.line()).rev().filter_map(|number| Line::of(source, number));
    let def = lines.into_iter().find(|line| defines(line, function))?;
    related(source, &def, &known.label)
}

/// Lines of code with the number of blocks that they are in.
pub(super) fn depths<'s>(lines: impl Iterator<Item = Line<'s>>) -> impl Iterator<Item = (i32, Line<'s>)> {
    let mut depth = 0;
    lines.map(move |line| {
        let first = line.tokens.first().map(|token| token.tok);
        let is_end = line.tokens.first().is_some_and(|token| line.text(token.range.clone()) == "end");
        let opens = matches!(first, Some(Tok::If | Tok::For | Tok::Def | Tok::While))
            && line.tokens.last().is_some_and(|token| token.tok == Tok::Colon);
        depth -= i32::from(is_end);
        let own = depth;
        depth += i32::from(opens);
        (own, line)
    })
}

/// Whether it is the `def` of a function.
pub(super) fn defines(line: &Line<'_>, name: &str) -> bool {
    matches!(&line.tokens[..], [def, ident, ..] if def.tok == Tok::Def && line.text(ident.range.clone()) == name)
}

/// Whether it assigns a value to a variable.
pub(super) fn assigns(line: &Line<'_>, name: &str) -> bool {
    matches!(&line.tokens[..], [ident, eq, ..] if eq.tok == Tok::Eq && line.text(ident.range.clone()) == name)
}

/// The place of a line of code.
pub(super) fn related(source: &Source, line: &Line<'_>, label: &str) -> Option<RelatedPlace> {
    let span = places::span(source, line.all()?);
    Some(RelatedPlace { file: source.path().to_owned(), span: Some(span), label: label.to_owned() })
}
