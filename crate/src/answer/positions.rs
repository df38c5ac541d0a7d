//! `-o pos`: the tree of each document, a line a node, with the place of the node in front.

use crate::diagnostics::positions::Position;
use crate::validations::key_text;
use crate::yaml::printer;
use crate::yaml::tree::{Document, Value};

/// Documents, one below the other.
pub(super) fn print<'a>(documents: impl Iterator<Item = &'a Document>) -> String {
    let mut printer = Printer { width: 0, text: String::new() };
    for document in documents {
        printer.place(&document.meta.position);
        printer.text.push_str("[doc]\n");
        printer.below(&document.value, 1);
    }
    printer.text
}

struct Printer {
    /// Room for places: grows to each that does not fit, and ten more.
    width: usize,
    text: String,
}

impl Printer {
    fn below(&mut self, value: &Value, depth: usize) {
        match value {
            _ if is_leaf(value) => {
                self.pad("");
                self.indent(depth);
                self.text.push_str(&leaf(value));
                self.text.push('\n');
            }
            Value::Map(map) => {
                for item in &map.items {
                    let label = format!("{}:", key_text(&item.key));
                    self.item(&item.meta.position, &label, &item.value, depth);
                }
            }
            Value::Array(array) => {
                for (index, item) in array.items.iter().enumerate() {
                    self.item(&item.meta.position, &format!("[{index}]"), &item.value, depth);
                }
            }
            Value::DocumentSet(set) => {
                for document in &set.items {
                    self.item(&document.meta.position, "[doc]", &document.value, depth);
                }
            }
            _ => {}
        }
    }

    fn item(&mut self, position: &Position, label: &str, value: &Value, depth: usize) {
        self.place(position);
        self.indent(depth);
        self.text.push_str(label);
        if is_leaf(value) {
            let text = leaf(value);
            if !text.contains('\n') {
                self.text.push(' ');
                self.text.push_str(&text);
                self.text.push('\n');
                return;
            }
        }
        self.text.push('\n');
        self.below(value, depth + 1);
    }

    /// Nothing stands in front of what stands nowhere, not even room.
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

/// Whether it is shown as YAML text: scalars, and what code made.
fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.position.is_computed(),
        Value::Array(array) => array.position.is_computed(),
        Value::DocumentSet(_) => false,
        _ => true,
    }
}

fn leaf(value: &Value) -> String {
    let mut text = printer::print_value(value);
    text.pop();
    text
}
