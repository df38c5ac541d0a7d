//! The default values that are added to data values.
//!
//! In ytt, they are part of the types of the schema, and are added as they are: where several items of an array lack a key, they get the
//! same node, and an overlay that changes it in one item changes it in all, and the default of items that come later
//! (carvel-dev/ytt#912).

use std::collections::HashMap;

use super::types::Slot;
use crate::yaml::tree::Value;

/// The default values of the slots of a schema, while data values documents are overlaid.
#[derive(Default)]
pub struct Defaults {
    /// By the address of the slot.
    values: HashMap<*const Slot, Value>,
}

impl Defaults {
    /// The value of a slot, if it was added before.
    pub(super) fn get(&self, slot: &Slot) -> Option<Value> {
        self.values.get(&std::ptr::from_ref(slot)).cloned()
    }

    /// Records the value of a slot.
    pub(super) fn insert(&mut self, slot: &Slot, value: Value) {
        self.values.insert(std::ptr::from_ref(slot), value);
    }
}
