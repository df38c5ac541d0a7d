//! Formats YAML with its comments, as `ytt fmt` does: two spaces a level, one blank line around what has comments
//! above it, scalars as the printer writes them.
//!
//! Takes a tree as it was read, hands on text. What follows a `#` is kept to the letter.

use super::go_format;
use super::printer;
use super::tree::{Document, DocumentSet, Meta, Value};

/// The documents of a file, formatted.
pub fn format(documents: &DocumentSet) -> String {
    let mut formatter = Formatter { text: String::new(), last: Last::Line };
    for (index, document) in documents.items.iter().enumerate() {
        formatter.document(document, index == 0);
    }
    formatter.text
}

struct Formatter {
    text: String,
    last: Last,
}

/// What was written last decides how the next piece follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A whole line.
    Line,
    /// A blank line is due, if anything follows.
    Blank,
    /// `- ` or `key:`, whose line the value may share.
    Open,
}

/// The comments of a node.
struct Comments {
    /// With the space and the sign, on the line of the node.
    beside: String,
    /// There were some above it.
    above: bool,
}

impl Formatter {
    fn document(&mut self, document: &Document, is_first: bool) {
        let comments = self.comments(&document.meta, "", is_first);
        if !is_first || !comments.beside.is_empty() {
            self.line("", &format!("---{}", comments.beside), false, false);
        }
        if !document.value.is_null() {
            self.value(&document.value, "");
        }
        self.end_item(&comments);
    }

    fn value(&mut self, value: &Value, indent: &str) {
        match value {
            Value::Map(map) => {
                for (index, item) in map.items.iter().enumerate() {
                    let comments = self.comments(&item.meta, indent, index == 0);
                    let key = format!("{}:", go_format::item_key(item));
                    // A block below a key starts a line of its own; only text may share the key's.
                    self.item(&key, &item.value, &comments, is_leaf(&item.value), indent);
                }
            }
            Value::Array(array) => {
                for (index, item) in array.items.iter().enumerate() {
                    let comments = self.comments(&item.meta, indent, index == 0);
                    self.item("-", &item.value, &comments, true, indent);
                }
            }
            Value::DocumentSet(_) => {}
            leaf => self.line(indent, &text_of(leaf), true, false),
        }
    }

    fn item(&mut self, head: &str, value: &Value, comments: &Comments, shares_line: bool, indent: &str) {
        let beside = &comments.beside;
        let text = is_leaf(value).then(|| text_of(value)).filter(|text| !text.contains('\n'));
        match text {
            None => {
                self.line(indent, &format!("{head}{beside}"), true, shares_line && beside.is_empty());
                self.value(value, &format!("{indent}  "));
            }
            Some(_) if value.is_null() && !beside.is_empty() => {
                self.line(indent, &format!("{head}{beside}"), true, false);
            }
            Some(text) => self.line(indent, &format!("{head} {text}{beside}"), true, false),
        }
        self.end_item(comments);
    }

    fn end_item(&mut self, comments: &Comments) {
        if comments.above {
            self.last = Last::Blank;
        }
    }

    /// Writes the comments above a node; gives back the one beside it. Above a first child is no blank line.
    fn comments(&mut self, meta: &Meta, indent: &str, is_first: bool) -> Comments {
        let mut found = Comments { beside: String::new(), above: false };
        for comment in meta.comments() {
            if meta.position.is_known() && comment.position.line() == meta.position.line() {
                found.beside = format!(" #{}", comment.text);
                continue;
            }
            if !is_first && !found.above {
                self.last = Last::Blank;
            }
            found.above = true;
            self.line(indent, &format!("#{}", comment.text), false, false);
        }
        found
    }

    /// `may_share` the line that is open; `opens` one for what follows.
    fn line(&mut self, indent: &str, content: &str, may_share: bool, opens: bool) {
        match self.last {
            Last::Open if may_share => self.text.push(' '),
            Last::Open | Last::Blank => {
                self.text.push('\n');
                self.text.push_str(indent);
            }
            Last::Line => self.text.push_str(indent),
        }
        // The printer indents the lines of a block already, as if the block stood at the outermost level.
        let outer = indent.get(2..).unwrap_or_default();
        self.text.push_str(&content.replace('\n', &format!("\n{outer}")));
        if opens {
            self.last = Last::Open;
        } else {
            self.text.push('\n');
            self.last = Last::Line;
        }
    }
}

fn is_leaf(value: &Value) -> bool {
    !matches!(value, Value::Map(_) | Value::Array(_) | Value::DocumentSet(_))
}

fn text_of(leaf: &Value) -> String {
    let mut text = printer::print_value(leaf);
    text.pop();
    text
}
