//! Finds the documents of a file that carry an annotation: `@data/values`, `@data/values-schema`.
//!
//! Looks at comments, not at evaluated annotations, since files are sorted before anything is
//! evaluated. Below a document the annotation is an error.

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::yaml::tree::{Comment, Document, DocumentSet, Meta, Value};

pub(crate) const DATA_VALUES: &str = "data/values";
pub(crate) const DATA_VALUES_SCHEMA: &str = "data/values-schema";

/// Whether a document of the set carries the annotation; an error where it is misplaced or repeated.
pub(crate) fn has_annotated(documents: &DocumentSet, annotation: &str) -> Result<bool, Error> {
    check_nodes(documents, annotation)?;
    let mut found = false;
    for document in &documents.items {
        found |= is_annotated(document, annotation)?;
    }
    Ok(found)
}

/// The documents with the annotation, and those without.
pub(crate) fn split(documents: DocumentSet, annotation: &str) -> Result<(Vec<Document>, Vec<Document>), Error> {
    check_nodes(&documents, annotation)?;
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for document in documents.items {
        if is_annotated(&document, annotation)? {
            with.push(document);
        } else {
            without.push(document);
        }
    }
    Ok((with, without))
}

fn is_annotated(document: &Document, annotation: &str) -> Result<bool, Error> {
    let found: Vec<&Comment> = comments(&document.meta, annotation).collect();
    match found[..] {
        [] => Ok(false),
        [_] => Ok(true),
        [_, again, ..] => Err(Error::at(
            format!("{annotation} annotation may only be used once per document"),
            again.position.clone(),
        )
        .coded(Code::Annotation)),
    }
}

/// The comments of a node that are the annotation.
fn comments<'m>(meta: &'m Meta, annotation: &str) -> impl Iterator<Item = &'m Comment> {
    let is_it = move |text: &str| text.strip_prefix('@').is_some_and(|rest| rest.split(' ').next() == Some(annotation));
    meta.comments().iter().filter(move |comment| is_it(&comment.text))
}

fn check_nodes(documents: &DocumentSet, annotation: &str) -> Result<(), Error> {
    documents.items.iter().try_for_each(|document| check_value(&document.value, annotation))
}

fn check_value(value: &Value, annotation: &str) -> Result<(), Error> {
    match value {
        Value::Map(map) => map.items.iter().try_for_each(|item| {
            check_meta(&item.meta, "map item", annotation)?;
            check_value(&item.value, annotation)
        }),
        Value::Array(array) => array.items.iter().try_for_each(|item| {
            check_meta(&item.meta, "array item", annotation)?;
            check_value(&item.value, annotation)
        }),
        Value::DocumentSet(documents) => check_nodes(documents, annotation),
        _ => Ok(()),
    }
}

fn check_meta(meta: &Meta, kind: &str, annotation: &str) -> Result<(), Error> {
    let Some(comment) = comments(meta, annotation).next() else { return Ok(()) };
    let text = format!(
        "Found @{annotation} on {kind} ({}); only documents (---) can be annotated with @{annotation}",
        meta.position.compact()
    );
    Err(Error::at(text, comment.position.clone()).coded(Code::Annotation))
}
