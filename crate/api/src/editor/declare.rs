//! Fixes that declare a data value where it is missing: in the schema, or without one in the data values.
//!
//! They concern code that uses a key that `data.values` does not have, and data values with a key that the schema does not have. There
//! is no fix unless the map that the key belongs to is written as a block in a document without code, or nothing is declared at all:
//! then the fix creates a schema.

mod beside;
mod elsewhere;
mod left_out;
mod misplaced;
mod new_file;
mod new_schema;
mod printed;
mod used;

use std::ops::Range;
use std::sync::Arc;

use super::brackets::Keys;
use super::fixes::edited;
use super::places::bytes;
use crate::boundary::{
    Content, DataValue, Diagnostic, Fix, ImportFormat, OriginKind, Place, Request, RequestFile, SchemaNode,
};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::flags;
use crate::positions::Source;
use crate::yaml::indent;
use crate::yaml::inline::scalar;
use crate::yaml::outline::{Document, Entry, Line, Outline, Step};
use crate::yaml::tree::Value;

const SCHEMA: &str = "data/values-schema";

/// A data value that is missing in a declaration.
#[derive(Clone)]
struct Missing {
    /// Keys; empty for any item of an array.
    path: Vec<String>,
    /// The text of its value: an example for the type.
    value: String,
    /// Whether code uses it, and nothing sets it.
    is_used: bool,
}

/// Adds the fixes.
pub(crate) fn add(request: &Request, keys: Keys<'_>, diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        let is_of_library = |place: &Place| place.file.contains("_ytt_lib/");
        if diagnostic.primary.as_ref().is_none_or(is_of_library) {
            continue;
        }
        if misplaced::explain(request, diagnostic).or_else(|| misplaced::separate(request, diagnostic)).is_some() {
            continue;
        }
        if let Some(missing) = missing(request, diagnostic) {
            let key = missing.path.first().filter(|_| missing.is_used && keys.schema.is_none());
            if let Some(file) = key.and_then(|key| left_out::file_with(request, key)) {
                let _ = left_out::explain(request, diagnostic, file);
                continue;
            }
            if let Some(document) = key.and_then(|key| printed::document_with(request, key)) {
                let _ = printed::explain(request, diagnostic, document);
                continue;
            }
            if let Some(schema) = keys.schema.filter(|_| !missing.is_used)
                && elsewhere::explain(&request.files, schema, &missing, diagnostic) == Some(true)
            {
                continue;
            }
            let is_typo = keys.schema.filter(|_| !missing.is_used);
            let is_typo = is_typo.is_some_and(|schema| beside::explain(request, schema, &missing, diagnostic));
            declare(request, keys, diagnostic, &missing, is_typo);
        }
    }
}

#[cold]
#[inline(never)]
fn declare(request: &Request, keys: Keys<'_>, diagnostic: &mut Diagnostic, missing: &Missing, is_typo: bool) {
    let Some(fix) = fix(request, keys, missing) else { return };
    // Similar names come first, and deleting it last, unless it is a typo.
    let is_deletion = |fix: &Fix| !is_typo && fix.edits.iter().all(|edit| edit.text.is_empty());
    let at = diagnostic.fixes.iter().position(is_deletion).unwrap_or(diagnostic.fixes.len());
    // With the first key alone, the next one is reported.
    let all = if missing.is_used {
        all_used(request, keys, missing)
    } else if diagnostic.code == Code::UnexpectedKey.as_str() {
        all_of_flags(request, keys, diagnostic)
    } else {
        all_of_document(&request.files, keys, diagnostic)
    };
    diagnostic.fixes.splice(at..at, all.into_iter().chain([fix]));
}

/// The fix that declares all data values of the document that the schema lacks, of which ytt reports only the first. Items of lists
/// are reported with all others.
fn all_of_document(files: &[RequestFile], keys: Keys<'_>, diagnostic: &Diagnostic) -> Option<Fix> {
    let schema = keys.schema?;
    let place = diagnostic.primary.as_ref()?;
    let text = text_of(files, &place.file)?;
    let span = bytes(text, place.span?)?;
    let outline = Outline::of(text);
    let own = outline.document_index(outline.line_at(span.start));
    let mut missing = Vec::new();
    for (index, entry) in outline.entries.iter().enumerate() {
        if entry.document == own && entry.key.is_some() && lacks(schema, &keys_of(&outline, index)) {
            missing.push(in_values(text, &entry.range).filter(|missing| !missing.path.contains(&String::new()))?);
        }
    }
    together(files, schema, &missing, missing.len())
}

/// The fix that declares all data values of flags that the schema lacks, of which ytt reports only the first.
fn all_of_flags(request: &Request, keys: Keys<'_>, diagnostic: &Diagnostic) -> Option<Fix> {
    let schema = keys.schema?;
    diagnostic.primary.as_ref().filter(|place| place.file.starts_with('('))?;
    let mut missing = set_by_flags(&request.args);
    missing.retain(|missing| known(schema, &missing.path) < missing.path.len());
    let first = |missing: &Missing| missing.path[..=known(schema, &missing.path)].to_vec();
    // The last one sets a value, and two keys of a new map would be written twice.
    let are_apart = (1..missing.len()).all(|at| missing[..at].iter().all(|other| first(other) != first(&missing[at])));
    together(&request.files, schema, &missing, missing.len()).filter(|_| are_apart)
}

/// The fix that declares all data values that code uses and nothing declares, of which ytt reports only the first.
fn all_used(request: &Request, keys: Keys<'_>, first: &Missing) -> Option<Fix> {
    let found = used::all(request, keys.schema, first);
    let count = found.count;
    let missing = found.grouped(keys.schema)?;
    match keys.schema {
        Some(schema) => together(&request.files, schema, &missing, count),
        None => new_schema::declaring(request, keys.values, &missing)
            .filter(|_| count > 1)
            .map(|(path, fix)| Fix { title: format!("Declare all {count} in a new {path}"), ..fix }),
    }
}

/// One fix for several data values.
fn together(files: &[RequestFile], schema: &SchemaNode, missing: &[Missing], count: usize) -> Option<Fix> {
    let mut edits = Vec::new();
    for missing in missing {
        edits.extend(in_schema(files, schema, missing)?.edits);
    }
    // The last key of a map may be where the map around it ends, too.
    let indentation = |text: &str| indent(text.trim_start_matches(['\r', '\n']));
    edits.sort_by_key(|edit| (edit.span.start.offset, std::cmp::Reverse(indentation(&edit.text))));
    // Two keys of one empty map would be written twice.
    let are_apart = edits.iter().all(|edit| edit.span.start.offset == edit.span.end.offset);
    let file = edits.first().map(|edit| edit.file.clone())?;
    let is_one = edits.iter().all(|edit| edit.file == file);
    let title = format!("Declare all {count} in {file}");
    (count > 1 && are_apart && is_one).then_some(Fix { title, edits, args: None })
}

/// The number of keys at the start of a path that the schema has.
fn known(schema: &SchemaNode, path: &[String]) -> usize {
    let (mut node, mut depth) = (schema, 0);
    while let Some(child) = node.children.iter().find(|child| Some(&child.key) == path.get(depth)) {
        (node, depth) = (child, depth + 1);
    }
    depth
}

/// Whether a map of the schema lacks the last key of a path.
fn lacks(schema: &SchemaNode, path: &[String]) -> bool {
    let Some((last, above)) = path.split_last() else { return false };
    let mut node = schema;
    for key in above {
        match node.children.iter().find(|child| child.key == *key) {
            Some(child) => node = child,
            None => return false,
        }
    }
    node.r#type == "map" && node.children.iter().all(|child| child.key != *last)
}

fn missing(request: &Request, diagnostic: &Diagnostic) -> Option<Missing> {
    let place = diagnostic.primary.as_ref()?;
    let is = |code: Code| diagnostic.code == code.as_str();
    if is(Code::UnexpectedKey) && place.file.starts_with('(') {
        return of_flag(&request.args, &place.file, diagnostic.found.as_deref()?);
    }
    let text = text_of(&request.files, &place.file)?;
    let span = bytes(text, place.span?)?;
    if is(Code::Attribute) {
        used::at(text, span)
    } else if is(Code::UnexpectedKey) || is(Code::OverlayMatch) {
        in_values(text, &span)
    } else {
        None
    }
}

/// The data value of a key in a document or a file of data values.
fn in_values(text: &str, span: &Range<usize>) -> Option<Missing> {
    let outline = Outline::of(text);
    let line = outline.line_at(span.start);
    let in_line = |entry: &Entry| entry.line == line && entry.key.is_some();
    // A map in braces has several keys in its line.
    let is_own = |entry: &Entry| in_line(entry) && entry.range.start < span.end && span.start < entry.range.end;
    let own = outline.entries.iter().position(is_own);
    let index = own.or_else(|| outline.entries.iter().position(in_line))?;
    let entry = &outline.entries[index];
    let document = outline.documents.get(entry.document)?;
    // A plain file of `--data-values-file` has no annotation; no other document has a key that a schema could lack.
    let is_plain = !text.contains("#@");
    let is_values = document.annotations.iter().any(|name| name == "data/values");
    if !(is_plain || is_values) || document.annotations.iter().any(|name| name == "library/ref") {
        return None;
    }
    let path = keys_of(&outline, index);
    let column = column(text, &outline, entry)?;
    let until = end_of(text, &outline, index);
    let lines = outline.lines[line..=until].iter().map(|line| {
        let whole = text[line.range.clone()].trim_end();
        whole.get(column..).unwrap_or_default()
    });
    let block = lines.collect::<Vec<_>>().join("\n");
    let key = block.find(':')?;
    Some(Missing { path, value: block[key + 1..].to_owned(), is_used: false })
}

/// The data value of a flag.
fn of_flag(args: &[String], file: &str, key: &str) -> Option<Missing> {
    let flag = file.strip_prefix('(')?.split(" arg)").next()?;
    let values = flags::flag_values(args).into_iter().filter(|(name, _)| *name == flag);
    let of_key = values.filter_map(|(flag, value)| set_by_flag(flag, value));
    let of_key: Vec<Missing> = of_key.filter(|missing| missing.path.iter().any(|part| part == key)).collect();
    <[Missing; 1]>::try_from(of_key).ok().map(|[missing]| missing)
}

/// The data values of the flags that set one, but for those of libraries.
fn set_by_flags(args: &[String]) -> Vec<Missing> {
    flags::flag_values(args).into_iter().filter_map(|(flag, value)| set_by_flag(flag, value)).collect()
}

fn set_by_flag(flag: &str, value: &str) -> Option<Missing> {
    // Neither an index, nor the name in code is a part of a key.
    let is_key = |path: &str| !path.contains([':', '[']) && !path.starts_with("data.values.");
    let (path, value) = value.split_once('=').filter(|(path, _)| is_key(path))?;
    let value = match flag {
        "data-value" => scalar(&Value::str(value)).map(|text| format!(" {text}"))?,
        "data-value-yaml" => format!(" {value}"),
        _ => return None,
    };
    Some(Missing { path: path.split('.').map(str::to_owned).collect(), value, is_used: false })
}

fn fix(request: &Request, keys: Keys<'_>, missing: &Missing) -> Option<Fix> {
    match keys.schema {
        Some(schema) => in_schema(&request.files, schema, missing),
        None if missing.is_used => in_first_values(&request.files, keys.values?, missing).or_else(|| {
            let (path, fix) = new_schema::declaring(request, keys.values, std::slice::from_ref(missing))?;
            Some(Fix { title: format!("Declare {} in a new {path}", shown(&missing.path)), ..fix })
        }),
        None => None,
    }
}

/// The fix that declares a data value of the root map, with this text as its default; that of a map is its lines, after a line feed. In
/// the schema or, without one, in the data values or a new schema. None where it cannot be declared.
pub fn declare_value(
    request: &Request,
    schema: Option<&SchemaNode>,
    values: Option<&DataValue>,
    name: &str,
    default: &str,
) -> Option<Fix> {
    let keys = Keys { schema, values };
    fix(request, keys, &Missing { path: vec![name.to_owned()], value: default.to_owned(), is_used: true })
}

fn in_schema(files: &[RequestFile], schema: &SchemaNode, missing: &Missing) -> Option<Fix> {
    let (mut node, mut depth) = (schema, 0);
    while let Some(child) = node.children.iter().find(|child| Some(&child.key) == missing.path.get(depth)) {
        // Declared or not, null has no keys.
        if child.nullable && missing.is_used {
            return None;
        }
        (node, depth) = (child, depth + 1);
    }
    // Anything but a map that has no such key.
    if node.r#type != "map" || node.keys.is_some() || depth >= missing.path.len() || node.removed.is_some() {
        return None;
    }
    let place = node.children.last().map_or(node.place.as_ref(), |last| last.place.as_ref())?;
    insert(files, place, missing, depth, |document| document.annotations.iter().any(|name| name == SCHEMA))
        .map(|(source, edits)| edited(format!("Declare {} in {}", shown(&missing.path), source.path()), &source, edits))
}

fn in_first_values(files: &[RequestFile], values: &DataValue, missing: &Missing) -> Option<Fix> {
    let (mut node, mut depth) = (values, 0);
    while let Some(child) = node.children.iter().find(|child| Some(&child.key) == missing.path.get(depth)) {
        (node, depth) = (child, depth + 1);
    }
    if depth + 1 != missing.path.len() || node.r#type != "map" {
        return None;
    }
    // The keys of later documents must be there already.
    let first =
        node.children.iter().find(|child| child.overrode.is_empty() && child.origin.kind == OriginKind::File)?;
    let place = first.origin.place.as_ref()?;
    // A plain file of `--data-values-file` has no annotation.
    let is_plain = !text_of(files, &place.file)?.contains("#@");
    let is_values = |document: &Document| is_plain || document.annotations.iter().any(|name| name == "data/values");
    let (source, edits) = insert(files, place, missing, depth, is_values)?;
    Some(edited(format!("Add {} to {}", shown(&missing.path), source.path()), &source, edits))
}

/// The edit that adds a key to the map at the start of a path, in a document that `is_wanted`.
fn insert(
    files: &[RequestFile],
    place: &Place,
    missing: &Missing,
    depth: usize,
    is_wanted: impl Fn(&Document) -> bool,
) -> Option<(Arc<Source>, Edits)> {
    let path = &missing.path;
    let text = text_of(files, &place.file)?;
    let outline = Outline::of(text);
    let document = outline.document_index(place.span?.start.line.checked_sub(1)? as usize);
    let wanted = outline.documents.get(document).filter(|document| is_wanted(document))?;
    let lines = outline.lines.get(wanted.lines.clone())?;
    let is_code = |line: &Line| line.comment.is_some_and(|at| text[at..].starts_with("#@ "));
    let is_after_start = |line: &&Line| line.range.start > lines.first().map_or(0, |first| first.range.start);
    if lines.iter().filter(is_after_start).any(|line| is_code(line) && !text[line.range.clone()].contains("load(")) {
        return None;
    }
    let in_document = |entry: &&Entry| entry.document == document;
    let children: Vec<usize> = (0..outline.entries.len())
        .filter(|index| in_document(&&outline.entries[*index]))
        .filter(|index| {
            let keys = keys_of(&outline, *index);
            keys.len() == depth + 1 && keys[..depth] == path[..depth]
        })
        .collect();
    let is_schema = wanted.annotations.iter().any(|name| name == SCHEMA);
    let source = Source::new(&*place.file, text);
    let Some(&last) = children.last() else {
        let edits = in_empty_map(text, &outline, document, missing, depth, is_schema)?;
        return Some((source, edits));
    };
    let indent = column(text, &outline, &outline.entries[last])?;
    // Each key on a line of its own, of the same map.
    let own_line = |index: &usize| column(text, &outline, &outline.entries[*index]) == Some(indent);
    let line_of = |index: &usize| outline.entries[*index].line;
    if !children.iter().all(own_line) || children.windows(2).any(|pair| line_of(&pair[0]) == line_of(&pair[1])) {
        return None;
    }
    let block = declaration(&path[depth..], missing, is_schema)?;
    let end = outline.lines[end_of(text, &outline, last)].range.end;
    let newline = if text[..end].ends_with('\r') { "\r\n" } else { "\n" };
    let mut added = String::new();
    for line in block.lines() {
        let indented = if line.is_empty() { String::new() } else { format!("{}{line}", " ".repeat(indent)) };
        added.push_str(&format!("{indented}{newline}"));
    }
    let edits = match text.get(end..end + 1) {
        Some(_) => Edits::insert(end + 1, added),
        None => Edits::insert(end, format!("{newline}{}", added.trim_end())),
    };
    Some((source, edits))
}

/// The edit that replaces the braces of an empty map in its line by its first key.
fn in_empty_map(
    text: &str,
    outline: &Outline,
    document: usize,
    missing: &Missing,
    depth: usize,
    is_schema: bool,
) -> Option<Edits> {
    let path = &missing.path;
    let is_map =
        |index: &usize| outline.entries[*index].document == document && keys_of(outline, *index) == path[..depth];
    let entry = &outline.entries[(0..outline.entries.len()).find(is_map)?];
    let line = &outline.lines[entry.line];
    let whole = &text[line.range.clone()];
    let before = whole.trim_end().strip_suffix("{}")?.trim_end();
    before
        .trim_start()
        .trim_matches(['"', '\''])
        .strip_prefix(entry.key.as_deref()?)?
        .trim_start_matches(['"', '\''])
        .eq(":")
        .then_some(())?;
    let indent = " ".repeat(line.indent + 2);
    let block = declaration(&path[depth..], missing, is_schema)?;
    let lines: String = block.lines().map(|line| format!("\n{indent}{line}")).collect();
    let start = line.range.start + before.len();
    Some(Edits::one(start..line.range.start + whole.trim_end().len(), lines))
}

/// The lines that declare a value, without indentation.
fn declaration(path: &[String], missing: &Missing, is_schema: bool) -> Option<String> {
    let Missing { value, is_used, .. } = missing;
    let mut text = String::new();
    for (depth, key) in path.iter().enumerate() {
        let key = scalar(&Value::str(&**key))?;
        text.push_str(&format!("{}{key}:", "  ".repeat(depth)));
        text.push_str(if depth + 1 < path.len() { "\n" } else { "" });
    }
    let indent = "  ".repeat(path.len() - 1);
    let value = if value.starts_with([' ', '\n']) || value.is_empty() { value.to_owned() } else { format!(" {value}") };
    for (number, line) in value.lines().enumerate() {
        text.push_str(&if number == 0 { line.to_owned() } else { format!("\n{indent}{line}") });
    }
    text.push('\n');
    if !is_schema || *is_used {
        return Some(text);
    }
    let schema = ytterby_schema_io::import::import(&text, Some(ImportFormat::Values)).schema?;
    schema.split_once("---\n").map(|(_, content)| content.to_owned())
}

/// The index of the last line of an entry and everything in it.
fn end_of(text: &str, outline: &Outline, index: usize) -> usize {
    let entry = &outline.entries[index];
    let indent = column(text, outline, entry).unwrap_or(outline.lines[entry.line].indent);
    let within = (index..outline.entries.len())
        .filter(|inner| *inner == index || outline.is_ancestor(index, *inner))
        .map(|inner| outline.entries[inner].line);
    let mut last = within.max().unwrap_or(entry.line);
    for (number, line) in outline.lines.iter().enumerate().skip(last + 1) {
        let is_empty = text[line.range.clone()].trim().is_empty();
        let is_comment = line.comment.is_some() && line.body.is_empty();
        if !is_empty && (line.indent <= indent || is_comment) {
            break;
        }
        if !is_empty {
            last = number;
        }
    }
    last
}

/// The column of a key that starts its line, or follows the dash of an item.
fn column(text: &str, outline: &Outline, entry: &Entry) -> Option<usize> {
    let line = outline.lines.get(entry.line)?;
    let whole = text.get(line.range.clone())?;
    let key = whole.trim_start_matches([' ', '-']);
    let is_key = key.trim_start_matches(['"', '\'']).starts_with(entry.key.as_deref()?);
    is_key.then_some(whole.len() - key.len())
}

/// A path as in ytt's reports.
fn shown(path: &[String]) -> String {
    let step = |key: &String| if key.is_empty() { "[]".to_owned() } else { format!(".{key}") };
    path.iter().map(step).collect::<String>().trim_start_matches('.').to_owned()
}

/// The keys from the document to an entry.
fn keys_of(outline: &Outline, entry: usize) -> Vec<String> {
    let key = |step: Step| match step {
        Step::Key(key) => key,
        Step::Item => String::new(),
    };
    outline.path(entry).into_iter().map(key).collect()
}

/// The text of a file of the request.
pub(super) fn text_of<'f>(files: &'f [RequestFile], path: &str) -> Option<&'f str> {
    match &files.iter().find(|file| file.path == path)?.content {
        Content::Text(text) => Some(text),
        Content::Bytes(_) => None,
    }
}
