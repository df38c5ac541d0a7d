//! Documents that are meant as data values or a schema, but are printed: their annotation is misspelled, or missing.

use super::super::fixes::edited;
use super::super::places;
use super::{SCHEMA, text_of};
use crate::boundary::{Content, Diagnostic, RelatedPlace, Request};
use crate::diagnostics::edits::Edits;
use crate::positions::Source;
use crate::spelling::edit_distance;
use crate::yaml::outline::Outline;

const VALUES: &str = "data/values";

/// A document with a key that code wants as a data value.
pub(super) struct Printed {
    path: String,
    line: usize,
    edits: Edits,
    annotation: &'static str,
}

/// The first document that has the key at its top and is meant to declare it.
pub(super) fn document_with(request: &Request, key: &str) -> Option<Printed> {
    request.files.iter().find_map(|file| {
        let Content::Text(text) = &file.content else { return None };
        let is_yaml = file.path.ends_with(".yml") || file.path.ends_with(".yaml");
        if !is_yaml || file.path.contains("_ytt_lib/") || !text.contains(key) {
            return None;
        }
        let outline = Outline::of(text);
        let mut entries = outline.entries.iter().filter(|entry| entry.parent.is_none());
        let entry = entries.find(|entry| entry.key.as_deref() == Some(key))?;
        let document = outline.documents.get(entry.document)?;
        if document.annotations.iter().any(|name| name == VALUES || name == SCHEMA) {
            return None;
        }
        let own = outline.lines.get(document.lines.clone())?;
        if own.iter().any(|line| line.comment.is_some_and(|at| text[at..].starts_with("#@ "))) {
            return None;
        }
        let above = outline.lines[..document.lines.start].iter().rev().chain(own);
        let comments = above.take_while(|line| line.range.start < entry.range.start).filter_map(|line| line.comment);
        let misspelled = comments.into_iter().find_map(|at| {
            let written = text[at..].lines().next()?.trim_end();
            Some((at..at + written.len(), meant(written)?))
        });
        let (edits, annotation) = match misspelled {
            Some((range, annotation)) => (Edits::one(range, format!("#@{annotation}")), annotation),
            None => {
                let name = file.path.rsplit('/').next()?;
                let is_separated = text.starts_with("---");
                let is_plain = name.contains("values") && !text.contains('#') && outline.documents.len() == 1;
                let added = if is_separated { "#@data/values\n" } else { "#@data/values\n---\n" };
                (Edits::insert(0, added), is_plain.then_some(VALUES)?)
            }
        };
        Some(Printed { path: file.path.clone(), line: entry.line + 1, edits, annotation })
    })
}

/// Adds the document and the fix that annotates it.
pub(super) fn explain(request: &Request, diagnostic: &mut Diagnostic, printed: Printed) -> Option<()> {
    let Printed { path, line, edits, annotation } = printed;
    let source = Source::new(&*path, text_of(&request.files, &path)?);
    let range = source.line_range(u32::try_from(line).ok()?)?;
    let span = Some(places::span(&source, range));
    let label = "printed, since it is not annotated as data values".to_owned();
    diagnostic.related.push(RelatedPlace { file: path.clone(), span, label });
    diagnostic.fixes.push(edited(format!("Write #@{annotation} in {path}"), &source, edits));
    Some(())
}

/// The annotation that a comment means.
fn meant(comment: &str) -> Option<&'static str> {
    let word = comment.trim_start_matches(['#', '@', ' ']);
    if word.contains(' ') || !comment.starts_with('#') {
        return None;
    }
    let known = [
        (VALUES, VALUES),
        (SCHEMA, SCHEMA),
        ("data/schema", SCHEMA),
        ("values-schema", SCHEMA),
        ("data/values/schema", SCHEMA),
        ("data/vals", VALUES),
    ];
    let near = |name: &str| if word.len() > 8 { edit_distance(word, name, 2) <= 2 } else { word == name };
    known.iter().find(|(name, _)| near(name)).map(|(_, annotation)| *annotation)
}
