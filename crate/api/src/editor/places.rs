//! Converts positions to the units of editors: lines and UTF-16 code units. All other code counts bytes.

use std::ops::Range;

use crate::boundary::{Caret, Place, Span};
use crate::positions::{Position, Source};

/// A position in the units of editors; None if it is unknown.
pub fn place(position: &Position) -> Option<Place> {
    // Texts of some flags have no name.
    let source = position.source().filter(|source| position.memory_text().is_none() && !source.path().is_empty())?;
    let span = position.span().filter(|_| position.is_known());
    let span = span.map(|range| self::span(source, range));
    Some(Place { file: source.path().to_owned(), span })
}

/// A range of bytes of a file in the units of editors; None for texts without a name.
pub fn place_in(source: &Source, range: Range<usize>) -> Option<Place> {
    let is_file = !source.path().is_empty();
    is_file.then(|| Place { file: source.path().to_owned(), span: Some(span(source, range)) })
}

/// A range of bytes in the units of editors.
pub fn span(source: &Source, range: Range<usize>) -> Span {
    Span { start: caret(source, range.start), end: caret(source, range.end) }
}

fn caret(source: &Source, offset: usize) -> Caret {
    let line = source.line_at(offset);
    // For editors, a byte order mark is part of the first line.
    let start = source.line_range(line).filter(|_| line > 1).map_or(0, |range| range.start);
    let (offset, start) = (source.utf16(offset), source.utf16(start));
    Caret { line, column: offset.saturating_sub(start) as u32, offset: offset as u32 }
}

/// The bytes of a range in the units of editors; None if the text does not have it.
pub fn bytes(text: &str, span: Span) -> Option<Range<usize>> {
    let byte = |caret: Caret| {
        let before = text.split_inclusive('\n').take(caret.line.checked_sub(1)? as usize);
        let start = before.map(str::len).sum::<usize>();
        let mut units = 0;
        let within = text.get(start..)?.char_indices().find(|(_, c)| {
            let is_there = units >= caret.column;
            units += c.len_utf16() as u32;
            is_there
        });
        Some(within.map_or(text.len(), |(at, _)| start + at))
    };
    Some(byte(span.start)?..byte(span.end)?)
}
