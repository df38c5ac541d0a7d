//! Lints of documents that look like overlays and are none, since they have no `@overlay/match`: ytt prints them.

use std::ops::Range;

use super::super::Buffer;
use super::super::annotations::annotation_named;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::extensions::Extensions;
use crate::syntax::token::Tok;
use crate::yaml::outline::{Document, Outline};

const MATCH: &str = "overlay/match";

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml || !buffer.text.contains("overlay") {
        return;
    }
    let (text, outline) = (buffer.text, buffer.outline());
    let mut add = |message: &str, hint: &str, range: Range<usize>, fixes| {
        let (message, hint) = (message.to_owned(), hint.to_owned());
        found.push(Lint { message, hint, fixes, ..Lint::new(Kind::NoMatch, file, range) });
    };
    let mut is_after_overlay = false;
    for (index, document) in outline.documents.iter().enumerate() {
        let is_overlay = document.annotations.iter().any(|name| name == MATCH);
        let is_values = buffer.holds_data_values(document) || buffer.holds_schema(document);
        if is_overlay || is_values || has_functions(text, outline, document) {
            is_after_overlay |= is_overlay && !is_in_function(text, outline, document);
            continue;
        }
        let keys = || outline.entries.iter().filter(|entry| entry.document == index && entry.parent.is_none());
        let has = |key: &str| keys().any(|entry| entry.key.as_deref() == Some(key));
        let own = document_annotation(text, outline, document).filter(|_| !is_in_function(text, outline, document));
        if let Some(annotation) = own {
            let message = "This annotation has no effect: its document has no @overlay/match, and is printed";
            add(message, &format!("Put #@{MATCH} by=… above it"), annotation, matching(text, outline, index));
        } else if let Some(annotation) = annotation(text, outline, document) {
            let hint = format!("Put #@{MATCH} by=… above the --- of its document");
            let message = "This annotation has no effect: its document has no @overlay/match";
            let fixes = match moved_up(text, outline, &annotation) {
                Some(moved) => vec![moved],
                None => separated(text, outline, document).into_iter().chain(matching(text, outline, index)).collect(),
            };
            add(message, &hint, annotation, fixes);
        } else if is_after_overlay && !(has("apiVersion") && has("kind")) {
            let Some(first) = keys().next() else { continue };
            let range =
                if first.range.is_empty() { outline.lines[first.line].range.clone() } else { first.range.clone() };
            let hint = format!("Put #@{MATCH} by=… above its ---");
            let fixes = matching(text, outline, index);
            add("This document is printed, not applied: it has no @overlay/match", &hint, range, fixes);
        }
    }
    if let Some(range) = unused_load(buffer) {
        let hint = format!("Put #@{MATCH} by=… above the --- of the document");
        let document = outline.entries.first().map(|entry| matching(text, outline, entry.document));
        let message = "overlay is loaded, but nothing here is an overlay: there is no @overlay/match";
        add(message, &hint, range, document.unwrap_or_default());
    }
}

/// Moves an `@overlay/match` that is between the `---` and the first node to above the `---`.
fn moved_up(text: &str, outline: &Outline, annotation: &Range<usize>) -> Option<Change> {
    let number = outline.line_at(annotation.start);
    let line = outline.lines.get(number).filter(|line| line.body.is_empty())?;
    let above = outline.lines[..number].iter().rev().find(|line| !line.body.is_empty());
    let first = above.filter(|line| line.is_separator(text))?;
    let name = line.annotation(text).and_then(|name| text.get(name));
    let whole = line.range.start..(line.range.end + 1).min(text.len());
    let moved = format!("{}\n", text[line.range.clone()].trim_start());
    let edits = Edits(vec![(first.range.start..first.range.start, moved), (whole, String::new())]);
    (name == Some(MATCH)).then(|| Change::of("Move it above the ---", edits))
}

/// Whether a document defines functions, which may return the nodes of overlays.
fn has_functions(text: &str, outline: &Outline, document: &Document) -> bool {
    let lines = outline.lines.get(document.lines.clone()).unwrap_or_default();
    let is_function = |code: &str| code.trim_start().starts_with("def ") || code.contains("lambda");
    lines
        .iter()
        .any(|line| line.comment.is_some_and(|at| text[at..line.range.end].strip_prefix("#@").is_some_and(is_function)))
}

/// Whether a document is one of a function that is defined above it.
fn is_in_function(text: &str, outline: &Outline, document: &Document) -> bool {
    let own = outline.lines.get(document.lines.clone()).unwrap_or_default();
    // The first document has the lines above its `---`, too.
    let above = own.iter().position(|line| line.is_separator(text)).unwrap_or_default();
    let lines = outline.lines.get(..document.lines.start + above).unwrap_or_default();
    let mut open = Vec::new();
    for line in lines {
        let code = line.comment.and_then(|at| text[at..line.range.end].strip_prefix("#@"));
        let code = code.map(str::trim).unwrap_or_default();
        if code == "end" {
            open.pop();
        } else if code.ends_with(':') && ["def ", "if ", "for ", "while "].iter().any(|word| code.starts_with(word)) {
            open.push(code.starts_with("def "));
        }
    }
    open.contains(&true)
}

/// The name of an annotation of overlays above the `---` of a document.
fn document_annotation(text: &str, outline: &Outline, document: &Document) -> Option<Range<usize>> {
    let separator = outline.lines.get(document.lines.clone())?.iter().position(|line| line.is_separator(text))?;
    let above = outline.lines.get(..document.lines.start + separator)?.iter().rev();
    let annotations = above.take_while(|line| line.body.is_empty()).filter_map(|line| line.annotation(text));
    annotations.into_iter().find(|name| is_of_overlays(&text[name.clone()]))
}

fn is_of_overlays(name: &str) -> bool {
    name.starts_with("overlay/") && annotation_named(name, Extensions::default()).is_some()
}

/// The name of the first annotation of overlays in a document.
fn annotation(text: &str, outline: &Outline, document: &Document) -> Option<Range<usize>> {
    let lines = outline.lines.get(document.lines.clone())?;
    // The lines before a `---` belong to the document.
    let start = lines.iter().position(|line| line.is_separator(text)).map_or(0, |at| at + 1);
    let end = lines.iter().rposition(|line| !line.body.is_empty())?;
    let within = lines.get(start..=end)?;
    within.iter().filter_map(|line| line.annotation(text)).find(|name| is_of_overlays(&text[name.clone()]))
}

/// The fix if the annotation that should be of the document is above its first line, and only the `---` is missing.
fn separated(text: &str, outline: &Outline, document: &Document) -> Vec<Change> {
    let lines = outline.lines.get(document.lines.clone()).unwrap_or_default();
    let Some(first) = lines.iter().position(|line| !line.body.is_empty()) else { return Vec::new() };
    let is_match = |range: Range<usize>| {
        let line = text[range.start..].lines().next().unwrap_or_default();
        text.get(range) == Some(MATCH) && line.contains("by=overlay.")
    };
    let has_match = lines[..first].iter().filter_map(|line| line.annotation(text)).any(is_match);
    let line = &lines[first];
    if !has_match || line.indent > 0 || lines.iter().any(|line| line.is_separator(text)) {
        return Vec::new();
    }
    Change::only("Insert the missing ---", line.range.start..line.range.start, "---\n")
}

/// The fix that makes a document an overlay: of the resource with its kind and name, or of all documents.
fn matching(text: &str, outline: &Outline, document: usize) -> Vec<Change> {
    let lines = outline.documents.get(document).and_then(|document| outline.lines.get(document.lines.clone()));
    let separator = lines.and_then(|lines| lines.iter().find(|line| line.is_separator(text)));
    let Some(separator) = separator.filter(|_| text.contains("load(\"@ytt:overlay\", \"overlay\")")) else {
        return Vec::new();
    };
    let entry = |parent: Option<usize>, key: &str| {
        let mut entries = outline.entries.iter().enumerate();
        entries.find(|(_, it)| it.document == document && it.parent == parent && it.key.as_deref() == Some(key))
    };
    let scalar = |parent, key| {
        let value = text.get(entry(parent, key)?.1.value.clone())?.trim_matches(['"', '\'']);
        let is_plain = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "-._/:".contains(c));
        is_plain.then_some(value)
    };
    let name = entry(None, "metadata").and_then(|(metadata, _)| scalar(Some(metadata), "name"));
    let by = match (scalar(None, "kind"), name) {
        (Some(kind), Some(name)) => {
            format!("overlay.subset({{\"kind\": \"{kind}\", \"metadata\": {{\"name\": \"{name}\"}}}})")
        }
        _ => "overlay.all".to_owned(),
    };
    let annotation = format!("#@{MATCH} by={by}");
    let insert = Edits::insert(separator.range.start, format!("{annotation}\n"));
    vec![Change::of(format!("Add {annotation}"), insert)]
}

/// The `load` of the module overlay in a file that does not use it.
fn unused_load(buffer: &Buffer<'_>) -> Option<Range<usize>> {
    let text = buffer.text;
    let is_annotated = buffer.outline().lines.iter().filter_map(|line| line.annotation(text));
    if is_annotated.into_iter().any(|name| text[name].starts_with("overlay")) || buffer.outline().entries.is_empty() {
        return None;
    }
    let is_load = |range: &Range<usize>| {
        let code = text[range.clone()].trim_start();
        code.starts_with("load(") && code.contains("\"@ytt:overlay\"")
    };
    let mut loads = buffer.fragments.iter().filter(|fragment| is_load(&fragment.range));
    let load = loads.next()?;
    let is_name = |range: &Range<usize>| text.get(range.clone()) == Some("overlay");
    let mut tokens = buffer.fragments.iter().flat_map(|fragment| &fragment.tokens);
    if loads.next().is_some() || tokens.any(|token| token.tok == Tok::Ident && is_name(&token.range)) {
        return None;
    }
    let code = text[load.range.clone()].trim();
    let start = load.range.start + text[load.range.clone()].find(code)?;
    // It may be loaded by another name.
    code.contains(", \"overlay\"").then_some(start..start + code.len())
}
