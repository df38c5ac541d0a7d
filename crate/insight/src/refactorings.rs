//! Makes a value of a template a data value: code in its place, and a declaration with the value as its default. The output stays the
//! same.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::Buffer;
use super::code::Language;
use super::data_values::{Node, root};
use crate::boundary::{Content, Edit, Fix, InputKind, Request, RequestFile};
use crate::editor::declare_value;
use crate::editor::new_load::{Notation, new_load};
use crate::limits::Clock;
use crate::syntax::token::is_name;
use crate::yaml::outline::{Entry, Outline};
use crate::yaml::scalars::{Scalar, resolve};
use crate::{DataValuesSnapshot, ParsedRequest, data_values_snapshot, inputs_of, places};

const VALUES: &str = "data.values";

/// Shorter texts are often equal by chance.
const MIN_SHARED: usize = 3;

pub(super) fn at(request: &ParsedRequest<'_>, file: &str, offset: u32, clock: &Clock) -> Vec<Fix> {
    let is_template = |kind| matches!(kind, InputKind::Template | InputKind::Overlay);
    let inputs = inputs_of(request.request);
    if !inputs.iter().any(|input| input.path == file && is_template(input.kind)) {
        return Vec::new();
    }
    let Some(buffer) = Buffer::of(request, file).filter(|buffer| buffer.language == Language::Yaml) else {
        return Vec::new();
    };
    let Some((index, value)) = plain_value(&buffer, buffer.byte(offset)) else { return Vec::new() };
    let snapshot = data_values_snapshot(request, clock);
    let all = root(&snapshot);
    let names = names(buffer.outline(), index);
    let existing = existing(&snapshot, &names, &value.written).and_then(|name| {
        let edits = value.replaced(&buffer, &name)?;
        Some(Fix { title: format!("Use the data value {name}"), edits, args: None })
    });
    let new = names.into_iter().find(|name| child(&snapshot, name).is_none()).and_then(|name| {
        let declared = declare_value(request.request, all.schema, all.value, &name, &value.written)?;
        let edits = [value.replaced(&buffer, &name)?, declared.edits].concat();
        Some(Fix { title: format!("Make it a data value, {name}"), edits, args: declared.args })
    });
    let found: Vec<Fix> = existing.into_iter().chain(new).collect();
    if found.is_empty() { found } else { with_same_output(request.request, found, clock) }
}

/// Only the changes that keep the output: with code, ytt reads a file in another way than plain YAML. All of them if the run fails.
fn with_same_output(request: &Request, mut found: Vec<Fix>, clock: &Clock) -> Vec<Fix> {
    let output = |request: &Request| {
        let response = ytterby::render(request, clock.clone());
        (response.exit_status == 0)
            .then(|| response.files.into_iter().map(|file| (file.path, file.content)).collect::<Vec<_>>())
    };
    if let Some(before) = output(request) {
        found.retain(|fix| output(&applied(request, fix)).as_ref() == Some(&before));
    }
    found
}

fn applied(request: &Request, fix: &Fix) -> Request {
    let mut request = Request { args: fix.args.clone().unwrap_or_else(|| request.args.clone()), ..request.clone() };
    for edit in fix.edits.iter().rev() {
        let at = request.files.iter().position(|file| file.path == edit.file).unwrap_or_else(|| {
            request.files.push(RequestFile { path: edit.file.clone(), content: Content::Text(String::new()) });
            request.files.len() - 1
        });
        if let Content::Text(text) = &mut request.files[at].content
            && let Some(range) = places::bytes(text, edit.span)
        {
            text.replace_range(range, &edit.text);
        }
    }
    request
}

/// A value in one line without code.
struct PlainValue {
    range: Range<usize>,
    written: String,
}

impl PlainValue {
    /// The edits of the file that write a data value instead, with the load that they need.
    fn replaced(&self, buffer: &Buffer<'_>, name: &str) -> Option<Vec<Edit>> {
        let variable = variable(&buffer.text[..self.range.start]);
        let code = format!("#@ {}.{name}", variable.unwrap_or(VALUES));
        let edit = |range, text| Edit { file: buffer.path.to_owned(), span: buffer.exact_span(range), text };
        let mut edits = vec![edit(self.range.clone(), code)];
        if variable.is_none() && buffer.names.binding("data").is_none() {
            let (start, line) = new_load(buffer.text, Notation::Yaml, "data")?;
            edits.insert(0, edit(start..start, line));
        }
        Some(edits)
    }
}

/// The entry with a plain value in the line of a position: the one at the position, or the only one.
fn plain_value(buffer: &Buffer<'_>, at: usize) -> Option<(usize, PlainValue)> {
    let outline = buffer.outline();
    let number = outline.line_at(at);
    let line = outline.lines.get(number)?;
    if line.comment.is_some() {
        return None;
    }
    let in_line = |(index, entry): &(usize, &Entry)| {
        entry.line == number && entry.key.is_some() && !outline.entries.iter().any(|other| other.parent == Some(*index))
    };
    let mut found = outline.entries.iter().enumerate().filter(in_line);
    let (index, entry) = found.next().filter(|_| found.next().is_none())?;
    let written = buffer.text.get(entry.value.clone())?.trim_end();
    let range = entry.value.start..entry.value.start + written.len();
    let is_alone = buffer.text.get(range.end..line.range.end)?.trim().is_empty();
    let is_scalar = !written.is_empty()
        && !written.contains('\n')
        && !written.contains("(@")
        && !written.starts_with(['{', '[', '&', '*', '!', '|', '>'])
        && Meaning::of(written) != Meaning::Other("null");
    let annotations = &outline.documents.get(entry.document)?.annotations;
    let is_output = !annotations.iter().any(|name| name.starts_with("data/values") || name == "library/ref");
    (is_alone && is_scalar && is_output).then(|| (index, PlainValue { range, written: written.to_owned() }))
}

/// Names for the data value of an entry: its key, then that with the keys around it, then with a number.
fn names(outline: &Outline, entry: usize) -> Vec<String> {
    let around = std::iter::successors(Some(entry), |index| outline.entries.get(*index)?.parent);
    let keys = around.filter_map(|index| outline.entries.get(index)?.key.as_deref());
    let mut names: Vec<String> = Vec::new();
    for key in keys {
        let part = word(key);
        names.push(names.last().map_or(part.clone(), |inner| format!("{part}_{inner}")));
    }
    let numbered: Vec<String> =
        names.first().into_iter().flat_map(|name| (2..100).map(move |n| format!("{name}_{n}"))).collect();
    names.extend(numbered);
    names.retain(|name| is_name(name));
    names
}

/// A key as a part of a name: `app.kubernetes.io/part-of` as `part_of`.
fn word(key: &str) -> String {
    let last = key.rsplit('/').next().unwrap_or(key);
    last.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// A data value of the root map with this value, if it certainly means the same: it has the same name, or the value is a text.
fn existing(snapshot: &DataValuesSnapshot, names: &[String], written: &str) -> Option<String> {
    let meaning = Meaning::of(written);
    let is_equal = |node: &Node<'_>| {
        let default = node.schema.and_then(|schema| schema.default.as_deref());
        let value = node.value.and_then(|value| value.value.as_deref()).or(default);
        value.is_some_and(|value| Meaning::of(value) == meaning)
    };
    let all = root(snapshot).keys().into_iter();
    let equal: Vec<&str> = all.filter(|(key, node)| is_name(key) && is_equal(node)).map(|(key, _)| key).collect();
    let same_name = equal.iter().find(|key| names.first().is_some_and(|name| name == *key));
    let is_shared = matches!(meaning, Meaning::Text(text) if text.len() >= MIN_SHARED);
    same_name.or_else(|| equal.first().filter(|_| is_shared)).map(|key| (*key).to_owned())
}

/// What a scalar means, as far as it is known without its escapes.
#[derive(PartialEq)]
enum Meaning<'t> {
    Text(&'t str),
    /// A number, a boolean or null.
    Other(&'t str),
}

impl<'t> Meaning<'t> {
    fn of(written: &'t str) -> Meaning<'t> {
        let quoted = |quote: char| written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        match (quoted('"').or_else(|| quoted('\'')), resolve(written)) {
            (Some(text), _) => Meaning::Text(text),
            (None, Scalar::Text | Scalar::Timestamp) => Meaning::Text(written),
            (None, Scalar::Null) => Meaning::Other("null"),
            (None, _) => Meaning::Other(written),
        }
    }
}

fn child<'a>(snapshot: &'a DataValuesSnapshot, name: &str) -> Option<Node<'a>> {
    root(snapshot).keys().into_iter().find(|(key, _)| *key == name).map(|(_, node)| node)
}

/// A variable that is all data values, assigned at the top level above.
fn variable(above: &str) -> Option<&str> {
    above.lines().find_map(|line| {
        let (name, value) = line.strip_prefix("#@ ")?.split_once(" = ")?;
        (is_name(name) && value.trim() == VALUES).then_some(name)
    })
}
