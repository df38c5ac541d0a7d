//! Fixes of a list where a map is declared, and of a map where a list is.

use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::yaml::indent;

/// Makes the value of a key the other kind of collection: an empty one, the only item of a list, or an item.
pub(super) fn other_kind(expected: &str, found: &str, at: &Position) -> Option<Fix> {
    let source = at.source().filter(|_| at.is_known())?;
    let wants_map = match (expected, found) {
        ("map", "array") => true,
        ("array", "map") => false,
        _ => return None,
    };
    let range = source.line_range(at.line())?;
    let line = source.text[range.clone()].trim_end();
    let (key, value) = line.split_once(": ").unwrap_or_else(|| (line.trim_end_matches(':'), ""));
    if !value.trim().is_empty() {
        let (from, to, name) = if wants_map { ("[]", "{}", "map") } else { ("{}", "[]", "list") };
        let start = range.start + line.len() - value.trim_start().len();
        return (value.trim() == from).then(|| {
            edited(format!("Write an empty {name}: {to}"), source, Edits::one(start..start + from.len(), to))
        });
    }
    let depth = key.len() - key.trim_start().len();
    let lines = value_lines(source, at.line(), if key.trim_start().starts_with("- ") { depth + 2 } else { depth });
    let (first, text) = lines.iter().copied().find(|(_, text)| !text.trim_start().starts_with('#'))?;
    let own = indent(text);
    let at_depth = || lines.iter().filter(|(_, text)| indent(text) == own && !text.trim_start().starts_with('#'));
    if wants_map {
        let is_map =
            text.trim_start().strip_prefix("- ").is_some_and(|item| item.contains(": ") || item.ends_with(':'));
        let is_only = at_depth().count() == 1 && !text.trim_start().starts_with("- {");
        let edits = Edits::one(first + own..first + own + 1, " ");
        return (is_map && is_only).then(|| edited("Make the item the map", source, edits));
    }
    // A map of maps has names in place of items.
    let is_item = at_depth().any(|(_, text)| !text.ends_with(':')) && !text.trim_start().starts_with('-');
    let edits = lines.iter().filter(|(start, _)| *start >= first).map(|(start, _)| {
        let (at, text) = if *start == first { (start + own, "- ") } else { (*start, "  ") };
        (at..at, text.to_owned())
    });
    is_item.then(|| edited("Make it an item of a list", source, Edits(edits.collect())))
}

/// The starts and the texts of the lines that are the value of a key in a line at an indentation.
fn value_lines(source: &Source, key: u32, depth: usize) -> Vec<(usize, &str)> {
    let below = (key + 1..).map_while(|number| source.line_range(number));
    let lines = below.map(|range| (range.start, source.text[range].trim_end())).filter(|(_, text)| !text.is_empty());
    let belongs = |text: &str| indent(text) > depth || indent(text) == depth && text.trim_start().starts_with("- ");
    lines.take_while(|(_, text)| belongs(text)).collect()
}
