//! A lint of plain YAML that looks like data values: its keys are those of the schema, but it has no annotation, so that ytt prints it.

use std::collections::BTreeSet;

use super::super::Buffer;
use super::super::code::Language;
use super::super::declared_keys::DeclaredKeys;
use super::{Change, Kind, Lint};
use crate::ParsedRequest;
use crate::diagnostics::edits::Edits;
use crate::yaml::helm::{self, Action};

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let schema = DeclaredKeys::of(buffers, Buffer::holds_schema);
    let inputs = request.inputs().into_iter().filter(|file| file.role.for_output && file.role.is_template);
    let printed: BTreeSet<String> = inputs.map(|file| file.role.host_path).collect();
    for (file, buffer) in buffers.iter().enumerate() {
        // A template of Helm may have the same keys.
        let is_of_helm = helm::actions(buffer.text).iter().any(Action::is_of_helm);
        let is_plain = buffer.language == Language::Yaml && buffer.fragments.is_empty() && !is_of_helm;
        if !is_plain
            || !printed.contains(buffer.path)
            || buffer.is_values_file()
            || !schema.has_all_of(buffer.outline())
        {
            continue;
        }
        let Some(first) = buffer.outline().entries.first() else { continue };
        let args = with_values_file(&request.request.args, buffer.path);
        let as_flag =
            Change { title: "Pass it with --data-values-file".to_owned(), edits: Edits(Vec::new()), args: Some(args) };
        found.push(Lint {
            kind: Kind::PrintedValues,
            message: format!("{} is printed as output, not used as data values", buffer.path),
            path: None,
            hint: "Its keys are those of the schema".to_owned(),
            file,
            range: first.range.clone(),
            related: None,
            fixes: vec![Change::of("Add #@data/values", annotated(buffer)), as_flag],
        });
    }
}

/// Annotates the document, and makes comments those of ytt, which reads no others in such a file.
fn annotated(buffer: &Buffer<'_>) -> Edits {
    let text = buffer.text;
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let has_separator =
        buffer.outline().lines.iter().find(|line| !line.body.is_empty()).is_some_and(|line| line.is_separator(text));
    let annotation = if has_separator { "#@data/values\n" } else { "#@data/values\n---\n" };
    let comments = buffer.outline().lines.iter().filter_map(|line| line.comment);
    let plain = comments.filter(|at| !text[at + 1..].starts_with(['!', '@']));
    let mut edits = vec![(start..start, annotation.to_owned())];
    edits.extend(plain.map(|at| (at + 1..at + 1, "!".to_owned())));
    Edits(edits)
}

/// The arguments with a file as data values. It is no input any longer: neither by its own `-f`, nor by that of a directory.
fn with_values_file(args: &[String], path: &str) -> Vec<String> {
    let is_file_flag = |word: &str| word == "-f" || word == "--file";
    let own = args.windows(2).position(|pair| is_file_flag(&pair[0]) && pair[1] == path);
    let mut args = args.to_vec();
    let others = args.iter().filter(|word| is_file_flag(word)).count();
    match own {
        // Without any `-f`, all files would be inputs.
        Some(at) if others > 1 => _ = args.drain(at..at + 2),
        _ => args.extend(["--file-mark".to_owned(), format!("{path}:exclude=true")]),
    }
    args.extend(["--data-values-file".to_owned(), path.to_owned()]);
    args
}
