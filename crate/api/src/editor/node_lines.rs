//! The lines of a node in its text, for editors that mark them.

use std::ops::RangeInclusive;

use crate::positions::Source;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum NodeKind {
    Document,
    Key,
    Item,
}

/// The lines of a node that begins in line `first`: its annotations, and its content until the last line with text. Comments below it may belong
/// to the next node.
pub(crate) fn lines_of_node(source: &Source, first: u32, kind: NodeKind) -> RangeInclusive<u32> {
    let is_annotation = |line: u32| {
        source.line(line).trim_start().strip_prefix("#@").is_some_and(|text| !text.starts_with([' ', '\t']))
    };
    let annotations = (1..first).rev().take_while(|line| is_annotation(*line));
    let from = annotations.last().unwrap_or(first);
    let lines = (first + 1..).map_while(|line| source.line_range(line).map(|_| (line, source.line(line))));
    let content = lines.filter(|(_, text)| !text.trim().is_empty() && !text.trim_start().starts_with('#'));
    let is_inside = inside(source.line(first), kind);
    let to = content.take_while(|(_, text)| is_inside(text)).last().map_or(first, |(line, _)| line);
    from..=to
}

/// Whether a line belongs to the node that begins with the line `first`.
fn inside(first: &str, kind: NodeKind) -> impl Fn(&str) -> bool {
    let before: &[char] = if kind == NodeKind::Item { &[' '] } else { &[' ', '-'] };
    let column = first.len() - first.trim_start_matches(before).len();
    move |text: &str| {
        let start = text.trim_start();
        let indent = text.len() - start.len();
        match kind {
            NodeKind::Document => !text.starts_with("---"),
            NodeKind::Item => indent > column,
            // The items of a list can have the indentation of its key.
            NodeKind::Key => indent > column || indent == column && start.starts_with("- "),
        }
    }
}
