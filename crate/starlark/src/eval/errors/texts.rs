//! ytt's words for the crate's own errors.

use starlark::ErrorKind;
use starlark::values::ValueError;

use super::{RunLimits, program_name, value_error};
use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::eval::builtins::{attributes, collections, text};

/// What stands where an error happened.
#[derive(Debug, Default)]
pub(super) struct Place {
    pub(super) template: Option<usize>,
    /// The emitted text of the failed operation.
    pub(super) text: String,
    /// The program's operator there.
    pub(super) operator: Option<String>,
    /// Emitted text of the function around it; none at the top level.
    pub(super) function: Option<String>,
}

impl Place {
    /// Whether a variable is one of the function around: it is bound somewhere in it.
    fn is_local(&self, name: &str) -> bool {
        let Some(function) = &self.function else { return false };
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        function.match_indices(name).any(|(at, _)| {
            let before = function.get(..at).unwrap_or_default();
            let after = function.get(at + name.len()..).unwrap_or_default();
            if before.ends_with(is_part) || after.starts_with(is_part) {
                return false;
            }
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
            let after = after.trim_start();
            let assigned = line.is_empty()
                && (after.starts_with('=') && !after.starts_with("==")
                    || after.get(..3).is_some_and(|operator| operator.contains('=') && !operator.contains("==")));
            let target =
                after.split_once(" = ").is_some_and(|(targets, _)| !targets.contains('\n')) && line.starts_with('(');
            assigned || target || line.starts_with("for ") && !line.contains(" in ") || line == "def "
        })
    }

    fn operator_or(&self, operator: &str) -> String {
        self.operator.clone().unwrap_or_else(|| operator.to_owned())
    }

    /// Whether it is a target that unpacks, as in `a, b`.
    fn unpacks(&self) -> bool {
        // Other expressions with a comma outside of brackets are tuples, which can be iterated.
        let mut depth = 0_usize;
        for c in self.text.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => return true,
                _ => {}
            }
        }
        false
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

/// An error of the crate in ytt's words.
pub(super) fn describe(error: &starlark::Error, place: &Place, limits: Option<RunLimits>) -> Error {
    if let Some((kind, name)) = value_error(error).and_then(missing) {
        return attributes::missing_of(kind, &name, &attributes::names_for_message(kind));
    }
    let (text, code) = words(error, place, limits);
    Error::message(text).coded(code)
}

fn words(error: &starlark::Error, place: &Place, limits: Option<RunLimits>) -> (String, Code) {
    let original = error.without_diagnostic().to_string();
    let limits = limits.unwrap_or_default();
    if let ErrorKind::StackOverflow(_) = error.kind() {
        let text = format!("calls are nested deeper than {} (limit of this playground)", limits.calls);
        return (text, Code::Limit);
    }
    if let Some(value_error) = value_error(error) {
        return (value_text(value_error, place).unwrap_or(original), value_code(value_error));
    }
    if original == "Evaluation cancelled" {
        return (limits.stopped.unwrap_or_else(|| "stopped (limit of this playground)".to_owned()), Code::Limit);
    }
    by_text(&original, place).unwrap_or((original, Code::Template))
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

/// The name that a type has in programs: what the crate calls a function may be one of its own.
fn value_text(error: &ValueError, place: &Place) -> Option<String> {
    Some(match error {
        ValueError::OperationNotSupported { op, typ } => match op.as_str() {
            "call()" => format!("invalid call of non-function ({typ})"),
            "(iter)" if place.unpacks() => format!("got {typ} in sequence assignment"),
            "(iter)" if place.operator.as_deref() == Some("+") => format!("unknown binary op: list + {typ}"),
            "(iter)" => format!("{typ} value is not iterable"),
            "+" | "-" | "~" => format!("unknown unary op: {op} {typ}"),
            // Nothing else asks the engine for a length.
            "len()" => format!("got {typ} in sequence assignment"),
            _ => {
                let name = op.strip_prefix('.')?;
                match name.strip_suffix('=') {
                    Some(field) => format!("can't assign to .{} field of {typ}", program_name(field)),
                    None => return None,
                }
            }
        },
        ValueError::OperationNotSupportedBinary { op, left, right } => match op.as_str() {
            "[]" => format!("unhandled index operation {left}[{right}]"),
            "in" => {
                // `not in` is told as `in`.
                format!("unknown binary op: {left} in {right}")
            }
            "cmp()" | "compare" | "<>" => {
                format!("{left} {} {right} not implemented", place.operator_or("<"))
            }
            _ => format!("unknown binary op: {left} {} {right}", place.operator_or(op.trim_end_matches('='))),
        },
        ValueError::KeyNotFound(_) => {
            let key = literal_index(&place.text)?;
            format!("key {} not in dict", text::quote(&key))
        }
        ValueError::DivisionByZero => division_by_zero(&place.operator_or("/")),
        ValueError::CannotMutateImmutableValue if place.operator.as_deref() == Some("+") => {
            "cannot apply += to frozen list".to_owned()
        }
        ValueError::CannotMutateImmutableValue => "cannot assign to element of frozen list".to_owned(),
        ValueError::MutationDuringIteration if place.operator.as_deref() == Some("+") => {
            "cannot apply += to list during iteration".to_owned()
        }
        ValueError::MutationDuringIteration => "cannot insert into hash table during iteration".to_owned(),
        ValueError::IntegerOverflow => "integer overflow (limit of this playground)".to_owned(),
        ValueError::IncorrectParameterType | ValueError::IncorrectParameterTypeNamed(_) => {
            return by_text(&error.to_string(), place).map(|(text, _)| text);
        }
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
        "%" => "integer modulo by zero".to_owned(),
        _ => "real division by zero".to_owned(),
    }
}

/// Errors that have no type outside of the crate.
fn by_text(original: &str, place: &Place) -> Option<(String, Code)> {
    let quoted = || original.split('`').nth(1);
    if original.starts_with("Value of type `") {
        return Some((collections::unhashable_type(quoted()?), Code::Operator));
    }
    if original.starts_with("Dictionary key repeated for `") {
        let key = original.strip_prefix("Dictionary key repeated for `")?.strip_suffix('`')?;
        return Some((format!("duplicate key: {}", shown_key(key)), Code::DuplicateKey));
    }
    if original.starts_with("Local variable `") {
        let name = quoted()?;
        let kind = if place.is_local(name) { "local" } else { "global" };
        let text = format!("{kind} variable {} referenced before assignment", program_name(name));
        return Some((text, Code::Name));
    }
    if original.starts_with("Unpacked ") {
        let mut numbers = original.split(' ').filter_map(|word| word.parse::<usize>().ok());
        let (got, want) = (numbers.next()?, numbers.next()?);
        let many = if got > want { "many" } else { "few" };
        return Some((format!("too {many} values to unpack (got {got}, want {want})"), Code::Template));
    }
    if original.contains("division by zero") || original.starts_with("Floor division by zero") {
        let operator = if original.starts_with("Floor") { "//" } else { "/" };
        return Some((division_by_zero(&place.operator_or(operator)), Code::Template));
    }
    if original.starts_with("Modulo by zero") {
        return Some((division_by_zero("%"), Code::Template));
    }
    if original.starts_with("Too many recursion levels") {
        return Some(("comparison exceeded maximum recursion depth".to_owned(), Code::Limit));
    }
    // `"x" in …` and `…["x"]` with a wrong type on the other side; lists and strings say it in different words.
    let of_list = original.split("but got `").nth(1);
    if let Some(kind) = of_list.or_else(|| original.split("actual `").nth(1)) {
        let kind = kind.split([' ', '`']).next()?;
        if place.operator.as_deref() == Some("in") || place.operator.as_deref() == Some("not in") {
            return Some((format!("'in <string>' requires string as left operand, not {kind}"), Code::Operator));
        }
        if literal_index(&place.text).is_some() {
            let indexed = if of_list.is_some() { "list" } else { "string" };
            return Some((format!("{indexed} index: got {kind}, want int"), Code::Operator));
        }
    }
    None
}

/// A key as the crate shows it, shown as ytt does.
fn shown_key(key: &str) -> String {
    if let Some(text) = literal(key) {
        return text::quote(&text);
    }
    match key.parse::<f64>() {
        Ok(float) if key.contains(['.', 'e', 'n']) => text::short_float(float),
        _ => key.to_owned(),
    }
}

/// The literal text in the index that ends `x["text"]`.
fn literal_index(emitted: &str) -> Option<String> {
    let inner = emitted.strip_suffix(']')?;
    // The opening quote is the one after the last `[` that makes a whole literal.
    inner.match_indices("[\"").find_map(|(at, _)| literal(inner.get(at + 1..)?))
}

/// The text of one string literal, as the dialect and the crate write them.
fn literal(source: &str) -> Option<String> {
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => return None,
            '\\' => match rest.next()? {
                'n' => plain.push('\n'),
                'r' => plain.push('\r'),
                't' => plain.push('\t'),
                code @ ('x' | 'u' | 'U') => {
                    let length = match code {
                        'x' => 2,
                        'u' => 4,
                        _ => 8,
                    };
                    let digits: String = rest.by_ref().take(length).collect();
                    plain.push(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)?);
                }
                other => plain.push(other),
            },
            c => plain.push(c),
        }
    }
    Some(plain)
}
