//! Compares which keys two items of a map accept, and how many of them.

use std::collections::BTreeSet;

use super::code::{BothDefinitions, Code};
use crate::schema::{Allowed, Expected, Field, KeyRule};
use crate::yaml::tree::Value;

/// The old and the new version of an item.
#[derive(Clone, Copy)]
pub(super) struct Versions<'f> {
    pub(super) old: &'f Field,
    pub(super) new: &'f Field,
    pub(super) code: BothDefinitions<'f>,
}

impl Versions<'_> {
    /// Whether both accept the same keys, in the same numbers, and are filled in or not.
    pub(super) fn are_same(self) -> bool {
        let Versions { old, new, .. } = self;
        !self.lose_any()
            && self.accept_same_keys()
            && self.has_counts(new, old)
            && old.is_filled_in() == new.is_filled_in()
    }

    /// Whether both accept the same keys, in any number.
    pub(super) fn accept_same_keys(self) -> bool {
        self.has_keys(self.old, self.new) && self.has_keys(self.new, self.old)
    }

    /// Whether the new item may reject a key, or a number of keys, that the old one accepts.
    pub(super) fn lose_any(self) -> bool {
        !self.has_keys(self.old, self.new) || !self.has_counts(self.old, self.new)
    }

    /// Whether both have functions, and their source differs.
    pub(super) fn differ_in_code(self) -> bool {
        let both = |has_code: fn(&Field) -> bool| has_code(self.old) && has_code(self.new);
        both(allows_by_code) && !self.is_written_alike("allowed")
            || both(counts_by_code) && !self.is_written_alike("expects")
    }

    /// Whether `other` accepts all keys that `field` accepts; false where that is not certain.
    fn has_keys(self, field: &Field, other: &Field) -> bool {
        let allowed = |field| rule(field).and_then(KeyRule::allowed);
        match (allowed(field), allowed(other)) {
            (None, None) | (_, Some(Allowed::Any)) => true,
            (None, _) => other.accepts(&field.key) == Some(true),
            (Some(Allowed::Listed(keys)), _) => keys.iter().all(|key| other.accepts(key) == Some(true)),
            (Some(Allowed::Pattern { text, .. }), Some(Allowed::Pattern { text: other, .. })) => text == other,
            (Some(Allowed::Function(_)), Some(Allowed::Function(_))) => self.is_written_alike("allowed"),
            (Some(_), _) => false,
        }
    }

    /// Whether `other` accepts all numbers of keys that `field` accepts; false where that is not certain.
    fn has_counts(self, field: &Field, other: &Field) -> bool {
        if counts_by_code(field) || counts_by_code(other) {
            return self.is_written_alike("expects");
        }
        // Whether a count is accepted can change only next to the numbers of the rules.
        let numbers = [field, other].into_iter().filter_map(rule).flat_map(KeyRule::expected).filter_map(number);
        let around = numbers.flat_map(|count| [count.saturating_sub(1), count, count.saturating_add(1)]);
        let most = if field.is_named() && other.is_named() { 1 } else { i64::MAX };
        let counts: BTreeSet<i64> = around.chain([0, 1]).filter(|count| (0..=most).contains(count)).collect();
        counts.into_iter().all(|count| !accepts_count(field, count) || accepts_count(other, count))
    }

    fn is_written_alike(self, keyword: &str) -> bool {
        let [old, new] = [(self.old, self.code.old), (self.new, self.code.new)]
            .map(|(field, definitions)| rule(field).map(|rule| Code::of(rule.position(), definitions).named(keyword)));
        old.is_some() && old == new
    }
}

/// The first item that may accept a key by a rule, and whether it certainly does.
pub(super) fn first_by_rule(fields: &[Field], key: &Value) -> Option<(usize, bool)> {
    let mut by_rule = fields.iter().enumerate().filter(|(_, field)| !field.is_named());
    by_rule.find_map(|(place, field)| match field.accepts(key) {
        Some(false) => None,
        answer => Some((place, answer == Some(true))),
    })
}

/// Whether a field need not have a key.
pub(super) fn may_be_missing(field: &Field) -> bool {
    accepts_count(field, 0)
}

/// Whether there is no maximum number of keys.
pub(super) fn has_room(field: &Field) -> bool {
    matches!(rule(field).and_then(KeyRule::range), Some((_, None)))
}

/// Whether there is no minimum number of keys.
pub(super) fn needs_none(field: &Field) -> bool {
    matches!(rule(field).and_then(KeyRule::range), Some((0, _)))
}

/// Whether a number of keys is certainly accepted. An item without a rule may be missing: its default is filled in.
fn accepts_count(field: &Field, count: i64) -> bool {
    match rule(field) {
        None => count <= 1,
        Some(_) if count == 0 && field.is_filled_in() => true,
        Some(rule) => rule.accepts_count(count) == Some(true),
    }
}

fn rule(field: &Field) -> Option<&KeyRule> {
    field.keys.as_ref()
}

fn number(expected: &Expected) -> Option<i64> {
    match expected {
        Expected::Exactly(count) | Expected::AtLeast(count) => Some(*count),
        Expected::Function(_) => None,
    }
}

fn allows_by_code(field: &Field) -> bool {
    matches!(rule(field).and_then(KeyRule::allowed), Some(Allowed::Function(_)))
}

fn counts_by_code(field: &Field) -> bool {
    rule(field).is_some_and(|rule| rule.expected().iter().any(|expected| number(expected).is_none()))
}
