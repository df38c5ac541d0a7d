//! Values of Rust in programs: objects with attributes, which YAML cannot hold.

use std::any::Any;
use std::fmt;

use allocative::Allocative;
use send_wrapper::SendWrapper;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{
    Demand, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, ValueLike, starlark_value,
};

use super::Captured;
use crate::eval::builtins::kinds::OBJECT_TYPE;
use crate::eval::object_type::{ObjectType, TypeOf};
use crate::eval::{errors, scalars, structs};

/// A value of Rust that natives are made with. Programs never have it.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Opaque(#[allocative(skip)] SendWrapper<Box<dyn Any>>);

starlark_simple_value!(Opaque);

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("opaque")
    }
}

#[starlark_value(type = "opaque")]
impl<'v> StarlarkValue<'v> for Opaque {}

/// A value of Rust, for natives to be made with.
pub fn opaque<'v>(heap: Heap<'v>, value: impl Any) -> Value<'v> {
    heap.alloc(Opaque(SendWrapper::new(Box::new(value))))
}

/// The [`opaque`] value that a native was made with.
pub fn captured<'v, T: Any>(captured: &Captured<'v>) -> Option<&'v T> {
    captured.first()?.downcast_ref::<Opaque>()?.0.downcast_ref()
}

/// An object in Rust.
pub trait Object: Any + fmt::Debug {
    /// Its type as programs see it.
    fn object_type(&self) -> &'static ObjectType;

    /// The value of one of [`Object::attributes`].
    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>>;

    /// The names of its attributes, in ytt's order.
    fn attributes(&self) -> &'static [&'static str];
}

/// Makes an object.
pub fn object<'v>(heap: Heap<'v>, object: impl Object) -> Value<'v> {
    heap.alloc(ObjectValue(SendWrapper::new(Box::new(object))))
}

/// The Rust value of an object, if it is a `T`.
pub fn object_of<T: Object>(value: Value<'_>) -> Option<&T> {
    let object: &dyn Any = &**value.downcast_ref::<ObjectValue>()?.0;
    object.downcast_ref()
}

#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct ObjectValue(#[allocative(skip)] SendWrapper<Box<dyn Object>>);

starlark_simple_value!(ObjectValue);

impl fmt::Display for ObjectValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct(...)")
    }
}

#[starlark_value(type = OBJECT_TYPE)]
impl<'v> StarlarkValue<'v> for ObjectValue {
    fn provide(&'v self, demand: &mut Demand<'_, 'v>) {
        demand.provide_value(TypeOf(self.0.object_type()));
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        self.0.attribute(attribute, heap)
    }

    fn dir_attr(&self) -> Vec<String> {
        self.0.attributes().iter().map(|name| (*name).to_owned()).collect()
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(i32::try_from(self.0.attributes().len()).unwrap_or(i32::MAX))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(self.0.attributes().iter().map(|name| heap.alloc(*name)).collect())
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let kind = self.0.object_type().name;
        let found = self.0.attribute(structs::key(index, kind)?, heap);
        found.ok_or_else(|| errors::message(format!("key {} not in {kind}", scalars::repr(index, heap))))
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(other.unpack_str().is_some_and(|name| self.0.attributes().contains(&name)))
    }
}
