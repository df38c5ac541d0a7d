//! A lint of Helm's `{{ … }}` where YAML reads it as text or as a map, so that ytt prints it without a message.

use std::collections::BTreeSet;

use super::super::Buffer;
use super::super::code::Language;
use super::{Change, Kind, Lint, keys};
use crate::ParsedRequest;
use crate::editor::helm::{HelmLine, fix, fix_all, helm_lines};

/// The maximum number of lints for one file. The first one has a fix for all lines.
const MOST: usize = 50;

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let inputs = request.inputs().into_iter().filter(|file| file.role.for_output && file.role.is_template);
    let printed: BTreeSet<String> = inputs.map(|file| file.role.host_path).collect();
    let is_printed = |buffer: &Buffer<'_>| printed.contains(buffer.path) && !buffer.is_values_file();
    for (file, buffer) in buffers.iter().enumerate().filter(|(_, buffer)| buffer.language == Language::Yaml) {
        // A text that is not YAML is an error.
        if !buffer.text.contains("{{") || !is_printed(buffer) || keys::documents(buffer).is_none() {
            continue;
        }
        let is_template = !buffer.fragments.is_empty();
        let lines = helm_lines(buffer.text);
        // The text of data values may be for Helm. In a template, a map as a key is an error.
        let is_text = |line: &&HelmLine| {
            let document = buffer.outline().document_at(line.line as usize - 1);
            let is_values = buffer.holds_data_values(document) || buffer.holds_schema(document);
            line.is_certain && !is_values && !(is_template && line.is_map)
        };
        for (index, line) in lines.iter().filter(is_text).take(MOST).enumerate() {
            let all = if index == 0 { fix_all(buffer.text, &lines, line) } else { None };
            found.push(Lint {
                message: match &line.code {
                    Some(code) => format!("This is Helm's syntax, which ytt prints as it is; in ytt: {code}"),
                    None => format!("This is Helm's syntax, which ytt prints as it is: {{{{ {} }}}}", line.action),
                },
                hint: line.advice().unwrap_or_default(),
                fixes: fix(buffer.text, line)
                    .into_iter()
                    .chain(all)
                    .map(|(title, edits)| Change::of(title, edits))
                    .collect(),
                ..Lint::new(Kind::HelmSyntax, file, line.range.clone())
            });
        }
    }
}
