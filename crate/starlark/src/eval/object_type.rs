//! The types of objects of native code.

use starlark::any::ProvidesStaticType;

/// A type of objects, which are structs with another name of their type.
#[derive(Debug, PartialEq)]
pub struct ObjectType {
    /// The result of `type(x)`.
    pub name: &'static str,
    /// Go's name, which several of ytt's messages show.
    pub go_name: &'static str,
    /// Why it has no form in YAML.
    pub refusal: &'static str,
}

impl ObjectType {
    /// The text with which an object refuses to be written as YAML.
    pub(crate) fn refuses(&self) -> String {
        format!("Unable to convert value: {} {}", self.name, self.refusal)
    }
}

/// The type of an object, provided by its value, as all values of objects are of one type in Rust.
#[derive(ProvidesStaticType)]
pub(crate) struct TypeOf(pub &'static ObjectType);
