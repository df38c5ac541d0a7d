//! Schemas and data values in files that the command line does not name.

use super::super::places;
use super::text_of;
use crate::boundary::{Diagnostic, Fix, InputKind, RelatedPlace, Request};
use crate::inputs::inputs_of;
use crate::positions::Source;
use crate::yaml::outline::Outline;

/// A file that would be a schema or data values with a key at its top if the arguments named it.
pub(super) struct LeftOut {
    path: String,
    line: usize,
    args: Vec<String>,
}

pub(super) fn file_with(request: &Request, key: &str) -> Option<LeftOut> {
    let unused = inputs_of(request).into_iter().filter(|input| input.kind == InputKind::Unused);
    unused.into_iter().find_map(|input| {
        let outline = Outline::of(text_of(&request.files, &input.path)?);
        let mut entries = outline.entries.iter().filter(|entry| entry.parent.is_none());
        let line = entries.find(|entry| entry.key.as_deref() == Some(key))?.line + 1;
        let args = [&request.args[..], &["-f".to_owned(), input.path.clone()]].concat();
        let request = Request { args: args.clone(), ..request.clone() };
        let mut named = inputs_of(&request).into_iter().filter(|named| named.path == input.path);
        let declares = named.any(|named| matches!(named.kind, InputKind::Schema | InputKind::DataValues));
        declares.then_some(LeftOut { path: input.path, line, args })
    })
}

/// Adds the place of the key and the fix that names the file.
pub(super) fn explain(request: &Request, diagnostic: &mut Diagnostic, left_out: LeftOut) -> Option<()> {
    let LeftOut { path, line, args } = left_out;
    let source = Source::new(&*path, text_of(&request.files, &path)?);
    let span = source.line_range(u32::try_from(line).ok()?).map(|range| places::span(&source, range));
    let label = "not read, since the command line does not name this file".to_owned();
    diagnostic.related.push(RelatedPlace { file: path.clone(), span, label });
    diagnostic.fixes.push(Fix { title: format!("Add -f {path}"), edits: Vec::new(), args: Some(args) });
    Some(())
}
