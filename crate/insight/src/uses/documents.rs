//! Values and declarations of a data value in documents: keys with their values, and the annotations of a schema.

use std::ops::Range;

use super::super::Buffer;
use super::super::answer::UseKind;
use super::super::code::{Fragment, Kind};
use super::super::flow::Flow;
use super::super::rename::has_data_values;
use super::Places;
use super::target::{Target, indices};
use crate::DataValuesSnapshot;
use crate::boundary::Place;
use crate::syntax::arguments;
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;
use crate::yaml::outline::{Entry, Outline, Step};

/// Annotations with rules.
const RULES: [&str; 3] = ["schema/validation", "schema/validate", "assert/validate"];
/// Annotations that only describe.
const DOCUMENTATION: [&str; 6] =
    ["schema/title", "schema/desc", "schema/doc", "schema/examples", "schema/example", "schema/deprecated"];

pub(super) fn add(flow: &Flow<'_>, target: &Target, snapshot: &DataValuesSnapshot, places: &mut Places) {
    let origins = origins(snapshot, target);
    for length in (1..=target.steps.len()).rev() {
        // Below `any=True`, nothing is declared: the node above is the declaration.
        let path = &target.steps[..length];
        let is_whole = length == target.steps.len();
        let mut is_declared = false;
        for (file, code) in flow.files.iter().enumerate() {
            let outline = code.buffer.outline();
            for (index, entry) in outline.entries.iter().enumerate() {
                if !has_data_values(code.buffer, entry.document) || outline.path(index) != path {
                    continue;
                }
                let is_schema =
                    outline.documents.get(entry.document).is_some_and(|document| code.buffer.holds_schema(document));
                if is_schema {
                    is_declared = true;
                    places.add(file, range(outline, entry), UseKind::Declaration);
                    annotations(file, code.buffer, entry, is_whole, places);
                } else if is_whole {
                    let is_origin = origins.iter().any(|origin| is_at(origin, code.buffer, entry));
                    if is_origin || is_item(target, &indices(outline, index)) {
                        places.add(file, range(outline, entry), UseKind::Value);
                        annotations(file, code.buffer, entry, true, places);
                    }
                }
            }
        }
        if is_declared {
            return;
        }
    }
}

/// The origins of the value of a certain item, which an overlay may have changed.
fn origins(snapshot: &DataValuesSnapshot, target: &Target) -> Vec<Place> {
    let mut numbers = target.indices.iter();
    let mut value = snapshot.values.as_ref();
    for step in &target.steps {
        value = value.and_then(|value| match step {
            Step::Key(key) => value.children.iter().find(|child| child.key == *key),
            Step::Item => value.children.get((*numbers.next()?)?),
        });
    }
    let places = value.into_iter().flat_map(|value| {
        let former = value.overrode.iter().map(|former| &former.origin);
        std::iter::once(&value.origin).chain(former).filter_map(|origin| origin.place.clone())
    });
    places.collect()
}

fn is_at(place: &Place, buffer: &Buffer<'_>, entry: &Entry) -> bool {
    place.file == buffer.path && place.span.is_some_and(|span| span.start.line as usize == entry.line + 1)
}

/// Whether the items in a path are those of the target.
fn is_item(target: &Target, indices: &[Option<usize>]) -> bool {
    target.indices.iter().zip(indices).all(|(own, other)| own.is_none() || own == other)
}

/// The key with its value if that is a scalar; of a collection in an array, the rest of the line.
fn range(outline: &Outline, entry: &Entry) -> Range<usize> {
    let start = if entry.range.is_empty() { entry.value.start } else { entry.range.start };
    let end = if entry.value.is_empty() { entry.range.end } else { entry.value.end };
    if start < end {
        return start..end;
    }
    let line = outline.lines.get(outline.line_at(start));
    start..line.map_or(start, |line| line.body.end.max(start))
}

/// Adds the annotations of an entry: rules, if they apply to the target, and the others that declare it.
fn annotations(file: usize, buffer: &Buffer<'_>, entry: &Entry, has_rules: bool, places: &mut Places) {
    let outline = buffer.outline();
    let is_first = |at: usize| {
        let first = outline.entries.iter().find(|other| other.line == at);
        first.is_some_and(|first| std::ptr::eq(first, entry))
    };
    if !is_first(entry.line) {
        return;
    }
    let is_text = |line: &usize| outline.lines.get(*line).is_some_and(|line| line.body.is_empty());
    let first = (0..entry.line).rev().take_while(is_text).last().unwrap_or(entry.line);
    for fragment in &buffer.fragments {
        let Kind::Annotation { name } = &fragment.kind else { continue };
        if !(first..=entry.line).contains(&outline.line_at(fragment.range.start)) {
            continue;
        }
        let text = fragment.annotation(buffer.text);
        if RULES.contains(&text) {
            let rules = if has_rules { rules(buffer.text, fragment) } else { Vec::new() };
            rules.into_iter().for_each(|rule| places.add(file, rule, UseKind::Rule));
        } else if text.starts_with("schema/") && !DOCUMENTATION.contains(&text) {
            let end = fragment.tokens.iter().rfind(|token| token.tok != Tok::Newline);
            let end = end.map_or(name.end, |token| token.range.end.max(name.end));
            places.add(file, name.start..end, UseKind::Declaration);
        }
    }
}

/// The bytes of each rule: all arguments of an annotation, but for the condition.
fn rules(text: &str, fragment: &Fragment) -> Vec<Range<usize>> {
    let is_condition = |argument: &[Lexeme]| matches!(argument, [name, eq, ..] if &text[name.range.clone()] == "when" && eq.tok == Tok::Eq);
    let all = arguments::arguments(&fragment.tokens).into_iter();
    all.filter(|argument| !is_condition(argument)).map(arguments::range).collect()
}
