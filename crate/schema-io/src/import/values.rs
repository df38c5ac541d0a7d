//! Converts a plain values file, such as the `values.yaml` of a Helm chart, to a ytt schema, and lists the guesses.
//!
//! The values become the defaults, so that a run with the schema alone has the data values of the file. [`comments`] assigns comments
//! to keys, [`prose`] makes descriptions of them, [`shape`] infers types, [`writing`] writes the schema file, and [`annotated`] the
//! values as a data values file. The guesses are where a value does not determine its type.

mod annotated;
mod commented_out;
mod comments;
mod guess;
mod literal;
mod prose;
mod repeated;
mod shape;
mod string_keys;
mod writing;

use std::sync::Arc;

use serde::de::IgnoredAny;

use crate::diagnostics::report;
use crate::positions::Source;
use crate::yaml::brackets::check_brackets;
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::tree::{Document, DocumentSet, Map, Value};
use comments::Notes;
pub use guess::Guess;
use shape::Slot;

/// The maximum number of nodes that aliases add to a file.
const MAX_ALIAS_NODES: u64 = 100_000;

/// A schema for a values file.
pub(super) struct Converted {
    /// The text of the schema file.
    pub(super) schema: String,
    /// The guesses, in the order of the schema.
    pub(super) guesses: Vec<Guess>,
    /// The values as a ytt data values file; None if ytt would not accept that: with YAML directives, and with keys that are repeated
    /// or override those of a merged map.
    pub(super) data_values: Option<String>,
}

/// Converts a values file. The error is a sentence that says why there is no schema.
pub(super) fn convert(text: &str) -> Result<Converted, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // JSON may be indented with tabs, which YAML does not allow; its strings contain none.
    let is_json = text.contains('\t') && serde_json::from_str::<IgnoredAny>(text).is_ok();
    let text = if is_json { text.replace('\t', " ") } else { text.to_owned() };
    let (text, quoted) = string_keys::quoted(&text).unwrap_or((text, Vec::new()));
    let source = Source::new("", text);
    let mut documents = read(&source)?;
    let found = comments::all(&documents);
    if let Some(comment) = found.iter().find(|comment| comment.text.starts_with('@')) {
        return Err(format!(
            "Line {} has ytt code or an annotation (#{}): this file is a ytt template, not plain values",
            comment.position.line(),
            comment.text
        ));
    }
    for document in documents.iter() {
        check_root(&document)?;
    }
    let data_values = annotated::data_values(&source, &documents, &found);
    let (mut guesses, has_repeated) = repeated::keys(&documents);
    documents.override_map_keys();
    let notes = Notes::of(&source, &documents, &found);
    let values = merged(&documents, &mut guesses);
    if values.items.is_empty() {
        return Err("This file contains no values".to_owned());
    }
    let values = Value::Map(Node::new(values));
    shape::check_keys(&values)?;
    let root = Slot::of(&values, &notes);
    let (schema, inferred) = writing::file(&root, &notes);
    guesses.extend(quoted);
    guesses.extend(inferred);
    Ok(Converted { schema, guesses, data_values: data_values.filter(|_| !has_repeated) })
}

fn read(source: &Arc<Source>) -> Result<DocumentSet, String> {
    check_brackets(&source.text).map_err(str::to_owned)?;
    let options = ReadOptions { max_alias_nodes: MAX_ALIAS_NODES, ..ReadOptions::default() };
    reader::read(source, source.text.as_bytes(), &options).map_err(|error| {
        let message = report::bare_message(&error);
        format!("This is not YAML: {}", message.strip_prefix("yaml: ").unwrap_or(&message))
    })
}

/// Data values are a map; empty documents are skipped.
fn check_root(document: &Document) -> Result<(), String> {
    let found = match &document.value {
        Value::Map(_) | Value::Null => return Ok(()),
        Value::Array(_) => "a list",
        _ => "a single value",
    };
    let line = match &document.value {
        Value::Array(_) => document.value.items().next().map(|item| item.borrow().meta().position.line()),
        _ => Some(document.meta.position.line()),
    };
    let place = line.filter(|line| *line > 0).map(|line| format!("Line {line}: ")).unwrap_or_default();
    Err(format!("{place}a values file is a map of keys and values, but this document is {found}"))
}

/// The documents merged in order, as ytt merges data values files: maps key by key, everything else as a whole.
fn merged(documents: &DocumentSet, guesses: &mut Vec<Guess>) -> Map {
    let mut values = Map::default();
    let maps = documents.iter().filter_map(|document| match &document.value {
        Value::Map(map) => Some((map.borrow().deep_copy(), document.meta.position.line())),
        _ => None,
    });
    for (index, (map, line)) in maps.enumerate() {
        if index > 0 {
            guesses.push(Guess::merged_document(line));
        }
        merge(&mut values, map);
    }
    values
}

fn merge(values: &mut Map, later: Map) {
    for item in later.items {
        let Some(known) = values.items.iter().find(|known| known.borrow().key == item.borrow().key) else {
            values.items.push(item);
            continue;
        };
        let (known, item) = (&mut *known.borrow_mut(), item.into_content());
        match (&mut known.value, item.value) {
            (Value::Map(known), Value::Map(later)) => merge(&mut known.borrow_mut(), later.into_content()),
            (value, later) => {
                *value = later;
                known.meta = item.meta;
            }
        }
    }
}
