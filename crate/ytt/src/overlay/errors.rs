//! Additions to the errors of overlay items: a position, related places, advice and fixes.

use std::sync::Arc;

use super::Onto;
use super::annotations::MATCH;
use super::left_items::{Entry, LeftItems};
use super::near_miss::near_misses;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::key_position::key_at;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, Message, Related};
use crate::positions::Position;
use crate::spelling::{nearest, only_nearest};
use crate::starlark::{Annotated, PlainValue};
use crate::yaml::tree::{Meta, Value};

/// Says where an error without a position is: at its only annotation if that is wrong, at the key if no node has it,
/// otherwise at the item.
pub(super) fn place(mut error: Error, item: &Position, key: Option<&Value>, annotations: &[Position]) -> Error {
    let Some(message) = error.sentence_mut().filter(|message| !message.at.is_known()) else { return error };
    let related = |at: &Position, label: &'static str| Related { at: at.clone(), label: label.into() };
    let wrong = match (annotations, &message.cause) {
        ([only], _) => Some(only),
        (several, Some(Cause::Annotation { name, .. })) => several.iter().find(|at| is_of(at, name)),
        (several, _) => several.iter().find(|at| names(&message.text, at)),
    };
    if let (Some(Code::Annotation), Some(annotation)) = (message.code, wrong) {
        message.at = annotation.clone();
        message.related.push(related(item, "node"));
        return error;
    }
    let key = key.and_then(Value::as_str).filter(|_| message.code == Some(Code::OverlayMatch));
    message.at = key.and_then(|key| key_at(item, key)).unwrap_or_else(|| item.clone());
    message.related.extend(annotations.iter().map(|at| related(at, "annotation")));
    error
}

/// Whether an annotation of that name is at a position.
fn is_of(at: &Position, name: &str) -> bool {
    let written = at.source().zip(at.span()).and_then(|(source, span)| source.text.get(span));
    written.and_then(|text| text.split_once('@')).is_some_and(|(_, rest)| {
        rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    })
}

/// Whether a message is about the annotation at a position.
fn names(message: &str, at: &Position) -> bool {
    let Some(source) = at.source() else { return false };
    let name = source.line(at.line()).trim_start().strip_prefix("#@").and_then(|rest| rest.split(' ').next());
    name.is_some_and(|name| message.contains(&format!("'{}'", name.trim())))
}

/// The known positions of the overlay annotations of an item.
pub(super) fn overlay_annotations(meta: &Meta) -> Vec<Position> {
    let annotations = meta.annotations().iter().filter(|annotation| annotation.name.starts_with("overlay/"));
    annotations.map(|annotation| annotation.position.clone()).filter(Position::is_known).collect()
}

/// Adds advice and, where one key is spelled alike, a fix to the error of an item that matched nothing by its key.
pub(super) fn explain_missing_key<E: Entry>(error: &mut Error, slots: &LeftItems<E>, item: &E, onto: Onto) {
    let Some(message) = match_failure(error) else { return };
    if let Some(Value::Str(key)) = item.key() {
        message.remedies.extend(misspelled_key(&key, slots, item));
        if onto != Onto::Matched && item.meta().annotations().is_empty() {
            message.remedies.push(Remedy::DeleteKey { key: key.to_string() });
        }
        let near = nearest_key(&key, slots);
        message.cause = match message.cause.take() {
            Some(Cause::MatchCount { found: 0, wanted, .. }) if onto == Onto::Matched => {
                Some(Cause::MatchCount { found: 0, wanted, key: Some(key.to_string()), nearest: near })
            }
            Some(Cause::MatchCount { .. }) => Some(Cause::UnknownKey { key: key.to_string(), nearest: near }),
            other => other,
        };
    }
    if item.meta().annotation(MATCH).is_none() {
        let meta = item.meta();
        let is_plain = match meta.annotations() {
            [] => true,
            [only] => matches!(&*only.name, "overlay/remove" | "overlay/replace"),
            _ => false,
        };
        if onto == Onto::Matched && is_plain {
            message.remedies.push(Remedy::MissingOk);
        }
        let has = |name: &str| meta.annotations().iter().any(|annotation| &*annotation.name == name);
        let advice = if has("overlay/remove") {
            "Nothing has this key. If that is fine, put #@overlay/match missing_ok=True above it."
        } else if has("overlay/replace") {
            "Nothing has this key yet. If it is to be added, write #@overlay/replace or_add=True and #@overlay/match missing_ok=True above it."
        } else {
            "Nothing has this key yet. If it is to be added, put #@overlay/match missing_ok=True above it."
        };
        message.advice = Some(advice.to_owned());
    }
}

/// The most similar key on the left.
fn nearest_key<E: Entry>(key: &str, slots: &LeftItems<E>) -> Option<String> {
    let mut names: Vec<Arc<str>> = slots.entries().filter_map(text_key).collect();
    names.sort_unstable();
    let names = names.iter().map(|name| &**name);
    nearest(key, names.clone()).or_else(|| only_nearest(key, names)).map(str::to_owned)
}

/// The rename that makes `key` one of the keys on the left, if exactly one is near enough.
fn misspelled_key<E: Entry>(key: &str, slots: &LeftItems<E>, item: &E) -> Option<Remedy> {
    let item = item.meta();
    let file = item.position.file();
    let others = slots.entries().filter(|entry| {
        // Keys that the same file has already set or changed are spelled as intended.
        let meta = entry.meta();
        meta.position.file() != file && meta.history.touched().iter().all(|at| at.file() != file)
    });
    let mut names: Vec<Arc<str>> = others.filter_map(text_key).collect();
    names.sort_unstable();
    only_nearest(key, names.iter().map(|name| &**name))
        .map(|to: &str| Remedy::RenameKey { from: key.to_owned(), to: to.to_owned() })
}

/// Adds the nodes that an item nearly matched.
pub(super) fn add_near_misses<E: Entry>(error: &mut Error, slots: &LeftItems<E>, item: &E, by: Option<&PlainValue>) {
    if let Some(message) = match_failure(error) {
        let (related, remedy) = near_misses(slots, item, by);
        message.related = related;
        message.remedies.extend(remedy);
        message.remedies.extend(by.and_then(|by| missing_item_ok(item, by)));
    }
}

/// Adds to the error of an item without the key of the matcher whether others have it.
pub(super) fn with_match_key<E: Entry>(mut error: Error, slots: &LeftItems<E>) -> Error {
    let cause = error.sentence_mut().and_then(|message| message.cause.as_mut());
    if let Some(Cause::NoMatchKey { key, is_of_others }) = cause {
        let has_key = |value: Value| matches!(value, Value::Map(map) if map.borrow().get(key).is_some());
        *is_of_others = slots.entries().any(|entry| has_key(entry.value()));
    }
    error
}

/// For items that are removed, or added whole: a matcher such as `overlay.subset()` may name values that the item itself does not have.
fn missing_item_ok<E: Entry>(item: &E, by: &PlainValue) -> Option<Remedy> {
    let meta = item.meta();
    let mut others = meta.annotations().iter().map(|annotation| &*annotation.name).filter(|name| *name != MATCH);
    match (others.next(), others.next()) {
        (Some("overlay/remove"), None) => Some(Remedy::MissingItemOk { removes: true }),
        (None, _) if matches!(by, PlainValue::Str(_)) => Some(Remedy::MissingItemOk { removes: false }),
        _ => None,
    }
}

/// Removes a fix that would give an item the key of one that follows it.
pub(super) fn without_duplicate_fix<E: Entry>(mut error: Error, following: impl Iterator<Item = E>) -> Error {
    if let Some(message) = error.sentence_mut()
        && !message.remedies.is_empty()
    {
        let following: Vec<_> = following.filter_map(|entry| text_key(&entry)).collect();
        let follows = |to: &str| following.iter().any(|key| **key == *to);
        message.remedies.retain(|remedy| !matches!(remedy, Remedy::RenameKey { to, .. } if follows(to)));
    }
    error
}

/// The key of an entry, if it is a string.
fn text_key<E: Entry>(entry: &E) -> Option<Arc<str>> {
    match entry.key() {
        Some(Value::Str(key)) => Some(key),
        _ => None,
    }
}

fn match_failure(error: &mut Error) -> Option<&mut Message> {
    error.sentence_mut().filter(|message| message.code == Some(Code::OverlayMatch))
}
