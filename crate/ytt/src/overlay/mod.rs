//! Overlays: YAML documents with annotations that say how other documents are changed.
//!
//! Schemas and data values are merged with [`apply`], `overlay.apply` in templates uses [`apply_values`], and the last
//! step of a run is [`post_process`]. `annotations` and `expectation` read the annotations of an item, `left_items` and
//! `matcher` find the nodes that it matches by one of the `matchers`, `merge` changes them, `errors` adds positions and fixes to
//! failures.

mod annotations;
mod comparison;
mod errors;
mod expectation;
mod left_items;
pub(crate) mod matcher;
pub(crate) mod matchers;
mod merge;
mod near_miss;
pub(crate) mod plain_merge;
pub(crate) mod progress;
#[cfg(test)]
mod sample;
pub(crate) mod selections;

use crate::diagnostics::Error;
use crate::starlark::{Annotated, FunctionCaller};
use crate::yaml::node::Node;
use crate::yaml::tree::{Document, DocumentSet, Meta, Value};
use expectation::Expectation;
use left_items::{DocumentInFile, LeftItems};
use merge::Merge;
use progress::Watch;
pub use progress::{OverlayDocument, Progress};
pub use selections::{Selected, Selection, Selections};

pub(crate) use annotations::{CHILD_DEFAULTS, MATCH, allow_missing, allow_new_keys, has_child_defaults};

/// The documents on the left that a document on the right is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// The documents that its `@overlay/match` selects.
    Matched,
    /// The first document, as for schemas and data values.
    First,
    /// Like [`Onto::First`], for schemas that accept several types for a value: a map or array may replace a value of
    /// another type.
    FirstOfAnyKind,
}

/// Applies the documents of `right` to those of `left`, which are changed. The result has no overlay annotations.
///
/// Fails with the error of the first item that does not match as often as it expects, or is annotated wrongly.
pub fn apply(
    left: DocumentSet,
    right: DocumentSet,
    onto: Onto,
    calls: &mut dyn FunctionCaller,
) -> Result<DocumentSet, Error> {
    let [left, right] = [left, right].map(|set| Value::DocumentSet(Node::new(set)));
    match apply_values(left, right, onto, calls)? {
        Value::DocumentSet(set) => Ok(set.into_content()),
        _ => Ok(DocumentSet::default()),
    }
}

/// Applies one value to another, as `overlay.apply` does: documents to documents, a map to a map, an array to an array.
/// A scalar on the right changes nothing. The nodes of `left` are changed, those of `right` are copied. Fails as [`apply`]
/// does, and for two collections of different types.
pub fn apply_values(
    mut left: Value,
    mut right: Value,
    onto: Onto,
    calls: &mut dyn FunctionCaller,
) -> Result<Value, Error> {
    left.convert_computed();
    right.convert_computed();
    let mut merge = Merge { onto, files: 1, calls, has_computed_values: false };
    merge.apply_collection(&left, &right, &Expectation::default())?;
    remove_annotations(&left);
    Ok(left)
}

/// The last step of a run: removes the documents with `@overlay/match` from the files and applies them, file by file,
/// to all other documents.
///
/// `files` are in output order; `name` returns a file's path for error messages. Files without any document other than
/// overlays and empty documents are left out of the result. `watch` is called before the first overlay and after each.
pub fn post_process<K>(
    files: Vec<(K, DocumentSet)>,
    name: impl Fn(&K) -> String,
    calls: &mut dyn FunctionCaller,
    mut watch: Option<Watch<'_, K>>,
) -> Result<Vec<(K, DocumentSet)>, Error> {
    let mut targets: Vec<(K, DocumentSet)> = Vec::with_capacity(files.len());
    let mut documents = Vec::new();
    let mut overlays = Vec::new();
    let mut watched = Vec::new();
    let mut order = Vec::new();
    for (key, set) in files {
        let mut has_overlays = false;
        let before = documents.len();
        let mut index = 0;
        for document in set.items {
            if is_overlay(&document.borrow()) {
                has_overlays = true;
                if watch.is_some() {
                    let at = document.borrow().meta.position.clone();
                    watched.push(OverlayDocument { file: name(&key), index, at });
                    index += 1;
                }
                overlays.push(document);
            } else if !document.borrow().is_empty() {
                documents.push(DocumentInFile { file: targets.len(), document });
            }
        }
        if has_overlays {
            order.push(name(&key));
        }
        if documents.len() > before {
            targets.push((key, DocumentSet::default()));
        }
    }

    if !overlays.is_empty() {
        for document in documents.iter().map(|placed| &placed.document).chain(&overlays) {
            convert_computed(document);
        }
    }
    let last = targets.len().saturating_sub(1);
    let mut merge = Merge { onto: Onto::Matched, files: targets.len(), calls, has_computed_values: false };
    // No value contains the documents of all files.
    let mut slots = LeftItems::new(documents, std::ptr::null());
    let mut report = |applied, slots: &LeftItems<DocumentInFile>| {
        if let Some(watch) = &mut watch {
            watch(Progress { overlays: &watched, applied, files: &targets, documents: slots });
        }
    };
    report(0, &slots);
    for (document, number) in overlays.into_iter().zip(1..) {
        if std::mem::take(&mut merge.has_computed_values) {
            slots.entries().for_each(|placed| convert_computed(&placed.document));
            slots.function_called();
        }
        let applied = merge.apply_item(&mut slots, DocumentInFile { file: last, document }, &Expectation::default());
        applied.map_err(|error| error.context(format!("Overlaying (in following order: {})", order.join(", "))))?;
        report(number, &slots);
    }

    for DocumentInFile { file, document } in slots.into_items() {
        if let Some((_, set)) = targets.get_mut(file) {
            set.items.push(document);
        }
    }
    Ok(targets)
}

/// Whether a document is applied to others.
pub(crate) fn is_overlay(document: &Document) -> bool {
    document.meta.annotation(MATCH).is_some()
}

/// Makes nodes of the computed collections in a document.
fn convert_computed(document: &Node<Document>) {
    let mut value = document.borrow().value.clone();
    value.convert_computed();
    document.borrow_mut().value = value;
}

/// Removes all overlay annotations from a value.
fn remove_annotations(value: &Value) {
    for item in value.children() {
        strip(item.borrow_mut().meta_mut());
        remove_annotations(item.borrow().value());
    }
}

fn strip(meta: &mut Meta) {
    if meta.annotations().iter().any(|annotation| annotation.name.starts_with("overlay/")) {
        let others = meta.annotations().iter().filter(|a| !a.name.starts_with("overlay/"));
        let others = others.cloned().collect();
        meta.set_annotations(others);
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::matchers::{Matcher, Subset};
    use super::sample::{Answers, bare, documents, map, with};
    use super::*;
    use crate::diagnostics::report::text;
    use crate::starlark::PlainValue;
    use crate::yaml::node::DeepCopy;

    fn wagon(doors: i64) -> Value {
        map(vec![("kind", Value::str("wagon")), ("doors", Value::Int(doors))])
    }

    fn overlay(value: Value, by: Matcher, operation: Option<&str>) -> DocumentSet {
        let set = Value::DocumentSet(Node::new(documents(vec![value])));
        let set = with(set, "overlay/match", vec![("by", PlainValue::DataFunction(Rc::new(by)))]);
        let set = match operation {
            Some(name) => with(set, name, vec![]),
            None => set,
        };
        let Value::DocumentSet(set) = set else { return DocumentSet::default() };
        set.into_content()
    }

    fn processed(files: Vec<(&'static str, DocumentSet)>) -> Result<Vec<(&'static str, Vec<Value>)>, String> {
        let files = post_process(files, |name| (*name).to_owned(), &mut Answers::none(), None);
        let files = files.map_err(|error| text(&error))?;
        let values =
            |set: DocumentSet| set.items.into_iter().map(|document| bare(document.into_content().value)).collect();
        Ok(files.into_iter().map(|(name, set)| (name, values(set))).collect())
    }

    #[test]
    fn overlays_change_the_documents_of_all_files() {
        let engine = map(vec![("kind", Value::str("engine"))]);
        let by = Matcher::Subset(Subset::of(Ok(map(vec![("kind", Value::str("wagon"))]))));
        let change = with(map(vec![("doors", Value::Int(4))]), "overlay/replace", vec![]);
        let files = vec![
            ("a.yml", documents(vec![engine.deep_copy(), wagon(1)])),
            ("over.yml", overlay(change, by, None)),
            ("b.yml", documents(vec![wagon(2), Value::Null])),
        ];
        let message = "Overlaying (in following order: over.yml): Document on line o.yml:1: \
                       Expected number of matched nodes to be 1, but was 2 (lines: o.yml:1, o.yml:1)";
        assert_eq!(processed(files), Err(message.to_owned()));

        let removal = overlay(Value::Null, Matcher::Index(1), Some("overlay/remove"));
        let files = vec![("a.yml", documents(vec![engine.deep_copy(), wagon(1)])), ("over.yml", removal)];
        assert_eq!(processed(files), Ok(vec![("a.yml", vec![engine])]));
    }

    #[test]
    fn a_replaced_document_stays_in_its_file() {
        let change = overlay(Value::Int(5), Matcher::Index(1), Some("overlay/replace"));
        let files =
            vec![("a.yml", documents(vec![wagon(1)])), ("over.yml", change), ("b.yml", documents(vec![wagon(2)]))];
        assert_eq!(processed(files), Ok(vec![("a.yml", vec![wagon(1)]), ("b.yml", vec![Value::Int(5)])]));
    }

    #[test]
    fn without_documents_nothing_matches() {
        let change = overlay(Value::Int(5), Matcher::All, None);
        let message = "Overlaying (in following order: over.yml): Document on line o.yml:1: \
                       Expected number of matched nodes to be 1, but was 0";
        assert_eq!(processed(vec![("over.yml", change.deep_copy())]), Err(message.to_owned()));
        let added = overlay(Value::Int(5), Matcher::All, Some("overlay/append"));
        assert!(processed(vec![("over.yml", added)]).is_err());
    }

    #[test]
    fn data_values_need_no_match_and_lose_their_annotations() {
        let missing_ok = vec![("missing_ok", PlainValue::Bool(true))];
        let right = with(map(vec![("new", Value::Int(1))]), "overlay/match", missing_ok);
        let merged = apply(documents(vec![map(vec![])]), documents(vec![right]), Onto::First, &mut Answers::none());
        let merged = merged.map_err(|error| text(&error));
        let Ok(DocumentSet { items, .. }) = merged else { panic!("{merged:?}") };
        assert_eq!(bare(items[0].borrow().value.deep_copy()), map(vec![("new", Value::Int(1))]));
        let Value::Map(map) = &items[0].borrow().value else { panic!("a map was merged") };
        assert!(map.borrow().items[0].borrow().meta.annotations().is_empty());
    }
}
