//! Code of a file with a schema or data values: it runs before there are data values.

use super::{SCHEMA, new_file, text_of};
use crate::boundary::{Diagnostic, Fix, InputKind, Request};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::editor::fixes::edited;
use crate::editor::headline::quoted;
use crate::editor::places::bytes;
use crate::positions::Source;
use crate::yaml::outline::Outline;

/// Explains code that uses data values in such a file, and moves its document to a file of its own.
#[cold]
#[inline(never)]
pub(super) fn explain(request: &Request, diagnostic: &mut Diagnostic) -> Option<()> {
    let place = diagnostic.primary.as_ref().filter(|_| diagnostic.code == Code::Attribute.as_str())?;
    let text = text_of(&request.files, &place.file)?;
    let span = bytes(text, place.span?)?;
    let key = text.get(span.clone())?;
    let outline = Outline::of(text);
    let declares = |name: &String| name == SCHEMA || name == "data/values";
    let declaring =
        outline.documents.iter().find_map(|document| document.annotations.iter().find(|name| declares(name)));
    let what = if declaring? == SCHEMA { "a schema" } else { "data values" };
    if !text[..span.start].ends_with("data.values.") {
        return None;
    }
    let value = quoted(&format!("data.values.{key}"));
    diagnostic.headline =
        format!("{value} has no value yet: the code of a file with {what} runs before there are data values");
    let own = outline.document_index(outline.line_at(span.start));
    diagnostic.fixes = moved(request, &Source::new(&*place.file, text), &outline, own, declares).into_iter().collect();
    Some(())
}

/// Moves a document with the loads of the file. None if it has other code outside of the document, which it may need.
fn moved(
    request: &Request,
    source: &Source,
    outline: &Outline,
    own: usize,
    declares: impl Fn(&String) -> bool,
) -> Option<Fix> {
    let text = &source.text;
    let document = outline.documents.get(own).filter(|document| !document.annotations.iter().any(declares))?;
    let lines = outline.lines.get(document.lines.clone())?;
    let (first, last) = (lines.first()?, lines.last()?);
    let range = first.range.start..(last.range.end + 1).min(text.len());
    let code = |part: &str| part.lines().map(str::to_owned).filter(|line| line.contains("#@ ")).collect::<Vec<_>>();
    let others = [code(&text[..range.start]), code(&text[range.end..])].concat();
    if !others.iter().all(|line| line.starts_with("#@ load(")) {
        return None;
    }
    let content = text[range.clone()]
        .strip_prefix("---")
        .map_or(&text[range.clone()], |rest| rest.trim_start_matches(['\r', '\n']));
    let loads: String = others.iter().map(|line| format!("{line}\n")).collect();
    let folder = source.path().rfind('/').map_or("", |end| &source.path()[..=end]);
    let (path, fix) =
        new_file::fix(request, &format!("{folder}config.yml"), format!("{loads}{content}"), InputKind::Template)?;
    let rest = edited("", source, Edits::one(range, ""));
    let title = format!("Move the document to a new {path}");
    Some(Fix { title, edits: rest.edits.into_iter().chain(fix.edits).collect(), args: fix.args })
}
