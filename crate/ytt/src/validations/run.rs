//! Checks the rules that are attached to the nodes of a document.

use std::borrow::Cow;

use super::{Assertion, Rule, Validation, broken, remedies, text_rules};
use crate::byte_text;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::report::bare_message;
use crate::diagnostics::{Error, ErrorKind, Invalid, Violation};
use crate::positions::Position;
use crate::starlark::{FunctionCaller, PlainValue, ValueHandle};
use crate::yaml::go_format;
use crate::yaml::tree::{Attached, Document, Item, Value};

/// The outcome of the rules of one annotation for one value.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The path from the root, such as `kiln.shelves[0]`; empty for the document, and for an item with an empty key.
    pub path: String,
    /// ytt's name of the node, shown for an empty path.
    node: &'static str,
    /// The position of the value.
    pub at: Position,
    /// In the order in which they were checked.
    pub rules: Vec<CheckedRule>,
    /// The position of the annotation.
    pub rules_at: Position,
}

/// The outcome of a rule.
#[derive(Clone, Debug)]
pub struct CheckedRule {
    /// The requirement on the value.
    pub description: String,
    /// None for a skipped rule: by `when=`, for a null value, or because `not_null=` is broken.
    pub holds: Option<bool>,
    /// The error of a broken rule; may be empty.
    pub found: String,
    /// The rule is broken because the value or all its keys are null.
    pub is_broken_by_null: bool,
    cause: Option<Cause>,
    remedies: Vec<Remedy>,
}

impl Checked {
    /// Removes the fixes that delete the value, after which a value of another document would apply and not the default.
    pub(crate) fn forbid_deletion(&mut self) {
        for rule in &mut self.rules {
            rule.remedies.retain(|remedy| !matches!(remedy, Remedy::DeleteValue { .. }));
        }
    }

    /// The broken rules; None if there are none.
    pub fn invalid(&self) -> Option<Invalid> {
        let broken = self.rules.iter().filter(|rule| rule.holds == Some(false));
        let violation = |rule: &CheckedRule| Violation {
            description: rule.description.clone(),
            found: rule.found.clone(),
            rule: self.rules_at.clone(),
            cause: rule.cause.clone(),
            remedies: rule.remedies.clone(),
        };
        let violations: Vec<_> = broken.map(violation).collect();
        let path = if self.path.is_empty() { format!("({})", self.node) } else { self.path.clone() };
        (!violations.is_empty()).then(|| Invalid { path, at: self.at.clone(), violations })
    }
}

/// All values of a document that have rules, with the outcome of each rule. Fails if `when=` does.
pub fn check(document: &Document, calls: &mut dyn FunctionCaller) -> Result<Vec<Checked>, Error> {
    let mut run = Run { calls, root: LazyArgument::new(Some(&document.value)), checked: Vec::new() };
    run.visit(Subject::new(document), &mut LazyArgument::new(None), "")?;
    run.descend(&document.value, "")?;
    Ok(run.checked)
}

/// Whether a value satisfies a rule.
pub fn satisfies(rule: &Rule, value: &PlainValue, calls: &mut dyn FunctionCaller) -> bool {
    Run { calls, root: LazyArgument::new(None), checked: Vec::new() }.check(rule, value).is_ok()
}

/// A node to check. Nothing in it is borrowed from the tree: rules may be functions that change the tree.
struct Subject {
    position: Position,
    rules: Vec<Attached>,
    value: Value,
    /// The key of a map item.
    key: Option<Value>,
}

impl Subject {
    fn new(item: &dyn Item) -> Subject {
        let (position, rules) = (item.meta().position.clone(), item.meta().rules().to_vec());
        Subject { position, rules, value: item.value().clone(), key: item.key().cloned() }
    }
}

struct Run<'a> {
    calls: &'a mut dyn FunctionCaller,
    root: LazyArgument<'a>,
    checked: Vec<Checked>,
}

/// A value that is converted to an argument once, when the first `when=` needs it.
struct LazyArgument<'a> {
    value: Option<&'a Value>,
    argument: Option<PlainValue>,
}

impl<'a> LazyArgument<'a> {
    fn new(value: Option<&'a Value>) -> LazyArgument<'a> {
        LazyArgument { value, argument: None }
    }

    fn get(&mut self) -> PlainValue {
        let value = self.value;
        self.argument.get_or_insert_with(|| value.map_or(PlainValue::None, PlainValue::from_value)).clone()
    }
}

impl Run<'_> {
    fn descend(&mut self, value: &Value, path: &str) -> Result<(), Error> {
        let mut parent = LazyArgument::new(Some(value));
        // Rules may be functions that change the collection.
        for (index, item) in value.items().collect::<Vec<_>>().into_iter().enumerate() {
            let path = go_format::path_of(path, &*item.borrow(), index);
            let subject = Subject::new(&*item.borrow());
            self.visit(subject, &mut parent, &path)?;
            let value = item.borrow().value().clone();
            self.descend(&value, &path)?;
        }
        Ok(())
    }

    fn visit(&mut self, subject: Subject, parent: &mut LazyArgument<'_>, path: &str) -> Result<(), Error> {
        self.calls.work_at(1, &subject.position)?;
        for attached in &subject.rules {
            let Some(validation) = attached.0.downcast_ref::<Validation>() else { continue };
            let value = PlainValue::from_value(&subject.value);
            let applies = self
                .applies(validation, &value, parent)
                .map_err(|message| Error::at(format!("Validating {path}: {message}"), validation.position.clone()))
                .map_err(|error| error.coded(Code::Rule))?;
            let rules = self.check_rules(validation, &subject, &value, applies);
            let (at, rules_at) = (subject.position.clone(), validation.position.clone());
            let kind = if parent.value.is_some() { "map item" } else { "document" };
            self.checked.push(Checked { path: path.to_owned(), node: kind, at, rules, rules_at });
        }
        Ok(())
    }

    /// Whether the rules are checked: null only with `not_null=`, and only if `when=` returns True.
    fn applies(
        &mut self,
        validation: &Validation,
        value: &PlainValue,
        parent: &mut LazyArgument<'_>,
    ) -> Result<bool, String> {
        if *value == PlainValue::None && !validation.not_null {
            return Ok(false);
        }
        let Some(when) = &validation.when else { return Ok(true) };
        let mut args = vec![value.clone()];
        match when.parameters {
            Some(1) => {}
            Some(2) => {
                let root = self.root.get();
                args.push(PlainValue::Struct(vec![("parent".to_owned(), parent.get()), ("root".to_owned(), root)]));
            }
            parameters => {
                // ytt crashes on built-in functions, because it does not know their parameters.
                let given = parameters.map_or_else(|| "unknown".to_owned(), |count| count.to_string());
                return Err(format!("Failed to evaluate when=: function must accept 1 or 2 arguments ({given} given)"));
            }
        }
        match self.calls.call(when, &args) {
            Err(error) => Err(format!("Failure evaluating when=: {}", bare_message(&error))),
            Ok(PlainValue::Bool(applies)) => Ok(applies),
            Ok(other) => Err(format!("want when= to be bool, got {}", other.type_name())),
        }
    }

    fn check_rules(
        &mut self,
        validation: &Validation,
        subject: &Subject,
        value: &PlainValue,
        mut applies: bool,
    ) -> Vec<CheckedRule> {
        let mut checked = Vec::with_capacity(validation.rules.len());
        for rule in &validation.rules {
            let description = rule.description();
            if !applies {
                let found = String::new();
                let left_out = CheckedRule {
                    description,
                    holds: None,
                    found,
                    is_broken_by_null: false,
                    cause: None,
                    remedies: Vec::new(),
                };
                checked.push(left_out);
                continue;
            }
            let failure = self.check(rule, value).err();
            let holds = Some(failure.is_none());
            let Failure { text: found, fails } = failure.unwrap_or_default();
            let found = found.strip_prefix("fail: ").unwrap_or(&found);
            let found = found.strip_prefix("check: ").unwrap_or(found).to_owned();
            applies = holds == Some(true) || !rule.is_critical();
            let named = rule.named().filter(|_| holds == Some(false));
            let is_broken = holds == Some(false);
            let key = subject.key.as_ref().and_then(Value::as_str);
            let cause =
                is_broken.then(|| fails.map_or_else(|| Cause::Rule(broken::broken(rule, value)), |fails| *fails));
            let is_of_value = matches!(cause, Some(Cause::Rule(_)));
            let remedies = if is_of_value {
                remedies::remedies(named, &subject.value, key, validation, &mut |value| self.accepts(validation, value))
            } else {
                Vec::new()
            };
            let is_broken_by_null = named.is_some_and(|rule| rule.is_broken_by_null(value));
            checked.push(CheckedRule { description, holds, found, is_broken_by_null, cause, remedies });
        }
        checked
    }

    /// Whether a value certainly conforms.
    fn accepts(&mut self, validation: &Validation, value: &Value) -> bool {
        if validation.rules.iter().all(|rule| rule.named().is_some()) {
            return validation.accepts(value);
        }
        let value = PlainValue::from_value(value);
        self.calls.trial(&mut |calls| validation.rules.iter().all(|rule| satisfies(rule, &value, calls)))
    }

    fn check(&mut self, rule: &Rule, value: &PlainValue) -> Result<(), Failure> {
        let assertion = match rule {
            Rule::Named { rule, .. } => {
                return rule.check(value).map_err(|text| {
                    let why = broken::misfit(rule, value, &text).map(Box::new);
                    Failure { fails: why.map(|why| Box::new(Cause::RuleFails { why: Some(why) })), text }
                });
            }
            Rule::Custom { assertion, .. } => assertion,
        };
        let function = match assertion {
            Assertion::Function(function) => function.clone(),
            Assertion::Verdict(function) => return self.verdict(function, value),
            Assertion::Object(object) => self.check_attribute(object)?,
        };
        match self.calls.call(&function, std::slice::from_ref(value)) {
            Err(error) => Err(Failure::of(error)),
            // Other truthy values do not count.
            Ok(PlainValue::Bool(true)) => Ok(()),
            Ok(PlainValue::Bool(false)) => Err(Failure::default()),
            Ok(other) => {
                let why = Some(Box::new(Cause::NoVerdict { kind: other.type_name().to_owned() }));
                Err(Failure { fails: Some(Box::new(Cause::RuleFails { why })), ..Failure::default() })
            }
        }
    }

    fn verdict(&mut self, function: &ValueHandle, value: &PlainValue) -> Result<(), Failure> {
        let verdict = self.calls.call(function, std::slice::from_ref(value)).map_err(|error| {
            let failure = Failure::of(error);
            // Show the message of the template without the name of the function that raised it.
            let text = failure.text.strip_prefix("assert.fail: ").unwrap_or(&failure.text).to_owned();
            Failure { text, ..failure }
        })?;
        let (holds, message) = match &verdict {
            PlainValue::None => (true, Cow::Borrowed("")),
            PlainValue::Bool(holds) => (*holds, Cow::Borrowed("")),
            PlainValue::Tuple(parts) => match &parts[..] {
                [PlainValue::Bool(holds), PlainValue::Str(message)] => (*holds, byte_text::lossy(message)),
                _ => return Err(Failure::no_verdict(&verdict)),
            },
            _ => return Err(Failure::no_verdict(&verdict)),
        };
        if holds {
            return Ok(());
        }
        Err(Failure::broken(text_rules::fault(function.name(), value).unwrap_or_else(|| message.into_owned())))
    }

    fn check_attribute(&mut self, object: &ValueHandle) -> Result<ValueHandle, Failure> {
        match self.calls.attribute(object, "check") {
            Ok(Some(PlainValue::Function(check))) => Ok(check),
            Ok(_) => Err(Failure::broken(format!("{} has no .check field or method", object.type_name))),
            Err(error) => Err(Failure::of(error)),
        }
    }
}

/// Why a rule does not hold.
#[derive(Default)]
struct Failure {
    /// ytt's text; may be empty.
    text: String,
    /// The rule fails by itself, with this cause.
    fails: Option<Box<Cause>>,
}

impl Failure {
    fn broken(text: String) -> Failure {
        Failure { text, fails: None }
    }

    /// The failure of a function that raises an error. That may be how it rejects the value, but not if code uses the value wrongly.
    fn of(mut error: Error) -> Failure {
        let text = bare_message(&error);
        let message = match &mut *error.0 {
            ErrorKind::Template(problems) => problems.first_mut().and_then(|problem| problem.message.sentence_mut()),
            _ => error.sentence_mut(),
        };
        let is_of_code =
            |code| matches!(code, Code::Name | Code::Attribute | Code::Arguments | Code::Operator | Code::Rule);
        let fails = message.filter(|message| message.code.is_some_and(is_of_code)).map(|message| {
            let why = message.cause.take().map(Box::new);
            Box::new(Cause::RuleFails { why })
        });
        Failure { text, fails }
    }

    /// The failure of a function that returned something else than a verdict.
    fn no_verdict(verdict: &PlainValue) -> Failure {
        let wanted = "expected the function to return True, False, None or (bool, message)";
        Failure {
            text: format!("{wanted}, but was {}", verdict.repr()),
            fails: Some(Box::new(Cause::RuleFails { why: None })),
        }
    }
}
