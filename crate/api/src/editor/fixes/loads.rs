//! Uses of a loaded name, which a fix of its `load` renames too.

use std::ops::Range;

use super::super::places;
use super::code::Line;
use crate::boundary::{Edit, Fix};
use crate::positions::{Position, Source};
use crate::syntax::token::Tok;

/// Adds the uses of a name to the fixes that rename it in a `load`, unless the load gives it another name.
pub(in crate::editor) fn rename_uses(fixes: &mut [Fix], at: &Position, from: &str, to: &str) {
    let Some((source, span)) = at.source().and_then(|source| Some((source, at.own_span()?))) else { return };
    let has_other_name = source.text[..span.start].trim_end().ends_with('=');
    let is_text = !source.path().ends_with(".star") && !source.text.contains("#@");
    if has_other_name || is_text {
        return;
    }
    for fix in fixes {
        let edits = uses(source, from).map(|range| Edit {
            file: source.path().to_owned(),
            span: places::span(source, range),
            text: to.to_owned(),
        });
        fix.edits.extend(edits);
        fix.edits.sort_by_key(|edit| edit.span.start.offset);
    }
}

/// The variables of a name in the code of a file: neither attributes nor keyword arguments.
fn uses(source: &Source, name: &str) -> impl Iterator<Item = Range<usize>> {
    let lines = (1..).map_while(|number| source.line_range(number).map(|_| Line::of(source, number))).flatten();
    lines.flat_map(move |line| {
        let is_use = |index: usize| {
            let before = index.checked_sub(1).map(|before| line.tokens[before].tok);
            let is_keyword = line.tokens.get(index + 1).is_some_and(|next| next.tok == Tok::Eq)
                && matches!(before, Some(Tok::LParen | Tok::Comma));
            let token = &line.tokens[index];
            token.tok == Tok::Ident && line.text(token.range.clone()) == name && before != Some(Tok::Dot) && !is_keyword
        };
        (0..line.tokens.len())
            .filter(|index| is_use(*index))
            .map(|index| line.tokens[index].range.clone())
            .collect::<Vec<_>>()
    })
}
