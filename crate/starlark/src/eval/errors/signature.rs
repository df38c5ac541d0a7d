//! Calls whose arguments do not fit: ytt's message from the function's signature and the call's text.
//!
//! The crate names one problem of its choice; ytt checks the number of positional arguments first, then
//! keywords in order, then lists everything that is missing. What `*` and `**` gave is not in the text; the
//! natives that stand for them have noted it.

use starlark::ErrorKind;

use super::texts::Place;
use super::{SourceLookup, TranslatedFrame, program_name};
use crate::dialect::{Compiled, Function, ParameterKind};
use crate::eval::builtins::text::quote;
use crate::eval::host::Unfit;

/// What to say about a call that did not begin.
pub(super) struct Mismatch {
    pub(super) text: String,
    /// The frame ytt shows for the callee, mostly at the first line of its body.
    pub(super) callee: Option<TranslatedFrame>,
}

/// What the crate said.
enum Said<'t> {
    Missing(&'t str),
    ExtraPositional(usize),
    ExtraNamed(&'t str),
    Repeated(&'t str),
}

/// The mismatch behind an error, if that is what it is.
pub(super) fn mismatch(error: &starlark::Error, place: &Place, sources: &dyn SourceLookup) -> Option<Mismatch> {
    let original = match error.kind() {
        ErrorKind::Function(inner) | ErrorKind::Value(inner) => inner.to_string(),
        _ => return None,
    };
    let quoted = original.split('`').nth(1).unwrap_or_default();
    let said = if original.starts_with("Missing ") {
        Said::Missing(quoted)
    } else if let Some(rest) = original.strip_prefix("Found ") {
        if original.contains(" extra positional ") {
            Said::ExtraPositional(rest.split(' ').next()?.parse().ok()?)
        } else {
            Said::ExtraNamed(quoted)
        }
    } else if original.starts_with("Argument `") && original.ends_with("occurs more than once") {
        Said::Repeated(quoted)
    } else {
        return None;
    };
    let by_native = error.call_stack().frames.last().is_some_and(|frame| frame.location.is_none());
    let unfit = if by_native { sources.unfit() } else { None };
    let emitted = error.call_stack().frames.last().map(|frame| frame.name.clone()).unwrap_or_default();
    let name = program_name(&emitted);
    let mut call = match error.call_stack().frames.last() {
        // There is no text of a call that a native made: how much it gave follows from what the crate said.
        Some(_) if by_native => Arguments { by_native: true, ..Arguments::default() },
        _ => Arguments::read(&place.text),
    };
    let spread = sources.spread();
    if call.star {
        call.positional += spread.positional;
    }
    if call.double_star {
        call.keywords.extend(spread.keywords);
    }

    // The crate names the function `TEMPLATE.name` at the end of all but one message.
    let function_file = original
        .rsplit("for call to ")
        .next()
        .and_then(|function| function.trim_matches('`').split('.').next())
        .and_then(|file| file.parse().ok());
    let mut found = None;
    for template in [function_file, place.template].into_iter().flatten() {
        if found.is_none() {
            sources.with_compiled(template, &mut |compiled| {
                if is_ambiguous(compiled, &emitted) {
                    sources.ambiguous_lambda();
                }
                found = candidate(compiled, &emitted, &said, &call, unfit.as_ref())
                    .map(|function| (Signature::of(function), template, function.entry_line));
            });
        }
    }
    let Some((signature, template, line)) = found else {
        return Some(Mismatch { text: without_signature(&name, &said), callee: None });
    };
    let callee = line.map(|line| TranslatedFrame { name: name.clone(), template, line, code: None });
    Some(Mismatch { text: signature.explain(&name, &call, &said), callee })
}

/// Whether the program has several lambdas of the name.
fn is_ambiguous(compiled: &Compiled, emitted: &str) -> bool {
    emitted == "lambda" && compiled.functions.iter().filter(|function| function.emitted == emitted).count() > 1
}

/// Function names are not unique. Where a native called, the parameters are known; else it is the last of that name
/// whose signature makes of the call what the crate said, or at least allows that.
fn candidate<'c>(
    compiled: &'c Compiled,
    emitted: &str,
    said: &Said<'_>,
    call: &Arguments,
    unfit: Option<&Unfit>,
) -> Option<&'c Function> {
    let is_named = |function: &&Function| function.emitted == emitted && allows(function, said);
    let named = || compiled.functions.iter().rev().filter(is_named);
    match unfit {
        Some(unfit) => named().find(|function| has_parameters(function, unfit)),
        None => named().find(|function| explains(function, said, call)).or_else(|| named().next()),
    }
}

/// Whether the crate could say this of a call of the function.
fn allows(function: &Function, said: &Said<'_>) -> bool {
    let mut params = function.params.iter();
    match said {
        Said::Missing(missing) => {
            params.any(|param| param.kind == ParameterKind::Required && param.name == program_name(missing))
        }
        Said::ExtraPositional(_) => !params.any(|param| param.kind == ParameterKind::Args && !param.name.is_empty()),
        Said::ExtraNamed(_) => !params.any(|param| param.kind == ParameterKind::Kwargs),
        Said::Repeated(_) => true,
    }
}

/// Whether the crate must say this of the call, as far as the number of arguments tells.
fn explains(function: &Function, said: &Said<'_>, call: &Arguments) -> bool {
    let signature = Signature::of(function);
    match said {
        Said::ExtraPositional(extra) => signature.positional.len() + extra == call.positional,
        Said::Missing(missing) => {
            let left = signature.positional.iter().skip(call.positional).chain(&signature.named);
            let mut missed = left.filter(|(name, required)| *required && !call.keywords.contains(name));
            missed.next().is_some_and(|(name, _)| *name == program_name(missing))
        }
        Said::ExtraNamed(_) | Said::Repeated(_) => true,
    }
}

/// Whether the names are the same, in their order.
fn has_parameters(function: &Function, unfit: &Unfit) -> bool {
    let written = unfit.parameters.split(", ").filter_map(|word| {
        let word = word.trim_start_matches('*').split([' ', '=', ':']).next().unwrap_or_default();
        (!word.is_empty() && word != "/").then(|| program_name(word))
    });
    let own = function.params.iter().map(|param| &param.name).filter(|name| !name.is_empty());
    written.eq(own.cloned())
}

fn without_signature(name: &str, said: &Said<'_>) -> String {
    match said {
        Said::Missing(parameter) => format!("function {name} missing 1 argument ({})", program_name(parameter)),
        Said::ExtraPositional(count) => format!("function {name} accepts {count} arguments less"),
        Said::ExtraNamed(keyword) => unexpected(name, &program_name(keyword)),
        Said::Repeated(keyword) => repeated(name, &program_name(keyword)),
    }
}

fn unexpected(name: &str, keyword: &str) -> String {
    format!("function {name} got an unexpected keyword argument {}", quote(keyword))
}

fn repeated(name: &str, keyword: &str) -> String {
    format!("function {name} got multiple values for parameter {}", quote(keyword))
}

/// Parameters by how they can be given.
struct Signature {
    /// By position or name: name and whether it must be given.
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

    fn explain(&self, name: &str, call: &Arguments, said: &Said<'_>) -> String {
        let given = match said {
            Said::ExtraPositional(extra) => self.positional.len() + extra,
            Said::Missing(first) if call.by_native => {
                self.positional.iter().position(|(known, _)| *known == program_name(first)).unwrap_or(0)
            }
            _ => call.positional,
        };
        if self.none {
            return format!("function {name} accepts no arguments ({} given)", given + call.keywords.len());
        }
        if given > self.positional.len() && !self.varargs {
            let most = if self.positional.iter().any(|(_, required)| !required) { "at most " } else { "" };
            let count = self.positional.len();
            let plural = if count == 1 { "" } else { "s" };
            return format!("function {name} accepts {most}{count} positional argument{plural} ({given} given)");
        }
        let known =
            |keyword: &str| self.positional.iter().chain(&self.named).position(|(parameter, _)| parameter == keyword);
        for keyword in &call.keywords {
            match known(keyword) {
                Some(index) if index < given && index < self.positional.len() => return repeated(name, keyword),
                None if !self.kwargs => return unexpected(name, keyword),
                _ => {}
            }
        }
        match said {
            Said::Missing(_) => {}
            other => return without_signature(name, other),
        }
        let missing: Vec<&str> = self
            .positional
            .iter()
            .skip(given)
            .chain(&self.named)
            .filter(|(parameter, required)| *required && !call.keywords.contains(parameter))
            .map(|(parameter, _)| parameter.as_str())
            .collect();
        let plural = if missing.len() > 1 { "s" } else { "" };
        format!("function {name} missing {} argument{plural} ({})", missing.len(), missing.join(", "))
    }
}

/// The shape of a call.
#[derive(Default)]
struct Arguments {
    positional: usize,
    keywords: Vec<String>,
    /// There is a `*`.
    star: bool,
    /// There is a `**`.
    double_star: bool,
    /// A native made the call.
    by_native: bool,
}

impl Arguments {
    /// Reads the last parentheses of emitted text.
    fn read(call: &str) -> Arguments {
        let mut arguments = Arguments::default();
        let mut depth = 0_usize;
        let mut pieces: Vec<&str> = Vec::new();
        let mut start = 0;
        let mut quoted = false;
        let mut escaped = false;
        for (at, c) in call.char_indices() {
            if quoted {
                quoted = escaped || c != '"';
                escaped = c == '\\' && !escaped;
                continue;
            }
            match c {
                '"' => quoted = true,
                '(' | '[' | '{' => {
                    depth += 1;
                    if depth == 1 && c == '(' {
                        pieces.clear();
                        start = at + 1;
                    }
                }
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && c == ')' {
                        pieces.extend(call.get(start..at));
                    }
                }
                ',' if depth == 1 => {
                    pieces.extend(call.get(start..at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        for piece in pieces {
            let piece = piece.trim();
            if piece.starts_with("**") {
                arguments.double_star = true;
            } else if piece.starts_with('*') {
                arguments.star = true;
            } else if let Some(keyword) = keyword(piece) {
                arguments.keywords.push(program_name(keyword));
            } else if !piece.is_empty() {
                arguments.positional += 1;
            }
        }
        arguments
    }
}

/// The name before a single `=`.
fn keyword(piece: &str) -> Option<&str> {
    let (name, value) = piece.split_once('=')?;
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (is_name && !value.starts_with('=')).then_some(name)
}
