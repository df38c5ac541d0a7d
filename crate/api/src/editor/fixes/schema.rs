//! Fixes of values in a schema that say no type.

use super::{edited, keys};
use crate::boundary::Fix;
use crate::diagnostics::edits::Edits;
use crate::positions::{Position, Source};
use crate::starlark::quote;
use crate::yaml::outline::Outline;
use crate::yaml::scalars::{Scalar, resolve};

/// The fixes of null: a string that may be null, an empty string, or any value.
pub(super) fn null(at: &Position) -> Vec<Fix> {
    let Some(source) = at.source().filter(|_| at.is_known()) else { return Vec::new() };
    let span = super::span(source, at)
        .filter(|span| matches!(&source.text[span.clone()], "" | "null" | "~" | "Null" | "NULL"));
    let text = span.map(|span| super::fix("Set to \"\"".to_owned(), source, span, "\"\"".to_owned()));
    let nullable = text.as_ref().and_then(|text| {
        let annotation = annotated(source, at, "schema/nullable")?;
        let edits = [annotation.edits, text.edits.clone()].concat();
        Some(Fix { title: "Make it a string or null: #@schema/nullable".to_owned(), edits, args: None })
    });
    nullable.into_iter().chain(text).chain(any(source, at)).collect()
}

/// The fixes of a list of a schema that has no item, or several.
pub(super) fn items(found: usize, at: &Position) -> Vec<Fix> {
    let Some(source) = at.source().filter(|_| at.is_known()) else { return Vec::new() };
    if found > 1 {
        return as_default(source, at).into_iter().collect();
    }
    let line = source.line_range(at.line()).unwrap_or_default();
    let text = source.text[line.clone()].trim_end();
    let empty = text.strip_suffix("[]").filter(|before| before.trim_end().ends_with(':'));
    let strings = empty.map(|before| {
        let start = line.start + before.len();
        super::fix("Make it a list of strings: [\"\"]".to_owned(), source, start..start + 2, "[\"\"]".to_owned())
    });
    strings.into_iter().chain(any(source, at)).collect()
}

fn any(source: &Source, at: &Position) -> Option<Fix> {
    annotated(source, at, "schema/type any=True")
}

fn annotated(source: &Source, at: &Position, annotation: &str) -> Option<Fix> {
    let key = crate::diagnostics::key_position::written_key(at)?;
    let above = (1..at.line()).rev().map(|number| source.line(number).trim_start());
    let mut annotations = above.take_while(|above| above.starts_with("#@schema/"));
    // It may contradict others.
    if annotations.any(|above| !above.starts_with("#@schema/desc ") && !above.starts_with("#@schema/title ")) {
        return None;
    }
    keys::annotated(source, &key, annotation)
}

/// Keeps the first of several scalars of one type, and makes all of them the default.
fn as_default(source: &Source, at: &Position) -> Option<Fix> {
    let text = &source.text;
    let outline = Outline::of(text);
    let line = at.line().checked_sub(1)? as usize;
    let list = outline.entries.iter().position(|entry| entry.line == line && entry.key.is_some())?;
    let items: Vec<_> = outline.entries.iter().filter(|entry| entry.parent == Some(list)).collect();
    let (first, others) = items.split_first()?;
    let mut literals = Vec::new();
    let mut kinds = Vec::new();
    for item in &items {
        let written = text.get(item.value.clone())?;
        let (kind, literal) = literal(written)?;
        kinds.push(kind);
        literals.push(literal);
    }
    // Each on a line of its own, with nothing else.
    let is_alone = |number: usize, value: &str| {
        outline.lines.get(number).is_some_and(|line| {
            let whole = text[line.range.clone()].trim();
            whole.strip_prefix('-').is_some_and(|rest| rest.trim() == value)
        })
    };
    let are_alone = items.iter().all(|item| is_alone(item.line, &text[item.value.clone()]));
    let above = source.line(at.line().checked_sub(1)?).trim_start();
    if kinds.windows(2).any(|pair| pair[0] != pair[1]) || above.starts_with("#@schema/default") || !are_alone {
        return None;
    }
    let key = &outline.lines[line];
    let indentation = " ".repeat(key.indent);
    let default = format!("{indentation}#@schema/default [{}]\n", literals.join(", "));
    let start = outline.lines[first.line].range.end;
    let end = outline.lines[others.last()?.line].range.end;
    let is_in_a_row = others.iter().enumerate().all(|(index, item)| item.line == first.line + 1 + index);
    is_in_a_row.then(|| {
        let edits = Edits(vec![(key.range.start..key.range.start, default), (start..end, String::new())]);
        edited("Make the items the default", source, edits)
    })
}

/// A plain or quoted scalar in code, and a word for its type.
fn literal(written: &str) -> Option<(&'static str, String)> {
    if let Some(inner) = super::unquoted(written) {
        return Some(("text", quote(inner)));
    }
    Some(match resolve(written) {
        Scalar::Text if !written.is_empty() && !written.starts_with(['[', '{', '"', '\'', '|', '>', '&', '*', '!']) => {
            ("text", quote(written))
        }
        Scalar::Int(value) => ("int", value.to_string()),
        Scalar::Float(_) if written.parse::<f64>().is_ok_and(f64::is_finite) => ("float", written.to_owned()),
        Scalar::Bool(value) => ("bool", if value { "True" } else { "False" }.to_owned()),
        _ => return None,
    })
}
