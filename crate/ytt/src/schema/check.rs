//! Completes data values with the defaults of their schema, attaches its rules, and checks types.
//!
//! In ytt's order: first, the types of collections are checked while missing items are added. Keys and scalars are only
//! checked if all collections conform.

use std::cell::Ref;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Defaults;
use super::annotations::finding_at;
use super::keys::{self, KeyRule};
use super::path::Path;
use super::types::{Field, Fields, Kind, OneOf, Scalar, Slot, Type};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, SchemaFinding};
use crate::positions::Position;
use crate::spelling::{meant, nearest};
use crate::starlark::FunctionCaller;
use crate::validations::Validation;
use crate::yaml::go_format;
use crate::yaml::inline;
use crate::yaml::map_key::MapKey;
use crate::yaml::node::{DeepCopy, Node};
use crate::yaml::scalars::{Scalar as Plain, resolve_strict};
use crate::yaml::tree::{Attached, Document, Item, Map, MapItem, Value};

/// See [`Schema::assign_and_check`](super::Schema::assign_and_check).
pub(super) fn document(
    document: &mut Document,
    slot: &Slot,
    defaults: &mut Defaults,
    calls: &mut dyn FunctionCaller,
) -> Result<Vec<SchemaFinding>, Error> {
    let mut findings = Findings::new(defaults, calls);
    if document.value.is_node() {
        findings.fill(&document.value, &slot.ty)?;
    }
    if findings.list.is_empty() {
        attach_rules(document, slot);
        findings.check_slot(&document.meta.position, &document.value, slot)?;
    }
    Ok(findings.list)
}

/// See [`Schema::key_counts`](super::Schema::key_counts).
pub fn key_counts(value: &Value, slot: &Slot, calls: &mut dyn FunctionCaller) -> Result<Vec<SchemaFinding>, Error> {
    let mut defaults = Defaults::default();
    let mut findings = Findings::new(&mut defaults, calls);
    findings.count_keys(value, &slot.ty)?;
    Ok(findings.list)
}

/// Completes and checks a value of an annotation, in place.
pub fn literal(value: &Value, ty: &Type, calls: &mut dyn FunctionCaller) -> Result<Vec<SchemaFinding>, Error> {
    let mut defaults = Defaults::default();
    let mut findings = Findings::new(&mut defaults, calls);
    if value.is_collection() {
        findings.fill(value, ty)?;
        if findings.list.is_empty() {
            findings.check(value, ty)?;
        }
    } else {
        // A scalar has no position, so the finding is at the definition.
        findings.check_scalar(value, &ty.position, ty);
    }
    Ok(findings.list)
}

/// The findings, and the path of the current value.
struct Findings<'c, 's> {
    list: Vec<SchemaFinding>,
    path: Path,
    defaults: &'c mut Defaults,
    /// The types and slots of nodes with several references, by their address. In ytt, a node has one type: that of the last place
    /// where it is.
    types: HashMap<*const (), &'s Type>,
    slots: HashMap<*const (), &'s Slot>,
    calls: &'c mut dyn FunctionCaller,
}

impl<'c, 's> Findings<'c, 's> {
    fn new(defaults: &'c mut Defaults, calls: &'c mut dyn FunctionCaller) -> Findings<'c, 's> {
        let (types, slots) = Default::default();
        Findings { list: Vec::new(), path: Path::default(), defaults, types, slots, calls }
    }

    /// Adds missing items, and reports collections where the schema has another type. The value is a handle of the caller.
    fn fill(&mut self, value: &Value, ty: &'s Type) -> Result<(), Error> {
        let shape = ty.shaped_like(value);
        match (&shape.kind, value) {
            (Kind::Any, _) => {}
            (Kind::Map(fields), Value::Map(map)) => {
                if map.is_in_several_places(1) {
                    self.types.insert(map.address(), ty);
                }
                self.fill_map(map, fields)?;
            }
            (Kind::Array(slot), Value::Array(array)) => {
                if array.is_in_several_places(1) {
                    self.types.insert(array.address(), ty);
                }
                let items = array.borrow().items.clone();
                for (index, node) in items.iter().enumerate() {
                    if node.is_in_several_places(1) {
                        self.slots.insert(node.address(), slot);
                    }
                    let value = node.borrow().value.clone();
                    if value.is_node() {
                        self.path.push(&*node.borrow(), index);
                        self.fill(&value, &slot.ty)?;
                        self.path.pop();
                    }
                }
            }
            // The message names all alternatives.
            (_, value) if matches!(ty.kind, Kind::OneOf(_)) => self.mismatch(&value.position(), value, ty),
            (_, value) => self.mismatch(&value.position(), value, shape),
        }
        Ok(())
    }

    fn fill_map(&mut self, map: &Node<Map>, fields: &'s Fields) -> Result<(), Error> {
        let mut present = vec![false; fields.items().len()];
        for (node, place) in keys::assign(fields, map, self.calls)? {
            let Some(place) = place else { continue };
            present[place] = true;
            let slot = &fields.items()[place].slot;
            if node.is_in_several_places(1) {
                self.slots.insert(node.address(), slot);
            }
            let value = node.borrow().value.clone();
            if value.is_node() {
                self.path.push(&*node.borrow(), 0);
                self.fill(&value, &slot.ty)?;
                self.path.pop();
            }
        }
        let missing = fields.items().iter().zip(present).filter(|(field, present)| !present && field.is_filled_in());
        let mut missing: Vec<&Field> = missing.map(|(field, _)| field).collect();
        if !fields.have_only_own_keys() {
            // The key of a missing item may be present, and accepted by an earlier item of the schema.
            let there: HashSet<MapKey> = map.borrow().iter().filter_map(|item| MapKey::of(&item.key)).collect();
            missing.retain(|field| !MapKey::of(&field.key).is_some_and(|key| there.contains(&key)));
        }
        for field in missing {
            let item = field.item(self.default_of(&field.slot)?);
            map.borrow_mut().items.push(Node::new(item));
        }
        Ok(())
    }

    /// The default value of a slot: the same node as when it was added before.
    fn default_of(&mut self, slot: &'s Slot) -> Result<Value, Error> {
        if let Some(known) = self.defaults.get(slot) {
            return Ok(known);
        }
        let ty = slot.ty.collection();
        let value = match (slot.written_default(), &ty.kind) {
            (Some(value), _) => {
                let value = value.deep_copy();
                if value.is_collection() {
                    self.fill(&value, &slot.ty)?;
                }
                value
            }
            (None, Kind::Map(fields)) => {
                let mut items = Vec::with_capacity(fields.items().len());
                for field in fields.items().iter().filter(|field| field.is_filled_in()) {
                    items.push(field.item(self.default_of(&field.slot)?));
                }
                Value::Map(Node::new(Map::new(items, ty.position.clone())))
            }
            (None, _) => slot.default(),
        };
        self.defaults.insert(slot, value.clone());
        Ok(value)
    }

    /// Checks the value of a node at `position`.
    fn check_slot(&mut self, position: &Position, value: &Value, slot: &Slot) -> Result<(), Error> {
        self.calls.work_at(1, position)?;
        // As in ytt, a collection that a `via=` function returned is no node until the next document, and of no type.
        if value.is_node() {
            self.check(value, &slot.ty)?;
        } else {
            let before = self.list.len();
            self.check_scalar(value, position, &slot.ty);
            for finding in &mut self.list[before..] {
                finding.remedies.extend(default_instead(value, slot, self.path.key()));
            }
        }
        Ok(())
    }

    /// The slot of an item: that of its last place if it is in several.
    fn slot_of<'a>(&self, item: *const (), slot: &'a Slot) -> &'a Slot
    where
        's: 'a,
    {
        self.slots.get(&item).copied().unwrap_or(slot)
    }

    /// Checks the keys and scalars of a collection, after [`Findings::fill`].
    fn check(&mut self, value: &Value, ty: &Type) -> Result<(), Error> {
        let address = value.address();
        let ty = address.and_then(|address| self.types.get(&address).copied()).unwrap_or(ty).shaped_like(value);
        let items: Vec<(Node<dyn Item>, &Slot)> = match (&ty.kind, value) {
            (Kind::Map(fields), Value::Map(map)) => {
                let places = keys::assign(fields, map, self.calls)?;
                // ytt reports the unexpected keys of a map before errors in its items.
                if places.iter().any(|(_, place)| place.is_none()) {
                    let items: Vec<_> = places.iter().map(|(node, _)| node.borrow()).collect();
                    let mut declared = DeclaredKeys::new(fields, &items, &ty.position);
                    for (item, _) in items.iter().zip(&places).filter(|(_, (_, place))| place.is_none()) {
                        // Each is compared with all keys of the schema.
                        self.calls.work_at(fields.items().len(), &item.meta.position)?;
                        self.unexpected_key(item, &mut declared);
                    }
                }
                keys::with_slots(fields, &places).collect()
            }
            (kind, _) => keys::placed(kind, value, self.calls)?,
        };
        for (index, (node, slot)) in items.into_iter().enumerate() {
            self.path.push(&*node.borrow(), index);
            let slot = self.slot_of(node.address(), slot);
            attach_rules(&mut *node.borrow_mut(), slot);
            let (value, position) = (node.borrow().value().clone(), node.borrow().meta().position.clone());
            self.check_slot(&position, &value, slot)?;
            self.path.pop();
        }
        Ok(())
    }

    fn count_keys(&mut self, value: &Value, ty: &Type) -> Result<(), Error> {
        let kind = &ty.shaped_like(value).kind;
        let items = keys::placed(kind, value, self.calls)?;
        if let (Kind::Map(fields), Value::Map(_)) = (kind, value) {
            for field in fields.items() {
                let Some(rule) = &field.keys else { continue };
                let found = items.iter().filter(|(_, slot)| std::ptr::eq(*slot, &field.slot));
                let found: Vec<_> = found.map(|(node, _)| node.clone()).collect();
                if !rule.expects(found.len(), self.calls)? {
                    self.wrong_count(&value.position(), field, rule, &found);
                }
            }
        }
        for (index, (node, slot)) in items.into_iter().enumerate() {
            let value = node.borrow().value().clone();
            self.path.push(&*node.borrow(), index);
            self.count_keys(&value, &slot.ty)?;
            self.path.pop();
        }
        Ok(())
    }

    /// Checks a scalar or null of the node at `position`.
    fn check_scalar(&mut self, value: &Value, position: &Position, ty: &Type) {
        if conforms(value, ty) {
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
            // The type of a computed value has no position.
            (false, Some(_)) => expected.name().into_owned(),
            (false, None) => format!(" {by}"),
        };
        self.list.push(SchemaFinding {
            code: Code::ValueType,
            path: Some(self.path.text()).filter(|path| !path.is_empty()),
            found: found.node_type_name().to_owned(),
            expected: expectation,
            defined: expected.position.clone(),
            cause: Some(Cause::WrongType { expected: expected.name().into_owned(), found: found.node_type_name() }),
            remedies: retype(found, expected).into_iter().collect(),
            ..finding_at(at.clone())
        });
    }

    fn unexpected_key<'m>(&mut self, item: &'m MapItem, declared: &mut DeclaredKeys<'m>) {
        let key = go_format::plain(&item.key);
        let allowed = declared.allowed.iter().map(String::as_str);
        let near = nearest(&key, allowed.clone());
        let hints = near.map(|near| format!("did you mean \"{near}\"?"));
        let delete = Remedy::DeleteKey { key: key.clone() };
        let meant = near.or_else(|| meant(&key, allowed));
        let cause = Cause::UnknownKey { key: key.clone(), nearest: meant.map(str::to_owned) };
        self.list.push(SchemaFinding {
            code: Code::UnexpectedKey,
            description: Some("Given data value is not declared in schema".to_owned()),
            path: Some(self.path.text_with(&item.key)).filter(|path| !path.is_empty()),
            expected: declared.expected.clone(),
            defined: declared.position.clone(),
            hints: hints.into_iter().collect(),
            cause: Some(cause),
            remedies: renamed(&key, item, declared).into_iter().chain([delete]).collect(),
            found: key,
            ..finding_at(item.meta.position.clone())
        });
    }

    /// Reports a wrong number of keys at the last key, or at the map if there is none.
    fn wrong_count(&mut self, map: &Position, field: &Field, rule: &KeyRule, found: &[Node<dyn Item>]) {
        let at = found.last().map_or_else(|| map.clone(), |item| item.borrow().meta().position.clone());
        let names: Vec<String> = found.iter().filter_map(|item| item.borrow().key().map(go_format::plain)).collect();
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let (count, keys) = (rule.count_in_words(), rule.keys_in_words(&field.key));
        self.list.push(SchemaFinding {
            code: Code::ValueType,
            description: Some("Given data value has another number of keys than the schema expects".to_owned()),
            path: Some(self.path.text()).filter(|path| !path.is_empty()),
            found: format!("{} {}{names}", found.len(), if found.len() == 1 { "key" } else { "keys" }),
            expected: format!("{count}: {keys} (by {})", rule.position().compact()),
            defined: rule.position().clone(),
            cause: Some(Cause::KeyCount { expected: format!("{count}: {keys}"), found: found.len() }),
            ..finding_at(at)
        });
    }
}

/// Attaches the rules of a slot to its node.
fn attach_rules(item: &mut dyn Item, slot: &Slot) {
    let Some(validation) = &slot.validation else { return };
    let validation: Rc<Validation> = validation.clone();
    let applies = !slot.rules_strings_only || matches!(item.value(), Value::Str(_));
    // Otherwise, remove the rules of a string that an overlay has replaced.
    item.meta_mut().set_rules(if applies { vec![Attached(validation)] } else { Vec::new() });
}

/// A description of the keys of an item with a rule.
fn described_keys(field: &Field) -> Option<String> {
    field.keys.as_ref().map(|rule| rule.keys_in_words(&field.key))
}

/// For each item of `value` with a key, the path of its map if the type of that is any, or belongs to a value of any type; `ty` is None
/// there.
pub(crate) fn parents_of(value: &Value, ty: Option<&Type>, key: &str, path: &str, found: &mut Vec<Option<String>>) {
    let ty = ty.map(|ty| ty.shaped_like(value)).filter(|ty| !matches!(ty.kind, Kind::Any));
    for (index, item) in value.items().enumerate() {
        let item = item.borrow();
        if item.key().is_some_and(|own| go_format::key(own, item.meta().has_computed_key()) == key) {
            found.push(ty.is_none().then(|| path.to_owned()));
        }
        let inner = match (ty.map(|ty| &ty.kind), item.key()) {
            (Some(Kind::Map(fields)), Some(own)) => fields.named(own).map(|field| &field.slot.ty),
            (Some(Kind::Array(slot)), None) => Some(&slot.ty),
            _ => None,
        };
        if ty.is_none() || inner.is_some() || item.key().is_none() {
            parents_of(item.value(), inner, key, &go_format::path_of(path, &*item, index), found);
        }
    }
}

/// Whether a scalar or null conforms to a type.
pub fn conforms(value: &Value, ty: &Type) -> bool {
    match (&ty.kind, value) {
        (Kind::Any, _) | (Kind::Nullable(_), Value::Null) => true,
        (Kind::Nullable(inner), value) => conforms(value, inner),
        (Kind::OneOf(OneOf { null, .. }), Value::Null) => *null,
        (Kind::OneOf(OneOf { alternatives, .. }), value) => alternatives.iter().any(|ty| conforms_to_scalar(value, ty)),
        (_, value) => conforms_to_scalar(value, ty),
    }
}

/// Whether a scalar conforms to a scalar type.
fn conforms_to_scalar(value: &Value, ty: &Type) -> bool {
    matches!(
        (&ty.kind, value),
        (Kind::Scalar(Scalar::String), Value::Str(_) | Value::Bytes(_))
            | (Kind::Scalar(Scalar::Float), Value::Float(_) | Value::Int(_) | Value::UInt(_))
            | (Kind::Scalar(Scalar::Integer), Value::Int(_) | Value::UInt(_))
            | (Kind::Scalar(Scalar::Boolean), Value::Bool(_))
    )
}

/// The fix for a string that looks like the expected type, or a scalar where a string is expected.
fn retype(found: &Value, expected: &Type) -> Option<Remedy> {
    let wanted = match &expected.not_null().kind {
        Kind::Scalar(wanted) => *wanted,
        Kind::Array(slot) if conforms_to_scalar(found, slot.ty.not_null()) => {
            return Some(Remedy::InList { found: inline::scalar(found)? });
        }
        _ => return None,
    };
    match (wanted, found) {
        (Scalar::String, Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_)) => {
            Some(Remedy::Quote { found: inline::scalar(found)? })
        }
        (Scalar::Boolean, Value::Str(text)) if !matches!(&**text, "true" | "false") => {
            let meant = match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => "true",
                "false" | "no" | "off" => "false",
                _ => return None,
            };
            Some(Remedy::Choose { found: inline::scalar(found)?, allowed: vec![meant.to_owned()] })
        }
        // Only if the scalar has the same type with and without `--strict`.
        (wanted, Value::Str(text)) => {
            let is_wanted = |text: &str| match resolve_strict(text) {
                Ok(Plain::Int(_) | Plain::UInt(_)) => matches!(wanted, Scalar::Integer | Scalar::Float),
                Ok(Plain::Float(_)) => wanted == Scalar::Float,
                Ok(Plain::Bool(_)) => wanted == Scalar::Boolean,
                _ => false,
            };
            let bare = text.trim_end_matches([',', ';']);
            if is_wanted(text) {
                Some(Remedy::Unquote { text: text.to_string() })
            } else if is_wanted(bare) {
                Some(Remedy::Choose { found: inline::scalar(found)?, allowed: vec![bare.to_owned()] })
            } else {
                None
            }
        }
        _ => None,
    }
}

/// The fixes that set a scalar to the default, if that is valid, or delete it.
fn default_instead(found: &Value, slot: &Slot, key: Option<&str>) -> Vec<Remedy> {
    let Some(default) = slot.simple_default() else { return Vec::new() };
    let accepts = |rules: &Validation| rules.accepts(&default) || default.is_null() && !rules.not_null;
    if default.is_collection()
        || !conforms(&default, &slot.ty)
        || !slot.validation.as_ref().is_none_or(|rules| accepts(rules))
    {
        return Vec::new();
    }
    let scalar = || Some(Remedy::Default { found: inline::scalar(found)?, default: inline::scalar(&default)? });
    let delete = key.map(|key| Remedy::DeleteValue { key: key.to_owned() });
    (!default.is_null()).then(scalar).flatten().into_iter().chain(delete).collect()
}

/// The keys that the schema declares for a map, for messages about its unexpected keys.
struct DeclaredKeys<'m> {
    fields: &'m Fields,
    items: &'m [Ref<'m, MapItem>],
    position: &'m Position,
    /// Sorted.
    allowed: Vec<String>,
    /// The description of all declared keys.
    expected: String,
    /// For each file, the sorted declared keys that it does not have.
    free: HashMap<&'m str, Vec<&'m str>>,
}

impl<'m> DeclaredKeys<'m> {
    fn new(fields: &'m Fields, items: &'m [Ref<'m, MapItem>], position: &'m Position) -> DeclaredKeys<'m> {
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
        DeclaredKeys { fields, items, position, allowed, expected, free: HashMap::new() }
    }

    /// The declared keys that `file` does not have.
    fn free(&mut self, file: &'m str) -> &[&'m str] {
        let (fields, items) = (self.fields.items(), self.items);
        self.free.entry(file).or_insert_with(|| {
            let mut there: HashMap<&str, Vec<&Position>> = HashMap::new();
            for item in items.iter().filter(|item| item.meta.position.file() == file) {
                if let Some(key) = item.key.as_str() {
                    there.entry(key).or_default().push(&item.meta.position);
                }
            }
            // Items at the position of the schema are defaults.
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

/// The fix that renames a key to the only similar declared key, unless the same file already has that.
fn renamed<'m>(key: &str, item: &'m MapItem, declared: &mut DeclaredKeys<'m>) -> Option<Remedy> {
    item.key.as_str()?;
    let to = meant(key, declared.free(item.meta.position.file()).iter().copied())?.to_owned();
    Some(Remedy::RenameKey { from: key.to_owned(), to })
}
