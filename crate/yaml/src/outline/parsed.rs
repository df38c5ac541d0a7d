//! The entries of a valid text, from the events of the parser.

use std::ops::Range;

use super::{Entry, Outline};
use crate::compat::{CompatEvents, CompatSource, Stop, with_events};
use crate::events::EventKind;
use crate::reader::ReadOptions;

/// An unfinished collection.
struct Open {
    /// The index of the entry that has it as its value.
    entry_index: Option<usize>,
    is_map: bool,
    /// The index of the key that gets the next value.
    key: Option<usize>,
}

/// All entries; None if the text does not parse, has collections as keys, or is nested more deeply than a render allows, since the
/// time of libyaml is quadratic in the nesting. `outline` must have the lines and documents.
pub(super) fn entries(text: &str, outline: &Outline) -> Option<Vec<Entry>> {
    let mut text = CompatSource::new(text.as_bytes()).ok()?;
    with_events(&mut text, |text, events| walk(text, events, outline)).ok()?
}

fn walk(text: &CompatSource<'_>, mut events: CompatEvents<'_>, outline: &Outline) -> Result<Option<Vec<Entry>>, Stop> {
    let mut found: Vec<Entry> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    loop {
        let event = events.next()?;
        let start = text.in_file(event.range.start);
        let end = text.in_file(event.range.end);
        let (anchor, alias, value) = match &event.kind {
            EventKind::StreamEnd => return Ok(Some(found)),
            EventKind::StreamStart | EventKind::DocumentStart { .. } | EventKind::DocumentEnd => continue,
            EventKind::SequenceEnd | EventKind::MappingEnd => {
                open.pop();
                continue;
            }
            EventKind::Alias { name } => (None, Some(name.clone()), start..end),
            EventKind::Scalar { anchor, .. } => (anchor.clone(), None, start..end),
            EventKind::SequenceStart { anchor, .. } | EventKind::MappingStart { anchor, .. } => {
                (anchor.clone(), None, start..start)
            }
        };
        let number = found.len();
        let parent = open.last().and_then(|open| open.entry_index);
        let entry = |key: Option<String>, range: Range<usize>| {
            let line = outline.line_at(range.start);
            let document = outline.document_index(line);
            Entry { key, range, value: start..start, line, parent, document, anchor: None, alias: None }
        };
        let entry_index = match open.last_mut() {
            None => None,
            Some(Open { is_map: false, .. }) => {
                found.push(entry(None, start..start));
                Some(number)
            }
            Some(top) => match top.key.take() {
                Some(key) => Some(key),
                None => {
                    let EventKind::Scalar { anchor, tag, value, .. } = &event.kind else { return Ok(None) };
                    let is_bare = anchor.is_none() && tag.is_none();
                    found.push(entry(Some(value.clone()), start..if is_bare { end } else { start }));
                    top.key = Some(number);
                    continue;
                }
            },
        };
        if let Some(entry) = entry_index.and_then(|index| found.get_mut(index)) {
            (entry.value, entry.anchor, entry.alias) = (value, anchor, alias);
        }
        if let EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } = event.kind {
            if open.len() >= ReadOptions::default().max_nesting as usize {
                return Ok(None);
            }
            let is_map = matches!(event.kind, EventKind::MappingStart { .. });
            open.push(Open { entry_index, is_map, key: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Step;

    fn parsed(text: &str) -> Option<Vec<String>> {
        let mut outline = Outline::without_entries(text);
        outline.entries = entries(text, &outline)?;
        let line = |(index, entry): (usize, &Entry)| {
            let path = outline.path(index);
            let path = path.iter().map(|step| if let Step::Key(key) = step { key } else { "[]" }).collect::<Vec<_>>();
            let alias = entry.alias.as_deref().map(|name| format!(" *{name}")).unwrap_or_default();
            format!("{} {}{alias}", path.join("."), &text[entry.range.clone()])
        };
        Some(outline.entries.iter().enumerate().map(line).collect())
    }

    #[test]
    fn keys_are_found_in_blocks_brackets_and_quotes() {
        let text = "#! é\na: {\"b c\": 1, d: [e, {f: 2}]}\n'g': &x\n  h : 1\ni:\n- j: *x\n---\n? k\n: 1\n";
        let expected = [
            "a a", "a.b c \"b c\"", "a.d d", "a.d.[] ", "a.d.[] ", "a.d.[].f f", "g 'g'", "g.h h", "i i", "i.[] ",
            "i.[].j j *x", "k k",
        ];
        assert_eq!(parsed(text).expect("YAML"), expected);
        assert_eq!(Outline::of(text).entries.last().map(|entry| entry.document), Some(1));
    }

    #[test]
    fn values_are_scalars_as_written() {
        let text = "a: yes # no\nb: !!str 'x'\n- c";
        let of = |text: &str| -> Vec<String> {
            let entries = Outline::of(text).entries;
            entries.iter().map(|entry| text[entry.value.clone()].to_owned()).collect()
        };
        assert_eq!(of(&text[..text.len() - 3]), ["yes", "!!str 'x'"]);
        assert_eq!(of(text), ["yes", "!!str 'x'", "c"]);
    }

    #[test]
    fn texts_that_do_not_parse_have_none() {
        assert_eq!(parsed("a: {\n- b"), None);
        assert_eq!(parsed("? [a]\n: 1\n"), None);
        assert_eq!(parsed(""), Some(Vec::new()));
        assert_eq!(parsed(&format!("a: {}{}", "[".repeat(600), "]".repeat(600))), None);
    }
}
