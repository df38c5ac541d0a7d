//! A lint of lines that look like items of a list, but are part of the plain text above them, since they are indented more than its dash.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::Line;

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let (text, outline) = (buffer.text, buffer.outline());
    for entry in &outline.entries {
        let value = text.get(entry.value.clone()).unwrap_or_default();
        if value.starts_with(['"', '\'', '|', '>', '&', '!']) {
            continue;
        }
        let below = outline.lines[outline.line_at(entry.value.start) + 1..].iter();
        let below = below.take_while(|line| line.range.start < entry.value.end);
        let items: Vec<&Line> = below.filter(|line| text[line.body.clone()].starts_with("- ")).collect();
        let Some(first) = items.first() else { continue };
        // The item that has the text may be that of another one.
        let before = &text[outline.lines[entry.line].range.start..entry.value.start];
        let dash = before.trim_end().strip_suffix('-').filter(|before| before.bytes().all(|it| b" -".contains(&it)));
        let align = dash.map(|before| {
            let edit = |line: &&Line| (line.range.start..line.body.start, " ".repeat(before.len()));
            Change::of("Align with the item above", Edits(items.iter().map(edit).collect()))
        });
        found.push(Lint {
            message: "This line is part of the text above it, not an item of a list".to_owned(),
            fixes: align.into_iter().collect(),
            ..Lint::new(Kind::JoinedItem, file, first.body.clone())
        });
    }
}
