//! Loads of a file that has a new path.

use crate::boundary::Edit;
use crate::loads::resolve;
use crate::syntax::token::Tok;
use crate::{Buffer, ParsedRequest, quote};

/// The edits after which all files load the same as before the file `to` was renamed from `from`. Loads across libraries stay as they are.
pub(crate) fn edits(request: &ParsedRequest<'_>, from: &str, to: &str) -> Vec<Edit> {
    let buffers = request.request.files.iter().filter_map(|file| Buffer::of(request, &file.path));
    buffers.flat_map(|buffer| of_buffer(&buffer, from, to)).collect()
}

fn of_buffer(buffer: &Buffer<'_>, from: &str, to: &str) -> Vec<Edit> {
    let tokens = buffer.fragments.iter().flat_map(|fragment| fragment.tokens.windows(3));
    let paths = tokens.filter_map(|tokens| {
        let [load, open, path] = tokens else { return None };
        let module = path.string.as_ref().filter(|_| load.tok == Tok::Load && open.tok == Tok::LParen)?;
        (!module.starts_with('@')).then_some((path, module))
    });
    let is_renamed = buffer.path == to;
    let edits = paths.filter_map(|(path, module)| {
        let loaded = resolve(if is_renamed { from } else { buffer.path }, module);
        let loaded = if loaded == from { to } else { &*loaded };
        if resolve(buffer.path, module) == loaded || library_of(loaded) != library_of(buffer.path) {
            return None;
        }
        let directory = buffer.path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let below = match directory {
            "" => Some(loaded),
            _ => loaded.strip_prefix(directory).and_then(|rest| rest.strip_prefix('/')),
        };
        // A path with a slash at its start is one of the root library.
        let is_absolute = module.starts_with('/') || below.is_none();
        if is_absolute && !library_of(loaded).is_empty() {
            return None;
        }
        let text = if is_absolute { format!("/{loaded}") } else { below?.to_owned() };
        Some(Edit { file: buffer.path.to_owned(), span: buffer.span(path.range.clone()), text: quote(&text) })
    });
    edits.collect()
}

/// The directory of the libraries that a file is below; empty for the root library.
fn library_of(path: &str) -> &str {
    let libraries = "_ytt_lib/";
    path.rfind(libraries).map_or("", |at| &path[..at + libraries.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_request::request;

    fn renamed(files: &[(&str, &str)], from: &str, to: &str) -> Vec<(String, String)> {
        edits(&ParsedRequest::new(&request(files, &[])), from, to)
            .into_iter()
            .map(|edit| (edit.file, edit.text))
            .collect()
    }

    #[test]
    fn loads_follow_a_renamed_file() {
        let load = |path: &str| format!("#@ load({path:?}, \"f\")\na: #@ f()\n");
        for (file, module, from, to, expected) in [
            ("a.yml", "f.lib.yml", "f.lib.yml", "g.lib.yml", Some("g.lib.yml")),
            ("a.yml", "f.lib.yml", "f.lib.yml", "lib/f.lib.yml", Some("lib/f.lib.yml")),
            ("a.yml", "/f.lib.yml", "f.lib.yml", "g.lib.yml", Some("/g.lib.yml")),
            ("b/a.yml", "f.star", "b/f.star", "f.star", Some("/f.star")),
            ("b/a.yml", "f.star", "b/f.star", "b/c/f.star", Some("c/f.star")),
            ("a.yml", "f.lib.yml", "h.lib.yml", "g.lib.yml", None),
            ("a.yml", "@ytt:data", "data", "g.lib.yml", None),
            ("a.yml", "@lib:f.star", "_ytt_lib/lib/f.star", "_ytt_lib/lib/g.star", None),
        ] {
            let found = renamed(&[(file, &load(module)), (to, "")], from, to);
            let expected: Vec<_> = expected.map(|text| (file.to_owned(), format!("{text:?}"))).into_iter().collect();
            assert_eq!(found, expected, "{file} {module} {from} {to}");
        }
    }

    #[test]
    fn a_file_that_moves_loads_the_same_files() {
        let text = "load(\"f.star\", \"f\")\nload(\"/g.star\", \"g\")\n";
        let found = renamed(&[("c/a.star", text), ("f.star", ""), ("g.star", "")], "a.star", "c/a.star");
        assert_eq!(found, [("c/a.star".to_owned(), "\"/f.star\"".to_owned())]);
    }
}
