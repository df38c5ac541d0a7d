//! Fixes that load an undefined name from another file that defines it.

use super::declare::text_of;
use super::fixes::{edited, load_from};
use super::places::bytes;
use crate::boundary::{Diagnostic, Fix, RequestFile};
use crate::diagnostics::code::Code;
use crate::diagnostics::edits::Edits;
use crate::positions::Source;

/// Adds the fixes.
pub(crate) fn add(files: &[RequestFile], diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == Code::Name.as_str()) {
        if let Some(fix) = fix(files, diagnostic) {
            diagnostic.fixes.insert(0, fix);
        }
    }
}

// A first render has no such problem.
#[cold]
#[inline(never)]
fn fix(files: &[RequestFile], diagnostic: &Diagnostic) -> Option<Fix> {
    let place = diagnostic.primary.as_ref()?;
    let text = text_of(files, &place.file)?;
    let span = bytes(text, place.span?)?;
    let name = text.get(span.clone())?;
    let from = files.iter().find(|file| {
        let is_other = file.path != place.file && library_of(&file.path) == library_of(&place.file);
        is_other && text_of(files, &file.path).is_some_and(|text| defines(&file.path, text, name))
    })?;
    let source = Source::new(&place.file, text);
    let (at, line) = load_from(&source, &span, &path_from(&place.file, &from.path), name)?;
    Some(edited(format!("Load {name} from {}", from.path), &source, Edits::insert(at, line)))
}

/// Whether a file that can be loaded defines a function or a variable at its top level.
fn defines(path: &str, text: &str, name: &str) -> bool {
    let marker = match path {
        path if path.ends_with(".star") => "",
        path if path.ends_with(".lib.yml") || path.ends_with(".lib.yaml") => "#@ ",
        _ => return false,
    };
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(marker));
    let is_definition = |line: &str| {
        let function = line.strip_prefix("def ").and_then(|rest| rest.strip_prefix(name));
        let variable = line.strip_prefix(name);
        function.is_some_and(|rest| rest.trim_start().starts_with('('))
            || variable.is_some_and(|rest| rest.trim_start().starts_with('=') && !rest.trim_start().starts_with("=="))
    };
    !name.starts_with('_') && lines.any(is_definition)
}

/// The root of the library that a file belongs to.
fn library_of(path: &str) -> &str {
    const FOLDER: &str = "_ytt_lib/";
    path.rfind(FOLDER).map_or("", |at| {
        let name = at + FOLDER.len();
        path[name..].find('/').map_or(path, |end| &path[..name + end])
    })
}

/// The path in a `load` of one file for another: from the folder of the first one, or else from the root of the library.
fn path_from(file: &str, other: &str) -> String {
    let folder = file.rfind('/').map_or("", |end| &file[..=end]);
    let from_root = || format!("/{}", other[library_of(other).len()..].trim_start_matches('/'));
    other.strip_prefix(folder).map_or_else(from_root, str::to_owned)
}
