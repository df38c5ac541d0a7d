//! Compares two named rules of the same kind, for the difference of two schemas.

use super::formats::Format;
use super::round_trip::yaml_round_trip;
use super::rules::{NamedRule, fingerprint};
use crate::starlark::{Comparison, PlainValue};

/// How a rule compares with its earlier version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// It accepts the same values.
    Same,
    /// It rejects values that were accepted.
    Tighter,
    /// It accepts all values that were accepted, and more.
    Looser,
    /// Neither is known.
    Different,
}

/// Compares a rule with its earlier version `was`; None for rules of different kinds.
pub fn strictness(was: &NamedRule, is: &NamedRule) -> Option<Strictness> {
    Some(match (was, is) {
        (NamedRule::MinLen(was), NamedRule::MinLen(is)) | (NamedRule::Min(was), NamedRule::Min(is)) => {
            compare_limits(was, is, Strictness::Tighter, Strictness::Looser)
        }
        (NamedRule::MaxLen(was), NamedRule::MaxLen(is)) | (NamedRule::Max(was), NamedRule::Max(is)) => {
            compare_limits(was, is, Strictness::Looser, Strictness::Tighter)
        }
        (NamedRule::NotNull, NamedRule::NotNull) | (NamedRule::Unique, NamedRule::Unique) => Strictness::Same,
        (NamedRule::OneNotNull(_), NamedRule::OneNotNull(_)) => {
            let keys = |rule: &NamedRule| rule.required_keys().map(|keys| keys.map(fingerprints));
            if keys(was) == keys(is) { Strictness::Same } else { Strictness::Different }
        }
        (NamedRule::OneOf(_), NamedRule::OneOf(_)) => {
            let [was, is] = [was, is].map(|rule| fingerprints(rule.allowed().unwrap_or_default()));
            let contains = |all: &[String], some: &[String]| some.iter().all(|one| all.binary_search(one).is_ok());
            match (contains(&is, &was), contains(&was, &is)) {
                (true, true) => Strictness::Same,
                (true, false) => Strictness::Looser,
                (false, _) => Strictness::Tighter,
            }
        }
        (NamedRule::Regexp { pattern: was, .. }, NamedRule::Regexp { pattern: is, .. }) => same_or_different(was == is),
        (NamedRule::Format(was), NamedRule::Format(is)) => match (was, is) {
            (was, is) if was == is => Strictness::Same,
            (Format::Ip, Format::Ipv4 | Format::Ipv6) => Strictness::Tighter,
            (Format::Ipv4 | Format::Ipv6, Format::Ip) => Strictness::Looser,
            _ => Strictness::Different,
        },
        (NamedRule::StartsWith(was), NamedRule::StartsWith(is)) => {
            compare_affixes(was == is, is.starts_with(&**was), was.starts_with(&**is))
        }
        (NamedRule::EndsWith(was), NamedRule::EndsWith(is)) => {
            compare_affixes(was == is, is.ends_with(&**was), was.ends_with(&**is))
        }
        _ => return None,
    })
}

fn same_or_different(is_same: bool) -> Strictness {
    if is_same { Strictness::Same } else { Strictness::Different }
}

fn compare_affixes(is_same: bool, is_longer: bool, is_shorter: bool) -> Strictness {
    match (is_same, is_longer, is_shorter) {
        (true, ..) => Strictness::Same,
        (_, true, _) => Strictness::Tighter,
        (_, _, true) => Strictness::Looser,
        _ => Strictness::Different,
    }
}

fn compare_limits(was: &PlainValue, is: &PlainValue, raised: Strictness, lowered: Strictness) -> Strictness {
    // Limits that YAML cannot represent are compared as they are.
    let [was, is] = [was, is].map(|limit| yaml_round_trip(limit).unwrap_or_else(|_| limit.clone()));
    let holds = |comparison| is.compare(comparison, &was).unwrap_or(false);
    match (holds(Comparison::LessOrEqual), holds(Comparison::GreaterOrEqual)) {
        (true, true) => Strictness::Same,
        (false, true) => raised,
        (true, false) => lowered,
        (false, false) => Strictness::Different,
    }
}

/// The sorted fingerprints of the distinct values.
fn fingerprints(values: Vec<PlainValue>) -> Vec<String> {
    let mut all: Vec<String> = values.iter().map(fingerprint).collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> PlainValue {
        PlainValue::Str(text.into())
    }

    fn one_of(values: &[PlainValue]) -> NamedRule {
        NamedRule::OneOf(PlainValue::List(values.to_vec()))
    }

    #[test]
    fn limits_are_numbers_of_any_kind() {
        let min = |limit| NamedRule::Min(limit);
        let big = || PlainValue::BigInt("99999999999999999999".to_owned());
        assert_eq!(strictness(&min(PlainValue::Int(1)), &min(PlainValue::Float(1.0))), Some(Strictness::Same));
        assert_eq!(strictness(&min(PlainValue::Int(1)), &min(PlainValue::Float(1.5))), Some(Strictness::Tighter));
        assert_eq!(strictness(&min(PlainValue::Int(1)), &min(text("1"))), Some(Strictness::Different));
        assert_eq!(strictness(&NamedRule::MaxLen(big()), &NamedRule::MaxLen(big())), Some(Strictness::Same));
        assert_eq!(
            strictness(&NamedRule::MaxLen(PlainValue::Int(1)), &NamedRule::MaxLen(big())),
            Some(Strictness::Looser)
        );
        assert_eq!(strictness(&min(PlainValue::Int(1)), &NamedRule::Max(PlainValue::Int(1))), None);
    }

    #[test]
    fn choices_are_compared_as_sets() {
        let [a, b] = ["a", "b"].map(text);
        let both = one_of(&[a.clone(), b.clone()]);
        assert_eq!(strictness(&both, &one_of(&[b.clone(), a.clone(), b.clone()])), Some(Strictness::Same));
        assert_eq!(strictness(&both, &one_of(std::slice::from_ref(&b))), Some(Strictness::Tighter));
        assert_eq!(strictness(&both, &one_of(&[b.clone(), text("c")])), Some(Strictness::Tighter));
        assert_eq!(strictness(&one_of(&[a]), &both), Some(Strictness::Looser));
        let numbers = [PlainValue::Int(1), PlainValue::Float(1.0)].map(|number| one_of(&[number]));
        assert_eq!(strictness(&numbers[0], &numbers[1]), Some(Strictness::Same));
    }

    #[test]
    fn longer_ends_are_stricter() {
        let starts = |text: &str| NamedRule::StartsWith(text.into());
        assert_eq!(strictness(&starts("a"), &starts("ab")), Some(Strictness::Tighter));
        assert_eq!(strictness(&starts("ab"), &starts("a")), Some(Strictness::Looser));
        assert_eq!(strictness(&starts("a"), &starts("b")), Some(Strictness::Different));
        let ends = |text: &str| NamedRule::EndsWith(text.into());
        assert_eq!(strictness(&ends("b"), &ends("ab")), Some(Strictness::Tighter));
    }

    #[test]
    fn an_address_of_one_version_is_an_address() {
        let format = NamedRule::Format;
        assert_eq!(strictness(&format(Format::Ip), &format(Format::Ipv6)), Some(Strictness::Tighter));
        assert_eq!(strictness(&format(Format::Ipv4), &format(Format::Ip)), Some(Strictness::Looser));
        assert_eq!(strictness(&format(Format::Ipv4), &format(Format::Ipv6)), Some(Strictness::Different));
    }
}
