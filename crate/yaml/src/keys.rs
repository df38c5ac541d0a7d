//! Where the keys of a YAML text stand: what an editor needs that the tree does not keep.
//!
//! Takes bytes, hands on every key and every item of a list with its bytes, in the order of the text. Keys in brackets,
//! in quotes and behind anchors are found like all others. A text that is no YAML has none.

use std::ops::Range;

use super::events::EventKind;
use super::source_guards::{GuardedEvents, GuardedText, Stop, with_events};

/// A key, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// What the key says, without its quotes; None for an item.
    pub key: Option<String>,
    /// Bytes of the key as written; nothing for an item, and for a key behind an anchor or a tag.
    pub range: Range<usize>,
    /// Where its value starts.
    pub value: usize,
    /// The key or item that holds it.
    pub parent: Option<usize>,
    /// Counts the documents from 0.
    pub document: usize,
    /// What its value is called, and what it is a copy of.
    pub anchor: Option<String>,
    pub alias: Option<String>,
}

/// A collection that is not finished yet.
struct Open {
    parent: Option<usize>,
    is_map: bool,
    /// The key whose value comes next.
    key: Option<usize>,
}

/// All keys and items; None where the text is no YAML, or has collections as keys.
pub fn keys(bytes: &[u8]) -> Option<Vec<KeyPlace>> {
    let mut text = GuardedText::new(bytes).ok()?;
    with_events(&mut text, walk).ok()?
}

fn walk(text: &GuardedText<'_>, mut events: GuardedEvents<'_>) -> Result<Option<Vec<KeyPlace>>, Stop> {
    let mut found: Vec<KeyPlace> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut document, mut documents) = (0, 0);
    loop {
        let event = events.next()?;
        let start = text.in_file(event.range.start);
        let (anchor, alias) = match &event.kind {
            EventKind::StreamEnd => return Ok(Some(found)),
            EventKind::StreamStart | EventKind::DocumentEnd => continue,
            EventKind::DocumentStart { .. } => {
                (document, documents) = (documents, documents + 1);
                continue;
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => {
                open.pop();
                continue;
            }
            EventKind::Alias { name } => (None, Some(name.clone())),
            EventKind::Scalar { anchor, .. }
            | EventKind::SequenceStart { anchor, .. }
            | EventKind::MappingStart { anchor, .. } => (anchor.clone(), None),
        };
        let number = found.len();
        let parent = open.last().and_then(|open| open.parent);
        let entry = |key: Option<String>, range: Range<usize>| KeyPlace {
            key,
            range,
            value: start,
            parent,
            document,
            anchor: None,
            alias: None,
        };
        let holder = match open.last_mut() {
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
                    let end = if is_bare { text.in_file(event.range.end) } else { start };
                    found.push(entry(Some(value.clone()), start..end));
                    top.key = Some(number);
                    continue;
                }
            },
        };
        if let Some(holder) = holder.and_then(|holder| found.get_mut(holder)) {
            (holder.value, holder.anchor, holder.alias) = (start, anchor, alias);
        }
        if let EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } = event.kind {
            let is_map = matches!(event.kind, EventKind::MappingStart { .. });
            open.push(Open { parent: holder, is_map, key: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<Vec<String>> {
        let found = keys(text.as_bytes())?;
        let path = |index: usize| {
            let mut steps = Vec::new();
            let mut at = Some(index);
            while let Some(index) = at {
                steps.push(found[index].key.clone().unwrap_or_else(|| "[]".to_owned()));
                at = found[index].parent;
            }
            steps.reverse();
            steps.join(".")
        };
        let line = |(index, place): (usize, &KeyPlace)| {
            let alias = place.alias.as_deref().map(|name| format!(" *{name}")).unwrap_or_default();
            format!("{} {}{alias}", path(index), &text[place.range.clone()])
        };
        Some(found.iter().enumerate().map(line).collect())
    }

    #[test]
    fn keys_are_found_in_blocks_brackets_and_quotes() {
        let text = "#! é\na: {\"b c\": 1, d: [e, {f: 2}]}\n'g': &x\n  h : 1\ni:\n- j: *x\n---\n? k\n: 1\n";
        let expected = [
            "a a",
            "a.b c \"b c\"",
            "a.d d",
            "a.d.[] ",
            "a.d.[] ",
            "a.d.[].f f",
            "g 'g'",
            "g.h h",
            "i i",
            "i.[] ",
            "i.[].j j *x",
            "k k",
        ];
        assert_eq!(shown(text).expect("YAML"), expected);
        assert_eq!(keys(text.as_bytes()).expect("YAML").last().map(|key| key.document), Some(1));
    }

    #[test]
    fn what_is_no_yaml_has_none() {
        assert_eq!(shown("a: {\n- b"), None);
        assert_eq!(shown("? [a]\n: 1\n"), None);
        assert_eq!(shown(""), Some(Vec::new()));
    }
}
