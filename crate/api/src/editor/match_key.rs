//! The key by which an overlay matches items: `by="name"`.

use std::ops::Range;

use super::headline::{or_nearest, quoted};
use super::recognisers::{Explanation, Problem};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::spelling::only_nearest;
use crate::starlark::quote;
use crate::yaml::indent;

/// Explains a key that the item of the overlay does not have either: the annotation is wrong.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let message = problem.message;
    let Some(Cause::NoMatchKey { key, .. }) = &message.cause else { return None };
    let keys = keys(message.at.source()?, message.at.line());
    if keys.is_empty() || keys.iter().any(|known| known == key) {
        return None;
    }
    let annotations = message.related.iter().filter(|related| related.label == "annotation").map(|related| &related.at);
    let (annotation, range) = annotations.into_iter().find_map(|at| Some((at, literal(at, key)?)))?;
    let nearest = only_nearest(key, keys.iter().map(String::as_str)).map(str::to_owned);
    let headline = or_nearest(format!("The items have no {}, by which this matches them", quoted(key)), &nearest);
    let others = problem.diagnostic.related.iter().filter(|related| related.label != "annotation");
    let source = annotation.source()?;
    let explanation = Explanation {
        related: Some(others.cloned().collect()),
        ..Explanation::new(headline).at(source, range.clone())
    };
    Some(match nearest {
        Some(nearest) => explanation.fix(format!("Rename to {nearest}"), source, Edits::one(range, quote(&nearest))),
        None => explanation,
    })
}

/// The range of the string of an annotation that is this key.
fn literal(annotation: &Position, key: &str) -> Option<Range<usize>> {
    let source = annotation.source()?;
    let line = source.line_range(annotation.line())?;
    let text = quote(key);
    let at = source.text[line.clone()].find(&text)? + line.start;
    Some(at..at + text.len())
}

/// The keys of an item of a list that starts in a line: those of its first line, and those below it at the same depth.
fn keys(source: &Source, first: u32) -> Vec<String> {
    let line = |number: u32| source.line_range(number).map(|range| source.text[range].trim_end());
    let Some(item) = line(first) else { return Vec::new() };
    let depth = item.len() - item.trim_start_matches([' ', '-']).len();
    let below = (first + 1..).map_while(line).take_while(|line| line.is_empty() || indent(line) >= depth);
    let own = below.filter(|line| indent(line) == depth).map(str::trim_start);
    let key = |text: &str| text.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'']).to_owned());
    std::iter::once(item.trim_start_matches([' ', '-']))
        .chain(own)
        .filter(|text| !text.starts_with('#'))
        .filter_map(key)
        .collect()
}
