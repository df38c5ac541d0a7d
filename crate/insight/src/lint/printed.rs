//! A lint of plain YAML that looks like data values: its keys are those of the schema, but it has no annotation, so that ytt prints it.

use std::collections::BTreeSet;

use super::super::Buffer;
use super::super::code::Language;
use super::super::declared_keys::DeclaredKeys;
use super::{Change, Kind, Lint, unused};
use crate::ParsedRequest;
use crate::diagnostics::edits::Edits;
use crate::yaml::helm::{self, Action};
use crate::yaml::outline::{Outline, Step};

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let schema = DeclaredKeys::of(buffers, Buffer::holds_schema);
    let values = DeclaredKeys::of(buffers, Buffer::holds_data_values);
    let used = topmost_used(buffers);
    let inputs = request.inputs().into_iter().filter(|file| file.role.for_output && file.role.is_template);
    let printed: BTreeSet<String> = inputs.map(|file| file.role.host_path).collect();
    // If it became data values, nothing would be left to print: it is the template itself.
    let is_only = |buffer: &Buffer<'_>| {
        let others = buffers.iter().filter(|other| other.path != buffer.path && printed.contains(other.path));
        others.into_iter().all(|other| {
            let declares = |document: &_| other.holds_schema(document) || other.holds_data_values(document);
            other.outline().documents.iter().all(declares)
        })
    };
    for (file, buffer) in buffers.iter().enumerate() {
        // A template of Helm may have the same keys.
        let is_of_helm = helm::actions(buffer.text).iter().any(Action::is_of_helm);
        let is_plain = buffer.language == Language::Yaml && buffer.fragments.is_empty() && !is_of_helm;
        if !is_plain || !printed.contains(buffer.path) || buffer.is_values_file() {
            continue;
        }
        let outline = buffer.outline();
        // By its name, it may also have mistakes.
        let is_named = buffer.path.rsplit('/').next().is_some_and(|name| name.contains("values"));
        let hint = if schema.has_all_of(buffer.text, outline) && (is_named || !is_only(buffer))
            || is_named && schema.has_topmost_of(outline)
        {
            "Its keys are those of the schema"
        } else if is_named && values.has_topmost_of(outline) {
            "Its keys are those of other data values"
        } else if is_named && schema.is_empty() && values.is_empty() && has_all_topmost(outline, &used) {
            "Templates use its keys as data values"
        } else {
            continue;
        };
        let Some(first) = buffer.outline().entries.first() else { continue };
        let args = with_values_file(&request.request.args, buffer.path);
        let as_flag =
            Change { title: "Pass it with --data-values-file".to_owned(), edits: Edits(Vec::new()), args: Some(args) };
        found.push(Lint {
            message: format!("{} is printed as output, not used as data values", buffer.path),
            hint: hint.to_owned(),
            fixes: vec![Change::of("Add #@data/values", annotated(buffer)), as_flag],
            ..Lint::new(Kind::PrintedValues, file, first.range.clone())
        });
    }
}

/// The topmost keys of data values that code uses.
fn topmost_used(buffers: &[Buffer<'_>]) -> BTreeSet<String> {
    let mut used = Vec::new();
    buffers
        .iter()
        .filter(|buffer| !buffer.path.contains("_ytt_lib/"))
        .for_each(|buffer| unused::uses(buffer, &mut used));
    let first = |path: Vec<Step>| match path.into_iter().next() {
        Some(Step::Key(key)) => Some(key),
        _ => None,
    };
    used.into_iter().filter_map(first).collect()
}

fn has_all_topmost(outline: &Outline, keys: &BTreeSet<String>) -> bool {
    let topmost: BTreeSet<&str> = outline
        .entries
        .iter()
        .filter(|entry| entry.parent.is_none())
        .filter_map(|entry| entry.key.as_deref())
        .collect();
    !keys.is_empty() && keys.iter().all(|key| topmost.contains(key.as_str()))
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
