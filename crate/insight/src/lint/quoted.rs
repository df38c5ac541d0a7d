//! Lints of code that YAML reads as text: `"#@ …"` in quotes, and `(@= … @)` in a value whose node is not annotated for it.

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint};
use crate::diagnostics::edits::Edits;
use crate::yaml::outline::{Entry, Outline};

/// Enables `(@= … @)` in the strings of a node.
const TEXT_TEMPLATED: &str = "yaml/text-templated-strings";

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let (text, outline) = (buffer.text, buffer.outline());
    for (index, entry) in outline.entries.iter().enumerate() {
        let Some(written) = text.get(entry.value.clone()) else { continue };
        let mut add = |message: String, hint: &str, fixes| {
            let (range, hint) = (entry.value.clone(), hint.to_owned());
            found.push(Lint { kind: Kind::QuotedCode, message, path: None, hint, file, range, related: None, fixes });
        };
        if quoted(written).is_some_and(|inner| inner.starts_with("#@ ")) {
            // Code ends with its line.
            let ends_line = text[entry.value.end..].lines().next().is_none_or(|rest| rest.trim().is_empty());
            let fixes = match plain(written).filter(|_| ends_line) {
                Some(code) => Change::only("Remove the quotes", entry.value.clone(), code),
                None => Vec::new(),
            };
            add("Code in quotes is text; it does not run".to_owned(), "", fixes);
        } else if written.split_once("(@").is_some_and(|(_, rest)| rest.starts_with(['=', ' ']) && rest.contains("@)"))
            && !is_annotated(text, outline, index, TEXT_TEMPLATED)
        {
            let message = format!("(@ … @) in a value is text without @{TEXT_TEMPLATED}");
            add(message, "", annotate(text, outline, entry));
        }
    }
}

/// The text between the quotes, as it is written.
fn quoted(written: &str) -> Option<&str> {
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    written.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains('\n'))
}

/// The content of quotes without escapes other than those of quotes.
fn plain(written: &str) -> Option<String> {
    let inner = quoted(written)?;
    let content = if written.starts_with('"') { inner.replace("\\\"", "\"") } else { inner.replace("''", "'") };
    (written.starts_with('\'') || !content.contains('\\')).then_some(content)
}

/// Whether a node, its document or one that it is in has an annotation.
fn is_annotated(text: &str, outline: &Outline, entry: usize, name: &str) -> bool {
    let nodes = std::iter::successors(Some(entry), |entry| outline.entries.get(*entry)?.parent);
    let document = outline.entries.get(entry).and_then(|entry| outline.documents.get(entry.document));
    let of_node = |line: usize| {
        let above = outline.lines[..line].iter().rev().take_while(|line| line.body.is_empty());
        let lines = above.chain(outline.lines.get(line));
        lines.filter_map(|line| line.annotation(text)).any(|range| text.get(range) == Some(name))
    };
    document.is_some_and(|document| document.annotations.iter().any(|annotation| annotation == name))
        || nodes.filter_map(|node| outline.entries.get(node)).any(|node| of_node(node.line))
}

fn annotate(text: &str, outline: &Outline, entry: &Entry) -> Vec<Change> {
    let Some(line) = outline.lines.get(entry.line) else { return Vec::new() };
    let start = line.range.start + line.indent;
    // A key or an item at the start of its line.
    let written = text.get(start..).unwrap_or_default().trim_start_matches(['"', '\'']);
    let is_first = match &entry.key {
        Some(key) => written.starts_with(key.as_str()),
        None => written.starts_with("- "),
    };
    if !is_first {
        return Vec::new();
    }
    let added = format!("{}#@{TEXT_TEMPLATED}\n", " ".repeat(line.indent));
    vec![Change::of(format!("Add #@{TEXT_TEMPLATED}"), Edits::insert(line.range.start, added))]
}
