//! Data values that the schema has in another map: `replicas` for `app.replicas`.

use super::{Missing, end_of, shown, text_of};
use crate::boundary::{Diagnostic, Fix, RequestFile, SchemaNode};
use crate::diagnostics::edits::Edits;
use crate::editor::fixes::edited;
use crate::editor::headline::or_nearest;
use crate::editor::places::bytes;
use crate::positions::Source;
use crate::yaml::outline::Outline;

/// Names the only other data value of the schema with this key, and moves the value there. True if it lacks its indentation only: other fixes
/// would leave its map empty.
#[cold]
#[inline(never)]
pub(super) fn explain(
    files: &[RequestFile],
    schema: &SchemaNode,
    missing: &Missing,
    diagnostic: &mut Diagnostic,
) -> Option<bool> {
    let key = missing.path.last()?;
    let mut found = Vec::new();
    with_key(schema, key, &mut Vec::new(), &mut found);
    let path = <[Vec<String>; 1]>::try_from(found).ok().map(|[path]| path)?;
    // A similar key of the same map is more likely.
    if !diagnostic.fixes.iter().all(|fix| fix.edits.iter().all(|edit| edit.text.is_empty())) {
        return None;
    }
    diagnostic.headline = or_nearest(std::mem::take(&mut diagnostic.headline), &Some(shown(&path)));
    let fix = moved(files, missing, &path, diagnostic)?;
    let is_certain = fix.edits.iter().all(|edit| edit.text.trim().is_empty());
    if is_certain {
        diagnostic.fixes.clear();
    }
    diagnostic.fixes.insert(0, fix);
    Some(is_certain)
}

/// The paths of all data values with a key, but for those in lists.
fn with_key(node: &SchemaNode, key: &str, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    for child in
        node.children.iter().filter(|child| node.r#type == "map" && child.keys.is_none() && child.removed.is_none())
    {
        path.push(child.key.clone());
        if child.key == key {
            found.push(path.clone());
        }
        with_key(child, key, path, found);
        path.pop();
    }
}

/// Nests a key at the top level of its document, which has no map for it yet, or an empty one directly above.
fn moved(files: &[RequestFile], missing: &Missing, path: &[String], diagnostic: &Diagnostic) -> Option<Fix> {
    let place = diagnostic.primary.as_ref()?;
    let text = text_of(files, &place.file)?;
    let outline = Outline::of(text);
    let line = outline.line_at(bytes(text, place.span?)?.start);
    let index = outline.entries.iter().position(|entry| entry.line == line && entry.key.as_ref() == path.last())?;
    let entry = &outline.entries[index];
    let is_taken = |other: &crate::yaml::outline::Entry| {
        other.document == entry.document && other.parent.is_none() && other.key.as_ref() == path.first()
    };
    let (_, maps) = path.split_last()?;
    if missing.path.len() > 1 || maps.is_empty() || outline.lines[line].indent > 0 {
        return None;
    }
    // The key lacks its indentation only.
    let is_empty = |other: &crate::yaml::outline::Entry| {
        let between = outline.lines.get(other.line + 1..line);
        between.is_some_and(|lines| lines.iter().all(|line| line.body.is_empty()))
            && text[outline.lines[other.line].body.clone()].ends_with(':')
    };
    let above = outline.entries.iter().find(|other| is_taken(other));
    if above.is_some_and(|above| maps.len() > 1 || !is_empty(above)) {
        return None;
    }
    let indentation = |depth: usize| "  ".repeat(depth);
    let missing_maps = if above.is_some() { &[] } else { maps };
    let opening: String =
        missing_maps.iter().enumerate().map(|(depth, key)| format!("{}{key}:\n", indentation(depth))).collect();
    let lines = outline.lines[line..=end_of(text, &outline, index)].iter().map(|line| line.range.clone());
    let starts = lines.filter(|range| !text[range.clone()].trim().is_empty()).map(|range| range.start);
    let mut edits: Vec<_> = starts.map(|start| (start..start, indentation(maps.len()))).collect();
    edits.first_mut()?.1.insert_str(0, &opening);
    Some(edited(format!("Move it to {}", shown(maps)), &Source::new(&*place.file, text), Edits(edits)))
}
