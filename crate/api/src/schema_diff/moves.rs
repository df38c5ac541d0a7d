//! Keys that one item of a map takes from another: a key goes to the first item that stands for it, so that items before
//! others decide whose it is.

use std::borrow::Cow;

use super::code::Known;
use super::fields::{MapOf, words};
use super::{Change, Comparison, Held, defaults, keys};
use crate::boundary::SchemaChangeKind;
use crate::schema::describe;
use crate::schema::keys::{Allowed, KeyRule};
use crate::schema::types::Field;
use crate::yaml::tree::Value;

/// So much work is done for a map; where there is more, nobody reads what became of each key.
const MOST: usize = 10_000_000;
/// What it is worth to hold a key against a pattern, where comparing two keys is 1.
const MATCH: usize = 50;
/// And to hold two patterns against each other.
const OVERLAP: usize = 4_000;

/// The items of two maps, and which of them are the same.
pub(super) struct Moves<'m> {
    pub(super) old: &'m MapOf<'m>,
    pub(super) new: &'m MapOf<'m>,
    /// By the places of old items.
    pub(super) heirs: Vec<Option<usize>>,
    /// By the places of new ones.
    pub(super) predecessors: &'m [Option<usize>],
    /// Whether it is told already what became of a key of an old item that is one of a new item's.
    pub(super) is_told: &'m dyn Fn(usize, usize) -> bool,
}

/// A key that was an old item's may be one of a new item's.
struct Move<'m> {
    was: usize,
    is: usize,
    /// None where it is any that both stand for.
    key: Option<&'m Value>,
    /// No code decides.
    is_sure: bool,
}

impl Comparison<'_> {
    /// Tells what became of keys that may be another item's than they were.
    pub(super) fn moves(&mut self, maps: &Moves<'_>, path: &str) {
        let (old, new) = (maps.old.fields, maps.new.fields);
        let has_others = |fields: &[Field]| fields.iter().any(|field| !field.is_named());
        if !has_others(old) && !has_others(new) {
            return;
        }
        let Some(keys) = maps.keys() else {
            if maps.have_same_keys(self.definitions) {
                return;
            }
            let text = "there are too many keys to compare whose each of them is";
            return self.add(Change { breaking: true, ..Change::new(path, SchemaChangeKind::Keys, text) });
        };
        for key in keys {
            let takers = [takers(old, key), takers(new, key)];
            for (was, is) in maps.pairs(&takers[0], &takers[1], self.definitions) {
                let is_sure = takers.iter().all(|takers| takers.len() == 1);
                self.moved(maps, &Move { was, is, key: Some(key), is_sure }, path);
            }
            self.filled_in(maps, key, [&takers[0], &takers[1]], path);
        }
        let others = |fields: &[Field]| -> Vec<usize> {
            (0..fields.len()).filter(|place| is_endless(&fields[*place])).collect()
        };
        for (was, is) in maps.pairs(&others(old), &others(new), self.definitions) {
            if keys::may_overlap(&old[was], &new[is]) {
                self.moved(maps, &Move { was, is, key: None, is_sure: false }, path);
            }
        }
    }

    fn moved(&mut self, maps: &Moves<'_>, moved: &Move<'_>, path: &str) {
        let (was, is) = (&maps.old.fields[moved.was], &maps.new.fields[moved.is]);
        let path = describe::item_path(path, moved.key.unwrap_or(&is.key));
        let is_told = (maps.is_told)(moved.was, moved.is);
        let mut reasons = Vec::new();
        if !is_told {
            let [before, after] = [maps.old, maps.new].map(|map| moved.key.and_then(|key| filled_in(map, key)));
            let had_default = before.is_some();
            let before = Held { default: before.map(Cow::Owned), ..Held::item_without_default(was) };
            let after = Held { default: after.map(Cow::Owned), ..Held::item_without_default(is) };
            let told = self.changes.len();
            self.slot(&before, &after, &path);
            if self.changes.split_off(told).iter().any(|change| change.breaking) {
                reasons.push("values that it took may be refused".to_owned());
            }
            reasons.extend(match (had_default, after.default.as_deref()) {
                (true, Some(default)) => self.lack(default, &is.slot, &path),
                _ => self.trouble_of_default(&was.slot, &after, &path),
            });
        }
        if !keys::may_change_by(is, 1) {
            reasons.push(too_many_of(is));
        }
        let left = maps.heirs[moved.was].map(|heir| &maps.new.fields[heir]);
        if let Some(left) = left.filter(|left| !keys::may_change_by(left, -1)) {
            reasons.push(too_few_of(left));
        }
        if reasons.is_empty() && (is_told || !moved.is_sure) {
            return;
        }
        let breaking = !reasons.is_empty();
        let text = match (moved.key.is_some(), is.is_named(), moved.is_sure) {
            (false, ..) => {
                format!("keys may be among these now ({}) that were among others ({})", words(is), words(was))
            }
            (_, true, true) => format!("it was one of other keys ({}) and is one of its own", words(was)),
            (_, true, false) => format!("it may have been one of other keys ({})", words(was)),
            (_, false, true) => format!("it is one of other keys now ({})", words(is)),
            (_, false, false) => format!("it may be one of other keys now ({})", words(is)),
        };
        if !is_told {
            reasons.insert(0, text);
        }
        self.add(Change {
            breaking,
            before: Some(words(was)),
            after: Some(words(is)),
            ..Change::between(&was.slot, &is.slot, &path, SchemaChangeKind::Keys, reasons.join("; "))
        });
    }

    /// A key that is there by default counts for the item that takes it, and has to fit there.
    fn filled_in(&mut self, maps: &Moves<'_>, key: &Value, [old, new]: [&[usize]; 2], path: &str) {
        let others =
            |map: &MapOf<'_>, takers: &[usize]| takers.first().copied().filter(|place| !map.fields[*place].is_named());
        let heir = others(maps.old, old).and_then(|place| maps.heirs[place]);
        let path = describe::item_path(path, key);
        let (field, reasons) = match (filled_in(maps.old, key), filled_in(maps.new, key), others(maps.new, new), heir) {
            (None, Some(is), Some(place), _) => {
                let field = &maps.new.fields[place];
                let too_many = (!keys::may_change_by(field, 1)).then(|| too_many_of(field));
                (field, [too_many, self.lack(&is, &field.slot, &path)])
            }
            // What comes from an item of its own is told as a move.
            (Some(was), Some(is), Some(place), Some(heir)) if heir == place && !defaults::is_same(&was, &is) => {
                let field = &maps.new.fields[place];
                (field, [None, self.lack(&is, &field.slot, &path)])
            }
            (Some(_), None, _, Some(heir)) => {
                let field = &maps.new.fields[heir];
                (field, [(!keys::may_change_by(field, -1)).then(|| too_few_of(field)), None])
            }
            _ => return,
        };
        let reasons: Vec<String> = reasons.into_iter().flatten().collect();
        if !reasons.is_empty() {
            let text = format!("by default it may be one of other keys ({}); {}", words(field), reasons.join("; "));
            let positions = (None, Some(&field.slot.position));
            self.add(Change { breaking: true, positions, ..Change::new(&path, SchemaChangeKind::Keys, text) });
        }
    }
}

impl<'m> Moves<'m> {
    /// Whether all items stand where they stood, for the keys that they stood for.
    fn have_same_keys(&self, known: Known<'_>) -> bool {
        let (old, new) = (self.old.fields, self.new.fields);
        let is_same = |(place, heir): (usize, &Option<usize>)| {
            *heir == Some(place) && keys::are_same(&old[place], &new[place], known)
        };
        old.len() == new.len() && self.heirs.iter().enumerate().all(is_same)
    }

    /// The keys that items name, each once; none where there are too many to ask all items about each of them, and all
    /// items about each other.
    fn keys(&self) -> Option<Vec<&'m Value>> {
        let fields = || self.new.fields.iter().chain(self.old.fields);
        let count: usize = fields().map(|field| named_keys(field).len()).sum();
        let others = |map: &MapOf<'_>| map.fields.iter().filter(|field| !field.is_named()).count();
        let (of_old, of_new) = (others(self.old), others(self.new));
        let work = fields().count() + (of_old + of_new).saturating_mul(MATCH);
        if count.saturating_mul(work).max(of_old.saturating_mul(of_new).saturating_mul(OVERLAP)) > MOST {
            return None;
        }
        let mut keys: Vec<&Value> = Vec::new();
        for key in fields().flat_map(named_keys) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        Some(keys)
    }

    /// Those of old and new items that may have a key in common which passes from the one to the other.
    fn pairs(&self, old: &[usize], new: &[usize], known: Known<'_>) -> Vec<(usize, usize)> {
        let relation = |was: usize, is: usize| keys::allowed(&self.old.fields[was], &self.new.fields[is], known);
        let passes = |(was, is): &(usize, usize)| {
            let (heir, predecessor) = (self.heirs[*was], self.predecessors[*is]);
            // What comes first takes all that its heir took, or its heir takes no more than it.
            let stays = heir.is_some_and(|heir| heir < *is && !relation(*was, heir).lost);
            let was_there = predecessor.is_some_and(|before| before < *was && !relation(before, *is).gained);
            heir != Some(*is) && !stays && !was_there
        };
        old.iter().flat_map(|was| new.iter().map(|is| (*was, *is))).filter(passes).collect()
    }
}

/// The value that a key has by default.
fn filled_in(map: &MapOf<'_>, key: &Value) -> Option<Value> {
    let place = map.fields.iter().position(|field| field.is_named() && field.is_filled_in() && field.key == *key)?;
    map.item(place).default.map(Cow::into_owned)
}

/// The items that may take a key, up to the first that does.
fn takers(fields: &[Field], key: &Value) -> Vec<usize> {
    let mut takers = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let takes = keys::stands_for(field, key);
        if takes != Some(false) {
            takers.push(place);
        }
        if takes == Some(true) {
            break;
        }
    }
    takers
}

/// The keys that an item stands for, where it says which.
fn named_keys(field: &Field) -> &[Value] {
    match field.keys.as_ref().and_then(KeyRule::allowed) {
        None => std::slice::from_ref(&field.key),
        Some(Allowed::Listed(keys)) => keys,
        Some(_) => &[],
    }
}

fn is_endless(field: &Field) -> bool {
    named_keys(field).is_empty()
}

fn too_many_of(field: &Field) -> String {
    format!("there may be too many of these ({})", words(field))
}

fn too_few_of(field: &Field) -> String {
    format!("there may be too few of these ({})", words(field))
}
