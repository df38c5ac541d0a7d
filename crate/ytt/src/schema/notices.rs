//! Notices about deprecated and removed values that data values set, of the extension `schema-proposal`. ytt itself
//! only shows deprecation in its OpenAPI export. Defaults in the schema are not reported.

use super::annotations::finding_at;
use super::keys;
use super::path::Path;
use super::types::{Slot, Type, any_slot};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::{Deprecated, Error, SchemaFinding};
use crate::starlark::{Annotated, FunctionCaller};
use crate::yaml::go_format;
use crate::yaml::tree::{Meta, Value};

/// The notices about one data values document.
#[derive(Debug, Default)]
pub struct Notices {
    /// Warnings about deprecated values.
    pub deprecated: Vec<Deprecated>,
    /// Errors about removed values.
    pub removed: Vec<SchemaFinding>,
}

/// Whether any value of a schema is deprecated or removed.
pub(super) fn has_notices(slot: &Slot) -> bool {
    let documentation = &slot.ty.documentation;
    documentation.deprecated.is_some() || documentation.removed.is_some() || any_slot(&slot.ty, &has_notices)
}

pub(super) fn notices(value: &Value, slot: &Slot, calls: &mut dyn FunctionCaller) -> Result<Notices, Error> {
    let mut walk = Walk { notices: Notices::default(), path: Path::default(), calls };
    walk.value(value, &slot.ty)?;
    Ok(walk.notices)
}

struct Walk<'c> {
    notices: Notices,
    path: Path,
    calls: &'c mut dyn FunctionCaller,
}

impl Walk<'_> {
    fn value(&mut self, value: &Value, ty: &Type) -> Result<(), Error> {
        let items = keys::placed(&ty.shaped_like(value).kind, value, self.calls)?;
        for (index, (node, slot)) in items.into_iter().enumerate() {
            self.path.push(&*node.borrow(), index);
            let (value, meta, name) = {
                let item = node.borrow();
                let name = item.key().map_or_else(|| "an array item".to_owned(), go_format::plain);
                (item.value().clone(), item.meta().clone(), name)
            };
            self.item(&value, &meta, &name, slot)?;
            self.path.pop();
        }
        Ok(())
    }

    fn item(&mut self, value: &Value, meta: &Meta, name: &str, slot: &Slot) -> Result<(), Error> {
        // An item that removes a value does not set it.
        if meta.annotation("overlay/remove").is_some() {
            return Ok(());
        }
        let documentation = &slot.ty.documentation;
        if let Some(notice) = &documentation.deprecated {
            self.notices.deprecated.push(Deprecated {
                path: self.path.text(),
                notice: notice.clone(),
                at: meta.position.clone(),
                defined: slot.position.clone(),
            });
        }
        if let Some(remedy) = &documentation.removed {
            self.notices.removed.push(SchemaFinding {
                code: Code::UnexpectedKey,
                description: Some("Given data value was removed from the schema".to_owned()),
                path: Some(self.path.text()),
                found: name.to_owned(),
                expected: format!("no value (removed by {})", slot.position.compact()),
                defined: slot.position.clone(),
                hints: Some(remedy.clone()).filter(|remedy| !remedy.is_empty()).into_iter().collect(),
                cause: Some(Cause::Removed),
                ..finding_at(meta.position.clone())
            });
        }
        self.value(value, &slot.ty)
    }
}
