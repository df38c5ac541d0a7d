//! The positions of a program's errors in its template: the lines that ytt shows for each frame.

use std::ops::Range;
use std::rc::Rc;

use super::errors;
use super::running::Running;
use super::scope::Scope;
use super::session::Session;
use crate::byte_text;
use crate::diagnostics::cause::{Cause, CodeMistake};
use crate::diagnostics::code::Code;
use crate::diagnostics::hints::hint;
use crate::diagnostics::remedy::Remedy;
use crate::diagnostics::{Error, ErrorKind, Frame, FrameLines, Related, TemplateProblem};
use crate::positions::Position;
use crate::program::{Line, Program};
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::lex::lex;
use crate::syntax::source::Span;
use crate::syntax::token::Tok;
use crate::syntax::{self, Problem, ProblemKind, TemplateNames};

/// Fails where trees are not finished: a character that is no text ends a program early, and ytt says no more than this.
pub(super) fn check_contexts(session: &Session, running: &Running) -> Result<(), Error> {
    if !running.contexts.borrow().is_empty() {
        return Err(unfinished(session, &running.template.program));
    }
    Ok(())
}

/// The error of trees that are not finished: at a `return` that leaves one, since it is above the nodes of its function.
#[cold]
#[inline(never)]
fn unfinished(session: &Session, program: &Program) -> Error {
    let mut error = error(session, None, &errors::crash("expected all ctxs to end"));
    let returns = early_returns(program);
    if let (ErrorKind::Template(problems), Some((first, others))) = (&mut *error.0, returns.split_first())
        && let Some(message) = problems.first_mut().and_then(|problem| problem.message.sentence_mut())
    {
        message.at = first.clone();
        message.cause = Some(Cause::EarlyReturn);
        message.related = others.iter().map(|at| Related { at: at.clone(), label: "or this one".into() }).collect();
    }
    error
}

/// The `return`s above the nodes of their functions.
fn early_returns(program: &Program) -> Vec<Position> {
    fn collect(body: &[Stmt], has_nodes: bool, found: &mut Vec<Span>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|arm| collect(&arm.body, has_nodes, found));
                    collect(otherwise.as_deref().unwrap_or_default(), has_nodes, found);
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => collect(body, has_nodes, found),
                StmtKind::Def(def) => collect(&def.body, def.context.is_some(), found),
                StmtKind::Return { ends_context: false, .. } if has_nodes => found.push(stmt.span),
                _ => {}
            }
        }
    }
    let lines: Vec<&str> = program.lines.iter().map(|line| line.code.as_str()).collect();
    let prefix = program.instruction_prefix();
    let options = syntax::Options {
        template: Some(TemplateNames { prefix: &prefix }),
        is_escaped: program.source.is_escaped(),
        ..syntax::Options::default()
    };
    let Ok(parsed) = syntax::parse(&lines, &options) else { return Vec::new() };
    let mut found = Vec::new();
    collect(&parsed.file.body, false, &mut found);
    let written = |span: Span| Some(position(program, program.in_template(&parsed.source.original_range(span))?));
    found.into_iter().filter_map(written).collect()
}

/// A problem of the front end, at its line of the program.
pub(super) fn syntax_problem(session: &Session, program: &Program, problem: &Problem) -> TemplateProblem {
    let lines = lines(program, problem.line, problem.span.as_ref());
    let frame = Frame { name: String::new(), lines, unavailable: None };
    let lines = code_at(program, problem.line).into_iter();
    let mut advice = None;
    let (code, remedy) = match &problem.kind {
        ProblemKind::Syntax => (Code::Syntax, None),
        ProblemKind::Load => (Code::Load, None),
        ProblemKind::Limit => (Code::Limit, None),
        ProblemKind::Undefined { name, meant } => {
            let rename = |meant: &String| Remedy::Rename { from: name.clone(), to: meant.clone() };
            let module = session.modules.path(name, session.extensions.get());
            let load = module.is_some().then(|| Remedy::Load { module: name.clone() });
            advice = module.map(|path| format!("Load it first: load(\"{path}\", \"{name}\")"));
            let constant = constant(name).map(|to| Remedy::Rename { from: name.clone(), to: to.to_owned() });
            (Code::Name, load.or(constant).or(meant.as_ref().map(rename)))
        }
    };
    let cause = match (&problem.kind, &remedy) {
        (_, Some(Remedy::Load { module })) => Some(Cause::NotLoaded { module: module.clone() }),
        (ProblemKind::Undefined { name, meant }, _) => {
            let nearest = constant(name).map(str::to_owned).or(meant.clone());
            Some(Cause::Undefined { name: name.clone(), nearest })
        }
        _ => unspaced(program, problem).or_else(|| mistake(program, problem)).map(Cause::Code),
    };
    let comment = comment_after_value(program, problem);
    let (cause, at) = match (comment, open_before_end(program, problem)) {
        (Some(range), _) => (Some(Cause::Code(CodeMistake::CommentAfterValue)), position(program, range)),
        // The bracket is that of the template, as below.
        (None, Some(range)) => (Some(Cause::Code(CodeMistake::OpenBracket { bracket: ' ' })), position(program, range)),
        (None, None) => (cause, mistaken_position(program, problem)),
    };
    let cause = match (cause, at.own_span().and_then(|span| program.source.text[span].chars().next())) {
        (Some(Cause::Code(CodeMistake::OpenBracket { .. })), Some(bracket)) => {
            Some(Cause::Code(CodeMistake::OpenBracket { bracket }))
        }
        (cause, _) => cause,
    };
    let remedy = remedy.or(match &cause {
        Some(Cause::Code(CodeMistake::MissingEnd { .. })) => Some(Remedy::End),
        Some(Cause::Code(CodeMistake::NoSpaceAfterMarker { word })) => {
            Some(Remedy::SpaceAfterMarker { word: word.clone() })
        }
        _ => None,
    });
    TemplateProblem {
        hint: hint(&problem.message, lines),
        message: Error::at(problem.message.clone(), at)
            .coded(code)
            .caused(cause)
            .with_advice(advice)
            .with_remedy(remedy),
        frames: vec![frame],
    }
}

/// The mistake of a problem, without generated code, which follows the code of a line: it is neither what was found nor what is missing.
fn mistake(program: &Program, problem: &Problem) -> Option<CodeMistake> {
    let mut mistake = problem.mistake.as_deref().cloned()?;
    if let CodeMistake::NoExpression { found } | CodeMistake::NoName { found } | CodeMistake::Unexpected { found, .. } =
        &mut mistake
    {
        let written = problem.span.as_ref().and_then(|span| program.in_template(span));
        let written = written.map(|range| &program.source.text[range]);
        found.take_if(|found| !written.is_some_and(|written| written.starts_with(found.as_str())));
    }
    if let (CodeMistake::Unexpected { found: Some(_), wanted }, Some(span)) = (&mut mistake, &problem.span)
        && wanted == "')'"
        && written_bracket(program, span).is_none()
    {
        "newline".clone_into(wanted);
    }
    Some(mistake)
}

/// The position of a known mistake. ytt's line is often that of the next token, or of generated code.
fn mistaken_position(program: &Program, problem: &Problem) -> Position {
    let range = match (problem.mistake.as_deref(), &problem.span) {
        (Some(CodeMistake::OpenBracket { .. }), Some(span)) => written_bracket(program, span),
        (Some(_), Some(span)) => program.in_template(span),
        _ => None,
    };
    range.map_or_else(Position::unknown, |range| position(program, range))
}

fn position(program: &Program, range: Range<usize>) -> Position {
    Position::new(program.source.clone(), program.source.line_at(range.start)).with_span(range)
}

/// The comment behind a value, where a bracket of generated code is not closed because of it.
fn comment_after_value(program: &Program, problem: &Problem) -> Option<Range<usize>> {
    let (Some(CodeMistake::OpenBracket { .. }), Some(span)) = (problem.mistake.as_deref(), &problem.span) else {
        return None;
    };
    if written_bracket(program, span).is_some() {
        return None;
    }
    let (index, _) = program.line_with(span.start as usize)?;
    let range = &program.lines[index].written.as_ref()?.range;
    let code = program.source.text.get(range.clone())?.trim_end();
    let tokens = lex(code).into_iter().filter(|token| token.tok != Tok::Newline);
    let end = tokens.map(|token| token.range.end).max()?;
    let after = code.get(end..)?.trim_start();
    after.starts_with('#').then(|| range.start + code.len() - after.len()..range.start + code.len())
}

/// The bracket of the template that is open where generated code ends an expression with `)`.
fn open_before_end(program: &Program, problem: &Problem) -> Option<Range<usize>> {
    let (Some(CodeMistake::Unexpected { found: Some(found), .. }), Some(span)) =
        (problem.mistake.as_deref(), &problem.span)
    else {
        return None;
    };
    let is_written = || program.in_template(span).is_some_and(|range| program.source.text[range] == *")");
    if found != ")" || is_written() { None } else { written_bracket(program, span) }
}

/// The last open bracket that the template has in a line of the program. The scanner may find a bracket of generated code instead, as closing
/// brackets of generated code close those of the template.
fn written_bracket(program: &Program, span: &Range<u32>) -> Option<Range<usize>> {
    let (index, _) = program.line_with(span.start as usize)?;
    let range = &program.lines[index].written.as_ref()?.range;
    let mut open = Vec::new();
    for token in lex(program.source.text.get(range.clone())?) {
        match token.tok {
            Tok::LParen | Tok::LBrack | Tok::LBrace => open.push(token.range),
            Tok::RParen | Tok::RBrack | Tok::RBrace => _ = open.pop(),
            _ => {}
        }
    }
    open.pop().map(|bracket| range.start + bracket.start..range.start + bracket.end)
}

/// Starlark's word for a constant of YAML, JSON or Go.
fn constant(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" => "True",
        "false" => "False",
        "null" | "nil" | "none" => "None",
        _ => return None,
    })
}

/// Code directly after `#@`, which makes an annotation of it: at the line of a problem, or an `#@end` for a block that is not
/// closed.
fn unspaced(program: &Program, problem: &Problem) -> Option<CodeMistake> {
    let word = |line: &str| {
        let after = line.trim_start().strip_prefix("#@")?;
        let word = after.split(|c: char| !c.is_alphabetic()).next()?;
        KEYWORDS.contains(&word).then(|| CodeMistake::NoSpaceAfterMarker { word: word.to_owned() })
    };
    if let Some(CodeMistake::MissingEnd { .. }) = problem.mistake.as_deref() {
        return program.source.text.lines().filter(|line| line.trim() == "#@end").find_map(word);
    }
    word(&entry(program, problem.line)?.source.as_ref()?.content)
}

/// Words that start or end statements. An annotation may have any other name.
const KEYWORDS: [&str; 9] = ["def", "elif", "else", "end", "for", "if", "load", "return", "while"];

/// An error of a run in this scope, with ytt's text and frames.
pub(crate) fn error(session: &Session, scope: Option<&dyn Scope>, error: &starlark::Error) -> Error {
    let mut translated = errors::translate(error);
    let mut frames = errors::carried_frames(error).to_vec();
    let mut codes = Vec::new();
    for frame in translated.frames {
        let Some(running) = session.running(frame.template) else { continue };
        let program = &running.template.program;
        codes.extend(code_at(program, frame.line).map(str::to_owned));
        let lines = lines(program, frame.line, frame.code.as_ref());
        let name = &program.source.name;
        let is_available = scope.is_none_or(|scope| has_evaluated(session, scope, name));
        let unavailable = (!is_available).then(|| format!("{name}:{}", frame.line));
        frames.push(Frame { name: frame.name, lines, unavailable });
    }
    if let [Frame { lines: FrameLines::Source(callee, _), .. }, Frame { lines: FrameLines::Source(call, _), .. }, ..] =
        &frames[..]
        && let Some(message) = translated.message.sentence_mut().filter(|_| translated.is_misfit)
    {
        message.at = call.clone();
        message.related.push(Related { at: callee.clone(), label: "function".into() });
    }
    let text = crate::diagnostics::report::text(&translated.message);
    Error::of(ErrorKind::Template(vec![TemplateProblem {
        hint: hint(&text, codes.iter().map(String::as_str)),
        message: translated.message,
        frames,
    }]))
}

/// Whether what evaluates the scope has evaluated the file. Functions that it exports run elsewhere, too.
fn has_evaluated(session: &Session, scope: &dyn Scope, file: &str) -> bool {
    let is_of_scope = |running: &Rc<Running>| running.scope.evaluation() == scope.evaluation();
    session.runs().iter().any(|running| is_of_scope(running) && running.template.program.source.name == file)
}

/// The error of a function that a native called, without its frames.
pub(crate) fn message(error: &starlark::Error) -> Error {
    errors::translate(error).message
}

fn code_at(program: &Program, line: u32) -> Option<&str> {
    entry(program, line).map(|line| line.code.as_str())
}

fn entry(program: &Program, line: u32) -> Option<&Line> {
    program.lines.get((line as usize).checked_sub(1)?)
}

/// The text of a frame at a line (1-based, counting entries as ytt does); `code` is the part of the program that it is about.
fn lines(program: &Program, line: u32, code: Option<&Range<u32>>) -> FrameLines {
    let index = (line as usize).wrapping_sub(1);
    // Lines within entries are counted as well: where that leads past the last one, ytt panics.
    let index = if index < program.lines.len() {
        index
    } else {
        code.and_then(|code| program.line_with(code.start as usize)).map_or(index, |(index, _)| index)
    };
    let Some(entry) = program.lines.get(index) else { return FrameLines::None };
    let escaped = |text: &str| {
        if program.source.is_escaped() { text.to_owned() } else { byte_text::from_text(text).into_owned() }
    };
    let shown = |line: &Line| line.source.as_ref().map(|s| (s.position.clone(), escaped(&s.content)));
    if let Some(source) = &entry.source {
        let content = source.selection.as_ref().unwrap_or(&source.content);
        let position = source.position.clone();
        let position = match code.and_then(|code| program.in_template(code)) {
            Some(range) => position.with_span(range),
            None => position,
        };
        return FrameLines::Source(position, escaped(content));
    }
    let before = program.lines[..index].iter().rev().find_map(shown);
    let after = program.lines[index..].iter().find_map(shown);
    FrameLines::Generated { file: program.source.name.clone(), code: escaped(&entry.code), before, after }
}
