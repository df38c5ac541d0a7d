//! ytt's words for the errors of the `starlark` crate.

use starlark::values::ValueError;

use super::{Operation, value_error};
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;

/// An error of the starlark crate in ytt's words.
pub(super) fn describe(error: &starlark::Error, operation: &Operation) -> Error {
    let original = || error.without_diagnostic().to_string();
    match value_error(error) {
        Some(error) => {
            let text = value_text(error, operation).unwrap_or_else(original);
            Error::message(text).coded(value_code(error)).caused(value_cause(error, operation))
        }
        None => Error::message(original()).coded(Code::Template),
    }
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

fn value_cause(error: &ValueError, operation: &Operation) -> Option<Cause> {
    Some(match error {
        ValueError::OperationNotSupported { op, typ } if op == "call()" => Cause::NotAFunction { kind: typ.clone() },
        ValueError::OperationNotSupported { op, typ } if op == "(iter)" => Cause::NoItems { kind: typ.clone() },
        ValueError::OperationNotSupported { op, typ } if op.starts_with('.') && op.ends_with('=') => {
            Cause::FixedAttribute { name: op[1..op.len() - 1].to_owned(), kind: typ.clone() }
        }
        ValueError::OperationNotSupportedBinary { op, left, right } if op != "[]" => {
            let operator = match op.as_str() {
                "in" => "in",
                "cmp()" | "compare" | "<>" => operation.operator.unwrap_or("<"),
                _ => operation.operator.unwrap_or(op.trim_end_matches('=')),
            };
            Cause::Operands { operator: operator.to_owned(), left: left.clone(), right: right.clone() }
        }
        _ => return None,
    })
}

fn value_text(error: &ValueError, operation: &Operation) -> Option<String> {
    let operator = |other| operation.operator.unwrap_or(other);
    Some(match error {
        ValueError::OperationNotSupported { op, typ } => match op.as_str() {
            "call()" => format!("invalid call of non-function ({typ})"),
            "(iter)" => format!("{typ} value is not iterable"),
            "+" | "-" | "~" => format!("unknown unary op: {op} {typ}"),
            // Nothing else asks the starlark crate for a length.
            "len()" => format!("got {typ} in sequence assignment"),
            _ => {
                let field = op.strip_prefix('.')?.strip_suffix('=')?;
                format!("can't assign to .{field} field of {typ}")
            }
        },
        ValueError::OperationNotSupportedBinary { op, left, right } => match op.as_str() {
            "[]" => format!("unhandled index operation {left}[{right}]"),
            // `not in` too.
            "in" => format!("unknown binary op: {left} in {right}"),
            "cmp()" | "compare" | "<>" => format!("{left} {} {right} not implemented", operator("<")),
            _ => format!("unknown binary op: {left} {} {right}", operator(op.trim_end_matches('='))),
        },
        ValueError::IntegerOverflow => "integer overflow (limit of Ytterby)".to_owned(),
        _ => return None,
    })
}
