//! Values with attributes that YAML cannot hold, such as what `url.parse` returns.

use std::any::Any;
use std::fmt;

use allocative::Allocative;
use send_wrapper::SendWrapper;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, ValueLike, starlark_value};

use super::Captured;
use crate::eval::builtins::kinds::ASSERTION_TYPE;
use crate::eval::errors;
use crate::eval::{scalars, structs};

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

/// What an object is in Rust.
pub trait Object: Any + fmt::Debug {
    /// The value of one of [`Object::attributes`].
    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>>;

    /// The names of its attributes, in ytt's order.
    fn attributes(&self) -> &'static [&'static str];
}

/// The type of an object as programs see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectType {
    /// What `assert.min(1)` and the like return.
    Assertion,
    /// What `ip.parse_addr` returns.
    IpAddress,
    /// The network that `ip.parse_cidr` returns.
    IpNetwork,
    /// What `url.parse` returns.
    Url,
    /// The user of a URL.
    UrlUser,
}

/// Makes an object.
pub fn object<'v>(heap: Heap<'v>, kind: ObjectType, object: impl Object) -> Value<'v> {
    let object: SendWrapper<Box<dyn Object>> = SendWrapper::new(Box::new(object));
    match kind {
        ObjectType::Assertion => heap.alloc(Assertion(object)),
        ObjectType::IpAddress => heap.alloc(IpAddress(object)),
        ObjectType::IpNetwork => heap.alloc(IpNetwork(object)),
        ObjectType::Url => heap.alloc(Url(object)),
        ObjectType::UrlUser => heap.alloc(UrlUser(object)),
    }
}

/// The Rust value of an object, if it is a `T`.
pub fn object_of<T: Object>(value: Value<'_>) -> Option<&T> {
    let plain = || {
        let address = value.downcast_ref::<IpAddress>().map(|object| &object.0);
        let network = || value.downcast_ref::<IpNetwork>().map(|object| &object.0);
        let url = || value.downcast_ref::<Url>().map(|object| &object.0);
        let user = || value.downcast_ref::<UrlUser>().map(|object| &object.0);
        address.or_else(network).or_else(url).or_else(user)
    };
    let object = value.downcast_ref::<Assertion>().map(|object| &object.0).or_else(plain)?;
    let object: &dyn Any = &***object;
    object.downcast_ref()
}

/// The `starlark` crate asks each type for its name as a constant, so each type of an object is one in Rust. In ytt, all are structs with another
/// name of their type.
macro_rules! object_types {
    ($($name:ident: $type:expr),+ $(,)?) => {
        $(
            #[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
            struct $name(#[allocative(skip)] SendWrapper<Box<dyn Object>>);

            starlark_simple_value!($name);

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("struct(...)")
                }
            }

            #[starlark_value(type = $type)]
            impl<'v> StarlarkValue<'v> for $name {
                fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
                    self.0.attribute(attribute, heap)
                }

                fn dir_attr(&self) -> Vec<String> {
                    names(&**self.0)
                }

                fn length(&self) -> starlark::Result<i32> {
                    Ok(i32::try_from(self.0.attributes().len()).unwrap_or(i32::MAX))
                }

                fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
                    Ok(self.0.attributes().iter().map(|name| heap.alloc(*name)).collect())
                }

                fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
                    let found = self.0.attribute(structs::key(index)?, heap);
                    found.ok_or_else(|| errors::message(format!("key {} not in {}", scalars::repr(index, heap), $type)))
                }

                fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
                    Ok(other.unpack_str().is_some_and(|name| self.0.attributes().contains(&name)))
                }
            }
        )+
    };
}

object_types! {
    Assertion: ASSERTION_TYPE,
    IpAddress: "@ytt:ip.addr",
    IpNetwork: "@ytt:ip.net",
    Url: "@ytt:url.value",
    UrlUser: "@ytt:url.user",
}

fn names(object: &dyn Object) -> Vec<String> {
    object.attributes().iter().map(|name| (*name).to_owned()).collect()
}
