//! The program's text as the scanner sees it, with the way back to the lines it came from.
//!
//! ytt left-trims every line of a program before scanning it (unless the line before ends with a
//! backslash), so offsets in the scanned text are not offsets in what the user wrote. `Source` keeps
//! both: everything inside of the front end uses scanned offsets, everything that leaves it in
//! program lines and in byte ranges of the untrimmed program.

use std::ops::Range;
use std::rc::Rc;

use super::Options;
use crate::limits::Budget;

/// A byte range of the scanned (trimmed) text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, both byte offsets.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest range holding both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start, other.end)
    }
}

#[derive(Clone, Copy, Debug)]
struct LineStart {
    /// The start of the line in the scanned text.
    scanned: u32,
    /// The offset of its first byte in the untrimmed program.
    original: u32,
}

/// The scanned text and its lines.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    lines: Vec<LineStart>,
    /// Whether the text is a string of `byte_text`.
    pub(super) is_escaped: bool,
    /// Counts its tokens.
    pub(super) budget: Option<Rc<Budget>>,
}

impl Source {
    /// Joins the program's lines by ytt's rule: each is left-trimmed unless the previous one, trimmed, ends with `\`.
    pub fn new(lines: &[&str]) -> Source {
        Source::within(lines, &Options::default())
    }

    /// [`Source::new`] with the budget and the encoding of some options.
    pub(super) fn within(lines: &[&str], options: &Options<'_>) -> Source {
        let mut text = String::with_capacity(lines.iter().map(|l| l.len() + 1).sum());
        let mut starts = Vec::with_capacity(lines.len());
        let mut original = 0usize;
        let mut continued = false;
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            let kept = if continued { line } else { line.trim_start() };
            let trimmed = line.len() - kept.len();
            let breaks = line_ends(kept);
            for start in std::iter::once(0).chain(breaks) {
                starts.push(LineStart {
                    scanned: offset(text.len() + start),
                    original: offset(original + trimmed + start),
                });
            }
            continued = kept.ends_with('\\');
            text.push_str(kept);
            original += line.len() + 1;
        }
        if starts.is_empty() {
            starts.push(LineStart { scanned: 0, original: 0 });
        }
        Source { text, lines: starts, is_escaped: options.is_escaped, budget: options.budget.clone() }
    }

    /// The text to scan.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when it is not a range of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The 1-based line of a scanned offset. Entries of several lines (values of text templates) count as several:
    /// ytt then looks the number up among its entries, and so do we.
    pub fn line(&self, at: u32) -> u32 {
        offset(self.lines.partition_point(|l| l.scanned <= at)).max(1)
    }

    /// The same place in the untrimmed program (its lines joined by `\n`).
    pub fn original(&self, at: u32) -> u32 {
        let line = self.lines.partition_point(|l| l.scanned <= at);
        match self.lines.get(line.saturating_sub(1)) {
            Some(start) => start.original + (at - start.scanned),
            None => at,
        }
    }

    /// A span as a byte range of the untrimmed program.
    pub fn original_range(&self, span: Span) -> Range<u32> {
        let start = self.original(span.start);
        start..self.original(span.end).max(start)
    }
}

/// The ends of the lines within an entry. A CR alone ends a line, too, but one at the end of an entry is followed by LF.
fn line_ends(entry: &str) -> impl Iterator<Item = usize> {
    let bytes = entry.as_bytes();
    let ends = move |at: usize| match bytes.get(at) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(at + 1).is_some_and(|next| *next != b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(move |at| ends(*at)).map(|at| at + 1)
}

/// Programs are far below 4 GiB; a longer one saturates instead of wrapping.
pub fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_lines_unless_continued() {
        let source = Source::new(&["  a = 1 \\", "   + 2", "  b"]);
        assert_eq!(source.text(), "a = 1 \\\n   + 2\nb");
        assert_eq!(source.line(0), 1);
        assert_eq!(source.line(source.text().len() as u32), 3);
        let b = source.text().len() as u32 - 1;
        assert_eq!(source.original(b), 9 + 1 + 6 + 1 + 2);
    }
}
