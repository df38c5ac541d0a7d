//! Between Starlark values, YAML trees and [`PlainValue`]s.

use send_wrapper::SendWrapper;
use starlark::collections::SmallMap;
use starlark::eval::Evaluator;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value as Starlark, ValueLike};

use super::builtins::kinds;
use super::collections::{dict, list};
use super::data_function_value::DataFunctionValue;
use super::fragment::{Fragment, fragment_or_scalar};
use super::object_type::ObjectType;
use super::plain_value::{PlainValue, ValueHandle};
use super::scalars::{repr, scalar, string, type_name};
use super::stopping;
use super::structs::{self, Struct};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::limits::{Budget, depth};
use crate::machine::values::Function;
use crate::positions::Position;
use crate::yaml::go_format;
use crate::yaml::node::Node;
use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Meta, Value};

/// A value as YAML. Nodes made here have no position.
///
/// Errors: values that YAML cannot hold (functions, modules, integers over 64 bits), too deep ones.
pub(crate) fn to_tree<'v>(value: Starlark<'v>, eval: &Evaluator<'v, '_, '_>) -> Result<Value, Error> {
    to_tree_at(value, eval, &Position::unknown())
}

/// A value as YAML with nodes at `position`.
pub(crate) fn to_tree_at<'v>(
    value: Starlark<'v>,
    eval: &Evaluator<'v, '_, '_>,
    position: &Position,
) -> Result<Value, Error> {
    tree(value, eval.heap(), position, 0, &mut NodeCount::new(eval))
}

/// Counts the nodes: a value that holds another many times over becomes as many.
fn tree<'v>(
    value: Starlark<'v>,
    heap: Heap<'v>,
    position: &Position,
    depth: usize,
    nodes: &mut NodeCount<'_>,
) -> Result<Value, Error> {
    nodes.add(depth)?;
    if let Some(scalar) = scalar(value) {
        return Ok(scalar);
    }
    if kinds::is_int(value) {
        return Err(Error::message(format!("integer {value} does not fit into 64 bits")));
    }
    if let Some(fragment) = Fragment::from_value(value) {
        nodes.add_tree(fragment.tree(), depth)?;
        return Ok(fragment.tree().clone());
    }
    if let Some(entries) = dict::entries(value) {
        let mut items = Vec::with_capacity(entries.len());
        for (k, v) in entries.iter() {
            let key = tree(*k, heap, position, depth + 1, nodes)?;
            items.push(MapItem::computed(key, tree(*v, heap, position, depth + 1, nodes)?, position.clone()));
        }
        return Ok(Value::Map(Node::new(Map::new(items, position.clone()))));
    }
    if let Some(fields) = Struct::from_value(value) {
        let mut items = Vec::with_capacity(fields.fields.len());
        for (name, v) in fields.fields() {
            let value = tree(v, heap, position, depth + 1, nodes)?;
            items.push(MapItem { key: Value::of_string(name), value, meta: Meta::at(position.clone()) });
        }
        return Ok(Value::Map(Node::new(Map::new(items, position.clone()))));
    }
    if let Some(elements) = elements(value, heap) {
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            items.push(ArrayItem {
                value: tree(element, heap, position, depth + 1, nodes)?,
                meta: Meta::at(position.clone()),
            });
        }
        return Ok(Value::Array(Node::new(Array::new(items, position.clone()))));
    }
    Err(unconvertible(value))
}

/// Counts the nodes of a value that is converted.
struct NodeCount<'b> {
    nodes: usize,
    most: usize,
    budget: Option<&'b Budget>,
}

impl<'b> NodeCount<'b> {
    fn new(eval: &Evaluator<'_, 'b, '_>) -> NodeCount<'b> {
        NodeCount { nodes: 0, most: stopping::max_length(eval), budget: stopping::budget(eval) }
    }

    /// Counts one more node: fails for more than there may be, for deeper ones, and where the run is to stop.
    fn add(&mut self, depth: usize) -> Result<(), Error> {
        if depth > depth::VALUES {
            let text = format!("value is nested deeper than {} levels (limit of Ytterby)", depth::VALUES);
            return Err(Error::message(text).coded(Code::Limit));
        }
        self.nodes += 1;
        if self.nodes > self.most {
            let text = format!("value has more than {} nodes (limit of Ytterby)", self.most);
            return Err(Error::message(text).coded(Code::Limit));
        }
        work(self.budget, 1)
    }

    /// Counts the nodes of a tree, shared ones wherever they occur.
    fn add_tree(&mut self, value: &Value, depth: usize) -> Result<(), Error> {
        self.add(depth)?;
        value.children().try_for_each(|item| self.add_tree(item.borrow().value(), depth + 1))
    }
}

fn work(budget: Option<&Budget>, units: usize) -> Result<(), Error> {
    budget.map_or(Ok(()), |budget| budget.work(units))
}

fn unconvertible(value: Starlark<'_>) -> Error {
    let kind = type_name(value);
    let cause = Cause::NotYaml { kind: kind.to_owned() };
    let refused = || format!("cannot use a value of type {kind} as a YAML value");
    Error::message(kinds::object_type(value).map_or_else(refused, ObjectType::refuses)).caused(cause)
}

/// The elements of a list, tuple or set.
fn elements<'v>(value: Starlark<'v>, heap: Heap<'v>) -> Option<Vec<Starlark<'v>>> {
    if let Some(items) = list::items(value) {
        return Some(items.to_vec());
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        return Some(tuple.content().to_vec());
    }
    if type_name(value) != "set" {
        return None;
    }
    value.iterate(heap).ok().map(Iterator::collect)
}

/// The form of maps in Starlark.
#[derive(Clone, Copy, PartialEq)]
pub enum Maps {
    /// Dicts.
    Dict,
    /// Structs.
    Struct,
}

/// YAML as plain Starlark values. With [`Maps::Struct`] keys have to be strings.
pub(crate) fn from_tree<'v>(value: &Value, maps: Maps, eval: &Evaluator<'v, '_, '_>) -> Result<Starlark<'v>, Error> {
    value_of(value, maps, eval.heap(), stopping::budget(eval))
}

fn value_of<'v>(value: &Value, maps: Maps, heap: Heap<'v>, budget: Option<&Budget>) -> Result<Starlark<'v>, Error> {
    Ok(match value {
        Value::Map(map) if maps == Maps::Struct => {
            let map = map.borrow();
            let mut fields = SmallMap::with_capacity(map.items.len());
            for item in map.iter() {
                let Some(name) = string(&item.key) else {
                    return Err(Error::at(
                        format!("expected struct key {} to be string", go_format::item_key(&item)),
                        item.meta.position.clone(),
                    )
                    .caused(Cause::KeyNotText { kind: item.key.type_name() }));
                };
                fields.insert(name.into_owned(), value_of(&item.value, maps, heap, budget)?);
            }
            structs::make(heap, fields)
        }
        Value::Map(map) => {
            let map = map.borrow();
            let mut pairs = Vec::with_capacity(map.items.len());
            for item in map.iter() {
                pairs.push((value_of(&item.key, maps, heap, budget)?, value_of(&item.value, maps, heap, budget)?));
            }
            dict_of(pairs, heap)?
        }
        Value::Array(_) | Value::DocumentSet(_) => {
            let values = value.children().map(|item| value_of(item.borrow().value(), maps, heap, budget));
            list::of(heap, values.collect::<Result<_, Error>>()?)
        }
        scalar => {
            // A long text under many aliases is copied as often.
            work(budget, 1 + scalar_length(scalar) / 256)?;
            fragment_or_scalar(scalar, heap)
        }
    })
}

fn scalar_length(scalar: &Value) -> usize {
    match scalar {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        _ => 0,
    }
}

/// A dict; of equal keys the last value stays, at the first one's place.
fn dict_of<'v>(pairs: Vec<(Starlark<'v>, Starlark<'v>)>, heap: Heap<'v>) -> Result<Starlark<'v>, Error> {
    let mut map = SmallMap::with_capacity(pairs.len());
    for (key, value) in pairs {
        let key = key.get_hashed().map_err(|_| Error::message(format!("unhashable type: {}", type_name(key))))?;
        map.insert_hashed(key, value);
    }
    Ok(dict::new(heap, map))
}

/// Gives a handle to a value that has to stay in the evaluator.
pub(crate) trait HandleTable<'v> {
    fn keep(&mut self, value: Starlark<'v>) -> u64;
}

/// A value as data; functions and objects stay behind, under a handle.
///
/// Errors: values with more nodes than there may be.
pub(crate) fn to_argument<'v>(
    value: Starlark<'v>,
    eval: &Evaluator<'v, '_, '_>,
    keep: &mut dyn HandleTable<'v>,
) -> Result<PlainValue, Error> {
    argument(value, eval.heap(), keep, 0, &mut NodeCount::new(eval))
}

fn argument<'v>(
    value: Starlark<'v>,
    heap: Heap<'v>,
    keep: &mut dyn HandleTable<'v>,
    depth: usize,
    nodes: &mut NodeCount<'_>,
) -> Result<PlainValue, Error> {
    // Values that are nested too deeply become handles.
    nodes.add(0)?;
    if value.is_none() {
        return Ok(PlainValue::None);
    }
    if let Some(b) = value.unpack_bool() {
        return Ok(PlainValue::Bool(b));
    }
    if let Some(i) = value.unpack_i32() {
        return Ok(PlainValue::Int(i64::from(i)));
    }
    if let Some(s) = value.unpack_str() {
        return Ok(PlainValue::Str(s.into()));
    }
    if let Some(f) = kinds::float(value) {
        return Ok(PlainValue::Float(f));
    }
    if kinds::is_int(value) {
        return Ok(match i64::unpack_value(value) {
            Ok(Some(i)) => PlainValue::Int(i),
            _ => PlainValue::BigInt(value.to_str()),
        });
    }
    if let Some(fragment) = Fragment::from_value(value) {
        return Ok(PlainValue::Fragment(fragment.tree().clone()));
    }
    if let Some(function) = value.downcast_ref::<DataFunctionValue>() {
        return Ok(PlainValue::DataFunction((*function.0).clone()));
    }
    if depth <= depth::VALUES {
        let mut inner = |value| argument(value, heap, keep, depth + 1, nodes);
        if let Some(entries) = dict::entries(value) {
            let pairs: Result<_, Error> = entries.iter().map(|(k, v)| Ok((inner(*k)?, inner(*v)?))).collect();
            return Ok(PlainValue::Dict(pairs?));
        }
        if let Some(fields) = Struct::from_value(value) {
            let fields: Result<_, Error> = fields.fields().map(|(name, v)| Ok((name.to_owned(), inner(v)?))).collect();
            return Ok(PlainValue::Struct(fields?));
        }
        if let Some(elements) = elements(value, heap) {
            let items = elements.into_iter().map(inner).collect::<Result<_, _>>()?;
            return Ok(match type_name(value) {
                "tuple" => PlainValue::Tuple(items),
                "set" => PlainValue::Set(items),
                _ => PlainValue::List(items),
            });
        }
    }
    let callable = ValueHandle {
        handle: keep.keep(value),
        type_name: type_name(value).to_owned(),
        object_type: kinds::object_type(value),
        repr: repr(value, heap),
        parameters: parameters(value),
    };
    Ok(if kinds::is_callable(value) { PlainValue::Function(callable) } else { PlainValue::Object(callable) })
}

/// How many parameters a function of a program has.
fn parameters(value: Starlark<'_>) -> Option<u32> {
    let count = match Function::from_value(value) {
        Some(function) => function.parameters(),
        None => value.parameters_spec()?.len(),
    };
    u32::try_from(count).ok()
}

/// Data as a value. `find` returns the value of a handle.
pub(crate) fn from_argument<'v>(
    argument: &PlainValue,
    heap: Heap<'v>,
    find: &dyn Fn(u64) -> Result<Starlark<'v>, Error>,
) -> Result<Starlark<'v>, Error> {
    let all = |items: &[PlainValue]| -> Result<Vec<Starlark<'v>>, Error> {
        items.iter().map(|item| from_argument(item, heap, find)).collect()
    };
    Ok(match argument {
        PlainValue::None => Starlark::new_none(),
        PlainValue::Bool(b) => Starlark::new_bool(*b),
        PlainValue::Int(i) => heap.alloc(*i),
        PlainValue::BigInt(digits) => match digits.parse::<num_bigint::BigInt>() {
            Ok(int) => heap.alloc(int),
            Err(_) => Starlark::new_none(),
        },
        PlainValue::Float(f) => heap.alloc(*f),
        PlainValue::Str(s) => heap.alloc(&**s),
        PlainValue::List(items) => list::of(heap, all(items)?),
        PlainValue::Tuple(items) => heap.alloc(AllocTuple(all(items)?)),
        PlainValue::Set(items) => list::of(heap, all(items)?),
        PlainValue::Dict(pairs) => {
            let mut values = Vec::with_capacity(pairs.len());
            for (k, v) in pairs {
                values.push((from_argument(k, heap, find)?, from_argument(v, heap, find)?));
            }
            dict_of(values, heap)?
        }
        PlainValue::Struct(fields) => {
            let mut map = SmallMap::with_capacity(fields.len());
            for (name, value) in fields {
                map.insert(name.clone(), from_argument(value, heap, find)?);
            }
            structs::make(heap, map)
        }
        PlainValue::Fragment(value) => heap.alloc(Fragment::new(value.clone())),
        PlainValue::DataFunction(function) => heap.alloc(DataFunctionValue(SendWrapper::new(function.clone()))),
        PlainValue::Function(callable) | PlainValue::Object(callable) => find(callable.handle)?,
    })
}
