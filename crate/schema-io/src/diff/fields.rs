//! Compares the items of two maps: which of them correspond, which were added, removed or renamed.

use super::keys::{self, Versions};
use super::rename::{Unmatched, guesses};
use super::{Both, ChangeKind, Comparison, DataValue, NOT_COMPARED, SchemaChange, defaults};
use crate::describe;
use crate::positions::Position;
use crate::schema::{Field, Fields};
use crate::yaml::node::Node;
use crate::yaml::tree::Value;

/// A map of a schema, and its default.
pub(super) struct MapFields<'s> {
    pub(super) fields: &'s [Field],
    default: Value,
}

impl MapFields<'_> {
    /// The field at an index. The default of the map takes precedence over that of the field.
    pub(super) fn item(&self, index: usize) -> DataValue<'_> {
        let field = &self.fields[index];
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

/// The item of the new schema that corresponds to one of the old schema, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Successor {
    /// It accepts the same key, or the same keys.
    Same(usize),
    /// It has another key.
    Renamed(usize),
    /// It accepts keys by a rule, among them the old one.
    Among(usize),
    None,
}

impl Comparison<'_> {
    pub(super) fn fields(&mut self, both: Both<'_>, old: &Fields, new: &Fields) {
        let reported = self.changes.len();
        let successors = successors(old, new);
        let [old, new] = [(both.old, old), (both.new, new)].map(|(map, fields)| MapFields {
            fields: fields.items(),
            default: map.default.clone().unwrap_or_else(|| map.slot.default()),
        });
        self.map_rules(both, &old, &new);
        self.items(&old, &new, &successors, both.path);
        self.key_ownership(both, (old.fields, new.fields), &successors, reported);
    }

    fn items(&mut self, old: &MapFields<'_>, new: &MapFields<'_>, successors: &[Successor], path: &str) {
        // Removals are reported after the item that preceded them.
        let mut removed: Vec<Vec<usize>> = vec![Vec::new(); new.fields.len() + 1];
        let mut predecessors = vec![None; new.fields.len()];
        let mut next = 0;
        for (was, successor) in successors.iter().enumerate() {
            match successor {
                Successor::Same(is) | Successor::Renamed(is) => {
                    predecessors[*is] = Some(was);
                    next = is + 1;
                }
                Successor::Among(_) | Successor::None => removed[next].push(was),
            }
        }
        for is in 0..=new.fields.len() {
            if let Some(field) = is.checked_sub(1).and_then(|is| new.fields.get(is)) {
                match predecessors[is - 1] {
                    Some(was) => {
                        let is_renamed = matches!(successors[was], Successor::Renamed(_));
                        self.item((old, was), (new, is - 1), is_renamed, path);
                    }
                    None => self.added_item(old, new, is - 1, successors, &describe::item_path(path, &field.key)),
                }
            }
            for was in &removed[is] {
                let field = &old.fields[*was];
                let path_of_old = describe::item_path(path, &field.key);
                match successors[*was] {
                    Successor::Among(is) => self.merged_item((old, *was), (new, is), &path_of_old),
                    _ => self.removed_item(field, &path_of_old),
                }
            }
        }
    }

    fn item(&mut self, old: (&MapFields<'_>, usize), new: (&MapFields<'_>, usize), is_renamed: bool, map: &str) {
        let (was, is) = (&old.0.fields[old.1], &new.0.fields[new.1]);
        let path = describe::item_path(map, &is.key);
        if is_renamed {
            let before = describe::item_path(map, &was.key);
            let text = format!("it seems to have been renamed from {before}: values for the old name are rejected");
            let change = SchemaChange::between(&was.slot, &is.slot, &path, ChangeKind::Renamed, text);
            let after = Some(path.clone());
            self.changes.push(SchemaChange { breaking: true, before: Some(before), after, ..change });
        }
        let (old, new) = (old.0.item(old.1), new.0.item(new.1));
        self.keys(was, (is, &new), &path);
        self.slot(Both { old: &old, new: &new, path: &path });
    }

    fn keys(&mut self, old: &Field, (new, value): (&Field, &DataValue<'_>), path: &str) {
        let versions = Versions { old, new, code: self.definitions };
        if versions.are_same() {
            return;
        }
        let mut breaking = versions.lose_any();
        let mut text = match (old.is_named() && new.is_named(), old.is_filled_in(), new.is_filled_in()) {
            (true, true, false) => "the key is no longer added by default".to_owned(),
            (true, false, true) => "the key is added if it is missing".to_owned(),
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
        let text = match (was_refused, field.is_named()) {
            (true, _) => "it was removed, but a value for it was rejected before, too".to_owned(),
            (false, true) => "it was removed: a value for it is rejected".to_owned(),
            (false, false) => format!("keys like it are rejected ({})", words(field)),
        };
        let before = Some(field.slot.ty.name_with_null().into_owned());
        let change = SchemaChange::new(path, ChangeKind::Removed, text).at(Some(&field.slot.position), None);
        self.changes.push(SchemaChange { breaking: !was_refused, before, ..change });
    }

    /// An item with its own key, which is now one of the keys of another item.
    fn merged_item(&mut self, old: (&MapFields<'_>, usize), new: (&MapFields<'_>, usize), path: &str) {
        let (was, is) = (&old.0.fields[old.1], &new.0.fields[new.1]);
        let mut text = format!("it now matches other keys ({}), and is not added by default", words(is));
        let breaking = !keys::has_room(is);
        if breaking {
            text.push_str(&format!("; there may be too many of these ({})", words(is)));
        }
        let change = SchemaChange::between(&was.slot, &is.slot, path, ChangeKind::Keys, text);
        self.changes.push(SchemaChange { breaking, before: Some(words(was)), after: Some(words(is)), ..change });
        self.slot(Both { old: &old.0.item(old.1), new: &new.0.item(new.1), path });
    }

    fn added_item(
        &mut self,
        old: &MapFields<'_>,
        new: &MapFields<'_>,
        is: usize,
        successors: &[Successor],
        path: &str,
    ) {
        let field = &new.fields[is];
        if field.is_named() {
            let Some((former, is_certain)) = keys::first_by_rule(old.fields, &field.key) else {
                return self.added(&new.item(is), "it was added", None, path);
            };
            let successor = match successors[former] {
                Successor::Same(index) => Some(&new.fields[index]),
                _ => None,
            };
            return self.split_item((&old.fields[former], is_certain), successor, &new.item(is), field, path);
        }
        let breaking = !keys::may_be_missing(field);
        let mut text = format!("other keys are accepted ({})", words(field));
        if breaking {
            text.push_str(", and some are now required");
        }
        let after = Some(field.slot.ty.name_with_null().into_owned());
        let change = SchemaChange::new(path, ChangeKind::Added, text).at(None, Some(&field.slot.position));
        self.changes.push(SchemaChange { breaking, after, ..change });
    }

    /// One of the keys of `former`, which now has its own item; `successor` is that of `former`.
    fn split_item(
        &mut self,
        (former, is_certain): (&Field, bool),
        successor: Option<&Field>,
        new: &DataValue<'_>,
        field: &Field,
        path: &str,
    ) {
        let reported = self.changes.len();
        let [old, item] = [former, field].map(DataValue::item_without_default);
        self.slot(Both { old: &old, new: &item, path });
        let refuses = self.changes.split_off(reported).iter().any(|change| change.breaking);
        let before = words(former);
        let verb = if is_certain { "was" } else { "may have been" };
        let mut text = format!("it {verb} matched by other keys ({before}) and is now a key of its own");
        if refuses {
            text.push_str(", and values that it accepted are rejected");
        }
        let too_few = successor.filter(|successor| !keys::needs_none(successor));
        let too_few = too_few.map(|successor| format!("there may be too few of these ({})", words(successor)));
        let problem = self.new_default_problem(&former.slot, new, path);
        for reason in too_few.iter().chain(&problem) {
            text.push_str(&format!("; {reason}"));
        }
        let breaking = refuses || too_few.is_some() || problem.is_some();
        let change = SchemaChange::between(&former.slot, &field.slot, path, ChangeKind::Keys, text);
        self.changes.push(SchemaChange { breaking, before: Some(before), after: Some(words(field)), ..change });
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

fn successors(old: &Fields, new: &Fields) -> Vec<Successor> {
    let mut successors = vec![Successor::None; old.items().len()];
    let mut taken = vec![false; new.items().len()];
    for (was, field) in old.items().iter().enumerate().filter(|(_, field)| field.is_named()) {
        if let Some(is) = new.place(&field.key).filter(|is| new.items()[*is].is_named()) {
            (successors[was], taken[is]) = (Successor::Same(is), true);
        }
    }
    for (was, is) in pairs_by_rule(old, new) {
        (successors[was], taken[is]) = (Successor::Same(is), true);
    }
    for (successor, field) in successors.iter_mut().zip(old.items()).filter(|(_, field)| field.is_named()) {
        if *successor == Successor::None
            && let Some((is, true)) = keys::first_by_rule(new.items(), &field.key)
        {
            *successor = Successor::Among(is);
        }
    }
    rename(&mut successors, &taken, old, new);
    successors
}

/// Pairs the items that accept keys by a rule: those with the same name, with the same rule, or the only ones left.
fn pairs_by_rule(old: &Fields, new: &Fields) -> Vec<(usize, usize)> {
    let by_rule = |fields: &Fields| -> Vec<usize> {
        fields.items().iter().enumerate().filter(|(_, field)| !field.is_named()).map(|(index, _)| index).collect()
    };
    let (mut removed, mut added) = (by_rule(old), by_rule(new));
    let mut pairs = Vec::new();
    let same_key = |was: &Field, is: &Field| was.key == is.key;
    let same_rule = |was: &Field, is: &Field| words(was) == words(is);
    for is_same in [&same_key as &dyn Fn(&Field, &Field) -> bool, &same_rule] {
        removed.retain(|was| {
            let successor = added.iter().position(|is| is_same(&old.items()[*was], &new.items()[*is]));
            pairs.extend(successor.map(|index| (*was, added.remove(index))));
            successor.is_none()
        });
    }
    if let ([was], [is]) = (&removed[..], &added[..]) {
        pairs.push((*was, *is));
    }
    pairs
}

fn rename(successors: &mut [Successor], taken: &[bool], old: &Fields, new: &Fields) {
    let mut previous = None;
    let mut removed = Vec::new();
    for (was, (successor, field)) in successors.iter().zip(old.items()).enumerate() {
        match successor {
            Successor::Same(is) => previous = Some(*is),
            Successor::None if field.is_named() => removed.push((was, Unmatched { field, previous })),
            _ => {}
        }
    }
    let mut previous = None;
    let mut added = Vec::new();
    for (is, (taken, field)) in taken.iter().zip(new.items()).enumerate() {
        if *taken {
            previous = Some(is);
        } else if field.is_named() {
            added.push((is, Unmatched { field, previous }));
        }
    }
    let (removed_indices, removed): (Vec<usize>, Vec<Unmatched<'_>>) = removed.into_iter().unzip();
    let (added_indices, added): (Vec<usize>, Vec<Unmatched<'_>>) = added.into_iter().unzip();
    for (was, is) in guesses(&removed, &added) {
        successors[removed_indices[was]] = Successor::Renamed(added_indices[is]);
    }
}
