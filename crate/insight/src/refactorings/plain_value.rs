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

/// The only entry with a key of a line, if its value is a scalar or a map in lines of its own, without code, in a document that is
/// printed.
pub(super) fn plain_value(buffer: &Buffer<'_>, number: usize) -> Option<(usize, PlainValue)> {
    let outline = buffer.outline();
    let mut keys = outline.entries.iter().enumerate().filter(|(_, entry)| entry.line == number && entry.key.is_some());
    let (index, entry) = keys.next().filter(|_| keys.next().is_none())?;
    let annotations = &outline.documents.get(entry.document)?.annotations;
    if annotations.iter().any(|name| name.starts_with("data/values") || name == "library/ref") {
        return None;
    }
    let is_map = outline.entries.iter().any(|other| other.parent == Some(index) && other.key.is_some());
    let value = if is_map { map(buffer, index, entry) } else { scalar(buffer, entry) };
    Some((index, value?))
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
    let inner = (index..outline.entries.len()).filter(|inner| outline.is_ancestor(index, *inner));
    let last = outline.lines.get(inner.map(|inner| outline.entries[inner].line).max()?)?;
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
    let lines = 0..buffer.outline().lines.len();
    let values = lines.filter_map(|line| plain_value(buffer, line)).map(|(_, value)| value);
    let equal: Vec<PlainValue> = values.filter(|other| Meaning::of(&other.written) == meaning).collect();
    if meaning.is_shared() && equal.len() > 1 { equal } else { Vec::new() }
}

/// What a scalar means, as far as it is known without its escapes.
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
