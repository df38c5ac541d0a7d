//! Formats floats like Go's `fmt`.

use std::ops::Range;

/// The exponents of numbers that `%g` formats without an exponent.
const PLAIN: Range<i32> = -4..6;

/// `%g` and `%v`: the fewest digits that identify the number, as in `0.5`, `1e+06`, `NaN`.
pub fn general(float: f64) -> String {
    not_finite(float).map_or_else(|| shortest(float, PLAIN), str::to_owned)
}

/// `%.6g`: at most six significant digits.
pub fn six_digits(float: f64) -> String {
    if let Some(text) = not_finite(float) {
        return text.to_owned();
    }
    let (mantissa, exponent) = split(&format!("{float:.5e}"));
    match usize::try_from(5 - exponent) {
        Ok(decimals) if PLAIN.contains(&exponent) => without_zeros(&format!("{float:.decimals$}")).to_owned(),
        _ => with_exponent(without_zeros(&mantissa), exponent),
    }
}

/// `%e`: six decimals and an exponent.
pub fn scientific(float: f64) -> String {
    if let Some(text) = not_finite(float) {
        return text.to_owned();
    }
    let (mantissa, exponent) = split(&format!("{float:.6e}"));
    with_exponent(&mantissa, exponent)
}

/// `%f`: six decimals.
pub fn fixed(float: f64) -> String {
    not_finite(float).map_or_else(|| format!("{float:.6}"), str::to_owned)
}

/// The fewest digits that identify a finite number, with an exponent unless it is in `plain`.
pub fn shortest(float: f64, plain: Range<i32>) -> String {
    let (mantissa, exponent) = split(&format!("{float:e}"));
    if plain.contains(&exponent) { float.to_string() } else { with_exponent(&mantissa, exponent) }
}

/// Mantissa and exponent of a number in Rust's format `{:e}`.
fn split(scientific: &str) -> (String, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

/// Go's exponents have a sign and at least two digits.
fn with_exponent(mantissa: &str, exponent: i32) -> String {
    format!("{mantissa}e{exponent:+03}")
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn not_finite(float: f64) -> Option<&'static str> {
    match float {
        f64::INFINITY => Some("+Inf"),
        f64::NEG_INFINITY => Some("-Inf"),
        _ => float.is_nan().then_some("NaN"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_those_of_go() {
        for (float, general_text, six, scientific_text, fixed_text) in [
            (0.0, "0", "0", "0.000000e+00", "0.000000"),
            (-0.0, "-0", "-0", "-0.000000e+00", "-0.000000"),
            (1.5, "1.5", "1.5", "1.500000e+00", "1.500000"),
            (123_456_789.5, "1.234567895e+08", "1.23457e+08", "1.234568e+08", "123456789.500000"),
            (999_999.5, "999999.5", "1e+06", "9.999995e+05", "999999.500000"),
            (9.999_999_9, "9.9999999", "10", "1.000000e+01", "10.000000"),
            (0.0001, "0.0001", "0.0001", "1.000000e-04", "0.000100"),
            (1e-5, "1e-05", "1e-05", "1.000000e-05", "0.000010"),
            (5e-324, "5e-324", "4.94066e-324", "4.940656e-324", "0.000000"),
            (f64::INFINITY, "+Inf", "+Inf", "+Inf", "+Inf"),
            (f64::NEG_INFINITY, "-Inf", "-Inf", "-Inf", "-Inf"),
            (f64::NAN, "NaN", "NaN", "NaN", "NaN"),
        ] {
            assert_eq!(general(float), general_text);
            assert_eq!(six_digits(float), six);
            assert_eq!(scientific(float), scientific_text);
            assert_eq!(fixed(float), fixed_text);
        }
    }
}
