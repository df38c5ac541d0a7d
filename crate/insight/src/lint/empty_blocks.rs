//! A lint of blocks of text without a line, above lines that are keys of the same map since they are not indented.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::{Entry, Line};

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let (text, outline) = (buffer.text, buffer.outline());
    for entry in &outline.entries {
        let Some(written) = text.get(entry.value.clone()).map(str::trim_end) else { continue };
        let is_empty = written.trim_start_matches(['|', '>', '+', '-']).is_empty() && written.starts_with(['|', '>']);
        let Some(key) = entry.key.as_deref().filter(|_| is_empty && !entry.range.is_empty()) else { continue };
        let column = entry.range.start - outline.lines[entry.line].range.start;
        // Text ends at an empty line, and where a map does.
        let is_text = |line: &&Line| {
            line.indent >= column && !text[line.range.clone()].trim().is_empty() && !line.is_separator(text)
        };
        let below: Vec<&Line> = outline.lines[entry.line + 1..].iter().take_while(is_text).collect();
        let is_comment = |line: &&&Line| text[line.range.clone()].trim_start().starts_with('#');
        let next = entry.line + 1 + below.iter().take_while(is_comment).count();
        let is_sibling = |other: &Entry| other.line == next && other.key.is_some() && other.parent == entry.parent;
        if !outline.entries.iter().any(is_sibling) {
            continue;
        }
        let edits = below.iter().map(|line| (line.range.start..line.range.start, "  ".to_owned())).collect();
        let value = entry.value.start..entry.value.start + written.len();
        found.push(Lint {
            message: format!("The text block of {key} is empty: the line below it is not indented"),
            fixes: vec![
                Change::of("Indent the lines below", Edits(edits)),
                Change::of("Write an empty text: \"\"", Edits::one(value.clone(), "\"\"")),
            ],
            ..Lint::new(Kind::EmptyBlock, file, value)
        });
    }
}
