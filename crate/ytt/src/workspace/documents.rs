//! Finds the documents of a file with annotations such as `@data/values` and `@data/values-schema`.
//!
//! They are found in comments, since files are sorted before their annotations are evaluated. Below a document the annotations are
//! errors.

use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::extensions::Extensions;
use crate::overlay;
use crate::schema::proposal;
use crate::yaml::node::Node;
use crate::yaml::tree::{Comment, Document, DocumentSet, Meta, Value};

/// Annotations for the same kind of document.
pub type Annotations = &'static [&'static str];

/// The annotation of data values documents.
pub const DATA_VALUES: Annotations = &["data/values"];

/// The annotations of overlays. ytt applies only documents with the first; the second makes sense only on such documents.
pub const OVERLAYS: Annotations = &[overlay::MATCH, overlay::CHILD_DEFAULTS];

/// The annotations of schema documents.
pub fn schema_annotations(extensions: Extensions) -> Annotations {
    if extensions.schema_proposal {
        &["data/values-schema", proposal::DEFINITION, proposal::BARE_DEFINITION]
    } else {
        &["data/values-schema"]
    }
}

/// Whether a document of the set has one of the annotations. The error is ytt's if one is misplaced or repeated.
pub(crate) fn has_annotated(documents: &DocumentSet, annotations: Annotations) -> Result<bool, Error> {
    if !documents.has_comments {
        return Ok(false);
    }
    documents.iter().try_for_each(|document| check_value(&document.value, annotations))?;
    let mut found = false;
    for document in documents.iter() {
        found |= is_annotated(&document, annotations)?;
    }
    Ok(found)
}

/// Documents with an annotation, and those without.
type Split = (Vec<Node<Document>>, Vec<Node<Document>>);

/// The documents with one of the annotations, and those without. The error is that of [`has_annotated`].
pub(crate) fn split(documents: DocumentSet, annotations: Annotations) -> Result<Split, Error> {
    documents.iter().try_for_each(|document| check_value(&document.value, annotations))?;
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for document in documents.items {
        if is_annotated(&document.borrow(), annotations)? {
            with.push(document);
        } else {
            without.push(document);
        }
    }
    Ok((with, without))
}

fn is_annotated(document: &Document, annotations: Annotations) -> Result<bool, Error> {
    let found: Vec<(&str, &Comment)> = comments(&document.meta, annotations).collect();
    match found[..] {
        [] => Ok(false),
        [_] => Ok(true),
        [(first, _), (annotation, again), ..] => {
            let text = if first == annotation {
                format!("{annotation} annotation may only be used once per document")
            } else {
                format!("{annotation} annotation may not be used on a document with {first}")
            };
            Err(Error::at(text, again.position.clone()).coded(Code::Annotation))
        }
    }
}

/// The comments of a node that are one of the annotations, with its name.
fn comments(meta: &Meta, annotations: Annotations) -> impl Iterator<Item = (&'static str, &Comment)> {
    let which = move |text: &str| {
        let name = text.strip_prefix('@')?.split(' ').next()?;
        annotations.iter().copied().find(|annotation| *annotation == name)
    };
    meta.comments().iter().filter_map(move |comment| Some((which(&comment.text)?, comment)))
}

fn check_value(value: &Value, annotations: Annotations) -> Result<(), Error> {
    value.children().try_for_each(|item| {
        let item = item.borrow();
        match value {
            Value::Map(_) => check_meta(item.meta(), "map item", annotations)?,
            Value::Array(_) => check_meta(item.meta(), "array item", annotations)?,
            _ => {}
        }
        check_value(item.value(), annotations)
    })
}

fn check_meta(meta: &Meta, kind: &str, annotations: Annotations) -> Result<(), Error> {
    let Some((annotation, comment)) = comments(meta, annotations).next() else { return Ok(()) };
    let text = format!(
        "Found @{annotation} on {kind} ({}); only documents (---) can be annotated with @{annotation}",
        meta.position.compact()
    );
    let cause = Cause::NotOnDocument { annotation: annotation.to_owned() };
    let error = Error::at(text, comment.position.clone()).coded(Code::Annotation).caused(cause);
    Err(error.with_remedy(Some(Remedy::Separator)))
}
