//! Keys that are gone and keys that are new, told from one key that has another name: a guess, made where there is only
//! one to make.

use std::collections::HashMap;

use super::Held;
use super::equal::{Extent, are_same};
use crate::schema::types::Field;
use crate::spelling::only_nearest;
use crate::yaml::tree::Value;

/// So many pairs are looked at: where more is different, nothing was just renamed.
const MOST: usize = 10_000;

/// A key that only one of the schemas has.
pub(super) struct Lone<'s> {
    pub(super) field: &'s Field,
    /// The place, in the new schema, of the last key before it that both have.
    pub(super) behind: Option<usize>,
}

/// The places, in both lists, of what is probably the same: of the same type, and near in name or the same in all else.
pub(super) fn guesses(gone: &[Lone<'_>], come: &[Lone<'_>]) -> Vec<(usize, usize)> {
    if gone.len() * come.len() > MOST {
        return Vec::new();
    }
    let mut pairs: Vec<(usize, usize)> = gone
        .iter()
        .enumerate()
        .flat_map(|(was, old)| come.iter().enumerate().map(move |(is, new)| (was, is, old, new)))
        .filter(|(.., old, new)| are_same(&held(old), &held(new), Extent::Types))
        .map(|(was, is, ..)| (was, is))
        .collect();
    let name = |lone: &Lone<'_>| lone.field.key.as_str().map(str::to_owned);
    let (old_names, new_names): (Vec<_>, Vec<_>) = (gone.iter().map(name).collect(), come.iter().map(name).collect());
    let nearest_new: Vec<_> = (0..gone.len())
        .map(|was| {
            let others = pairs.iter().filter(|pair| pair.0 == was).filter_map(|pair| new_names[pair.1].as_deref());
            only_nearest(old_names[was].as_deref()?, others)
        })
        .collect();
    let nearest_old: Vec<_> = (0..come.len())
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
        let (old, new) = (&gone[was], &come[is]);
        (says_much(old.field) || old.behind == new.behind) && are_same(&held(old), &held(new), Extent::Everything)
    });
    [near, equal].concat()
}

/// Those of the pairs that are meant, of which neither part is in another such pair.
fn mutual(pairs: &[(usize, usize)], is_meant: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut meant: Vec<_> = pairs.iter().copied().filter(|(was, is)| is_meant(*was, *is)).collect();
    let (mut of_old, mut of_new) = (HashMap::new(), HashMap::new());
    for (was, is) in &meant {
        *of_old.entry(*was).or_insert(0) += 1;
        *of_new.entry(*is).or_insert(0) += 1;
    }
    meant.retain(|(was, is)| of_old[was] == 1 && of_new[is] == 1);
    meant
}

fn held<'s>(lone: &Lone<'s>) -> Held<'s> {
    Held::item_without_default(lone.field)
}

/// Whether there is more to a data value than what many others have, too: a type, and a default that is hardly one.
fn says_much(field: &Field) -> bool {
    let documentation = &field.slot.ty.documentation;
    let is_slight = match field.slot.default() {
        Value::Null | Value::Bool(false) | Value::Int(0) => true,
        Value::Float(float) => float == 0.0,
        Value::Str(text) => text.is_empty(),
        Value::Map(map) => map.items.is_empty(),
        Value::Array(array) => array.items.is_empty(),
        _ => false,
    };
    !is_slight || field.slot.validation.is_some() || !documentation.description.is_empty()
}
