//! The values that named rules compare: ytt writes both sides as YAML and reads them back first.

use crate::starlark::PlainValue;
use crate::yaml::tree::Value;

/// `yaml.decode(yaml.encode(value))`: a value of only scalars, lists and dicts. Fails for values that YAML cannot
/// represent; see [`as_lambda_error`] for rules that ytt implements in Starlark.
pub(super) fn yaml_round_trip(value: &PlainValue) -> Result<PlainValue, String> {
    // An empty fragment is written as an empty document, which is read as null.
    if let PlainValue::Fragment(fragment) = value
        && matches!(fragment, Value::Map(map) if map.borrow().items.is_empty())
            | matches!(fragment, Value::Array(array) if array.borrow().items.is_empty())
    {
        return Ok(PlainValue::None);
    }
    if let PlainValue::Fragment(fragment) = value
        && let Value::DocumentSet(set) = fragment
    {
        let set = set.borrow();
        let mut documents = set.iter().filter(|document| !document.is_empty());
        return match (documents.next(), documents.next()) {
            (None, _) => Ok(PlainValue::None),
            (Some(only), None) => Ok(round_trip_tree(&only.value)),
            _ => Err(SEVERAL_DOCUMENTS.to_owned()),
        };
    }
    round_trip_part(value)
}

const SEVERAL_DOCUMENTS: &str = "Expected to find exactly one YAML document";

/// The error of [`yaml_round_trip`] with the name of the function of `@ytt:yaml` that fails in ytt's lambda.
pub(super) fn as_lambda_error(failure: String) -> String {
    if failure == SEVERAL_DOCUMENTS {
        format!("yaml.decode: {failure}")
    } else if failure.starts_with("Unable to convert value") {
        format!("yaml.encode: {failure}")
    } else {
        failure
    }
}

fn round_trip_part(value: &PlainValue) -> Result<PlainValue, String> {
    Ok(match value {
        PlainValue::None | PlainValue::Bool(_) | PlainValue::Int(_) | PlainValue::Str(_) => value.clone(),
        PlainValue::BigInt(digits) if digits.parse::<u64>().is_err() => {
            return Err("not sure how to get int".to_owned());
        }
        PlainValue::BigInt(_) => value.clone(),
        PlainValue::Float(float) => round_trip_float(*float),
        PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items) => {
            PlainValue::List(items.iter().map(round_trip_part).collect::<Result<_, _>>()?)
        }
        PlainValue::Dict(entries) => PlainValue::Dict(
            entries
                .iter()
                .map(|(k, v)| Ok((round_trip_part(k)?, round_trip_part(v)?)))
                .collect::<Result<_, String>>()?,
        ),
        PlainValue::Struct(fields) => PlainValue::Dict(
            fields
                .iter()
                .map(|(name, v)| Ok((PlainValue::Str(name.as_str().into()), round_trip_part(v)?)))
                .collect::<Result<_, String>>()?,
        ),
        PlainValue::Fragment(value) => round_trip_tree(value),
        PlainValue::DataFunction(_) | PlainValue::Function(_) | PlainValue::Object(_) => {
            return Err(value.why_no_yaml());
        }
    })
}

fn round_trip_tree(value: &Value) -> PlainValue {
    match value {
        Value::Map(map) => PlainValue::Dict(
            map.borrow().iter().map(|item| (round_trip_tree(&item.key), round_trip_tree(&item.value))).collect(),
        ),
        Value::Array(_) | Value::DocumentSet(_) => {
            PlainValue::List(value.children().map(|item| round_trip_tree(item.borrow().value())).collect())
        }
        Value::Float(float) => round_trip_float(*float),
        scalar => PlainValue::from_value(scalar),
    }
}

/// Whole floats below 1e6 are written without fraction and exponent, and thus read as integers.
fn round_trip_float(float: f64) -> PlainValue {
    if float.fract() == 0.0 && float.abs() < 1e6 { PlainValue::Int(float as i64) } else { PlainValue::Float(float) }
}
