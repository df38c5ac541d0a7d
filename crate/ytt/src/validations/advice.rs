//! Advice and fixes for broken rules, beyond the description of the rule.

use super::broken::{measured, nearest};
use super::rules::NamedRule;
use crate::diagnostics::cause::Unit;
use crate::diagnostics::remedy::Remedy;
use crate::starlark::PlainValue;
use crate::yaml::inline;
use crate::yaml::printer::print_trimmed;
use crate::yaml::tree::Value;

/// Keys or values are only listed up to this number.
const MAX_NAMED: usize = 8;

/// How to change the value so that the rule holds, in words.
pub(super) fn advice(rule: &NamedRule, value: &PlainValue) -> Option<String> {
    match rule {
        NamedRule::MinLen(PlainValue::Int(limit)) => {
            let (count, what) = measured(value)?;
            Some(match (count, what, limit) {
                (0, Unit::Characters, _) => "Enter a text: it is empty.".to_owned(),
                (0, _, 1) => "Add at least one item: it is empty.".to_owned(),
                _ => format!("Make it at least {limit} {} long: it has {count}.", unit(what)),
            })
        }
        NamedRule::MaxLen(PlainValue::Int(limit)) => {
            let (count, what) = measured(value)?;
            Some(format!("Shorten it to {limit} {} or fewer: it has {count}.", unit(what)))
        }
        NamedRule::Min(limit) if is_number(limit) && is_number(value) => {
            Some(format!("Set it to {} or more.", limit.repr()))
        }
        NamedRule::Max(limit) if is_number(limit) && is_number(value) => {
            Some(format!("Set it to {} or less.", limit.repr()))
        }
        NamedRule::NotNull => Some("Set a value.".to_owned()),
        NamedRule::OneNotNull(_) => one_not_null(rule, value),
        NamedRule::OneOf(_) => one_of(rule, value),
        _ => None,
    }
}

/// How an editor can change the value so that the rule holds.
pub(super) fn remedy(rule: &NamedRule, value: &Value) -> Option<Remedy> {
    let allowed = rule.allowed()?;
    let allowed = allowed.iter().filter_map(|allowed| inline::scalar(&allowed.to_value().ok()?)).collect();
    Some(Remedy::Choose { found: inline::scalar(value)?, allowed })
}

fn is_number(value: &PlainValue) -> bool {
    matches!(value, PlainValue::Int(_) | PlainValue::BigInt(_) | PlainValue::Float(_))
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Characters => "characters",
        Unit::Bytes => "bytes",
        Unit::Items => "items",
    }
}

fn one_not_null(rule: &NamedRule, value: &PlainValue) -> Option<String> {
    let PlainValue::Fragment(value) = value else { return None };
    let Value::Map(map) = &**value else { return None };
    let keys: Vec<String> = match rule.required_keys() {
        Some(keys) => keys.ok()?.iter().filter_map(name).collect(),
        None => map.items.iter().filter_map(|item| item.key.as_str().map(str::to_owned)).collect(),
    };
    let set = |key: &&String| map.get(key).is_some_and(|item| !item.value.is_null());
    let given: Vec<String> = keys.iter().filter(set).cloned().collect();
    match given.len() {
        0 => Some(format!("Set a value for one of {}.", listed(&keys, "and")?)),
        1 => None,
        _ => Some(format!("Keep one of {} and set the others to null.", listed(&given, "and")?)),
    }
}

fn one_of(rule: &NamedRule, value: &PlainValue) -> Option<String> {
    let allowed = rule.allowed()?;
    if let Some(near) = nearest(&allowed, value) {
        return Some(format!("Did you mean {near}?"));
    }
    let shown = allowed.iter().map(|value| value.to_value().ok().map(|value| print_trimmed(&value)));
    Some(format!("Set it to {}.", listed(&shown.collect::<Option<Vec<_>>>()?, "or")?))
}

fn text(value: &PlainValue) -> Option<&str> {
    match value {
        PlainValue::Str(text) => Some(text),
        _ => None,
    }
}

fn name(value: &PlainValue) -> Option<String> {
    text(value).map(str::to_owned)
}

/// `a, b and c`; None for no names or more than [`MAX_NAMED`].
fn listed(names: &[String], joint: &str) -> Option<String> {
    let (last, others) = names.split_last().filter(|_| names.len() <= MAX_NAMED)?;
    if others.is_empty() {
        return Some(last.clone());
    }
    Some(format!("{} {joint} {last}", others.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rule: NamedRule, value: PlainValue) -> Option<String> {
        advice(&rule, &value)
    }

    fn texts(texts: &[&str]) -> PlainValue {
        PlainValue::List(texts.iter().map(|text| PlainValue::Str((*text).into())).collect())
    }

    #[test]
    fn limits_say_where_to_go() {
        let (min, max) = (NamedRule::Min(PlainValue::Int(600)), NamedRule::Max(PlainValue::Float(1.5)));
        assert_eq!(of(min.clone(), PlainValue::Int(540)).as_deref(), Some("Set it to 600 or more."));
        assert_eq!(of(max, PlainValue::Int(2)).as_deref(), Some("Set it to 1.5 or less."));
        assert_eq!(of(min, PlainValue::Str("540".into())), None);
    }

    #[test]
    fn lengths_count_what_ytt_counts() {
        let min = |limit| NamedRule::MinLen(PlainValue::Int(limit));
        assert_eq!(of(min(1), PlainValue::Str("".into())).as_deref(), Some("Enter a text: it is empty."));
        let long = of(min(9), PlainValue::Str("kiln".into()));
        assert_eq!(long.as_deref(), Some("Make it at least 9 characters long: it has 4."));
        let short = of(NamedRule::MaxLen(PlainValue::Int(1)), PlainValue::Str("é".into()));
        assert_eq!(short.as_deref(), Some("Shorten it to 1 bytes or fewer: it has 2."));
    }

    #[test]
    fn choices_are_guessed_or_listed() {
        let rule = || NamedRule::OneOf(texts(&["gas", "electric", "wood"]));
        assert_eq!(of(rule(), PlainValue::Str("electrc".into())).as_deref(), Some("Did you mean electric?"));
        assert_eq!(of(rule(), PlainValue::Str("coal".into())).as_deref(), Some("Set it to gas, electric or wood."));
    }
}
