//! Numbers from text and from one another.

use num_bigint::BigInt;
use starlark::values::Value;

use super::kinds;
use crate::go::quote::quote;

/// `int(text, base)`; base 0 goes by the prefix. `None` when the literal is invalid, with the base that was meant.
pub(crate) fn parse_int(text: &str, base: u32) -> Result<BigInt, u32> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'+') => (false, &text[1..]),
        Some(b'-') => (true, &text[1..]),
        _ => (false, text),
    };
    let mut digits = unsigned;
    let mut prefix = 0;
    let bytes = unsigned.as_bytes();
    if bytes.len() > 1 && bytes[0] == b'0' {
        if bytes.len() > 2 {
            prefix = match bytes[1] {
                b'o' | b'O' => 8,
                b'x' | b'X' => 16,
                b'b' | b'B' => 2,
                _ => 0,
            };
            if prefix != 0 {
                digits = &unsigned[2..];
            }
        }
        // A leading zero that is no prefix: only zero itself may be written so.
        if prefix == 0 && base == 0 {
            return if bytes.iter().all(|b| *b == b'0') { Ok(BigInt::from(0)) } else { Err(base) };
        }
        if base != 0 && prefix != 0 && prefix != base {
            return Err(base);
        }
    }
    let base = match (base, prefix) {
        (0, 0) => 10,
        (0, prefix) => prefix,
        (base, _) => base,
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
        return Err(base);
    }
    let magnitude = BigInt::parse_bytes(digits.as_bytes(), base).ok_or(base)?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// `float(text)`; the error is the reason in Go's words.
pub(crate) fn parse_float(text: &str) -> Result<f64, String> {
    let invalid = || format!("strconv.ParseFloat: parsing {}: invalid syntax", quote(text));
    let plain = without_underscores(text).ok_or_else(invalid)?;
    let unsigned = plain.trim_start_matches(['+', '-']);
    if plain.len() - unsigned.len() > 1 {
        return Err(invalid());
    }
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        let magnitude = hex_float(digits).ok_or_else(invalid)?;
        return Ok(if plain.starts_with('-') { -magnitude } else { magnitude });
    }
    if unsigned.eq_ignore_ascii_case("nan") && unsigned.len() != plain.len() {
        return Err(invalid());
    }
    let float: f64 = plain.parse().map_err(|_| invalid())?;
    if float.is_infinite() && unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(format!("strconv.ParseFloat: parsing {}: value out of range", quote(text)));
    }
    Ok(float)
}

/// Underscores are allowed between digits only.
fn without_underscores(text: &str) -> Option<String> {
    if !text.contains('_') {
        return Some(text.to_owned());
    }
    let bytes = text.as_bytes();
    let digit = |index: Option<usize>| {
        index.and_then(|index| bytes.get(index)).is_some_and(|b| b.is_ascii_hexdigit() || matches!(b, b'x' | b'X'))
    };
    let misplaced = (0..bytes.len()).any(|at| bytes[at] == b'_' && !(digit(at.checked_sub(1)) && digit(Some(at + 1))));
    (!misplaced).then(|| text.replace('_', ""))
}

/// The part after `0x`: hexadecimal digits with a point, and a mandatory binary exponent.
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0_f64;
    for c in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let scale = exponent.saturating_sub(i32::try_from(fraction.len()).ok()?.saturating_mul(4));
    Some(value * 2.0_f64.powi(scale))
}

/// An int as it is, a float cut towards zero; the error says why it cannot be.
pub fn to_int(value: Value<'_>) -> Result<BigInt, String> {
    if let Some(int) = kinds::big_int(value) {
        return Ok(int);
    }
    let Some(float) = kinds::float(value) else {
        return Err(format!("cannot convert {} to int", kinds::type_name(value)));
    };
    if float.is_nan() {
        return Err("cannot convert float NaN to integer".to_owned());
    }
    if float.is_infinite() {
        return Err("cannot convert float infinity to integer".to_owned());
    }
    // Go's largest int rounds to this float, which thus counts as one that fits, and does not.
    if float == -(i64::MIN as f64) {
        return Ok(i64::MIN.into());
    }
    Ok(truncated(float))
}

/// A finite float without its fraction, exactly.
fn truncated(float: f64) -> BigInt {
    let whole = float.trunc();
    if whole.abs() < 9.0e18 {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the range of i64")]
        return BigInt::from(whole as i64);
    }
    let bits = whole.to_bits();
    let exponent = i32::try_from((bits >> 52) & 0x7ff).unwrap_or(0) - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let magnitude = BigInt::from(mantissa) << exponent.unsigned_abs();
    if whole < 0.0 { -magnitude } else { magnitude }
}

/// A number as a float, the nearest one.
pub(crate) fn to_float(value: Value<'_>) -> Option<f64> {
    if let Some(float) = kinds::float(value) {
        return Some(float);
    }
    if let Some(int) = value.unpack_i32() {
        return Some(f64::from(int));
    }
    // Decimal text is read with correct rounding.
    kinds::big_int(value).and_then(|int| int.to_string().parse().ok())
}
