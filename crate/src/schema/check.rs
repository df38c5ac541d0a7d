//! Data values against their schema: defaults are filled in, rules attached, kinds checked.
//!
//! In ytt's order: first maps and arrays must be where the schema has some, while missing items are
//! added; only when all fit, keys and scalars are checked.

use std::sync::Arc;

use super::annotations::finding_at;
use super::types::{Field, Fields, Kind, Scalar, Slot, Type, container_position, is_collection};
use crate::diagnostics::SchemaFinding;
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::Position;
use crate::diagnostics::remedy::Remedy;
use crate::dialect::spell::{nearest, only_nearest};
use crate::validations::{Validation, key_text};
use crate::yaml::inline;
use crate::yaml::scalars::{Scalar as Plain, resolve_strict};
use crate::yaml::tree::{Attached, Document, Map, MapItem, Meta, Value};

/// Fills in a document's defaults, attaches the schema's rules and checks all values.
pub(super) fn document(document: &mut Document, slot: &Slot) -> Vec<SchemaFinding> {
    let mut findings = Findings::default();
    if is_collection(&document.value) {
        findings.fill(&mut document.value, &slot.ty);
    }
    if findings.list.is_empty() {
        findings.check_held(&mut document.meta, &mut document.value, slot);
    }
    findings.list
}

/// Fills in and checks a value that an annotation gives.
pub(super) fn literal(value: &mut Value, ty: &Type) -> Vec<SchemaFinding> {
    let mut findings = Findings::default();
    if is_collection(value) {
        findings.fill(value, ty);
        if findings.list.is_empty() {
            findings.check(value, ty);
        }
    } else {
        // A scalar has no place of its own: it is shown at the definition.
        findings.check_scalar(value, &ty.position, ty);
    }
    findings.list
}

/// What was found so far, and the path that leads to the value looked at.
#[derive(Default)]
struct Findings {
    list: Vec<SchemaFinding>,
    path: Vec<Step>,
}

enum Step {
    Key(Value),
    Index(usize),
}

impl Findings {
    /// Adds the items that are missing; finds collections where the schema has none, or another kind.
    fn fill(&mut self, value: &mut Value, ty: &Type) {
        let ty = ty.not_null();
        match (&ty.kind, value) {
            (Kind::Any, _) => {}
            (Kind::Map(fields), Value::Map(map)) => self.fill_map(map, fields),
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter_mut().enumerate().filter(|(_, item)| is_collection(&item.value)) {
                    self.path.push(Step::Index(index));
                    self.fill(&mut item.value, &slot.ty);
                    self.path.pop();
                }
            }
            (_, value) => self.mismatch(&container_position(value), value, ty),
        }
    }

    fn fill_map(&mut self, map: &mut Map, fields: &Fields) {
        let mut present = vec![false; fields.items().len()];
        for item in &mut map.items {
            let Some(place) = fields.place(&item.key) else { continue };
            present[place] = true;
            if is_collection(&item.value) {
                self.path.push(Step::Key(item.key.clone()));
                self.fill(&mut item.value, &fields.items()[place].slot.ty);
                self.path.pop();
            }
        }
        let missing = fields.items().iter().zip(present).filter(|(_, present)| !present);
        map.items.extend(missing.map(|(field, _)| field.default_item()));
    }

    /// A value in its slot.
    fn check_held(&mut self, meta: &mut Meta, value: &mut Value, slot: &Slot) {
        if let Some(validation) = &slot.validation {
            let validation: Arc<Validation> = validation.clone();
            meta.set_rules(vec![Attached(validation)]);
        }
        if is_collection(value) {
            self.check(value, &slot.ty);
        } else {
            self.check_scalar(value, &meta.position, &slot.ty);
        }
    }

    /// Keys and scalars in a collection that [`Findings::fill`] found fitting.
    fn check(&mut self, value: &mut Value, ty: &Type) {
        match (&ty.not_null().kind, value) {
            (Kind::Map(fields), Value::Map(map)) => {
                let places: Vec<_> = map.items.iter().map(|item| fields.place(&item.key)).collect();
                // All unexpected keys of a map come before what is wrong in its items.
                for (item, _) in map.items.iter().zip(&places).filter(|(_, place)| place.is_none()) {
                    self.unexpected_key(item, &map.items, fields, &ty.not_null().position);
                }
                for (item, place) in map.items.iter_mut().zip(places) {
                    let Some(place) = place else { continue };
                    self.path.push(Step::Key(item.key.clone()));
                    self.check_held(&mut item.meta, &mut item.value, &fields.items()[place].slot);
                    self.path.pop();
                }
            }
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter_mut().enumerate() {
                    self.path.push(Step::Index(index));
                    self.check_held(&mut item.meta, &mut item.value, slot);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    /// A scalar or null, held by the node at `position`.
    fn check_scalar(&mut self, value: &Value, position: &Position, ty: &Type) {
        let fits = match (&ty.kind, value) {
            (Kind::Any, _) | (Kind::Nullable(_), Value::Null) => true,
            (Kind::Nullable(inner), value) => return self.check_scalar(value, position, inner),
            (Kind::Scalar(Scalar::String), Value::Str(_) | Value::Bytes(_)) => true,
            (Kind::Scalar(Scalar::Float), Value::Float(_) | Value::Int(_) | Value::UInt(_)) => true,
            (Kind::Scalar(Scalar::Integer), Value::Int(_) | Value::UInt(_)) => true,
            (Kind::Scalar(Scalar::Boolean), Value::Bool(_)) => true,
            _ => false,
        };
        if !fits {
            self.mismatch(position, value, ty);
        }
    }

    fn mismatch(&mut self, at: &Position, found: &Value, expected: &Type) {
        let name = if expected.position.is_known() { expected.name() } else { "" };
        self.list.push(SchemaFinding {
            code: Code::ValueType,
            path: self.path_text(None),
            found: found.type_name().to_owned(),
            expected: format!("{name} (by {})", expected.position.compact()),
            defined: expected.position.clone(),
            remedy: retype(found, expected),
            ..finding_at(at.clone())
        });
    }

    fn unexpected_key(&mut self, item: &MapItem, siblings: &[MapItem], fields: &Fields, defined: &Position) {
        let key = shown_key(&item.key);
        let mut allowed: Vec<String> = fields.items().iter().map(|field| key_text(&field.key)).collect();
        allowed.sort();
        let from = defined.compact();
        let expected = match &allowed[..] {
            [only] => format!("a map item with the key named \"{only}\" (from {from})"),
            [_, _, ..] if allowed.len() <= 9 => format!("one of {{ {} }} (from {from})", allowed.join(", ")),
            _ => format!("a key declared in map (from {from})"),
        };
        let hints = nearest(&key, allowed.iter().map(String::as_str)).map(|near| format!("did you mean \"{near}\"?"));
        self.list.push(SchemaFinding {
            code: Code::UnexpectedKey,
            description: Some("Given data value is not declared in schema".to_owned()),
            path: self.path_text(Some(&item.key)),
            expected,
            defined: defined.clone(),
            hints: hints.into_iter().collect(),
            remedy: renamed(&key, item, siblings, fields),
            found: key,
            ..finding_at(item.meta.position.clone())
        });
    }

    fn path_text(&self, last: Option<&Value>) -> Option<String> {
        let mut text = String::new();
        let add_key = |text: &mut String, key: &Value| {
            text.push_str(if text.is_empty() { "" } else { "." });
            text.push_str(&shown_key(key));
        };
        for step in &self.path {
            match step {
                Step::Key(key) => add_key(&mut text, key),
                Step::Index(index) => text.push_str(&format!("[{index}]")),
            }
        }
        if let Some(key) = last {
            add_key(&mut text, key);
        }
        Some(text).filter(|text| !text.is_empty())
    }
}

/// A scalar of another type whose text says what is wanted.
fn retype(found: &Value, expected: &Type) -> Option<Remedy> {
    let Kind::Scalar(wanted) = expected.not_null().kind else { return None };
    match (wanted, found) {
        (Scalar::String, Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_)) => {
            Some(Remedy::Quote { found: inline::scalar(found)? })
        }
        // Only what means the same whether ytt is strict or not.
        (wanted, Value::Str(text)) => {
            let is_wanted = match resolve_strict(text).ok()? {
                Plain::Int(_) | Plain::UInt(_) => matches!(wanted, Scalar::Integer | Scalar::Float),
                Plain::Float(_) => wanted == Scalar::Float,
                Plain::Bool(_) => wanted == Scalar::Boolean,
                _ => false,
            };
            is_wanted.then(|| Remedy::Unquote { text: text.to_string() })
        }
        _ => None,
    }
}

/// The one key of the schema that is near, unless the same document has it too.
fn renamed(key: &str, item: &MapItem, siblings: &[MapItem], fields: &Fields) -> Option<Remedy> {
    item.key.as_str()?;
    let is_beside = |sibling: &MapItem, field: &Field| {
        let (a, b) = (&sibling.meta.position, &item.meta.position);
        // What the schema filled in is no part of the document.
        let is_default = (a.line(), a.file()) == (field.slot.position.line(), field.slot.position.file());
        sibling.key == field.key && a.file() == b.file() && !is_default
    };
    let free = fields.items().iter().filter(|field| !siblings.iter().any(|sibling| is_beside(sibling, field)));
    let mut names: Vec<&str> = free.filter_map(|field| field.key.as_str()).collect();
    names.sort_unstable();
    let to = only_nearest(key, names)?.to_owned();
    Some(Remedy::RenameKey { from: key.to_owned(), to })
}

/// A key as Go's `%v` shows it.
fn shown_key(key: &Value) -> String {
    match key {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::UInt(value) => value.to_string(),
        Value::Float(value) => crate::validations::text::float_shortest(*value),
        other => key_text(other),
    }
}
