//! Rules that a default value breaks, so that data values have to set another value.

use crate::schema::{Kind, Slot, accepting_items};
use crate::starlark::PlainValue;
use crate::validations::Rule;
use crate::yaml::go_format;
use crate::yaml::tree::{MapItem, Value};

pub(crate) struct BrokenRule<'s> {
    /// From the checked value to the one that breaks the rule; empty for the checked value itself.
    pub(crate) path: String,
    /// The first broken rule of the value.
    pub(crate) rule: &'s Rule,
}

/// Whether a value satisfies a rule.
pub(crate) type Holds<'h> = dyn FnMut(&Rule, &PlainValue) -> bool + 'h;

/// The first rule without `when=` that a value or one of its items breaks.
pub(crate) fn first<'s>(value: &Value, slot: &'s Slot, holds: &mut Holds<'_>) -> Option<BrokenRule<'s>> {
    if let Some(rule) = own(value, slot, holds) {
        return Some(BrokenRule { path: String::new(), rule });
    }
    match (&slot.ty.shaped_like(value).kind, value) {
        // Rules may be functions that change the value, so that nothing in it is borrowed meanwhile.
        (Kind::Map(fields), Value::Map(map)) => {
            let items: Vec<MapItem> = map.borrow().iter().map(|item| item.clone()).collect();
            items.iter().find_map(|item| {
                // If a function decides which item accepts the key, its rules are unknown.
                let [place] = accepting_items(fields, &item.key)[..] else { return None };
                let field = &fields.items()[place];
                first(&item.value, &field.slot, holds).map(|broken| broken.below(&go_format::item_key(item)))
            })
        }
        (Kind::Array(slot), Value::Array(array)) => {
            let values: Vec<Value> = array.borrow().iter().map(|item| item.value.clone()).collect();
            values.iter().find_map(|value| first(value, slot, holds).map(|broken| broken.below("[]")))
        }
        _ => None,
    }
}

impl BrokenRule<'_> {
    /// The path prefixed with `step`.
    pub(crate) fn below(self, step: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        BrokenRule { path: format!("{step}{dot}{}", self.path), ..self }
    }
}

/// The first rule without `when=` of a slot itself that a value breaks.
pub(crate) fn own<'s>(value: &Value, slot: &'s Slot, holds: &mut Holds<'_>) -> Option<&'s Rule> {
    let validation = slot.validation.as_ref().filter(|validation| validation.when.is_none())?;
    let is_exempt = matches!(value, Value::Null) && !validation.not_null
        || slot.rules_strings_only && !matches!(value, Value::Str(_));
    let argument = (!is_exempt).then(|| PlainValue::from_value(value))?;
    validation.rules.iter().find(|rule| !holds(rule, &argument))
}
