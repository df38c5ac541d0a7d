//! Renames keys in the documents that declare and set a data value: schemas, data values, and plain files of data values.
//!
//! In computed values, keys of dict literals are renamed; in annotations, names of keys.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::Buffer;
use super::super::code::Kind;
use super::super::flow::{FileCode, Form, Id, Node};
use super::{Changes, has_keys};
use crate::ParsedRequest;
use crate::syntax::ast::{ArgKind, ExprKind};
use crate::yaml::outline::{Entry, Outline, Step};

#[derive(Default)]
pub(super) struct Declared {
    pub(super) is_declared: bool,
    /// An existing key with the new name: index of the file, and bytes.
    pub(super) taken: Option<(usize, Range<usize>)>,
}

/// Whether a document contains data values of the root library, or their schema.
pub(crate) fn has_data_values(buffer: &Buffer<'_>, document: usize) -> bool {
    let Some(document) = buffer.outline().documents.get(document) else { return false };
    let is_elsewhere = document.annotations.iter().any(|annotation| annotation == "library/ref");
    (buffer.holds_schema(document) && !is_elsewhere) || buffer.holds_data_values(document)
}

pub(super) fn rename(request: &ParsedRequest<'_>, changes: &mut Changes<'_, '_>) -> Declared {
    let mut declared = Declared::default();
    let flow = changes.flow;
    let inputs = request.inputs().into_iter();
    let rendered: BTreeSet<String> =
        inputs.filter(|file| file.role.for_output).map(|file| file.role.host_path).collect();
    for (file, code) in flow.files.iter().enumerate().filter(|(_, code)| has_keys(code.buffer)) {
        let outline = code.buffer.outline();
        let paths: Vec<Vec<Step>> = (0..outline.entries.len()).map(|entry| outline.path(entry)).collect();
        let is_rendered = code.buffer.is_values_file() && rendered.contains(code.buffer.path);
        let mut document = Document { file, code, outline, paths: &paths, is_rendered, renamed: Vec::new() };
        document.keys(changes, &mut declared);
        document.copies(changes);
        for number in 0..outline.documents.len() {
            if has_data_values(code.buffer, number) {
                document.code(changes, number);
            }
        }
    }
    declared
}

struct Document<'f, 'a> {
    file: usize,
    code: &'f FileCode<'a>,
    outline: &'f Outline,
    /// The paths of all entries.
    paths: &'f [Vec<Step>],
    /// A plain file of data values that is an input as well.
    is_rendered: bool,
    /// Bytes of names in code that have been renamed.
    renamed: Vec<Range<usize>>,
}

impl Document<'_, '_> {
    fn keys(&self, changes: &mut Changes<'_, '_>, declared: &mut Declared) {
        for (index, key) in self.outline.entries.iter().enumerate() {
            let Some(path) = self.paths.get(index).filter(|path| path.len() == changes.path.len()) else { continue };
            let is_sibling = path.starts_with(changes.parent()) && key.key.is_some();
            if !is_sibling || !has_data_values(self.code.buffer, key.document) {
                continue;
            }
            let name = key.key.as_deref().unwrap_or_default();
            if name == changes.new {
                declared.taken.get_or_insert((self.file, key.range.clone()));
            } else if name.contains("(@") {
                changes.miss(self.file, key.range.clone(), "the name is computed");
            } else if name == changes.old() {
                declared.is_declared = true;
                if self.is_in_function(key.range.start) {
                    changes.miss(self.file, key.range.clone(), "a function makes it");
                } else if key.range.is_empty() {
                    changes.miss(self.file, key.value.start..key.value.start, "the name is behind an anchor or a tag");
                } else {
                    changes.edit(self.file, key.range.clone());
                    if self.is_rendered {
                        changes.miss(self.file, key.range.clone(), "the file is rendered as well");
                    }
                }
            }
        }
    }

    /// Lists aliases of maps (`*name`) that contain the data value.
    fn copies(&self, changes: &mut Changes<'_, '_>) {
        for (index, key) in self.outline.entries.iter().enumerate() {
            let Some(name) = &key.alias else { continue };
            let Some(path) = self.paths.get(index) else { continue };
            // `<<` merges the keys of the alias into the map around it.
            let merged = matches!(path.last(), Some(Step::Key(last)) if last == "<<");
            let at = if merged { &path[..path.len() - 1] } else { &path[..] };
            let same = |other: &Entry| other.document == key.document && other.anchor.as_ref() == Some(name);
            let origin =
                self.outline.entries.iter().rposition(|other| same(other) && other.value.start < key.value.start);
            let holds = |other: usize| {
                (0..self.paths.len())
                    .any(|below| self.paths[below] == changes.path && self.outline.is_ancestor(other, below))
            };
            let is_copied = origin.is_some_and(holds);
            let is_own = changes.is_below(at) && has_data_values(self.code.buffer, key.document);
            if is_copied || is_own {
                changes.miss(
                    self.file,
                    key.value.start..key.value.start + name.len() + 1,
                    "a copy of a map may have it too",
                );
            }
        }
    }

    /// Renames the data value in computed values and annotations, and lists other uses of the name in code.
    fn code(&mut self, changes: &mut Changes<'_, '_>, document: usize) {
        let Some(lines) = self.outline.documents.get(document).map(|document| document.lines.clone()) else {
            return;
        };
        for fragment in &self.code.buffer.fragments {
            let line = self.outline.line_at(fragment.range.start);
            let node = self.node_of(line, matches!(fragment.kind, Kind::Value));
            let holder =
                node.map_or_else(|| lines.contains(&line).then(Vec::new), |node| self.paths.get(node).cloned());
            let (Some(path), true) = (holder, self.document_of(line) == Some(document)) else { continue };
            let roots = self.roots(&fragment.range);
            match &fragment.kind {
                Kind::Value => roots.iter().for_each(|root| self.computed_value(changes, *root, &path)),
                Kind::Annotation { .. } => {
                    let name = fragment.annotation(self.code.buffer.text);
                    roots.iter().for_each(|root| self.annotation(changes, name, *root, &path));
                }
                Kind::Code => {}
            }
        }
        let Some(range) = self.bytes(&lines) else { return };
        self.mentions(changes, &range);
    }

    /// The document of the node that a line of comments precedes.
    fn document_of(&self, line: usize) -> Option<usize> {
        let next = self.next_content(line)?;
        Some(self.outline.document_index(next))
    }

    /// The line itself, or the next one with more than a comment.
    fn next_content(&self, line: usize) -> Option<usize> {
        let lines = &self.outline.lines;
        (line..lines.len()).find(|line| lines.get(*line).is_some_and(|line| !line.body.is_empty()))
    }

    /// The entry that code applies to: the last on the line for a value, the first after the line for an annotation.
    fn node_of(&self, line: usize, is_value: bool) -> Option<usize> {
        let line = self.next_content(line)?;
        let mut on_line = (0..self.outline.entries.len()).filter(|key| self.outline.entries[*key].line == line);
        if is_value { on_line.next_back() } else { on_line.next() }
    }

    fn bytes(&self, lines: &Range<usize>) -> Option<Range<usize>> {
        // Annotations above `---` apply to the document.
        let outline = &self.outline;
        let above = outline.lines.get(..lines.start)?.iter().rev().take_while(|line| line.body.is_empty()).count();
        let first = outline.lines.get(lines.start - above)?;
        let last = outline.lines.get(lines.end.checked_sub(1)?)?;
        Some(first.range.start..last.range.end)
    }

    /// The expressions in a piece of code.
    fn roots(&self, range: &Range<usize>) -> Vec<Id> {
        let inside = |root: &Range<usize>| range.start <= root.start && root.end <= range.end;
        let roots = self.code.facts.roots.iter().filter(|root| inside(&root.range));
        let nodes = roots.filter_map(|root| root.node);
        nodes.collect()
    }

    fn is_in_function(&self, at: usize) -> bool {
        let markers = self.code.facts.roots.iter().filter(|root| root.node.is_none());
        let mut around = markers.filter(|root| root.range.start <= at && at < root.range.end.max(root.range.start + 1));
        around.any(|root| root.function.is_some())
    }

    /// Renames keys of map literals in a computed value.
    fn computed_value(&mut self, changes: &mut Changes<'_, '_>, node: Id, path: &[Step]) {
        if !changes.is_below(path) {
            return;
        }
        let facts = &self.code.facts;
        let Some(found) = facts.nodes.get(node) else { return };
        let below = |step: Step| path.iter().cloned().chain([step]).collect::<Vec<_>>();
        match (&found.form, &found.expr.kind) {
            (Form::Same(value), _) => self.computed_value(changes, *value, path),
            (Form::Either { .. }, _) => {
                found.values().iter().for_each(|value| self.computed_value(changes, *value, path));
            }
            (Form::Plain, ExprKind::Dict(_)) => {
                for entry in found.parts.chunks_exact(2) {
                    let Some(place) = facts.nodes.get(entry[0]) else { continue };
                    match place.text() {
                        Some(name) => {
                            let path = below(Step::Key(name.to_owned()));
                            if path == changes.path {
                                self.renamed.push(place.range.clone());
                                changes.edit(self.file, place.range.clone());
                            }
                            self.computed_value(changes, entry[1], &path);
                        }
                        None => changes.miss(self.file, place.range.clone(), "the name is computed"),
                    }
                }
            }
            (Form::Plain, ExprKind::List(_) | ExprKind::Tuple(_)) => {
                let path = below(Step::Item);
                found.parts.iter().for_each(|item| self.computed_value(changes, *item, &path));
            }
            (Form::Plain, ExprKind::Literal(_)) => {}
            (Form::Plain, ExprKind::Name(_)) if found.name().is_none() => {}
            _ => changes.miss(self.file, found.range.clone(), "code makes what holds it"),
        }
    }

    /// Renames keys in annotations that name keys of their node, or contain values for it.
    fn annotation(&mut self, changes: &mut Changes<'_, '_>, name: &str, root: Id, path: &[Step]) {
        let facts = &self.code.facts;
        for (arg, value) in facts.nodes.get(root).into_iter().flat_map(Node::args) {
            let keyword = match &arg.kind {
                ArgKind::Named(name) => Some(&*name.text),
                _ => None,
            };
            match (name, keyword) {
                ("schema/default", None) => self.computed_value(changes, value, path),
                ("schema/examples", None) => {
                    if let Some(Node { expr, parts, .. }) = facts.same(value)
                        && let (ExprKind::List(_) | ExprKind::Tuple(_), [_, example]) = (&expr.kind, &parts[..])
                    {
                        self.computed_value(changes, *example, path);
                    }
                }
                ("overlay/match", Some("by")) => self.names(changes, value, path),
                ("overlay/match-child-defaults", Some("by")) => {
                    let item: Vec<Step> = path.iter().cloned().chain([Step::Item]).collect();
                    self.names(changes, value, &item);
                }
                ("schema/validation" | "assert/validate", Some("one_not_null")) => self.names(changes, value, path),
                _ => {}
            }
        }
    }

    /// Renames keys in strings: `by="name"`, `overlay.map_key("name")`, `["a", "b"]`.
    fn names(&mut self, changes: &mut Changes<'_, '_>, node: Id, path: &[Step]) {
        let facts = &self.code.facts;
        let Some(found) = facts.same(node) else { return };
        match (&found.form, &found.expr.kind) {
            (Form::Plain, ExprKind::List(_) | ExprKind::Tuple(_)) => {
                found.parts.iter().for_each(|item| self.names(changes, *item, path));
            }
            (Form::Call { callee }, _) => {
                let callee = facts.same(*callee).map(|node| &node.form);
                if matches!(callee, Some(Form::Member { step: Step::Key(name), .. }) if name == "map_key") {
                    found.args().for_each(|(_, arg)| self.names(changes, arg, path));
                }
            }
            _ if path == changes.parent() && found.text() == Some(changes.old()) => {
                self.renamed.push(found.range.clone());
                changes.edit(self.file, found.range.clone());
            }
            _ => {}
        }
    }

    /// Lists all other uses of the name in the code of a document and in the functions that it calls.
    fn mentions(&self, changes: &mut Changes<'_, '_>, range: &Range<usize>) {
        let facts = &self.code.facts;
        let why = "code says the name, which may mean this data value";
        let mut functions = Vec::new();
        for (id, node) in facts.nodes.iter().enumerate().filter(|(_, node)| range.contains(&node.range.start)) {
            if let Some(place) = mention(node, changes.old())
                && !self.renamed.contains(&place)
            {
                changes.miss(self.file, place, why);
            }
            if node.name().is_some() {
                functions.extend(changes.flow.value((self.file, id)).functions);
            }
        }
        functions.sort_unstable();
        functions.dedup();
        for (file, function) in functions {
            let Some(code) = changes.flow.files.get(file) else { continue };
            let roots = code.facts.roots.iter().filter(|root| root.function == Some(function));
            let mut waiting: Vec<Id> = roots.filter_map(|root| root.node).collect();
            while let Some(node) = waiting.pop() {
                let Some(node) = code.facts.nodes.get(node) else { continue };
                waiting.extend(&node.parts);
                if let Some(place) = mention(node, changes.old()) {
                    changes.miss(file, place, why);
                }
            }
        }
    }
}

/// The bytes of a name in an expression: a string, or the name of a member.
fn mention(node: &Node<'_>, name: &str) -> Option<Range<usize>> {
    match &node.form {
        Form::Member { step: Step::Key(member), link, .. } if member == name => Some(link.clone()),
        _ => (node.text() == Some(name)).then(|| node.range.clone()),
    }
}
