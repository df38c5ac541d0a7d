//! Calls whose arguments do not fit: ytt's message from the function's signature and the call's arguments.
//!
//! The starlark crate names one problem of its choice; ytt checks the number of positional arguments first, then
//! keywords in order, then lists everything that is missing. The dialect has noted what each call is written with, the natives
//! that stand for `*` and `**` what these add, and [`call_function`](crate::eval::stopping::call_function) what a native passes.
//!
//! The name of the function in the emitted text says which one it is, for lambdas where they are hoisted (see `dialect::hoist`).

use starlark::ErrorKind;

use super::messages::Place;
use super::untyped::{ArgumentProblem, Untyped, WrongArguments};
use super::{SourceLookup, TranslatedFrame, program_name};
use crate::dialect::{CallArguments, Compiled, Function, ParameterKind};
use crate::eval::builtins::text::quote;

/// What to say about a call that did not begin.
pub(super) struct Mismatch {
    pub(super) text: String,
    /// The frame ytt shows for the callee, mostly at the first line of its body.
    pub(super) callee: Option<TranslatedFrame>,
}

/// The mismatch behind an error, if that is what it is.
pub(super) fn mismatch(error: &starlark::Error, place: &Place, sources: &dyn SourceLookup) -> Option<Mismatch> {
    let (ErrorKind::Function(inner) | ErrorKind::Value(inner)) = error.kind() else { return None };
    let text = inner.to_string();
    let Some(Untyped::Arguments(WrongArguments { function, problem })) = Untyped::read(&text) else { return None };
    let called = error.call_stack().frames.last();
    let by_native = called.is_some_and(|frame| frame.location.is_none());
    let arguments = if by_native { sources.native_call() } else { None };
    let arguments = arguments.unwrap_or_else(|| {
        let mut arguments = place.arguments.clone();
        let spread = sources.spread();
        if arguments.has_star {
            arguments.positional += spread.positional;
        }
        if arguments.has_double_star {
            arguments.keywords.extend(spread.keywords);
        }
        arguments
    });

    let emitted = called.map_or("", |frame| &frame.name);
    let name = program_name(emitted);
    let mut found = None;
    if let Some(template) = function.map(|(template, _)| template).or(place.template) {
        sources.with_compiled(template, &mut |compiled| {
            if is_ambiguous(compiled, emitted) {
                sources.unclear();
            }
            found = function_of(compiled, emitted, problem, &arguments)
                .map(|function| (Signature::of(function), template, function.entry_line));
        });
    }
    let Some((signature, template, line)) = found else {
        return Some(Mismatch { text: without_signature(&name, problem), callee: None });
    };
    let callee = line.map(|line| TranslatedFrame { name: name.clone(), template, line, code: None });
    Some(Mismatch { text: signature.explain(&name, &arguments, problem), callee })
}

/// Whether the program has several lambdas of the name.
fn is_ambiguous(compiled: &Compiled, emitted: &str) -> bool {
    emitted == "lambda" && compiled.functions.iter().filter(|function| function.emitted == emitted).count() > 1
}

/// The function of an emitted name. Of several lambdas that could not be hoisted, it is the last whose signature makes of the
/// arguments what the starlark crate says of them.
fn function_of<'c>(
    compiled: &'c Compiled,
    emitted: &str,
    problem: ArgumentProblem<'_>,
    arguments: &CallArguments,
) -> Option<&'c Function> {
    let mut named = compiled.functions.iter().rev().filter(|function| function.emitted == emitted);
    let is_unique = !is_ambiguous(compiled, emitted);
    named.find(|function| is_unique || explains(function, problem, arguments))
}

/// Whether the starlark crate says this of the arguments for the function.
fn explains(function: &Function, problem: ArgumentProblem<'_>, arguments: &CallArguments) -> bool {
    let signature = Signature::of(function);
    match problem {
        ArgumentProblem::ExtraPositional(extra) => {
            !signature.varargs && signature.positional.len() + extra == arguments.positional
        }
        ArgumentProblem::Missing(missing) => {
            let left = signature.positional.iter().skip(arguments.positional).chain(&signature.named);
            let mut missed = left.filter(|(name, required)| *required && !arguments.keywords.contains(name));
            missed.next().is_some_and(|(name, _)| *name == program_name(missing))
        }
        ArgumentProblem::ExtraNamed(_) => !signature.kwargs,
        ArgumentProblem::Repeated(_) => true,
    }
}

fn without_signature(name: &str, problem: ArgumentProblem<'_>) -> String {
    match problem {
        ArgumentProblem::Missing(parameter) => {
            format!("function {name} missing 1 argument ({})", program_name(parameter))
        }
        ArgumentProblem::ExtraPositional(count) => format!("function {name} accepts {count} arguments less"),
        ArgumentProblem::ExtraNamed(keyword) => unexpected(name, &program_name(keyword)),
        ArgumentProblem::Repeated(keyword) => repeated(name, &program_name(keyword)),
    }
}

fn unexpected(name: &str, keyword: &str) -> String {
    format!("function {name} got an unexpected keyword argument {}", quote(keyword))
}

fn repeated(name: &str, keyword: &str) -> String {
    format!("function {name} got multiple values for parameter {}", quote(keyword))
}

/// Parameters by how they can be passed.
struct Signature {
    /// By position or name: name, and whether it is required.
    positional: Vec<(String, bool)>,
    /// By name only.
    named: Vec<(String, bool)>,
    varargs: bool,
    kwargs: bool,
    /// It has no parameters at all.
    none: bool,
}

impl Signature {
    fn of(function: &Function) -> Signature {
        let mut signature = Signature {
            positional: Vec::new(),
            named: Vec::new(),
            varargs: false,
            kwargs: false,
            none: function.params.is_empty(),
        };
        let mut named_only = false;
        for param in &function.params {
            match param.kind {
                ParameterKind::Args => {
                    named_only = true;
                    signature.varargs = !param.name.is_empty();
                }
                ParameterKind::Kwargs => signature.kwargs = true,
                kind => {
                    let list = if named_only { &mut signature.named } else { &mut signature.positional };
                    list.push((param.name.clone(), kind == ParameterKind::Required));
                }
            }
        }
        signature
    }

    fn explain(&self, name: &str, arguments: &CallArguments, problem: ArgumentProblem<'_>) -> String {
        let CallArguments { positional: given, keywords, .. } = arguments;
        let given = match problem {
            // `*` may have been in arguments of this call, too.
            ArgumentProblem::ExtraPositional(extra) => self.positional.len() + extra,
            _ => *given,
        };
        if self.none {
            return format!("function {name} accepts no arguments ({} given)", given + keywords.len());
        }
        if given > self.positional.len() && !self.varargs {
            let most = if self.positional.iter().any(|(_, required)| !required) { "at most " } else { "" };
            let count = self.positional.len();
            let plural = if count == 1 { "" } else { "s" };
            return format!("function {name} accepts {most}{count} positional argument{plural} ({given} given)");
        }
        let known =
            |keyword: &str| self.positional.iter().chain(&self.named).position(|(parameter, _)| parameter == keyword);
        for keyword in keywords {
            match known(keyword) {
                Some(index) if index < given && index < self.positional.len() => return repeated(name, keyword),
                None if !self.kwargs => return unexpected(name, keyword),
                _ => {}
            }
        }
        match problem {
            ArgumentProblem::Missing(_) => {}
            other => return without_signature(name, other),
        }
        let missing: Vec<&str> = self
            .positional
            .iter()
            .skip(given)
            .chain(&self.named)
            .filter(|(parameter, required)| *required && !keywords.contains(parameter))
            .map(|(parameter, _)| parameter.as_str())
            .collect();
        let plural = if missing.len() > 1 { "s" } else { "" };
        format!("function {name} missing {} argument{plural} ({})", missing.len(), missing.join(", "))
    }
}
