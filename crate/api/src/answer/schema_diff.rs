//! The output of `schema-diff`: a line for each change, breaking ones first, or all changes as data.

use crate::boundary::{Place, SchemaChange};
use crate::positions::Position;
use crate::yaml::tree::{Document, MapItem, Value};

const BREAKING: &str = "breaking";

/// `breaking  kiln.heat  the type was string and is integer (schema.yml:4, was old/schema.yml:4)`.
pub(super) fn lines(changes: &[SchemaChange]) -> String {
    let (breaking, others): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.breaking);
    let mut text: String = breaking.iter().chain(&others).map(|change| line(change)).collect();
    text.push_str(&summary(changes.len(), breaking.len()));
    text
}

fn line(change: &SchemaChange) -> String {
    let mark = if change.breaking { BREAKING } else { "" };
    let path = if change.path.is_empty() { "(document)" } else { &change.path };
    let now = change.place.as_ref().map(position);
    let then = change.old_place.as_ref().map(|place| format!("was {}", position(place)));
    let places: Vec<String> = now.into_iter().chain(then).collect();
    let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
    let line = format!("{mark:width$}  {path}  {}{places}", change.text, width = BREAKING.len());
    // Keys and descriptions of rules may have several lines.
    line.replace('\n', " ") + "\n"
}

fn position(place: &Place) -> String {
    line_of(place).map_or_else(|| place.file.clone(), |line| format!("{}:{line}", place.file))
}

fn line_of(place: &Place) -> Option<u32> {
    place.span.map(|span| span.start.line)
}

fn summary(all: usize, breaking: usize) -> String {
    match (all, breaking) {
        (0, _) => "no changes\n".to_owned(),
        (1, 1) => "1 change, which is breaking\n".to_owned(),
        (1, _) => "1 change, which is not breaking\n".to_owned(),
        (all, 0) => format!("{all} changes, none of them breaking\n"),
        (all, breaking) => format!("{all} changes, {breaking} of them breaking\n"),
    }
}

/// The changes in the order of the new schema.
pub(super) fn document(changes: &[SchemaChange]) -> Document {
    let changes = Value::array(changes.iter().map(|change| Value::map(entry(change))));
    Document::new(Value::map(vec![MapItem::new("changes", changes)]), Position::unknown())
}

fn entry(change: &SchemaChange) -> Vec<MapItem> {
    let kind = serde_json::to_value(change.kind).unwrap_or_default();
    let mut items = vec![
        MapItem::text("path", &change.path),
        MapItem::text("kind", kind.as_str().unwrap_or_default()),
        MapItem::new("breaking", Value::Bool(change.breaking)),
        MapItem::text("text", &change.text),
    ];
    for (key, text) in [("before", &change.before), ("after", &change.after)] {
        items.extend(text.as_ref().map(|text| MapItem::text(key, text)));
    }
    for (key, place) in [("oldPlace", &change.old_place), ("place", &change.place)] {
        items.extend(place.as_ref().map(|place| {
            let line = line_of(place).map(|line| MapItem::new("line", Value::Int(line.into())));
            MapItem::new(key, Value::map([MapItem::text("file", &place.file)].into_iter().chain(line).collect()))
        }));
    }
    items
}
