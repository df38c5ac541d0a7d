//! The code that gives a session's names their values, as text: functions that two sessions use can be compared only as
//! they are written.

use std::collections::HashSet;

use super::running::Running;
use super::session::Session;
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::lex::lex;
use crate::syntax::token::Tok;
use crate::syntax::{self, Options, Parsed};

/// The functions and variables of all templates that a session has run.
#[derive(Debug, Default)]
pub struct Definitions {
    names: HashSet<String>,
    /// A line for each line of the templates; no comments of code, and one space between tokens.
    text: String,
}

impl Session {
    /// The definitions in the templates that were run.
    pub fn definitions(&self) -> Definitions {
        let mut definitions = Definitions::default();
        self.runs().iter().for_each(|running| definitions.add(running));
        definitions
    }
}

impl Definitions {
    /// All definitions, if an expression uses the name of one of them; else nothing.
    pub fn used_by(&self, expression: &str) -> &str {
        if names(expression).any(|name| self.names.contains(name)) { &self.text } else { "" }
    }

    fn add(&mut self, running: &Running) {
        let program = &running.template.program;
        let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
        // It was compiled before.
        let Ok(parsed) = syntax::parse(&lines, &Options::default()) else { return };
        let instruction = program.instruction_prefix();
        for statement in &parsed.file.body {
            let mut bound = Vec::new();
            binds(statement, &parsed, &instruction, &mut bound);
            if bound.is_empty() {
                continue;
            }
            self.names.extend(bound);
            let line = |at| parsed.source.line(at) as usize;
            let range = line(statement.span.start) - 1..line(statement.span.end);
            for line in program.lines.get(range).into_iter().flatten() {
                match &line.source {
                    // The numbers of nodes depend on the rest of the file.
                    Some(source) if line.code.contains(&instruction) => self.text.push_str(source.content.trim()),
                    _ => lex(&line.code).iter().for_each(|token| {
                        self.text.push_str(&line.code[token.range.clone()]);
                        self.text.push(' ');
                    }),
                }
                self.text.push('\n');
            }
        }
    }
}

/// The names that a statement binds, or whose value it may change: `names.append("x")`. Statements whose text
/// starts with `instruction` build the nodes of a file and change no names.
fn binds(statement: &Stmt, parsed: &Parsed, instruction: &str, bound: &mut Vec<String>) {
    let names_at = |span| names(parsed.source.slice(span)).map(str::to_owned);
    let mut all_bind = |body: &[Stmt]| body.iter().for_each(|inner| binds(inner, parsed, instruction, bound));
    match &statement.kind {
        StmtKind::Def(def) => bound.push(def.name.text.clone()),
        StmtKind::Load(load) => bound.extend(load.bindings.iter().map(|binding| binding.to.text.clone())),
        StmtKind::Assign { target, .. } => bound.extend(names_at(target.span)),
        StmtKind::Expr(expr) if parsed.source.slice(expr.span).starts_with(instruction) => {}
        StmtKind::Expr(expr) => bound.extend(names_at(expr.span)),
        StmtKind::For { vars, body, .. } => {
            all_bind(body);
            bound.extend(names_at(vars.span));
        }
        StmtKind::While { body, .. } => all_bind(body),
        StmtKind::If { arms, otherwise } => {
            arms.iter().for_each(|arm| all_bind(&arm.body));
            otherwise.iter().for_each(|body| all_bind(body));
        }
        StmtKind::Branch(_) | StmtKind::Return { .. } => {}
    }
}

/// The names in a piece of code, but for those of attributes and keywords.
fn names(code: &str) -> impl Iterator<Item = &str> {
    let tokens = lex(code);
    (0..tokens.len()).filter_map(move |at| {
        let is_attribute = at > 0 && tokens[at - 1].tok == Tok::Dot;
        let is_keyword = tokens.get(at + 1).is_some_and(|after| after.tok == Tok::Eq);
        let is_name = tokens[at].tok == Tok::Ident && !is_attribute && !is_keyword;
        is_name.then(|| code.get(tokens[at].range.clone())).flatten()
    })
}
