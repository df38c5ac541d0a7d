//! Modules of ytt that are loaded with a name that they do not have: `load("@ytt:overlay", "overlays")`.

use std::ops::Range;

use super::fixes::code::Line;
use super::fixes::{edited, loads};
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::starlark::quote;
use crate::syntax::token::Tok;

/// Explains that such a module is not there: names are resolved before loads run. The object of a module has the module's name.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Some(Cause::NotLoaded { module }) = &problem.message.cause else { return None };
    let source = problem.at.source()?;
    let lines = (1..).map_while(|number| source.line_range(number).map(|_| Line::of(source, number))).flatten();
    let (line, name) = lines.into_iter().find_map(|line| Some((line.number, loaded(&line, module)?)))?;
    let loaded = source.text[name.clone()].trim_matches(['"', '\'']).to_owned();
    let headline =
        format!("{} has no {}; its name is {}", quoted(&format!("@ytt:{module}")), quoted(&loaded), quoted(module));
    let at = Position::new(source.clone(), line).with_span(name.clone());
    let mut fix = [edited(format!("Load {module}"), source, Edits::one(name.clone(), quote(module)))];
    loads::rename_uses(&mut fix, &at, &loaded, module);
    Some(Explanation::new(headline).at(source, name).without_hints().fixes(fix))
}

/// The string with the name that a line loads from a module of ytt.
fn loaded(line: &Line<'_>, module: &str) -> Option<Range<usize>> {
    let [load, open, path, comma, name, close] = line.tokens.get(..6)? else { return None };
    let toks = [load.tok, open.tok, path.tok, comma.tok, name.tok, close.tok];
    let is_load = toks == [Tok::Load, Tok::LParen, Tok::Str, Tok::Comma, Tok::Str, Tok::RParen];
    let path = line.text(path.range.clone()).trim_matches(['"', '\'']);
    (is_load && path.strip_prefix("@ytt:") == Some(module)).then(|| name.range.clone())
}
