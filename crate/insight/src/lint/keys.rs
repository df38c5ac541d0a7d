//! A lint of duplicate keys in plain YAML, where ytt silently uses the last one. In templates and files of data values, duplicate
//! keys are errors.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Buffer;
use super::super::code::Language;

use super::{Kind, Lint};
use crate::ParsedRequest;
use crate::limits::depth;
use crate::positions::Source;
use crate::template::has_templating;
use crate::yaml::outline::Entry;
use crate::yaml::reader::{self, ReadOptions};
use crate::yaml::scalars::{Scalar, resolve};
use crate::yaml::tree::DocumentSet;

const MAX_ALIAS_NODES: u64 = 10_000;

pub(super) fn lint(request: &ParsedRequest<'_>, buffers: &[Buffer<'_>], found: &mut Vec<Lint>) {
    let inputs = request.inputs();
    // File marks can exclude a file from templating, whatever its content.
    let taken: BTreeMap<&str, bool> =
        inputs.iter().map(|file| (&*file.role.host_path, file.role.is_template)).collect();
    for (file, buffer) in buffers.iter().enumerate().filter(|(_, buffer)| buffer.language == Language::Yaml) {
        let is_plain = match taken.get(buffer.path) {
            Some(true) => is_plain(buffer),
            Some(false) => true,
            None => false,
        };
        if is_plain {
            repeated(buffer, file, found);
        }
    }
}

fn is_plain(buffer: &Buffer<'_>) -> bool {
    documents(buffer).is_some_and(|documents| !has_templating(&documents))
}

/// None if the text is not YAML.
pub(super) fn documents(buffer: &Buffer<'_>) -> Option<DocumentSet> {
    let options = ReadOptions {
        strict: false,
        without_comments: false,
        max_nesting: depth::REPEATED_KEYS,
        max_alias_nodes: MAX_ALIAS_NODES,
        budget: None,
    };
    let source = Source::new(buffer.path, buffer.text);
    reader::read(&source, buffer.text.as_bytes(), &options).ok()
}

fn repeated(buffer: &Buffer<'_>, file: usize, found: &mut Vec<Lint>) {
    let keys = &buffer.outline().entries;
    let mut first: BTreeMap<(Option<usize>, usize, String), usize> = BTreeMap::new();
    let mut reported = BTreeSet::new();
    // A key that begins with `?` may have several lines.
    let is_name = |name: &str| name != "<<" && !name.starts_with('?');
    for (index, key) in keys.iter().enumerate() {
        let Some(name) = key.key.as_deref().filter(|name| is_name(name) && !key.range.is_empty()) else { continue };
        let map = (key.parent, key.document, identity(buffer, key));
        let Some(earlier) = first.get(&map).and_then(|first| keys.get(*first)) else {
            first.insert(map, index);
            continue;
        };
        if reported.insert(key.range.start) {
            found.push(Lint {
                message: format!("Repeated key {name} in a map of plain YAML; ytt uses the last one without a message"),
                related: Some((file, earlier.range.clone(), "the first one")),
                ..Lint::new(Kind::RepeatedKey, file, key.range.clone())
            });
        }
    }
}

/// Equal for two keys if and only if they are equal in a map: `1` and `"1"` are not.
fn identity(buffer: &Buffer<'_>, key: &Entry) -> String {
    let name = key.key.as_deref().unwrap_or_default();
    let written = buffer.text.get(key.range.clone()).unwrap_or_default();
    match resolve(name) {
        _ if written.starts_with(['"', '\'']) => format!("text {name}"),
        Scalar::Text => format!("text {name}"),
        Scalar::Bool(value) => format!("bool {value}"),
        Scalar::Int(value) => format!("int {value}"),
        _ => format!("other {name}"),
    }
}
