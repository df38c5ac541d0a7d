//! Modules of ytt that are loaded with a name that they do not have: `load("@ytt:overlay", "overlays")`.

use std::ops::Range;

use super::fixes::code::Line;
use super::fixes::{edited, loads};
use super::headline::quoted;
use super::places::place;
use super::recognisers::Problem;
use crate::boundary::Diagnostic;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::Position;
use crate::starlark::quote;
use crate::syntax::token::Tok;

/// Explains that such a module is not there: names are resolved before loads run. The object of a module has the module's name.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let Some(Cause::NotLoaded { module }) = &problem.message.cause else { return None };
    let source = problem.at.source()?;
    let lines = (1..).map_while(|number| source.line_range(number).map(|_| Line::of(source, number))).flatten();
    let (line, name) = lines.into_iter().find_map(|line| Some((line.number, loaded(&line, module)?)))?;
    let loaded = source.text[name.clone()].trim_matches(['"', '\'']).to_owned();
    diagnostic.headline =
        format!("{} has no {}; its name is {}", quoted(&format!("@ytt:{module}")), quoted(&loaded), quoted(module));
    diagnostic.hints.clear();
    let at = Position::new(source.clone(), line).with_span(name.clone());
    diagnostic.primary = place(&at);
    let title = format!("Load {module}");
    diagnostic.fixes = vec![edited(title, source, Edits::one(name, quote(module)))];
    loads::rename_uses(&mut diagnostic.fixes, &at, &loaded, module);
    Some(())
}

/// The string with the name that a line loads from a module of ytt.
fn loaded(line: &Line<'_>, module: &str) -> Option<Range<usize>> {
    let [load, open, path, comma, name, close] = line.tokens.get(..6)? else { return None };
    let toks = [load.tok, open.tok, path.tok, comma.tok, name.tok, close.tok];
    let is_load = toks == [Tok::Load, Tok::LParen, Tok::Str, Tok::Comma, Tok::Str, Tok::RParen];
    let path = line.text(path.range.clone()).trim_matches(['"', '\'']);
    (is_load && path.strip_prefix("@ytt:") == Some(module)).then(|| name.range.clone())
}
