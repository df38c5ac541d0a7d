//! Compares which keys items of a map accept, and how many of them.
//!
//! A key belongs to the first item that accepts it, so the order of items that accept keys by a rule matters, and a key of its own may be taken
//! from such an item. That is not analyzed: unless all items accept the same keys as before, the change of the map is breaking.

use super::code::{BothDefinitions, Code};
use super::fields::{MapFields, words};
use super::{Both, ChangeKind, Comparison, SchemaChange};
use crate::schema::{Allowed, Expected, Field, KeyRule, written_key};

/// The old and the new version of an item.
#[derive(Clone, Copy)]
pub(super) struct Versions<'f> {
    pub(super) old: &'f Field,
    pub(super) new: &'f Field,
    pub(super) code: BothDefinitions<'f>,
}

impl Versions<'_> {
    /// Whether both certainly accept the same keys, or a key of their own, in the same numbers, and are filled in or not.
    pub(super) fn are_same(self) -> bool {
        let Versions { old, new, .. } = self;
        let is_in_words = |field| !has_code(field) && !matches!(allowed(field), Some(Allowed::Listed(_)));
        words(old) == words(new)
            && old.is_filled_in() == new.is_filled_in()
            && (is_in_words(old) || self.are_written_alike())
    }

    /// Whether the new item, with a key of its own, may be required, or rejected, where the old one was not.
    pub(super) fn lose_any(self) -> bool {
        if has_code(self.old) || has_code(self.new) {
            return !self.are_written_alike();
        }
        (0..=1).any(|count| accepts_count(self.old, count) && !accepts_count(self.new, count))
    }

    /// Whether both have functions, and their source differs.
    pub(super) fn differ_in_code(self) -> bool {
        has_code(self.old) && has_code(self.new) && !self.are_written_alike()
    }

    fn are_written_alike(self) -> bool {
        let [old, new] = [(self.old, self.code.old), (self.new, self.code.new)]
            .map(|(field, definitions)| field.keys.as_ref().map(|rule| Code::of(rule.position(), definitions).whole()));
        old == new
    }
}

impl Comparison<'_> {
    /// Compares the items of two maps of which one has items that accept keys by a rule.
    pub(super) fn items_by_rule(&mut self, both: Both<'_>, old: &MapFields<'_>, new: &MapFields<'_>) {
        let reported = self.changes.len();
        let (old_items, new_items) = (old.fields.items(), new.fields.items());
        let pairs = pairs(old, new);
        let code = self.definitions;
        let is_same = |(was, is): &(usize, usize)| {
            let (old, new) = (&old_items[*was], &new_items[*is]);
            old.is_named() || Versions { old, new, code }.are_same()
        };
        for (was, is) in pairs.iter().filter(|pair| old_items.len() == new_items.len() || is_same(pair)) {
            self.item((old, *was), (new, *is), both.path);
        }
        let are_same = pairs.len() == old_items.len() && pairs.iter().all(is_same);
        let own_named_keys = own_named_keys(old_items) && own_named_keys(new_items);
        let are_in_place = pairs.iter().all(|(was, is)| was == is);
        let is_unaffected =
            own_named_keys || !self.changes[reported..].iter().any(|change| affects_values(change.kind));
        let are_none_new = pairs.len() == new_items.len();
        if are_same && are_none_new && (own_named_keys || are_in_place && is_unaffected) {
            return;
        }
        // Keys that no item accepted may belong to new items after all others.
        let more = || new_items[pairs.len()..].iter().all(|item| !item.is_named() && accepts_count(item, 0));
        let breaking = !(are_same && are_in_place && is_unaffected && more());
        let only = |these: &[Field], others: &[Field]| -> Vec<String> {
            let others: Vec<String> = others.iter().map(keys_in_words).collect();
            these.iter().map(keys_in_words).filter(|words| !others.contains(words)).collect()
        };
        let (gone, added) = (only(old_items, new_items), only(new_items, old_items));
        let mut text = match breaking {
            true => "keys may belong to other items than before, or to none: values for them may be rejected",
            false => "more keys are accepted",
        }
        .to_owned();
        for (head, words) in [("gone", gone), ("new", added)].iter().filter(|(_, words)| !words.is_empty()) {
            text.push_str(&format!("; {head}: {}", words.join("; ")));
        }
        self.changes.push(SchemaChange { breaking, ..both.change(ChangeKind::Keys, text) });
    }
}

/// The items that correspond: those with the same key of their own, and those by a rule in their order.
fn pairs(old: &MapFields<'_>, new: &MapFields<'_>) -> Vec<(usize, usize)> {
    let mut by_rule = (0..new.fields.items().len()).filter(|is| !new.fields.items()[*is].is_named());
    let successor = |(was, field): (usize, &Field)| {
        let is = match field.is_named() {
            true => new.fields.place(&field.key).filter(|is| new.fields.items()[*is].is_named()),
            false => by_rule.next(),
        };
        is.map(|is| (was, is))
    };
    old.fields.items().iter().enumerate().filter_map(successor).collect()
}

/// Whether the key of each item with its own key certainly belongs to that item.
fn own_named_keys(items: &[Field]) -> bool {
    items.iter().enumerate().filter(|(_, item)| item.is_named()).all(|(place, item)| {
        items[..place].iter().all(|before| before.is_named() || before.accepts(&item.key) == Some(false))
    })
}

fn affects_values(kind: ChangeKind) -> bool {
    !matches!(kind, ChangeKind::Deprecated | ChangeKind::Documentation)
}

fn keys_in_words(field: &Field) -> String {
    if field.is_named() { written_key(&field.key) } else { words(field) }
}

/// Whether a number of keys is certainly accepted. An item without a rule may be missing: its default is filled in.
fn accepts_count(field: &Field, count: i64) -> bool {
    match &field.keys {
        None => count <= 1,
        Some(_) if count == 0 && field.is_filled_in() => true,
        Some(rule) => rule.accepts_count(count) == Some(true),
    }
}

fn allowed(field: &Field) -> Option<&Allowed> {
    field.keys.as_ref().and_then(KeyRule::allowed)
}

/// Whether a function decides about keys, or their number.
fn has_code(field: &Field) -> bool {
    let expected = field.keys.iter().flat_map(KeyRule::expected);
    matches!(allowed(field), Some(Allowed::Function(_)))
        || expected.into_iter().any(|expected| matches!(expected, Expected::Function(_)))
}
