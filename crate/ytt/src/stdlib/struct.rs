//! `@ytt:struct`: structs, their conversion from and to dicts, and functions bound to arguments.

use super::arguments;
use crate::diagnostics::Error;
use crate::natives::{self, Call, Captured, Evaluation, Heap, Maps, Value, native};
use crate::positions::Position;
use crate::yaml::tree;

module! {
    "struct" "Structs: values with members.",
    "struct.make" "(member=…)" "A struct with these members." => Function(make),
    "struct.make_and_bind" "(object, member=…)"
        "A struct whose functions get the object as their first argument." => Function(make_and_bind),
    "struct.bind" "(object, function)" "The function with its first argument set." => Function(bind),
    "struct.encode" "(value)" "Converts maps to structs, recursively." => Function(encode),
    "struct.decode" "(value)" "Converts structs to maps, recursively." => Function(decode),
}

fn make<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    if !call.args().is_empty() {
        return Err(Error::message("unexpected positional arguments (structs are made from keyword arguments only)"));
    }
    let fields = call.kwargs().iter().map(|(name, value)| ((*name).to_owned(), *value));
    Ok(natives::structure(eval.heap(), fields))
}

/// `struct.make_and_bind(receiver, …)`: a struct with functions that get the receiver as their first argument.
fn make_and_bind<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let [receiver] = call.args() else {
        return Err(arguments::wrong("expected at exactly one argument"));
    };
    let heap = eval.heap();
    let fields = call.kwargs().iter().map(|(name, value)| {
        let value = if natives::is_callable(*value) { bound(heap, vec![*value, *receiver]) } else { *value };
        ((*name).to_owned(), value)
    });
    Ok(natives::structure(heap, fields))
}

fn bind<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    if call.args().len() < 2 {
        return Err(arguments::wrong("expected at least two arguments"));
    }
    Ok(bound(eval.heap(), call.args().to_vec()))
}

/// A function bound to its first arguments. The native captures the function and these arguments.
fn bound<'v>(heap: Heap<'v>, function_and_args: Vec<Value<'v>>) -> Value<'v> {
    native(heap, "struct.bind_result", call_bound, function_and_args)
}

fn call_bound<'v>(captured: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let Some((function, bound)) = captured.split_first() else {
        return Err(Error::message("expected a function"));
    };
    let args: Vec<Value<'v>> = bound.iter().chain(call.args()).copied().collect();
    eval.call(*function, &args, call.kwargs())
}

fn encode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    converted(arguments::only(call)?, Maps::Struct, eval)
}

fn decode<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    converted(arguments::only(call)?, Maps::Dict, eval)
}

/// Fails for fragments, on which ytt crashes.
fn converted<'v>(value: Value<'v>, maps: Maps, eval: &dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let tree = eval.to_tree_at(value, &Position::computed())?;
    match node_in(&tree) {
        Some(kind) => Err(Error::message(format!("unknown type {kind} for conversion to starlark value"))),
        None => eval.value_of(&tree, maps),
    }
}

/// The Go type of the first YAML node in a value of code.
fn node_in(value: &tree::Value) -> Option<&'static str> {
    match value {
        node if node.is_node() => Some(natives::node_type(node)),
        value => value.items().find_map(|item| node_in(item.borrow().value())),
    }
}
