//! Validation of data values.
//!
//! `@schema/validation` (through the schema) and `@assert/validate` (on data values) attach a [`Validation`] to a node.
//! [`check`] evaluates the rules of the final data values. Custom rules are called through
//! [`FunctionCaller`](crate::starlark::FunctionCaller).

mod annotation;
mod broken;
pub(crate) mod formats;
#[cfg(test)]
mod formats_tests;
mod remedies;
mod round_trip;
pub(crate) mod rules;
mod run;
mod strictness;
mod text_rules;
mod validate;

use std::rc::Rc;

use crate::diagnostics::Error;
use crate::positions::Position;
use crate::starlark::{Annotated, PlainValue, ValueHandle};
use crate::yaml::tree::{Attached, Document, Meta, Value};

pub(crate) use annotation::read_validation;
pub(crate) use broken::misfit;
pub use formats::Format;
pub use rules::NamedRule;
pub use run::{Checked, CheckedRule, check, satisfies};
pub use strictness::{Strictness, strictness};
pub(crate) use validate::read_validate;

/// The rules of an annotation.
#[derive(Clone, Debug)]
pub struct Validation {
    /// In the order in which they are checked.
    pub rules: Vec<Rule>,
    /// `when=`: the rules are only checked if it returns True.
    pub when: Option<ValueHandle>,
    /// Whether null is checked.
    pub not_null: bool,
    /// Other values from the schema, for fixes.
    pub alternatives: Alternatives,
    /// The position of the annotation.
    pub position: Position,
}

/// Other values of a data value.
#[derive(Clone, Debug, Default)]
pub struct Alternatives {
    /// The default, unless it is a collection with items.
    pub default: Option<Value>,
    /// The values of `@schema/examples`.
    pub examples: Vec<Value>,
    /// The empty value of the type: `""`, `0`, `[]`.
    pub empty: Option<Value>,
}

/// A rule of a [`Validation`].
#[derive(Clone, Debug)]
pub enum Rule {
    /// A keyword argument such as `min=`.
    Named {
        /// The rule and its limit.
        rule: NamedRule,
        /// The description from the annotation, instead of that of the rule.
        message: Option<String>,
    },
    /// A function or assertion.
    Custom {
        /// The requirement on a value.
        description: String,
        /// The assertion that is called with the value.
        assertion: Assertion,
    },
}

/// A function or object that a custom rule calls with the value.
#[derive(Clone, Debug)]
pub enum Assertion {
    /// A function; the rule holds if it returns True.
    Function(ValueHandle),
    /// A function of `@schema/validate`; the rule holds if it returns True, None or `(True, …)`.
    Verdict(ValueHandle),
    /// An object with the function in its attribute `check`, such as `assert.min_len(…)`.
    Object(ValueHandle),
}

impl Validation {
    fn with_rule(rule: NamedRule, position: Position) -> Validation {
        let not_null = matches!(rule, NamedRule::NotNull);
        Validation { rules: vec![rule.into()], when: None, not_null, alternatives: Alternatives::default(), position }
    }

    /// The rule that a value is not null, required at `position`.
    pub fn not_null(position: Position) -> Validation {
        Validation::with_rule(NamedRule::NotNull, position)
    }

    /// The rule that a string is not empty, required at `position`.
    pub fn not_empty(position: Position) -> Validation {
        Validation::with_rule(NamedRule::MinLen(PlainValue::Int(1)), position)
    }

    /// Whether a value certainly conforms: all rules are named and hold.
    pub fn accepts(&self, value: &Value) -> bool {
        let value = PlainValue::from_value(value);
        self.rules.iter().all(|rule| rule.named().is_some_and(|rule| rule.check(&value).is_ok()))
    }

    /// Adds the rule that the value is not null in front of the others.
    pub fn require_value(&mut self) {
        if !self.not_null {
            self.rules.insert(0, NamedRule::NotNull.into());
            self.not_null = true;
        }
    }
}

impl From<NamedRule> for Rule {
    fn from(rule: NamedRule) -> Rule {
        Rule::Named { rule, message: None }
    }
}

impl Rule {
    /// The requirement on a value; reports show it after "must be: ".
    pub fn description(&self) -> String {
        match self {
            Rule::Named { message: Some(words), .. } => words.clone(),
            Rule::Named { rule, message: None } => rule.description(),
            Rule::Custom { description, .. } => description.clone(),
        }
    }

    /// The values of `one_of=` that YAML can represent; empty for other rules.
    pub fn choices(&self) -> Vec<Value> {
        let items = match self.named() {
            Some(NamedRule::OneOf(PlainValue::List(items) | PlainValue::Tuple(items) | PlainValue::Set(items))) => {
                items
            }
            _ => return Vec::new(),
        };
        items.iter().filter_map(|item| item.to_value().ok()).collect()
    }

    /// Whether the rules after it are skipped if it is broken.
    fn is_critical(&self) -> bool {
        matches!(self.named(), Some(NamedRule::NotNull))
    }

    /// The named rule; None for a custom one.
    pub fn named(&self) -> Option<&NamedRule> {
        match self {
            Rule::Named { rule, .. } => Some(rule),
            Rule::Custom { .. } => None,
        }
    }
}

/// Attaches the rules of `@assert/validate` to the nodes of a data values document, after those of its schema. Fails
/// for wrong arguments of an annotation.
pub fn attach_assert_rules(document: &mut Document) -> Result<(), Error> {
    attach(&mut document.meta)?;
    attach_below(&document.value)
}

fn attach_below(value: &Value) -> Result<(), Error> {
    value.items().try_for_each(|item| {
        attach(item.borrow_mut().meta_mut())?;
        attach_below(item.borrow().value())
    })
}

fn attach(meta: &mut Meta) -> Result<(), Error> {
    let Some(annotation) = meta.annotation("assert/validate") else { return Ok(()) };
    let validation = read_validation(annotation).map_err(|refused| refused.error(annotation))?;
    let mut rules = meta.rules().to_vec();
    rules.push(Attached(Rc::new(validation)));
    meta.set_rules(rules);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Invalid;
    use crate::starlark::{Annotation, FunctionCaller};
    use crate::yaml::tree::MapItem;

    /// Functions by handle: 1 fails, 2 returns True, others return False. Records the arguments.
    struct Functions(Vec<String>);

    impl FunctionCaller for Functions {
        fn call(&mut self, function: &ValueHandle, args: &[PlainValue]) -> Result<PlainValue, Error> {
            self.0.push(args.iter().map(PlainValue::repr).collect::<Vec<_>>().join(" "));
            match function.handle {
                1 => Err(Error::message("fail: check: no good")),
                2 => Ok(PlainValue::Bool(true)),
                _ => Ok(PlainValue::Bool(false)),
            }
        }

        fn attribute(&mut self, object: &ValueHandle, _: &str) -> Result<Option<PlainValue>, Error> {
            Ok(Some(PlainValue::Function(object.clone())))
        }
    }

    fn function(handle: u64, parameters: u32) -> ValueHandle {
        ValueHandle {
            handle,
            type_name: "function".into(),
            object_type: None,
            repr: "<function f>".into(),
            parameters: Some(parameters),
        }
    }

    fn rule(description: &str, handle: u64) -> PlainValue {
        let assertion = PlainValue::Function(function(handle, 1));
        PlainValue::Tuple(vec![PlainValue::Str(description.into()), assertion])
    }

    fn check(
        value: Value,
        args: Vec<PlainValue>,
        kwargs: &[(&str, PlainValue)],
    ) -> (Result<Vec<Invalid>, String>, Vec<String>) {
        let kwargs = kwargs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let mut meta = Meta::default();
        let name = "assert/validate".into();
        meta.set_annotations(vec![Annotation { name, args, kwargs, position: Position::unknown() }]);
        let map = Value::map(vec![MapItem { key: Value::str("a"), value, meta }]);
        let mut document = Document::new(map, Position::unknown());
        let mut calls = Functions(Vec::new());
        let result = attach_assert_rules(&mut document).and_then(|()| run::check(&document, &mut calls));
        let result = result.map(|all| all.iter().filter_map(Checked::invalid).collect());
        (result.map_err(|error| crate::diagnostics::report::text(&error)), calls.0)
    }

    fn texts(invalid: &[Invalid]) -> Vec<(&str, &str)> {
        invalid.iter().flat_map(|i| &i.violations).map(|v| (&*v.description, &*v.found)).collect()
    }

    #[test]
    fn every_rule_is_checked_and_custom_ones_first() {
        let args = vec![rule("one", 1), rule("two", 2), rule("three", 3)];
        let (result, _) = check(Value::str("x"), args, &[("min_len", PlainValue::Int(2))]);
        let invalid = result.unwrap();
        assert_eq!(texts(&invalid), [("one", "no good"), ("three", ""), ("length >= 2", "length = 1")]);
        assert_eq!(invalid[0].path, "a");
    }

    #[test]
    fn null_is_skipped_unless_it_must_not_be() {
        let args = || vec![rule("one", 1)];
        assert!(check(Value::Null, args(), &[]).0.unwrap().is_empty());
        let (result, calls) = check(Value::Null, args(), &[("not_null", PlainValue::Bool(true))]);
        assert_eq!(texts(&result.unwrap()), [("not null", "value is null")]);
        assert!(calls.is_empty());
    }

    #[test]
    fn when_is_asked_with_as_much_as_it_takes() {
        let when = |handle, parameters| [("when", PlainValue::Function(function(handle, parameters)))];
        let (result, calls) = check(Value::Int(1), vec![rule("one", 1)], &when(3, 2));
        assert!(result.unwrap().is_empty());
        assert_eq!(calls, ["1 struct(...)"]);
        let (result, _) = check(Value::Int(1), vec![rule("one", 1)], &when(1, 1));
        assert_eq!(result.unwrap_err(), "Validating a: Failure evaluating when=: fail: check: no good");
        let (result, _) = check(Value::Int(1), vec![rule("one", 1)], &when(2, 3));
        let expected = "Validating a: Failed to evaluate when=: function must accept 1 or 2 arguments (3 given)";
        assert_eq!(result.unwrap_err(), expected);
    }

    #[test]
    fn arguments_must_be_rules() {
        let (result, _) = check(Value::Null, vec![PlainValue::Int(1)], &[]);
        let expected = "Invalid @assert/validate annotation - \
                        expected annotation to have 2-tuple as argument(s), but found: 1 (by ?)";
        assert_eq!(result.unwrap_err(), expected);
    }
}
