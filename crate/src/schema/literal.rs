//! Values written in annotations (`@schema/default [1, 2]`) as a tree.

use crate::diagnostics::positions::Position;
use crate::eval::argument::Argument;
use crate::yaml::tree::{Array, ArrayItem, Map, MapItem, Meta, Value};

/// The tree of an argument. What Starlark made stands at `position`; fragments keep their own.
///
/// Fails for what has no place in YAML, as functions. (ytt crashes there.)
pub(super) fn tree(argument: &Argument, position: &Position) -> Result<Value, String> {
    Ok(match argument {
        Argument::None => Value::Null,
        Argument::Bool(value) => Value::Bool(*value),
        Argument::Int(value) => Value::Int(*value),
        Argument::BigInt(digits) => match digits.parse() {
            Ok(value) => Value::UInt(value),
            Err(_) => return Err(format!("integer {digits} does not fit into 64 bits")),
        },
        Argument::Float(value) => Value::Float(*value),
        Argument::Str(text) => Value::Str(text.clone()),
        Argument::List(items) | Argument::Tuple(items) | Argument::Set(items) => {
            let items = items.iter().map(|item| {
                Ok::<_, String>(ArrayItem { value: tree(item, position)?, meta: Meta::at(position.clone()) })
            });
            Value::Array(Box::new(Array { items: items.collect::<Result<_, _>>()?, position: position.clone() }))
        }
        Argument::Dict(entries) => {
            let items = entries.iter().map(|(key, value)| item(tree(key, position)?, value, position));
            Value::Map(Box::new(Map { items: items.collect::<Result<_, _>>()?, position: position.clone() }))
        }
        Argument::Struct(fields) => {
            let items = fields.iter().map(|(name, value)| item(Value::str(name.as_str()), value, position));
            Value::Map(Box::new(Map { items: items.collect::<Result<_, _>>()?, position: position.clone() }))
        }
        Argument::Fragment(value) => Value::clone(value),
        Argument::Function(callable) | Argument::Object(callable) => {
            return Err(format!("{} has no form in YAML", callable.type_name));
        }
    })
}

fn item(key: Value, value: &Argument, position: &Position) -> Result<MapItem, String> {
    Ok(MapItem { key, value: tree(value, position)?, meta: Meta::at(position.clone()) })
}
