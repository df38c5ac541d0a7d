//! A file of `--data-values-file` that is not plain YAML: a document of data values belongs to `-f`.

use super::contains;
use crate::boundary::{Caret, Content, Diagnostic, Edit, Fix, InputKind, Request, RequestFile, Span};
use crate::editor::fixes::has_valid_code;
use crate::editor::places;
use crate::flags;
use crate::inputs::inputs_of;

const ANNOTATION: &str = "#@data/values";

/// Adds the fixes: to delete the annotation, if nothing else is templated, or to pass the file as a document of data values.
// A first render has no such problem.
#[inline(never)]
pub(super) fn explain(request: &Request, diagnostic: &mut Diagnostic) -> Option<()> {
    if !diagnostic.message.starts_with("Expected to be plain YAML, having no annotations") {
        return None;
    }
    let path = diagnostic.primary.as_ref()?.file.clone();
    let file = request.files.iter().find(|file| file.path == path)?;
    let Content::Text(text) = &file.content else { return None };
    let annotations: Vec<&str> = text.lines().filter(|line| line.trim_end() == ANNOTATION).collect();
    let is_only = annotations.len() == 1 && text.matches("#@").count() == 1;
    if is_only {
        let start = text.find(ANNOTATION)?;
        let end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
        let source = crate::positions::Source::new(&*path, text);
        let edit = Edit { file: path.clone(), span: places::span(&source, start..end), text: String::new() };
        diagnostic.fixes.push(Fix { title: "Delete the annotation".to_owned(), edits: vec![edit], args: None });
    }
    let head = format!("{ANNOTATION}\n---\n");
    let start = Caret { line: 1, ..Caret::default() };
    let edits = if annotations.is_empty() && !text.contains("\n---") && !text.starts_with("---") {
        vec![Edit { file: path.clone(), span: Span { start, end: start }, text: head.clone() }]
    } else {
        Vec::new()
    };
    let content = if edits.is_empty() { text.clone() } else { format!("{head}{text}") };
    let is_document = |args: &[String]| {
        let files = request.files.iter().map(|file| match file.path == path {
            true => RequestFile { path: path.clone(), content: Content::Text(content.clone()) },
            false => file.clone(),
        });
        let request = Request { args: args.to_vec(), files: files.collect(), ..request.clone() };
        inputs_of(&request).iter().any(|input| input.path == path && input.kind == InputKind::DataValues)
    };
    let (without, with) = arguments(&request.args, &path)?;
    let (title, args) =
        if is_document(&without) { ("Pass it as an input only", without) } else { ("Pass it with -f", with) };
    if is_document(&args) && has_valid_code(&path, &content) {
        diagnostic.fixes.push(Fix { title: title.to_owned(), edits, args: Some(args) });
    }
    Some(())
}

/// The arguments without the flag of the file, and with `-f` in place of it.
fn arguments(args: &[String], path: &str) -> Option<(Vec<String>, Vec<String>)> {
    let values = flags::flag_values(args);
    let is_path = |value: &str| value.trim_start_matches("./") == path;
    let (_, value) = values.iter().find(|(flag, value)| *flag == "data-values-file" && is_path(value))?;
    let index = args.iter().position(|arg| contains(arg, value))?;
    let range = if args[index].as_str() == *value { index.checked_sub(1)?..index + 1 } else { index..index + 1 };
    let (mut without, mut with) = (args.to_vec(), args.to_vec());
    without.drain(range.clone());
    with.splice(range, ["-f".to_owned(), (*value).to_owned()]);
    Some((without, with))
}
