//! The values file as a ytt data values file: annotated, with comments that ytt accepts.

use std::collections::{BTreeSet, HashSet};

use crate::positions::Source;
use crate::yaml::indent;
use crate::yaml::tree::{Comment, DocumentSet, Value};

/// The file with `#@data/values` above each document, `#@overlay/replace` above lists, and `#!` for `#`. None if annotations have no
/// place: with YAML directives, which are before the `---`, and with lists in a map that is written in brackets.
pub(super) fn data_values(source: &Source, documents: &DocumentSet, comments: &[Comment]) -> Option<String> {
    let text = &source.text;
    if text.split('\n').any(|line| line.starts_with('%')) {
        return None;
    }
    let mut inserted: Vec<(usize, String)> = Vec::new();
    for comment in comments.iter().filter(|comment| !comment.text.starts_with('!')) {
        inserted.push((comment.position.own_span()?.start + 1, "!".to_owned()));
    }
    // ytt rejects empty documents as data values.
    let annotated: Vec<_> = documents.iter().filter(|document| matches!(document.value, Value::Map(_))).collect();
    let all = annotated.len() > 1;
    let mut lists = Lists { seen: HashSet::new(), lines: BTreeSet::new(), all };
    for document in annotated {
        let line = document.meta.position.line();
        match source.line_range(line).filter(|_| source.line(line).starts_with("---")) {
            Some(line) => inserted.push((line.start, "#@data/values\n".to_owned())),
            None => inserted.push((0, "#@data/values\n---\n".to_owned())),
        }
        lists.visit(&document.value, None)?;
    }
    for line in lists.lines {
        let text = source.line(line);
        let indent = &text[..indent(text)];
        inserted.push((source.line_range(line)?.start, format!("{indent}#@overlay/replace\n")));
    }
    inserted.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + 64);
    let mut end = 0;
    for (at, what) in inserted {
        out.push_str(text.get(end..at)?);
        out.push_str(&what);
        end = at;
    }
    out.push_str(text.get(end..)?);
    Some(out)
}

/// The lines of keys with lists that replace the defaults: ytt adds the items of a list in data values to those of the default.
struct Lists {
    /// The lines with keys that were visited.
    seen: HashSet<u32>,
    lines: BTreeSet<u32>,
    /// Whether empty lists count, because an earlier document may have items.
    all: bool,
}

impl Lists {
    /// `outer` is the line of the nearest key that is the first one on its line. None if a list has no such key around it.
    fn visit(&mut self, value: &Value, outer: Option<u32>) -> Option<()> {
        let Value::Map(map) = value else { return Some(()) };
        for item in map.borrow().iter() {
            let line = item.meta.position.line();
            let nearest = if self.seen.insert(line) { Some(line) } else { outer };
            match &item.value {
                Value::Array(array) if self.all || !array.borrow().items.is_empty() => {
                    self.lines.insert(nearest?);
                }
                value => self.visit(value, nearest)?,
            }
        }
        Some(())
    }
}
