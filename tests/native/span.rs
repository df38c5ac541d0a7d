//! Whether a span is valid in a text: within it, between characters, with consistent line, column and offset.

use ytterby::boundary::{Caret, Span};

/// `text` in UTF-16 code units.
pub(crate) fn check(span: &Span, text: &[u16]) -> Result<(), String> {
    check_caret(span.start, text)?;
    check_caret(span.end, text)?;
    if span.start.offset > span.end.offset { Err(format!("{span:?} ends before it starts")) } else { Ok(()) }
}

fn check_caret(caret: Caret, text: &[u16]) -> Result<(), String> {
    let offset = caret.offset as usize;
    let before = text.get(..offset).ok_or_else(|| format!("{caret:?} is behind the end"))?;
    let newline = u16::from(b'\n');
    let line = 1 + before.iter().filter(|unit| **unit == newline).count();
    let start = before.iter().rposition(|unit| *unit == newline).map_or(0, |at| at + 1);
    if (caret.line as usize, caret.column as usize) != (line, offset - start) {
        return Err(format!("{caret:?} is at {line}, {}", offset - start));
    }
    let is_low = text.get(offset).is_some_and(|unit| (0xDC00..0xE000).contains(unit));
    let behind_high = before.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit));
    if is_low && behind_high { Err(format!("{caret:?} is inside a surrogate pair")) } else { Ok(()) }
}
