//! Scalars on one line, for any context in YAML, including brackets.

use super::printer;
use super::tree::Value;

/// A scalar as the printer writes it, quoted if necessary in brackets. None for multi-line strings and collections.
pub fn scalar(value: &Value) -> Option<String> {
    let text = printer::print_value(value);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    if text.contains('\n') || matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_)) {
        return None;
    }
    let is_quoted = text.starts_with(['"', '\'']);
    if let Value::Str(plain) = value
        && text.starts_with('"')
        && !plain.contains(char::is_control)
        && let Some(text) = double_quoted(plain)
    {
        // The printer escapes characters beyond the first plane.
        return Some(text);
    }
    if !is_quoted && text.contains([',', '[', ']', '{', '}']) {
        return double_quoted(text);
    }
    Some(text.to_owned())
}

/// A text in quotes; None if it needs escapes.
pub fn double_quoted(text: &str) -> Option<String> {
    (!text.contains(['"', '\\'])).then(|| format!("\"{text}\""))
}
