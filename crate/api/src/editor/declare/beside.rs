//! A key of data values that is similar to one that is set beside it: `replcas` below `replicas`.

use super::{Missing, keys_of, shown, text_of};
use crate::boundary::{Diagnostic, Edit, Fix, Place, RelatedPlace, Request, SchemaNode};
use crate::editor::places::{self, bytes};
use crate::positions::Source;
use crate::spelling::{nearest, only_nearest};
use crate::yaml::outline::{Entry, Outline};

/// Adds the place of the similar key and the fix that gives it this value. True if there is such a key: then a declaration would make a
/// typo permanent, and comes last.
#[cold]
#[inline(never)]
pub(super) fn explain(request: &Request, schema: &SchemaNode, missing: &Missing, diagnostic: &mut Diagnostic) -> bool {
    found(request, schema, missing, diagnostic).is_some()
}

fn found(request: &Request, schema: &SchemaNode, missing: &Missing, diagnostic: &mut Diagnostic) -> Option<()> {
    let (key, above) = missing.path.split_last()?;
    let map = above.iter().try_fold(schema, |node, key| node.children.iter().find(|child| child.key == *key))?;
    let mut declared: Vec<&str> =
        map.children.iter().filter(|child| child.removed.is_none()).map(|child| child.key.as_str()).collect();
    declared.sort_unstable();
    let similar = nearest(key, declared.iter().copied()).or_else(|| only_nearest(key, declared))?;
    // `port2` beside `port1` is meant.
    let letters = |key: &str| key.replace(|c: char| c.is_ascii_digit(), "");
    if letters(key) == letters(similar) {
        return None;
    }
    let Place { file, span } = diagnostic.primary.clone()?;
    let text = text_of(&request.files, &file)?;
    let outline = Outline::of(text);
    let at = bytes(text, span?)?;
    // In braces, it may be another key of the line.
    text.get(at.clone()).filter(|written| written.trim_matches(['"', '\'']) == key)?;
    let is_own = |entry: &Entry| entry.line == outline.line_at(at.start) && entry.key.as_ref() == Some(key);
    let own = outline.entries.iter().position(is_own).filter(|own| keys_of(&outline, *own) == missing.path)?;
    let own = &outline.entries[own];
    let is_beside = |entry: &&Entry| {
        entry.parent == own.parent && entry.document == own.document && entry.key.as_deref() == Some(similar)
    };
    let beside = outline.entries.iter().find(is_beside)?;
    let source = Source::new(&*file, text);
    let span = places::span(&source, beside.range.clone());
    // ytt names the key where it is declared.
    diagnostic.related.retain(|known| known.file != file);
    diagnostic.related.push(RelatedPlace {
        file: file.clone(),
        span: Some(span),
        label: format!("{similar} is set here"),
    });
    let deletion = diagnostic.fixes.iter().position(|fix| fix.edits.iter().all(|edit| edit.text.is_empty()))?;
    let value = |entry: &Entry| {
        let value = text.get(entry.value.clone()).filter(|value| !value.contains('\n'))?;
        let is_scalar = !value.is_empty() && !value.starts_with(['&', '*', '!', '|', '>', '[', '{']);
        is_scalar.then_some(value)
    };
    if let (Some(this), Some(other)) = (value(own), value(beside))
        && this != other
    {
        let mut edits = diagnostic.fixes[deletion].edits.clone();
        edits.push(Edit { file, span: places::span(&source, beside.value.clone()), text: this.to_owned() });
        edits.sort_by_key(|edit| edit.span.start.offset);
        let path = shown(&[above, &[similar.to_owned()]].concat());
        let fix = Fix { title: format!("Set {path} to {this}, and delete {key}"), edits, args: None };
        diagnostic.fixes.insert(deletion + 1, fix);
    }
    Some(())
}
