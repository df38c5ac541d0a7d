//! A lint of annotations that have no effect where they are: below the last node, or of schemas in a document that is none.

use super::super::Buffer;
use super::super::annotations::annotation_named;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::syntax::token::Tok;
use crate::yaml::outline::{Document, Line, Outline};

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml || !buffer.text.contains("#@") {
        return;
    }
    let (text, outline) = (buffer.text, buffer.outline());
    let last = outline.lines.iter().rposition(|line| !line.body.is_empty());
    for (number, line) in outline.lines.iter().enumerate() {
        let Some(range) = line.annotation(text) else { continue };
        let name = &text[range.clone()];
        // On another node than a document, an annotation of documents is an error.
        if annotation_named(name, buffer.extensions).is_none() || name == "schema/definition" {
            continue;
        }
        let document = outline.document_at(number);
        let whole = line.range.start..(line.range.end + 1).min(text.len());
        let (message, hint) = if line.body.is_empty() && last.is_some_and(|last| number > last) {
            // The next document is probably not written yet.
            if !name.starts_with("schema/") && !name.starts_with("overlay/") {
                continue;
            }
            let hint = match name {
                "schema/nullable" => "Put it above the key or the item, whose default is null then",
                _ => "Put it above the key or the item",
            };
            (format!("@{name} has no effect: there is no node below it"), hint)
        } else if name.starts_with("schema/") && lacks_schema(buffer, document) {
            let message = format!("@{name} has no effect: it belongs in a schema");
            let hint = match buffer.holds_data_values(document) {
                true => "Move it to the document with @data/values-schema",
                false => "A schema has #@data/values-schema above its ---",
            };
            (message, hint)
        } else {
            continue;
        };
        // Without the annotation, a document that should be a schema would not be recognisable as one.
        let is_alone = line.body.is_empty() && (hint.starts_with("Put") || buffer.holds_data_values(document));
        let deleted = Change::only("Delete the annotation", whole.clone(), "");
        let moved =
            last.and_then(|last| outline.lines.get(last)).filter(|node| starts_node(outline, text, node)).map(|node| {
                let annotation = text[line.range.clone()].trim();
                let above = format!("{}{annotation}\n", " ".repeat(node.indent));
                let edits = Edits(vec![(node.range.start..node.range.start, above), (whole.clone(), String::new())]);
                Change::of("Move it above the node before it", edits)
            });
        found.push(Lint {
            message,
            hint: hint.to_owned(),
            fixes: match is_alone {
                true if hint.starts_with("Put") => moved.into_iter().chain(deleted).collect(),
                true => deleted,
                false => Vec::new(),
            },
            ..Lint::new(Kind::IdleAnnotation, file, range)
        });
    }
}

/// Whether a key or an item starts a line.
fn starts_node(outline: &Outline, text: &str, line: &Line) -> bool {
    let start = line.body.start;
    text[line.body.clone()].starts_with("- ")
        || outline.entries.iter().any(|entry| entry.key.is_some() && entry.range.start == start)
}

/// Whether a document is not a schema although it has annotations of one: it holds data values, or only its file has that name.
fn lacks_schema(buffer: &Buffer<'_>, document: &Document) -> bool {
    let documents = &buffer.outline().documents;
    if buffer.holds_schema(document) {
        return false;
    }
    let is_named = buffer.path.rsplit('/').next().is_some_and(|name| name.contains("schema"));
    // Functions may return parts of a schema.
    let has_functions = || buffer.fragments.iter().any(|code| code.tokens.iter().any(|token| token.tok == Tok::Def));
    let is_bare = document.annotations.is_empty() && !documents.iter().any(|document| buffer.holds_schema(document));
    buffer.holds_data_values(document) || is_named && is_bare && !has_functions()
}
