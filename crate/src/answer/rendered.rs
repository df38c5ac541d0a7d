//! Output files with the line that each of their lines came from, and documents as the command prints them.

use super::positions;
use crate::boundary::{Content, LineOrigin, OutputFile};
use crate::diagnostics::positions::Position;
use crate::flags::OutputFormat;
use crate::workspace::library::Libraries;
use crate::yaml::json::{self, Layout};
use crate::yaml::printer;
use crate::yaml::tree::{Array, ArrayItem, Document, Meta, Value};

/// The documents of a YAML file.
pub(super) fn yaml_file(path: String, documents: &[Document], with_map: bool) -> OutputFile {
    if !with_map {
        return OutputFile { path, content: Content::Text(printer::print(documents)), map: Vec::new() };
    }
    let (content, positions) = printer::print_with_positions(documents);
    let map = positions.iter().map(line_origin).collect();
    OutputFile { path, content: Content::Text(content), map }
}

/// A text file; `plain` is its input file when it stands as it was there.
pub(super) fn text_file(path: String, bytes: &[u8], plain: Option<&str>, with_map: bool) -> OutputFile {
    let content = Content::from_bytes(bytes.to_vec());
    let lines = if with_map { bytes.split_inclusive(|byte| *byte == b'\n').count() } else { 0 };
    let map = (1..).take(lines).map(|line| plain.map(|file| LineOrigin { file: file.to_owned(), line })).collect();
    OutputFile { path, content, map }
}

fn line_origin(position: &Position) -> Option<LineOrigin> {
    position.is_known().then(|| LineOrigin { file: position.file().to_owned(), line: position.line() })
}

/// The documents of all YAML files, one below the other.
pub(super) fn print(documents: &[Document], format: OutputFormat) -> String {
    match format {
        OutputFormat::Yaml => printer::print(documents),
        // Documents stand side by side; what JSON cannot say is left out, as in ytt.
        OutputFormat::Json => {
            let texts = shown(documents).map(|document| json::json(&document.value, Layout::COMPACT));
            texts.map(Result::unwrap_or_default).collect()
        }
        OutputFormat::Positions => positions::print(shown(documents)),
    }
}

fn shown(documents: &[Document]) -> impl Iterator<Item = &Document> {
    documents.iter().filter(|document| !document.injected && !document.is_empty())
}

/// The contents of YAML files, one below the other: the same as printing all their documents.
pub(super) fn joined(files: &[OutputFile]) -> String {
    let contents = files.iter().filter_map(|file| std::str::from_utf8(file.content.as_bytes()).ok());
    contents.filter(|content| !content.is_empty()).collect::<Vec<_>>().join("---\n")
}

/// For `--files-inspect`: the paths of the files that take part, as a document.
pub(crate) fn list_of_files(libraries: &Libraries) -> Document {
    let mut files = libraries.accessible_files(libraries.root());
    files.sort_by_key(|found| found.file);
    let path = |file| Value::str(libraries.file(file).path());
    let items = files.iter().map(|found| ArrayItem { value: path(found.file), meta: Meta::default() }).collect();
    Document::new(Value::Array(Box::new(Array { items, position: Position::unknown() })), Position::unknown())
}
