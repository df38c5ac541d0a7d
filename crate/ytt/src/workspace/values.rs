//! The second step of a library: its data values. The defaults of the schema, the data values documents of its files and those from
//! outside are overlaid in order, checked against the schema after each, and validated at the end.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Execution;
use super::data_values::origin::Origins;
use super::documents::{self, DATA_VALUES};
use super::envelope::ValuesEnvelope;
use super::library::FileInLibrary;
use super::loader::Loader;
use super::schemas::overlay_document;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, ErrorKind, SchemaFinding};
use crate::overlay::Onto;
use crate::positions::Position;
use crate::schema::{self, Defaults, Schema};
use crate::starlark::{Annotated, FunctionCaller};
use crate::validations::{self, Checked};
use crate::yaml::go_format;
use crate::yaml::history::record_origins;
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::tree::{Document, MapItem, Value};

/// The data values of a library.
pub struct Values {
    /// The final data values.
    pub document: Document,
    /// Data values documents in its files that are for nested libraries.
    pub below: Vec<Rc<ValuesEnvelope>>,
    /// The results of the validation rules. The values are complete even if rules are broken.
    pub checked: Vec<Checked>,
    /// The origins of values that are not from data values documents.
    pub origins: Origins,
}

/// Data values without any value.
pub(crate) fn empty_document() -> Document {
    Document::new(Value::Map(Node::default()), Position::unknown())
}

impl Execution {
    /// Computes the data values. `others` are documents from outside for this library, which are overlaid on its own.
    pub fn values(
        &self,
        others: &[Rc<ValuesEnvelope>],
        schema: &Schema,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Values, Error> {
        self.values_of(&self.files_by_annotation(DATA_VALUES)?, others, schema, calls)
    }

    /// Like [`Execution::values`], with the files that have data values documents.
    pub(super) fn values_of(
        &self,
        files: &[FileInLibrary],
        others: &[Rc<ValuesEnvelope>],
        schema: &Schema,
        calls: &mut dyn FunctionCaller,
    ) -> Result<Values, Error> {
        let (mut values, given) = self.overlaid_values(files, others, schema, calls).map_err(|error| {
            let additional = (!others.is_empty()).then_some("additional data values");
            let order = self.describe(files, additional);
            error.coded(Code::DataValues).context(format!("Overlaying data values (in following order: {order})"))
        })?;
        count_keys(&values.document, schema, calls)
            .map_err(|error| error.coded(Code::DataValues).context("Counting keys of final data values"))?;
        if !self.skip_validation {
            values.checked = validate(&mut values.document, calls)?;
            if given > 1 {
                values.checked.iter_mut().for_each(Checked::forbid_deletion);
            }
        }
        Ok(values)
    }

    /// The data values, and the number of documents that are overlaid on the defaults.
    fn overlaid_values(
        &self,
        files: &[FileInLibrary],
        others: &[Rc<ValuesEnvelope>],
        schema: &Schema,
        calls: &mut dyn FunctionCaller,
    ) -> Result<(Values, usize), Error> {
        let loader = Loader::without_values(self);
        let mut origins = if calls.records_history() { self.run.origins.clone() } else { Origins::default() };
        let mut envelopes = Vec::new();
        let defaults = schema.default_data_values().map(Node::new);
        let has_defaults = defaults.is_some();
        if let Some(defaults) = defaults {
            if calls.records_history() {
                origins.add_defaults(&defaults.borrow());
            }
            envelopes.push(ValuesEnvelope::new(defaults)?);
        }
        for file in files {
            let path = self.run.libraries.file(file.file).path();
            let documents = self
                .values_documents(&loader, file)
                .map_err(|error| error.context(format!("Templating file '{path}'")))?;
            for document in documents {
                envelopes.push(ValuesEnvelope::new(document)?);
            }
        }
        let own = envelopes.len();
        envelopes.extend_from_slice(others);

        let mut documents = 0;
        let mut filled_in = Defaults::default();
        let mut whole: Option<Node<Document>> = None;
        let mut below = Vec::new();
        for (index, envelope) in envelopes.into_iter().enumerate() {
            if envelope.is_for_another_library() {
                below.push(envelope);
                continue;
            }
            documents += 1;
            // The first document is changed by the others. Those from outside may be used in further renders.
            let is_changed = whole.is_none() && index >= own;
            let document = if is_changed { envelope.document.deep_copy() } else { envelope.document.clone() };
            if whole.is_some() {
                let notices = schema.notices(&document.borrow().value, calls)?;
                self.run.session.host.deprecated.borrow_mut().extend(notices.deprecated);
                if !notices.removed.is_empty() {
                    return Err(schema::invalid_data_values(notices.removed));
                }
                schema.allow_new_keys(&mut document.borrow_mut(), calls)?;
            }
            if calls.records_history() {
                record_origins(&document.borrow());
            }
            let (position, content) = {
                let given = document.borrow();
                (given.meta.position.clone(), given.value.clone())
            };
            let open = |error| of_any_type(error, &content, schema);
            let merged = match whole {
                None => document,
                Some(left) if !has_defaults => {
                    overlay_document(left, document, Onto::First, calls).map_err(without_schema)?
                }
                Some(left) if schema.allows_kind_changes() => {
                    overlay_document(left, document, Onto::FirstOfAnyKind, calls).map_err(open)?
                }
                Some(left) => {
                    overlay_document(left, document, Onto::First, calls).map_err(with_schema).map_err(open)?
                }
            };
            let mut findings = schema.assign_and_check(&mut merged.borrow_mut(), &mut filled_in, calls)?;
            if !findings.is_empty() {
                findings.iter_mut().for_each(|finding| locate(finding, &position, &content));
                return Err(schema::invalid_data_values(findings));
            }
            whole = Some(merged);
        }
        let document = whole.map_or_else(empty_document, Node::into_content);
        let given = if has_defaults { documents - 1 } else { documents };
        Ok((Values { document, below, checked: Vec::new(), origins }, given))
    }

    fn values_documents(&self, loader: &Rc<Loader>, file: &FileInLibrary) -> Result<Vec<Node<Document>>, Error> {
        let documents = loader.eval_yaml(file.file, file.library, self.library)?;
        let (values, others) = documents::split(documents, DATA_VALUES)?;
        // ytt does not allow to mix them.
        match others.iter().find(|document| !document.borrow().is_empty()) {
            None => Ok(values),
            Some(other) => {
                let path = self.run.libraries.file(file.file).path();
                let text = format!("Expected data values file '{path}' to only have data values documents");
                Err(Error::at(text, other.borrow().meta.position.clone()))
            }
        }
    }
}

impl Values {
    /// The error for broken rules, if any.
    pub fn violations(&self) -> Option<Error> {
        let invalid: Vec<_> = self.checked.iter().filter_map(Checked::invalid).collect();
        (!invalid.is_empty()).then(|| validating(Error::of(ErrorKind::Violations(invalid))))
    }
}

/// Sets the position of the text to change, where ytt's position is another one or none; `given` is that of the document, which had this
/// content.
fn locate(finding: &mut SchemaFinding, given: &Position, content: &Value) {
    let expected = match &finding.cause {
        Some(Cause::WrongType { expected, .. }) => expected.clone(),
        _ => return,
    };
    if finding.path.is_none() && !content.is_node() {
        if content.is_null() {
            finding.cause = Some(Cause::EmptyDocument { expected });
        }
        let scalar = (!content.is_null()).then(|| scalar_of(given)).flatten();
        finding.origin = scalar.unwrap_or_else(|| given.clone());
    } else if let Some(path) = finding.path.as_deref().filter(|_| !finding.at.is_known()) {
        // A computed value has no position: it is that of the annotation that computes it, or of the item.
        let keys: Vec<&str> = path.split(['.', '[']).filter(|key| !key.ends_with(']')).collect();
        finding.origin = written_at(content, &keys).unwrap_or_else(|| given.clone());
    }
}

/// The position of the first text of a document, which is a scalar.
fn scalar_of(document: &Position) -> Option<Position> {
    let source = document.source()?;
    for line in document.line().max(1).. {
        let range = source.line_range(line)?;
        let whole = &source.text[range.clone()];
        let text = if line == document.line() { whole.strip_prefix("---").unwrap_or(whole) } else { whole };
        let start = range.end - text.trim_start().len();
        let text = text.split(" #").next().unwrap_or_default().trim();
        if text.starts_with("---") {
            break;
        }
        if !text.is_empty() && !text.starts_with('#') {
            return Some(Position::new(source.clone(), line).with_span(start..start + text.len()));
        }
    }
    None
}

/// The position of the last item on a path of keys that has one, in a document before it was overlaid.
fn written_at(value: &Value, keys: &[&str]) -> Option<Position> {
    match value {
        Value::Map(map) => {
            let (key, rest) = keys.split_first()?;
            let map = map.borrow();
            let item = map.items.iter().find(|item| go_format::item_key(&item.borrow()) == *key)?.borrow();
            let own = || {
                let annotation = item.meta.annotation("overlay/replace").map(|annotation| annotation.position.clone());
                annotation.unwrap_or_else(|| item.meta.position.clone())
            };
            written_at(&item.value, rest).or_else(|| Some(own()).filter(Position::is_known))
        }
        Value::Array(array) => array.borrow().items.iter().find_map(|item| written_at(&item.borrow().value, keys)),
        _ => None,
    }
}

/// Explains a key that is not in the default of a value that may have any type.
fn of_any_type(mut error: Error, given: &Value, schema: &Schema) -> Error {
    if let Some(message) = error.sentence_mut()
        && let Some(Cause::UnknownKey { key, nearest: None }) = &message.cause
        && let Some(parent) = schema.open_parent(given, key)
    {
        message.advice = Some(format!(
            "To add keys, put #@overlay/match-child-defaults missing_ok=True above {parent}; to set it as a whole, \
             put #@overlay/replace above it."
        ));
        message.cause = Some(Cause::NotInDefault { key: key.clone(), parent });
        if message.remedies.iter().any(|remedy| matches!(remedy, Remedy::DeleteKey { .. })) {
            message.remedies.insert(0, Remedy::MissingOk);
        }
    }
    error
}

/// Explains an unknown key if there is a schema, which would not accept it with `missing_ok=True` either.
fn with_schema(mut error: Error) -> Error {
    if let Some(message) = error.sentence_mut()
        && let Some(Cause::UnknownKey { .. }) = &message.cause
    {
        message.advice =
            Some("Data values can only set keys of the schema. To add this one, declare it there.".to_owned());
    }
    error
}

/// Explains an unknown key if there is no schema that could declare it.
fn without_schema(mut error: Error) -> Error {
    if let Some(message) = error.sentence_mut()
        && let Some(Cause::UnknownKey { key, nearest }) = &message.cause
    {
        message.cause = Some(Cause::NewKey { key: key.clone(), nearest: nearest.clone() });
        if message.remedies.iter().any(|remedy| matches!(remedy, Remedy::DeleteKey { .. })) {
            message.remedies.push(Remedy::MissingOk);
        }
        message.advice = Some(
            "Only the first data values can add keys. Add this one there, declare it in a schema, or put \
             #@overlay/match missing_ok=True above it."
                .to_owned(),
        );
    }
    error
}

/// Fails if code cannot read the values: a map has duplicate keys, as plain files may, or they are a set of documents. ytt panics with these
/// messages only where it converts the values, for code and for `--data-values-inspect`.
pub fn check_readable(values: &Value) -> Result<(), Error> {
    if matches!(values, Value::DocumentSet(_)) {
        let text = "Unexpected *yamlmeta.DocumentSet value within *yamlmeta.Document";
        return Err(Error::message(text).coded(Code::DataValues));
    }
    let Some(item) = duplicate_key(values) else { return Ok(()) };
    let item = item.borrow();
    let key = go_format::item_key(&item);
    let text = format!("Unexpected duplicate key: {key}");
    let cause = Cause::DuplicateKey { key: key.clone() };
    let remedy = Remedy::DeleteDuplicate { key };
    Err(Error::at(text, item.meta.position.clone()).coded(Code::DuplicateKey).caused(cause).with_remedy(Some(remedy)))
}

/// A map item with the key of a preceding item.
fn duplicate_key(value: &Value) -> Option<Node<MapItem>> {
    if let Value::Map(map) = value {
        let mut known = BTreeSet::new();
        let is_duplicate = |item: &&Node<MapItem>| !known.insert(go_format::item_key(&item.borrow()));
        if let Some(duplicate) = map.borrow().items.iter().find(is_duplicate) {
            return Some(duplicate.clone());
        }
    }
    value.items().find_map(|item| duplicate_key(item.borrow().value()))
}

/// Fails if the schema expects another number of keys.
fn count_keys(document: &Document, schema: &Schema, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
    let findings = schema.key_counts(&document.value, calls)?;
    if findings.is_empty() { Ok(()) } else { Err(schema::invalid_data_values(findings)) }
}

/// Checks the validation rules. Invalid rules are errors, broken ones are not.
fn validate(document: &mut Document, calls: &mut dyn FunctionCaller) -> Result<Vec<Checked>, Error> {
    validations::attach_assert_rules(document).map_err(validating)?;
    validations::check(document, calls).map_err(validating)
}

fn validating(error: Error) -> Error {
    Error::of(ErrorKind::ContextLine("Validating final data values".to_owned(), error))
}
