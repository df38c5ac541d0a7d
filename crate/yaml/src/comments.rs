//! Finds comments and assigns them to nodes.
//!
//! The YAML parser drops comments. [`CommentScan`] finds them in the text between its events, which otherwise consists of white
//! space, punctuation and directives. [`assign`] assigns them by line: to the last node that starts on the same line, or else to
//! the first node on the next line with one.

use std::ops::Range;

use super::tree::{Comment, Document, Meta, Value};

/// A comment that is not assigned yet.
#[derive(Clone, Debug)]
pub(crate) struct FoundComment {
    /// From `#` to the end of the line.
    pub range: Range<usize>,
    /// 0-based.
    pub line: u32,
}

/// Scans the text between events.
#[derive(Default)]
pub(crate) struct CommentScan {
    /// The comments since the last [`CommentScan::take`].
    pub found: Vec<FoundComment>,
    at: usize,
    /// 0-based.
    line: u32,
}

impl CommentScan {
    /// Scans up to an event, and returns the line of the last dash or comma, if any.
    pub(crate) fn walk_to(&mut self, text: &[u8], end: usize) -> Option<u32> {
        let mut separator = None;
        while self.at < end {
            match text[self.at] {
                b' ' => self.at += 1,
                b'#' => self.comment(text),
                b'-' | b',' => {
                    separator = Some(self.line);
                    self.at += 1;
                }
                _ => self.step(text),
            }
        }
        separator
    }

    /// Scans `---` and the directives before it.
    pub(crate) fn walk_document_start(&mut self, text: &[u8], end: usize) {
        let mut at_line_start = true;
        while self.at < end {
            match text[self.at] {
                // ytt ignores comments after a directive.
                b'%' if at_line_start => self.at = line_end(text, self.at),
                b'#' => self.comment(text),
                _ => {
                    at_line_start = break_width(&text[self.at..]) > 0;
                    self.step(text);
                }
            }
        }
    }

    /// Scans the anchor and tag of a node, and the comments after them.
    pub(crate) fn walk_properties(&mut self, text: &[u8], end: usize) {
        while self.at < end {
            match text[self.at] {
                b'#' => self.comment(text),
                b'&' | b'!' => self.at = word_end(text, self.at, end),
                b' ' | b'\t' => self.at += 1,
                _ if break_width(&text[self.at..]) > 0 => self.step(text),
                _ => break,
            }
        }
    }

    /// Continues after an event.
    pub(crate) fn jump(&mut self, at: usize, line: u32) {
        self.at = at;
        self.line = line;
    }

    pub(crate) fn take(&mut self) -> Vec<FoundComment> {
        std::mem::take(&mut self.found)
    }

    fn step(&mut self, text: &[u8]) {
        match break_width(&text[self.at..]) {
            0 => self.at += 1,
            width => {
                self.at += width;
                self.line += 1;
            }
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let end = line_end(text, self.at);
        self.found.push(FoundComment { range: self.at..end, line: self.line });
        self.at = end;
    }
}

/// The start of the content of a node, after its anchor, its tag and their comments.
pub(crate) fn content_start(text: &[u8], range: &Range<usize>) -> usize {
    let mut scan = CommentScan { at: range.start, ..CommentScan::default() };
    scan.walk_properties(text, range.end.min(text.len()));
    scan.at
}

/// The length of a line break at the start; 0 if there is none.
pub(crate) fn break_width(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xc2, 0x85, ..] => 2,
        [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
        _ => 0,
    }
}

pub(crate) fn count_breaks(text: &[u8]) -> u32 {
    let mut scan = CommentScan::default();
    while scan.at < text.len() {
        scan.step(text);
    }
    scan.line
}

fn line_end(text: &[u8], from: usize) -> usize {
    (from..text.len()).find(|at| break_width(&text[*at..]) > 0).unwrap_or(text.len())
}

/// The end of an anchor or tag.
fn word_end(text: &[u8], from: usize, end: usize) -> usize {
    (from..end).find(|at| matches!(text[*at], b' ' | b'\t') || break_width(&text[*at..]) > 0).unwrap_or(end)
}

/// Assigns comments to the nodes of a document. Returns those after the last node, which belong to the next document.
pub(crate) fn assign(document: &mut Document, comments: Vec<Comment>) -> Vec<Comment> {
    if comments.is_empty() {
        return comments;
    }
    let mut nodes: Vec<(u32, u32)> = Vec::new();
    visit(document, &mut |meta| {
        if meta.position.is_known() {
            nodes.push((meta.position.line(), nodes.len() as u32));
        }
    });
    // By line, then in the order of the tree.
    nodes.sort_unstable();
    let mut unassigned = Vec::new();
    let mut owned: Vec<(u32, Comment)> = Vec::new();
    for comment in comments {
        let line = comment.position.line();
        let after = nodes.partition_point(|(node, _)| *node <= line);
        let on_line = after.checked_sub(1).and_then(|last| nodes.get(last)).filter(|(node, _)| *node == line);
        match on_line.or_else(|| nodes.get(after)) {
            Some((_, owner)) => owned.push((*owner, comment)),
            None => unassigned.push(comment),
        }
    }
    owned.sort_by_key(|(owner, _)| *owner);
    let mut owned = owned.into_iter().peekable();
    let mut number = 0;
    visit(document, &mut |meta| {
        if meta.position.is_known() {
            while let Some((_, comment)) = owned.next_if(|(owner, _)| *owner == number) {
                meta.add_comment(comment);
            }
            number += 1;
        }
    });
    unassigned
}

/// Calls `look` for the document and its items in preorder.
fn visit(document: &mut Document, look: &mut impl FnMut(&mut Meta)) {
    look(&mut document.meta);
    visit_items(&document.value, look);
}

fn visit_items(value: &Value, look: &mut impl FnMut(&mut Meta)) {
    for item in value.items() {
        look(item.borrow_mut().meta_mut());
        visit_items(item.borrow().value(), look);
    }
}
