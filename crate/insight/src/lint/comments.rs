//! Lints of `#@` comments: code without a space, `#@end`, unknown annotations, and repeated ones.

use std::ops::Range;

use super::super::Buffer;
use super::super::annotations::{RARE, annotation_named, annotations};
use super::super::code::Language;
use super::super::schema_proposal_catalog;
use super::{Change, Kind, Lint};
use crate::extensions::SCHEMA_PROPOSAL;
use crate::spelling;
use crate::syntax::token::Tok;
use crate::yaml::outline::lines;

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let text = buffer.text;
    // The annotations of the next node.
    let mut above: Vec<(&str, Range<usize>)> = Vec::new();
    for line in lines(text) {
        if let Some(range) = line.annotation(text) {
            let name = &text[range.clone()];
            if let Some((_, first)) = above.iter().find(|(known, _)| *known == name) {
                found.push(Lint {
                    kind: Kind::RepeatedAnnotation,
                    message: format!("Repeated annotation @{name}; ytt uses the last one"),
                    path: None,
                    hint: String::new(),
                    file,
                    range: range.clone(),
                    related: Some((file, first.clone(), "first")),
                    fixes: Change::only("Remove the first one", comment_around(text, first.start), ""),
                });
            }
            above.push((name, range.clone()));
            found.extend(of_name(buffer, name, &text[range.start..line.range.end], file, range));
        }
        if !line.body.is_empty() {
            above.clear();
        }
    }
}

/// Checks a name directly after `#@`; `whole` is the comment from the name on.
fn of_name(buffer: &Buffer<'_>, name: &str, whole: &str, file: usize, range: Range<usize>) -> Option<Lint> {
    if RARE.contains(&name) || annotation_named(name, buffer.extensions).is_some() {
        return None;
    }
    let lint = |kind, message, hint, fixes| {
        Some(Lint { kind, message, path: None, hint, file, range: range.clone(), related: None, fixes })
    };
    let space = || Change::only("Insert a space", range.start..range.start, " ");
    if name == "end" {
        let message = "No space after #@: #@end does not close a block".to_owned();
        return lint(Kind::GluedEnd, message, "Write #@ end".to_owned(), space());
    }
    let word: &str = name.split(|c: char| !(c == '_' || c.is_alphanumeric())).next().unwrap_or_default();
    let is_code = name.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_')))
        || Tok::keyword(word).is_some()
        || buffer.names.binding(name).is_some();
    if is_code {
        let message = format!("No space after #@: ytt reads @{name} as an annotation and ignores it");
        return lint(Kind::MissingSpace, message, format!("Write #@ {}", whole.trim_end()), space());
    }
    let message = format!("Unknown annotation @{name}; ytt ignores it");
    if schema_proposal_catalog::ANNOTATIONS.iter().any(|annotation| annotation.name == name) {
        let hint = format!("It is part of the schema proposal, which --enable-extension {SCHEMA_PROPOSAL} turns on");
        return lint(Kind::UnknownAnnotation, message, hint, Vec::new());
    }
    let mut names: Vec<&str> = annotations(buffer.extensions).map(|annotation| annotation.name).collect();
    names.sort_unstable();
    let guess = spelling::nearest(name, names);
    let hint = guess.map(|guess| format!("did you mean @{guess}?")).unwrap_or_default();
    let fixes =
        guess.map(|guess| Change::only(format!("Change to @{guess}"), range.clone(), guess)).unwrap_or_default();
    lint(Kind::UnknownAnnotation, message, hint, fixes)
}

/// The comment around a byte, with the whole line if nothing else is on it, else with the spaces before it.
fn comment_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let before = text[start..at].trim_end_matches("#@").trim_end();
    if before.is_empty() { start..(end + 1).min(text.len()) } else { start + before.len()..end }
}
