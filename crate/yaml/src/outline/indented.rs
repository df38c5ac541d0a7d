//! The entries of a text that does not parse, by the indentation of its lines.

use std::ops::Range;

use super::{Entry, Line, Outline};

impl Outline {
    pub(super) fn add_indented_entries(&mut self, text: &str, caret: Option<usize>) {
        // The ancestors of the next entry, with their indentation.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut document = 0;
        for number in 0..self.lines.len() {
            if self.document_index(number) != document {
                document = self.document_index(number);
                open.clear();
            }
            let line = &self.lines[number];
            for mut entry in entries(text, line, caret) {
                let indent = entry.range.start - line.range.start;
                while let Some(&(top, top_indent)) = open.last() {
                    // The dashes of an array may have the indentation of its key.
                    let is_array_of_key = self.entries[top].key.is_some() && entry.key.is_none();
                    if top_indent < indent || (top_indent == indent && is_array_of_key) {
                        break;
                    }
                    open.pop();
                }
                entry.parent = open.last().map(|(top, _)| *top);
                entry.line = number;
                entry.document = document;
                open.push((self.entries.len(), indent));
                self.entries.push(entry);
            }
        }
    }
}

/// The entries that start on a line, without parent, line and document.
fn entries(text: &str, line: &Line, caret: Option<usize>) -> Vec<Entry> {
    if line.is_separator(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut entry = |key: Option<String>, range: Range<usize>, value: Range<usize>| {
        found.push(Entry { key, range, value, line: 0, parent: None, document: 0, anchor: None, alias: None });
    };
    let body = text.get(line.body.clone()).unwrap_or_default();
    let end = line.body.end;
    let mut at = line.body.start;
    let mut rest = body;
    while let Some(after) = rest.strip_prefix('-').filter(|after| after.is_empty() || after.starts_with(' ')) {
        let next = after.trim_start();
        entry(None, at..at + 1, end - next.len()..end);
        at = end - next.len();
        rest = next;
    }
    let is_here = |at: &usize| (line.range.start..=line.comment.unwrap_or(line.range.end)).contains(at);
    if let Some((key, length)) = key(rest) {
        let value = rest[length..].trim_start_matches(':').trim_start();
        entry(Some(key), at..at + length, end - value.len()..end);
    } else if let Some(caret) = caret.filter(is_here) {
        // The line is empty, or has a word up to the caret: an incomplete key.
        let start = if rest.is_empty() && !body.ends_with('-') { caret } else { at.min(caret) };
        let typed = text.get(start..end.max(start)).unwrap_or_default();
        if start <= caret && !typed.contains([' ', '{', '[', '"', '\'']) {
            entry(Some(String::new()), start..end.max(start), end.max(start)..end.max(start));
        }
    }
    found
}

/// The key at the start of a text, without quotes, and its length in the text.
fn key(text: &str) -> Option<(String, usize)> {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let length = text[1..].find(quote)? + 2;
        return text[length..].starts_with(':').then(|| (text[1..length - 1].to_owned(), length));
    }
    let length = text.char_indices().find_map(|(at, c)| {
        let next = text[at + c.len_utf8()..].chars().next();
        (c == ':' && next.is_none_or(char::is_whitespace)).then_some(at)
    })?;
    Some((text[..length].trim_end().to_owned(), length))
}
