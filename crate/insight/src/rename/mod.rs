//! Renames a data value in schemas, data values documents and files, code, flags and environment variables; and variables and functions of code.
//!
//! The edits preserve the result of a run. Uses that static analysis cannot follow, such as computed names, are listed separately.

mod code;
mod command_line;
mod documents;
mod elsewhere;
pub(super) mod loads;
mod variables;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub(super) use documents::has_data_values;

use super::Buffer;
use super::answer::{NotFollowed, RenameTarget, Renaming, Uses};
use super::code::Language;
use super::flow::{Flow, Form, Notation, Sources};
use super::hover::path_text;
use crate::ParsedRequest;
use crate::boundary::Edit;
use crate::syntax::token::is_name;
use crate::yaml::outline::Step;
use crate::yaml::scalars::{Scalar, resolve};
use variables::Modules;

pub(super) fn target(request: &ParsedRequest<'_>, file: &str, offset: u32) -> Option<RenameTarget> {
    let sources = Sources::of(request);
    let flow = Flow::of(&sources);
    let Some((buffer, range, path)) = word(&flow, file, offset) else {
        return Modules::of(request).target(file, offset);
    };
    let name = name_of(&path)?.to_owned();
    Some(RenameTarget { span: buffer.span(range), name, path: path_text(&path) })
}

/// The places of a variable, a function or a parameter.
pub(super) fn uses(request: &ParsedRequest<'_>, file: &str, offset: u32) -> Option<Uses> {
    Modules::of(request).uses(file, offset)
}

pub(super) fn rename(request: &ParsedRequest<'_>, file: &str, offset: u32, new: &str) -> Renaming {
    let refuse = |why: String| Renaming { refused: Some(why), ..Renaming::default() };
    let sources = Sources::of(request);
    let flow = Flow::of(&sources);
    let Some((_, _, path)) = word(&flow, file, offset) else {
        let of_library = || match file.contains("_ytt_lib/") {
            true => "only data values of the root library can be renamed",
            false => "this is neither a data value nor a name that code defines",
        };
        return Modules::of(request).rename(file, offset, new).unwrap_or_else(|| refuse(of_library().to_owned()));
    };
    let Some(old) = name_of(&path) else { return refuse("this is not a data value".to_owned()) };
    if old == new {
        return Renaming::default();
    }
    if let Some(why) = invalid_name(new) {
        return refuse(why);
    }
    let mut changes =
        Changes { flow: &flow, path: &path, new, edits: Vec::new(), not_followed: Vec::new(), dotted: None };
    let declared = documents::rename(request, &mut changes);
    if let Some((file, range)) = declared.taken {
        let place = place_of(&flow, file, &range);
        return refuse(format!("{} {new} already, at {place}", container_has(&path)));
    }
    code::rename(&mut changes);
    if !declared.is_declared {
        return refuse(format!("{} is declared nowhere: neither a schema nor data values have it", path_text(&path)));
    }
    if let Some((file, range)) = changes.dotted.take().filter(|_| !is_name(new)) {
        let place = place_of(&flow, file, &range);
        return refuse(format!("{new} cannot stand behind a dot, as {old} does at {place}"));
    }
    match command_line::rename(request, &path, new) {
        Ok((args, env)) => {
            let elsewhere = elsewhere::edits(request, &mut changes);
            Renaming { elsewhere, ..changes.finish(args, env) }
        }
        Err(why) => refuse(why),
    }
}

/// The changes of files so far.
struct Changes<'f, 'a> {
    flow: &'f Flow<'a>,
    /// The data value; the last step is its name.
    path: &'f [Step],
    new: &'f str,
    /// Index of the file, old bytes, new text.
    edits: Vec<(usize, Range<usize>, String)>,
    not_followed: Vec<(usize, Range<usize>, String)>,
    /// A use of the name after a dot.
    dotted: Option<(usize, Range<usize>)>,
}

impl Changes<'_, '_> {
    fn old(&self) -> &str {
        name_of(self.path).unwrap_or_default()
    }

    /// The path without the name.
    fn parent(&self) -> &[Step] {
        self.path.split_last().map_or(&[], |(_, parent)| parent)
    }

    /// Whether the data value is below a path.
    fn is_below(&self, path: &[Step]) -> bool {
        path.len() < self.path.len() && self.path.starts_with(path)
    }

    fn text(&self, file: usize, range: &Range<usize>) -> &str {
        self.flow.files.get(file).and_then(|code| code.buffer.text.get(range.clone())).unwrap_or_default()
    }

    /// Replaces the old name, which may be quoted, by the new one.
    fn edit(&mut self, file: usize, range: Range<usize>) {
        match replacement(self.text(file, &range), self.old(), self.new) {
            Some(text) => self.edits.push((file, range, text)),
            None => self.miss(file, range, "the name is written in another way"),
        }
    }

    fn miss(&mut self, file: usize, range: Range<usize>, why: &str) {
        self.not_followed.push((file, range, why.to_owned()));
    }

    fn finish(mut self, args: Option<Vec<String>>, env: Option<Vec<String>>) -> Renaming {
        let by_place = |a: &(usize, Range<usize>, String), b: &(usize, Range<usize>, String)| {
            (a.0, a.1.start, a.1.end).cmp(&(b.0, b.1.start, b.1.end))
        };
        self.edits.sort_by(by_place);
        self.edits.dedup();
        self.not_followed.sort_by(by_place);
        self.not_followed.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
        let buffer = |file: usize| self.flow.files.get(file).map(|code| code.buffer);
        let edits = self.edits.into_iter().filter_map(|(file, range, text)| {
            let buffer = buffer(file)?;
            Some(Edit { file: buffer.path.to_owned(), span: buffer.span(range), text })
        });
        let missed = self.not_followed.into_iter().filter_map(|(file, range, why)| {
            let buffer = buffer(file)?;
            Some(NotFollowed { file: buffer.path.to_owned(), span: buffer.span(range), why })
        });
        Renaming { edits: edits.collect(), not_followed: missed.collect(), args, env, ..Renaming::default() }
    }
}

/// The new name with the quotes of the old one; None if the old name is written with escapes.
fn replacement(written: &str, old: &str, new: &str) -> Option<String> {
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = match quote {
        Some(quote) => written.strip_prefix(quote)?.strip_suffix(quote)?,
        None => written,
    };
    let quote = quote.map(String::from).unwrap_or_default();
    (inner == old).then(|| format!("{quote}{new}{quote}"))
}

/// The data value that the word at an offset names, with the bytes of the word without quotes.
pub(super) fn word<'f, 'a>(
    flow: &'f Flow<'a>,
    file: &str,
    offset: u32,
) -> Option<(&'f Buffer<'a>, Range<usize>, Vec<Step>)> {
    let (index, code) = flow.files.iter().enumerate().find(|(_, code)| code.buffer.path == file)?;
    let buffer = code.buffer;
    let at = buffer.byte(offset);
    let holds = |range: &Range<usize>| range.start <= at && at <= range.end && !range.is_empty();
    for (id, node) in code.facts.nodes.iter().enumerate() {
        if let Form::Member { link, notation, step: Step::Key(_), .. } = &node.form
            && holds(link)
            && *notation != Notation::Computed
            && let Some(path) = flow.value((index, id)).paths.into_iter().find(|path| name_of(path).is_some())
        {
            return Some((buffer, within_quotes(buffer.text, link), path));
        }
    }
    let outline = buffer.outline();
    let key = outline.entries.iter().position(|entry| entry.key.is_some() && holds(&entry.range))?;
    if !documents::has_data_values(buffer, outline.entries[key].document) {
        return None;
    }
    Some((buffer, within_quotes(buffer.text, &outline.entries[key].range), outline.path(key)))
}

fn within_quotes(text: &str, range: &Range<usize>) -> Range<usize> {
    let notation = text.get(range.clone()).unwrap_or_default();
    let is_quoted = notation.len() > 1 && notation.starts_with(['"', '\'']);
    if is_quoted { range.start + 1..range.end - 1 } else { range.clone() }
}

fn name_of(path: &[Step]) -> Option<&str> {
    match path.last() {
        Some(Step::Key(name)) => Some(name),
        _ => None,
    }
}

/// The map that contains a data value, with its verb, for messages: `kiln has`.
fn container_has(path: &[Step]) -> String {
    match path.split_last() {
        Some((_, parent)) if !parent.is_empty() => format!("{} has", path_text(parent)),
        _ => "the data values have".to_owned(),
    }
}

fn place_of(flow: &Flow<'_>, file: usize, range: &Range<usize>) -> String {
    let buffer = flow.files.get(file).map(|code| code.buffer);
    buffer.map_or(String::new(), |buffer| format!("{}:{}", buffer.path, buffer.source.line_at(range.start)))
}

/// Says why a text cannot be the name of a data value.
fn invalid_name(text: &str) -> Option<String> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if !text.starts_with(|c: char| c.is_alphanumeric() || c == '_') || !text.chars().all(plain) {
        return Some(format!("{text:?} is no name: letters, digits, _, -, . and / make one"));
    }
    match resolve(text) {
        Scalar::Text => None,
        _ => Some(format!("{text} is no text in YAML, and so no name")),
    }
}

/// YAML files, and files of `--data-values-file` with any extension.
fn has_keys(buffer: &Buffer<'_>) -> bool {
    buffer.language == Language::Yaml || buffer.is_values_file()
}
