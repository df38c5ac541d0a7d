//! From a program's lines to text for the `starlark` crate.
//!
//! The dialect closes blocks with `end`, has `while`, other names and other operators than the starlark crate, and its
//! own messages. So programs are parsed and resolved by `ytterby-syntax`, and `emit` writes text and a map back.
//!
//! What the emitted text calls is
//! listed in [`runtime`]; [`names`] turns emitted names back into the user's. Module variables can have
//! mangled (underscored) names: read [`Compiled::exports`] regardless of visibility.

mod captures;
mod emit;
mod emit_expr;
mod hoist;
mod kinds;
mod map;
mod names;
pub(crate) mod runtime;
mod safe_calls;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use map::{CallArguments, SourceMap};
pub(crate) use names::unmangle;

use crate::compile::{entry, slice_place as places};
use crate::syntax::{self, Problem, TemplateNames, ast, resolve, source, token};

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// How to read the program.
    pub syntax: syntax::Options<'a>,
    /// In the emitted text of a template program, the first argument of every instruction.
    pub number: u32,
    /// Set for programs that run in one module of the starlark crate with others, and whose garbage is collected while they run: a number that
    /// no other program of the module has.
    pub shared: Option<u32>,
    /// Whether other programs can load the program's functions.
    pub loadable: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { syntax: syntax::Options::default(), number: 0, shared: None, loadable: true }
    }
}

/// A program ready for the evaluator.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub text: String,
    pub map: SourceMap,
    /// What other programs can load: module variables, if set by then; not names starting with `_`, not loaded names.
    pub exports: Vec<Export>,
    /// The module's variables, with the private ones, as the emitted text writes them.
    pub variables: Vec<String>,
    /// All functions and lambdas, inner ones before the ones around them.
    pub functions: Vec<Function>,
    /// Calls during which nothing but variables holds values of their callers; sorted, for shared programs only.
    pub safe_calls: Vec<Range<u32>>,
}

/// A variable of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    pub name: String,
    /// Its name in the emitted text.
    pub emitted: String,
}

/// A function's signature, for messages about calls of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The user's name, or `lambda`.
    pub name: String,
    /// Its name in the emitted text, which no other function of the program has unless that is `lambda`.
    pub emitted: String,
    /// Line of the `def` or `lambda`.
    pub line: u32,
    /// Line ytt reports inside the function for a call with wrong arguments, if it reports one.
    pub entry_line: Option<u32>,
    pub params: Vec<Parameter>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Empty for a bare `*`.
    pub name: String,
    pub kind: ParameterKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Required,
    Optional,
    /// `*name` or `*`; parameters after it are passed by name only.
    Args,
    /// `**name`.
    Kwargs,
}

/// Compiles a program (see the module's documentation).
///
/// # Errors
/// One syntax error, or all errors of the resolver, in ytt's words. A first statement whose last block is empty is
/// an error too, because ytt crashes on it.
pub fn compile(lines: &[&str], options: &Options) -> Result<Compiled, Vec<Problem>> {
    let parsed = syntax::parse(lines, &options.syntax).map_err(|p| vec![p])?;
    let resolved = parsed.resolve(&options.syntax)?;
    parsed.check_first_statement().map_err(|problem| vec![problem])?;
    Ok(emit::emit(&parsed.source, &parsed.file, &resolved, options))
}
