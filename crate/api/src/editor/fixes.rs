//! Fixes: edits that are certain to resolve a problem.
//!
//! Computes the edits from the remedy and the position of a problem. There is no fix unless the text at the position is as expected:
//! code, anchors, tags and multi-line texts are not edited.

pub(super) mod annotations;
mod blocks;
pub(super) mod code;
mod collections;
mod comments;
mod keys;
pub(super) mod loads;
mod schema;
mod value_and_code;
pub(super) mod yaml;

use std::ops::Range;

use super::new_load::{Notation, new_load};
use super::places;
use super::type_words;
use crate::boundary::{Diagnostic, Edit, Fix, RequestFile};
use crate::diagnostics::cause::Cause;
use crate::diagnostics::edits::Edits;
use crate::diagnostics::key_position::key;
use crate::diagnostics::remedy::Remedy;
use crate::positions::{Position, Source};
use crate::yaml::inline::{double_quoted, scalar};
use crate::yaml::scalars::{self, Scalar};
use crate::yaml::tree::Value;

/// The maximum number of fixes for a choice.
const MAX_CHOICES: usize = 8;

/// Whether the code of a file can be parsed.
pub(crate) fn has_valid_code(path: &str, text: &str) -> bool {
    code::parses(&Source::new(path, text))
}

/// The fixes of a cause that is corrected where it is.
pub(super) fn of_cause(cause: Option<&Cause>, at: &Position) -> Vec<Fix> {
    match cause {
        Some(Cause::Yaml(mistake)) => yaml::fixes(mistake, at),
        Some(Cause::Code(mistake)) => code::fixes(mistake, at),
        Some(Cause::EmptyDocument { expected }) => empty_document(at, expected).into_iter().collect(),
        Some(Cause::Annotation { name, mistake }) => annotations::fixes(name, mistake, at),
        Some(Cause::WrongDefault { expected, found }) => {
            annotations::default_of_type(expected, found, at).into_iter().collect()
        }
        Some(Cause::NoType) => schema::null(at),
        Some(Cause::ItemCount { found }) => schema::items(*found, at),
        Some(Cause::WrongType { expected, found: "string" }) if expected == "map" => {
            keys::space_after_colons(at).into_iter().collect()
        }
        Some(Cause::WrongType { expected, found }) => {
            collections::other_kind(expected, found, at).into_iter().collect()
        }
        Some(Cause::KeyNotText { .. }) => keys::quote(at).into_iter().collect(),
        Some(Cause::SpaceInMarker | Cause::UnmarkedComment) => comments::fixes(at).unwrap_or_default(),
        Some(Cause::ValueAndCode) => value_and_code::fixes(at).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// For a value of the type that the default in the schema names as a word: makes the default one of that type.
pub(super) fn of_type_word(found: &str, defined: &Position) -> Option<Fix> {
    let source = defined.source().filter(|_| defined.is_known())?;
    let span = span(source, defined)?;
    let (default, of_type) = type_words::meant(source.text.get(span.clone())?)?;
    let is_meant = of_type.ends_with(found);
    is_meant.then(|| fix(format!("Change the schema's default to {default}"), source, span, default.to_owned()))
}

/// For a value of another type than the empty string that is its default in the schema, which may say nothing about the type.
pub(super) fn of_empty_default(found: &str, defined: &Position) -> Option<Fix> {
    let source = defined.source().filter(|_| defined.is_known())?;
    let span = span(source, defined)?;
    let is_empty = matches!(source.text.get(span.clone())?, "\"\"" | "''");
    let (default, _) = type_words::meant(found).filter(|_| is_empty)?;
    Some(fix(format!("Change the schema's default to {default}"), source, span, default.to_owned()))
}

/// The fixes of all remedies of a problem, without those that have the same result.
pub(super) fn all(remedies: &[Remedy], at: &Position) -> Vec<Fix> {
    let mut all: Vec<Fix> = Vec::new();
    for fix in remedies.iter().flat_map(|remedy| fixes(remedy, at)) {
        if all.iter().all(|known| known.edits != fix.edits) {
            all.push(fix);
        }
    }
    all
}

/// The fixes of a remedy at a position; none if they would not be certain.
fn fixes(remedy: &Remedy, at: &Position) -> Vec<Fix> {
    if let Some(source) = at.source().filter(|_| at.is_known()) {
        match remedy {
            Remedy::Separator => return blocks::separator(source, at.line()).into_iter().collect(),
            Remedy::MissingOk => {
                return keys::annotated(source, at, "overlay/match missing_ok=True").into_iter().collect();
            }
            Remedy::Replace => return keys::annotated(source, at, "overlay/replace").into_iter().collect(),
            Remedy::End => return blocks::end(source, at.line()).into_iter().collect(),
            Remedy::SpaceAfterMarker { word } => return blocks::spaces(source, word).into_iter().collect(),
            _ => {}
        }
    }
    let Some((source, span)) = at.source().and_then(|source| Some((source, span(source, at)?))) else {
        return Vec::new();
    };
    let Some(text) = source.text.get(span.clone()).filter(|text| !text.contains('\n')) else { return Vec::new() };
    let only = |title: String, span: Range<usize>, text: String| vec![fix(title, source, span, text)];
    match remedy {
        Remedy::Rename { from, to } if text == from => only(format!("Rename to {to}"), span, to.clone()),
        Remedy::InString { from, to } if unquoted(text) == Some(from) && !to.contains(['"', '\'', '\\']) => {
            only(format!("Replace with {to}"), span.start + 1..span.end - 1, to.clone())
        }
        Remedy::Load { module } if text == module && source.text[span.end..].starts_with('.') => {
            match load(source, &span, module) {
                Some((at, line)) => only(format!("Load @ytt:{module}"), at..at, line),
                None => Vec::new(),
            }
        }
        Remedy::RenameKeyword { from, to } => match keyword(text, from) {
            Some(range) => {
                only(format!("Rename to {to}"), span.start + range.start..span.start + range.end, to.clone())
            }
            None => Vec::new(),
        },
        Remedy::RenameKey { from, to } => match key(source, at.line(), span, from) {
            Some((range, quote)) => only(format!("Rename to {to}"), range, key_text(to, quote)),
            None => Vec::new(),
        },
        Remedy::DeleteKey { key: name } => match key(source, at.line(), span, name) {
            Some((range, _)) => keys::delete(source, range).into_iter().collect(),
            None => Vec::new(),
        },
        Remedy::DeleteDuplicate { key: name } => match key(source, at.line(), span, name) {
            Some((range, _)) => keys::delete_duplicate(source, range, name),
            None => Vec::new(),
        },
        Remedy::DeleteValue { key: name } => match key(source, at.line(), span, name) {
            Some((range, _)) => keys::delete(source, range)
                .map(|fix| Fix { title: "Delete this value".to_owned(), ..fix })
                .into_iter()
                .collect(),
            None => Vec::new(),
        },
        Remedy::Default { found, default } if is_scalar(text, found) && has_no_properties(source, &span) => {
            only(format!("Use the default: {default}"), span, default.clone())
        }
        Remedy::Example { found, example } if is_scalar(text, found) && has_no_properties(source, &span) => {
            only(format!("Use the example: {example}"), span, example.clone())
        }
        Remedy::Quote { found } if is_plain(text, found) && has_no_properties(source, &span) => {
            only("Quote the value".to_owned(), span, format!("\"{text}\""))
        }
        Remedy::Unquote { text: inner } if unquoted(text) == Some(inner) && has_no_properties(source, &span) => {
            only("Remove the quotes".to_owned(), span, inner.clone())
        }
        Remedy::Explicit { text: written } if text == written && has_no_properties(source, &span) => {
            let means = match scalars::resolve(text) {
                Scalar::Bool(value) => scalar(&Value::Bool(value)),
                Scalar::Int(value) => scalar(&Value::Int(value)),
                _ => None,
            };
            let quote = double_quoted(text).map(|text| ("Quote the value".to_owned(), text));
            let means = means.filter(|means| means != text).map(|means| (format!("Set to {means}"), means));
            let both = quote.into_iter().chain(means);
            both.map(|(title, text)| fix(title, source, span.clone(), text)).collect()
        }
        Remedy::InList { found }
            if has_no_properties(source, &span)
                && (is_plain(text, found) && !text.contains(['[', ']', '{', '}', ','])
                    || is_scalar(text, found) && unquoted(text).is_some()) =>
        {
            only("Make it a list".to_owned(), span, format!("[{text}]"))
        }
        Remedy::Choose { found, allowed } if is_scalar(text, found) && has_no_properties(source, &span) => {
            let choices = allowed.iter().filter(|choice| *choice != found).take(MAX_CHOICES);
            choices.map(|choice| fix(format!("Set to {choice}"), source, span.clone(), choice.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Writes an empty map or list as the content of a document.
fn empty_document(at: &Position, expected: &str) -> Option<Fix> {
    let source = at.source()?;
    let line = source.line_range(at.line())?;
    let empty = match expected {
        "map" => "{}",
        "array" => "[]",
        _ => return None,
    };
    let is_bare = source.text[line.clone()].trim_end() == "---";
    is_bare.then(|| {
        edited(
            format!("Write an empty {expected}: {empty}"),
            source,
            Edits::insert(line.start + 3, format!(" {empty}")),
        )
    })
}

/// Quotes the braces of another template language, which YAML reads as a map that is a key.
pub(super) fn quoted_braces(message: &str, at: &Position) -> Option<Fix> {
    let source = at.source().filter(|_| message.starts_with("expected map key to be a scalar"))?;
    let line = source.line_range(at.line())?;
    let text = source.text[line.clone()].trim_end();
    let start = text.find(": {{").map(|at| at + 2).or_else(|| text.find("- {{").map(|at| at + 2))?;
    let value = &text[start..];
    let is_helm = value.starts_with("{{.") || value.contains(" .");
    let is_plain = value.ends_with("}}") && !is_helm && !value.contains(['"', '\\', '#']);
    is_plain.then(|| {
        let start = line.start + start;
        edited("Quote the value", source, Edits::one(start..start + value.len(), format!("\"{value}\"")))
    })
}

/// The fix of a value of an overlay that is spelled differently in the nodes: in the annotation of the item at a position, in the item, or in other code.
pub(super) fn respelled(remedies: &[Remedy], at: &Position, annotations: &[&Position]) -> Option<Fix> {
    let (key, from, to, matches) = remedies.iter().find_map(|remedy| match remedy {
        Remedy::Respell { key, from, to, matches } => Some((key, from, to, *matches)),
        _ => None,
    })?;
    let annotation = match_annotation(annotations)?;
    let source = annotation.source;
    let literals = |line: &str| {
        let forms = [format!("\"{from}\""), format!("'{from}'")];
        forms.iter().flat_map(|form| line.match_indices(&**form)).map(|(at, _)| at + 1).collect::<Vec<_>>()
    };
    let own = literals(&source.text[annotation.line.clone()]);
    let range = match own[..] {
        [start] => annotation.line.start + start..annotation.line.start + start + from.len(),
        [] => keys::value(at.source()?, at, key, from).or_else(|| {
            // A matcher that was assigned to a variable.
            let is_code = |start: &usize| {
                let line = source.line_range(source.line_at(*start)).unwrap_or_default();
                source.text[line].trim_start().starts_with("#@ ")
            };
            let [start] = literals(&source.text)[..] else { return None };
            is_code(&start).then(|| start..start + from.len())
        })?,
        _ => return None,
    };
    let mut edits = vec![(range, to.clone())];
    let mut title = format!("Change {from} to {to}");
    if matches > 1 && !annotation.accepts(matches) {
        let (end, text) = annotation.with("expects=\"1+\"")?;
        title = format!("{title}, in all {matches} matches: {}", text.trim_start_matches([',', ' ']));
        edits.push((end..end, text));
    }
    edits.sort_by_key(|(range, _)| range.start);
    Some(edited(title, source, Edits(edits)))
}

/// The fix of an item of an overlay that matches nothing: that is accepted.
pub(super) fn missing_item_ok(remedies: &[Remedy], annotations: &[&Position]) -> Option<Fix> {
    let removes = remedies.iter().find_map(|remedy| match remedy {
        Remedy::MissingItemOk { removes } => Some(*removes),
        _ => None,
    })?;
    let annotation = match_annotation(annotations)?;
    let argument = "missing_ok=True";
    let (end, text) = annotation.with(argument)?;
    let effect = if removes { "Remove it if it exists" } else { "Add it" };
    Some(edited(format!("{effect}: {argument}"), annotation.source, Edits::insert(end, text)))
}

/// The fix of an overlay that matches several nodes: its annotation expects them, or another number than it does.
pub(super) fn expecting_all(cause: Option<&Cause>, annotations: &[&Position]) -> Option<Fix> {
    let Some(Cause::MatchCount { found: found @ 2.., .. }) = cause else { return None };
    let annotation = match_annotation(annotations)?;
    if let Some(expects) = annotation.expects() {
        let digits = expects.len() - expects.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = annotation.line.end - expects.len();
        let edits = Edits::one(number..number + digits, found.to_string());
        return (digits > 0).then(|| edited(format!("Change the number to {found}"), annotation.source, edits));
    }
    let argument = "expects=\"1+\"";
    let (end, text) = annotation.with(argument)?;
    Some(edited(format!("Change all of them: {argument}"), annotation.source, Edits::insert(end, text)))
}

/// The line of an `@overlay/match`.
struct MatchAnnotation<'a> {
    source: &'a Source,
    /// Without white space at the end.
    line: Range<usize>,
    /// Its arguments.
    arguments: &'a str,
}

fn match_annotation<'a>(annotations: &[&'a Position]) -> Option<MatchAnnotation<'a>> {
    annotations.iter().find_map(|at| {
        let (source, range) = (at.source()?, at.source()?.line_range(at.line())?);
        let line = source.text.get(range.clone())?.trim_end();
        let arguments = line.trim_start().strip_prefix("#@overlay/match ")?;
        Some(MatchAnnotation { source, line: range.start..range.start + line.len(), arguments })
    })
}

impl MatchAnnotation<'_> {
    /// From the value of `expects=` on.
    fn expects(&self) -> Option<&str> {
        let range = keyword(self.arguments, "expects")?;
        Some(self.arguments[range.end..].trim_start().strip_prefix('=')?.trim_start())
    }

    /// Whether it expects that many matches, or any number.
    fn accepts(&self, matches: usize) -> bool {
        let Some(expects) = self.expects() else { return false };
        let digits = expects.trim_start_matches(['"', '\'']).split(|c: char| !c.is_ascii_digit()).next();
        let least = digits.and_then(|digits| digits.parse::<usize>().ok());
        least == Some(matches) || expects.starts_with(['"', '\'']) && least.is_some_and(|least| least <= matches)
    }

    /// The place of another argument about the number of matches, and its text; none if there is one already.
    fn with(&self, argument: &str) -> Option<(usize, String)> {
        let is_bare = !["expects", "missing_ok", "when", "#!"].iter().any(|word| self.arguments.contains(word));
        is_bare.then(|| (self.line.end, format!(", {argument}")))
    }
}

/// The range of the only keyword argument of that name in the text of an annotation.
fn keyword(text: &str, name: &str) -> Option<Range<usize>> {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let mut found = text.match_indices(name).map(|(at, _)| at..at + name.len()).filter(|range| {
        let after = text[range.end..].trim_start();
        !text[..range.start].ends_with(is_part) && after.starts_with('=') && !after.starts_with("==")
    });
    found.next().filter(|_| found.next().is_none())
}

/// The place and the line of a load of a module; `span` is a position of code in the file.
pub(super) fn load(source: &Source, span: &Range<usize>, module: &str) -> Option<(usize, String)> {
    load_from(source, span, &format!("@ytt:{module}"), module)
}

/// The same for the path of a file, or for a module with its `@ytt:`.
pub(super) fn load_from(source: &Source, span: &Range<usize>, from: &str, name: &str) -> Option<(usize, String)> {
    let line = source.line_range(source.line_at(span.start))?;
    let before = source.text.get(line.start..span.start)?;
    let notation = if source.path().ends_with(".star") {
        Notation::Starlark
    } else if before.contains("#@") {
        Notation::Yaml
    } else {
        source.text.contains("(@").then_some(Notation::Text)?
    };
    new_load(&source.text, notation, from, name)
}

/// Removes fixes of texts that are not files of the request: flags, and files that the host has read.
pub(crate) fn keep_those_in(files: &[RequestFile], diagnostics: &mut [Diagnostic]) {
    let is_file = |edit: &Edit| files.iter().any(|file| file.path == edit.file);
    for diagnostic in diagnostics {
        diagnostic.fixes.retain(|fix| fix.edits.iter().all(is_file));
    }
}

/// The span of a value; for an empty one, that after the colon of its key.
fn span(source: &Source, at: &Position) -> Option<Range<usize>> {
    let line = source.line_range(at.line())?;
    let end = line.start + source.text[line.clone()].trim_end().len();
    let own = at.own_span();
    // The position of an item without a value in its line is that of its key.
    let is_key = |own: &Range<usize>| {
        let starts_line = source
            .text
            .get(line.start..own.start)
            .is_some_and(|before| before.trim_start_matches(['-', ' ']).is_empty());
        starts_line && source.text.get(own.end..end).is_some_and(|after| after.trim_start() == ":")
    };
    match own {
        Some(own) if !is_key(&own) => Some(own),
        _ => source.text[line.start..end].ends_with(':').then_some(end..end),
    }
}

fn fix(title: String, source: &Source, span: Range<usize>, text: String) -> Fix {
    let is_after_colon = span.is_empty() && source.text[..span.start].ends_with(':');
    let text = if is_after_colon { format!(" {text}") } else { text };
    edited(title, source, Edits::one(span, text))
}

pub(super) fn edited(title: impl Into<String>, source: &Source, edits: Edits) -> Fix {
    let edit = |(range, text)| Edit { file: source.path().to_owned(), span: places::span(source, range), text };
    Fix { title: title.into(), edits: edits.0.into_iter().map(edit).collect(), args: None }
}

fn key_text(key: &str, quote: Option<char>) -> String {
    let needs_care = key.contains(['"', '\'', '\\']) || key.contains(char::is_control);
    match quote {
        Some(quote) if !needs_care => format!("{quote}{key}{quote}"),
        _ => scalar(&Value::str(key)).unwrap_or_else(|| key.to_owned()),
    }
}

/// Whether a plain scalar has this value.
fn is_plain(text: &str, found: &str) -> bool {
    let value = match scalars::resolve(text) {
        Scalar::Bool(value) => Value::Bool(value),
        Scalar::Int(value) => Value::Int(value),
        Scalar::UInt(value) => Value::UInt(value),
        Scalar::Float(value) => Value::Float(value),
        Scalar::Null => Value::Null,
        Scalar::Text | Scalar::Timestamp => Value::str(text),
        _ => return false,
    };
    scalar(&value).as_deref() == Some(found)
}

fn is_scalar(text: &str, found: &str) -> bool {
    is_plain(text, found) || unquoted(text).is_some_and(|inner| scalar(&Value::str(inner)).as_deref() == Some(found))
}

/// The text between quotes, if it has no escapes.
fn unquoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains([quote, '\\'])).then_some(inner)
}

/// Whether the node at a position has neither a tag nor an anchor.
fn has_no_properties(source: &Source, span: &Range<usize>) -> bool {
    let start = source.line_range(source.line_at(span.start)).map_or(0, |range| range.start);
    let before = source.text.get(start..span.start).unwrap_or_default();
    let word = before.split_whitespace().next_back().unwrap_or_default();
    !word.starts_with(['!', '&', '*'])
}
