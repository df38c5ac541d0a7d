//! Whether two data values could be one that was renamed: of the same type, or the same in all but the name. Of code counts
//! what the annotations say.

use super::code::Known;
use super::keys::Versions;
use super::shape::Shape;
use super::{Held, defaults, documentation, rules};
use crate::schema::types::{Field, Fields, Kind, Type};

/// How much must be the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The same values are of both types.
    Types,
    /// Defaults, rules and documentation, too.
    Everything,
}

/// Whether one is as the other.
pub(super) fn are_same(old: &Held<'_>, new: &Held<'_>, extent: Extent) -> bool {
    let same_default = || defaults::is_same(&old.slot.default(), &new.slot.default());
    same_below(old, new, extent) && (extent == Extent::Types || same_default())
}

fn says_same(old: &Held<'_>, new: &Held<'_>) -> bool {
    rules::are_same(old.slot, new.slot) && documentation::is_same(old, new)
}

fn same_types(old: &Type, new: &Type, extent: Extent) -> bool {
    if Shape::of(old) != Shape::of(new) {
        return false;
    }
    match (&old.collection().kind, &new.collection().kind) {
        (Kind::Map(old), Kind::Map(new)) => same_fields(old, new, extent),
        (Kind::Array(old), Kind::Array(new)) => {
            same_below(&Held::without_default(old), &Held::without_default(new), extent)
        }
        _ => true,
    }
}

fn same_fields(old: &Fields, new: &Fields, extent: Extent) -> bool {
    let same = |is: &Field| {
        let was = old.place(&is.key).and_then(|place| old.items().get(place));
        was.is_some_and(|was| {
            let held = (Held::item_without_default(was), Held::item_without_default(is));
            Versions { old: was, new: is, code: Known::default() }.are_same() && same_below(&held.0, &held.1, extent)
        })
    };
    old.items().len() == new.items().len() && new.items().iter().all(same)
}

/// As [`are_same`], but for the defaults: they were compared as a whole.
fn same_below(old: &Held<'_>, new: &Held<'_>, extent: Extent) -> bool {
    (extent == Extent::Types || says_same(old, new)) && same_types(&old.slot.ty, &new.slot.ty, extent)
}
