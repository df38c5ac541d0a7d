//! Values as short texts for people who edit a program.

use starlark::values::tuple::TupleRef;
use starlark::values::{Value, ValueLike};

use crate::byte_text;
use crate::eval::builtins::kinds;
use crate::eval::collections::{dict, list};
use crate::eval::fragment::Fragment;
use crate::eval::structs::Struct;
use crate::go::float;
use crate::go::quote::quote;
use crate::yaml::tree;

/// Characters of a text; longer ones are cut.
const MOST_CHARACTERS: usize = 400;

/// Values within each other; deeper ones are `…`.
const MOST_LEVELS: usize = 8;

/// A value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownValue {
    /// The text as in programs, but without quotes around a simple string. Ends with `…` if it is cut.
    pub text: String,
    /// The size of a collection.
    pub size: Option<Size>,
}

/// How many entries a collection has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Keys of a map, a dict or a struct.
    Keys(usize),
    /// Items of a list, a tuple or a set.
    Items(usize),
    /// Documents.
    Documents(usize),
}

impl ShownValue {
    /// None for a value that means nothing to users.
    pub(super) fn of(value: Value<'_>) -> Option<ShownValue> {
        if value.get_type() == "noop" {
            return None;
        }
        if let Some(text) = value.unpack_str() {
            let text = byte_text::displayed(text);
            let text = if is_simple(&text) { text.into_owned() } else { quote(&text) };
            return Some(ShownValue { text: cut(text), size: None });
        }
        let mut writer = Writer { out: String::new(), left: MOST_CHARACTERS };
        writer.value(value, 0);
        Some(ShownValue { text: writer.out, size: size(value) })
    }
}

/// Whether a string cannot be taken for something else without its quotes.
fn is_simple(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.chars().any(char::is_control)
        && !text.starts_with(['"', '\'', '[', '{', '('])
        && !matches!(text, "None" | "True" | "False" | "…")
        && text.parse::<f64>().is_err()
}

/// The first characters of a text.
fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        text.truncate(at);
        text.push('…');
    }
    text
}

fn size(value: Value<'_>) -> Option<Size> {
    if let Some(fields) = Struct::from_value(value) {
        return Some(Size::Keys(fields.fields().count()));
    }
    if let Some(fragment) = value.downcast_ref::<Fragment>() {
        return tree_size(fragment.tree());
    }
    if dict::is_dict(value) {
        return kinds::length(value).map(Size::Keys);
    }
    let is_collection = list::is_list(value) || TupleRef::from_value(value).is_some() || value.get_type() == "set";
    kinds::length(value).filter(|_| is_collection).map(Size::Items)
}

fn tree_size(value: &tree::Value) -> Option<Size> {
    match value {
        tree::Value::Map(map) => Some(Size::Keys(map.borrow().items.len())),
        tree::Value::Array(array) => Some(Size::Items(array.borrow().items.len())),
        tree::Value::DocumentSet(set) => Some(Size::Documents(set.borrow().items.len())),
        _ => None,
    }
}

struct Writer {
    out: String,
    /// Characters that may be written.
    left: usize,
}

impl Writer {
    /// Returns whether there is room for more.
    fn text(&mut self, text: &str) -> bool {
        if self.left == 0 {
            return false;
        }
        match text.char_indices().nth(self.left) {
            Some((at, _)) => {
                self.out.push_str(&text[..at]);
                self.out.push('…');
                self.left = 0;
            }
            None => {
                self.out.push_str(text);
                self.left -= text.chars().count();
            }
        }
        self.left > 0
    }

    fn value(&mut self, value: Value<'_>, level: usize) -> bool {
        if level > MOST_LEVELS {
            return self.text("…");
        }
        if let Some(text) = value.unpack_str() {
            return self.string(&byte_text::displayed(text));
        }
        if let Some(float) = kinds::float(value) {
            return self.text(&float::six_digits(float));
        }
        if let Some(fields) = Struct::from_value(value) {
            return self.entries(fields.fields(), |writer, (name, value)| {
                writer.string(name) && writer.text(": ") && writer.value(value, level + 1)
            });
        }
        if let Some(fragment) = value.downcast_ref::<Fragment>() {
            return self.tree(fragment.tree(), level);
        }
        if let Some(entries) = dict::entries(value) {
            return self.entries(entries.iter(), |writer, (key, value)| {
                writer.value(*key, level + 1) && writer.text(": ") && writer.value(*value, level + 1)
            });
        }
        if let Some(items) = list::items(value) {
            return self.items(["[", "]"], items.iter(), |writer, item| writer.value(*item, level + 1));
        }
        if let Some(tuple) = TupleRef::from_value(value) {
            let close = if tuple.len() == 1 { ",)" } else { ")" };
            return self.items(["(", close], tuple.iter(), |writer, item| writer.value(item, level + 1));
        }
        self.text(&value.to_repr())
    }

    fn tree(&mut self, value: &tree::Value, level: usize) -> bool {
        if level > MOST_LEVELS {
            return self.text("…");
        }
        match value {
            tree::Value::Map(map) => self.entries(map.borrow().iter(), |writer, item| {
                writer.tree(&item.key, level + 1) && writer.text(": ") && writer.tree(&item.value, level + 1)
            }),
            tree::Value::Array(_) | tree::Value::DocumentSet(_) => {
                self.items(["[", "]"], value.children(), |writer, item| writer.tree(item.borrow().value(), level + 1))
            }
            tree::Value::Null => self.text("None"),
            tree::Value::Bool(true) => self.text("True"),
            tree::Value::Bool(false) => self.text("False"),
            tree::Value::Int(int) => self.text(&int.to_string()),
            tree::Value::UInt(int) => self.text(&int.to_string()),
            tree::Value::Float(float) => self.text(&float::six_digits(*float)),
            tree::Value::Str(text) => self.string(text),
            tree::Value::Bytes(bytes) => self.string(&String::from_utf8_lossy(bytes)),
        }
    }

    /// Only as much of it as there is room for is quoted.
    fn string(&mut self, text: &str) -> bool {
        let end = text.char_indices().nth(self.left).map_or(text.len(), |(at, _)| at);
        self.text(&quote(&text[..end]))
    }

    fn entries<T>(&mut self, entries: impl IntoIterator<Item = T>, write: impl FnMut(&mut Writer, T) -> bool) -> bool {
        self.items(["{", "}"], entries, write)
    }

    fn items<T>(
        &mut self,
        [open, close]: [&str; 2],
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Writer, T) -> bool,
    ) -> bool {
        let mut has_room = self.text(open);
        for (index, item) in items.into_iter().enumerate() {
            has_room = has_room && (index == 0 || self.text(", ")) && write(self, item);
            if !has_room {
                return false;
            }
        }
        has_room && self.text(close)
    }
}
