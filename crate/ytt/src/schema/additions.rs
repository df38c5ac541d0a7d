//! Keys that data values documents may add without `@overlay/match missing_ok=True`, because `@schema/any-key` or
//! `@schema/key` allows them. Schemas with `@schema/definition` allow that for all keys.

use super::keys;
use super::types::{Kind, Slot, Type};
use crate::diagnostics::Error;
use crate::overlay;
use crate::starlark::FunctionCaller;
use crate::yaml::tree::{Document, Meta, Value};

/// Annotates items with such keys, unless they, or nodes that contain them, have an annotation about their matches.
pub(super) fn allow(document: &mut Document, root: &Slot, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
    if overlay::has_child_defaults(&document.meta) {
        return Ok(());
    }
    allow_in(&document.value, &root.ty, calls)
}

fn allow_in(value: &Value, ty: &Type, calls: &mut dyn FunctionCaller) -> Result<(), Error> {
    match (&ty.shaped_like(value).kind, value) {
        (Kind::Map(fields), Value::Map(map)) => {
            for (item, place) in keys::assign(fields, map, calls)? {
                let Some(field) = place.and_then(|place| fields.items().get(place)) else { continue };
                if field.keys.is_some() {
                    overlay::allow_missing(&mut item.borrow_mut().meta);
                }
                let below = value_below(&item.borrow().meta, &item.borrow().value);
                if let Some(value) = below {
                    allow_in(&value, &field.slot.ty, calls)?;
                }
            }
        }
        (Kind::Array(slot), Value::Array(array)) => {
            let below: Vec<Value> =
                array.borrow().iter().filter_map(|item| value_below(&item.meta, &item.value)).collect();
            for value in below {
                allow_in(&value, &slot.ty, calls)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The value of an item, unless the item has an annotation about the matches of the items below it.
fn value_below(meta: &Meta, value: &Value) -> Option<Value> {
    (!overlay::has_child_defaults(meta)).then(|| value.clone())
}
