//! Changes of a value after which no rule is broken.

use super::rules::NamedRule;
use super::{Alternatives, Validation};
use crate::diagnostics::remedy::Remedy;
use crate::spelling;
use crate::starlark::PlainValue;
use crate::yaml::inline;
use crate::yaml::tree::Value;

/// The maximum number of examples that are offered.
const MOST_EXAMPLES: usize = 3;

/// How an editor can change a value that breaks a rule of a validation; `key` is that of a map item. `accepts` says whether a value conforms.
pub(super) fn remedies(
    rule: Option<&NamedRule>,
    value: &Value,
    key: Option<&str>,
    validation: &Validation,
    accepts: &mut dyn FnMut(&Value) -> bool,
) -> Vec<Remedy> {
    // A merged collection has the position of the schema.
    let Some(found) = inline::scalar(value) else { return Vec::new() };
    let mut remedies = Vec::new();
    replacements(rule, value, found, &validation.alternatives, accepts, &mut remedies);
    let default = validation.alternatives.default.as_ref();
    let delete =
        key.filter(|_| default.is_some_and(|default| (default.is_null() && !validation.not_null) || accepts(default)));
    remedies.extend(delete.map(|key| Remedy::DeleteValue { key: key.to_owned() }));
    remedies
}

/// The scalars that a scalar can be replaced by.
fn replacements(
    rule: Option<&NamedRule>,
    value: &Value,
    found: String,
    alternatives: &Alternatives,
    accepts: &mut dyn FnMut(&Value) -> bool,
    remedies: &mut Vec<Remedy>,
) {
    let mut known = vec![found.clone()];
    let mut others = |values: &[Value]| -> Vec<String> {
        let accepted = values.iter().filter(|value| accepts(value)).filter_map(written);
        let new: Vec<String> = accepted.filter(|text| !known.contains(text)).collect();
        known.extend_from_slice(&new);
        new
    };
    let Alternatives { default, examples, empty } = alternatives;
    let allowed = others(&rule.map(|rule| choices(rule, value)).unwrap_or_default());
    let default = others(default.as_slice());
    let mut examples = others(examples);
    examples.truncate(MOST_EXAMPLES);
    let empty = if matches!(rule, Some(NamedRule::NotNull)) { others(empty.as_slice()) } else { Vec::new() };
    let choose = |allowed: Vec<String>| (!allowed.is_empty()).then(|| Remedy::Choose { found: found.clone(), allowed });
    remedies.extend(choose(allowed));
    remedies.extend(default.into_iter().map(|default| Remedy::Default { found: found.clone(), default }));
    remedies.extend(examples.into_iter().map(|example| Remedy::Example { found: found.clone(), example }));
    remedies.extend(choose(empty));
}

/// A scalar or an empty collection on one line.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::Array(array) if array.borrow().items.is_empty() => Some("[]".to_owned()),
        value => inline::scalar(value),
    }
}

/// The values nearest to a value that a rule allows.
fn choices(rule: &NamedRule, value: &Value) -> Vec<Value> {
    match rule {
        NamedRule::Min(limit) => limit_for(value, limit, f64::ceil).into_iter().collect(),
        NamedRule::Max(limit) => limit_for(value, limit, f64::floor).into_iter().collect(),
        rule => {
            let allowed = rule.allowed().unwrap_or_default();
            let mut allowed: Vec<Value> = allowed.iter().filter_map(|allowed| allowed.to_value().ok()).collect();
            let texts = || allowed.iter().filter_map(Value::as_str);
            let near = value.as_str().and_then(|text| spelling::nearest(text, texts())).map(str::to_owned);
            // Headlines suggest it.
            allowed.sort_by_key(|one| near.is_none() || one.as_str() != near.as_deref());
            allowed
        }
    }
}

/// A numeric limit in the type of a value.
fn limit_for(value: &Value, limit: &PlainValue, round: fn(f64) -> f64) -> Option<Value> {
    match (value, limit) {
        (Value::Int(_) | Value::UInt(_) | Value::Float(_), PlainValue::Int(limit)) => Some(Value::Int(*limit)),
        (Value::Float(_), PlainValue::Float(limit)) => Some(Value::Float(*limit)),
        (Value::Int(_) | Value::UInt(_), PlainValue::Float(limit)) if limit.abs() < 9e15 => {
            Some(Value::Int(round(*limit) as i64))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Position;

    fn validation(rules: Vec<NamedRule>, default: Option<Value>) -> Validation {
        let rules = rules.into_iter().map(Into::into).collect();
        let alternatives = Alternatives { default, ..Alternatives::default() };
        Validation { rules, when: None, not_null: false, alternatives, position: Position::unknown() }
    }

    fn choose(allowed: &[&str]) -> Remedy {
        Remedy::Choose { found: "5".to_owned(), allowed: allowed.iter().map(|text| (*text).to_owned()).collect() }
    }

    fn of(rule: &NamedRule, value: &Value, key: Option<&str>, validation: &Validation) -> Vec<Remedy> {
        remedies(Some(rule), value, key, validation, &mut |value| validation.accepts(value))
    }

    #[test]
    fn limits_are_set_in_the_type_of_the_value() {
        let of = |rule: NamedRule| of(&rule, &Value::Int(5), None, &validation(vec![rule.clone()], None));
        assert_eq!(of(NamedRule::Min(PlainValue::Int(10))), [choose(&["10"])]);
        assert_eq!(of(NamedRule::Min(PlainValue::Float(10.5))), [choose(&["11"])]);
        assert_eq!(of(NamedRule::Max(PlainValue::Float(1.5))), [choose(&["1"])]);
        assert_eq!(of(NamedRule::Max(PlainValue::Str("a".into()))), []);
    }

    #[test]
    fn a_change_breaks_no_other_rule() {
        let (min, max) = (NamedRule::Min(PlainValue::Int(10)), NamedRule::Max(PlainValue::Int(3)));
        assert_eq!(of(&min, &Value::Int(5), None, &validation(vec![min.clone(), max], None)), []);
        let default = Remedy::Default { found: "5".to_owned(), default: "12".to_owned() };
        let valid = validation(vec![min.clone()], Some(Value::Int(12)));
        assert_eq!(of(&min, &Value::Int(5), None, &valid), [choose(&["10"]), default]);
        let broken = validation(vec![min.clone()], Some(Value::Int(2)));
        assert_eq!(of(&min, &Value::Int(5), None, &broken), [choose(&["10"])]);
    }

    #[test]
    fn a_missing_value_is_replaced_by_an_example_or_the_empty_value() {
        let mut required = validation(vec![NamedRule::NotNull], Some(Value::Null));
        required.not_null = true;
        required.alternatives.examples = vec![Value::str("a"), Value::Null];
        required.alternatives.empty = Some(Value::str(""));
        let found = || "null".to_owned();
        let expected = [
            Remedy::Example { found: found(), example: "a".to_owned() },
            Remedy::Choose { found: found(), allowed: vec!["\"\"".to_owned()] },
        ];
        assert_eq!(of(&NamedRule::NotNull, &Value::Null, Some("k"), &required), expected);
    }

    #[test]
    fn a_value_is_deleted_if_the_default_conforms() {
        let rule = NamedRule::MinLen(PlainValue::Int(2));
        let delete = Remedy::DeleteValue { key: "k".to_owned() };
        let of = |default: &str, key| {
            let limited = validation(vec![rule.clone()], Some(Value::str(default)));
            of(&rule, &Value::str("x"), key, &limited).contains(&delete)
        };
        assert!(of("ab", Some("k")));
        assert!(!of("a", Some("k")));
        assert!(!of("ab", None));
    }
}
