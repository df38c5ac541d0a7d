//! `-o pos`: the tree of each document, one line per node, with the position of the node in front.

use std::cell::Ref;

use crate::diagnostics::Error;
use crate::diagnostics::code::Code;
use crate::positions::Position;
use crate::yaml::go_format;
use crate::yaml::printer;
use crate::yaml::tree::{Document, Value};

/// The lines of all documents. Fails for dicts of code, and fragments in lists of code, on which ytt crashes.
pub(super) fn print<'a>(documents: impl Iterator<Item = Ref<'a, Document>>) -> Result<String, Error> {
    let mut printer = Printer { width: 0, text: String::new() };
    for document in documents {
        printer.place(&document.meta.position);
        printer.text.push_str("[doc]\n");
        check_leaf(&document.value, &document.meta.position)?;
        printer.below(&document.value, 1)?;
    }
    Ok(printer.text)
}

struct Printer {
    /// The width of the column of positions, which grows to a position that does not fit, plus ten.
    width: usize,
    text: String,
}

impl Printer {
    fn below(&mut self, value: &Value, depth: usize) -> Result<(), Error> {
        match value {
            _ if is_leaf(value) => {
                self.pad("");
                let line = format!("{}{}\n", "  ".repeat(depth), leaf(value));
                // ytt uses the whole line as a format string.
                self.text.push_str(&as_format(&line));
            }
            Value::Map(map) => {
                for item in map.borrow().iter() {
                    let label = format!("{}:", go_format::item_key(&item));
                    self.item(&item.meta.position, &label, &item.value, depth)?;
                }
            }
            Value::Array(array) => {
                for (index, item) in array.borrow().iter().enumerate() {
                    self.item(&item.meta.position, &format!("[{index}]"), &item.value, depth)?;
                }
            }
            Value::DocumentSet(set) => {
                for document in set.borrow().iter() {
                    self.item(&document.meta.position, "[doc]", &document.value, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn item(&mut self, position: &Position, label: &str, value: &Value, depth: usize) -> Result<(), Error> {
        check_leaf(value, position)?;
        self.place(position);
        self.indent(depth);
        self.text.push_str(label);
        if is_leaf(value) {
            let text = leaf(value);
            if !text.contains('\n') {
                self.text.push(' ');
                self.text.push_str(&text);
                self.text.push('\n');
                return Ok(());
            }
        }
        self.text.push('\n');
        self.below(value, depth + 1)
    }

    /// A node without a position has no column in front.
    fn place(&mut self, position: &Position) {
        if position.is_known() {
            self.pad(&position.compact());
        }
    }

    fn pad(&mut self, place: &str) {
        if place.len() > self.width {
            self.width = place.len() + 10;
        }
        let width = self.width;
        self.text.push_str(&format!("{place:>width$} | "));
    }

    fn indent(&mut self, depth: usize) {
        self.text.push_str(&"  ".repeat(depth));
    }
}

/// Whether it is printed as YAML: scalars, and computed collections.
fn is_leaf(value: &Value) -> bool {
    !value.is_node()
}

/// Fails for a computed collection that ytt cannot print as YAML.
fn check_leaf(value: &Value, at: &Position) -> Result<(), Error> {
    if value.is_node() {
        return Ok(());
    }
    unprintable(value).map_or(Ok(()), |kind| {
        let error = Error::at(format!("Unexpected marshaling of {kind}"), at.clone()).coded(Code::Unsupported);
        Err(error.with_advice(Some("-o pos cannot print dicts that code computed".to_owned())))
    })
}

/// The Go type of a value that ytt cannot print in a computed value.
fn unprintable(value: &Value) -> Option<&'static str> {
    match value {
        Value::Map(map) if map.borrow().position.is_computed() => Some("*orderedmap.Map"),
        Value::Map(_) => Some("*yamlmeta.Map"),
        Value::Array(array) if array.borrow().position.is_computed() => {
            array.borrow().iter().find_map(|item| unprintable(&item.value))
        }
        Value::Array(_) => Some("*yamlmeta.Array"),
        Value::DocumentSet(_) => Some("*yamlmeta.DocumentSet"),
        _ => None,
    }
}

fn leaf(value: &Value) -> String {
    let mut text = printer::print_value(value);
    text.pop();
    text
}

/// A text as Go's `Printf` prints it without arguments: each verb becomes an error text.
fn as_format(text: &str) -> String {
    let mut printed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        printed.push_str(before);
        rest = after.trim_start_matches(['#', '0', '+', '-', ' ']);
        let mut indexed = skip_index(&mut rest);
        let mut bad_index = indexed;
        indexed &= !skip_size(&mut rest, &mut printed, "%!(BADWIDTH)");
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            indexed = skip_index(&mut rest);
            bad_index |= indexed;
            indexed &= !skip_size(&mut rest, &mut printed, "%!(BADPREC)");
        }
        if !indexed {
            bad_index |= skip_index(&mut rest);
        }
        let mut verbs = rest.chars();
        match verbs.next() {
            None => printed.push_str("%!(NOVERB)"),
            Some('%') => printed.push('%'),
            Some(verb) if bad_index => printed.push_str(&format!("%!{verb}(BADINDEX)")),
            Some(verb) => printed.push_str(&format!("%!{verb}(MISSING)")),
        }
        rest = verbs.as_str();
    }
    printed.push_str(rest);
    printed
}

/// Skips an argument index such as `[1]`, which is always wrong without arguments. An unclosed one is a `[` alone.
fn skip_index(rest: &mut &str) -> bool {
    let Some(inner) = rest.strip_prefix('[') else { return false };
    *rest = inner.split_once(']').map_or(inner, |(_, after)| after);
    true
}

/// Skips a width or a precision; returns whether it is `*`, for which the argument is missing. Go drops the rest after one that is too large.
fn skip_size(rest: &mut &str, printed: &mut String, complaint: &str) -> bool {
    if let Some(after) = rest.strip_prefix('*') {
        printed.push_str(complaint);
        *rest = after;
        return true;
    }
    let mut size = 0_u32;
    while let Some(digit) = rest.chars().next().and_then(|c| c.to_digit(10)) {
        if size > 1_000_000 {
            *rest = "";
            return false;
        }
        size = size * 10 + digit;
        *rest = &rest[1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::as_format;

    #[test]
    fn verbs_without_arguments() {
        // The output of ytt.
        for (text, printed) in [
            ("50%d", "50%!d(MISSING)"),
            ("100%\n", "100%!\n(MISSING)"),
            ("%5.2f x", "%!f(MISSING) x"),
            ("%[1]d", "%!d(BADINDEX)"),
            ("%[x", "%!x(BADINDEX)"),
            ("%*d", "%!(BADWIDTH)%!d(MISSING)"),
            ("%.*d", "%!(BADPREC)%!d(MISSING)"),
            ("%[1]*d", "%!(BADWIDTH)%!d(BADINDEX)"),
            ("%-+08.3lf", "%!l(MISSING)f"),
            ("%é", "%!é(MISSING)"),
            ("%99999999d and more", "%!(NOVERB)"),
            ("%5% %.%", "% %"),
            ("%[3]2d", "%!d(BADINDEX)"),
            ("%.[1]*[2]d", "%!(BADPREC)%!d(BADINDEX)"),
        ] {
            assert_eq!(as_format(text), printed, "{text}");
        }
    }
}
