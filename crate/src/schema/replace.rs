//! A map or an array that is given where a scalar stands, and the schema allows both: it takes the scalar's place.
//!
//! An overlay lays like over like alone, which is right where a type has nothing else. Only where the extension
//! `schema-proposal` is on.

use super::keys;
use super::types::{Fields, Kind, OneOf, Slot, Type, is_collection};
use crate::diagnostics::Error;
use crate::eval::argument::Calls;
use crate::overlay;
use crate::yaml::tree::{Map, Value};

/// Whether a schema has a value that may be a collection or a scalar.
pub(super) fn is_needed(slot: &Slot) -> bool {
    is_mixed(&slot.ty) || super::given::below(&slot.ty, &is_needed)
}

fn is_mixed(ty: &Type) -> bool {
    match &ty.kind {
        Kind::OneOf(OneOf { alternatives, .. }) => {
            alternatives.len() > 1 && matches!(ty.collection().kind, Kind::Map(_) | Kind::Array(_))
        }
        _ => false,
    }
}

/// Lets such collections of a document replace scalars. What says itself how it is laid over another does so.
pub(super) fn let_replace(given: &mut Value, left: &Value, ty: &Type, calls: &mut dyn Calls) -> Result<(), Error> {
    let (Kind::Map(fields), Value::Map(given), Value::Map(left)) = (&ty.shaped_like(given).kind, given, left) else {
        return Ok(());
    };
    let places = places(given, fields, calls)?;
    for (item, place) in given.items.iter_mut().zip(places) {
        let left = left.items.iter().find(|left| left.key == item.key).map(|left| &left.value);
        let (Some(place), Some(left)) = (place, left) else { continue };
        let ty = &fields.items()[place].slot.ty;
        match (&item.value, left) {
            (Value::Map(_), Value::Map(_)) => let_replace(&mut item.value, left, ty, calls)?,
            (given, left) if is_mixed(ty) && is_collection(given) && !is_collection(left) && *left != Value::Null => {
                overlay::let_replace(&mut item.meta);
            }
            _ => {}
        }
    }
    Ok(())
}

fn places(map: &Map, fields: &Fields, calls: &mut dyn Calls) -> Result<Vec<Option<usize>>, Error> {
    let keys: Vec<&Value> = map.items.iter().map(|item| &item.key).collect();
    keys::places(fields, &keys, calls)
}
