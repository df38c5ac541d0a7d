//! Requests of tests, in which `‸` marks a place.

use std::rc::Rc;

use crate::boundary::{Content, Edit, Request, RequestFile, Span};
use crate::limits::Clock;

/// A request with these files, without the mark.
pub(crate) fn request(files: &[(&str, &str)], args: &[&str]) -> Request {
    let file =
        |(path, text): &(&str, &str)| RequestFile { path: (*path).to_owned(), content: text.replace('‸', "").into() };
    Request {
        files: files.iter().map(file).collect(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        ..Request::default()
    }
}

/// The request, the file that has the mark, and the offset of the mark.
pub(crate) fn marked(files: &[(&str, &str)], args: &[&str]) -> (Request, String, u32) {
    let marked = files.iter().find_map(|(path, text)| Some((path, text.split_once('‸')?.0)));
    let (path, before) = marked.expect("a marked place");
    (request(files, args), (*path).to_owned(), before.encode_utf16().count() as u32)
}

/// The text of a file; empty if the request does not have it.
pub(crate) fn text<'r>(request: &'r Request, path: &str) -> &'r str {
    match request.files.iter().find(|file| file.path == path).map(|file| &file.content) {
        Some(Content::Text(text)) => text,
        _ => "",
    }
}

/// The text in a span.
pub(crate) fn spanned(text: &str, span: Span) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16_lossy(&units[span.start.offset as usize..span.end.offset as usize])
}

/// A text after the edits of its file.
pub(crate) fn edited<'e>(
    text: &str,
    edits: impl IntoIterator<Item = &'e Edit, IntoIter: DoubleEndedIterator>,
) -> String {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for edit in edits.into_iter().rev() {
        let range = edit.span.start.offset as usize..edit.span.end.offset as usize;
        units.splice(range, edit.text.encode_utf16());
    }
    String::from_utf16_lossy(&units)
}

/// A clock that is always at the start.
pub(crate) fn clock() -> Clock {
    Rc::new(|| 0.0)
}
