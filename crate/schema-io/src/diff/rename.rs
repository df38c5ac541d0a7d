//! Guesses which removed and added keys are one renamed key, if there is a single candidate.

use std::collections::HashMap;

use super::DataValue;
use super::equal::{Extent, are_same};
use crate::schema::Field;
use crate::spelling::only_nearest;
use crate::yaml::tree::Value;

/// The maximum number of pairs: with more differences, a guess would be arbitrary and slow.
const MAX_PAIRS: usize = 10_000;

/// A key that only one of the schemas has.
pub(super) struct Unmatched<'s> {
    pub(super) field: &'s Field,
    /// The index in the new schema of the preceding key that both have.
    pub(super) previous: Option<usize>,
}

/// The indices, in both lists, of keys that probably correspond: values of the same type, with a similar key or no other difference.
pub(super) fn guesses(removed: &[Unmatched<'_>], added: &[Unmatched<'_>]) -> Vec<(usize, usize)> {
    if removed.len() * added.len() > MAX_PAIRS {
        return Vec::new();
    }
    let mut pairs: Vec<(usize, usize)> = removed
        .iter()
        .enumerate()
        .flat_map(|(was, old)| added.iter().enumerate().map(move |(is, new)| (was, is, old, new)))
        .filter(|(.., old, new)| are_same(&data_value(old), &data_value(new), Extent::Types))
        .map(|(was, is, ..)| (was, is))
        .collect();
    let name = |unmatched: &Unmatched<'_>| unmatched.field.key.as_str().map(str::to_owned);
    let (old_names, new_names): (Vec<_>, Vec<_>) =
        (removed.iter().map(name).collect(), added.iter().map(name).collect());
    let nearest_new: Vec<_> = (0..removed.len())
        .map(|was| {
            let others = pairs.iter().filter(|pair| pair.0 == was).filter_map(|pair| new_names[pair.1].as_deref());
            only_nearest(old_names[was].as_deref()?, others)
        })
        .collect();
    let nearest_old: Vec<_> = (0..added.len())
        .map(|is| {
            let others = pairs.iter().filter(|pair| pair.1 == is).filter_map(|pair| old_names[pair.0].as_deref());
            only_nearest(new_names[is].as_deref()?, others)
        })
        .collect();
    let near = mutual(&pairs, |was, is| {
        nearest_new[was].is_some_and(|name| Some(name) == new_names[is].as_deref())
            && nearest_old[is].is_some_and(|name| Some(name) == old_names[was].as_deref())
    });
    pairs.retain(|pair| near.iter().all(|taken| taken.0 != pair.0 && taken.1 != pair.1));
    let equal = mutual(&pairs, |was, is| {
        let (old, new) = (&removed[was], &added[is]);
        (is_distinctive(old.field) || old.previous == new.previous)
            && are_same(&data_value(old), &data_value(new), Extent::Everything)
    });
    [near, equal].concat()
}

/// The pairs that match, without those that have an element in common with another match.
fn mutual(pairs: &[(usize, usize)], is_match: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut matches: Vec<_> = pairs.iter().copied().filter(|(was, is)| is_match(*was, *is)).collect();
    let (mut of_old, mut of_new) = (HashMap::new(), HashMap::new());
    for (was, is) in &matches {
        *of_old.entry(*was).or_insert(0) += 1;
        *of_new.entry(*is).or_insert(0) += 1;
    }
    matches.retain(|(was, is)| of_old[was] == 1 && of_new[is] == 1);
    matches
}

fn data_value<'s>(unmatched: &Unmatched<'s>) -> DataValue<'s> {
    DataValue::item_without_default(unmatched.field)
}

/// Whether a data value has more than a type and a zero value as default, which many others have as well.
fn is_distinctive(field: &Field) -> bool {
    let documentation = &field.slot.ty.documentation;
    let is_zero = match field.slot.default() {
        Value::Null | Value::Bool(false) | Value::Int(0) => true,
        Value::Float(float) => float == 0.0,
        Value::Str(text) => text.is_empty(),
        value => value.is_empty_collection(),
    };
    !is_zero || field.slot.validation.is_some() || !documentation.description.is_empty()
}
