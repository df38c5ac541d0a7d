//! Output files with the origin of each line, and the output formats of documents.

use std::cell::Ref;
use std::sync::Arc;

use super::positions;
use crate::boundary::{Content, LineOrigin, OutputFile, SourceLine};
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::flags::OutputFormat;
use crate::positions::Position;
use crate::workspace::{Libraries, TextResult};
use crate::yaml::go_format;
use crate::yaml::json::{self, Layout, Unsupported};
use crate::yaml::node::Node;
use crate::yaml::printer::{self, PrintedLine};
use crate::yaml::tree::{Document, Value};

/// The documents of a YAML file; cut off shortly after `most` bytes.
pub(super) fn yaml_file(path: String, documents: &[Node<Document>], with_map: bool, most: usize) -> OutputFile {
    if !with_map {
        return OutputFile { path, content: Content::Text(printer::print_limited(documents, most)), map: Vec::new() };
    }
    let (content, lines) = printer::print_with_nodes(documents, most);
    let map = lines.iter().map(line_origin).collect();
    OutputFile { path, content: Content::Text(content), map }
}

/// A text file; `file` is the path of its input file.
pub(super) fn text_file(path: String, text: TextResult, file: &Arc<str>, with_map: bool) -> OutputFile {
    match text {
        TextResult::Unchanged(bytes) => {
            let lines = if with_map { bytes.split_inclusive(|byte| *byte == b'\n').count() } else { 0 };
            let origin = |line| Some(LineOrigin { file: file.clone(), line, ..LineOrigin::default() });
            let map = (1..).take(lines).map(origin).collect();
            OutputFile { path, content: Content::from_bytes(bytes.to_vec()), map }
        }
        TextResult::Template(text) => {
            let lines = if with_map { text.lines() } else { Vec::new() };
            let origin = |SourceLine { file, line }| LineOrigin { file, line, ..LineOrigin::default() };
            let map = lines.iter().map(|position| source_line(position).map(origin)).collect();
            OutputFile { path, content: Content::from_bytes(byte_text::to_bytes(&text.text).into_owned()), map }
        }
    }
}

fn line_origin(line: &PrintedLine) -> Option<LineOrigin> {
    let meta = line.node.as_ref()?.meta();
    let SourceLine { file, line } = source_line(&meta.position.plus_lines(line.below))?;
    let touched_by = meta.history.touched().iter().filter_map(source_line).collect();
    let replaced = meta.history.former().iter().filter_map(|former| source_line(&former.position)).collect();
    Some(LineOrigin { file, line, touched_by, replaced })
}

fn source_line(position: &Position) -> Option<SourceLine> {
    let source = position.source().filter(|_| position.is_known())?;
    Some(SourceLine { file: source.shared_path(), line: position.line() })
}

/// The documents of all YAML files in one text.
///
/// Fails with `-o json` for keys that are not strings, and with `-o pos` for some computed values, on which ytt crashes.
pub(super) fn print(documents: &[Node<Document>], format: OutputFormat) -> Result<String, Error> {
    match format {
        OutputFormat::Yaml => Ok(printer::print(documents)),
        // JSON documents follow each other without a line break, as in ytt.
        OutputFormat::Json => printed(documents).map(|document| json_document(&document)).collect(),
        OutputFormat::Positions => positions::print(printed(documents)),
    }
}

fn json_document(document: &Document) -> Result<String, Error> {
    match json::json(&document.value, Layout::COMPACT) {
        Ok(text) => Ok(text),
        Err(Unsupported::Key(item)) => {
            let item = item.borrow();
            let at = &item.meta.position;
            let found = item.key.type_name();
            Err(Error::at(format!("Expected key to be string, but was {found}"), at.clone())
                .with_advice(Some("JSON has no other keys; put this one in quotes".to_owned()))
                .coded(Code::Unsupported)
                .caused(Cause::KeyNotText { kind: found })
                .context(format!("Map item (key '{}') on {}", go_format::plain(&item.key), at.long()))
                .context(format!("Printing document on {} as JSON", document.meta.position.long())))
        }
        // ytt omits the document.
        Err(Unsupported::Number(_)) => Ok(String::new()),
    }
}

fn printed(documents: &[Node<Document>]) -> impl Iterator<Item = Ref<'_, Document>> {
    documents.iter().map(Node::borrow).filter(|document| !document.injected && !document.is_empty())
}

/// The contents of all YAML files in one text, which is the same as printing all their documents.
pub(super) fn joined(files: &[OutputFile]) -> String {
    let contents = files.iter().filter_map(|file| std::str::from_utf8(file.content.as_bytes()).ok());
    contents.filter(|content| !content.is_empty()).collect::<Vec<_>>().join("---\n")
}

/// For `--files-inspect`: a document with the paths of the input files.
pub(crate) fn list_of_files(libraries: &Libraries) -> Document {
    let mut files = libraries.accessible_files(libraries.root());
    files.sort_by_key(|found| found.file);
    let path = |file| Value::str(libraries.file(file).path());
    Document::new(Value::array(files.iter().map(|found| path(found.file))), Position::unknown())
}
