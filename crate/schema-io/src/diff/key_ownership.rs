//! Reports keys that may belong to another item of their map than before. A key belongs to the first item that accepts it, so the
//! order of items that accept keys by a rule matters.
//!
//! In common cases, a key certainly belongs to the successor of its former item, or [`Comparison::fields`](super::Comparison::fields)
//! compares the two items. Other cases are not analyzed but reported as breaking.

use super::fields::Successor;
use super::keys::Versions;
use super::{Both, ChangeKind, Comparison, SchemaChange};
use crate::schema::Field;

impl Comparison<'_> {
    /// Reports that keys may belong to other items, unless the changes after the first `reported` ones certainly cover that.
    pub(super) fn key_ownership(
        &mut self,
        both: Both<'_>,
        (old_items, new_items): (&[Field], &[Field]),
        successors: &[Successor],
        reported: usize,
    ) {
        let is_same = |(place, successor): (usize, &Successor)| {
            let versions = || Versions { old: &old_items[place], new: &new_items[place], code: self.definitions };
            *successor == Successor::Same(place) && versions().accept_same_keys()
        };
        let are_same = old_items.len() == new_items.len() && successors.iter().enumerate().all(is_same);
        let own_named_keys = own_named_keys(old_items) && own_named_keys(new_items);
        let is_certain = match (by_rule(old_items), by_rule(new_items)) {
            _ if are_same => {
                own_named_keys || !self.changes[reported..].iter().any(|change| affects_values(change.kind))
            }
            (0, _) | (_, 0) | (1, 1) => own_named_keys,
            _ => false,
        };
        if !is_certain {
            let text = "keys may belong to other items than before, which may refuse their values";
            self.changes.push(SchemaChange { breaking: true, ..both.change(ChangeKind::Keys, text) });
        }
    }
}

/// Whether the key of each item with its own key certainly belongs to that item.
fn own_named_keys(items: &[Field]) -> bool {
    items.iter().enumerate().filter(|(_, item)| item.is_named()).all(|(place, item)| {
        items[..place].iter().all(|before| before.is_named() || before.accepts(&item.key) == Some(false))
    })
}

/// The number of items that accept keys by a rule.
fn by_rule(items: &[Field]) -> usize {
    items.iter().filter(|item| !item.is_named()).count()
}

fn affects_values(kind: ChangeKind) -> bool {
    !matches!(kind, ChangeKind::Deprecated | ChangeKind::Documentation)
}
