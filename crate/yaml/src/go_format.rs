//! Values as Go's `fmt` prints them with `%s`, as they are in ytt's messages. Anything but a string gets its Go type:
//! integers of files are `int`, those of code are `int64`.

use super::tree::{MapItem, Value};
use crate::byte_text;

/// The key of an item.
pub fn item_key(item: &MapItem) -> String {
    key(&item.key, item.meta.has_key_of_code())
}

pub fn key(key: &Value, is_of_code: bool) -> String {
    scalar(key, if is_of_code { "int64" } else { "int" })
}

/// A key of a file.
pub fn file_key(key: &Value) -> String {
    scalar(key, "int")
}

/// A value of code. Collections are given by their kind alone.
pub fn code_scalar(value: &Value) -> String {
    scalar(value, "int64")
}

fn scalar(value: &Value, int: &str) -> String {
    match value {
        Value::Null => "%!s(<nil>)".to_owned(),
        Value::Bool(value) => format!("%!s(bool={value})"),
        Value::Int(value) => format!("%!s({int}={value})"),
        Value::UInt(value) => format!("%!s(uint64={value})"),
        Value::Float(value) => format!("%!s(float64={})", float(*value)),
        Value::Str(text) => text.to_string(),
        Value::Bytes(bytes) => byte_text::readable(bytes),
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => format!("({})", value.type_name()),
    }
}

/// As many digits as the float needs, with an exponent from 1e21 on and below 1e-4: `%v`.
pub fn float(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{float:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..21).contains(&exponent) {
        return float.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_have_the_digits_that_they_need() {
        let floats = [1.5, 1e21, 123456789.0, 1e-5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let texts = ["1.5", "1e+21", "123456789", "1e-05", "+Inf", "-Inf", "NaN"];
        assert_eq!(floats.map(float), texts);
    }
}
