//! Fixes of code in comments: a missing `end`, and a missing space after `#@`.

use crate::boundary::{Edit, Fix};
use crate::diagnostics::positions::Source;
use crate::editor::places;

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
    Some(fix("Insert the missing end", vec![edit(source, after, &text)]))
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
            edits.push(edit(source, start + "#@".len(), " "));
        }
    }
    (!edits.is_empty()).then(|| fix("Insert a space after #@", edits))
}

fn edit(source: &Source, at: usize, text: &str) -> Edit {
    Edit { file: source.path().to_owned(), span: places::span(source, at..at), text: text.to_owned() }
}

fn fix(title: &str, edits: Vec<Edit>) -> Fix {
    Fix { title: title.to_owned(), edits }
}
