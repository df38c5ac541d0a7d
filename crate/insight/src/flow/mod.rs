//! Data flow analysis: which data values an expression may be, through variables, loops, functions and loaded files.
//!
//! It covers the files of one library, and of incomplete files the code that parses. Renames and the values that a line
//! uses are based on it.

mod facts;
mod program;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::Buffer;
use super::loads;
use crate::ParsedRequest;
use crate::limits::depth;
use crate::syntax::ast::{Arg, ArgKind, ExprKind, Param, ParamKind};
use crate::yaml::outline::Step;
pub(super) use facts::{Facts, Form, Id, Node, Notation, Root, Source, Usage};
pub(super) use program::Program;

/// Longer files are not analyzed.
const MAX_BYTES: usize = 1 << 20;

/// An expression or a function: the index of the file, and the index in it.
pub(super) type Key = (usize, Id);

/// The files of a library with their syntax trees.
pub(super) struct Sources<'a> {
    files: Vec<(Buffer<'a>, Program)>,
}

/// The flow of data values through the code of a library.
pub(super) struct Flow<'a> {
    pub(super) files: Vec<FileCode<'a>>,
    paths: HashMap<String, usize>,
    known: RefCell<HashMap<Key, Option<Value>>>,
    /// The calls of each function; None while they are being collected.
    calls: Option<BTreeMap<Key, Vec<Key>>>,
    /// Functions that are also used as values, so that not all calls are known.
    escaping: BTreeSet<Key>,
}

pub(super) struct FileCode<'a> {
    pub(super) buffer: &'a Buffer<'a>,
    pub(super) facts: Facts<'a>,
    /// Bytes of code that does not parse.
    pub(super) skipped: &'a [Range<usize>],
}

/// The possible values of an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    /// Data values; the empty path is the root map.
    pub(super) paths: Vec<Vec<Step>>,
    pub(super) functions: Vec<Key>,
    /// The module `data`.
    pub(super) is_data: bool,
    /// Unknown values are possible as well.
    pub(super) is_open: bool,
}

impl Value {
    fn open() -> Value {
        Value { is_open: true, ..Value::default() }
    }

    fn data() -> Value {
        Value { is_data: true, ..Value::default() }
    }

    fn add(&mut self, other: Value) {
        for path in other.paths {
            if !self.paths.contains(&path) {
                self.paths.push(path);
            }
        }
        for function in other.functions {
            if !self.functions.contains(&function) {
                self.functions.push(function);
            }
        }
        self.is_data |= other.is_data;
        self.is_open |= other.is_open;
    }

    /// The possible values of a member, or of any item.
    fn step(self, step: &Step) -> Value {
        let mut value = Value { is_open: self.is_open || !self.functions.is_empty(), ..Value::default() };
        for mut path in self.paths {
            path.push(step.clone());
            value.paths.push(path);
        }
        if self.is_data {
            match step {
                Step::Key(name) if name == "values" => value.paths.push(Vec::new()),
                _ => value.is_open = true,
            }
        }
        value
    }
}

impl<'a> Sources<'a> {
    /// The code of the root library.
    pub(super) fn of(request: &'a ParsedRequest<'a>) -> Sources<'a> {
        Sources::around(request, "")
    }

    /// The code of the library that a file belongs to.
    pub(super) fn around(request: &'a ParsedRequest<'a>, file: &str) -> Sources<'a> {
        let library = file.rfind("_ytt_lib/").map_or("", |at| {
            let name = at + "_ytt_lib/".len();
            let end = file[name..].find('/').map_or(name, |end| name + end + 1);
            &file[..end]
        });
        let own = request.request.files.iter().filter(|file| {
            let below = file.path.strip_prefix(library);
            below.is_some_and(|path| !path.contains("_ytt_lib/")) && file.content.as_bytes().len() <= MAX_BYTES
        });
        let plain = plain_files(request);
        let buffers = own.filter_map(|file| Buffer::of(request, &file.path));
        let buffers = buffers.filter(|buffer| !plain.contains(buffer.path) || buffer.is_values_file());
        let files = buffers.map(|buffer| {
            let program = Program::of(&buffer);
            (buffer, program)
        });
        Sources { files: files.collect() }
    }
}

impl<'a> Flow<'a> {
    pub(super) fn of(sources: &'a Sources<'a>) -> Flow<'a> {
        let code = |(buffer, program): &'a (Buffer<'a>, Program)| FileCode {
            buffer,
            facts: Facts::of(program),
            skipped: &program.skipped,
        };
        let files: Vec<FileCode<'a>> = sources.files.iter().map(code).collect();
        let paths = files.iter().enumerate().map(|(index, file)| (file.buffer.path.to_owned(), index)).collect();
        let mut flow = Flow { files, paths, known: RefCell::default(), calls: None, escaping: BTreeSet::new() };
        let (calls, escaping) = flow.find_calls();
        flow.known.borrow_mut().clear();
        flow.calls = Some(calls);
        flow.escaping = escaping;
        flow
    }

    /// The calls of each function, and the escaping functions.
    fn find_calls(&self) -> (BTreeMap<Key, Vec<Key>>, BTreeSet<Key>) {
        let mut calls: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
        let mut escaping = BTreeSet::new();
        for (file, code) in self.files.iter().enumerate() {
            for (id, node) in code.facts.nodes.iter().enumerate() {
                if let Form::Call { callee } = &node.form {
                    for function in self.value((file, *callee)).functions {
                        calls.entry(function).or_default().push((file, id));
                    }
                }
                if !matches!(node.usage, Usage::Callee | Usage::Bound) {
                    escaping.extend(self.value((file, id)).functions);
                }
            }
        }
        (calls, escaping)
    }

    pub(super) fn calls_of(&self, function: Key) -> &[Key] {
        self.calls.as_ref().and_then(|calls| calls.get(&function)).map_or(&[], |calls| calls)
    }

    pub(super) fn is_escaping(&self, function: Key) -> bool {
        self.escaping.contains(&function)
    }

    pub(super) fn node(&self, (file, id): Key) -> Option<&Node<'a>> {
        self.files.get(file)?.facts.nodes.get(id)
    }

    /// The possible values of an expression.
    pub(super) fn value(&self, key: Key) -> Value {
        self.value_within(key, 0)
    }

    fn value_within(&self, key: Key, depth: u32) -> Value {
        if depth > depth::FLOW {
            return Value::open();
        }
        if let Some(known) = self.known.borrow().get(&key) {
            // A recursive function depends on its own value.
            return known.clone().unwrap_or_else(Value::open);
        }
        self.known.borrow_mut().insert(key, None);
        let value = self.compute(key, depth + 1);
        self.known.borrow_mut().insert(key, Some(value.clone()));
        value
    }

    fn compute(&self, (file, id): Key, depth: u32) -> Value {
        let Some(code) = self.files.get(file) else { return Value::open() };
        let Some(node) = code.facts.nodes.get(id) else { return Value::open() };
        match &node.form {
            Form::Member { object, step, .. } => self.value_within((file, *object), depth).step(step),
            Form::Call { callee } => {
                let callee = self.value_within((file, *callee), depth);
                let mut value = Value { is_open: callee.functions.is_empty() || callee.is_open, ..Value::default() };
                for (file, function) in callee.functions {
                    let function = self.files.get(file).and_then(|code| code.facts.functions.get(function));
                    let results = function.map_or(&[][..], |function| &function.results);
                    results.iter().for_each(|result| value.add(self.value_within((file, *result), depth)));
                }
                value
            }
            Form::Either { .. } => {
                let mut value = Value::default();
                node.values().iter().for_each(|part| value.add(self.value_within((file, *part), depth)));
                value
            }
            Form::Same(value) => self.value_within((file, *value), depth),
            Form::Lambda(function) => Value { functions: vec![(file, *function)], ..Value::default() },
            Form::Plain => match (&node.expr.kind, node.name()) {
                (_, Some(name)) => self.name(file, node.scope, name, depth),
                (ExprKind::Name(_) | ExprKind::Literal(_), None) => Value::default(),
                _ => Value::open(),
            },
        }
    }

    fn name(&self, file: usize, scope: Id, name: &str, depth: u32) -> Value {
        let Some(code) = self.files.get(file) else { return Value::open() };
        let Some((_, bindings)) = code.facts.lookup(scope, name) else {
            // The `load` may not have been typed yet.
            return if name == "data" { Value::data() } else { Value::open() };
        };
        let mut value = Value::default();
        for binding in bindings {
            value.add(self.bound(file, &binding.source, depth));
        }
        value
    }

    fn bound(&self, file: usize, source: &Source, depth: u32) -> Value {
        match source {
            Source::Value(id) => self.value_within((file, *id), depth),
            Source::Item(id) => self.value_within((file, *id), depth).step(&Step::Item),
            Source::Part(_) => Value::open(),
            Source::Function(id) => Value { functions: vec![(file, *id)], ..Value::default() },
            Source::Loaded { module, name } if module == "@ytt:data" && name == "data" => Value::data(),
            Source::Loaded { module, name } => match self.loaded(file, module) {
                // Files may load each other in a cycle.
                Some(file) if depth <= depth::FLOW => self.name(file, 0, name, depth + 1),
                _ => Value::open(),
            },
            Source::Parameter { function, index, default } => {
                let function = (file, *function);
                let mut value =
                    Value { is_open: self.calls.is_none() || self.is_escaping(function), ..Value::default() };
                if let Some(default) = default {
                    value.add(self.value_within((file, *default), depth));
                }
                for call in self.calls_of(function) {
                    match self.argument(*call, function, *index) {
                        Argument::Value(argument) => value.add(self.value_within((call.0, argument), depth)),
                        Argument::Default => {}
                        Argument::Unknown => value.is_open = true,
                    }
                }
                value
            }
        }
    }

    /// The file that `load` names.
    pub(super) fn loaded(&self, file: usize, module: &str) -> Option<usize> {
        let from = self.files.get(file)?;
        self.paths.get(&loads::resolve(from.buffer.path, module)).copied()
    }

    /// The argument for a parameter in a call.
    pub(super) fn argument(&self, (file, id): Key, function: Key, index: usize) -> Argument {
        let Some(node) = self.node((file, id)).filter(|node| matches!(node.form, Form::Call { .. })) else {
            return Argument::Unknown;
        };
        let function = self.files.get(function.0).and_then(|code| code.facts.functions.get(function.1));
        let Some(Param { kind: ParamKind::Plain | ParamKind::Default(_), name: Some(parameter), .. }) =
            function.and_then(|function| function.params.get(index))
        else {
            return Argument::Unknown;
        };
        let is_starred = |(arg, _): (&Arg, Id)| matches!(arg.kind, ArgKind::Star | ArgKind::StarStar);
        let is_named = |(arg, _): &(&Arg, Id)| matches!(&arg.kind, ArgKind::Named(name) if name.text == parameter.text);
        let positional = node.args().nth(index).filter(|(arg, _)| matches!(arg.kind, ArgKind::Positional));
        let positional = positional.filter(|_| !node.args().take(index).any(is_starred));
        match node.args().find(is_named).or(positional) {
            Some((_, value)) => Argument::Value(value),
            None if node.args().any(is_starred) => Argument::Unknown,
            None => Argument::Default,
        }
    }

    /// Whether a call passes an argument only to parameters of known functions.
    pub(super) fn is_followed(&self, call: Key, argument: Id) -> bool {
        let Some(Form::Call { callee }) = self.node(call).map(|node| &node.form) else { return false };
        let callee = self.value((call.0, *callee));
        let takes = |function: &Key| {
            let found = self.files.get(function.0).and_then(|code| code.facts.functions.get(function.1));
            let count = found.map_or(0, |function| function.params.len());
            (0..count).any(|index| self.argument(call, *function, index) == Argument::Value(argument))
        };
        !callee.is_open && !callee.functions.is_empty() && callee.functions.iter().all(takes)
    }
}

/// Inputs that file marks exclude from templating and loading.
fn plain_files(request: &ParsedRequest<'_>) -> BTreeSet<String> {
    let files = request.inputs().into_iter();
    files.filter(|file| !file.role.is_template && !file.role.is_library).map(|file| file.role.host_path).collect()
}

/// The argument of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Value(Id),
    Default,
    Unknown,
}
