//! Keys that data values documents may add without `@overlay/match missing_ok=True`, because `@schema/any-key` or
//! `@schema/key` allows them. Schemas with `@schema/definition` allow that for all keys.

use super::keys;
use super::types::{Kind, Slot, Type};
use crate::diagnostics::Error;
use crate::overlay;
use crate::starlark::FunctionCaller;
use crate::yaml::tree::{Document, Value};

/// Annotates items with such keys, unless they, or nodes that contain them, are annotated with what they must match.
pub(super) fn allow(document: &mut Document, root: &Slot, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
    if overlay::has_child_defaults(&document.meta) {
        return Ok(());
    }
    allow_in(&document.value, &root.ty, calls)
}

fn allow_in(value: &Value, ty: &Type, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
    match (&ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => {
            let places = keys::assign(fields, &map.borrow(), calls)?;
            for (item, place) in map.borrow().items.iter().zip(places) {
                let Some(field) = place.and_then(|place| fields.items().get(place)) else { continue };
                if field.keys.is_some() {
                    overlay::allow_missing(&mut item.borrow_mut().meta);
                }
                let item = item.borrow();
                if !overlay::has_child_defaults(&item.meta) {
                    allow_in(&item.value, &field.slot.ty, calls)?;
                }
            }
        }
        (Kind::Array(slot), Value::Array(array)) => {
            for item in array.borrow().iter().filter(|item| !overlay::has_child_defaults(&item.meta)) {
                allow_in(&item.value, &slot.ty, calls)?;
            }
        }
        _ => {}
    }
    Ok(())
}
