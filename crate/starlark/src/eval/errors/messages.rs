//! ytt's words for the errors of the `starlark` crate.

use starlark::ErrorKind;
use starlark::values::ValueError;

use super::untyped::Untyped;
use super::{RunLimits, program_name, value_error};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::dialect::CallArguments;
use crate::eval::builtins::{attributes, collections, text};

/// What the dialect knows of the operation that failed.
#[derive(Debug, Default)]
pub(super) struct Place {
    pub(super) template: Option<usize>,
    pub(super) operator: Option<&'static str>,
    /// One value was to be assigned to several targets.
    pub(super) is_unpacking: bool,
    /// A literal that was looked up in a value, or added to a dict.
    pub(super) key: Option<String>,
    /// The starlark crate's own operation may have failed where ytt's message says more.
    pub(super) has_unchecked: bool,
    /// A variable of a function or comprehension was read.
    pub(super) is_local: bool,
    /// A function was called.
    pub(super) arguments: CallArguments,
}

impl Place {
    fn operator_or<'p>(&self, operator: &'p str) -> &'p str {
        self.operator.unwrap_or(operator)
    }
}

/// Whether an error is about an attribute that is not there.
pub(super) fn is_attribute(error: &starlark::Error) -> bool {
    match value_error(error) {
        Some(ValueError::NoAttr(..) | ValueError::NoAttrDidYouMean(..)) => true,
        Some(ValueError::OperationNotSupported { op, .. }) => op.starts_with('.') && !op.ends_with('='),
        _ => false,
    }
}

/// An error of the starlark crate in ytt's words.
pub(super) fn describe(error: &starlark::Error, place: &Place, limits: Option<RunLimits>) -> Error {
    if let Some((kind, name)) = value_error(error).and_then(missing) {
        return attributes::missing_of(kind, &name, &attributes::names_for_message(kind));
    }
    let (text, code) = words(error, place, limits);
    Error::message(text).coded(code)
}

fn words(error: &starlark::Error, place: &Place, limits: Option<RunLimits>) -> (String, Code) {
    let limits = limits.unwrap_or_default();
    if let ErrorKind::StackOverflow(_) = error.kind() {
        let text = format!("calls are nested deeper than {} (limit of Ytterby)", limits.calls);
        return (text, Code::Limit);
    }
    let original = error.without_diagnostic().to_string();
    if let Some(value_error) = value_error(error) {
        return (value_text(value_error, place).unwrap_or(original), value_code(value_error));
    }
    let known = Untyped::read(&original).and_then(|untyped| untyped_text(untyped, place, limits));
    known.unwrap_or((original, Code::Template))
}

fn value_code(error: &ValueError) -> Code {
    match error {
        ValueError::OperationNotSupported { op, .. } if op.starts_with('.') => Code::Attribute,
        ValueError::NoAttr(..) | ValueError::NoAttrDidYouMean(..) => Code::Attribute,
        ValueError::KeyNotFound(_) | ValueError::IndexOutOfBound(_) => Code::Attribute,
        ValueError::OperationNotSupported { .. } | ValueError::OperationNotSupportedBinary { .. } => Code::Operator,
        ValueError::IncorrectParameterType | ValueError::IncorrectParameterTypeNamed(_) => Code::Operator,
        ValueError::IntegerOverflow => Code::Limit,
        _ => Code::Template,
    }
}

fn value_text(error: &ValueError, place: &Place) -> Option<String> {
    Some(match error {
        ValueError::OperationNotSupported { op, typ } => match op.as_str() {
            "call()" => format!("invalid call of non-function ({typ})"),
            "(iter)" if place.is_unpacking => format!("got {typ} in sequence assignment"),
            "(iter)" if place.operator == Some("+") => format!("unknown binary op: list + {typ}"),
            "(iter)" => format!("{typ} value is not iterable"),
            "+" | "-" | "~" => format!("unknown unary op: {op} {typ}"),
            // Nothing else asks the starlark crate for a length.
            "len()" => format!("got {typ} in sequence assignment"),
            _ => {
                let field = op.strip_prefix('.')?.strip_suffix('=')?;
                format!("can't assign to .{} field of {typ}", program_name(field))
            }
        },
        ValueError::OperationNotSupportedBinary { op, left, right } => match op.as_str() {
            "[]" => format!("unhandled index operation {left}[{right}]"),
            // `not in` too.
            "in" => format!("unknown binary op: {left} in {right}"),
            "cmp()" | "compare" | "<>" => format!("{left} {} {right} not implemented", place.operator_or("<")),
            _ => format!("unknown binary op: {left} {} {right}", place.operator_or(op.trim_end_matches('='))),
        },
        ValueError::KeyNotFound(_) => format!("key {} not in dict", text::quote(place.key.as_ref()?)),
        ValueError::DivisionByZero => division_by_zero(place.operator_or("/")),
        ValueError::CannotMutateImmutableValue if place.operator == Some("+") => {
            "cannot apply += to frozen list".to_owned()
        }
        ValueError::CannotMutateImmutableValue => "cannot assign to element of frozen list".to_owned(),
        ValueError::MutationDuringIteration if place.operator == Some("+") => {
            "cannot apply += to list during iteration".to_owned()
        }
        ValueError::MutationDuringIteration => "cannot insert into hash table during iteration".to_owned(),
        ValueError::IntegerOverflow => "integer overflow (limit of Ytterby)".to_owned(),
        _ => return None,
    })
}

/// The type and the name, where an attribute is missing.
fn missing(error: &ValueError) -> Option<(&str, String)> {
    match error {
        ValueError::NoAttr(kind, name) | ValueError::NoAttrDidYouMean(kind, name, _) => {
            Some((kind, program_name(name)))
        }
        ValueError::OperationNotSupported { op, typ } => {
            let name = op.strip_prefix('.').filter(|name| !name.ends_with('='))?;
            Some((typ, program_name(name)))
        }
        _ => None,
    }
}

fn division_by_zero(operator: &str) -> String {
    match operator {
        "//" => "floored division by zero".to_owned(),
        _ => "real division by zero".to_owned(),
    }
}

fn untyped_text(error: Untyped<'_>, place: &Place, limits: RunLimits) -> Option<(String, Code)> {
    Some(match error {
        Untyped::Cancelled => {
            let text = limits.stopped.unwrap_or_else(|| "stopped (limit of Ytterby)".to_owned());
            (text, Code::Limit)
        }
        Untyped::Unassigned(name) => {
            let kind = if place.is_local { "local" } else { "global" };
            (format!("{kind} variable {} referenced before assignment", program_name(name)), Code::Name)
        }
        Untyped::Unpacked { got, want } => {
            let many = if got > want { "many" } else { "few" };
            (format!("too {many} values to unpack (got {got}, want {want})"), Code::Template)
        }
        // Only literals with text as keys are left to the starlark crate.
        Untyped::DuplicateKey => (format!("duplicate key: {}", text::quote(place.key.as_ref()?)), Code::DuplicateKey),
        Untyped::Unhashable(kind) => (collections::unhashable_type(kind), Code::Operator),
        Untyped::DivisionByZero => (division_by_zero(place.operator_or("/")), Code::Template),
        Untyped::FloorDivisionByZero => (division_by_zero("//"), Code::Template),
        Untyped::TooDeep => ("comparison exceeded maximum recursion depth".to_owned(), Code::Limit),
        // Only literal strings are left to the starlark crate as an index that is read.
        Untyped::ListIndex => ("list index: got string, want int".to_owned(), Code::Operator),
        Untyped::StringIndex => ("string index: got string, want int".to_owned(), Code::Operator),
        Untyped::Arguments(_) => return None,
    })
}
