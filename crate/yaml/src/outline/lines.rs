//! The lines of a YAML text that may be broken: indentation, content and comment.
//!
//! Block scalars are followed, because a `#` in one starts no comment.

use crate::mistakes::indent;
use std::ops::Range;

/// A line of a YAML text; all ranges are bytes of the whole text.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line without its line break.
    pub range: Range<usize>,
    /// The number of spaces at its start.
    pub indent: usize,
    /// The text before the comment, trimmed; empty inside a block scalar.
    pub body: Range<usize>,
    /// The byte of the `#` of a comment.
    pub comment: Option<usize>,
}

impl Line {
    /// Whether it is a `---` before a document.
    pub fn is_separator(&self, text: &str) -> bool {
        let body = text.get(self.body.clone()).unwrap_or_default();
        self.indent == 0 && (body == "---" || body.starts_with("--- "))
    }

    /// The bytes of the name of an annotation: the word directly after `#@`.
    pub fn annotation(&self, text: &str) -> Option<Range<usize>> {
        let rest = text.get(self.comment?..self.range.end)?.strip_prefix("#@")?;
        let length = rest.find([' ', '\r']).unwrap_or(rest.len());
        let start = self.range.end - rest.len();
        (length > 0).then_some(start..start + length)
    }
}

/// Splits a text at its line feeds.
pub fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = text.len() - content.len();
    // The indentation of the line that has a block scalar as its value.
    let mut scalar: Option<usize> = None;
    for line in content.split('\n') {
        let range = start..start + line.len();
        start = range.end + 1;
        let indent = indent(line);
        if let Some(key_indent) = scalar {
            if line.trim().is_empty() || indent > key_indent {
                lines.push(Line { body: range.end..range.end, range, indent, comment: None });
                continue;
            }
            scalar = None;
        }
        let comment = comment_start(line);
        let content = &line[..comment.unwrap_or(line.len())];
        let body = content.trim();
        let from = range.start + (content.len() - content.trim_start().len()).min(content.trim_end().len());
        if opens_block_scalar(body) {
            scalar = Some(indent);
        }
        let comment = comment.map(|at| range.start + at);
        lines.push(Line { body: from..from + body.len(), range, indent, comment });
    }
    lines
}

/// The start of the comment of a line: a `#` after white space and outside of quotes.
fn comment_start(line: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    // The last character that is not white space: a quote inside a word is part of it.
    let mut solid = ' ';
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match quote {
            Some('"') if escaped => escaped = false,
            Some('"') if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' && before.is_whitespace() => return Some(at),
            None if matches!(c, '"' | '\'') && matches!(solid, ' ' | ':' | '-' | ',' | '[' | '{') => quote = Some(c),
            None => {}
        }
        before = c;
        if !c.is_whitespace() {
            solid = c;
        }
    }
    None
}

fn opens_block_scalar(body: &str) -> bool {
    let header = body.rsplit([' ', ':']).next().unwrap_or_default();
    let mut rest = header.chars();
    matches!(rest.next(), Some('|' | '>')) && rest.all(|c| matches!(c, '+' | '-' | '0'..='9'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &str, &str)> {
        let lines = lines(text);
        lines
            .into_iter()
            .map(|l| (l.indent, &text[l.body], l.comment.map_or("", |at| &text[at..l.range.end])))
            .collect()
    }

    #[test]
    fn comments_are_found() {
        let text = "a: 'x # y' #@ z\n  b: it's # no\nc: \"\\\" # \" #! d\n#@ load(\"#\")\ne#f";
        let expected = [
            (0, "a: 'x # y'", "#@ z"),
            (2, "b: it's", "# no"),
            (0, "c: \"\\\" # \"", "#! d"),
            (0, "", "#@ load(\"#\")"),
            (0, "e#f", ""),
        ];
        assert_eq!(found(text), expected);
    }

    #[test]
    fn block_scalars_have_neither_comments_nor_keys() {
        let text = "a: |\n  #@ no\n\n  b: 1\nc: >-2\n d\n#@ yes";
        let bodies: Vec<&str> =
            found(text).into_iter().map(|(_, body, comment)| if comment.is_empty() { body } else { comment }).collect();
        assert_eq!(bodies, ["a: |", "", "", "", "c: >-2", "", "#@ yes"]);
    }
}
