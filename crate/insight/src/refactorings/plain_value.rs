//! Values of templates without code: scalars in one line, and maps in lines of their own.

use std::ops::Range;

use crate::Buffer;
use crate::yaml::outline::Entry;
use crate::yaml::scalars::{Scalar, resolve};

/// Shorter texts are often equal by chance.
const MIN_SHARED: usize = 3;

/// A value without code.
#[derive(Clone)]
pub(super) struct PlainValue {
    pub(super) range: Range<usize>,
    /// A scalar, or the lines of a map, indented as if its key were not.
    pub(super) written: String,
}

/// The entry with a key of a line, or else its item, and its value if that is plain.
pub(super) fn in_line(buffer: &Buffer<'_>, number: usize) -> Option<(usize, PlainValue)> {
    let entries = &buffer.outline().entries;
    let is_here = |entry: &Entry| entry.line == number;
    let keyed = entries.iter().position(|entry| is_here(entry) && entry.key.is_some());
    let index = keyed.or_else(|| entries.iter().position(is_here))?;
    Some((index, plain_value(buffer, index)?))
}

/// The value of a key or an item, if it is a scalar or the map of a key in lines of its own, without code, in a document that is printed,
/// and the only one in its line.
fn plain_value(buffer: &Buffer<'_>, index: usize) -> Option<PlainValue> {
    let outline = buffer.outline();
    let entry = &outline.entries[index];
    let is_beside = |other: Option<&Entry>| {
        other.is_some_and(|other| other.line == entry.line && (other.key.is_some() || entry.key.is_none()))
    };
    let (before, next) = (index.checked_sub(1).map(|at| &outline.entries[at]), outline.entries.get(index + 1));
    if is_beside(before) || is_beside(next) {
        return None;
    }
    let annotations = &outline.documents.get(entry.document)?.annotations;
    if annotations.iter().any(|name| name.starts_with("data/values") || name == "library/ref") {
        return None;
    }
    match next.filter(|next| next.parent == Some(index)) {
        // The default of a list is empty.
        Some(item) if item.key.is_none() || entry.key.is_none() => None,
        Some(_) => map(buffer, index, entry),
        None => scalar(buffer, entry),
    }
}

fn scalar(buffer: &Buffer<'_>, entry: &Entry) -> Option<PlainValue> {
    let line = buffer.outline().lines.get(entry.line)?;
    let written = buffer.text.get(entry.value.clone())?.trim_end();
    let range = entry.value.start..entry.value.start + written.len();
    let is_alone = line.comment.is_none() && buffer.text.get(range.end..line.range.end)?.trim().is_empty();
    let is_scalar = !written.is_empty()
        && !written.contains('\n')
        && !written.contains("(@")
        && !written.starts_with(['{', '[', '&', '*', '!', '|', '>'])
        && Meaning::of(written) != Meaning::Other("null");
    (is_alone && is_scalar).then(|| PlainValue { range, written: written.to_owned() })
}

/// A map below its key, which starts its line.
fn map(buffer: &Buffer<'_>, index: usize, entry: &Entry) -> Option<PlainValue> {
    let outline = buffer.outline();
    let line = outline.lines.get(entry.line)?;
    let key = buffer.text.get(line.range.clone())?.trim_end();
    let inner = (index + 1..outline.entries.len()).take_while(|inner| outline.is_ancestor(index, *inner));
    let last = outline.lines.get(outline.entries[inner.last()?].line)?;
    let range = line.range.start + key.len()..last.range.end;
    let block = buffer.text.get(range.clone())?.trim_end();
    let is_key = key.ends_with(':') && key.trim_start().starts_with(entry.key.as_deref()?);
    if !is_key || block.contains("#@") {
        return None;
    }
    let lines = block.lines().skip(1).map(|line| line.get(outline.lines[entry.line].indent..));
    let written: Option<String> = lines.map(|line| Some(format!("\n{}", line?))).collect();
    Some(PlainValue { range: range.start..range.start + block.len(), written: written? })
}

/// All places of the file with the same text, if there are several.
pub(super) fn equal_values(buffer: &Buffer<'_>, value: &PlainValue) -> Vec<PlainValue> {
    let meaning = Meaning::of(&value.written);
    if !meaning.is_shared() {
        return Vec::new();
    }
    let values = (0..buffer.outline().entries.len()).filter_map(|index| plain_value(buffer, index));
    let equal: Vec<PlainValue> = values.filter(|other| Meaning::of(&other.written) == meaning).collect();
    if equal.len() > 1 { equal } else { Vec::new() }
}

/// The meaning of a scalar, as far as it is known without its escapes.
#[derive(PartialEq)]
pub(super) enum Meaning<'t> {
    Text(&'t str),
    /// A number, a boolean or null.
    Other(&'t str),
}

impl<'t> Meaning<'t> {
    /// Whether equal values certainly mean the same.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Meaning::Text(text) if text.len() >= MIN_SHARED && !text.contains('\n'))
    }

    pub(super) fn of(written: &'t str) -> Meaning<'t> {
        let quoted = |quote: char| written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        match (quoted('"').or_else(|| quoted('\'')), resolve(written)) {
            (Some(text), _) => Meaning::Text(text),
            (None, Scalar::Text | Scalar::Timestamp) => Meaning::Text(written),
            (None, Scalar::Null) => Meaning::Other("null"),
            (None, _) => Meaning::Other(written),
        }
    }
}
