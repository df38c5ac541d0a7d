//! The lines of libraries that depend on a data value, because code passes it to the library: `with_data_values(…)`.

use super::super::answer::DependentLines;
use super::super::flow::{Flow, Form, Id, Key, Source, Sources};
use super::super::used::Search;
use super::lines;
use super::target::Target;
use crate::limits::Clock;
use crate::syntax::ast::ExprKind;
use crate::yaml::outline::Step;
use crate::{DataValuesSnapshot, ParsedRequest};

/// Libraries of libraries.
const MAX_DEPTH: u32 = 4;

/// A library, and the data values of it that depend on the target.
struct Passed {
    /// The start of the paths of its files.
    directory: String,
    paths: Vec<Vec<Step>>,
}

pub(super) fn lines(
    request: &ParsedRequest<'_>,
    flow: &Flow<'_>,
    snapshot: &DataValuesSnapshot,
    target: &Target,
    clock: &Clock,
) -> Vec<DependentLines> {
    let mut found = Vec::new();
    below(request, flow, snapshot, std::slice::from_ref(&target.steps), clock, 0, &mut found);
    found
}

fn below(
    request: &ParsedRequest<'_>,
    flow: &Flow<'_>,
    snapshot: &DataValuesSnapshot,
    targets: &[Vec<Step>],
    clock: &Clock,
    depth: u32,
    found: &mut Vec<DependentLines>,
) {
    if depth == MAX_DEPTH {
        return;
    }
    for Passed { directory, paths } in passed(request, flow, snapshot, targets) {
        let sources = Sources::around(request, &directory);
        let inner = Flow::of(&sources);
        let none = DataValuesSnapshot::default();
        for more in lines::of(&inner, &none, &paths, clock) {
            match found.iter_mut().find(|known| known.file == more.file) {
                Some(known) => {
                    known.lines.extend(more.lines);
                    known.lines.sort_unstable();
                    known.lines.dedup();
                }
                None => found.push(more),
            }
        }
        below(request, &inner, &none, &paths, clock, depth + 1, found);
    }
}

/// The libraries that get the targets.
fn passed(
    request: &ParsedRequest<'_>,
    flow: &Flow<'_>,
    snapshot: &DataValuesSnapshot,
    targets: &[Vec<Step>],
) -> Vec<Passed> {
    let mut all: Vec<Passed> = Vec::new();
    for (file, code) in flow.files.iter().enumerate() {
        for node in &code.facts.nodes {
            let Form::Call { callee } = &node.form else { continue };
            let Some(Form::Member { object, step: Step::Key(method), .. }) =
                flow.node((file, *callee)).map(|node| &node.form)
            else {
                continue;
            };
            let (Some((_, values)), true) = (node.args().next(), method == "with_data_values") else { continue };
            let Some(directory) = library(flow, (file, *object), 0).and_then(|name| directory(request, flow, &name))
            else {
                continue;
            };
            let mut paths = Vec::new();
            Arguments { flow, snapshot, targets, paths: &mut paths }.add((file, values), &[]);
            if !paths.is_empty() {
                all.push(Passed { directory, paths });
            }
        }
    }
    all
}

/// The name of the library that an expression is: `library.get("name")`, its methods with the same result, or a variable.
fn library(flow: &Flow<'_>, key: Key, depth: u32) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let node = flow.node(key)?;
    let inner = |id: Id| library(flow, (key.0, id), depth + 1);
    match (&node.form, node.name()) {
        (Form::Same(value), _) => inner(*value),
        (Form::Call { callee }, _) => {
            let Form::Member { object, step: Step::Key(method), .. } = &flow.node((key.0, *callee))?.form else {
                return None;
            };
            match &**method {
                "get" => flow.node((key.0, node.args().next()?.1))?.text().map(str::to_owned),
                "with_data_values" | "with_data_values_schema" => inner(*object),
                _ => None,
            }
        }
        (_, Some(name)) => {
            let (_, bindings) = flow.files.get(key.0)?.facts.lookup(node.scope, name)?;
            bindings.iter().find_map(|binding| match &binding.source {
                Source::Value(value) => inner(*value),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The directory of a library of the files in the flow.
fn directory(request: &ParsedRequest<'_>, flow: &Flow<'_>, name: &str) -> Option<String> {
    let own = flow.files.first()?.buffer.path;
    let outer = own.rfind("_ytt_lib/").map_or("", |at| {
        let end = own[at + "_ytt_lib/".len()..].find('/').map_or(own.len(), |end| at + "_ytt_lib/".len() + end + 1);
        &own[..end]
    });
    let ending = format!("_ytt_lib/{name}/");
    request.request.files.iter().find_map(|file| {
        let at = file.path.strip_prefix(outer)?.find(&ending)? + outer.len();
        Some(file.path[..at + ending.len()].to_owned())
    })
}

/// Finds which data values of a library depend on the targets, in the argument that passes them.
struct Arguments<'s, 'f, 'a> {
    flow: &'f Flow<'a>,
    snapshot: &'s DataValuesSnapshot,
    targets: &'s [Vec<Step>],
    paths: &'s mut Vec<Vec<Step>>,
}

impl Arguments<'_, '_, '_> {
    /// `path` is that of the expression in the library's data values.
    fn add(&mut self, key: Key, path: &[Step]) {
        let flow = self.flow;
        let Some(node) = flow.node(key) else { return };
        let below = |step: Step| [path, &[step]].concat();
        match (&node.form, &node.expr.kind) {
            (Form::Same(value), _) => return self.add((key.0, *value), path),
            (Form::Plain, ExprKind::Dict(_)) => {
                for entry in node.parts.chunks_exact(2) {
                    match flow.node((key.0, entry[0])).and_then(|name| name.text()) {
                        Some(name) => self.add((key.0, entry[1]), &below(Step::Key(name.to_owned()))),
                        None => self.whole((key.0, entry[1]), path),
                    }
                }
                return;
            }
            (Form::Plain, ExprKind::List(_)) => {
                return node.parts.iter().for_each(|item| self.add((key.0, *item), &below(Step::Item)));
            }
            (Form::Call { callee }, _) => {
                let functions = flow.value((key.0, *callee)).functions;
                if !functions.is_empty() {
                    return functions.iter().for_each(|function| self.function(*function, path));
                }
            }
            _ => {}
        }
        let value = flow.value(key);
        if value.is_open || value.paths.is_empty() {
            return self.whole(key, path);
        }
        for target in self.targets {
            for own in &value.paths {
                if own.len() <= target.len() && super::is_prefix(own, target) {
                    self.paths.push([path, &target[own.len()..]].concat());
                } else if super::overlaps(own, target) {
                    self.paths.push(path.to_vec());
                }
            }
        }
    }

    /// The keys of a YAML function, or its result.
    fn function(&mut self, (file, function): Key, path: &[Step]) {
        let Some(code) = self.flow.files.get(file) else { return };
        let results = code.facts.functions.get(function).map_or(&[][..], |function| &function.results);
        results.iter().for_each(|result| self.add((file, *result), path));
        let outline = code.buffer.outline();
        for root in code.facts.roots.iter().filter(|root| root.function == Some(function)) {
            let Some(node) = root.node.filter(|node| !results.contains(node)) else { continue };
            let line = outline.line_at(root.range.start);
            let entry = (0..outline.entries.len()).rfind(|entry| outline.entries[*entry].line == line);
            match entry {
                Some(entry) => self.add((file, node), &[path, &outline.path(entry)].concat()),
                // A condition or a loop.
                None => self.whole((file, node), path),
            }
        }
    }

    fn whole(&mut self, key: Key, path: &[Step]) {
        let mut search = Search::new(self.flow);
        search.start(key);
        if lines::is_found(search, self.snapshot, self.targets) {
            self.paths.push(path.to_vec());
        }
    }
}
