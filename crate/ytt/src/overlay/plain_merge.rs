//! Annotates plain YAML so that it merges as `--data-values-file` does: new keys are added, arrays and scalars
//! replaced.

use std::sync::Arc;

use super::annotations::MATCH;
use crate::positions::Position;
use crate::starlark::{Annotated, Annotation, PlainValue};
use crate::yaml::tree::{Document, MapItem, Meta, Value};

/// Annotates the document and its nodes with `@overlay/match missing_ok=True`, and those with an array or scalar also
/// with `@overlay/replace or_add=True`.
pub(crate) fn annotate(document: &mut Document) {
    let names = Names { matching: MATCH.into(), replace: "overlay/replace".into() };
    names.node(&document.value, &mut document.meta);
}

struct Names {
    matching: Arc<str>,
    replace: Arc<str>,
}

impl Names {
    fn node(&self, value: &Value, meta: &mut Meta) {
        let mut annotations = vec![annotation(&self.matching, "missing_ok")];
        match value {
            Value::Map(map) => {
                for item in &map.borrow().items {
                    let MapItem { value, meta, .. } = &mut *item.borrow_mut();
                    self.node(value, meta);
                }
            }
            Value::DocumentSet(set) => {
                for document in &set.borrow().items {
                    let Document { value, meta, .. } = &mut *document.borrow_mut();
                    self.node(value, meta);
                }
            }
            // An array is replaced as a whole, so its items need no annotations.
            _ => annotations.push(annotation(&self.replace, "or_add")),
        }
        meta.set_annotations(annotations);
    }
}

fn annotation(name: &Arc<str>, keyword: &str) -> Annotation {
    let kwargs = vec![(keyword.to_owned(), PlainValue::Bool(true))];
    Annotation { name: name.clone(), args: Vec::new(), kwargs, position: Position::unknown() }
}
