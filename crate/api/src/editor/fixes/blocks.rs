//! Fixes of code in comments: a missing `end`, and a missing space after `#@`.

use super::edited;
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::positions::Source;

/// Inserts the `end` of the block that a line opens: after the lines that are nested in it by their indentation.
pub(super) fn end(source: &Source, header: u32) -> Option<Fix> {
    let opening = source.line(header);
    let indentation = &opening[..opening.len() - opening.trim_start().len()];
    let (statement, is_nested): (&str, fn(usize, usize) -> bool) = match () {
        () if opening.trim_start().starts_with("#@") => ("#@ end", |depth, header| depth >= header),
        () if source.path().ends_with(".star") => ("end", |depth, header| depth > header),
        // In a text template, code has no lines of its own.
        () => return None,
    };
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut last = header;
    for number in header + 1.. {
        let Some(range) = source.line_range(number) else { break };
        let line = source.text[range].trim_end();
        if line.is_empty() {
            continue;
        }
        if !is_nested(depth(line), depth(opening)) || line == "---" || line.starts_with("--- ") {
            break;
        }
        last = number;
    }
    let after = source.line_range(last)?.end;
    let text = format!("\n{indentation}{statement}");
    Some(edited("Insert the missing end", source, Edits::insert(after, text)))
}

/// Inserts the `---` below the annotation of a document, if only comments come before it.
pub(super) fn separator(source: &Source, annotation: u32) -> Option<Fix> {
    let is_comment = |number: u32| {
        let line = source.line(number).trim();
        line.is_empty() || line.starts_with('#')
    };
    let end = source.line_range(annotation)?.end;
    let is_first = (1..=annotation).all(is_comment) && !source.line(annotation).starts_with(' ');
    is_first.then(|| edited("Insert the missing ---", source, Edits::insert(end, "\n---")))
}

/// Inserts a space after each `#@` before a word.
pub(super) fn spaces(source: &Source, word: &str) -> Option<Fix> {
    let mut edits = Vec::new();
    for number in 1.. {
        let Some(range) = source.line_range(number) else { break };
        let line = &source.text[range.clone()];
        let start = range.start + (line.len() - line.trim_start().len());
        let after = line.trim_start().strip_prefix("#@").and_then(|rest| rest.strip_prefix(word));
        if after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '-'))) {
            let after = start + "#@".len();
            edits.push((after..after, " ".to_owned()));
        }
    }
    (!edits.is_empty()).then(|| edited("Insert a space after #@", source, Edits(edits)))
}
