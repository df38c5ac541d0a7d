//! The types of objects of native code.

use starlark::any::ProvidesStaticType;

/// A type of objects, which are structs with another name of their type.
#[derive(Debug, PartialEq)]
pub struct ObjectType {
    /// As `type(x)` gives it.
    pub name: &'static str,
    /// What Go calls it: several of ytt's messages show that name.
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

/// What the value of an object provides, as all values of objects are of one type in Rust.
#[derive(ProvidesStaticType)]
pub(crate) struct TypeOf(pub &'static ObjectType);
