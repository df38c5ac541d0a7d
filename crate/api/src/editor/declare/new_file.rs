//! Fixes that create a file.

use crate::boundary::{Caret, Content, Edit, Fix, InputKind, Request, RequestFile, Span};
use crate::flags;
use crate::inputs::inputs_of;

/// The path of a new file, and the fix that creates it, without a title. The run reads it as a file of this kind; where files are named,
/// the arguments have to name it, too.
pub(super) fn fix(request: &Request, name: &str, text: String, kind: InputKind) -> Option<(String, Fix)> {
    let (path, args) = place(request, name, &text, kind)?;
    let start = Caret { line: 1, ..Caret::default() };
    let edit = Edit { file: path.clone(), span: Span { start, end: start }, text };
    Some((path, Fix { title: String::new(), edits: vec![edit], args }))
}

/// An unused path, and the arguments if they have to name it.
fn place(request: &Request, name: &str, text: &str, kind: InputKind) -> Option<(String, Option<Vec<String>>)> {
    let named = flags::flag_values(&request.args).into_iter().filter(|(flag, _)| *flag == "file");
    let directories = named.map(|(_, path)| path.trim_start_matches("./").trim_end_matches('/'));
    let directories =
        directories.filter(|path| request.files.iter().any(|file| file.path.starts_with(&format!("{path}/"))));
    let folders: Vec<String> = directories.map(|path| format!("{path}/")).collect();
    let is_read = |path: &str, args: &[String]| {
        let mut request = Request { args: args.to_vec(), ..request.clone() };
        request.files.push(RequestFile { path: path.to_owned(), content: Content::Text(text.to_owned()) });
        inputs_of(&request).last().is_some_and(|input| input.kind == kind)
    };
    let unused = |folder: &str| {
        let paths = (1..).map(|number| match number {
            1 => format!("{folder}{name}"),
            _ => format!("{folder}{}", name.replacen('.', &format!("-{number}."), 1)),
        });
        let is_used = |path: &str| request.files.iter().any(|file| file.path == path);
        paths.into_iter().find(|path| !is_used(path))
    };
    for folder in std::iter::once("").chain(folders.iter().map(String::as_str)) {
        let path = unused(folder)?;
        if is_read(&path, &request.args) {
            return Some((path, None));
        }
    }
    let path = unused("")?;
    let args = [&request.args[..], &["-f".to_owned(), path.clone()]].concat();
    is_read(&path, &args).then_some((path, Some(args)))
}
