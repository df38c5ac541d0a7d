//! Output files with the line that each of their lines came from, and what the command prints to
//! standard output.

use super::positions;
use crate::boundary::{Content, LineOrigin, OutputFile};
use crate::diagnostics::positions::Position;
use crate::flags::OutputFormat;
use crate::yaml::json::{self, Layout};
use crate::yaml::printer;
use crate::yaml::tree::Document;

/// A rendered file, and whether standard output has no place for it.
pub(crate) struct Rendered {
    pub(crate) file: OutputFile,
    pub(crate) is_yaml: bool,
}

/// The documents of a YAML file.
pub(crate) fn yaml_file(path: String, documents: &[Document]) -> Rendered {
    let (content, positions) = printer::print_with_positions(documents);
    let map = positions.iter().map(line_origin).collect();
    Rendered { file: OutputFile { path, content: Content::Text(content), map }, is_yaml: true }
}

/// A text file; `plain` when it is an input file as it stands.
pub(crate) fn text_file(path: String, bytes: &[u8], plain: Option<&str>) -> Rendered {
    let content = Content::from_bytes(bytes.to_vec());
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
    let map = (1..).take(lines).map(|line| plain.map(|file| LineOrigin { file: file.to_owned(), line })).collect();
    Rendered { file: OutputFile { path, content, map }, is_yaml: false }
}

fn line_origin(position: &Position) -> Option<LineOrigin> {
    position.is_known().then(|| LineOrigin { file: position.file().to_owned(), line: position.line() })
}

/// All documents as the command prints them.
pub(crate) fn print(documents: &[Document], format: OutputFormat) -> String {
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
