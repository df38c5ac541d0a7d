//! Data values against their schema: defaults are filled in, rules attached, kinds checked.
//!
//! In ytt's order: first maps and arrays must be where the schema has some, while missing items are
//! added; only when all fit, keys and scalars are checked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::annotations::finding_at;
use super::keys::{self, KeyRule};
use super::path::{Path, shown_key};
use super::types::{Field, Fields, Kind, OneOf, Scalar, Slot, Type, container_position, is_collection};
use crate::diagnostics::code::Code;
use crate::diagnostics::positions::Position;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, SchemaFinding};
use crate::limits::work_at;
use crate::spelling::{nearest, only_nearest};
use crate::starlark::Calls;
use crate::validations::Validation;
use crate::yaml::go_format;
use crate::yaml::inline;
use crate::yaml::map_key::MapKey;
use crate::yaml::scalars::{Scalar as Plain, resolve_strict};
use crate::yaml::tree::{Attached, Document, Map, MapItem, Meta, Value};

/// Fills in a document's defaults, attaches the schema's rules and checks all values. Fails where a function that is
/// asked about keys does.
pub(super) fn document(
    document: &mut Document,
    slot: &Slot,
    calls: &mut dyn Calls,
) -> Result<Vec<SchemaFinding>, Error> {
    let mut findings = Findings::new(calls);
    if is_collection(&document.value) {
        findings.fill(&mut document.value, &slot.ty)?;
    }
    if findings.list.is_empty() {
        findings.check_held(&mut document.meta, &mut document.value, slot)?;
    }
    Ok(findings.list)
}

/// Finds maps of a whole document that have too few or too many keys of a kind.
pub fn key_counts(value: &Value, slot: &Slot, calls: &mut dyn Calls) -> Result<Vec<SchemaFinding>, Error> {
    let mut findings = Findings::new(calls);
    findings.count_keys(value, &slot.ty)?;
    Ok(findings.list)
}

/// Fills in and checks a value that an annotation gives.
pub fn literal(value: &mut Value, ty: &Type, calls: &mut dyn Calls) -> Result<Vec<SchemaFinding>, Error> {
    let mut findings = Findings::new(calls);
    if is_collection(value) {
        findings.fill(value, ty)?;
        if findings.list.is_empty() {
            findings.check(value, ty)?;
        }
    } else {
        // A scalar has no place of its own: it is shown at the definition.
        findings.check_scalar(value, &ty.position, ty);
    }
    Ok(findings.list)
}

/// What was found so far, and the path that leads to the value looked at.
struct Findings<'c> {
    list: Vec<SchemaFinding>,
    path: Path,
    calls: &'c mut dyn Calls,
}

impl<'c> Findings<'c> {
    fn new(calls: &'c mut dyn Calls) -> Findings<'c> {
        Findings { list: Vec::new(), path: Path::default(), calls }
    }

    /// Adds the items that are missing; finds collections where the schema has none, or another kind.
    fn fill(&mut self, value: &mut Value, ty: &Type) -> Result<(), Error> {
        let shape = ty.shaped_like(value);
        match (&shape.kind, value) {
            (Kind::Any, _) => {}
            (Kind::Map(fields), Value::Map(map)) => self.fill_map(map, fields)?,
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter_mut().enumerate().filter(|(_, item)| is_collection(&item.value)) {
                    self.path.push_index(index);
                    self.fill(&mut item.value, &slot.ty)?;
                    self.path.pop();
                }
            }
            // Of several types, all are named.
            (_, value) if matches!(ty.kind, Kind::OneOf(_)) => self.mismatch(&container_position(value), value, ty),
            (_, value) => self.mismatch(&container_position(value), value, shape),
        }
        Ok(())
    }

    fn fill_map(&mut self, map: &mut Map, fields: &Fields) -> Result<(), Error> {
        let mut present = vec![false; fields.items().len()];
        let places = keys::places(fields, map, self.calls)?;
        for (item, place) in map.items.iter_mut().zip(places) {
            let Some(place) = place else { continue };
            present[place] = true;
            if is_collection(&item.value) {
                self.path.push_key(&item.key);
                self.fill(&mut item.value, &fields.items()[place].slot.ty)?;
                self.path.pop();
            }
        }
        let missing = fields.items().iter().zip(present).filter(|(field, present)| !present && field.is_filled_in());
        if fields.have_plain_keys() {
            map.items.extend(missing.map(|(field, _)| field.default_item()));
            return Ok(());
        }
        // A key may be there and count for another item of the schema.
        let there: HashSet<MapKey> = map.items.iter().filter_map(|item| MapKey::of(&item.key)).collect();
        let is_there = |field: &Field| MapKey::of(&field.key).is_some_and(|key| there.contains(&key));
        let missing: Vec<&Field> = missing.map(|(field, _)| field).filter(|field| !is_there(field)).collect();
        map.items.extend(missing.into_iter().map(Field::default_item));
        Ok(())
    }

    /// A value in its slot.
    fn check_held(&mut self, meta: &mut Meta, value: &mut Value, slot: &Slot) -> Result<(), Error> {
        work_at(1, &meta.position)?;
        if let Some(validation) = &slot.validation {
            let validation: Arc<Validation> = validation.clone();
            let applies = !slot.rules_strings_only || matches!(value, Value::Str(_));
            // Where they do not, those of the value that stood here before an overlay go.
            meta.set_rules(if applies { vec![Attached(validation)] } else { Vec::new() });
        }
        if is_collection(value) {
            self.check(value, &slot.ty)?;
        } else {
            self.check_scalar(value, &meta.position, &slot.ty);
        }
        Ok(())
    }

    /// Keys and scalars in a collection that [`Findings::fill`] found fitting.
    fn check(&mut self, value: &mut Value, ty: &Type) -> Result<(), Error> {
        let ty = ty.shaped_like(value);
        match (&ty.kind, value) {
            (Kind::Map(fields), Value::Map(map)) => {
                let places = keys::places(fields, map, self.calls)?;
                // All unexpected keys of a map come before what is wrong in its items.
                if places.contains(&None) {
                    let mut declared = Declared::new(fields, &map.items, &ty.position);
                    for (item, _) in map.items.iter().zip(&places).filter(|(_, place)| place.is_none()) {
                        // As in ytt, each is compared with all keys of the schema.
                        work_at(fields.items().len(), &item.meta.position)?;
                        self.unexpected_key(item, &mut declared);
                    }
                }
                for (item, place) in map.items.iter_mut().zip(places) {
                    let Some(place) = place else { continue };
                    self.path.push_key(&item.key);
                    self.check_held(&mut item.meta, &mut item.value, &fields.items()[place].slot)?;
                    self.path.pop();
                }
            }
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter_mut().enumerate() {
                    self.path.push_index(index);
                    self.check_held(&mut item.meta, &mut item.value, slot)?;
                    self.path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn count_keys(&mut self, value: &Value, ty: &Type) -> Result<(), Error> {
        match (&ty.shaped_like(value).kind, value) {
            (Kind::Map(fields), Value::Map(map)) => {
                let places = keys::places(fields, map, self.calls)?;
                for (place, field) in fields.items().iter().enumerate() {
                    let Some(rule) = &field.keys else { continue };
                    let its = map.items.iter().zip(&places).filter(|(_, taken)| **taken == Some(place));
                    let found: Vec<&MapItem> = its.map(|(item, _)| item).collect();
                    if !rule.expects(found.len(), self.calls)? {
                        self.wrong_count(map, field, rule, &found);
                    }
                }
                for (item, place) in map.items.iter().zip(places) {
                    let Some(place) = place else { continue };
                    self.path.push_key(&item.key);
                    self.count_keys(&item.value, &fields.items()[place].slot.ty)?;
                    self.path.pop();
                }
            }
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter().enumerate() {
                    self.path.push_index(index);
                    self.count_keys(&item.value, &slot.ty)?;
                    self.path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A scalar or null, held by the node at `position`.
    fn check_scalar(&mut self, value: &Value, position: &Position, ty: &Type) {
        if is_of(value, ty) {
            return;
        }
        match &ty.kind {
            Kind::Nullable(inner) => self.mismatch(position, value, inner),
            _ => self.mismatch(position, value, ty),
        }
    }

    fn mismatch(&mut self, at: &Position, found: &Value, expected: &Type) {
        let by = format!("(by {})", expected.position.compact());
        let expectation = match (expected.position.is_known(), expected.position.memory_text()) {
            (true, _) => format!("{} {by}", expected.name()),
            // A type that code made stands nowhere.
            (false, Some(_)) => expected.name().into_owned(),
            (false, None) => format!(" {by}"),
        };
        self.list.push(SchemaFinding {
            code: Code::ValueType,
            path: Some(self.path.text()).filter(|path| !path.is_empty()),
            found: found.type_name().to_owned(),
            expected: expectation,
            defined: expected.position.clone(),
            remedy: retype(found, expected),
            ..finding_at(at.clone())
        });
    }

    fn unexpected_key<'m>(&mut self, item: &'m MapItem, declared: &mut Declared<'m>) {
        let key = shown_key(&item.key);
        let allowed = declared.allowed.iter().map(String::as_str);
        let hints = nearest(&key, allowed).map(|near| format!("did you mean \"{near}\"?"));
        self.list.push(SchemaFinding {
            code: Code::UnexpectedKey,
            description: Some("Given data value is not declared in schema".to_owned()),
            path: Some(self.path.text_with(&item.key)).filter(|path| !path.is_empty()),
            expected: declared.expected.clone(),
            defined: declared.position.clone(),
            hints: hints.into_iter().collect(),
            remedy: renamed(&key, item, declared),
            found: key,
            ..finding_at(item.meta.position.clone())
        });
    }

    /// Shown at the last of the keys: it may be the one too many. Where there is none, at the map.
    fn wrong_count(&mut self, map: &Map, field: &Field, rule: &KeyRule, found: &[&MapItem]) {
        let at = found.last().map_or(&map.position, |item| &item.meta.position);
        let names: Vec<String> = found.iter().map(|item| shown_key(&item.key)).collect();
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let (count, keys) = (rule.count_in_words(), rule.keys_in_words(&field.key));
        self.list.push(SchemaFinding {
            code: Code::ValueType,
            description: Some("Given data value has another number of keys than the schema expects".to_owned()),
            path: Some(self.path.text()).filter(|path| !path.is_empty()),
            found: format!("{} {}{names}", found.len(), if found.len() == 1 { "key" } else { "keys" }),
            expected: format!("{count}: {keys} (by {})", rule.position().compact()),
            defined: rule.position().clone(),
            ..finding_at(at.clone())
        });
    }
}

/// Which keys an item of the schema stands for, where it is not the one that stands there.
fn described_keys(field: &Field) -> Option<String> {
    field.keys.as_ref().map(|rule| rule.keys_in_words(&field.key))
}

/// Whether a scalar or null is of a type.
pub(super) fn is_of(value: &Value, ty: &Type) -> bool {
    match (&ty.kind, value) {
        (Kind::Any, _) | (Kind::Nullable(_), Value::Null) => true,
        (Kind::Nullable(inner), value) => is_of(value, inner),
        (Kind::OneOf(OneOf { null, .. }), Value::Null) => *null,
        (Kind::OneOf(OneOf { alternatives, .. }), value) => alternatives.iter().any(|ty| is_scalar_of(value, ty)),
        (_, value) => is_scalar_of(value, ty),
    }
}

/// Whether a scalar that is not null is of a type that has such scalars.
fn is_scalar_of(value: &Value, ty: &Type) -> bool {
    matches!(
        (&ty.kind, value),
        (Kind::Scalar(Scalar::String), Value::Str(_) | Value::Bytes(_))
            | (Kind::Scalar(Scalar::Float), Value::Float(_) | Value::Int(_) | Value::UInt(_))
            | (Kind::Scalar(Scalar::Integer), Value::Int(_) | Value::UInt(_))
            | (Kind::Scalar(Scalar::Boolean), Value::Bool(_))
    )
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

/// The keys that the schema declares for a map, and the map's own: what all of its unexpected keys are compared with.
struct Declared<'m> {
    fields: &'m Fields,
    items: &'m [MapItem],
    position: &'m Position,
    /// Sorted.
    allowed: Vec<String>,
    /// In words.
    expected: String,
    /// For each file, the declared keys that it does not have, sorted.
    free: HashMap<&'m str, Vec<&'m str>>,
}

impl<'m> Declared<'m> {
    fn new(fields: &'m Fields, items: &'m [MapItem], position: &'m Position) -> Declared<'m> {
        let mut allowed: Vec<String> = fields
            .items()
            .iter()
            .filter(|field| field.is_named())
            .map(|field| go_format::file_key(&field.key))
            .collect();
        allowed.sort();
        let from = position.compact();
        let others: Vec<String> =
            fields.items().iter().filter(|field| !field.is_named()).filter_map(described_keys).collect();
        let expected = match &allowed[..] {
            [] if !others.is_empty() => format!("{} (from {from})", others.join(", or ")),
            named if !others.is_empty() && named.len() <= 9 => {
                format!("one of {{ {} }}, or {} (from {from})", allowed.join(", "), others.join(", or "))
            }
            [only] => format!("a map item with the key named \"{only}\" (from {from})"),
            [_, _, ..] if allowed.len() <= 9 => format!("one of {{ {} }} (from {from})", allowed.join(", ")),
            _ => format!("a key declared in map (from {from})"),
        };
        Declared { fields, items, position, allowed, expected, free: HashMap::new() }
    }

    /// The keys that may be meant by one in `file`.
    fn free(&mut self, file: &'m str) -> &[&'m str] {
        let (fields, items) = (self.fields.items(), self.items);
        self.free.entry(file).or_insert_with(|| {
            let mut there: HashMap<&str, Vec<&Position>> = HashMap::new();
            for item in items.iter().filter(|item| item.meta.position.file() == file) {
                if let Some(key) = item.key.as_str() {
                    there.entry(key).or_default().push(&item.meta.position);
                }
            }
            // What the schema filled in is no part of the document.
            let is_given = |field: &Field, at: &Position| {
                (at.line(), at.file()) != (field.slot.position.line(), field.slot.position.file())
            };
            let is_free = |field: &Field, key: &str| {
                there.get(key).is_none_or(|places| !places.iter().any(|at| is_given(field, at)))
            };
            let keys = fields.iter().filter_map(|field| field.key.as_str().filter(|key| is_free(field, key)));
            let mut free: Vec<&str> = keys.collect();
            free.sort_unstable();
            free
        })
    }
}

/// The one key of the schema that is near, unless the same document has it too.
fn renamed<'m>(key: &str, item: &'m MapItem, declared: &mut Declared<'m>) -> Option<Remedy> {
    item.key.as_str()?;
    let to = only_nearest(key, declared.free(item.meta.position.file()).iter().copied())?.to_owned();
    Some(Remedy::RenameKey { from: key.to_owned(), to })
}
