//! Renames a variable, a function or a parameter in the code that means it, also in files that load it, and lists these places.

use std::ops::Range;

use super::super::Buffer;
use super::super::answer::{NotFollowed, RenameTarget, Renaming, UseKind, UsePlace, Uses};
use super::super::flow::{Facts, Program};
use super::super::loads;
use super::{replacement, within_quotes};
use crate::ParsedRequest;
use crate::boundary::Edit;
use crate::syntax::ast::{ArgKind, Call, Def, Expr, ExprKind, Load, LoadBinding, Name, Stmt, StmtKind};
use crate::syntax::resolve::{Reference, Resolved};
use crate::syntax::source::Span;
use crate::syntax::token::is_name;

/// Words that code cannot use as names: the end of a block, and constants.
const NOT_NAMES: [&str; 4] = ["end", "None", "True", "False"];

/// The files with code.
pub(super) struct Modules<'a>(Vec<Module<'a>>);

struct Module<'a> {
    buffer: Buffer<'a>,
    program: Program,
    resolved: Resolved,
    /// The bytes of each name of a variable, and its reference.
    names: Vec<(Range<usize>, Reference)>,
}

/// A variable: the index of its file, and its reference in that file.
type Variable = (usize, Reference);

/// Bytes of a file, by its index.
type Places = Vec<(usize, Range<usize>)>;

impl<'a> Module<'a> {
    fn of(buffer: Buffer<'a>) -> Module<'a> {
        let program = Program::of(&buffer);
        let resolved = program.resolved();
        let known = program.file.names.iter().zip(resolved.references());
        let names = known.filter_map(|(span, reference)| Some((program.range(*span), (*reference)?)));
        let names = names.filter(|(range, _)| !range.is_empty()).collect();
        Module { buffer, program, resolved, names }
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        self.buffer.text.get(range.clone()).unwrap_or_default()
    }

    fn loads(&self) -> impl Iterator<Item = (&Load, &LoadBinding)> {
        let loads = self.program.file.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Load(load) => Some(load),
            _ => None,
        });
        loads.flat_map(|load| load.bindings.iter().map(move |binding| (load, binding)))
    }

    fn defs(&self) -> Vec<&Def> {
        let mut found = Vec::new();
        add_defs(&self.program.file.body, &mut found);
        found
    }

    fn place(&self, range: &Range<usize>) -> String {
        format!("{}:{}", self.buffer.path, self.buffer.source.line_at(range.start))
    }
}

fn add_defs<'p>(body: &'p [Stmt], found: &mut Vec<&'p Def>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Def(def) => {
                found.push(def);
                add_defs(&def.body, found);
            }
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| add_defs(&arm.body, found));
                add_defs(otherwise.as_deref().unwrap_or_default(), found);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => add_defs(body, found),
            _ => {}
        }
    }
}

/// A binding without a name of its own: `load("f.star", "f")`.
fn is_plain(binding: &LoadBinding) -> bool {
    binding.to.span == binding.from_span
}

impl<'a> Modules<'a> {
    pub(super) fn of(request: &'a ParsedRequest<'a>) -> Modules<'a> {
        let buffers = request.request.files.iter().filter_map(|file| Buffer::of(request, &file.path));
        Modules(buffers.filter(|buffer| !buffer.fragments.is_empty()).map(Module::of).collect())
    }

    pub(super) fn target(&self, file: &str, offset: u32) -> Option<RenameTarget> {
        let (index, range, _) = self.at(file, offset)?;
        let module = &self.0[index];
        let name = module.text(&range).to_owned();
        Some(RenameTarget { span: module.buffer.span(range), path: name.clone(), name })
    }

    pub(super) fn uses(&self, file: &str, offset: u32) -> Option<Uses> {
        let (index, range, variable) = self.at(file, offset)?;
        let name = self.0[index].text(&range);
        let (places, _) = self.all_places(variable, name);
        let (owner, _) = variable;
        let module = &self.0[owner];
        let defs = module.defs();
        let function = defs.iter().find(|def| self.defined(owner, def) == Some(variable));
        let defined = function.map(|def| (owner, module.program.range(def.name.span)));
        // A variable is declared by its first name: its first value is set there.
        let declaration = defined.or_else(|| places.iter().find(|(file, _)| *file == owner).cloned());
        let places = places.into_iter().map(|place| {
            let kind = if declaration.as_ref() == Some(&place) { UseKind::Declaration } else { UseKind::Use };
            let Buffer { path, text, .. } = &self.0[place.0].buffer;
            let span = self.0[place.0].buffer.span(within_quotes(text, &place.1));
            UsePlace { kind, file: (*path).to_owned(), span }
        });
        Some(Uses { path: name.to_owned(), places: places.collect(), ..Uses::default() })
    }

    pub(super) fn rename(&self, file: &str, offset: u32, new: &str) -> Option<Renaming> {
        let (index, range, variable) = self.at(file, offset)?;
        let old = self.0[index].text(&range);
        if old == new {
            return Some(Renaming::default());
        }
        let (places, not_followed) = self.all_places(variable, old);
        if let Some(why) = self.objection(variable, &places, old, new) {
            return Some(Renaming { refused: Some(why), ..Renaming::default() });
        }
        let path = |file: usize| self.0[file].buffer.path.to_owned();
        let edits = places.into_iter().map(|(file, range)| {
            let module = &self.0[file];
            let text = replacement(module.text(&range), old, new).unwrap_or_else(|| new.to_owned());
            Edit { file: path(file), span: module.buffer.span(range), text }
        });
        let not_followed = not_followed.into_iter().map(|(file, range)| {
            let why = format!("it may be an argument for {old}");
            NotFollowed { file: path(file), span: self.0[file].buffer.span(range), why }
        });
        Some(Renaming { edits: edits.collect(), not_followed: not_followed.collect(), ..Renaming::default() })
    }

    /// The name at an offset without quotes, and its variable. None for names that no code defines.
    fn at(&self, file: &str, offset: u32) -> Option<(usize, Range<usize>, Variable)> {
        let index = self.0.iter().position(|module| module.buffer.path == file)?;
        let module = &self.0[index];
        let at = module.buffer.byte(offset);
        let holds = |range: &Range<usize>| range.start <= at && at <= range.end;
        let loaded = module.loads().filter(|(_, binding)| !is_plain(binding)).find_map(|(load, binding)| {
            let range = module.program.range(binding.from_span);
            Some((range.clone(), self.exported(index, load, binding).filter(|_| holds(&range))?))
        });
        let own = || {
            let (range, reference) = module.names.iter().find(|(range, _)| holds(range))?;
            Some((range.clone(), self.variable(index, *reference)?))
        };
        let argument = || {
            let calls = Facts::of(&module.program).nodes.into_iter().filter_map(|node| match &node.expr.kind {
                ExprKind::Call(call) => Some(call),
                _ => None,
            });
            let named = calls.flat_map(|call| call.args.iter().map(move |arg| (&call.callee, &arg.kind)));
            named.filter_map(|(callee, kind)| Some((callee, named_argument(kind)?))).find_map(|(callee, name)| {
                let range = module.program.range(name.span);
                let Callee::Variable(function) = self.callee(index, callee) else { return None };
                Some((range.clone(), self.parameter(function, &name.text).filter(|_| holds(&range))?))
            })
        };
        let (range, variable) = loaded.or_else(own).or_else(argument)?;
        Some((index, within_quotes(module.buffer.text, &range), variable))
    }

    fn variable(&self, file: usize, reference: Reference) -> Option<Variable> {
        match reference {
            Reference::Local(_) | Reference::Global(_) => Some((file, reference)),
            Reference::Loaded(_) => {
                let module = &self.0[file];
                let is_it = |binding: &LoadBinding| module.resolved.reference(&binding.to) == Some(reference);
                let (load, binding) = module.loads().find(|(_, binding)| is_it(binding))?;
                if is_plain(binding) { self.exported(file, load, binding) } else { Some((file, reference)) }
            }
            Reference::Predeclared | Reference::Universal | Reference::Undefined => None,
        }
    }

    /// The same, or what a name of this file for it was loaded from.
    fn source(&self, file: usize, reference: Reference) -> Option<Variable> {
        let module = &self.0[file];
        let mut loads = module.loads();
        let load = loads.find(|(_, binding)| module.resolved.reference(&binding.to) == Some(reference));
        let exported = load.and_then(|(load, binding)| self.exported(file, load, binding));
        exported.or_else(|| self.variable(file, reference))
    }

    /// The variable of another file that `load` names.
    fn exported(&self, file: usize, load: &Load, binding: &LoadBinding) -> Option<Variable> {
        let path = loads::resolve(self.0[file].buffer.path, &load.module);
        let index = self.0.iter().position(|module| module.buffer.path == path)?;
        let global = self.0[index].resolved.globals().iter().position(|name| *name == binding.from)?;
        Some((index, Reference::Global(global)))
    }

    /// All names of a variable, with their quotes and sorted, and what may be keyword arguments for it.
    fn all_places(&self, variable: Variable, name: &str) -> (Places, Places) {
        let (mut places, mut unknown) = (self.places(variable), Places::new());
        self.keyword_arguments(variable, name, &mut places, &mut unknown);
        places.sort_by_key(|(file, range)| (*file, range.start));
        places.dedup();
        (places, unknown)
    }

    /// The names of a variable itself, with their quotes.
    fn places(&self, variable: Variable) -> Places {
        let mut places = Places::new();
        for (file, module) in self.0.iter().enumerate() {
            let own = module.names.iter().filter(|(_, reference)| self.variable(file, *reference) == Some(variable));
            places.extend(own.map(|(range, _)| (file, range.clone())));
            for (load, binding) in module.loads() {
                if self.exported(file, load, binding) == Some(variable) {
                    places.push((file, module.program.range(binding.from_span)));
                }
            }
        }
        places
    }

    /// Adds the keyword arguments that name a parameter, and those of calls of unknown functions.
    fn keyword_arguments(&self, parameter: Variable, name: &str, places: &mut Places, unknown: &mut Places) {
        let (file, reference) = parameter;
        if !matches!(reference, Reference::Local(_)) {
            return;
        }
        let module = &self.0[file];
        let is_parameter = |def: &&&Def| {
            let names = def.params.iter().filter_map(|param| param.name.as_ref());
            names.map(|name| module.resolved.reference(name)).any(|found| found == Some(reference))
        };
        let defs = module.defs();
        let function = defs.iter().find(is_parameter).and_then(|def| self.defined(file, def));
        let functions: Vec<Variable> = (0..self.0.len())
            .flat_map(|file| self.0[file].defs().into_iter().filter_map(move |def| self.defined(file, def)))
            .collect();
        for (index, module) in self.0.iter().enumerate() {
            for node in Facts::of(&module.program).nodes {
                let ExprKind::Call(call) = &node.expr.kind else { continue };
                if function.is_some() && self.callee(index, &call.callee).variable() == function {
                    let dicts = call.args.iter().filter(|arg| matches!(arg.kind, ArgKind::StarStar));
                    unknown.extend(dicts.map(|arg| (index, module.program.range(arg.span))));
                }
                for range in named(call, name).map(|span| module.program.range(span)) {
                    match self.callee(index, &call.callee) {
                        Callee::OfYtt => {}
                        Callee::Variable(callee) if Some(callee) == function => places.push((index, range)),
                        Callee::Variable(callee) if functions.contains(&callee) => {}
                        Callee::Variable(_) | Callee::Unknown => unknown.push((index, range)),
                    }
                }
            }
        }
    }

    fn parameter(&self, function: Variable, name: &str) -> Option<Variable> {
        let (file, _) = function;
        let def = self.0[file].defs().into_iter().find(|def| self.defined(file, def) == Some(function))?;
        let mut names = def.params.iter().filter_map(|param| param.name.as_ref());
        let name = names.find(|found| found.text == name)?;
        self.variable(file, self.0[file].resolved.reference(name)?)
    }

    fn defined(&self, file: usize, def: &Def) -> Option<Variable> {
        self.variable(file, self.0[file].resolved.reference(&def.name)?)
    }

    fn callee(&self, file: usize, callee: &Expr) -> Callee {
        let reference = |expr: &Expr| self.0[file].resolved.reference(expr.unparen().as_name()?);
        match &callee.unparen().kind {
            ExprKind::Name(_) => match reference(callee) {
                Some(Reference::Universal) | None => Callee::OfYtt,
                Some(reference) => self.source(file, reference).map_or(Callee::Unknown, Callee::Variable),
            },
            // A module of ytt; other loaded names are variables.
            ExprKind::Dot { object, .. } => match reference(object) {
                Some(reference @ Reference::Loaded(_)) if self.variable(file, reference).is_none() => Callee::OfYtt,
                _ => Callee::Unknown,
            },
            _ => Callee::Unknown,
        }
    }

    /// Why a variable cannot have a name.
    fn objection(&self, (owner, reference): Variable, places: &Places, old: &str, new: &str) -> Option<String> {
        if !is_name(new) || NOT_NAMES.contains(&new) {
            return Some(format!(
                "{new:?} is no name in code: letters, digits and _ make one, but for words of the language"
            ));
        }
        let loading = places.iter().find(|(file, _)| *file != owner);
        if let Some((file, range)) = loading.filter(|_| new.starts_with('_')) {
            return Some(format!(
                "a name with _ at its start cannot be loaded, as {old} is at {}",
                self.0[*file].place(range)
            ));
        }
        let exports = || self.0.iter().find_map(|module| Some((module, exported_at(module, old)?)));
        if matches!(reference, Reference::Global(_))
            && self.0[owner].buffer.path.contains("_ytt_lib/")
            && let Some((module, range)) = exports()
        {
            return Some(format!("{} may export {old} from a library", module.place(&range)));
        }
        let mut files: Vec<usize> = places.iter().map(|(file, _)| *file).collect();
        files.dedup();
        files.into_iter().find_map(|file| {
            let module = &self.0[file];
            if let Some(range) = module.program.skipped.first() {
                return Some(format!("the code at {} cannot be read", module.place(range)));
            }
            let (range, _) =
                module.names.iter().find(|(range, _)| module.text(range).trim_matches(['"', '\'']) == new)?;
            Some(format!("{new} is another name there, at {}", module.place(range)))
        })
    }
}

enum Callee {
    Variable(Variable),
    /// A function of ytt.
    OfYtt,
    Unknown,
}

impl Callee {
    fn variable(&self) -> Option<Variable> {
        match self {
            Callee::Variable(variable) => Some(*variable),
            Callee::OfYtt | Callee::Unknown => None,
        }
    }
}

/// The keyword arguments of a name.
fn named<'c>(call: &'c Call, name: &'c str) -> impl Iterator<Item = Span> + 'c {
    call.args
        .iter()
        .filter_map(|arg| named_argument(&arg.kind))
        .filter(move |found| found.text == name)
        .map(|found| found.span)
}

fn named_argument(kind: &ArgKind) -> Option<&Name> {
    match kind {
        ArgKind::Named(name) => Some(name),
        ArgKind::Positional | ArgKind::Star | ArgKind::StarStar => None,
    }
}

/// The place where a library is asked for a function by its name: `library.get("app").export("f")`.
fn exported_at(module: &Module<'_>, name: &str) -> Option<Range<usize>> {
    let text = module.buffer.text;
    let quoted = ['"', '\''].map(|quote| format!("export({quote}{name}{quote}"));
    let at = quoted.iter().find_map(|call| text.find(call.as_str()))?;
    Some(at..at)
}
