//! The syntax of ytt's Starlark: a program's lines in, a tree with resolved names out, or ytt's syntax errors.
//!
//! The dialect closes blocks with `end`, has `while`, and messages of its own:
//!
//! ```text
//! lines -> source (trimmed text) -> scan (tokens) -> blocks (`end`) -> parse (tree)
//!       -> contexts (template functions) -> resolve (names)
//! ```
//!
//! A syntax error is one problem; the resolver lists all of its problems.
//!
//! This layer must not know how programs are run. All it knows of templates is how they name their instructions.

#![warn(missing_docs)]

pub mod arguments;
#[allow(missing_docs, reason = "nodes and fields are named as in the grammar")]
pub mod ast;
mod blocks;
mod contexts;
pub mod lex;
pub mod names;
mod parse;
mod parse_expr;
pub mod resolve;
mod scan;
pub mod source;
mod strings;
#[cfg(test)]
mod tests;
#[allow(missing_docs, reason = "tokens are named as in the grammar")]
pub mod token;

use std::ops::Range;
use std::rc::Rc;

use ytterby_diagnostics as diagnostics;
use ytterby_limits as limits;
use ytterby_text::{byte_text, spelling};

use diagnostics::cause::CodeMistake;
use limits::{Budget, depth};

use ast::{File, Stmt, StmtKind};
pub use names::TemplateNames;

use resolve::Resolved;
use source::{Source, Span};

/// A problem of a program.
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
    /// ytt's kind of syntax error.
    pub kind: ProblemKind,
}

/// The kind of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProblemKind {
    /// The grammar.
    #[default]
    Syntax,
    /// A name that nothing defines.
    Undefined {
        /// The name.
        name: String,
        /// The one that must be meant.
        meant: Option<String>,
    },
    /// A `load` of a name that is never exported.
    Load,
    /// The run's time is up.
    Limit,
}

/// How to read a program.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Set for programs made from YAML and text templates.
    pub template: Option<TemplateNames<'a>>,
    /// Levels that blocks, and within a statement expressions, may nest. In a worker of Chromium, twice as many end the engine.
    pub max_nesting: u32,
    /// Whether the program is a string of `byte_text`, as of a template that is not UTF-8.
    pub is_escaped: bool,
    /// Counts tokens, if compiling is limited.
    pub budget: Option<Rc<Budget>>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { template: None, max_nesting: depth::DEFAULT, is_escaped: false, budget: None }
    }
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
        contexts::insert_contexts(&mut file, names).map_err(|message| Problem {
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

    /// # Errors
    /// A first statement with an empty last block: ytt crashes on it.
    pub fn check_first_statement(&self) -> Result<(), Problem> {
        match self.file.body.first().and_then(ends_empty) {
            Some(at) => Err(*scan::problem_at(
                &self.source,
                at,
                "expected a statement in the last block of the program's first statement",
            )),
            None => Ok(()),
        }
    }
}

/// The statement with an empty last block, at the end of `stmt`.
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
