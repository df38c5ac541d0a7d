//! The data values that a line of a template depends on: directly, through variables, through the functions it calls, and
//! through the conditions and loops around it.
//!
//! Each data value is listed once, in order of distance. The analysis is static: it includes branches that are not executed.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use super::answer::{UsedValue, Via};
use super::code::Kind;
use super::data_values;
use super::flow::{Argument, Flow, Form, Id, Key, Notation, Root, Source, Sources, Usage};
use super::hover::path_text;
use crate::limits::Clock;
use crate::yaml::outline::{Line, Step};
use crate::{DataValuesSnapshot, ParsedRequest, data_values_snapshot};

/// The maximum number of visited expressions.
const MAX_VISITS: usize = 20_000;

pub(super) fn used(request: &ParsedRequest<'_>, file: &str, line: u32, clock: &Clock) -> Vec<UsedValue> {
    let sources = Sources::around(request, file);
    let flow = Flow::of(&sources);
    let Some(index) = flow.files.iter().position(|code| code.buffer.path == file) else { return Vec::new() };
    let mut search = Search::new(&flow);
    search.line(index, line);
    // The snapshot has the root library's data values only.
    let is_root = !file.contains("_ytt_lib/");
    let snapshot = if is_root { data_values_snapshot(request, clock) } else { DataValuesSnapshot::default() };
    search.found.iter_mut().for_each(|found| truncate(&mut found.path, &snapshot));
    let mut paths = BTreeSet::new();
    search.found.retain(|found| paths.insert(path_text(&found.path)));
    let place = |found: Found| {
        let buffer = flow.files.get(found.file)?.buffer;
        let (path, file) = (path_text(&found.path), buffer.path.to_owned());
        Some(UsedValue { path, span: buffer.span(found.range), file, via: found.via })
    };
    search.found.into_iter().filter_map(place).collect()
}

/// Truncates a path above a computed key, which looks like an array item but is in a map: any key may be meant.
pub(super) fn truncate(path: &mut Vec<Step>, snapshot: &DataValuesSnapshot) {
    let computed = |length: &usize| {
        let (above, rest) = path.split_at(*length);
        rest.first() == Some(&Step::Item) && data_values::at(snapshot, above).is_some_and(|node| node.kind() == "map")
    };
    if let Some(length) = (0..path.len()).find(computed) {
        path.truncate(length);
    }
}

fn is_on(range: &Range<usize>, root: &Root) -> bool {
    root.range.start <= range.end && root.range.end >= range.start
}

/// An expression to visit.
struct Visit {
    key: Key,
    via: Via,
}

pub(super) struct Found {
    pub(super) path: Vec<Step>,
    file: usize,
    range: Range<usize>,
    via: Via,
    /// Only whether it is there, how many items it has, or some of its content.
    pub(super) is_partial: bool,
}

pub(super) struct Search<'f, 'a> {
    flow: &'f Flow<'a>,
    /// Expressions to visit, in order of distance.
    queue: VecDeque<Visit>,
    /// Conditions and loops around assignments, which are visited when the queue is empty.
    low_priority: VecDeque<Visit>,
    visited: BTreeSet<Key>,
    /// Visited names: the file, the scope, the name, and whether its value is a known data value.
    names: BTreeSet<(usize, Id, String, bool)>,
    pub(super) found: Vec<Found>,
}

impl<'f, 'a> Search<'f, 'a> {
    pub(super) fn new(flow: &'f Flow<'a>) -> Search<'f, 'a> {
        let (queue, low_priority) = (VecDeque::new(), VecDeque::new());
        Search { flow, queue, low_priority, visited: BTreeSet::new(), names: BTreeSet::new(), found: Vec::new() }
    }

    /// Starts from an expression alone.
    pub(super) fn start(&mut self, key: Key) {
        self.visit(key, Via::Value);
        self.finish();
    }

    /// Starts from the expressions of a line and from the blocks around it.
    pub(super) fn line(&mut self, file: usize, number: u32) {
        let Some(code) = self.flow.files.get(file) else { return };
        let Some(range) = code.buffer.source.line_range(number) else { return };
        let roots = code.facts.roots.iter().filter(|root| is_on(&range, root));
        self.roots(file, &range, roots.collect());
    }

    /// Starts from the expressions of a line, which are these, and from the blocks around it.
    pub(super) fn roots(&mut self, file: usize, range: &Range<usize>, mut own: Vec<&'f Root>) {
        let Some(code) = self.flow.files.get(file) else { return };
        let roots = &code.facts.roots;
        let around: Vec<&Root> = if own.is_empty() {
            // The line continues a multi-line text that starts above.
            roots
                .iter()
                .filter(|root| root.range.start <= range.start)
                .max_by_key(|root| root.range.start)
                .into_iter()
                .collect()
        } else {
            own.clone()
        };
        let above = self.annotations(file, range);
        if !above.is_empty() {
            own.extend(roots.iter().filter(|root| above.iter().any(|range| is_on(range, root))));
        }
        for node in own.iter().filter_map(|root| root.node) {
            self.visit((file, node), Via::Value);
        }
        self.run();
        let mut functions = BTreeSet::new();
        for root in around {
            self.around(file, root.block, root.function, &mut functions);
        }
        self.finish();
    }

    fn finish(&mut self) {
        self.run();
        while let Some(Visit { key, via }) = self.low_priority.pop_front() {
            self.visit(key, via);
            self.run();
        }
    }

    /// The annotations above a line, which apply to its node.
    fn annotations(&self, file: usize, range: &Range<usize>) -> Vec<Range<usize>> {
        let Some(code) = self.flow.files.get(file) else { return Vec::new() };
        let lines = code.buffer.lines();
        let number = lines.partition_point(|line| line.range.start < range.start);
        let has_body = lines.get(number).is_some_and(|line| !line.body.is_empty());
        let above: &[Line] = if has_body { lines.get(..number).unwrap_or_default() } else { &[] };
        let comments = above.iter().rev().take_while(|line| line.body.is_empty()).map(|line| &line.range);
        let first = comments.last().map_or(range.start, |line| line.start);
        let belongs = |range: &Range<usize>| first <= range.start && range.start < lines[number].range.start;
        let fragments = code.buffer.fragments.iter().filter(|fragment| has_body && belongs(&fragment.range));
        fragments.filter(|fragment| fragment.kind != Kind::Code).map(|fragment| fragment.range.clone()).collect()
    }

    /// Visits the conditions and loops around a block, from the inside out, then those around the calls of its function.
    fn around(&mut self, file: usize, block: Option<Id>, function: Option<Id>, functions: &mut BTreeSet<Key>) {
        for visit in self.blocks(file, block) {
            self.visit(visit.key, visit.via);
        }
        let Some(function) = function.map(|function| (file, function)).filter(|function| functions.insert(*function))
        else {
            return;
        };
        for call in self.flow.calls_of(function) {
            if let Some(node) = self.flow.node(*call) {
                self.around(call.0, node.block, node.function, functions);
            }
        }
    }

    /// The conditions and iterables of a block and those around it, from the inside out.
    fn blocks(&self, file: usize, block: Option<Id>) -> Vec<Visit> {
        let mut visits = Vec::new();
        let Some(code) = self.flow.files.get(file) else { return visits };
        let mut at = block;
        while let Some(block) = at.and_then(|block| code.facts.blocks.get(block)) {
            let via = if block.is_loop { Via::Loop } else { Via::Condition };
            visits.extend(block.header.iter().rev().map(|node| Visit { key: (file, *node), via }));
            at = block.parent;
        }
        visits
    }

    fn visit(&mut self, key: Key, via: Via) {
        if self.visited.len() < MAX_VISITS && self.visited.insert(key) {
            self.queue.push_back(Visit { key, via });
        }
    }

    /// Visits an operand immediately: it has the same distance as the expression.
    fn part(&mut self, key: Key, via: Via) {
        if self.visited.len() < MAX_VISITS && self.visited.insert(key) {
            self.expression(key, via);
        }
    }

    fn run(&mut self) {
        while let Some(Visit { key, via }) = self.queue.pop_front() {
            self.expression(key, via);
        }
    }

    fn expression(&mut self, key: Key, via: Via) {
        let flow = self.flow;
        let Some(node) = flow.node(key) else { return };
        let (file, id) = key;
        match &node.form {
            Form::Member { .. } => self.read(key, via),
            Form::Plain if node.name().is_some() => self.read(key, via),
            Form::Call { callee } => {
                for function in flow.value((file, *callee)).functions {
                    self.function(function, if via == Via::Value { Via::Function } else { via });
                }
                self.parts(file, id, via);
            }
            Form::Lambda(function) => self.function((file, *function), via),
            Form::Either { .. } | Form::Same(_) | Form::Plain => self.parts(file, id, via),
        }
    }

    fn parts(&mut self, file: usize, id: Id, via: Via) {
        if let Some(node) = self.flow.node((file, id)) {
            node.parts.iter().for_each(|part| self.part((file, *part), via));
        }
    }

    /// Reports the data values of a name or member, and visits the definitions of the name.
    fn read(&mut self, key: Key, via: Via) {
        let flow = self.flow;
        let Some(node) = flow.node(key) else { return };
        let value = flow.value(key);
        let is_method = node.usage == Usage::Callee;
        let is_test = matches!(node.form, Form::Member { notation: Notation::Tested, .. });
        for mut path in value.paths.iter().cloned() {
            if is_method || is_test {
                path.pop();
            }
            let is_partial = is_test || matches!(node.usage, Usage::Bound | Usage::Iterated | Usage::Tested);
            self.report(Found { path, file: key.0, range: node.range.clone(), via, is_partial });
        }
        let followed = !value.paths.is_empty() && !value.is_open;
        // Follow the objects of members down to the name at the start.
        let mut at = key;
        while let Some(node) = flow.node(at) {
            match (&node.form, node.name()) {
                (Form::Member { object: source, .. } | Form::Same(source), _) => {
                    let others = node.parts.iter().filter(|part| *part != source);
                    others.for_each(|other| self.part((at.0, *other), via));
                    at = (at.0, *source);
                }
                (_, Some(name)) => return self.name(at.0, node.scope, name, via, followed),
                _ => return self.part(at, via),
            }
        }
    }

    /// Visits the definitions of a name; if its value is a known data value, only what that depends on.
    fn name(&mut self, file: usize, scope: Id, name: &str, via: Via, followed: bool) {
        let flow = self.flow;
        let Some(code) = flow.files.get(file) else { return };
        let Some((found, bindings)) = code.facts.lookup(scope, name) else { return };
        if !self.names.insert((file, found, name.to_owned(), followed)) {
            return;
        }
        for binding in bindings {
            self.low_priority.extend(self.blocks(file, binding.block));
            match &binding.source {
                Source::Value(node) | Source::Item(node) if followed => self.decisions((file, *node), via),
                Source::Value(node) | Source::Item(node) | Source::Part(node) => self.visit((file, *node), via),
                Source::Function(function) => self.function((file, *function), via),
                Source::Loaded { module, name } => {
                    if let Some(file) = flow.loaded(file, module) {
                        self.name(file, 0, name, via, followed);
                    }
                }
                Source::Parameter { function, index, default } => {
                    if let Some(default) = default {
                        self.visit((file, *default), via);
                    }
                    for call in flow.calls_of((file, *function)) {
                        self.argument(*call, (file, *function), *index, via);
                    }
                }
            }
        }
        for (scope, mutated, node) in &code.facts.mutations {
            if mutated == name && code.facts.lookup(*scope, name).is_some_and(|(scope, _)| scope == found) {
                self.visit((file, *node), via);
                if let Some(node) = flow.node((file, *node)) {
                    self.low_priority.extend(self.blocks(file, node.block));
                }
            }
        }
    }

    /// Visits the other values that an expression with a known data value depends on: conditions and calls.
    fn decisions(&mut self, key: Key, via: Via) {
        let flow = self.flow;
        let Some(node) = flow.node(key) else { return };
        match (&node.form, node.name()) {
            // Which operand of `a or b` is the value depends on `a`.
            (Form::Either { .. }, _) => {
                let conditions = node.parts.iter().skip(node.values().len());
                conditions.chain(node.values()).for_each(|part| self.visit((key.0, *part), via));
            }
            (Form::Same(value), _) => self.decisions((key.0, *value), via),
            (Form::Call { .. }, _) => self.expression(key, via),
            (_, Some(name)) => self.name(key.0, node.scope, name, via, true),
            _ => {}
        }
    }

    fn argument(&mut self, call: Key, function: Key, index: usize, via: Via) {
        match self.flow.argument(call, function, index) {
            Argument::Value(argument) => self.visit((call.0, argument), via),
            Argument::Default => {}
            Argument::Unknown => {
                if let Some(node) = self.flow.node(call) {
                    node.args().for_each(|(_, arg)| self.visit((call.0, arg), via));
                }
            }
        }
    }

    /// Visits all expressions of a function.
    fn function(&mut self, (file, function): Key, via: Via) {
        let Some(code) = self.flow.files.get(file) else { return };
        for root in code.facts.roots.iter().filter(|root| root.function == Some(function)) {
            if let Some(node) = root.node {
                self.visit((file, node), via);
            }
        }
        let results = code.facts.functions.get(function).map_or(&[][..], |function| &function.results);
        results.iter().for_each(|result| self.visit((file, *result), via));
    }

    fn report(&mut self, new: Found) {
        match self.found.iter_mut().find(|found| found.path == new.path) {
            Some(found) => found.is_partial &= new.is_partial,
            None => self.found.push(new),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_request::{clock, marked, text};
    use crate::used;

    /// `path via file:line` for each data value of the marked line.
    fn used_in(files: &[(&str, &str)]) -> Vec<String> {
        let (request, file, offset) = marked(files, &[]);
        let before = text(&request, &file).encode_utf16().take(offset as usize);
        let line = before.filter(|unit| *unit == u16::from(b'\n')).count() as u32 + 1;
        let shown = |value: super::UsedValue| {
            let via = format!("{:?}", value.via).to_lowercase();
            format!("{} {via} {}:{}", value.path, value.file, value.span.start.line)
        };
        used(&request, &file, line, &clock()).into_iter().map(shown).collect()
    }

    fn in_one(text: &str) -> Vec<String> {
        used_in(&[("f.yml", text)])
    }

    #[test]
    fn data_values_are_read_directly_and_through_names() {
        let text = "#@ load(\"@ytt:data\", \"data\")\n#@ kiln = data.values.kiln\n#@ label = \"x\" + kiln.name\n\
                    a: #@ kiln.peak + data.values.heat if label else None ‸\nb: 1\n";
        assert_eq!(in_one(text), ["kiln.peak value f.yml:4", "heat value f.yml:4", "kiln.name value f.yml:3"]);
        assert_eq!(in_one("#@ x = data.values.a\nb: 1 ‸"), [""; 0]);
        assert_eq!(in_one("a: #@ data.values.name.upper() ‸"), ["name value f.yml:1"]);
        assert_eq!(in_one("a: #@ \"x\" in data.values.tags ‸"), ["tags value f.yml:1"]);
        assert_eq!(in_one("a: #@ data.values ‸"), [" value f.yml:1"]);
        let schema = ("schema.yml", "#@data/values-schema\n---\nat: x\nsites:\n  x:\n    name: a\nlist:\n- 1\n");
        let text = "a: #@ data.values.sites[data.values.at].name + data.values.list[0] ‸";
        let expected = ["sites value f.yml:1", "at value f.yml:1", "list[] value f.yml:1"];
        assert_eq!(used_in(&[schema, ("f.yml", text)]), expected);
    }

    #[test]
    fn conditions_and_loops_around_a_line() {
        let text = "#@ if data.values.on:\n#@ for i, s in enumerate(data.values.shelves):\n- #@ s.width ‸\n#@ end\n#@ else:\n- 2\n#@ end\n";
        let expected = ["shelves[].width value f.yml:3", "shelves loop f.yml:2", "on condition f.yml:1"];
        assert_eq!(in_one(text), expected);
        assert_eq!(in_one(&text.replace(" ‸", "").replace("- 2", "- 2 ‸")), ["on condition f.yml:1"]);
        let sugar = "a: 1\n#@ if/end data.values.on:\nb:\n  c:\n  - 1 ‸\nd: 1\n";
        assert_eq!(in_one(sugar), ["on condition f.yml:2"]);
        assert_eq!(in_one(&sugar.replace(" ‸", "").replace("d: 1", "d: 1 ‸")), [""; 0]);
        let text = "(@ if data.values.on: @)\nHello ‸\n(@ end @)";
        assert_eq!(used_in(&[("f.txt", text)]), ["on condition f.txt:1"]);
    }

    #[test]
    fn functions_and_loaded_files() {
        let star = "load(\"@ytt:data\", \"data\")\ndef roof(a):\n  if data.values.flat:\n    return 0\n  end\n  return inner() + a\nend\n\
                    def inner():\n  return data.values.angle\nend\n";
        let text = "#@ load(\"house.star\", \"roof\")\na: #@ roof(data.values.a) ‸\n";
        let expected = ["a value f.yml:2", "flat function house.star:3", "angle function house.star:9"];
        let mut found = used_in(&[("f.yml", text), ("house.star", star)]);
        found.sort();
        assert_eq!(found, {
            let mut expected = expected.map(str::to_owned);
            expected.sort();
            expected
        });
        let text = "#@ def label(fruit):\nfruit: #@ fruit ‸\n#@ end\n#@ if data.values.on:\na: #@ label(data.values.name)\n#@ end\n";
        assert_eq!(in_one(text), ["name value f.yml:2", "on condition f.yml:4"]);
    }

    #[test]
    fn mutated_lists_and_annotations_are_followed() {
        let text = "#@ all = []\n#@ if data.values.on:\n#@ all.append(data.values.extra)\n#@ end\n#@overlay/match expects=data.values.count\na: #@ all ‸\n";
        let mut found = in_one(text);
        found.sort();
        assert_eq!(found, ["count value f.yml:5", "extra value f.yml:3", "on condition f.yml:2"]);
    }

    #[test]
    fn broken_files_and_cycles_are_tolerated() {
        assert_eq!(
            in_one("#@ if data.values.on:\na: #@ data.values.b ‸\nc: [\nd: #@ f(\n"),
            ["b value f.yml:2", "on condition f.yml:1"]
        );
        let files = [
            ("f.yml", "#@ load(\"a.star\", \"x\")\na: #@ x ‸"),
            ("a.star", "load(\"b.star\", \"x\")"),
            ("b.star", "load(\"a.star\", \"x\")"),
        ];
        assert_eq!(used_in(&files), [""; 0]);
        assert_eq!(
            in_one("#@ def f(n):\n#@   return f(n - 1) + data.values.a\n#@ end\nb: #@ f(data.values.n) ‸\n").len(),
            2
        );
    }
}
