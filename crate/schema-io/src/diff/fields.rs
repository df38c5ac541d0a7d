//! Compares the items of two maps: which of them correspond, which were added, removed or renamed.

use super::keys::Versions;
use super::rename::{Unmatched, guesses};
use super::{Both, ChangeKind, Comparison, DataValue, NOT_COMPARED, SchemaChange, defaults};
use crate::describe;
use crate::positions::Position;
use crate::schema::{Field, Fields};
use crate::yaml::node::Node;
use crate::yaml::tree::Value;

/// A map of a schema, and its default.
pub(super) struct MapFields<'s> {
    pub(super) fields: &'s Fields,
    default: Value,
}

impl MapFields<'_> {
    /// The field at an index. The default of the map takes precedence over that of the field.
    pub(super) fn item(&self, index: usize) -> DataValue<'_> {
        let field = &self.fields.items()[index];
        let item = DataValue::item_without_default(field);
        if !field.is_filled_in() {
            return item;
        }
        let own = match &self.default {
            Value::Map(map) => {
                let map = map.borrow();
                // The default mostly has the order of the schema.
                let same_index = map.items.get(index).map(Node::borrow).filter(|item| item.key == field.key);
                let item = same_index.or_else(|| map.iter().find(|item| item.key == field.key));
                item.map(|item| item.value.clone())
            }
            _ => None,
        };
        DataValue { default: Some(own.unwrap_or_else(|| field.slot.default())), ..item }
    }
}

impl Comparison<'_> {
    pub(super) fn fields(&mut self, both: Both<'_>, old: &Fields, new: &Fields) {
        let [old, new] = [(both.old, old), (both.new, new)].map(|(map, fields)| MapFields {
            fields,
            default: map.default.clone().unwrap_or_else(|| map.slot.default()),
        });
        self.map_rules(both, &old, &new);
        if [&old, &new].iter().all(|map| map.fields.items().iter().all(Field::is_named)) {
            self.named_items(&old, &new, both.path);
        } else {
            self.items_by_rule(both, &old, &new);
        }
    }

    fn named_items(&mut self, old: &MapFields<'_>, new: &MapFields<'_>, path: &str) {
        let (old_items, new_items) = (old.fields.items(), new.fields.items());
        // Removals are reported after the item that preceded them.
        let mut removed: Vec<Vec<&Field>> = vec![Vec::new(); new_items.len() + 1];
        let mut predecessors = vec![None; new_items.len()];
        let mut next = 0;
        for (was, successor) in successors(old.fields, new.fields).into_iter().enumerate() {
            match successor {
                Some(is) => {
                    predecessors[is] = Some(was);
                    next = is + 1;
                }
                None => removed[next].push(&old_items[was]),
            }
        }
        for (is, removed) in removed.iter().enumerate() {
            if let Some(is) = is.checked_sub(1) {
                match predecessors[is] {
                    Some(was) => self.item((old, was), (new, is), path),
                    None => {
                        let path = describe::item_path(path, &new_items[is].key);
                        self.added(&new.item(is), "it was added", None, &path);
                    }
                }
            }
            for field in removed {
                self.removed_item(field, &describe::item_path(path, &field.key));
            }
        }
    }

    /// Compares two items; if both have keys of their own and these differ, it was renamed.
    pub(super) fn item(&mut self, old: (&MapFields<'_>, usize), new: (&MapFields<'_>, usize), map: &str) {
        let (was, is) = (&old.0.fields.items()[old.1], &new.0.fields.items()[new.1]);
        let path = describe::item_path(map, &is.key);
        if is.is_named() && was.key != is.key {
            let before = describe::item_path(map, &was.key);
            let text = format!("it seems to have been renamed from {before}: values for the old name are rejected");
            let change = SchemaChange::between(&was.slot, &is.slot, &path, ChangeKind::Renamed, text);
            let after = Some(path.clone());
            self.changes.push(SchemaChange { breaking: true, before: Some(before), after, ..change });
        }
        let (old, new) = (old.0.item(old.1), new.0.item(new.1));
        if is.is_named() {
            self.keys(was, (is, &new), &path);
        }
        self.slot(Both { old: &old, new: &new, path: &path });
    }

    fn keys(&mut self, old: &Field, (new, value): (&Field, &DataValue<'_>), path: &str) {
        let versions = Versions { old, new, code: self.definitions };
        if versions.are_same() {
            return;
        }
        let mut breaking = versions.lose_any();
        let mut text = match (old.is_filled_in(), new.is_filled_in()) {
            (true, false) => "the key is no longer added by default".to_owned(),
            (false, true) => "the key is added if it is missing".to_owned(),
            _ if words(old) == words(new) => format!("the keys are {}", words(new)),
            _ => format!("the keys were {} and are {}", words(old), words(new)),
        };
        if versions.differ_in_code() {
            text.push_str(NOT_COMPARED);
        }
        let is_default_new = !old.is_filled_in() && new.is_filled_in();
        if let Some(problem) = is_default_new.then(|| self.new_default_problem(&old.slot, value, path)).flatten() {
            breaking = true;
            text.push_str(&format!("; {problem}"));
        }
        let change = SchemaChange::between(&old.slot, &new.slot, path, ChangeKind::Keys, text);
        self.changes.push(SchemaChange { breaking, before: Some(words(old)), after: Some(words(new)), ..change });
    }

    fn removed_item(&mut self, field: &Field, path: &str) {
        let was_refused = field.slot.ty.documentation.removed.is_some();
        let text = if was_refused {
            "it was removed, but a value for it was rejected before, too"
        } else {
            "it was removed: a value for it is rejected"
        };
        let before = Some(field.slot.ty.name_with_null().into_owned());
        let change = SchemaChange::new(path, ChangeKind::Removed, text).at(Some(&field.slot.position), None);
        self.changes.push(SchemaChange { breaking: !was_refused, before, ..change });
    }

    /// Reports a new data value with the sentence `text`.
    pub(super) fn added(&mut self, new: &DataValue<'_>, text: &str, old: Option<&Position>, path: &str) {
        let mut text = text.to_owned();
        let problem = new.default.as_ref().and_then(|default| self.invalid_default(default, new.slot, path));
        if let Some(problem) = &problem {
            text.push_str(&format!(", and {problem}"));
        } else if let Some(default) = new.default.as_ref().and_then(defaults::short_json) {
            text.push_str(&format!(", by default {default}"));
        }
        let after = Some(new.slot.ty.name_with_null().into_owned());
        let change = SchemaChange::new(path, ChangeKind::Added, text).at(old, Some(&new.slot.position));
        self.changes.push(SchemaChange { breaking: problem.is_some(), after, ..change });
    }
}

pub(super) fn words(field: &Field) -> String {
    match &field.keys {
        Some(rule) => describe::keys_in_words(rule, &field.key).in_words(),
        None => "always there".to_owned(),
    }
}

/// The indices of the items of the new schema that correspond to those of the old schema: they have the same key, or were renamed.
fn successors(old: &Fields, new: &Fields) -> Vec<Option<usize>> {
    let mut successors: Vec<_> = old.items().iter().map(|field| new.place(&field.key)).collect();
    let mut previous = None;
    let mut removed = Vec::new();
    for (was, (successor, field)) in successors.iter().zip(old.items()).enumerate() {
        match successor {
            Some(is) => previous = Some(*is),
            None => removed.push((was, Unmatched { field, previous })),
        }
    }
    let mut previous = None;
    let mut added = Vec::new();
    for (is, field) in new.items().iter().enumerate() {
        if old.place(&field.key).is_some() {
            previous = Some(is);
        } else {
            added.push((is, Unmatched { field, previous }));
        }
    }
    let (removed_indices, removed): (Vec<usize>, Vec<Unmatched<'_>>) = removed.into_iter().unzip();
    let (added_indices, added): (Vec<usize>, Vec<Unmatched<'_>>) = added.into_iter().unzip();
    for (was, is) in guesses(&removed, &added) {
        successors[removed_indices[was]] = Some(added_indices[is]);
    }
    successors
}
