//! Documents of a file with a schema or data values that belong in another file: ytt allows no others there, and runs their code before
//! there are data values.

use super::{SCHEMA, new_file, text_of};
use crate::boundary::{Diagnostic, Fix, InputKind, Request};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::editor::fixes::edited;
use crate::editor::headline::quoted;
use crate::editor::places::bytes;
use crate::positions::Source;
use crate::yaml::outline::{Document, Line, Outline};

const VALUES: &str = "data/values";

/// Explains code that uses data values in such a file, and moves its document to a file of its own.
#[cold]
#[inline(never)]
pub(super) fn explain(request: &Request, diagnostic: &mut Diagnostic) -> Option<()> {
    let place = diagnostic.primary.as_ref().filter(|_| diagnostic.code == Code::Attribute.as_str())?;
    let text = text_of(&request.files, &place.file)?;
    let span = bytes(text, place.span?)?;
    let key = text.get(span.clone())?;
    let outline = Outline::of(text);
    let declares = |name: &String| name == SCHEMA || name == VALUES;
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
    let is_declaring = outline.documents.get(own)?.annotations.iter().any(declares);
    let source = Source::new(&*place.file, text);
    diagnostic.fixes = moved(request, &source, &outline, own).filter(|_| !is_declaring).into_iter().collect();
    Some(())
}

/// Moves another document of a file with a schema or data values to a file of its own.
#[cold]
#[inline(never)]
pub(super) fn separate(request: &Request, diagnostic: &mut Diagnostic) -> Option<()> {
    let message = &diagnostic.message;
    if !message.ends_with(" to only have schema documents") && !message.ends_with(" to only have data values documents")
    {
        return None;
    }
    let place = diagnostic.primary.as_ref()?;
    let text = text_of(&request.files, &place.file)?;
    let outline = Outline::of(text);
    let own = outline.document_index(outline.line_at(bytes(text, place.span?)?.start));
    diagnostic.fixes = moved(request, &Source::new(&*place.file, text), &outline, own).into_iter().collect();
    Some(())
}

/// Moves a document with the loads of the file. None if it has other code outside of the document, which it may need.
fn moved(request: &Request, source: &Source, outline: &Outline, own: usize) -> Option<Fix> {
    let text = &source.text;
    let document = outline.documents.get(own)?;
    let next = outline.documents.get(own + 1).map_or(text.len(), |next| start(text, outline, next));
    let range = start(text, outline, document)..next;
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
    let has = |annotation: &str| document.annotations.iter().any(|name| name == annotation);
    let (name, kind) = match () {
        () if has(SCHEMA) => ("schema.yml", InputKind::Schema),
        () if has(VALUES) => ("values.yml", InputKind::DataValues),
        () => ("config.yml", InputKind::Template),
    };
    let (path, fix) = new_file::fix(request, &format!("{folder}{name}"), format!("{loads}{content}"), kind)?;
    let rest = edited("", source, Edits::one(range, ""));
    let title = format!("Move the document to a new {path}");
    Some(Fix { title, edits: rest.edits.into_iter().chain(fix.edits).collect(), args: fix.args })
}

/// The first byte of a document, with the comments and annotations above its `---`.
fn start(text: &str, outline: &Outline, document: &Document) -> usize {
    let above = outline.lines[..document.lines.start].iter().rev();
    let belongs = |line: &&Line| {
        let comment = line.comment.and_then(|at| text.get(at..line.range.end));
        line.body.is_empty() && comment.is_some_and(|comment| !comment.starts_with("#@ "))
    };
    let first = above.take_while(belongs).last().or_else(|| outline.lines.get(document.lines.start));
    first.map_or(text.len(), |line| line.range.start)
}
