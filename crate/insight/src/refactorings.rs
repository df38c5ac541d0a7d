//! Makes a value of a template a data value: code in its place, and a declaration with the value as its default. The output stays the
//! same.

mod plain_value;
#[cfg(test)]
mod tests;

use super::Buffer;
use super::code::Language;
use super::data_values::{Node, root};
use crate::boundary::{Content, Edit, Fix, InputKind, Request, RequestFile};
use crate::editor::declare_value;
use crate::editor::new_load::{Notation, new_load};
use crate::limits::{Clock, Limits};
use crate::syntax::token;
use crate::yaml::outline::Entry;
use crate::{DataValuesSnapshot, ParsedRequest, data_values_snapshot, inputs_of, places};
use plain_value::{Meaning, PlainValue, equal_values, in_line};

const VALUES: &str = "data.values";

/// Milliseconds for each render, since users wait for the result.
const MAX_MILLIS: u64 = 1_000;

pub(super) fn at(request: &ParsedRequest<'_>, file: &str, offset: u32, clock: &Clock) -> Vec<Fix> {
    let is_template = |kind| matches!(kind, InputKind::Template | InputKind::Overlay);
    let inputs = inputs_of(request.request);
    if !inputs.iter().any(|input| input.path == file && is_template(input.kind)) {
        return Vec::new();
    }
    let Some(buffer) = Buffer::of(request, file).filter(|buffer| buffer.language == Language::Yaml) else {
        return Vec::new();
    };
    let line = buffer.outline().line_at(buffer.byte(offset));
    let Some((index, value)) = in_line(&buffer, line) else { return Vec::new() };
    let snapshot = data_values_snapshot(request, clock);
    let all = root(&snapshot);
    let names = names(&buffer, index);
    let new = names.iter().find(|name| child(&snapshot, name).is_none());
    let places = [vec![value.clone()], equal_values(&buffer, &value)];
    let (mut found, mut made) = (Vec::new(), Vec::new());
    for places in places.iter().filter(|places| !places.is_empty()) {
        let count = if places.len() > 1 { format!(" in all {} places", places.len()) } else { String::new() };
        if let Some(name) = existing(&snapshot, &names, &value.written)
            && let Some(edits) = replaced(&buffer, places, &name)
        {
            found.push(Fix { title: format!("Use the data value {name}{count}"), edits, args: None });
        }
        if let Some(name) = new
            && let Some(edits) = replaced(&buffer, places, name)
            && let Some(declared) = declare_value(request.request, all.schema, all.value, name, &value.written)
        {
            let title = format!("Make it the data value {name}{count}");
            made.push(Fix { title, edits: [edits, declared.edits].concat(), args: declared.args });
        }
    }
    found.append(&mut made);
    if found.is_empty() { found } else { with_same_output(request.request, found, clock) }
}

/// Only the changes that keep the output: with code, ytt reads a file in another way than plain YAML. All of them if the run fails, or
/// takes too long.
fn with_same_output(request: &Request, mut found: Vec<Fix>, clock: &Clock) -> Vec<Fix> {
    let output = |request: &Request| {
        let limits = Limits { millis: request.limits.millis.min(MAX_MILLIS), ..request.limits.clone() };
        let response = ytterby::render(&Request { limits, ..request.clone() }, clock.clone());
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

/// The edits of the file that write a data value in some places instead, with the load that they need.
fn replaced(buffer: &Buffer<'_>, places: &[PlainValue], name: &str) -> Option<Vec<Edit>> {
    let variable = variable(&buffer.text[..places.first()?.range.start]);
    let edit = |range, text| Edit { file: buffer.path.to_owned(), span: buffer.exact_span(range), text };
    let code = |place: &PlainValue| {
        let space = if place.written.starts_with('\n') { " " } else { "" };
        edit(place.range.clone(), format!("{space}#@ {}.{name}", variable.unwrap_or(VALUES)))
    };
    let mut edits: Vec<Edit> = places.iter().map(code).collect();
    // With code, a plain file is a template, which has to mark its comments.
    if !buffer.text.contains("#@") {
        let starts = buffer.unmarked_comments().map(|start| start + "#".len());
        edits.extend(starts.map(|start| edit(start..start, "!".to_owned())));
    }
    if variable.is_none() && buffer.names.binding("data").is_none() {
        let (start, line) = new_load(buffer.text, Notation::Yaml, "@ytt:data", "data")?;
        edits.push(edit(start..start, line));
    }
    edits.sort_by_key(|edit| edit.span.start.offset);
    Some(edits)
}

/// Names for the data value of an entry: its key, then that with the keys around it, then with a number. A `value` beside a `name`, as
/// in an environment, has that name, and an item of `hosts` is a `host`.
fn names(buffer: &Buffer<'_>, entry: usize) -> Vec<String> {
    let outline = buffer.outline();
    let around = std::iter::successors(Some(entry), |index| outline.entries.get(*index)?.parent);
    let keys = around.filter_map(|index| outline.entries.get(index)?.key.as_deref());
    let mut names: Vec<String> = Vec::new();
    for key in keys {
        let part = word(key);
        names.push(names.last().map_or(part.clone(), |inner| format!("{part}_{inner}")));
    }
    let own = &outline.entries[entry];
    if own.key.is_none()
        && let Some(singular) = names.first().and_then(|name| name.strip_suffix('s'))
    {
        names.insert(0, singular.to_owned());
    }
    let is_name = |other: &&Entry| other.parent == own.parent && other.key.as_deref() == Some("name");
    if own.key.as_deref() == Some("value")
        && let Some(name) = outline.entries.iter().find(is_name).and_then(|name| buffer.text.get(name.value.clone()))
    {
        names.insert(0, word(name.trim().trim_matches(['"', '\''])).to_lowercase());
    }
    let numbered: Vec<String> =
        names.first().into_iter().flat_map(|name| (2..100).map(move |n| format!("{name}_{n}"))).collect();
    names.extend(numbered);
    names.retain(|name| token::is_name(name));
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
    let equal: Vec<&str> =
        all.filter(|(key, node)| token::is_name(key) && is_equal(node)).map(|(key, _)| key).collect();
    let same_name = equal.iter().find(|key| names.first().is_some_and(|name| name == *key));
    same_name.or_else(|| equal.first().filter(|_| meaning.is_shared())).map(|key| (*key).to_owned())
}

fn child<'a>(snapshot: &'a DataValuesSnapshot, name: &str) -> Option<Node<'a>> {
    root(snapshot).keys().into_iter().find(|(key, _)| *key == name).map(|(_, node)| node)
}

/// A variable that is all data values, assigned at the top level above.
fn variable(above: &str) -> Option<&str> {
    above.lines().find_map(|line| {
        let (name, value) = line.strip_prefix("#@ ")?.split_once(" = ")?;
        (token::is_name(name) && value.trim() == VALUES).then_some(name)
    })
}
