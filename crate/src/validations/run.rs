//! Runs the rules attached to a document and gathers the values that break them.

use super::{Assertion, Rule, Validation};
use crate::diagnostics::positions::Position;
use crate::diagnostics::report::bare_message;
use crate::diagnostics::{Error, Invalid, Violation};
use crate::eval::argument::{Argument, Callable, Calls};
use crate::yaml::tree::{Document, Meta, Value};

/// The values of a document that break rules attached to them, in document order.
///
/// Fails when a `when=` cannot be evaluated; a rule that fails only breaks.
pub(crate) fn run(document: &Document, calls: &mut dyn Calls) -> Result<Vec<Invalid>, Error> {
    let mut run = Run { calls, root: &document.value, root_argument: None, invalid: Vec::new() };
    run.visit(&document.meta, &document.value, &mut Parent::none(), "", "(document)")?;
    run.descend(&document.value, "")?;
    Ok(run.invalid)
}

struct Run<'a> {
    calls: &'a mut dyn Calls,
    root: &'a Value,
    /// The root as an argument, made when the first `when=` asks for it.
    root_argument: Option<Argument>,
    invalid: Vec<Invalid>,
}

/// The collection that holds a value; made an argument once, when the first `when=` asks for it.
struct Parent<'a> {
    value: Option<&'a Value>,
    argument: Option<Argument>,
}

impl<'a> Parent<'a> {
    fn none() -> Parent<'a> {
        Parent { value: None, argument: None }
    }

    fn of(value: &'a Value) -> Parent<'a> {
        Parent { value: Some(value), argument: None }
    }

    fn argument(&mut self) -> Argument {
        let value = self.value;
        self.argument.get_or_insert_with(|| value.map_or(Argument::None, Argument::from_value)).clone()
    }
}

impl Run<'_> {
    fn descend(&mut self, value: &Value, path: &str) -> Result<(), Error> {
        let mut parent = Parent::of(value);
        match value {
            Value::Map(map) => {
                for item in &map.items {
                    let path =
                        if path.is_empty() { key_text(&item.key) } else { format!("{path}.{}", key_text(&item.key)) };
                    self.visit(&item.meta, &item.value, &mut parent, &path, &path)?;
                    self.descend(&item.value, &path)?;
                }
            }
            Value::Array(array) => {
                for (index, item) in array.items.iter().enumerate() {
                    let path = format!("{path}[{index}]");
                    self.visit(&item.meta, &item.value, &mut parent, &path, &path)?;
                    self.descend(&item.value, &path)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn visit(
        &mut self,
        meta: &Meta,
        value: &Value,
        parent: &mut Parent<'_>,
        path: &str,
        shown_path: &str,
    ) -> Result<(), Error> {
        for attached in meta.rules() {
            let Some(validation) = attached.0.downcast_ref::<Validation>() else { continue };
            let value = Argument::from_value(value);
            let applies = self
                .applies(validation, &value, parent)
                .map_err(|message| Error::at(format!("Validating {path}: {message}"), validation.position.clone()))?;
            if !applies {
                continue;
            }
            let violations = self.violations(validation, &value);
            if !violations.is_empty() {
                let at = meta.position.clone();
                self.invalid.push(Invalid { path: shown_path.to_owned(), at, violations });
            }
        }
        Ok(())
    }

    /// Null is not checked unless `not_null=` asks for it; then `when=` decides.
    fn applies(&mut self, validation: &Validation, value: &Argument, parent: &mut Parent<'_>) -> Result<bool, String> {
        if *value == Argument::None && !validation.not_null {
            return Ok(false);
        }
        let Some(when) = &validation.when else { return Ok(true) };
        let mut args = vec![value.clone()];
        match when.parameters {
            Some(1) => {}
            Some(2) => {
                let root = self.root;
                let root = self.root_argument.get_or_insert_with(|| Argument::from_value(root)).clone();
                args.push(Argument::Struct(vec![("parent".to_owned(), parent.argument()), ("root".to_owned(), root)]));
            }
            parameters => {
                // ytt itself crashes on a built-in function, whose parameters nobody knows.
                let given = parameters.map_or_else(|| "unknown".to_owned(), |count| count.to_string());
                return Err(format!("Failed to evaluate when=: function must accept 1 or 2 arguments ({given} given)"));
            }
        }
        match self.calls.call(when, &args) {
            Err(error) => Err(format!("Failure evaluating when=: {}", bare_message(&error))),
            Ok(Argument::Bool(applies)) => Ok(applies),
            Ok(other) => Err(format!("want when= to be bool, got {}", other.type_name())),
        }
    }

    fn violations(&mut self, validation: &Validation, value: &Argument) -> Vec<Violation> {
        let mut violations = Vec::new();
        for rule in &validation.rules {
            let Err(failure) = self.check(rule, value) else { continue };
            let found = failure.strip_prefix("fail: ").unwrap_or(&failure);
            let found = found.strip_prefix("check: ").unwrap_or(found);
            let rule_at: Position = validation.position.clone();
            violations.push(Violation { description: rule.description(), found: found.to_owned(), rule: rule_at });
            if rule.is_critical() {
                break;
            }
        }
        violations
    }

    /// The error is what the rule says, empty when it says nothing.
    fn check(&mut self, rule: &Rule, value: &Argument) -> Result<(), String> {
        let assertion = match rule {
            Rule::Named(rule) => return rule.check(value),
            Rule::Custom { assertion, .. } => assertion,
        };
        let function = match assertion {
            Assertion::Function(function) => function.clone(),
            Assertion::Object(object) => self.check_attribute(object)?,
        };
        match self.calls.call(&function, std::slice::from_ref(value)) {
            Err(error) => Err(bare_message(&error)),
            // Only True itself: other truthy values do not count.
            Ok(Argument::Bool(true)) => Ok(()),
            Ok(_) => Err(String::new()),
        }
    }

    fn check_attribute(&mut self, object: &Callable) -> Result<Callable, String> {
        match self.calls.attribute(object, "check") {
            Ok(Some(Argument::Function(check))) => Ok(check),
            Ok(_) => Err(format!("{} has no .check field or method", object.type_name)),
            Err(error) => Err(bare_message(&error)),
        }
    }
}

/// A key as Go's `%s` shows it: anything but a string with some noise, as ytt does.
pub(crate) fn key_text(key: &Value) -> String {
    match key {
        Value::Str(text) => text.to_string(),
        Value::Null => "%!s(<nil>)".to_owned(),
        Value::Bool(value) => format!("%!s(bool={value})"),
        Value::Int(value) => format!("%!s(int={value})"),
        Value::UInt(value) => format!("%!s(uint64={value})"),
        Value::Float(value) => format!("%!s(float64={})", super::text::float_shortest(*value)),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::Map(_) | Value::Array(_) | Value::DocumentSet(_) => format!("({})", key.type_name()),
    }
}
