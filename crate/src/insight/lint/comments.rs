//! Lints of `#@` comments: code without its blank, `#@end`, annotations that ytt does not know, and repeated ones.

use std::ops::Range;

use super::super::Buffer;
use super::super::annotations::{ANNOTATIONS, SELDOM};
use super::super::code::Language;
use super::super::lines::lines;
use super::{Kind, Lint};
use crate::dialect::spell;
use crate::dialect::token::Tok;

pub(super) fn lint(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    if buffer.language != Language::Yaml {
        return;
    }
    let text = buffer.text;
    // The annotations of the node that comes next.
    let mut above: Vec<(&str, Range<usize>)> = Vec::new();
    for line in lines(text) {
        let comment = line.comment.and_then(|at| Some((at, text.get(at..line.range.end)?.strip_prefix("#@")?)));
        if let Some((at, rest)) = comment {
            let name = rest.split(' ').next().unwrap_or_default();
            let range = at + 2..at + 2 + name.len();
            if !name.is_empty() {
                if let Some((_, first)) = above.iter().find(|(known, _)| *known == name) {
                    found.push(Lint {
                        kind: Kind::RepeatedAnnotation,
                        message: format!("@{name} is written twice on one node; ytt reads the last one"),
                        hint: String::new(),
                        file,
                        range: range.clone(),
                        related: Some((file, first.clone(), "first")),
                    });
                }
                above.push((name, range.clone()));
                found.extend(of_name(buffer, name, &text[range.start..line.range.end], file, range));
            }
        }
        if !line.body.is_empty() {
            above.clear();
        }
    }
}

/// What is wrong with a name right behind `#@`; `whole` is the comment from it on.
fn of_name(buffer: &Buffer<'_>, name: &str, whole: &str, file: usize, range: Range<usize>) -> Option<Lint> {
    if SELDOM.contains(&name) || ANNOTATIONS.iter().any(|annotation| annotation.name == name) {
        return None;
    }
    let lint = |kind, message, hint| Some(Lint { kind, message, hint, file, range: range.clone(), related: None });
    if name == "end" {
        let message = "#@end is an annotation for ytt and closes no block".to_owned();
        return lint(Kind::GluedEnd, message, "write #@ end".to_owned());
    }
    let word: &str = name.split(|c: char| !(c == '_' || c.is_alphanumeric())).next().unwrap_or_default();
    let is_code = name.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_')))
        || Tok::keyword(word).is_some()
        || buffer.names.binding(name).is_some();
    if is_code {
        let message = format!("#@{name} is an annotation for ytt, not code, and does nothing");
        return lint(Kind::MissingBlank, message, format!("write #@ {}", whole.trim_end()));
    }
    let mut names: Vec<&str> = ANNOTATIONS.iter().map(|annotation| annotation.name).collect();
    names.sort_unstable();
    let message = format!("ytt knows no annotation @{name} and passes over it");
    let hint = spell::nearest(name, names).map(|guess| format!("did you mean @{guess}?"));
    lint(Kind::UnknownAnnotation, message, hint.unwrap_or_default())
}
