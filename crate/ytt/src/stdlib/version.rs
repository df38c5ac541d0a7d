//! `@ytt:version`: `require_at_least`.

use std::cmp::Ordering;

use super::arguments;
use crate::diagnostics::Error;
use crate::natives::{Call, Captured, Evaluation, Value};

/// The version of ytt that this follows.
pub const YTT_VERSION: &str = "0.55.3";

module! {
    "version" "The version of ytt.",
    "version.require_at_least" "(version)" "Ends the run if ytt is older than this version." => Function(require),
}

fn require<'v>(_: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    require_at_least(arguments::only_string(call)?).map_err(Error::message)?;
    Ok(Value::new_none())
}

/// Fails if `wanted` is not a semantic version, or a later one than [`YTT_VERSION`].
fn require_at_least(wanted: &str) -> Result<(), String> {
    let Some((numbers, _)) = parse(wanted) else {
        return Err(format!("version string '{wanted}' must be a valid semver"));
    };
    // A release is later than its prereleases, so that of `wanted` does not matter.
    let ours = parse(YTT_VERSION).map(|(numbers, _)| numbers).unwrap_or_default();
    let later = ours.iter().zip(&numbers).map(|(ours, wanted)| compare(ours, wanted));
    if later.fold(Ordering::Equal, Ordering::then) == Ordering::Less {
        return Err(format!("ytt version '{YTT_VERSION}' does not meet the minimum required version '{wanted}'"));
    }
    Ok(())
}

/// Compares decimal numbers of any length without leading zeros.
fn compare(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// The three numbers and the prerelease of a semantic version.
fn parse(text: &str) -> Option<([&str; 3], Option<&str>)> {
    let (text, build) = match text.split_once('+') {
        Some((text, build)) => (text, Some(build)),
        None => (text, None),
    };
    let (numbers, prerelease) = match text.split_once('-') {
        Some((numbers, prerelease)) => (numbers, Some(prerelease)),
        None => (text, None),
    };
    let identifier = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let number = |part: &str| digits(part) && (part == "0" || !part.starts_with('0'));
    if !build.is_none_or(|build| build.split('.').all(identifier)) {
        return None;
    }
    let valid = |part: &str| identifier(part) && (!digits(part) || number(part));
    if !prerelease.is_none_or(|prerelease| prerelease.split('.').all(valid)) {
        return None;
    }
    let mut parts = numbers.split('.');
    let numbers = [parts.next()?, parts.next()?, parts.next()?];
    (parts.next().is_none() && numbers.iter().all(|part| number(part))).then_some((numbers, prerelease))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_at_least_needed() {
        for wanted in ["0.55.3", "0.9.13", "0.55.3-alpha.1", "0.54.99+build.7"] {
            assert_eq!(require_at_least(wanted), Ok(()));
        }
        for wanted in ["0.55.4", "1.0.0", "0.100.0", "99999999999999999999.0.0"] {
            let message = format!("ytt version '{YTT_VERSION}' does not meet the minimum required version '{wanted}'");
            assert_eq!(require_at_least(wanted), Err(message));
        }
        for wanted in ["latest", "1.2", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3.4", "v1.2.3", "1.2.3+"] {
            let message = format!("version string '{wanted}' must be a valid semver");
            assert_eq!(require_at_least(wanted), Err(message));
        }
    }
}
