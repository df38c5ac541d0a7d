//! Attributes: `x.name`, `getattr`, `hasattr`, `dir`, and the guess at the attribute that was meant.

use starlark::values::{Heap, Value};

use super::native::{Method, MethodCode};
use super::{collections, kinds, strings};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::eval::builtins::kinds::FUNCTION_TYPE;
use crate::eval::collections::dict;
use crate::eval::errors::fail;
use crate::eval::fragment::Fragment;
use crate::eval::structs::Struct;
use crate::machine::code::KnownMethods;
use crate::spelling::{meant, nearest};
use crate::yaml::tree::Value as Tree;

/// The methods of the built-in types; `None` for other types, which bring their own attributes.
fn methods(value: Value<'_>) -> Option<&'static [(&'static str, MethodCode)]> {
    match value.get_type() {
        "string" => Some(strings::METHODS),
        "list" => Some(collections::LIST),
        "dict" => Some(collections::DICT),
        "set" => Some(collections::SET),
        // The starlark crate has some of these attributes of its own.
        FUNCTION_TYPE | "int" | "float" | "bool" | "NoneType" | "tuple" | "range" => Some(&[]),
        _ => None,
    }
}

/// A method of a built-in type, unbound.
pub(crate) fn method(value: Value<'_>, name: &str) -> Option<(&'static str, MethodCode)> {
    // The tables are in alphabetical order.
    let table = methods(value)?;
    let at = table.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    table.get(at).copied()
}

/// The methods of a name, of each built-in type.
pub(crate) fn known_methods(name: &str) -> KnownMethods {
    let find = |table: &'static [(&'static str, MethodCode)]| {
        let at = table.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
        table.get(at).copied()
    };
    KnownMethods {
        string: find(strings::METHODS),
        list: find(collections::LIST),
        dict: find(collections::DICT),
        set: find(collections::SET),
    }
}

/// `x.name`, if there is such an attribute.
pub(crate) fn attribute<'v>(value: Value<'v>, name: &str, heap: Heap<'v>) -> starlark::Result<Option<Value<'v>>> {
    if let Some((name, code)) = method(value, name) {
        return Ok(Some(heap.alloc(Method { name, receiver: value, code })));
    }
    if methods(value).is_some() {
        return Ok(None);
    }
    value.get_attr(name, heap)
}

/// `dir(x)`.
pub(crate) fn names(value: Value<'_>) -> Vec<String> {
    match methods(value) {
        Some(table) => table.iter().map(|(name, _)| (*name).to_owned()).collect(),
        None => {
            let mut names = value.dir_attr();
            names.sort();
            names
        }
    }
}

/// The error for an attribute that is not there, with the nearest that is; of several as near, the first that the type lists.
pub(crate) fn missing(value: Value<'_>, name: &str) -> starlark::Error {
    let names = match Struct::from_value(value) {
        Some(fields) => fields.fields().map(|(name, _)| name.to_owned()).collect(),
        None if methods(value).is_some() => names(value),
        None => value.dir_attr(),
    };
    let mut error = missing_of(kinds::type_name(value), name, &names);
    if let Some(Cause::NoAttribute { is_key, .. }) = error.sentence_mut().and_then(|message| message.cause.as_mut()) {
        *is_key = has_key(value, name);
    }
    fail(error)
}

/// Whether a dict or a map of YAML has a key.
fn has_key(value: Value<'_>, name: &str) -> bool {
    if let Some(entries) = dict::entries(value) {
        return entries.keys().any(|key| key.unpack_str() == Some(name));
    }
    match Fragment::from_value(value).map(Fragment::tree) {
        Some(Tree::Map(map)) => map.borrow().iter().any(|item| matches!(&item.key, Tree::Str(key) if **key == *name)),
        _ => false,
    }
}

/// Like [`missing`], for a type by its name; `names` are its attributes.
pub(crate) fn missing_of(kind: &str, name: &str, names: &[String]) -> Error {
    let names = || names.iter().map(String::as_str);
    let mut text = format!("{kind} has no .{name} field or method");
    let near = nearest(name, names());
    if let Some(near) = near {
        text.push_str(&format!(" (did you mean .{near}?)"));
    }
    let meant = meant(name, names());
    let cause = Cause::NoAttribute {
        name: name.to_owned(),
        kind: kind.to_owned(),
        nearest: near.or(meant).map(str::to_owned),
        others: names().map(str::to_owned).collect(),
        is_key: false,
    };
    let rename = |meant: &str| Remedy::Rename { from: name.to_owned(), to: meant.to_owned() };
    Error::message(text).coded(Code::Attribute).caused(cause).with_remedy(meant.map(rename))
}
