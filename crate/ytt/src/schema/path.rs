//! Paths of data values in reports, as in `kiln.shelves[0]`.

use crate::yaml::go_format;
use crate::yaml::tree::{Item, Value};

/// The path from the root of the data values to a value.
#[derive(Default)]
pub(super) struct Path(Vec<Segment>);

enum Segment {
    Key(Value),
    Index(usize),
}

impl Path {
    /// `index` is that of an item of an array.
    pub(super) fn push(&mut self, item: &dyn Item, index: usize) {
        self.0.push(item.key().map_or(Segment::Index(index), |key| Segment::Key(key.clone())));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// The key of the current value; None for an item of an array.
    pub(super) fn key(&self) -> Option<&str> {
        match self.0.last()? {
            Segment::Key(key) => key.as_str(),
            Segment::Index(_) => None,
        }
    }

    /// The path as in reports, `kiln.shelves[0]`; empty for the root.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Key(key) => add_key(&mut text, key),
                Segment::Index(index) => text.push_str(&format!("[{index}]")),
            }
        }
        text
    }

    pub(super) fn text_with(&self, last: &Value) -> String {
        let mut text = self.text();
        add_key(&mut text, last);
        text
    }
}

fn add_key(text: &mut String, key: &Value) {
    text.push_str(if text.is_empty() { "" } else { "." });
    text.push_str(&go_format::plain(key));
}
