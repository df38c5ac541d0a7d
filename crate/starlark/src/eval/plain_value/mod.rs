//! Starlark values outside the evaluator: the arguments of annotations, and the arguments and results
//! of rules.
//!
//! They own their data. A function stays in the evaluator and is named by a [`ValueHandle`];
//! [`FunctionCaller`] calls it. So layers above need not know the `starlark` crate.

mod comparison;
pub(crate) mod data_function;
mod repr;

use std::any::Any;
use std::borrow::Cow;
use std::cell::Ref;
use std::rc::Rc;
use std::sync::Arc;

pub use comparison::lookup;

use super::builtins::kinds::BUILTIN_TYPE;
use super::object_type::ObjectType;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::positions::Position;
use crate::yaml::node::Node;
use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Meta, Value};
use data_function::DataFunction;

/// An annotation of a node, `#@name args`, with its arguments evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Without `@`, as in `schema/type`.
    pub name: Arc<str>,
    /// The positional arguments.
    pub args: Vec<PlainValue>,
    /// The keyword arguments, in order.
    pub kwargs: Vec<(String, PlainValue)>,
    /// The position of the comment.
    pub position: Position,
}

/// The annotations of nodes of the YAML tree, which does not know what they are.
pub trait Annotated {
    /// In the order they were written.
    fn annotations(&self) -> &[Annotation];

    /// The first annotation of a name.
    fn annotation(&self, name: &str) -> Option<&Annotation> {
        self.annotations().iter().find(|annotation| &*annotation.name == name)
    }

    /// Replaces all annotations.
    fn set_annotations(&mut self, annotations: Vec<Annotation>);
}

impl Annotated for Meta {
    fn annotations(&self) -> &[Annotation] {
        self.stored_annotations::<Vec<Annotation>>().map_or(&[], Vec::as_slice)
    }

    fn set_annotations(&mut self, annotations: Vec<Annotation>) {
        self.store_annotations((!annotations.is_empty()).then_some(annotations));
    }
}

/// A Starlark value as data.
#[derive(Clone, Debug, PartialEq)]
pub enum PlainValue {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// An integer that does not fit, as decimal text.
    BigInt(String),
    /// A float.
    Float(f64),
    /// A string of [`byte_text`].
    Str(Arc<str>),
    /// A list.
    List(Vec<PlainValue>),
    /// A tuple.
    Tuple(Vec<PlainValue>),
    /// A set, in order.
    Set(Vec<PlainValue>),
    /// A dict: keys and values, in order.
    Dict(Vec<(PlainValue, PlainValue)>),
    /// `struct.make(…)`, `data.values`: fields in order.
    Struct(Vec<(String, PlainValue)>),
    /// A YAML fragment: the result of a function with YAML in it. Never a scalar.
    Fragment(Value),
    /// A native function that is data for layers above.
    DataFunction(Rc<dyn DataFunction>),
    /// Another function, of a program or a native one.
    Function(ValueHandle),
    /// Anything else that stays in the evaluator (an assertion of @ytt:assert, a module, …).
    Object(ValueHandle),
}

/// A value that stays in the evaluator, by its handle.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHandle {
    /// Known to the evaluator only.
    pub handle: u64,
    /// The result of `type(x)`: `function`, `builtin_function_or_method` …
    pub type_name: String,
    /// The type of an object of native code.
    pub object_type: Option<&'static ObjectType>,
    /// The result of `repr(x)`.
    pub repr: String,
    /// Number of parameters, for functions of the user.
    pub parameters: Option<u32>,
}

impl ValueHandle {
    /// The function's name, or a substitute if it has none.
    pub fn name(&self) -> &str {
        let inner = self.repr.strip_prefix("<built-in function ").or(self.repr.strip_prefix("<function "));
        let name = inner.unwrap_or(&self.repr).trim_end_matches('>');
        if name == "lambda" { "the function" } else { name }
    }
}

/// A value of the evaluator as it is now, as YAML.
pub enum Current {
    /// The program may still change it.
    Changing(Result<Value, String>),
    /// It stays as it is.
    Last(Result<Value, String>),
}

/// Calls functions that stayed in the evaluator.
pub trait FunctionCaller {
    /// Calls it with positional arguments. A failure is the function's own error (`fail: …`), frames included.
    fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error>;

    /// An attribute of an object, e.g. `check` of an assertion; None when it has none of that name.
    fn attribute(&mut self, object: &ValueHandle, name: &str) -> Result<Option<PlainValue>, Error>;

    /// The result of a test that an editor needs and the run does not: prints of functions in it are dropped. False without an editor.
    fn trial(&mut self, _test: &mut dyn FnMut(&mut dyn FunctionCaller) -> bool) -> bool {
        false
    }

    /// A value that stayed in the evaluator, as YAML.
    fn current(&mut self, _handle: u64) -> Option<Current> {
        None
    }

    /// [`Budget::work`](crate::limits::Budget::work) on the node at `position`.
    fn work_at(&mut self, units: usize, position: &Position) -> Result<(), Error> {
        self.work(units).map_err(|error| error.placed(position))
    }

    /// [`Budget::work`](crate::limits::Budget::work).
    fn work(&mut self, _units: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Whether nodes are to remember their changes.
    fn records_history(&self) -> bool {
        false
    }

    /// The notes about the node at a position, if an editor watches its file: the argument of `Session::watch`.
    fn notes(&self, _at: &Position) -> Option<Rc<dyn Any>> {
        None
    }
}

impl PlainValue {
    /// `type(x)`.
    pub fn type_name(&self) -> &str {
        match self {
            PlainValue::None => "NoneType",
            PlainValue::Bool(_) => "bool",
            PlainValue::Int(_) | PlainValue::BigInt(_) => "int",
            PlainValue::Float(_) => "float",
            PlainValue::Str(_) => "string",
            PlainValue::List(_) => "list",
            PlainValue::Tuple(_) => "tuple",
            PlainValue::Set(_) => "set",
            PlainValue::Dict(_) => "dict",
            PlainValue::Struct(_) => "struct",
            PlainValue::Fragment(_) => "yamlfragment",
            PlainValue::DataFunction(_) => BUILTIN_TYPE,
            PlainValue::Function(callable) | PlainValue::Object(callable) => &callable.type_name,
        }
    }

    /// A tree's value as an argument: scalars and values made by code as they are, other collections as fragments of the same nodes.
    pub fn from_value(value: &Value) -> PlainValue {
        match value {
            Value::Null => PlainValue::None,
            Value::Bool(b) => PlainValue::Bool(*b),
            Value::Int(i) => PlainValue::Int(*i),
            Value::UInt(u) => PlainValue::BigInt(u.to_string()),
            Value::Float(f) => PlainValue::Float(*f),
            Value::Str(s) => PlainValue::Str(match byte_text::from_text(s) {
                Cow::Borrowed(_) => s.clone(),
                Cow::Owned(string) => string.into(),
            }),
            Value::Bytes(b) => PlainValue::Str(byte_text::from_bytes(b).into()),
            Value::Map(map) if map.borrow().position.is_computed() => {
                let entry =
                    |item: Ref<'_, MapItem>| (PlainValue::from_value(&item.key), PlainValue::from_value(&item.value));
                PlainValue::Dict(map.borrow().iter().map(entry).collect())
            }
            Value::Array(array) if array.borrow().position.is_computed() => {
                PlainValue::List(array.borrow().iter().map(|item| PlainValue::from_value(&item.value)).collect())
            }
            Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => PlainValue::Fragment(value.clone()),
        }
    }

    /// Go's name for the value's type.
    pub fn go_type(&self) -> &str {
        go_type_name(self.type_name(), self.object_type())
    }

    /// The type of an object of native code.
    pub fn object_type(&self) -> Option<&'static ObjectType> {
        match self {
            PlainValue::Object(object) => object.object_type,
            _ => None,
        }
    }

    /// The argument as a tree's value; items that code made have no position.
    /// Fails for a value without a form in YAML: functions, modules, integers over 64 bits.
    pub fn to_value(&self) -> Result<Value, Error> {
        self.to_value_at(&Position::unknown())
    }

    /// The argument as a tree's value; items that code made are at `position`, those of fragments at their own.
    pub fn to_value_at(&self, position: &Position) -> Result<Value, Error> {
        let map_item = |key: Value, value: &PlainValue| {
            Ok::<_, Error>(MapItem::computed(key, value.to_value_at(position)?, position.clone()))
        };
        let map = |items: Vec<MapItem>| Value::Map(Node::new(Map::new(items, position.clone())));
        Ok(match self {
            PlainValue::None => Value::Null,
            PlainValue::Bool(b) => Value::Bool(*b),
            PlainValue::Int(i) => Value::Int(*i),
            PlainValue::BigInt(digits) => match digits.parse() {
                Ok(u) => Value::UInt(u),
                Err(_) => return Err(Error::message("expected int64 value")),
            },
            PlainValue::Float(f) => Value::Float(*f),
            PlainValue::Str(s) if byte_text::is_escaped(s) => Value::of_string(s),
            PlainValue::Str(s) => Value::Str(s.clone()),
            PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items) => {
                let meta = || Meta::at(position.clone());
                let item = |item: &PlainValue| Ok(ArrayItem { value: item.to_value_at(position)?, meta: meta() });
                let items = items.iter().map(item).collect::<Result<Vec<_>, Error>>()?;
                Value::Array(Node::new(Array::new(items, position.clone())))
            }
            PlainValue::Dict(entries) => {
                let items = entries.iter().map(|(key, value)| map_item(key.to_value_at(position)?, value));
                map(items.collect::<Result<_, _>>()?)
            }
            PlainValue::Struct(fields) => {
                let items = fields.iter().map(|(name, value)| map_item(Value::of_string(name), value));
                map(items.collect::<Result<_, _>>()?)
            }
            PlainValue::Fragment(value) => {
                let mut value = value.clone();
                if position.is_known() {
                    value.convert_computed_at(position);
                }
                value
            }
            PlainValue::DataFunction(_) | PlainValue::Function(_) | PlainValue::Object(_) => {
                return Err(Error::message(self.why_no_yaml()));
            }
        })
    }

    /// Why something that is not data has no form in YAML.
    pub fn why_no_yaml(&self) -> String {
        let refused = || format!("unknown type {} for conversion to go value", self.go_type());
        self.object_type().map_or_else(refused, ObjectType::refuses)
    }
}

/// Go's name for a type of values, by its name in programs: several of ytt's messages show it.
pub(crate) fn go_type_name<'a>(type_name: &'a str, object_type: Option<&'static ObjectType>) -> &'a str {
    if let Some(known) = object_type {
        return known.go_name;
    }
    match type_name {
        "NoneType" => "starlark.NoneType",
        "bool" => "starlark.Bool",
        "int" => "starlark.Int",
        "float" => "starlark.Float",
        "string" => "starlark.String",
        "list" => "*starlark.List",
        "tuple" => "starlark.Tuple",
        "set" => "*starlark.Set",
        "dict" => "*starlark.Dict",
        "struct" => "*core.StarlarkStruct",
        "yamlfragment" => "*yamltemplate.StarlarkFragment",
        "function" => "*starlark.Function",
        "builtin_function_or_method" => "*starlark.Builtin",
        "module" => "*starlarkstruct.Module",
        "range" => "starlark.rangeValue",
        "elems" | "codepoints" => "starlark.stringIterable",
        other => other,
    }
}
