//! Data values that code passes to a library: problems with them come up where the library is evaluated.

use super::fixes::code::Line;
use super::fixes::edited;
use super::places::place_in;
use crate::boundary::{Diagnostic, Place, RelatedPlace};
use crate::diagnostics::Message;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::starlark::quote;
use crate::syntax::token::Tok;

/// Moves a problem to the only key of a dict in the file that has it; `at` is where the library is evaluated.
pub(super) fn locate(diagnostic: &mut Diagnostic, message: Option<&Message>, at: &Position) -> Option<()> {
    let is_of_values = [Code::OverlayMatch, Code::UnexpectedKey, Code::ValueType, Code::Overlay];
    let source = at.source().filter(|source| source.text.contains("with_data_values("))?;
    if !is_of_values.iter().any(|code| code.as_str() == diagnostic.code) {
        return None;
    }
    let (key, nearest) = match message.and_then(|message| message.cause.as_ref()) {
        Some(Cause::UnknownKey { key, nearest }) => (key.clone(), nearest.clone()),
        _ => (diagnostic.path.as_ref()?.rsplit('.').next()?.split('[').next()?.to_owned(), None),
    };
    let range = only_key(source, &key)?;
    let evaluated = std::mem::replace(&mut diagnostic.primary, place_in(source, range.clone()));
    let label = "evaluated here".to_owned();
    diagnostic.related.extend(evaluated.map(|Place { file, span }| RelatedPlace { file, span, label }));
    if let Some(nearest) = nearest {
        let title = format!("Rename to {nearest}");
        diagnostic.fixes = vec![edited(title, source, Edits::one(range, quote(&nearest)))];
    }
    Some(())
}

/// The range of the only string of the code of a file that is this key of a dict.
fn only_key(source: &Source, key: &str) -> Option<std::ops::Range<usize>> {
    let count = u32::try_from(source.text.lines().count()).ok()?;
    let mut found = Vec::new();
    for line in (1..=count).filter_map(|number| Line::of(source, number)) {
        for pair in line.tokens.windows(2) {
            let is_key = pair[0].tok == Tok::Str && pair[1].tok == Tok::Colon;
            let text = line.text(pair[0].range.clone());
            if is_key && text.len() == key.len() + 2 && text.contains(key) {
                found.push(pair[0].range.clone());
            }
        }
    }
    match &found[..] {
        [only] => Some(only.clone()),
        _ => None,
    }
}
