//! What the names in a piece of code lead to: functions and variables of its file, and of files that this one loads.
//!
//! Takes the templates that a session has run, hands on the statements that give those names a value, as text without
//! comments and white space, and those that their own names lead to. No scopes are kept apart: a parameter that is called
//! like a variable of the file leads there, too.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::session::{Session, Template};
use crate::diagnostics::positions::Source;
use crate::dialect::ast::{Stmt, StmtKind};
use crate::dialect::lex::{Lexeme, lex};
use crate::dialect::token::Tok;
use crate::dialect::{self, Options, Parsed};
use crate::program::{Program, TemplateNode};

/// So many names are followed for one piece of code; what is further away does not count.
const MOST: usize = 1000;

/// The definitions in the templates of a session.
pub struct Definitions {
    session: Rc<Session>,
    /// Those that somebody asked for, by the places of their templates.
    files: RefCell<HashMap<usize, Rc<File>>>,
}

#[derive(Default)]
struct File {
    statements: Vec<Statement>,
    /// What gives a name its value, in order.
    names: HashMap<String, Vec<Binding>>,
}

struct Statement {
    text: Rc<str>,
    /// Each once.
    names: Vec<String>,
}

enum Binding {
    Statement(usize),
    /// The path, and the name that it has there.
    Loaded(String, String),
}

impl Session {
    pub fn definitions(self: &Rc<Self>) -> Definitions {
        Definitions { session: self.clone(), files: RefCell::default() }
    }
}

impl Definitions {
    /// The statements that names in `code`, which stands in `source`, lead to; those that are nearer come first.
    pub fn reached(&self, source: &Arc<Source>, code: &str) -> Vec<Rc<str>> {
        let mut reached = Vec::new();
        let Some(start) = self.session.template_of(source) else { return reached };
        let mut open: VecDeque<(usize, String)> = names(code).into_iter().map(|name| (start.index, name)).collect();
        let (mut seen, mut taken) = (HashSet::new(), HashSet::new());
        while let Some((place, name)) = open.pop_front().filter(|_| seen.len() < MOST) {
            if !seen.insert((place, name.clone())) {
                continue;
            }
            let file = self.file(place);
            for binding in file.names.get(&name).into_iter().flatten() {
                match binding {
                    Binding::Statement(index) if taken.insert((place, *index)) => {
                        let statement = &file.statements[*index];
                        reached.push(statement.text.clone());
                        let room = MOST.saturating_sub(open.len());
                        open.extend(statement.names.iter().take(room).map(|name| (place, name.clone())));
                    }
                    Binding::Statement(_) => {}
                    Binding::Loaded(path, name) if path.starts_with("@ytt:") => {
                        reached.push(format!("{name} of {path}").into());
                    }
                    Binding::Loaded(path, name) => {
                        open.extend(self.loaded(place, path).map(|loaded| (loaded, name.clone())));
                    }
                }
            }
        }
        reached
    }

    fn loaded(&self, place: usize, path: &str) -> Option<usize> {
        let template = self.session.template(place)?;
        let loaded = template.loaded.borrow();
        loaded.iter().find(|(known, _)| known == path).map(|(_, loaded)| *loaded)
    }

    fn file(&self, place: usize) -> Rc<File> {
        let read = || Rc::new(self.session.template(place).map_or_else(File::default, |template| File::of(&template)));
        self.files.borrow_mut().entry(place).or_insert_with(read).clone()
    }
}

impl File {
    fn of(template: &Template) -> File {
        let program = &template.program;
        let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
        let mut file = File::default();
        // It was compiled before.
        let Ok(parsed) = dialect::parse(&lines, &Options::default()) else { return file };
        let prefix = program.instruction_prefix();
        for statement in &parsed.file.body {
            if let StmtKind::Load(load) = &statement.kind {
                for binding in &load.bindings {
                    let loaded = Binding::Loaded(load.module.clone(), binding.from.clone());
                    file.names.entry(binding.to.text.clone()).or_default().push(loaded);
                }
                continue;
            }
            let mut bound = Vec::new();
            binds(statement, &parsed, &prefix, &mut bound);
            if bound.is_empty() {
                continue;
            }
            let code = parsed.source.slice(statement.span);
            for name in bound {
                file.names.entry(name).or_default().push(Binding::Statement(file.statements.len()));
            }
            let text = text(code, program, &prefix).into();
            file.statements.push(Statement { text, names: names(code) });
        }
        file
    }
}

/// The names that a statement gives a value, or whose value it may change: `names.append("x")`.
fn binds(statement: &Stmt, parsed: &Parsed, prefix: &str, bound: &mut Vec<String>) {
    let names_at = |span| names(parsed.source.slice(span));
    let mut all_bind = |body: &[Stmt]| body.iter().for_each(|inner| binds(inner, parsed, prefix, bound));
    match &statement.kind {
        StmtKind::Def(def) => bound.push(def.name.text.clone()),
        StmtKind::Assign { target, .. } => bound.extend(names_at(target.span)),
        // What builds the nodes of a file changes no names.
        StmtKind::Expr(expr) if parsed.source.slice(expr.span).starts_with(prefix) => {}
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
        StmtKind::Branch(_) | StmtKind::Return { .. } | StmtKind::Load(_) => {}
    }
}

/// The names in a piece of code, each once; not those of attributes and keywords.
fn names(code: &str) -> Vec<String> {
    let tokens = lex(code);
    let mut seen = HashSet::new();
    let is_name = |at: usize| {
        let is_attribute = at.checked_sub(1).is_some_and(|before| tokens[before].tok == Tok::Dot);
        let is_keyword = tokens.get(at + 1).is_some_and(|after| after.tok == Tok::Eq);
        tokens[at].tok == Tok::Ident && !is_attribute && !is_keyword
    };
    let words =
        (0..tokens.len()).filter(|at| is_name(*at)).map(|at| code.get(tokens[at].range.clone()).unwrap_or_default());
    words.filter(|word| seen.insert(*word)).map(str::to_owned).collect()
}

/// The tokens of a statement, and the nodes that it builds in place of their numbers.
fn text(code: &str, program: &Program, prefix: &str) -> String {
    let tokens = lex(code);
    let mut text = String::new();
    let mut rest = &tokens[..];
    while let [token, after @ ..] = rest {
        rest = after;
        let word = code.get(token.range.clone()).unwrap_or_default();
        let Some(instruction) = word.strip_prefix(prefix) else {
            text.push_str(if token.tok == Tok::Newline { "\n" } else { word });
            text.push(' ');
            continue;
        };
        text.push_str(instruction);
        if let [Lexeme { tok: Tok::LParen, .. }, number @ Lexeme { tok: Tok::Int, .. }, after @ ..] = rest {
            rest = after;
            let node =
                code.get(number.range.clone()).and_then(|tag| tag.parse().ok()).and_then(|tag| program.nodes.get(tag));
            text.push_str(&node.map_or_else(String::new, |entry| format!("({}", shown(&entry.node))));
        }
        text.push(' ');
    }
    text
}

/// What a node says, wherever it stands.
fn shown(node: &TemplateNode) -> String {
    match node {
        TemplateNode::MapItem { key, scalar, .. } => format!("{key:?}: {scalar:?}"),
        TemplateNode::ArrayItem { scalar, .. } | TemplateNode::Document { scalar, .. } => format!("{scalar:?}"),
        TemplateNode::TextPiece { text, .. } => format!("{text:?}"),
        TemplateNode::DocumentSet | TemplateNode::Map { .. } | TemplateNode::Array { .. } | TemplateNode::Text => {
            String::new()
        }
    }
}
