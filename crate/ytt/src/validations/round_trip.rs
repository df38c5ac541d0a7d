//! The values that named rules compare: ytt writes both sides as YAML and reads them back first.

use crate::starlark::Argument;
use crate::yaml::tree::Value;

/// The value after `yaml.decode(yaml.encode(value))`: nothing but scalars, lists and dicts.
///
/// The error is that of the round trip; [`in_lambda`] words it as rules written in Starlark show it.
pub(super) fn plain(value: &Argument) -> Result<Argument, String> {
    // An empty fragment is an empty document, which is read back as null.
    if let Argument::Fragment(fragment) = value
        && matches!(&**fragment, Value::Map(map) if map.items.is_empty())
            | matches!(&**fragment, Value::Array(array) if array.items.is_empty())
    {
        return Ok(Argument::None);
    }
    if let Argument::Fragment(fragment) = value
        && let Value::DocumentSet(set) = &**fragment
    {
        let mut documents = set.items.iter().filter(|document| !document.is_empty());
        return match (documents.next(), documents.next()) {
            (None, _) => Ok(Argument::None),
            (Some(only), None) => Ok(plain_tree(&only.value)),
            _ => Err(SEVERAL_DOCUMENTS.to_owned()),
        };
    }
    plain_part(value)
}

const SEVERAL_DOCUMENTS: &str = "Expected to find exactly one YAML document";

/// The failure of a round trip, told by the function of @ytt:yaml that the rule calls.
pub(super) fn in_lambda(failure: String) -> String {
    if failure == SEVERAL_DOCUMENTS {
        format!("yaml.decode: {failure}")
    } else if failure.starts_with("Unable to convert value") {
        format!("yaml.encode: {failure}")
    } else {
        failure
    }
}

fn plain_part(value: &Argument) -> Result<Argument, String> {
    Ok(match value {
        Argument::None | Argument::Bool(_) | Argument::Int(_) | Argument::Str(_) => value.clone(),
        Argument::BigInt(digits) if digits.parse::<u64>().is_err() => return Err("not sure how to get int".to_owned()),
        Argument::BigInt(_) => value.clone(),
        Argument::Float(float) => plain_float(*float),
        Argument::List(items) | Argument::Tuple(items) | Argument::Set(items) => {
            Argument::List(items.iter().map(plain_part).collect::<Result<_, _>>()?)
        }
        Argument::Dict(entries) => Argument::Dict(
            entries.iter().map(|(k, v)| Ok((plain_part(k)?, plain_part(v)?))).collect::<Result<_, String>>()?,
        ),
        Argument::Struct(fields) => Argument::Dict(
            fields
                .iter()
                .map(|(name, v)| Ok((Argument::Str(name.as_str().into()), plain_part(v)?)))
                .collect::<Result<_, String>>()?,
        ),
        Argument::Fragment(value) => plain_tree(value),
        Argument::Matcher(_) | Argument::Function(_) | Argument::Object(_) => {
            return Err(value.why_no_yaml());
        }
    })
}

fn plain_tree(value: &Value) -> Argument {
    match value {
        Value::Map(map) => {
            Argument::Dict(map.items.iter().map(|item| (plain_tree(&item.key), plain_tree(&item.value))).collect())
        }
        Value::Array(array) => Argument::List(array.items.iter().map(|item| plain_tree(&item.value)).collect()),
        Value::DocumentSet(set) => Argument::List(set.items.iter().map(|item| plain_tree(&item.value)).collect()),
        Value::Float(float) => plain_float(*float),
        scalar => Argument::from_value(scalar),
    }
}

/// Whole floats are written without a fraction, up to where the exponent form starts, and so read as integers.
fn plain_float(float: f64) -> Argument {
    if float.fract() == 0.0 && float.abs() < 1e6 { Argument::Int(float as i64) } else { Argument::Float(float) }
}
