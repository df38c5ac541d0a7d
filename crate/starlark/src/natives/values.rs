//! Values of programs: made by natives, and looked into.

use std::rc::Rc;

use send_wrapper::SendWrapper;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value};

pub use crate::eval::builtins::kinds::{float, int64, is_callable, is_int, length, number};
pub use crate::eval::builtins::numbers::to_int;
pub use crate::eval::fragment::{fragment_or_scalar, go_kind};
pub use crate::eval::scalars::{go_type, node_type, string, type_name};
pub use crate::eval::structs::make as structure;
pub use crate::eval::values::Maps;

use crate::eval::builtins::kinds::object_type;
use crate::eval::collections::{dict, list};
use crate::eval::data_function_value::DataFunctionValue;
use crate::eval::fragment::Fragment;
use crate::eval::plain_value;
use crate::eval::plain_value::data_function::DataFunction;
use crate::yaml::tree;

/// A list.
pub fn list<'v>(heap: Heap<'v>, items: Vec<Value<'v>>) -> Value<'v> {
    list::of(heap, items)
}

/// A tuple of two.
pub fn pair<'v>(heap: Heap<'v>, first: Value<'v>, second: Value<'v>) -> Value<'v> {
    heap.alloc(AllocTuple([first, second]))
}

/// A dict with strings as keys, in order.
pub fn dict<'v>(heap: Heap<'v>, items: Vec<(String, Value<'v>)>) -> Value<'v> {
    dict::with_names(heap, items)
}

/// A function that is data for layers above.
pub fn data_function<'v>(heap: Heap<'v>, function: impl DataFunction) -> Value<'v> {
    heap.alloc(DataFunctionValue(SendWrapper::new(Rc::new(function))))
}

/// Go's name for the type of a value.
pub fn go_type_name(value: Value<'_>) -> &str {
    plain_value::go_type_name(type_name(value), object_type(value))
}

/// A YAML fragment.
pub fn fragment<'v>(heap: Heap<'v>, tree: tree::Value) -> Value<'v> {
    heap.alloc(Fragment::new(tree))
}

/// Whether a value is a YAML fragment.
pub fn is_fragment(value: Value<'_>) -> bool {
    Fragment::from_value(value).is_some()
}
