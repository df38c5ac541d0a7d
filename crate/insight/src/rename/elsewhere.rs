//! Renames a data value in plain YAML files that are no input of this run: those of `--data-values-file` in other runs.

use std::collections::BTreeSet;

use super::super::code::Language;
use super::super::declared_keys::DeclaredKeys;
use super::{Changes, documents, replacement};
use crate::ParsedRequest;
use crate::boundary::Edit;
use crate::yaml::outline::Step;

pub(super) fn edits(request: &ParsedRequest<'_>, changes: &mut Changes<'_, '_>) -> Vec<Edit> {
    let flow = changes.flow;
    let inputs: BTreeSet<String> = request.inputs().into_iter().map(|file| file.role.host_path).collect();
    let declared = DeclaredKeys::of(flow.files.iter().map(|code| code.buffer), |buffer, document| {
        let number = buffer.outline().documents.iter().position(|other| std::ptr::eq(other, document));
        number.is_some_and(|number| documents::has_data_values(buffer, number))
    });
    let new: Vec<Step> = changes.parent().iter().cloned().chain([Step::Key(changes.new.to_owned())]).collect();
    let mut edits = Vec::new();
    for (file, code) in flow.files.iter().enumerate() {
        let buffer = code.buffer;
        let is_plain = buffer.language == Language::Yaml && buffer.fragments.is_empty() && !buffer.is_values_file();
        // Files of other libraries have data values of their own.
        let is_elsewhere = !inputs.contains(buffer.path) && !buffer.path.contains("_ytt_lib/");
        let outline = buffer.outline();
        if !is_plain || !is_elsewhere || !declared.has_topmost_of(outline) {
            continue;
        }
        let has_new = (0..outline.entries.len()).any(|entry| outline.path(entry) == new);
        for (index, entry) in outline.entries.iter().enumerate() {
            if entry.key.is_none() || outline.path(index) != changes.path {
                continue;
            }
            let text = buffer.text.get(entry.range.clone()).unwrap_or_default();
            match replacement(text, changes.old(), changes.new).filter(|_| !has_new) {
                Some(text) => {
                    edits.push(Edit { file: buffer.path.to_owned(), span: buffer.span(entry.range.clone()), text })
                }
                None => changes.miss(file, entry.range.clone(), "the file is not part of this run"),
            }
        }
    }
    edits
}
