//! Changes of a value after which no rule is broken.

use super::Validation;
use super::rules::NamedRule;
use crate::diagnostics::remedy::Remedy;
use crate::starlark::PlainValue;
use crate::yaml::inline;
use crate::yaml::tree::Value;

/// How an editor can change a scalar that breaks a rule of a validation.
pub(super) fn remedies(rule: Option<&NamedRule>, value: &Value, validation: &Validation) -> Vec<Remedy> {
    let Some(found) = inline::scalar(value) else { return Vec::new() };
    let choices = rule.map(|rule| choices(rule, value)).unwrap_or_default();
    let allowed: Vec<String> =
        choices.iter().filter(|choice| validation.accepts(choice)).filter_map(inline::scalar).collect();
    let default = validation.default.as_ref().filter(|default| validation.accepts(default)).and_then(inline::scalar);
    let default = default.filter(|default| *default != found && !allowed.contains(default));
    let default = default.map(|default| Remedy::Default { found: found.clone(), default });
    let choose = (!allowed.is_empty()).then_some(Remedy::Choose { found, allowed });
    choose.into_iter().chain(default).collect()
}

/// The values nearest to a value that a rule allows.
fn choices(rule: &NamedRule, value: &Value) -> Vec<Value> {
    match rule {
        NamedRule::Min(limit) => limit_for(value, limit, f64::ceil).into_iter().collect(),
        NamedRule::Max(limit) => limit_for(value, limit, f64::floor).into_iter().collect(),
        rule => rule.allowed().unwrap_or_default().iter().filter_map(|allowed| allowed.to_value().ok()).collect(),
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
    use crate::diagnostics::positions::Position;

    fn validation(rules: Vec<NamedRule>, default: Option<Value>) -> Validation {
        let rules = rules.into_iter().map(Into::into).collect();
        Validation { rules, when: None, not_null: false, default, position: Position::unknown() }
    }

    fn choose(allowed: &[&str]) -> Remedy {
        Remedy::Choose { found: "5".to_owned(), allowed: allowed.iter().map(|text| (*text).to_owned()).collect() }
    }

    #[test]
    fn limits_are_set_in_the_type_of_the_value() {
        let of = |rule: NamedRule| remedies(Some(&rule), &Value::Int(5), &validation(vec![rule.clone()], None));
        assert_eq!(of(NamedRule::Min(PlainValue::Int(10))), [choose(&["10"])]);
        assert_eq!(of(NamedRule::Min(PlainValue::Float(10.5))), [choose(&["11"])]);
        assert_eq!(of(NamedRule::Max(PlainValue::Float(1.5))), [choose(&["1"])]);
        assert_eq!(of(NamedRule::Max(PlainValue::Str("a".into()))), []);
    }

    #[test]
    fn a_change_breaks_no_other_rule() {
        let (min, max) = (NamedRule::Min(PlainValue::Int(10)), NamedRule::Max(PlainValue::Int(3)));
        assert_eq!(remedies(Some(&min), &Value::Int(5), &validation(vec![min.clone(), max], None)), []);
        let default = Remedy::Default { found: "5".to_owned(), default: "12".to_owned() };
        let valid = validation(vec![min.clone()], Some(Value::Int(12)));
        assert_eq!(remedies(Some(&min), &Value::Int(5), &valid), [choose(&["10"]), default]);
        let broken = validation(vec![min.clone()], Some(Value::Int(2)));
        assert_eq!(remedies(Some(&min), &Value::Int(5), &broken), [choose(&["10"])]);
    }
}
