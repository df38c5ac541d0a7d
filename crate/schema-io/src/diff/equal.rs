//! Compares two data values with different keys: whether they have the same type, or differ only in their keys. Functions are
//! compared by the source of their annotations.

use super::code::BothDefinitions;
use super::keys::Versions;
use super::shape::Shape;
use super::{DataValue, defaults, documentation, rules};
use crate::schema::{Field, Fields, Kind, Type};

/// The extent of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Types,
    /// Types, defaults, rules and documentation.
    Everything,
}

pub(super) fn are_same(old: &DataValue<'_>, new: &DataValue<'_>, extent: Extent) -> bool {
    let same_default = || defaults::is_same(&old.slot.default(), &new.slot.default());
    same_below(old, new, extent) && (extent == Extent::Types || same_default())
}

fn same_annotations(old: &DataValue<'_>, new: &DataValue<'_>) -> bool {
    rules::are_same(old.slot, new.slot) && documentation::is_same(old, new)
}

fn same_types(old: &Type, new: &Type, extent: Extent) -> bool {
    if Shape::of(old) != Shape::of(new) {
        return false;
    }
    match (&old.collection().kind, &new.collection().kind) {
        (Kind::Map(old), Kind::Map(new)) => same_fields(old, new, extent),
        (Kind::Array(old), Kind::Array(new)) => {
            same_below(&DataValue::without_default(old), &DataValue::without_default(new), extent)
        }
        _ => true,
    }
}

fn same_fields(old: &Fields, new: &Fields, extent: Extent) -> bool {
    let same = |is: &Field| {
        let was = old.place(&is.key).and_then(|place| old.items().get(place));
        was.is_some_and(|was| {
            let [a, b] = [was, is].map(DataValue::item_without_default);
            Versions { old: was, new: is, code: BothDefinitions::default() }.are_same() && same_below(&a, &b, extent)
        })
    };
    old.items().len() == new.items().len() && new.items().iter().all(same)
}

/// Like [`are_same`], without the defaults, which have been compared as a whole.
fn same_below(old: &DataValue<'_>, new: &DataValue<'_>, extent: Extent) -> bool {
    (extent == Extent::Types || same_annotations(old, new)) && same_types(&old.slot.ty, &new.slot.ty, extent)
}
