//! Keys after a dot that code cannot have there: `data.values.kebab-key` is a subtraction, and `data.values.global` has a reserved word.

use std::ops::Range;

use super::fixes::code::certain;
use super::headline::quoted;
use super::recognisers::{Explanation, Problem};
use crate::boundary::{DataValue, SchemaNode};
use crate::diagnostics::Message;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::starlark::quote;
use crate::syntax::token::is_name;

const NO_NAME: &str = "A name is missing after the dot";

/// The data values of a run as far as they are known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Keys<'a> {
    pub(crate) schema: Option<&'a SchemaNode>,
    pub(crate) values: Option<&'a DataValue>,
}

impl Keys<'_> {
    /// Whether some data value has this key.
    fn have(&self, key: &str) -> bool {
        fn declared(node: &SchemaNode, key: &str) -> bool {
            node.key == key || node.children.iter().any(|child| declared(child, key))
        }
        fn set(value: &DataValue, key: &str) -> bool {
            value.key == key || value.children.iter().any(|child| set(child, key))
        }
        self.schema.is_some_and(|schema| declared(schema, key)) || self.values.is_some_and(|values| set(values, key))
    }

    /// Whether the schema allows null for a path in code.
    pub(super) fn is_nullable(&self, path: &str) -> bool {
        fn declared(node: &SchemaNode, path: &str) -> bool {
            node.path == path && node.nullable || node.children.iter().any(|child| declared(child, path))
        }
        let path = path.strip_prefix("data.values.");
        path.zip(self.schema).is_some_and(|(path, schema)| declared(schema, path))
    }

    /// Whether the map of a path in code has this key: `data.values.ports`.
    fn have_in_map(&self, path: &str, key: &str) -> bool {
        let Some(mut value) = self.values else { return false };
        for part in path.trim_start_matches("data.values").split('.').filter(|part| !part.is_empty()) {
            match value.children.iter().find(|child| child.key == part) {
                Some(child) => value = child,
                None => return false,
            }
        }
        path.starts_with("data.values") && value.r#type == "map" && value.children.iter().any(|child| child.key == key)
    }
}

/// Explains a problem of code at a position if it is due to such a key: with the headline, the range and the fix.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, at, keys, .. } = *problem;
    let is_of_code = matches!(message.code, Some(Code::Syntax | Code::Name | Code::Attribute));
    let (source, span) = (at.source()?, at.own_span().filter(|_| is_of_code)?);
    let text = &source.text;
    if let Some(dot) = bare_dot(message, text, &span) {
        let is_double = text[span.clone()].starts_with('.');
        let fix = is_double.then(|| certain("Delete the second dot", source, Edits::one(span, ""))).flatten();
        return Some(Explanation::new(NO_NAME).at(source, dot..dot + 1).fixes(fix));
    }
    // A number may start with the dot.
    let from = span.start + usize::from(text.get(span.clone())?.starts_with('.'));
    let is_part = |c: char| c == '_' || c == '-' || c.is_alphanumeric();
    let start = text.get(..from)?.trim_end_matches(is_part).len();
    let end = text.len() - text.get(from..)?.trim_start_matches(is_part).len();
    let key = text.get(start..end)?;
    let object = text[..start].strip_suffix('.').map(object)?;
    // `0..3` is a range elsewhere.
    let is_object = is_name(object.split('.').next().unwrap_or_default()) && !object.ends_with('.');
    let is_index = is_object && !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    if is_object && key.is_empty() && message.code == Some(Code::Syntax) {
        return Some(Explanation::new(NO_NAME).at(source, start - 1..start).fixes(None));
    }
    if object.is_empty() || is_name(key) || !is_index && !keys.have(key) {
        return None;
    }
    let brackets = match is_index && !keys.have_in_map(object, key) {
        true => format!("[{key}]"),
        false => format!("[{}]", quote(key)),
    };
    let headline = format!("{} needs brackets: {}", quoted(key), quoted(&format!("{object}{brackets}")));
    let (title, edits) = (format!("Use brackets: {brackets}"), Edits::one(start - 1..end, brackets));
    Some(Explanation::new(headline).at(source, start..end).fix(title, source, edits))
}

/// The dot of an attribute without a name, before a space and a token that is none, or before another dot.
fn bare_dot(message: &Message, text: &str, token: &Range<usize>) -> Option<usize> {
    let Some(Cause::Code(CodeMistake::Reserved { .. } | CodeMistake::NoName { .. })) = message.cause else {
        return None;
    };
    let before = text.get(..token.start)?;
    let is_apart = before.ends_with(' ') || text[token.clone()].starts_with('.');
    let value = before.trim_end_matches(' ').strip_suffix('.').filter(|_| is_apart)?;
    let object = object(value);
    let is_object = object.starts_with(|c: char| c == '_' || c.is_alphabetic()) && !object.ends_with('.');
    // A text in quotes has attributes, too.
    (is_object || value.ends_with(['"', '\''])).then_some(value.len())
}

/// The expression at the end of a text, in its last line: names, calls and indices joined by dots.
pub(super) fn object(text: &str) -> &str {
    let mut closed = 0;
    let start = text.char_indices().rev().take_while(|(_, c)| match c {
        ')' | ']' => {
            closed += 1;
            true
        }
        '(' | '[' => {
            closed -= 1;
            closed >= 0
        }
        '\n' => false,
        c => closed > 0 || matches!(c, '_' | '.') || c.is_alphanumeric(),
    });
    start.last().map_or("", |(at, _)| &text[at..])
}

#[cfg(test)]
mod tests {
    use super::object;

    #[test]
    fn the_object_before_a_dot() {
        for (text, expected) in [
            ("a: #@ data.values", "data.values"),
            ("f(x + items[0].all(1, 2)", "items[0].all(1, 2)"),
            ("a: #@ f(v", "v"),
            ("a: #@ d[\"x y\"]", "d[\"x y\"]"),
            ("a: #@ ", ""),
        ] {
            assert_eq!(object(text), expected, "{text}");
        }
    }
}
