//! Formats YAML with its comments, as `ytt fmt` does: two spaces per level, one blank line around nodes with comments above them,
//! scalars as the printer writes them. The text of comments is not changed.

use super::go_format;
use super::printer;
use super::tree::{Document, DocumentSet, Meta, Value};

/// Formats the documents of a file.
pub fn format(documents: &DocumentSet) -> String {
    let mut formatter = Formatter { text: String::new(), last: Last::Line };
    // No `---` is written before an empty last document, which may only carry comments.
    let separated =
        documents.items.len() - usize::from(documents.items.last().is_some_and(|last| last.borrow().is_empty()));
    for (index, document) in documents.iter().enumerate() {
        formatter.document(&document, index == 0, (1..separated).contains(&index));
    }
    formatter.text
}

/// The first key that [`format()`] turns into another one, and its line: it writes no quotes, and a Go type for a key that is not a string.
pub fn changed_key(documents: &DocumentSet) -> Option<(String, u32)> {
    documents.iter().find_map(|document| changed_key_in(&document.value))
}

fn changed_key_in(value: &Value) -> Option<(String, u32)> {
    value.items().find_map(|item| {
        let item = item.borrow();
        let key = item.key().map(|key| (printer::print_trimmed(key), go_format::file_key(key)));
        let changed = key.filter(|(printed, formatted)| printed != formatted);
        changed.map(|(printed, _)| (printed, item.meta().position.line())).or_else(|| changed_key_in(item.value()))
    })
}

struct Formatter {
    text: String,
    last: Last,
}

/// The end of the text so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A whole line.
    Line,
    /// A line, after which a blank line is needed if anything follows.
    Blank,
    /// `- ` or `key:`, after which the value may follow on the same line.
    Open,
}

/// The comments of a node.
struct Comments {
    /// The comment on the line of the node, with a space and `#`.
    beside: String,
    /// Whether there are comments above the node.
    above: bool,
}

impl Formatter {
    fn document(&mut self, document: &Document, is_first: bool, is_separated: bool) {
        let comments = self.comments(&document.meta, "", is_first);
        if is_separated || !comments.beside.is_empty() {
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
                for (index, item) in map.borrow().iter().enumerate() {
                    let comments = self.comments(&item.meta, indent, index == 0);
                    let key = format!("{}:", go_format::item_key(&item));
                    // Only leaves may be on the line of the key.
                    self.item(&key, &item.value, &comments, is_leaf(&item.value), indent);
                }
            }
            Value::Array(array) => {
                for (index, item) in array.borrow().iter().enumerate() {
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

    /// Writes the comments above a node, and returns the one beside it. There is no blank line before a first child.
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

    /// Writes a line. `may_share`: it may continue an open line. `opens`: the next text may continue it.
    fn line(&mut self, indent: &str, content: &str, may_share: bool, opens: bool) {
        match self.last {
            Last::Open if may_share => self.text.push(' '),
            Last::Open | Last::Blank => {
                self.text.push('\n');
                self.text.push_str(indent);
            }
            Last::Line => self.text.push_str(indent),
        }
        // The printer has indented the lines of a block scalar for the outermost level.
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

/// Whether a value is printed after its key or dash: a scalar or an empty collection.
fn is_leaf(value: &Value) -> bool {
    !value.is_collection() || value.is_empty_collection()
}

fn text_of(leaf: &Value) -> String {
    let mut text = printer::print_value(leaf);
    text.pop();
    text
}
