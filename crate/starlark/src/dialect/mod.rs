//! ytt's Starlark: a program's lines in, text for the `starlark` crate out, or ytt's syntax errors.
//!
//! The dialect closes blocks with `end`, has `while`, other names and other operators than the starlark crate, and its
//! own messages. So programs go through a front end of their own:
//!
//! ```text
//! lines -> source (trimmed text) -> scan (tokens) -> blocks (`end`) -> parse (tree)
//!       -> contexts (template functions) -> resolve (names) -> emit (text and map)
//! ```
//!
//! A syntax error is one problem; the resolver lists all of its problems. What the emitted text calls is
//! listed in [`runtime`]; [`names`] turns emitted names back into the user's. Module variables can have
//! mangled (underscored) names: read [`Compiled::exports`] regardless of visibility.

#[allow(missing_docs, reason = "nodes and fields are named as in the grammar")]
pub mod ast;
mod blocks;
mod captures;
mod context_calls;
mod emit;
mod emit_expr;
mod entry;
mod hoist;
mod kinds;
pub mod lex;
mod map;
mod names;
mod parse;
mod parse_expr;
mod places;
pub(crate) mod resolve;
pub(crate) mod runtime;
mod safe_calls;
mod scan;
pub mod source;
mod strings;
#[cfg(test)]
mod tests;
#[allow(missing_docs, reason = "tokens are named as in the grammar")]
pub mod token;

use std::ops::Range;
use std::rc::Rc;

pub(crate) use map::{CallArguments, SourceMap};
pub(crate) use names::unmangle;

use ast::{File, Stmt, StmtKind};
use resolve::Resolved;
use source::{Source, Span};

use crate::diagnostics::cause::CodeMistake;
use crate::limits::Budget;
use crate::limits::depth;

/// What was wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The program line that ytt reports, from 1.
    pub line: u32,
    /// Byte range in the untrimmed program, its lines joined by `\n`.
    pub span: Option<Range<u32>>,
    /// ytt's message.
    pub message: String,
    /// The mistake behind it, if that is known.
    pub mistake: Option<Box<CodeMistake>>,
    /// Which of ytt's kinds of syntax error it is.
    pub kind: ProblemKind,
}

/// What a problem is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProblemKind {
    #[default]
    Syntax,
    /// A name that nothing defines, and the one that must be meant.
    Undefined { name: String, meant: Option<String> },
    /// A `load` of what is never exported.
    Load,
    /// The run's time is up.
    Limit,
}

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Set for programs made from YAML and text templates.
    pub template: Option<TemplateNames<'a>>,
    /// Levels that blocks, and within a statement expressions, may nest. In a worker of Chromium, twice as many end the engine.
    pub max_nesting: u32,
    /// Set for programs that run in one module of the starlark crate with others, and whose garbage is collected while they run: a number that
    /// no other program of the module has.
    pub shared: Option<u32>,
    /// Whether other programs can load the program's functions.
    pub loadable: bool,
    /// Whether the program is a string of `byte_text`, as of a template that is not UTF-8.
    pub is_escaped: bool,
    /// What tokens are counted with, if compiling is limited.
    pub budget: Option<Rc<Budget>>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            template: None,
            max_nesting: depth::DEFAULT,
            shared: None,
            loadable: true,
            is_escaped: false,
            budget: None,
        }
    }
}

/// How a template program names its instructions.
#[derive(Clone, Copy, Debug)]
pub struct TemplateNames<'a> {
    /// In the program: `__ytt_tpl3_`.
    pub prefix: &'a str,
    /// In the emitted text: the first argument of every instruction.
    pub number: u32,
}

impl TemplateNames<'_> {
    /// The name of an instruction in the program.
    fn full(&self, op: &str) -> String {
        format!("{}{op}", self.prefix)
    }

    /// The instruction that a name of the program is.
    fn instruction<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(self.prefix).filter(|op| runtime::INSTRUCTIONS.contains(op))
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

/// A program that parsed: its text and tree, before names are resolved.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The text, with its lines.
    pub source: Source,
    /// The syntax tree.
    pub file: File,
}

/// Parses a program. Lines are as written; ytt's rule for trimming them is applied here.
///
/// # Errors
/// The first syntax error, in ytt's words, or nesting over the limit.
pub fn parse(lines: &[&str], options: &Options) -> Result<Parsed, Problem> {
    let source = Source::within(lines, options);
    let mut file = parse::parse(&source, options.max_nesting).map_err(|p| *p)?;
    if let Some(names) = &options.template {
        context_calls::insert_contexts(&mut file, names).map_err(|message| Problem {
            line: 0,
            span: None,
            message,
            mistake: None,
            kind: ProblemKind::Syntax,
        })?;
    }
    Ok(Parsed { source, file })
}

impl Parsed {
    /// Resolves the names of the program.
    ///
    /// # Errors
    /// Everything the resolver found, in ytt's order.
    pub fn resolve(&self, options: &Options) -> Result<Resolved, Vec<Problem>> {
        let is_predeclared = |name: &str| options.template.is_some_and(|t| t.instruction(name).is_some());
        resolve::resolve(&self.source, &self.file, &is_predeclared)
    }
}

/// Compiles a program (see the module's documentation).
///
/// # Errors
/// One syntax error, or all errors of the resolver, in ytt's words. A first statement whose last block is empty is
/// an error too, because ytt crashes on it.
pub fn compile(lines: &[&str], options: &Options) -> Result<Compiled, Vec<Problem>> {
    let parsed = parse(lines, options).map_err(|p| vec![p])?;
    let mut resolved = parsed.resolve(options)?;
    resolved.share(options.shared);
    if let Some(at) = parsed.file.body.first().and_then(ends_empty) {
        return Err(vec![*scan::problem_at(
            &parsed.source,
            at,
            "expected a statement in the last block of the program's first statement",
        )]);
    }
    Ok(emit::emit(&parsed.source, &parsed.file, &resolved, options))
}

/// The statement, at the end of `stmt`, whose last block is empty.
fn ends_empty(stmt: &Stmt) -> Option<Span> {
    let body = match &stmt.kind {
        StmtKind::If { arms, otherwise } => match (otherwise, arms.last()) {
            // An empty `else` counts as none.
            (Some(body), _) if !body.is_empty() => body,
            (_, Some(arm)) => &arm.body,
            _ => return None,
        },
        StmtKind::Def(def) => &def.body,
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => body,
        _ => return None,
    };
    match body.last() {
        None => Some(stmt.span),
        Some(last) => ends_empty(last),
    }
}
