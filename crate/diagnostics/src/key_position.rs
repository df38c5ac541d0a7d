//! The positions of keys, which the YAML reader does not report, derived from those of items.

use std::ops::Range;

use crate::positions::{Position, Source};

/// The position of a key; `at` is the position of its item.
pub fn key_at(at: &Position, name: &str) -> Option<Position> {
    let (range, _) = key(at.source()?, at.line(), at.own_span()?, name)?;
    Some(at.clone().with_span(range))
}

/// The range of a key, without its quotes, and the quote; `span` is the range of the key or of its value on the same line.
pub fn key(source: &Source, line: u32, span: Range<usize>, key: &str) -> Option<(Range<usize>, Option<char>)> {
    let line = source.line_range(line)?;
    let written = |text: &str| -> Option<(usize, Option<char>)> {
        let forms = [(key.to_owned(), None), (format!("\"{key}\""), Some('"')), (format!("'{key}'"), Some('\''))];
        let (form, quote) = forms.into_iter().find(|(form, _)| text.ends_with(form.as_str()))?;
        let before = text[..text.len() - form.len()].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || matches!(c, '{' | '[' | ',')).then_some((form.len(), quote))
    };
    let whole = source.text.get(span.clone())?;
    if let Some((length, quote)) = written(whole).filter(|(length, _)| *length == whole.len()) {
        // The span may be that of a value with the same text as the key.
        let after = source.text.get(span.end..line.end)?.trim_start();
        if after.starts_with(':') {
            return Some((span.start..span.start + length, quote));
        }
    }
    let before = source.text.get(line.start..span.start)?.trim_end().strip_suffix(':')?.trim_end();
    let (length, quote) = written(before)?;
    let end = line.start + before.len();
    Some((end - length..end, quote))
}

/// The position of the plain key of an item, as it is written; `at` is the position of the item.
pub fn written_key(at: &Position) -> Option<Position> {
    let (source, span) = (at.source()?, at.own_span()?);
    if source.text.get(span.end..)?.trim_start_matches(' ').starts_with(':') {
        return Some(at.clone());
    }
    let line = source.line_range(at.line())?;
    let before = source.text.get(line.start..span.start)?.trim_end().strip_suffix(':')?.trim_end();
    let start = before.rfind([' ', '{', ',']).map_or(0, |at| at + 1);
    Some(at.clone().with_span(line.start + start..line.start + before.len()))
}
