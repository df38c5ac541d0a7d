//! The items of two maps: which of them are the same, which are new, gone, or have another name.

use std::borrow::Cow;

use super::ChangeKind;
use super::keys::{self, Versions};
use super::rename::{Lone, guesses};
use super::{Change, Comparison, Held, NOT_COMPARED, defaults};
use crate::describe;
use crate::diagnostics::positions::Position;
use crate::schema::types::{Field, Fields};
use crate::yaml::tree::Value;

/// A map of a schema, and the value it has where none is given.
pub(super) struct MapOf<'s> {
    pub(super) fields: &'s [Field],
    default: Value,
}

impl MapOf<'_> {
    /// The field at a place. What the map's own default says comes before what the field says.
    pub(super) fn item(&self, place: usize) -> Held<'_> {
        let field = &self.fields[place];
        let held = Held::item_without_default(field);
        if !field.is_filled_in() {
            return held;
        }
        let own = match &self.default {
            Value::Map(map) => {
                // Mostly the default has the order of the schema.
                let there = map.items.get(place).filter(|item| item.key == field.key);
                there.or_else(|| map.items.iter().find(|item| item.key == field.key))
            }
            _ => None,
        };
        let default = own.map_or_else(|| Cow::Owned(field.slot.default()), |item| Cow::Borrowed(&item.value));
        Held { default: Some(default), ..held }
    }
}

/// The item of the new schema that an item of the old one became, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Successor {
    /// Accepts the same key, or the same keys.
    Same(usize),
    /// Has another key.
    Renamed(usize),
    /// Accepts keys by a rule, the old one among them.
    Among(usize),
    None,
}

impl Comparison<'_> {
    pub(super) fn fields(&mut self, old: (&Held<'_>, &Fields), new: (&Held<'_>, &Fields), path: &str) {
        let reported = self.changes.len();
        let successors = successors(old.1, new.1);
        let [old_map, new_map] = [old, new].map(|(held, fields)| MapOf {
            fields: fields.items(),
            default: held.default.as_deref().cloned().unwrap_or_else(|| held.slot.default()),
        });
        self.map_rules((old.0, &old_map), (new.0, &new_map), path);
        self.items(&old_map, &new_map, &successors, path);
        self.key_ownership(old, new, &successors, reported, path);
    }

    fn items(&mut self, old: &MapOf<'_>, new: &MapOf<'_>, successors: &[Successor], path: &str) {
        // What is gone is reported behind the last item before it that is still there.
        let mut gone: Vec<Vec<usize>> = vec![Vec::new(); new.fields.len() + 1];
        let mut predecessors = vec![None; new.fields.len()];
        let mut behind = 0;
        for (was, successor) in successors.iter().enumerate() {
            match successor {
                Successor::Same(is) | Successor::Renamed(is) => {
                    predecessors[*is] = Some(was);
                    behind = is + 1;
                }
                Successor::Among(_) | Successor::None => gone[behind].push(was),
            }
        }
        for is in 0..=new.fields.len() {
            if let Some(field) = is.checked_sub(1).and_then(|is| new.fields.get(is)) {
                match predecessors[is - 1] {
                    Some(was) => {
                        let is_renamed = matches!(successors[was], Successor::Renamed(_));
                        self.kept((old, was), (new, is - 1), is_renamed, path);
                    }
                    None => self.come(old, new, is - 1, successors, &describe::item_path(path, &field.key)),
                }
            }
            for was in &gone[is] {
                let field = &old.fields[*was];
                let path_of_old = describe::item_path(path, &field.key);
                match successors[*was] {
                    Successor::Among(is) => self.among((old, *was), (new, is), &path_of_old),
                    _ => self.gone(field, &path_of_old),
                }
            }
        }
    }

    fn kept(&mut self, old: (&MapOf<'_>, usize), new: (&MapOf<'_>, usize), is_renamed: bool, map: &str) {
        let (was, is) = (&old.0.fields[old.1], &new.0.fields[new.1]);
        let path = describe::item_path(map, &is.key);
        if is_renamed {
            let before = describe::item_path(map, &was.key);
            let text =
                format!("it seems to have been {before}: values for that are refused, and must get the new name");
            self.add(Change {
                breaking: true,
                before: Some(before),
                after: Some(path.clone()),
                ..Change::between(&was.slot, &is.slot, &path, ChangeKind::Renamed, text)
            });
        }
        let (old, new) = (old.0.item(old.1), new.0.item(new.1));
        self.keys(was, (is, &new), &path);
        self.slot(&old, &new, &path);
    }

    fn keys(&mut self, old: &Field, (new, held): (&Field, &Held<'_>), path: &str) {
        let versions = Versions { old, new, code: self.definitions };
        if versions.are_same() {
            return;
        }
        let mut breaking = versions.lose_any();
        let mut text = match (old.is_named() && new.is_named(), old.is_filled_in(), new.is_filled_in()) {
            (true, true, false) => "the key is not filled in any more".to_owned(),
            (true, false, true) => "the key is filled in where it is not given".to_owned(),
            _ if words(old) == words(new) => format!("the keys are {}", words(new)),
            _ => format!("the keys were {} and are {}", words(old), words(new)),
        };
        if versions.differ_in_code() {
            text.push_str(NOT_COMPARED);
        }
        let is_default_new = !old.is_filled_in() && new.is_filled_in();
        if let Some(trouble) = is_default_new.then(|| self.trouble_of_default(&old.slot, held, path)).flatten() {
            breaking = true;
            text.push_str(&format!("; {trouble}"));
        }
        self.add(Change {
            breaking,
            before: Some(words(old)),
            after: Some(words(new)),
            ..Change::between(&old.slot, &new.slot, path, ChangeKind::Keys, text)
        });
    }

    fn gone(&mut self, field: &Field, path: &str) {
        let was_refused = field.slot.ty.documentation.removed.is_some();
        let text = match (was_refused, field.is_named()) {
            (true, _) => "it is gone, and a value for it was refused before, too".to_owned(),
            (false, true) => "it is gone: a value for it is refused".to_owned(),
            (false, false) => format!("keys like it are refused ({})", words(field)),
        };
        self.add(Change {
            breaking: !was_refused,
            before: Some(field.slot.ty.name_with_null().into_owned()),
            positions: (Some(&field.slot.position), None),
            ..Change::new(path, ChangeKind::Removed, text)
        });
    }

    /// A key of its own that is one of many now.
    fn among(&mut self, old: (&MapOf<'_>, usize), new: (&MapOf<'_>, usize), path: &str) {
        let (was, is) = (&old.0.fields[old.1], &new.0.fields[new.1]);
        let mut text = format!("it is one of other keys now ({}), and is not filled in", words(is));
        let breaking = !keys::has_room(is);
        if breaking {
            text.push_str(&format!("; there may be too many of these ({})", words(is)));
        }
        self.add(Change {
            breaking,
            before: Some(words(was)),
            after: Some(words(is)),
            ..Change::between(&was.slot, &is.slot, path, ChangeKind::Keys, text)
        });
        self.slot(&old.0.item(old.1), &new.0.item(new.1), path);
    }

    fn come(&mut self, old: &MapOf<'_>, new: &MapOf<'_>, is: usize, successors: &[Successor], path: &str) {
        let field = &new.fields[is];
        if field.is_named() {
            let Some((former, is_certain)) = keys::first_by_rule(old.fields, &field.key) else {
                return self.added(&new.item(is), "it is new", None, path);
            };
            let left = match successors[former] {
                Successor::Same(place) => Some(&new.fields[place]),
                _ => None,
            };
            return self.singled_out((&old.fields[former], is_certain), left, &new.item(is), field, path);
        }
        let breaking = !keys::may_be_missing(field);
        let mut text = format!("other keys are taken ({})", words(field));
        if breaking {
            text.push_str(", and some must now be given");
        }
        self.add(Change {
            breaking,
            after: Some(field.slot.ty.name_with_null().into_owned()),
            positions: (None, Some(&field.slot.position)),
            ..Change::new(path, ChangeKind::Added, text)
        });
    }

    /// One of the keys of `former` that has an item of its own now; `left` is the successor of `former`.
    fn singled_out(
        &mut self,
        (former, is_certain): (&Field, bool),
        left: Option<&Field>,
        new: &Held<'_>,
        field: &Field,
        path: &str,
    ) {
        let told = self.changes.len();
        self.slot(&Held::item_without_default(former), &Held::item_without_default(field), path);
        let refuses = self.changes.split_off(told).iter().any(|change| change.breaking);
        let before = words(former);
        let verb = if is_certain { "was" } else { "may have been" };
        let mut text = format!("it {verb} one of other keys ({before}) and is one of its own");
        if refuses {
            text.push_str(", and values that it took are refused");
        }
        let too_few = left.filter(|left| !keys::needs_none(left));
        let too_few = too_few.map(|left| format!("there may be too few of these ({})", words(left)));
        let trouble = self.trouble_of_default(&former.slot, new, path);
        for reason in too_few.iter().chain(&trouble) {
            text.push_str(&format!("; {reason}"));
        }
        self.add(Change {
            breaking: refuses || too_few.is_some() || trouble.is_some(),
            before: Some(before),
            after: Some(words(field)),
            ..Change::between(&former.slot, &field.slot, path, ChangeKind::Keys, text)
        });
    }

    /// Something that could not be given before, as `text` says.
    pub(super) fn added(&mut self, new: &Held<'_>, text: &str, old: Option<&Position>, path: &str) {
        let mut text = text.to_owned();
        let lack = new.default.as_deref().and_then(|default| self.lack(default, new.slot, path));
        if let Some(lack) = &lack {
            text.push_str(&format!(", and {lack}"));
        } else if let Some(default) = new.default.as_deref().and_then(defaults::shown) {
            text.push_str(&format!(", by default {default}"));
        }
        self.add(Change {
            breaking: lack.is_some(),
            after: Some(new.slot.ty.name_with_null().into_owned()),
            positions: (old, Some(&new.slot.position)),
            ..Change::new(path, ChangeKind::Added, text)
        });
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
    for (was, is) in of_other_keys(old, new) {
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

/// The places of items that stand for other keys: they have the same name, or the same rule, or are the only ones.
fn of_other_keys(old: &Fields, new: &Fields) -> Vec<(usize, usize)> {
    let others = |fields: &Fields| -> Vec<usize> {
        fields.items().iter().enumerate().filter(|(_, field)| !field.is_named()).map(|(place, _)| place).collect()
    };
    let (mut gone, mut come) = (others(old), others(new));
    let mut pairs = Vec::new();
    let same_key = |was: &Field, is: &Field| was.key == is.key;
    let same_rule = |was: &Field, is: &Field| words(was) == words(is);
    for is_same in [&same_key as &dyn Fn(&Field, &Field) -> bool, &same_rule] {
        gone.retain(|was| {
            let successor = come.iter().position(|is| is_same(&old.items()[*was], &new.items()[*is]));
            pairs.extend(successor.map(|place| (*was, come.remove(place))));
            successor.is_none()
        });
    }
    if let ([was], [is]) = (&gone[..], &come[..]) {
        pairs.push((*was, *is));
    }
    pairs
}

fn rename(successors: &mut [Successor], taken: &[bool], old: &Fields, new: &Fields) {
    let mut behind = None;
    let mut gone = Vec::new();
    for (was, (successor, field)) in successors.iter().zip(old.items()).enumerate() {
        match successor {
            Successor::Same(is) => behind = Some(*is),
            Successor::None if field.is_named() => gone.push((was, Lone { field, behind })),
            _ => {}
        }
    }
    let mut behind = None;
    let mut come = Vec::new();
    for (is, (taken, field)) in taken.iter().zip(new.items()).enumerate() {
        if *taken {
            behind = Some(is);
        } else if field.is_named() {
            come.push((is, Lone { field, behind }));
        }
    }
    let (gone_places, gone): (Vec<usize>, Vec<Lone<'_>>) = gone.into_iter().unzip();
    let (come_places, come): (Vec<usize>, Vec<Lone<'_>>) = come.into_iter().unzip();
    for (was, is) in guesses(&gone, &come) {
        successors[gone_places[was]] = Successor::Renamed(come_places[is]);
    }
}
