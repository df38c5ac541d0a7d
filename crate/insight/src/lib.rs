//! Editor features for ytt files: completion, hover, go to definition, rename, the data values that a line uses, and lints.
//!
//! Each function takes a request, usually a file of it and a position, and returns plain data ([`answer`]). Code is read
//! by the front end of the Starlark layer, YAML by its fault-tolerant outline, so answers are available while a file is
//! incomplete. Data values and their schema come from [`ytterby::data_values_snapshot`].
//!
//! This layer must not know how a run evaluates templates, schemas or overlays, how responses are serialized, or which
//! host and which editor ask. Nothing here changes the result of a run.

#![warn(missing_docs)]

mod annotations;
pub mod answer;
mod code;
mod complete;
mod data_values;
mod declared_keys;
mod definition;
mod flow;
mod hover;
mod lint;
mod loads;
mod names;
mod refactorings;
mod rename;
mod schema_proposal_catalog;
mod symbol_at;
#[cfg(test)]
mod test_request;
mod used;
mod uses;

use std::cell::OnceCell;
use std::sync::Arc;

use answer::{Completions, Definition, Hover, Lints, RenameTarget, Renaming, UsedValue, Uses};
use code::{Fragment, Language, fragments};
use names::Names;

use ytterby::{DataValuesSnapshot, ParsedRequest, boundary, data_values_snapshot, editor, inputs_of};
use ytterby_diagnostics as diagnostics;
use ytterby_go::quote::quote;
use ytterby_limits as limits;
use ytterby_syntax as syntax;
use ytterby_text::{positions, spelling};
use ytterby_yaml as yaml;
use ytterby_ytt::{extensions, flags, stdlib, template, workspace};

use crate::boundary::{Content, Edit, Fix, Place, Request, Span};
use crate::editor::places;
use crate::extensions::Extensions;
use crate::flags::Command;
use crate::limits::Clock;
use crate::positions::{Position, Source};
use crate::workspace::schema_annotations;
use crate::yaml::outline::{Document, Line, Outline, lines};

/// Completions at an offset in UTF-16 code units from the start of the file, as `Caret::offset`. None if there are none,
/// or the request has no text file of this path.
pub fn complete(request: &Request, file: &str, offset: u32, clock: &Clock) -> Option<Completions> {
    complete::complete(&Buffer::of(&ParsedRequest::new(request), file)?, offset, clock)
}

/// Documentation and facts about the word at an offset, counted as for [`complete`].
pub fn hover(request: &Request, file: &str, offset: u32, clock: &Clock) -> Option<Hover> {
    hover::hover(&Buffer::of(&ParsedRequest::new(request), file)?, offset, clock)
}

/// The definition of the word at an offset, counted as for [`complete`].
pub fn definition(request: &Request, file: &str, offset: u32, clock: &Clock) -> Option<Definition> {
    definition::definition(&Buffer::of(&ParsedRequest::new(request), file)?, offset, clock)
}

/// Warnings about probable mistakes that ytt accepts without a message, in all files.
pub fn lint(request: &Request, clock: &Clock) -> Lints {
    lint::lint(&ParsedRequest::new(request), clock)
}

/// The data value that the word at an offset names, in code or as a key, or else the variable or function; counted as for [`complete`].
pub fn rename_target(request: &Request, file: &str, offset: u32) -> Option<RenameTarget> {
    rename::target(&ParsedRequest::new(request), file, offset)
}

/// The edits that rename the data value at an offset in all files, flags and environment variables, or the variable or function in
/// all files, or why it cannot be renamed.
pub fn rename(request: &Request, file: &str, offset: u32, name: &str) -> Renaming {
    rename::rename(&ParsedRequest::new(request), file, offset, name)
}

/// The edits of loads after a file was renamed; the request has its new path.
pub fn rename_file(request: &Request, from: &str, to: &str) -> Vec<Edit> {
    rename::loads::edits(&ParsedRequest::new(request), from, to)
}

/// The changes that make the value at an offset a data value, or write an existing one with this value; counted as for [`complete`].
/// The output of a run that succeeds stays the same.
pub fn refactorings(request: &Request, file: &str, offset: u32, clock: &Clock) -> Vec<Fix> {
    refactorings::at(&ParsedRequest::new(request), file, offset, clock)
}

/// The data values that a line of a template depends on, the nearest first; `line` counts from 1.
pub fn used(request: &Request, file: &str, line: u32, clock: &Clock) -> Vec<UsedValue> {
    used::used(&ParsedRequest::new(request), file, line, clock)
}

/// All places of the data value at an offset, counted as for [`complete`]. None if there is none.
pub fn uses_at(request: &Request, file: &str, offset: u32, clock: &Clock) -> Option<Uses> {
    uses::at(&ParsedRequest::new(request), file, offset, clock)
}

/// All places of a data value by its path, as in `kiln.shelves[0].width` or `kiln.shelves[].width`. It is one of the library that
/// `file` belongs to; the file need not exist.
pub fn uses_of(request: &Request, file: &str, path: &str, clock: &Clock) -> Option<Uses> {
    uses::of(&ParsedRequest::new(request), file, path, clock)
}

/// All places of the variable, function or parameter at an offset, counted as for [`complete`]. None if code defines no such name.
pub fn uses_of_name(request: &Request, file: &str, offset: u32) -> Option<Uses> {
    rename::uses(&ParsedRequest::new(request), file, offset)
}

/// A text file of the request, with its tokens and names.
struct Buffer<'a> {
    request: &'a ParsedRequest<'a>,
    extensions: Extensions,
    path: &'a str,
    text: &'a str,
    source: Arc<Source>,
    language: Language,
    fragments: Vec<Fragment>,
    names: Names,
    outline: OnceCell<Outline>,
    lines: OnceCell<Vec<Line>>,
}

impl<'a> Buffer<'a> {
    /// None if the request has no text file of this path.
    fn of(request: &'a ParsedRequest<'a>, path: &str) -> Option<Buffer<'a>> {
        let file = request.request.files.iter().find(|file| file.path == path)?;
        let Content::Text(text) = &file.content else { return None };
        let language = Language::of(&file.path);
        let fragments = fragments(text, language);
        let names = Names::of(text, &fragments);
        let source = Source::new(&*file.path, &**text);
        let extensions = match &request.command {
            Ok(Command::Template(options) | Command::SchemaDiff(options)) => request.extensions(options).ok(),
            _ => None,
        };
        let extensions = extensions.unwrap_or_default();
        let (outline, lines) = (OnceCell::new(), OnceCell::new());
        Some(Buffer { request, extensions, path: &file.path, text, source, language, fragments, names, outline, lines })
    }

    /// The outline of the text, if it is read as YAML.
    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self.text))
    }

    /// The starts of comments that ytt does not accept in a template.
    fn unmarked_comments(&self) -> impl Iterator<Item = usize> {
        let starts = self.outline().lines.iter().filter_map(|line| line.comment);
        starts.filter(|start| !self.text[*start..].starts_with("#!"))
    }

    /// The lines of the text, as YAML has them.
    fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| lines(self.text))
    }

    /// The byte at an offset in UTF-16 code units; the length of the text if that is shorter.
    fn byte(&self, offset: u32) -> usize {
        let mut units = 0;
        for (at, c) in self.text.char_indices() {
            if units >= offset as usize {
                return at;
            }
            units += c.len_utf16();
        }
        self.text.len()
    }

    fn offset(&self, byte: usize) -> u32 {
        self.source.utf16(byte) as u32
    }

    fn place(&self, range: std::ops::Range<usize>) -> Place {
        let position = Position::new(self.source.clone(), self.source.line_at(range.start)).with_span(range);
        places::place(&position).unwrap_or_default()
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        self.place(range).span.unwrap_or_default()
    }

    /// [`span`](Buffer::span), which takes in the line where the range is empty; this one stays empty.
    fn exact_span(&self, range: std::ops::Range<usize>) -> Span {
        places::span(&self.source, range)
    }

    /// Whether the keys of a document are data values: it is annotated so, or the file is one that
    /// `--data-values-file` names.
    fn holds_data_values(&self, document: &Document) -> bool {
        let annotated = |name: &str| document.annotations.iter().any(|annotation| annotation == name);
        (annotated("data/values") && !annotated("library/ref")) || self.is_values_file()
    }

    fn is_values_file(&self) -> bool {
        let Some(options) = self.request.options() else { return false };
        options.data_values.from_files.iter().any(|path| {
            let below = self.path.strip_prefix(path.trim_start_matches("./").trim_end_matches('/'));
            below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        })
    }

    fn holds_schema(&self, document: &Document) -> bool {
        let names = schema_annotations(self.extensions);
        document.annotations.iter().any(|annotation| names.contains(&annotation.as_str()))
    }
}
