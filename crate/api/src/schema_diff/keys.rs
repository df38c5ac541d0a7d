//! What two schemas say of the keys of a map.

use std::collections::BTreeSet;

use super::code::{Code, Known};
use crate::schema::keys::{Allowed, Expected, KeyRule};
use crate::schema::types::Field;
use crate::yaml::tree::Value;

/// How what is allowed now relates to what was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Relation {
    /// Something was allowed that is not.
    pub(super) lost: bool,
    /// Something is allowed that was not.
    pub(super) gained: bool,
    /// Code decides, and it is written differently.
    pub(super) unclear: bool,
}

impl Relation {
    const UNCLEAR: Relation = Relation { lost: true, gained: true, unclear: true };

    fn and(self, other: Relation) -> Relation {
        Relation {
            lost: self.lost || other.lost,
            gained: self.gained || other.gained,
            unclear: self.unclear || other.unclear,
        }
    }
}

/// Whether nothing is different in which keys two fields stand for, and how many.
pub(super) fn are_same(old: &Field, new: &Field, known: Known<'_>) -> bool {
    relation(old, new, known) == Relation::default() && old.is_filled_in() == new.is_filled_in()
}

/// Which keys, and how many.
pub(super) fn relation(old: &Field, new: &Field, known: Known<'_>) -> Relation {
    let keys = if old.is_named() && new.is_named() { Relation::default() } else { allowed(old, new, known) };
    keys.and(counts(old, new, known))
}

/// Whether a key is one that a field stands for; none where code decides.
pub(super) fn stands_for(field: &Field, key: &Value) -> Option<bool> {
    match field.keys.as_ref().and_then(KeyRule::allowed) {
        None => Some(*key == field.key),
        Some(Allowed::Any) => Some(true),
        Some(Allowed::Pattern { regexp, .. }) => {
            let key = crate::schema::shown_key(key);
            regexp.check_effort(&key).is_ok().then(|| regexp.is_match(&key))
        }
        Some(Allowed::Listed(keys)) => Some(keys.contains(key)),
        Some(Allowed::Function(_)) => None,
    }
}

/// Whether a field may have no key at all.
pub(super) fn may_be_missing(field: &Field) -> bool {
    field.is_filled_in() || field.keys.as_ref().is_none_or(|rule| counts_of(rule, 0))
}

/// Whether one key may be one that both fields stand for.
pub(super) fn may_overlap(one: &Field, other: &Field) -> bool {
    let keys = |field: &Field| match rule(field).and_then(KeyRule::allowed) {
        None => Some(vec![field.key.clone()]),
        Some(Allowed::Listed(keys)) => Some(keys.clone()),
        Some(_) => None,
    };
    let allowed = [one, other].map(|field| rule(field).and_then(KeyRule::allowed));
    match (keys(one), keys(other), allowed) {
        (Some(keys), _, _) => keys.iter().any(|key| stands_for(other, key) != Some(false)),
        (_, Some(keys), _) => keys.iter().any(|key| stands_for(one, key) != Some(false)),
        (.., [Some(Allowed::Pattern { regexp: one, .. }), Some(Allowed::Pattern { regexp: other, .. })]) => {
            one.may_overlap(other)
        }
        _ => true,
    }
}

/// Whether any number of keys that is fine stays so with one key more, or one less. Keys that are named are there once.
pub(super) fn may_change_by(field: &Field, one: i64) -> bool {
    let Some(rule) = rule(field).filter(|_| !field.is_named()) else { return true };
    let mut counts = Vec::new();
    for expected in rule.expected() {
        match expected {
            Expected::Exactly(count) | Expected::AtLeast(count) => {
                counts.extend([count.saturating_sub(1), *count, count.saturating_add(1)]);
            }
            Expected::Function(_) => return false,
        }
    }
    let stays = |count: i64| !counts_of(rule, count) || counts_of(rule, count.saturating_add(one));
    counts.into_iter().filter(|count| *count >= 0 && count.saturating_add(one) >= 0).all(stays)
}

/// Which keys, however many.
pub(super) fn allowed(old: &Field, new: &Field, known: Known<'_>) -> Relation {
    let listed = |field: &Field| match field.keys.as_ref().and_then(KeyRule::allowed) {
        None => Some(vec![field.key.clone()]),
        Some(Allowed::Listed(keys)) => Some(keys.clone()),
        Some(_) => None,
    };
    // Of keys that are listed each can be asked about; patterns may hold for any number of others.
    let any_not = |keys: &[Value], field: &Field| {
        let answers: Vec<_> = keys.iter().map(|key| stands_for(field, key)).collect();
        if answers.contains(&None) { None } else { Some(answers.contains(&Some(false))) }
    };
    let relation = |lost: Option<bool>, gained: Option<bool>| match (lost, gained) {
        (Some(lost), Some(gained)) => Relation { lost, gained, unclear: false },
        _ => Relation::UNCLEAR,
    };
    match (listed(old), listed(new)) {
        (Some(was), Some(is)) => relation(any_not(&was, new), any_not(&is, old)),
        (Some(was), None) => relation(any_not(&was, new), Some(true)),
        (None, Some(is)) => relation(Some(true), any_not(&is, old)),
        (None, None) => match (rule(old).and_then(KeyRule::allowed), rule(new).and_then(KeyRule::allowed)) {
            (Some(Allowed::Any), Some(Allowed::Any)) => Relation::default(),
            (Some(Allowed::Any), _) => Relation { lost: true, ..Relation::default() },
            (_, Some(Allowed::Any)) => Relation { gained: true, ..Relation::default() },
            (Some(Allowed::Pattern { text: was, .. }), Some(Allowed::Pattern { text: is, .. })) if was == is => {
                Relation::default()
            }
            (Some(Allowed::Function(_)), Some(Allowed::Function(_))) if written_alike(old, new, "allowed", known) => {
                Relation::default()
            }
            _ => Relation::UNCLEAR,
        },
    }
}

/// A field without a rule may be given or not: then its default is there.
fn counts(old: &Field, new: &Field, known: Known<'_>) -> Relation {
    let has_code = |field: &Field| {
        let is_code = |expected: &Expected| matches!(expected, Expected::Function(_));
        rule(field).is_some_and(|rule| rule.expected().iter().any(is_code))
    };
    if has_code(old) || has_code(new) {
        let is_same = has_code(old) && has_code(new) && written_alike(old, new, "expects", known);
        return if is_same { Relation::default() } else { Relation::UNCLEAR };
    }
    // Whether a count is allowed changes nowhere but at the counts that are named.
    let named =
        [old, new].into_iter().filter_map(rule).flat_map(KeyRule::expected).filter_map(|expected| match expected {
            Expected::Exactly(count) | Expected::AtLeast(count) => Some(*count),
            Expected::Function(_) => None,
        });
    let around = named.flat_map(|count| [count.saturating_sub(1), count, count.saturating_add(1)]);
    let mut interesting: BTreeSet<i64> = around.chain([0, 1]).filter(|count| *count >= 0).collect();
    if old.is_named() && new.is_named() {
        interesting.retain(|count| *count <= 1);
    }
    let allows = |field: &Field, count: i64| match rule(field) {
        None => count <= 1,
        Some(_) if count == 0 && field.is_filled_in() => true,
        Some(rule) => counts_of(rule, count),
    };
    let any = |some: &Field, not: &Field| interesting.iter().any(|count| allows(some, *count) && !allows(not, *count));
    Relation { lost: any(old, new), gained: any(new, old), unclear: false }
}

fn rule(field: &Field) -> Option<&KeyRule> {
    field.keys.as_ref()
}

/// Whether a rule allows so many keys. Code allows none: it is not asked.
fn counts_of(rule: &KeyRule, count: i64) -> bool {
    rule.expected().iter().any(|expected| match expected {
        Expected::Exactly(exactly) => count == *exactly,
        Expected::AtLeast(least) => count >= *least,
        Expected::Function(_) => false,
    })
}

fn written_alike(old: &Field, new: &Field, keyword: &str, known: Known<'_>) -> bool {
    let [old, new] = [(old, known.old), (new, known.new)]
        .map(|(field, definitions)| rule(field).map(|rule| Code::of(rule.position(), definitions).named(keyword)));
    old.is_some() && old == new
}
