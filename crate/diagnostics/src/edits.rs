//! Edits of a text as data.

use std::ops::Range;

use crate::positions::Source;

/// Ranges of bytes and their replacements, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edits(pub Vec<(Range<usize>, String)>);

impl Edits {
    /// A single edit.
    pub fn one(range: Range<usize>, text: impl Into<String>) -> Edits {
        Edits(vec![(range, text.into())])
    }

    /// An insertion.
    pub fn insert(at: usize, text: impl Into<String>) -> Edits {
        Edits::one(at..at, text)
    }

    /// The edited text; None if the ranges do not fit it.
    pub fn applied(&self, text: &str) -> Option<String> {
        let (mut edited, mut from) = (String::with_capacity(text.len() + 64), 0);
        for (range, replacement) in &self.0 {
            edited.push_str(text.get(from..range.start)?);
            edited.push_str(replacement);
            from = range.end;
        }
        edited.push_str(text.get(from..)?);
        Some(edited)
    }

    /// The last edited line, counted from 1, in the edited text.
    pub fn last_line(&self, source: &Source) -> u32 {
        let breaks = |text: &str| text.matches('\n').count() as u32;
        let last = self.0.last().map_or(1, |(range, _)| source.line_at(range.end));
        let added: u32 = self.0.iter().map(|(_, text)| breaks(text)).sum();
        let removed: u32 = self.0.iter().map(|(range, _)| source.text.get(range.clone()).map_or(0, breaks)).sum();
        (last + added).saturating_sub(removed).max(1)
    }
}
