//! Notices about deprecated and removed values that data values set, of the extension `schema-proposal`. ytt itself
//! only shows deprecation in its OpenAPI export. Defaults in the schema are not reported.

use super::annotations::finding_at;
use super::keys;
use super::path::{Path, shown_key};
use super::types::{Kind, OneOf, Slot, Type};
use crate::diagnostics::code::Code;
use crate::diagnostics::{Deprecated, Error, SchemaFinding};
use crate::starlark::{Annotated, Calls};
use crate::yaml::tree::{Meta, Value};

/// The notices about one data values document.
#[derive(Debug, Default)]
pub struct Given {
    /// Warnings about deprecated values.
    pub deprecated: Vec<Deprecated>,
    /// Errors about removed values.
    pub removed: Vec<SchemaFinding>,
}

/// Whether any value of a schema is deprecated or removed.
pub(super) fn has_notices(slot: &Slot) -> bool {
    let documentation = &slot.ty.documentation;
    documentation.deprecated.is_some() || documentation.removed.is_some() || below(&slot.ty, &has_notices)
}

/// Whether `holds` is true for a slot of the items of a type.
pub fn below(ty: &Type, holds: &dyn Fn(&Slot) -> bool) -> bool {
    match &ty.kind {
        Kind::Map(fields) => fields.items().iter().any(|field| holds(&field.slot)),
        Kind::Array(item) => holds(item),
        Kind::Nullable(inner) => below(inner, holds),
        Kind::OneOf(OneOf { alternatives, .. }) => alternatives.iter().any(|ty| below(ty, holds)),
        Kind::Scalar(_) | Kind::Any => false,
    }
}

pub(super) fn given(value: &Value, slot: &Slot, calls: &mut dyn Calls) -> Result<Given, Error> {
    let mut walk = Walk { given: Given::default(), path: Path::default(), calls };
    walk.value(value, &slot.ty)?;
    Ok(walk.given)
}

struct Walk<'c> {
    given: Given,
    path: Path,
    calls: &'c mut dyn Calls,
}

impl Walk<'_> {
    fn value(&mut self, value: &Value, ty: &Type) -> Result<(), Error> {
        match (&ty.shaped_like(value).kind, value) {
            (Kind::Map(fields), Value::Map(map)) => {
                let places = keys::places(fields, map, self.calls)?;
                for (item, place) in map.items.iter().zip(places) {
                    let Some(place) = place else { continue };
                    self.path.push_key(&item.key);
                    self.held(&item.value, &item.meta, &shown_key(&item.key), &fields.items()[place].slot)?;
                    self.path.pop();
                }
            }
            (Kind::Array(slot), Value::Array(array)) => {
                for (index, item) in array.items.iter().enumerate() {
                    self.path.push_index(index);
                    self.held(&item.value, &item.meta, "an array item", slot)?;
                    self.path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn held(&mut self, value: &Value, meta: &Meta, name: &str, slot: &Slot) -> Result<(), Error> {
        // An item that removes a value does not set it.
        if meta.annotation("overlay/remove").is_some() {
            return Ok(());
        }
        let documentation = &slot.ty.documentation;
        if let Some(notice) = &documentation.deprecated {
            self.given.deprecated.push(Deprecated {
                path: self.path.text(),
                notice: notice.clone(),
                at: meta.position.clone(),
                defined: slot.position.clone(),
            });
        }
        if let Some(remedy) = &documentation.removed {
            self.given.removed.push(SchemaFinding {
                code: Code::UnexpectedKey,
                description: Some("Given data value was removed from the schema".to_owned()),
                path: Some(self.path.text()),
                found: name.to_owned(),
                expected: format!("no value (removed by {})", slot.position.compact()),
                defined: slot.position.clone(),
                hints: Some(remedy.clone()).filter(|remedy| !remedy.is_empty()).into_iter().collect(),
                ..finding_at(meta.position.clone())
            });
        }
        self.value(value, &slot.ty)
    }
}
