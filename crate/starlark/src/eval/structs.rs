//! ytt's struct: fields in order, read by name or by key. `data.values` is one.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::collections::SmallMap;
use starlark::starlark_complex_value;
use starlark::values::{
    Freeze, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, ValueLike, starlark_value,
};

use super::errors;
use super::scalars;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;

#[derive(Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub struct StructGen<V> {
    pub fields: SmallMap<String, V>,
}

starlark_complex_value!(pub Struct);

impl<V> fmt::Debug for StructGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct(...)")
    }
}

impl<V> fmt::Display for StructGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct(...)")
    }
}

impl<'v> Struct<'v> {
    pub fn fields(&self) -> impl Iterator<Item = (&str, Value<'v>)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), *value))
    }
}

/// Makes a struct of fields in order.
pub fn make<'v>(heap: Heap<'v>, fields: impl IntoIterator<Item = (String, Value<'v>)>) -> Value<'v> {
    heap.alloc(Struct { fields: fields.into_iter().collect() })
}

#[starlark_value(type = "struct")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for StructGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn to_bool(&self) -> bool {
        !self.fields.is_empty()
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(i32::try_from(self.fields.len()).unwrap_or(i32::MAX))
    }

    fn get_attr(&self, attribute: &str, _heap: Heap<'v>) -> Option<Value<'v>> {
        self.fields.get(attribute).map(|v| v.to_value())
    }

    fn dir_attr(&self) -> Vec<String> {
        self.fields.keys().cloned().collect()
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let name = key(index, "struct")?;
        match self.fields.get(name) {
            Some(value) => Ok(value.to_value()),
            None => {
                let text = format!("key {} not in struct", scalars::repr(index, heap));
                Err(errors::fail(errors::no_key(text, Some(name), self.dir_attr())))
            }
        }
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        // Only a string can be a field.
        Ok(other.unpack_str().is_some_and(|name| self.fields.contains_key(name)))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(self.fields.keys().map(|name| heap.alloc(name.as_str())).collect())
    }
}

/// The index of a value of the type `kind`, which is the name of a field. Fails for other values than strings.
pub(crate) fn key<'v>(index: Value<'v>, kind: &str) -> starlark::Result<&'v str> {
    index.unpack_str().ok_or_else(|| {
        let found = scalars::type_name(index);
        let cause = Cause::IndexType { kind: kind.to_owned(), index: found.to_owned() };
        errors::caused(Code::Operator, format!("expected a string, but was {found}"), cause)
    })
}
